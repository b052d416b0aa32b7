//! A program in a pseudo-terminal of its own, its controlling terminal: what it draws is kept as bytes and as a
//! screen, what a human types is sent, and how it stops, continues and ends is seen.
//!
//! Everything is waited for by condition variable and for at most [`LIMIT`]; a wait that fails panics with the
//! screen. Nothing sleeps.

#![expect(clippy::expect_used, reason = "a test harness fails by panicking")]

mod command;
mod keyboard;
mod prompt;
mod stty;

use std::io::Read;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use portable_pty::{MasterPty, PtySize};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus};
use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex};

pub(crate) use command::PtyCommand;
pub(crate) use keyboard::Keyboard;
pub(crate) use stty::Stty;

/// How long anything is waited for.
pub(crate) const LIMIT: Duration = Duration::from_secs(10);

/// Written to the terminal by us, after what the program wrote; taken out of what was read.
const OUTPUT_FENCE: &[u8] = b"\x1b]7777;fence\x1b\\";

/// Typed by us, after all that was typed; taken out of what was read.
const INPUT_FENCE: u8 = 0x1e;

/// How a program ended: by itself with a code, or by a signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Exit {
    pub(crate) code: Option<i32>,
    pub(crate) signal: Option<i32>,
}

impl Exit {
    /// It returned `code`.
    pub(crate) const fn code(code: i32) -> Self {
        Self { code: Some(code), signal: None }
    }

    /// `signal` ended it.
    pub(crate) fn signal(signal: Signal) -> Self {
        Self { code: None, signal: Some(signal.as_raw()) }
    }
}

/// What the program is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Life {
    Running,
    Stopped(i32),
    Ended(Exit),
}

/// What the threads of a [`Pty`] have seen.
struct Seen {
    screen: vt100::Parser<Bells>,
    raw: Vec<u8>,
    fences: usize,
    life: Life,
    /// Whether the terminal is to be taken away.
    closing: bool,
}

/// Counts the bells that were heard.
#[derive(Default)]
struct Bells(usize);

impl vt100::Callbacks for Bells {
    fn audible_bell(&mut self, _: &mut vt100::Screen) {
        self.0 += 1;
    }
}

/// Is given what is written to the terminal.
pub(crate) type Watcher = Box<dyn FnMut(&[u8]) + Send>;

/// The state and the bell that rings when it changes.
type Shared = Arc<(Mutex<Seen>, Condvar)>;

/// A running program and its terminal. Dropping it kills what is left of its session.
pub(crate) struct Pty {
    seen: Shared,
    pid: Pid,
    keyboard: Keyboard,
    /// Held open, so that the terminal outlives the program and can be looked at.
    slave: Arc<OwnedFd>,
    /// None after a hang-up.
    master: Option<Box<dyn MasterPty + Send>>,
    /// Whether it is known that no process of the session is left.
    deserted: bool,
}

impl Pty {
    /// Start `command` in a new session whose controlling terminal is ours.
    pub(crate) fn spawn(command: &PtyCommand) -> Self {
        Self::spawn_watched(command, |_| Box::new(|_| {}))
    }

    /// Like that; what `watcher` makes is given everything that is written to the terminal, as it comes.
    pub(crate) fn spawn_watched(command: &PtyCommand, watcher: impl FnOnce(&Keyboard) -> Watcher) -> Self {
        let (master, slave, pid) = command.start();
        let slave = Arc::new(slave);
        let writer = master.take_writer().expect("the pty can be written to");
        let keyboard = Keyboard::new(writer, Arc::clone(&slave));
        let watcher = watcher(&keyboard);
        let output = master.try_clone_reader().expect("the pty can be read from");
        let seen = Arc::new((
            Mutex::new(Seen {
                screen: vt100::Parser::new_with_callbacks(
                    command.rows(),
                    command.cols(),
                    1000,
                    Bells::default(),
                ),
                raw: Vec::new(),
                fences: 0,
                life: Life::Running,
                closing: false,
            }),
            Condvar::new(),
        ));
        start_thread(&seen, |seen| read_output(seen, output, watcher));
        start_thread(&seen, move |seen| follow_life(seen, pid));
        Self { seen, pid, keyboard, slave, master: Some(master), deserted: false }
    }

    /// Type these bytes.
    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.keyboard.send(bytes);
    }

    /// Type these bytes `size` at a time: the next ones follow when the program has taken the last ones, or does
    /// not seem to read at all.
    pub(crate) fn send_split(&mut self, bytes: impl AsRef<[u8]>, size: usize) {
        self.keyboard.send_split(bytes, size);
    }

    /// Wait until the screen is as `wanted` says; `what` names it where it never is.
    pub(crate) fn wait_for(&self, what: &str, wanted: impl Fn(&vt100::Screen) -> bool) {
        drop(self.wait_until(what, |seen| wanted(seen.screen.screen())));
    }

    /// Take the caller's word for it that no process of the session is left: to look for them takes a while.
    pub(crate) fn is_deserted(&mut self) {
        self.deserted = true;
    }

    /// Wait until the screen shows `text`, or the program has ended, or `bound` has passed.
    pub(crate) fn look_for(&self, text: &str, bound: Duration) {
        let missing = |seen: &mut Seen| {
            !matches!(seen.life, Life::Ended(_)) && !seen.screen.screen().contents().contains(text)
        };
        drop(self.seen.1.wait_timeout_while(self.lock(), bound, missing));
    }

    /// Wait until the screen shows `text`.
    pub(crate) fn wait_text(&self, text: &str) {
        self.wait_for(&format!("{text:?}"), |screen| screen.contents().contains(text));
    }

    /// Wait until the bytes written by the program hold `bytes`.
    pub(crate) fn wait_raw(&self, bytes: &[u8]) {
        let what = format!("the bytes {:?}", String::from_utf8_lossy(bytes));
        drop(self.wait_until(&what, |seen| find(&seen.raw, bytes).is_some()));
    }

    /// What the screen shows now, without trailing blanks.
    pub(crate) fn contents(&self) -> String {
        self.lock().screen.screen().contents()
    }

    /// Look at the screen.
    pub(crate) fn screen<T>(&self, look: impl FnOnce(&vt100::Screen) -> T) -> T {
        look(self.lock().screen.screen())
    }

    /// All bytes that were written to the terminal up to now, echoes included.
    pub(crate) fn raw_output(&self) -> Vec<u8> {
        self.settle();
        self.lock().raw.clone()
    }

    /// How many times the bell rang.
    pub(crate) fn bells(&self) -> usize {
        self.settle();
        self.lock().screen.callbacks().0
    }

    /// Change the size of the terminal; its foreground group gets SIGWINCH.
    pub(crate) fn resize(&self, cols: u16, rows: u16) {
        let (screen_rows, screen_cols) = (command::size(rows), command::size(cols));
        self.lock().screen.screen_mut().set_size(screen_rows, screen_cols);
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.master().resize(size).expect("the pty can be resized");
    }

    /// Take the terminal away from the program, as closing its window does.
    pub(crate) fn hang_up(&mut self) {
        // The writer types an end of file when it is dropped, unless the terminal has no key for that.
        let mut termios = rustix::termios::tcgetattr(&self.slave).expect("a terminal");
        termios.special_codes[SpecialCodeIndex::VEOF] = 0;
        rustix::termios::tcsetattr(&self.slave, OptionalActions::Now, &termios).expect("a terminal");
        self.keyboard.unplug();
        self.lock().closing = true;
        rustix::io::write(&self.slave, OUTPUT_FENCE).expect("the terminal can be written to");
        self.master = None;
    }

    fn master(&self) -> &dyn MasterPty {
        self.master.as_deref().expect("the terminal is there")
    }

    /// The process that was started.
    pub(crate) fn pid(&self) -> Pid {
        self.pid
    }

    /// The processes of its session.
    pub(crate) fn processes(&self) -> Vec<Pid> {
        command::session_of(self.pid)
    }

    /// Send a signal to the process that was started.
    pub(crate) fn signal(&self, signal: Signal) {
        let seen = self.lock();
        assert!(!matches!(seen.life, Life::Ended(_)), "the program has ended: {:?}", seen.life);
        rustix::process::kill_process(self.pid, signal).expect("our child can be signalled");
    }

    /// Send a signal to the process that was started, if it has not ended; whether it has not.
    pub(crate) fn try_signal(&self, signal: Signal) -> bool {
        let seen = self.lock();
        !matches!(seen.life, Life::Ended(_)) && rustix::process::kill_process(self.pid, signal).is_ok()
    }

    /// How many bytes were typed and not read.
    pub(crate) fn queued(&self) -> u64 {
        rustix::io::ioctl_fionread(&self.slave).expect("a terminal")
    }

    /// The foreground process group.
    pub(crate) fn foreground(&self) -> Option<Pid> {
        self.master().process_group_leader().and_then(Pid::from_raw)
    }

    /// Send a signal to the foreground process group, as a key like Ctrl-C does.
    pub(crate) fn signal_foreground(&self, signal: Signal) {
        let group = self.foreground().expect("a foreground group");
        rustix::process::kill_process_group(group, signal).expect("the foreground group can be signalled");
    }

    /// Wait until the program is stopped; by which signal.
    pub(crate) fn wait_stopped(&self) -> i32 {
        match self.wait_until("the program to stop", |seen| seen.life != Life::Running).life {
            Life::Stopped(signal) => signal,
            life => panic!("the program did not stop: {life:?}"),
        }
    }

    /// Continue the stopped program and wait until it runs.
    pub(crate) fn continue_stopped(&self) {
        self.signal_foreground(Signal::CONT);
        drop(self.wait_until("the program to continue", |seen| !matches!(seen.life, Life::Stopped(_))));
    }

    /// Continue the stopped program, and no other process of its group, and wait until it runs.
    pub(crate) fn continue_alone(&self) {
        self.signal(Signal::CONT);
        drop(self.wait_until("the program to continue", |seen| !matches!(seen.life, Life::Stopped(_))));
    }

    /// Whether the program has ended.
    pub(crate) fn has_ended(&self) -> bool {
        matches!(self.lock().life, Life::Ended(_))
    }

    /// Wait until the program ends, or until `bound` has passed.
    pub(crate) fn ends_within(&self, bound: Duration) -> Option<Exit> {
        let runs = |seen: &mut Seen| !matches!(seen.life, Life::Ended(_));
        let seen = self.seen.1.wait_timeout_while(self.lock(), bound, runs);
        match seen.unwrap_or_else(PoisonError::into_inner).0.life {
            Life::Ended(exit) => Some(exit),
            Life::Running | Life::Stopped(_) => None,
        }
    }

    /// Wait until the program ends and all it wrote has been read.
    pub(crate) fn wait_exit(&self) -> Exit {
        let Life::Ended(exit) =
            self.wait_until("the program to end", |seen| matches!(seen.life, Life::Ended(_))).life
        else {
            unreachable!("waited for the end")
        };
        self.settle();
        exit
    }

    /// The terminal's settings now, as `stty -a` tells them.
    pub(crate) fn stty(&self) -> Stty {
        Stty::of(&self.slave)
    }

    /// What was typed and never read, complete lines or not. It is taken out of the queue.
    pub(crate) fn unread_input(&mut self) -> Vec<u8> {
        let before = rustix::termios::tcgetattr(&self.slave).expect("a terminal");
        let mut all = before.clone();
        all.local_modes -= LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN;
        all.special_codes[SpecialCodeIndex::VMIN] = 1;
        all.special_codes[SpecialCodeIndex::VTIME] = 0;
        rustix::termios::tcsetattr(&self.slave, OptionalActions::Now, &all).expect("a terminal");
        self.send([INPUT_FENCE]);
        let (mut input, mut byte) = (Vec::new(), [0]);
        while rustix::io::read(&self.slave, &mut byte).is_ok_and(|count| count == 1) && byte[0] != INPUT_FENCE
        {
            input.push(byte[0]);
        }
        rustix::termios::tcsetattr(&self.slave, OptionalActions::Now, &before).expect("a terminal");
        input
    }

    /// Wait until all that was written to the terminal up to now has been read from it.
    fn settle(&self) {
        let fences = self.lock().fences;
        rustix::io::write(&self.slave, OUTPUT_FENCE).expect("the terminal can be written to");
        drop(self.wait_until("the terminal's output to settle", |seen| seen.fences > fences));
    }

    fn wait_until(&self, what: &str, wanted: impl Fn(&Seen) -> bool) -> MutexGuard<'_, Seen> {
        let (seen, timeout) = self
            .seen
            .1
            .wait_timeout_while(self.lock(), LIMIT, |seen| !wanted(seen))
            .unwrap_or_else(PoisonError::into_inner);
        if timeout.timed_out() {
            let (life, contents) = (seen.life, seen.screen.screen().contents());
            drop(seen);
            panic!("waited {LIMIT:?} for {what}; the program: {life:?}; the screen:\n{contents}\n---");
        }
        seen
    }

    fn lock(&self) -> MutexGuard<'_, Seen> {
        self.seen.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        if self.deserted {
            return;
        }
        for pid in command::session_of(self.pid) {
            command::kill(pid);
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "a test harness reads the terminal while the test waits")]
fn start_thread(seen: &Shared, work: impl FnOnce(&Shared) + Send + 'static) {
    let seen = Arc::clone(seen);
    thread::spawn(move || work(&seen));
}

/// Until the terminal is closed: keep what is written to it.
fn read_output((seen, changed): &(Mutex<Seen>, Condvar), mut output: impl Read, mut watcher: Watcher) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = output.read(&mut bytes) {
        watcher(&bytes[..count]);
        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.append(&bytes[..count]);
        changed.notify_all();
        if seen.closing {
            return;
        }
    }
}

/// Until the child has ended: keep what became of it. It is reaped under the lock, so that nobody signals a
/// process that is not ours any more.
fn follow_life((seen, changed): &(Mutex<Seen>, Condvar), pid: Pid) {
    let any = WaitIdOptions::EXITED | WaitIdOptions::STOPPED | WaitIdOptions::CONTINUED;
    while rustix::process::waitid(WaitId::Pid(pid), any | WaitIdOptions::NOWAIT).is_ok() {
        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(Some(status)) = rustix::process::waitid(WaitId::Pid(pid), any | WaitIdOptions::NOHANG) {
            seen.life = Life::from(&status);
        }
        changed.notify_all();
        if matches!(seen.life, Life::Ended(_)) {
            return;
        }
    }
}

impl From<&WaitIdStatus> for Life {
    fn from(status: &WaitIdStatus) -> Self {
        match (status.stopping_signal(), status.exit_status(), status.terminating_signal()) {
            (Some(signal), _, _) => Self::Stopped(signal),
            (_, None, None) => Self::Running,
            (_, code, signal) => Self::Ended(Exit { code, signal }),
        }
    }
}

impl Seen {
    fn append(&mut self, bytes: &[u8]) {
        self.screen.process(bytes);
        let start = self.raw.len().saturating_sub(OUTPUT_FENCE.len());
        self.raw.extend_from_slice(bytes);
        while let Some(at) = find(&self.raw[start.min(self.raw.len())..], OUTPUT_FENCE) {
            self.raw.drain(start + at..start + at + OUTPUT_FENCE.len());
            self.fences += 1;
        }
    }
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}
