//! The loop: one thread that sleeps on the terminal and on what the engine's threads post, hands what comes to the model,
//! draws it, and carries out its commands. Where nothing happens it does not wake up.

mod files;
mod obey;
mod script;
mod talk;
mod trial;

use std::{convert::Infallible, os::fd::AsFd as _, time::Duration};

use ratatui::Terminal;
use rustix::io::Errno;

use super::{
    backend::Bytes,
    diagnosis::Diagnosis,
    message::{Keep, Message},
    model::Model,
    mouse,
    theme::{self, Depth, Ground, Theme},
    update::update,
    view,
};
use crate::engine::{
    clock::now,
    doctor::{Context, Finding, Lookout, Probe, Report, Trial, TrialEvent},
    facts::Colours,
    inbox::{Inbox, Outbox},
    signal::Caught,
    tty::{
        open::Tty,
        parse::Input,
        screen::{Screen, Woken},
    },
};
use files::Files;
use talk::Talk;
use trial::Running;

/// What the screen is opened with.
#[derive(Debug)]
pub struct Setup {
    /// Where the probes look.
    pub context: Context,
    /// The terminal.
    pub tty: Tty,
    /// Whether colours are welcome.
    pub color: bool,
    /// What the environment says of them.
    pub colours: Colours,
}

/// How the screen was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// As the human wished.
    Quit,
    /// By the signal of this number.
    Signal(i32),
}

/// Why there was no screen.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// The terminal cannot be taken.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[from] Errno),
    /// The system has no file descriptors or signals to spare.
    #[error("signals cannot be caught: {0}")]
    Signals(#[from] std::io::Error),
}

impl From<Infallible> for Failed {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// What wakes the loop, apart from the terminal.
#[derive(Debug)]
enum Event {
    Caught(Caught),
    Found(Finding),
    Trial(Trial, TrialEvent),
    /// What runs at the terminal in the screen's place has stopped or ended.
    Script(script::State),
}

impl From<Caught> for Event {
    fn from(caught: Caught) -> Self {
        Self::Caught(caught)
    }
}

/// Shows the screen until it is left. Whatever happens, the terminal is as it was found.
///
/// # Errors
///
/// When the terminal cannot be taken, or signals cannot be caught.
pub fn run(setup: Setup) -> Result<Left, Failed> {
    let inbox = Inbox::open()?;
    let screen = Screen::take(&setup.tty)?;
    let mut session = Session::new(setup, inbox, screen)?;
    // The first frame knows nothing yet, and is there at once.
    session.draw()?;
    session.begin();
    let left = session.turn();
    session.end();
    left
}

/// All that the loop goes with.
struct Session {
    setup: Setup,
    inbox: Inbox<Event>,
    outbox: Outbox<Event>,
    screen: Screen,
    terminal: Terminal<Bytes>,
    model: Model,
    report: Report,
    lookout: Lookout,
    files: Files,
    talk: Talk,
    running: Option<Running>,
    begun: std::time::Instant,
    /// Whether the model is another than what is drawn.
    is_stale: bool,
}

impl Session {
    fn new(setup: Setup, inbox: Inbox<Event>, screen: Screen) -> Result<Self, Failed> {
        let facts = &setup.context.facts;
        let depth = match (setup.color, setup.colours.many) {
            (false, _) => Depth::None,
            (true, false) => Depth::Sixteen,
            (true, true) => Depth::Many,
        };
        let ground = setup.colours.ground.as_deref().map_or(Ground::Unknown, theme::ground_of_variable);
        let theme = Theme::new(ground, depth, facts.terminal.unicode);
        let report = Report::new(setup.context.clone());
        let mut model = Model::new(screen.size(), &theme, Diagnosis::of(&report));
        model.invocation = setup.context.invocation();
        let asks_ground = depth == Depth::Many && ground == Ground::Unknown;
        let (outbox, found) = (inbox.outbox(), inbox.outbox());
        Ok(Self {
            lookout: Lookout::new(&setup.context, move |finding| found.post(Event::Found(finding))),
            outbox,
            terminal: Terminal::new(Bytes::new(screen.size()))?,
            files: Files::new(&setup.context),
            talk: Talk::new(&setup.context, asks_ground),
            setup,
            inbox,
            screen,
            model,
            report,
            running: None,
            begun: now(),
            is_stale: true,
        })
    }

    fn elapsed(&self) -> Duration {
        now().duration_since(self.begun)
    }

    /// Starts to look at everything.
    fn begin(&mut self) {
        self.lookout.look(&Probe::ALL);
        let opened = self.files.open(0, Keep::Nothing);
        self.tell(Message::Surveyed(opened));
        let question = self.talk.begin(self.elapsed());
        self.screen.write(&question);
    }

    /// Turns until it is left.
    fn turn(&mut self) -> Result<Left, Failed> {
        let bell = self.inbox.bell()?;
        loop {
            while let Some(event) = self.inbox.take() {
                if let Some(left) = self.happened(event)? {
                    return Ok(left);
                }
            }
            for input in self.screen.read() {
                if let Some(left) = self.typed(input)? {
                    return Ok(left);
                }
            }
            self.listen();
            self.draw()?;
            let most = self.most();
            self.screen.expect_replies(self.talk.is_asking());
            if self.screen.sleep(bell.as_fd(), most) == Woken::Gone {
                return Ok(Left::Quit);
            }
            if self.model.is_moving() {
                self.tell(Message::Time(self.elapsed()));
            }
        }
    }

    /// How long it may sleep.
    fn most(&self) -> Option<Duration> {
        let spinner = self.model.is_moving().then_some(theme::FRAME);
        let talk = self.talk.poll_timeout().map(|until| until.saturating_sub(self.elapsed()));
        [spinner, talk].into_iter().flatten().min()
    }

    fn happened(&mut self, event: Event) -> Result<Option<Left>, Failed> {
        match event {
            Event::Caught(Caught::End(signal)) => return Ok(Some(Left::Signal(signal.number()))),
            Event::Caught(Caught::Stop) => {
                self.screen.give_back();
                self.inbox.signals().stop();
            }
            Event::Caught(Caught::Continue) => {
                self.inbox.signals().continuation_is_known();
                self.come_back()?;
            }
            Event::Caught(Caught::Resize) => self.resize()?,
            Event::Found(finding) => {
                self.report.add(finding);
                self.diagnose();
            }
            Event::Trial(trial, event) => return self.tried(trial, event),
            // Nobody waits for it any more.
            Event::Script(_) => {}
        }
        Ok(None)
    }

    /// Takes the terminal again, if it is ours to take.
    fn come_back(&mut self) -> Result<(), Failed> {
        if !self.setup.tty.in_foreground() {
            return Ok(());
        }
        if self.screen.is_ours() && !self.screen.is_as_set() {
            self.screen.forget();
        }
        self.screen.take_again()?;
        self.resize()
    }

    fn resize(&mut self) -> Result<(), Failed> {
        let size = self.screen.size();
        self.terminal.backend_mut().resize(size);
        self.terminal.autoresize()?;
        self.terminal.clear()?;
        self.tell(Message::Resize(size.0, size.1));
        Ok(())
    }

    /// Something was typed, or the terminal says something; how it is left, if that ends it.
    fn typed(&mut self, input: Input) -> Result<Option<Left>, Failed> {
        let message = match input {
            Input::Key(key) => Message::Key(key),
            Input::Report(report) => {
                if let Some(mouse) = mouse::mouse(&report) {
                    Message::Mouse(mouse)
                } else {
                    let now = self.elapsed();
                    let Some(ground) = self.talk.hear(now, &report) else { return Ok(None) };
                    Message::Ground(ground)
                }
            }
        };
        self.obey(message)
    }

    /// The talk with the terminal goes on.
    fn listen(&mut self) {
        let now = self.elapsed();
        if let Some(question) = self.talk.poll_output(now) {
            self.screen.write(&question);
        }
        if let Some(finding) = self.talk.finding() {
            self.report.add(finding);
            self.diagnose();
        }
    }

    fn diagnose(&mut self) {
        self.tell(Message::Diagnosed(Box::new(Diagnosis::of(&self.report))));
    }

    /// Hands something to the model that asks for nothing.
    fn tell(&mut self, message: Message) {
        let commands = update(&mut self.model, message);
        debug_assert!(commands.is_empty(), "{commands:?}");
        self.is_stale = true;
    }

    /// Draws what has changed, once the terminal has taken what was drawn before.
    fn draw(&mut self) -> Result<(), Failed> {
        if !self.is_stale || !self.screen.is_ours() || !self.screen.is_clear() {
            return Ok(());
        }
        let model = &self.model;
        self.terminal.draw(|frame| {
            let drawn = view::draw(model, frame.buffer_mut());
            if let Some(cursor) = drawn.cursor {
                frame.set_cursor_position(cursor);
            }
        })?;
        let bytes = self.terminal.backend_mut().take();
        self.screen.write(&bytes);
        self.is_stale = false;
        Ok(())
    }

    /// Takes down what is up, and gives the terminal back.
    fn end(&mut self) {
        if let Some(running) = self.running.take() {
            running.end(&mut self.inbox);
        }
        if self.screen.is_ours() {
            self.talk.drain(&mut self.screen, self.begun);
        }
        self.screen.give_back();
    }
}
