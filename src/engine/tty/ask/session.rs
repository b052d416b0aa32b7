//! The loop of the asking thread: what the terminal sends, what it is told, what it shows.

mod paging;
mod reading;
mod talk;

use std::{
    os::fd::OwnedFd,
    sync::{Arc, mpsc},
    time::Duration,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    termios::Termios,
};
use zeroize::Zeroizing;

use super::{Command, Heard, Manner, keyboard::Keyboard, outlet::Outlet, pager::Pager};
use crate::engine::{
    channel::prompt::{Painter, Prompt, PromptOptions, Reaction, Screen, frame, plain::Plain},
    facts::TerminalFacts,
    request::{Question, Request},
    tty::{
        escape::Patience,
        open::Tty,
        parse::Parser,
        raw::{Input, RawMode, drop_input},
    },
    wait::TerminalEvent,
};
pub(super) use talk::Notification;
use talk::Talk;

/// How long the end of a prompt waits for the terminal to take its last line.
const FLUSH: Duration = Duration::from_millis(100);
/// Typed ahead of the prompt, no more than this is kept.
const TYPE_AHEAD_LIMIT: usize = 64 * 1024;

/// What ended one round of the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Round {
    Next,
    Over,
}

/// Where the thread is told what to do, and where it says that it did.
pub(super) struct Inbox {
    pub(super) commands: mpsc::Receiver<Command>,
    /// Readable when there is a command.
    pub(super) wake: Arc<OwnedFd>,
    pub(super) release: mpsc::Sender<()>,
    pub(super) keyboard: Arc<Keyboard>,
}

pub(super) struct Session {
    request: Request,
    prompt: Prompt,
    /// The same question for a terminal that is read line by line.
    plain: Plain,
    painter: Painter,
    parser: Parser,
    patience: Patience,
    /// The start of a line, on a terminal that is read line by line.
    line: Zeroizing<Vec<u8>>,
    tty: Tty,
    manner: Manner,
    inbox: Inbox,
    post: Box<dyn Fn(Heard) + Send>,
    /// The terminal, while it is ours.
    mode: Option<RawMode>,
    /// The pager, while it has the terminal.
    pager: Option<Pager>,
    /// The terminal's modes before that.
    modes: Option<Termios>,
    /// Whether the others think that it can be answered at.
    was_usable: bool,
    /// Whether keys still matter: not after the answer.
    reading: bool,
    /// Whether keys matter yet: not before the question is on the screen.
    listening: bool,
    /// Whether the screen shows less than is known.
    dirty: bool,
    outlet: Outlet,
    talk: Talk,
}

impl Session {
    pub(super) fn new(
        tty: Tty,
        usable: bool,
        request: &Request,
        manner: Manner,
        inbox: Inbox,
        post: Box<dyn Fn(Heard) + Send>,
    ) -> Self {
        Self {
            prompt: Prompt::new(
                request,
                PromptOptions {
                    completions: manner.completions.clone(),
                    detail: manner.detail.clone(),
                    ..PromptOptions::default()
                },
            ),
            plain: Plain::new(request),
            request: request.clone(),
            painter: Painter::new(tty.size().0),
            parser: Parser::new(),
            patience: Patience::default(),
            line: Zeroizing::default(),
            outlet: Outlet::new(tty.clone()),
            tty,
            manner,
            inbox,
            post,
            mode: None,
            pager: None,
            modes: None,
            was_usable: usable,
            reading: true,
            listening: false,
            dirty: false,
            talk: Talk::new(),
        }
    }

    pub(super) fn run(&mut self) {
        self.look();
        while self.round() == Round::Next {}
        self.mode = None;
        let _ = self.inbox.release.send(());
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
            let _ = rustix::io::read(&*self.inbox.wake, &mut [0_u8; 8]);
            while let Ok(command) = self.inbox.commands.try_recv() {
                if self.obey(command) == Round::Over {
                    return Round::Over;
                }
            }
        }
        if self.pager.is_some() {
            self.attend();
            return Round::Next;
        }
        if tty_ready.contains(PollFlags::OUT) {
            self.outlet.flush();
            self.listen();
        }
        self.converse();
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
            if !self.outlet.is_clear() || self.talk.is_pending() {
                interest |= PollFlags::OUT;
            }
        }
        let timeout = if self.dirty && self.outlet.is_clear() {
            Some(Duration::ZERO)
        } else {
            [self.lone_escape(), self.talk.timeout()].into_iter().flatten().min()
        };
        let timeout = timeout.and_then(|timeout| Timespec::try_from(timeout).ok());
        let mut fds = vec![PollFd::new(&*self.inbox.wake, PollFlags::IN)];
        if let Some(pager) = &self.pager {
            fds.push(PollFd::new(pager, PollFlags::IN));
        } else if !interest.is_empty() {
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
                self.part(false);
                self.give_back(false);
                let _ = self.inbox.release.send(());
            }
            Command::Look => self.look(),
            Command::CatchUp => {
                while self.reading && self.listening && self.mode.is_some() && self.has_input() {
                    self.read();
                }
                let _ = self.inbox.release.send(());
            }
            Command::Resize => {
                let (width, _) = self.tty.size();
                self.painter.resized(width, self.manner.terminal.reflows);
                self.dirty = self.mode.is_some() && self.manner.terminal.ansi;
            }
            Command::Query(ask) => self.query(ask),
            Command::Show(notification) => self.show(notification),
            Command::Withdraw => self.withdraw(),
            Command::Ring => {
                if self.mode.is_some() && self.manner.terminal.ansi {
                    self.outlet.write(b"\x07");
                }
            }
        }
        Round::Next
    }

    /// Nothing more is coming just now: a lone Esc was meant, or it is time to draw.
    fn quiet(&mut self) {
        if self.dirty {
            self.draw();
        } else if self.lone_escape() == Some(Duration::ZERO)
            && let Some(key) = self.parser.flush()
        {
            self.key(key);
        }
    }

    // --- taking the terminal and giving it back ---

    /// Takes the terminal and asks, if it can be had.
    fn look(&mut self) {
        if !self.reading || self.pager.is_some() {
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
            (self.post)(Heard::Prompt(if usable { TerminalEvent::Found } else { TerminalEvent::Lost }));
        }
    }

    fn input(&self) -> Input {
        match (self.manner.terminal.ansi, &self.request.answers) {
            (true, _) => Input::Keys,
            (false, Question::Secret) => Input::SecretLines,
            (false, _) => Input::Lines,
        }
    }

    /// Puts the question on the screen. What was typed before it stood there cannot have been meant for it (spec §4): it
    /// is taken out of the queue just before, so that whoever answers as soon as the question can be seen is heard.
    fn ask(&mut self) {
        self.listening = self.manner.type_ahead;
        self.take_early_input();
        if self.manner.terminal.ansi {
            self.draw();
        } else {
            let intro = self.plain.intro(self.manner.detail.as_ref(), &self.screen());
            self.outlet.write(intro.as_bytes());
        }
        self.listening |= self.outlet.is_clear();
    }

    /// Begins to listen once the question is on the screen, which a terminal held with Ctrl-S puts off.
    fn listen(&mut self) {
        if !self.listening && self.mode.is_some() && self.outlet.is_clear() {
            self.dirty = self.take_early_input();
            self.listening = true;
        }
    }

    /// Takes what was typed before the question was seen out of the queue; a text prompt, or a form, keeps it as
    /// editable text. Whether that shows.
    fn take_early_input(&mut self) -> bool {
        if self.listening {
            return false;
        }
        let is_text = matches!(self.request.answers, Question::Reply | Question::Form(_));
        let is_kept = self.manner.terminal.ansi && is_text;
        let shows = is_kept && {
            let typed = self.unread();
            self.prompt.type_ahead(&typed) != Reaction::None
        };
        drop_input(&self.tty);
        shows
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
            self.outlet.write(erase.as_bytes());
            self.outlet.flush_for(FLUSH);
        }
        self.outlet.drop_all();
        self.dirty = false;
        mode.restore(drop_input);
    }

    /// Leaves one line where the prompt was.
    fn finish(&mut self, line: &str, drop_input: bool) {
        if let Some(pager) = self.pager.take() {
            self.end_pager(pager);
        }
        if self.mode.is_some() && self.tty.in_foreground() {
            let lead = if self.manner.terminal.ansi {
                self.painter.erase()
            } else if self.reading || self.request.answers == Question::Secret {
                // The cursor still stands behind the question.
                "\r\n".to_owned()
            } else {
                String::new()
            };
            self.outlet.write(format!("{lead}{line}\r\n").as_bytes());
            self.outlet.flush_for(FLUSH);
        }
        self.part(drop_input);
        self.give_back(drop_input);
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
        self.outlet.write(painted.as_bytes());
    }
}
