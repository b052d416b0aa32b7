//! The desktop channel: a notification whose buttons are the answers.
//!
//! [`dbus`] is the only folder that speaks D-Bus. The channel reports what happens as [`Report`]s and is told what to do
//! through its [`Handle`]. Beside a terminal it runs on a thread of its own, since nothing it does may delay a key; where
//! there is none it lives on the loop's thread, which answers a click sooner by two changes of threads. It has no clock
//! and sets itself no limits, the caller owns every deadline.

pub mod address;
mod dbus;
pub mod gvariant;
pub mod hint;
pub mod look;
mod mailbox;
pub(super) mod markup;
mod notice;
mod popup;
pub mod quirks;
pub mod spec;
pub mod value;

use std::{
    future::poll_fn,
    sync::Arc,
    time::{Duration, Instant},
};

use crate::engine::{
    aside::aside,
    channel::Report,
    notice::Notice,
    request::Request,
    wait::{SurfaceEvent, SurfaceId},
};
pub use address::{BusEnvironment, is_nowhere};
use mailbox::Mailbox;

/// A notification that was left on a server, as another process can find it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The bus's own identity.
    pub bus: String,
    /// The server's unique name there.
    pub owner: String,
    /// The notification's id on that server.
    pub id: u32,
}

/// What the channel needs to know, once.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the bus may be.
    pub bus: BusEnvironment,
    /// What is asked.
    pub request: Request,
    /// Whether buttons are wanted.
    pub actions: bool,
}

/// Something for the channel to do.
#[derive(Debug)]
enum Command {
    /// Show a notification; `terminal` says whether it can be answered there too.
    Show { surface: SurfaceId, terminal: bool },
    /// Take it down, now or as soon as it is up.
    Close(SurfaceId),
    /// Look again who the server is and what it can do.
    LookAgain,
}

/// A running desktop channel. Dropping it leaves the thread to itself: it ends with the process.
#[derive(Debug)]
pub struct Handle(Arc<Mailbox<Command>>);

impl Handle {
    /// Starts the channel: it connects and finds the server, then waits to be told what to show.
    pub fn start(settings: Settings, post: impl Fn(Report) + Send + 'static) -> Self {
        let mailbox = Arc::new(Mailbox::default());
        let commands = Arc::clone(&mailbox);
        aside("desktop", move || dbus::run(settings, &commands, &post));
        Self(mailbox)
    }

    /// A channel without a thread: it lives in the turns of [`alongside`], from the first look at the server on.
    pub fn resident(settings: Settings, post: impl Fn(Report)) -> (Self, impl Future<Output = ()>) {
        let mailbox = Arc::new(Mailbox::default());
        let commands = Arc::clone(&mailbox);
        let life = async move {
            poll_fn(|context| commands.poll(context)).await;
            dbus::live(settings, &commands, &post).await;
        };
        (Self(mailbox), life)
    }

    /// Looks for the server, again if it was not quite there.
    pub fn look_again(&self) {
        self.0.post(Command::LookAgain);
    }

    /// Shows the notification.
    pub fn show(&self, surface: SurfaceId, terminal: bool) {
        self.0.post(Command::Show { surface, terminal });
    }

    /// Takes it down, now or as soon as it is up.
    pub fn close(&self, surface: SurfaceId) {
        self.0.post(Command::Close(surface));
    }
}

/// What becomes of a notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoticeEvent {
    /// The server has its name and not its object yet; it may be asked again.
    NotYet,
    /// It will not be shown, or nothing more will be heard of it; a lowercase fragment says why.
    Failed(String),
    /// It is up.
    Shown {
        /// Under this id.
        id: u32,
        /// Whether something can be chosen on it.
        actions: bool,
    },
    /// The action of this name was chosen, or this text typed.
    Chosen(String),
    /// It closed.
    Closed,
    /// The server is gone or another one took its place.
    Lost,
    /// The bus has not taken its close yet, and is heard of.
    Withdrawing,
    /// The bus has taken its close.
    Down,
}

/// Something to do for a notice's channel.
#[derive(Debug)]
enum NoticeCommand {
    Again,
    Close,
}

/// How long a notice may take until it is up.
#[derive(Clone, Copy)]
pub struct Limit {
    /// When it has to be up.
    pub until: Instant,
    /// How soon a server is asked again that has its name and not its object yet.
    pub settle: Duration,
    /// How often it is asked.
    pub tries: u32,
}

/// Shows a notice that nobody follows, and says its id as soon as it is up. It is done on the thread that calls it, which
/// costs the least.
///
/// # Errors
///
/// When it is not up in time, or will not be; a lowercase fragment says why.
pub fn show_notice(
    bus: &BusEnvironment,
    notice: Notice,
    limit: &Limit,
    on_shown: &mut dyn FnMut(u32),
) -> Result<(), String> {
    dbus::show(bus, notice, limit, on_shown)
}

/// The name of the notification server, if there is one that answers within this time.
///
/// # Errors
///
/// When there is none; a lowercase fragment says why.
pub fn find_server(bus: &BusEnvironment, limit: Duration) -> Result<String, String> {
    dbus::find_server(bus, limit)
}

/// A notice on its way or on the screen.
#[derive(Debug)]
pub struct NoticeHandle(Arc<Mailbox<NoticeCommand>>);

impl NoticeHandle {
    /// Shows a notice and follows it until it closes, in the turns of [`alongside`].
    pub fn watch(
        bus: BusEnvironment,
        notice: Notice,
        post: impl Fn(NoticeEvent),
    ) -> (Self, impl Future<Output = ()>) {
        let mailbox = Arc::new(Mailbox::default());
        let commands = Arc::clone(&mailbox);
        (Self(mailbox), async move { dbus::watch(&bus, notice, &commands, &post).await })
    }

    /// Tries it again.
    pub fn again(&self) {
        self.0.post(NoticeCommand::Again);
    }

    /// Takes it down, now or as soon as it is up.
    pub fn close(&self) {
        self.0.post(NoticeCommand::Close);
    }
}

pub use dbus::alongside;

/// Looks at the bus and the server on it, until then at most, on the thread that calls it. Nothing is shown and nothing
/// started.
pub fn look(bus: &BusEnvironment, until: Instant) -> look::Look {
    dbus::look(bus, until)
}

/// A notification that is shown to see what becomes of it.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Where the bus may be.
    pub bus: BusEnvironment,
    /// What it asks.
    pub request: Request,
    /// Whether it has buttons.
    pub actions: bool,
}

/// What is heard of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialNews {
    /// It is on its way to the server.
    Sent,
    /// It is up.
    Shown {
        /// Under this id.
        id: u32,
        /// On the server of this unique name.
        server: String,
    },
    /// A signal of the notification interface, from whomever and about whatever.
    Heard(Overheard),
    /// It could not be shown, or the server was lost; a lowercase fragment says why.
    Failed(String),
    /// It is over.
    Ended,
}

/// A signal, and what it would mean to a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overheard {
    /// The unique name that it came from.
    pub sender: String,
    /// Whether that is the server that shows the notification.
    pub genuine: bool,
    /// Its name.
    pub name: String,
    /// The notification that it is about.
    pub id: Option<u32>,
    /// Whether that is the trial's.
    pub ours: bool,
    /// What it says.
    pub says: String,
    /// What it means to a prompt; none for nothing.
    pub event: Option<SurfaceEvent>,
}

/// A trial that runs. Dropping it withdraws the notification.
#[derive(Debug)]
pub struct TrialHandle(Arc<Mailbox<()>>);

impl TrialHandle {
    /// Withdraws it; the end of the trial is heard of.
    pub fn stop(&self) {
        self.0.post(());
    }
}

impl Drop for TrialHandle {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Shows it on a thread of its own, and listens until it is answered, closed or stopped.
pub fn try_out(trial: Trial, post: impl Fn(TrialNews) + Send + 'static) -> TrialHandle {
    let mailbox = Arc::new(Mailbox::default());
    let commands = Arc::clone(&mailbox);
    aside("trial", move || dbus::try_out(&trial, &commands, &post));
    TrialHandle(mailbox)
}

/// Takes down what an earlier process left behind, on a thread of its own; nobody waits for it.
pub fn sweep(bus: BusEnvironment, traces: Vec<Trace>) {
    aside("sweep", move || dbus::sweep(&bus, &traces));
}
