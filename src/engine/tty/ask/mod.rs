//! A prompt on the terminal: the thread that reads keys, draws, and reports the answer.
//!
//! It reads byte by byte and stops at the Enter that answers, so that what follows stays in the terminal's queue for
//! whoever reads next. It never waits for the terminal to take output: a screen held with Ctrl-S holds nobody. It
//! touches the terminal only while this process group is in its foreground.

mod keyboard;
pub(super) mod outlet;
mod pager;
mod session;

use std::{
    os::fd::OwnedFd,
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use rustix::event::{EventfdFlags, eventfd};

use super::{
    open::Tty,
    query::{Ask, Findings},
    raw::restore_now,
};
use crate::engine::{detail::Detail, facts::TerminalFacts, request::Request, wait::TerminalEvent};
use keyboard::Keyboard;
pub use pager::{PAGER, in_memory};
use session::{Inbox, Notification, Session};

/// How long the others wait for this thread to give the terminal back.
const PATIENCE: Duration = Duration::from_millis(600);

/// How the prompt is to be asked.
#[derive(Clone, Debug)]
pub struct Manner {
    /// What the terminal can do.
    pub terminal: TerminalFacts,
    /// Whether what was typed before may answer.
    pub type_ahead: bool,
    /// What Tab completes a typed answer to, beside the choices.
    pub completions: Vec<String>,
    /// A longer text, which the human may open.
    pub detail: Option<Detail>,
}

/// What the thread has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// To the prompt.
    Prompt(TerminalEvent),
    /// What the terminal said of itself, once for each time that it was asked; nothing where it is not ours to ask.
    Findings(Option<Findings>),
    /// The terminal has taken the notification.
    Shown,
    /// It is not shown, since the terminal is not ours now; a lowercase fragment says whose.
    NotShown(String),
    /// It was taken down, since somebody else gets the terminal, or has it.
    Withdrawn,
    /// An OSC came: what stands between its introducer and its end.
    Osc(Vec<u8>),
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
    /// Ask the terminal who it is.
    Query(Ask),
    /// Show this.
    Show(Notification),
    /// Take down what is shown.
    Withdraw,
}

/// A prompt that is being asked on a thread of its own.
#[derive(Debug)]
pub struct Asker {
    tty: Tty,
    commands: mpsc::Sender<Command>,
    wake: Arc<OwnedFd>,
    keyboard: Arc<Keyboard>,
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
        post: impl Fn(Heard) + Send + 'static,
    ) -> std::io::Result<Self> {
        let wake = Arc::new(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?);
        let (commands, inbox) = mpsc::channel();
        let (release, released) = mpsc::channel();
        let keyboard = Arc::new(Keyboard::default());
        let inbox =
            Inbox { commands: inbox, wake: Arc::clone(&wake), release, keyboard: Arc::clone(&keyboard) };
        let mut session = Session::new(tty.clone(), usable, request, manner, inbox, Box::new(post));
        thread::Builder::new().name("terminal".to_owned()).spawn(move || session.run())?;
        Ok(Self { tty, commands, wake, keyboard, released })
    }

    /// Ends the prompt: `line` stays on the screen, the terminal is as it was found. `drop_input` throws away what was
    /// typed and not read.
    pub fn finish(&self, line: String, drop_input: bool) {
        self.tell(Command::Finish { line, drop_input });
        self.wait_for_release();
    }

    /// Whether a signal of the keyboard that has come was meant for the pager.
    pub fn is_pagers(&self) -> bool {
        self.keyboard.is_lent()
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

    /// Asks the terminal who it is and what it takes; [`Heard::Findings`] says what came of it.
    pub fn query(&self, ask: Ask) {
        self.tell(Command::Query(ask));
    }

    /// Writes a notification, all at once and as soon as the terminal takes it; [`Heard::Shown`] says when. `close` takes
    /// it down, empty if nothing does; `answers` says whether the terminal may say something about it.
    pub fn show(&self, bytes: Vec<u8>, close: Vec<u8>, answers: bool) {
        self.tell(Command::Show(Notification { bytes, close, answers }));
    }

    /// Takes it down.
    pub fn withdraw(&self) {
        self.tell(Command::Withdraw);
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
