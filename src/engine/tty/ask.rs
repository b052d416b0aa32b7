//! A prompt on the terminal: the thread that reads keys, draws, and reports the answer.
//!
//! It reads byte by byte and stops at the Enter that answers, so that what follows stays in the terminal's queue for
//! whoever reads next. It never waits for the terminal to take output: a screen held with Ctrl-S holds nobody. It
//! touches the terminal only while this process group is in its foreground.

use std::{
    os::fd::OwnedFd,
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use rustix::{
    event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll},
    io::Errno,
};
use zeroize::Zeroizing;

use super::{
    open::Tty,
    parse::{Key, Parser},
    raw::{Input, RawMode, drop_input, restore_now},
};
use crate::engine::{
    channel::prompt::{Painter, Prompt, PromptOptions, Reaction, Screen, frame, plain},
    facts::TerminalFacts,
    request::{Question, Request},
    wait::TerminalEvent,
};

/// How long a lone Esc may be the start of a key's sequence; they arrive in one piece but for very bad lines.
const ESCAPE_PAUSE: Duration = Duration::from_millis(50);
/// How long the end of a prompt waits for the terminal to take its last line.
const FLUSH: Duration = Duration::from_millis(100);
/// How long the others wait for this thread to give the terminal back.
const PATIENCE: Duration = Duration::from_millis(300);
/// Typed ahead of the prompt, no more than this is kept.
const TYPE_AHEAD_LIMIT: usize = 64 * 1024;

/// How the prompt is to be asked.
#[derive(Clone, Debug)]
pub struct Manner {
    /// What the terminal can do.
    pub terminal: TerminalFacts,
    /// Whether what was typed before may answer.
    pub type_ahead: bool,
}

#[derive(Debug)]
enum Command {
    /// The prompt is over: leave this line, give the terminal back, end.
    Finish { line: String, drop_input: bool },
    /// The process is about to stop: give the terminal back.
    Suspend,
    /// Look whether the terminal can be used, and ask (again) if so.
    Look,
    /// Read what is in the terminal's queue by now, and say so.
    CatchUp,
    /// The terminal has another size.
    Resize,
    /// Ring the bell.
    Ring,
}

/// A prompt that is being asked on a thread of its own.
#[derive(Debug)]
pub struct Asker {
    tty: Tty,
    commands: mpsc::Sender<Command>,
    wake: Arc<OwnedFd>,
    /// One message each time somebody waits: the terminal was given back, or its queue is read.
    released: mpsc::Receiver<()>,
}

impl Asker {
    /// Starts asking, if the terminal can be used, and else waits for a [`look`](Self::look). `usable` is what the
    /// others think of it: they are told when that is wrong.
    ///
    /// # Errors
    ///
    /// When there are no more threads or file descriptors.
    pub fn start(
        tty: Tty,
        usable: bool,
        request: &Request,
        manner: Manner,
        post: impl Fn(TerminalEvent) + Send + 'static,
    ) -> std::io::Result<Self> {
        let wake = Arc::new(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?);
        let (commands, inbox) = mpsc::channel();
        let (release, released) = mpsc::channel();
        let (width, _) = tty.size();
        let mut session = Session {
            prompt: Prompt::new(request, PromptOptions::default()),
            request: request.clone(),
            painter: Painter::new(width),
            parser: Parser::new(),
            line: Zeroizing::default(),
            tty: tty.clone(),
            wake: Arc::clone(&wake),
            manner,
            inbox,
            release,
            post: Box::new(post),
            mode: None,
            was_usable: usable,
            reading: true,
            listening: false,
            dirty: false,
            out: Vec::new(),
        };
        thread::Builder::new().name("terminal".to_owned()).spawn(move || session.run())?;
        Ok(Self { tty, commands, wake, released })
    }

    /// Ends the prompt: `line` stays on the screen, the terminal is as it was found. `drop_input` throws away what was
    /// typed and not read.
    pub fn finish(&self, line: String, drop_input: bool) {
        self.tell(Command::Finish { line, drop_input });
        self.wait_for_release();
    }

    /// Gives the terminal back until the next [`look`](Self::look).
    pub fn suspend(&self) {
        self.tell(Command::Suspend);
        self.wait_for_release();
    }

    /// Looks at the terminal afresh, after the process was stopped and continued.
    pub fn look(&self) {
        self.tell(Command::Look);
    }

    /// Returns when all that is in the terminal's queue by now is read: what it came to is posted before. An Enter
    /// that is there already must not lose to a press only because its thread was slower.
    pub fn catch_up(&self) {
        self.tell(Command::CatchUp);
        if self.released.recv_timeout(PATIENCE).is_err() {
            tracing::error!("the terminal's thread does not answer");
        }
    }

    /// Draws anew for the terminal's new size.
    pub fn resize(&self) {
        self.tell(Command::Resize);
    }

    /// Rings the terminal's bell.
    pub fn ring(&self) {
        self.tell(Command::Ring);
    }

    fn tell(&self, command: Command) {
        // A thread that ended has nothing left to be told.
        let _ = self.commands.send(command);
        let _ = rustix::io::write(&*self.wake, &1_u64.to_ne_bytes());
    }

    fn wait_for_release(&self) {
        if self.released.recv_timeout(PATIENCE).is_err() {
            tracing::error!("the terminal's thread does not answer");
            restore_now(&self.tty);
        }
    }
}

/// What ended one round of the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Round {
    Next,
    Over,
}

#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about this thread's terminal")]
struct Session {
    request: Request,
    prompt: Prompt,
    painter: Painter,
    parser: Parser,
    /// The start of a line, on a terminal that is read line by line.
    line: Zeroizing<Vec<u8>>,
    tty: Tty,
    wake: Arc<OwnedFd>,
    manner: Manner,
    inbox: mpsc::Receiver<Command>,
    release: mpsc::Sender<()>,
    post: Box<dyn Fn(TerminalEvent) + Send>,
    /// The terminal, while it is ours.
    mode: Option<RawMode>,
    /// Whether the others think that it can be answered at.
    was_usable: bool,
    /// Whether keys still matter: not after the answer.
    reading: bool,
    /// Whether keys matter yet: not before the question is on the screen.
    listening: bool,
    /// Whether the screen shows less than is known.
    dirty: bool,
    /// What the terminal did not take yet.
    out: Vec<u8>,
}

impl Session {
    fn run(&mut self) {
        self.look();
        while self.round() == Round::Next {}
        self.mode = None;
        let _ = self.release.send(());
    }

    /// One wait, and what it was for.
    fn round(&mut self) -> Round {
        let (tty_ready, woken) = match self.wait() {
            Ok(ready) => ready,
            Err(Errno::INTR) => return Round::Next,
            Err(error) => {
                tracing::error!(%error, "cannot wait for the terminal");
                return Round::Over;
            }
        };
        if woken {
            let _ = rustix::io::read(&*self.wake, &mut [0_u8; 8]);
            while let Ok(command) = self.inbox.try_recv() {
                if self.obey(command) == Round::Over {
                    return Round::Over;
                }
            }
        }
        if tty_ready.contains(PollFlags::OUT) {
            self.flush();
            self.listen();
        }
        if tty_ready.intersects(PollFlags::IN | PollFlags::HUP | PollFlags::ERR) {
            self.read();
        } else if tty_ready.is_empty() && !woken {
            self.quiet();
        }
        Round::Next
    }

    /// Waits for the terminal, a command, or for nothing to happen where that means something.
    fn wait(&self) -> Result<(PollFlags, bool), Errno> {
        let mut interest = PollFlags::empty();
        if self.mode.is_some() {
            if self.reading && self.listening {
                interest |= PollFlags::IN;
            }
            if !self.out.is_empty() {
                interest |= PollFlags::OUT;
            }
        }
        let timeout = if self.dirty && self.out.is_empty() {
            Some(Duration::ZERO)
        } else {
            (self.reading && self.parser.pending_escape()).then_some(ESCAPE_PAUSE)
        };
        let timeout = timeout.and_then(|timeout| Timespec::try_from(timeout).ok());
        let mut fds = vec![PollFd::new(&*self.wake, PollFlags::IN)];
        if !interest.is_empty() {
            fds.push(PollFd::new(self.tty.fd(), interest));
        }
        poll(&mut fds, timeout.as_ref())?;
        let ready = |at: usize| fds.get(at).map_or(PollFlags::empty(), PollFd::revents);
        Ok((ready(1), ready(0).contains(PollFlags::IN)))
    }

    fn obey(&mut self, command: Command) -> Round {
        match command {
            Command::Finish { line, drop_input } => {
                self.finish(&line, drop_input);
                return Round::Over;
            }
            Command::Suspend => {
                self.give_back(false);
                let _ = self.release.send(());
            }
            Command::Look => self.look(),
            Command::CatchUp => {
                while self.reading && self.listening && self.mode.is_some() && self.has_input() {
                    self.read();
                }
                let _ = self.release.send(());
            }
            Command::Resize => {
                let (width, _) = self.tty.size();
                self.painter.resized(width, self.manner.terminal.reflows);
                self.dirty = self.mode.is_some() && self.manner.terminal.ansi;
            }
            Command::Ring => {
                if self.mode.is_some() && self.manner.terminal.ansi {
                    self.write("\x07");
                }
            }
        }
        Round::Next
    }

    /// Nothing more is coming just now: a lone Esc was meant, or it is time to draw.
    fn quiet(&mut self) {
        if self.dirty {
            self.draw();
        } else if let Some(key) = self.parser.flush() {
            self.key(key);
        }
    }

    // --- taking the terminal and giving it back ---

    /// Takes the terminal and asks, if it can be had.
    fn look(&mut self) {
        if !self.reading {
            return;
        }
        if let Some(mode) = &mut self.mode {
            if !self.tty.in_foreground() {
                // Stopped by SIGSTOP and continued in the background.
                self.lose();
                return;
            }
            if mode.is_as_set() {
                self.dirty = self.manner.terminal.ansi;
                return;
            }
            // A shell had the terminal meanwhile and left its own modes and its own text.
            mode.forget();
            self.mode = None;
        }
        let usable = self.tty.usable().and_then(|()| {
            RawMode::enter(&self.tty, self.input()).map_err(|error| format!("the terminal is gone ({error})"))
        });
        match usable {
            Ok(mode) => {
                self.mode = Some(mode);
                self.set_usable(true);
                let (width, _) = self.tty.size();
                self.painter = Painter::new(width);
                self.ask();
            }
            Err(reason) => {
                tracing::info!(reason, "no answer can be given at the terminal");
                self.set_usable(false);
            }
        }
    }

    fn set_usable(&mut self, usable: bool) {
        if self.was_usable != usable {
            self.was_usable = usable;
            (self.post)(if usable { TerminalEvent::Found } else { TerminalEvent::Lost });
        }
    }

    fn input(&self) -> Input {
        match (self.manner.terminal.ansi, &self.request.answers) {
            (true, _) => Input::Keys,
            (false, Question::Secret) => Input::SecretLines,
            (false, _) => Input::Lines,
        }
    }

    /// Puts the question on the screen. What was typed before it stood there cannot have been meant for it (spec §4).
    fn ask(&mut self) {
        if self.manner.terminal.ansi {
            self.draw();
        } else {
            let intro = plain::intro(&self.request, &self.screen());
            self.write(&intro);
        }
        self.listening = self.manner.type_ahead;
        self.listen();
    }

    /// Begins to listen once the question is on the screen, which a terminal held with Ctrl-S puts off.
    fn listen(&mut self) {
        if self.listening || self.mode.is_none() || !self.out.is_empty() {
            return;
        }
        self.listening = true;
        if self.manner.terminal.ansi && self.request.answers == Question::Reply {
            let typed = self.unread();
            if self.prompt.type_ahead(&typed) != Reaction::None {
                self.draw();
            }
        }
        drop_input(&self.tty);
    }

    /// What is in the terminal's queue now.
    fn unread(&self) -> String {
        let mut typed = Vec::new();
        let mut buffer = [0_u8; 4096];
        while typed.len() < TYPE_AHEAD_LIMIT
            && let Ok(count) = rustix::io::read(self.tty.fd(), &mut buffer)
            && count > 0
        {
            typed.extend_from_slice(buffer.get(..count).unwrap_or_default());
        }
        String::from_utf8_lossy(&typed).into_owned()
    }

    fn give_back(&mut self, drop_input: bool) {
        let Some(mut mode) = self.mode.take() else { return };
        if self.tty.in_foreground() {
            let erase = self.painter.erase();
            self.write(&erase);
            self.flush_for(FLUSH);
        }
        self.out.clear();
        self.dirty = false;
        mode.restore(drop_input);
    }

    /// Leaves one line where the prompt was.
    fn finish(&mut self, line: &str, drop_input: bool) {
        if self.mode.is_some() && self.tty.in_foreground() {
            let lead = if self.manner.terminal.ansi {
                self.painter.erase()
            } else if self.reading || self.request.answers == Question::Secret {
                // The cursor still stands behind the question.
                "\r\n".to_owned()
            } else {
                String::new()
            };
            self.write(&format!("{lead}{line}\r\n"));
            self.flush_for(FLUSH);
        }
        self.give_back(drop_input);
    }

    // --- reading ---

    fn has_input(&self) -> bool {
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        poll(&mut [PollFd::new(self.tty.fd(), PollFlags::IN)], Some(&now)).is_ok_and(|ready| ready > 0)
    }

    fn read(&mut self) {
        // A command of the same round may have ended the prompt or given the terminal back: the next byte is not ours.
        if !self.reading || self.mode.is_none() {
            return;
        }
        if !self.tty.in_foreground() {
            // Reading now would stop the whole job.
            self.lose();
            return;
        }
        let mut buffer = [0_u8; 4096];
        let wanted = if self.manner.terminal.ansi { 1 } else { buffer.len() };
        let Some(room) = buffer.get_mut(..wanted) else { return };
        match rustix::io::read(self.tty.fd(), &mut *room) {
            Ok(0) if !self.manner.terminal.ansi && self.tty.usable().is_ok() => {
                self.react(Reaction::Dismissed);
            }
            Ok(0) => self.lose(),
            Ok(count) => {
                let bytes = Zeroizing::new(room.get(..count).unwrap_or_default().to_vec());
                room.fill(0);
                self.take_in(&bytes);
            }
            Err(Errno::INTR | Errno::AGAIN) => {}
            Err(_) => self.lose(),
        }
    }

    fn take_in(&mut self, bytes: &[u8]) {
        if self.manner.terminal.ansi {
            for &byte in bytes {
                if let Some(key) = self.parser.push(byte) {
                    self.key(key);
                }
            }
        } else {
            self.line.extend_from_slice(bytes);
            if self.line.last() != Some(&b'\n') {
                // Ctrl-D behind half a line is no Enter: the rest is still to come.
                return;
            }
            let bytes = std::mem::take(&mut self.line);
            let line = Zeroizing::new(String::from_utf8_lossy(&bytes).into_owned());
            match plain::judge(&self.request, &line) {
                plain::Judgement::Answered(answer) => self.react(Reaction::Answered(answer)),
                plain::Judgement::Dismissed => self.react(Reaction::Dismissed),
                plain::Judgement::Reask(text) => self.write(&text),
            }
        }
    }

    fn key(&mut self, key: Key) {
        let reaction = self.prompt.key(key);
        self.react(reaction);
    }

    fn react(&mut self, reaction: Reaction) {
        match reaction {
            Reaction::None => {}
            Reaction::Redraw => self.dirty = true,
            Reaction::Answered(answer) => self.end(TerminalEvent::Answered(answer)),
            Reaction::Dismissed => self.end(TerminalEvent::Dismissed),
        }
    }

    /// No key matters any more; the rest of the input is somebody else's.
    fn end(&mut self, event: TerminalEvent) {
        self.reading = false;
        self.dirty = false;
        (self.post)(event);
    }

    /// The terminal is not ours any more.
    fn lose(&mut self) {
        self.give_back(false);
        self.set_usable(false);
    }

    // --- drawing ---

    fn screen(&self) -> Screen {
        let (width, height) = self.tty.size();
        let TerminalFacts { color, unicode, .. } = self.manner.terminal;
        Screen { width, height, color, unicode }
    }

    fn draw(&mut self) {
        self.dirty = false;
        let frame = frame(&self.prompt, &self.screen());
        let painted = self.painter.paint(&frame);
        self.write(&painted);
    }

    fn write(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
        self.flush();
    }

    /// Writes what the terminal takes now.
    fn flush(&mut self) {
        while !self.out.is_empty() {
            match rustix::io::write(self.tty.fd(), &self.out) {
                Ok(count) => drop(self.out.drain(..count)),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(_) => self.out.clear(),
            }
        }
    }

    /// Writes what the terminal takes within this time.
    fn flush_for(&mut self, time: Duration) {
        self.flush();
        let Ok(timeout) = Timespec::try_from(time) else { return };
        let mut fds = [PollFd::new(self.tty.fd(), PollFlags::OUT)];
        if !self.out.is_empty() && poll(&mut fds, Some(&timeout)).is_ok_and(|ready| ready > 0) {
            self.flush();
        }
    }
}
