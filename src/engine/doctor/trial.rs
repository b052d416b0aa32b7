//! A notification that is shown to see what becomes of it.

use std::time::{Duration, Instant};

use super::{
    context::Context,
    evidence::sample,
    table::{Answer, Capability, Channel, Proof},
};
use crate::engine::{
    answer::{Answer as Given, CloseReason},
    channel::desktop::{self, Overheard, TrialNews},
    clock::now,
    duration::compact,
    request::{Kind, Question, Request},
    wait::{NOT_SHOWN, SurfaceEvent},
};

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trial {
    /// A title and a line.
    Plain,
    /// A question with its answers.
    Buttons,
    /// A question with a field for a text.
    Reply,
    /// As much text as is ever sent.
    LongText,
    /// Signs that a server may read as markup.
    Markup,
    /// Other scripts and emoji.
    Unicode,
}

impl Trial {
    /// All of them, in the order of the list.
    pub const ALL: [Self; 6] =
        [Self::Plain, Self::Buttons, Self::Reply, Self::LongText, Self::Markup, Self::Unicode];

    /// Its name.
    pub fn title(self) -> &'static str {
        match self {
            Self::Plain => "Plain",
            Self::Buttons => "Buttons",
            Self::Reply => "Reply field",
            Self::LongText => "Long text",
            Self::Markup => "Markup",
            Self::Unicode => "Unicode",
        }
    }

    /// What the human is to look at or to do.
    pub fn task(self) -> &'static str {
        match self {
            Self::Plain => "Look whether it appears, then close it.",
            Self::Buttons => "Press one of its buttons.",
            Self::Reply => "Type something into its field and send it.",
            Self::LongText => "Look whether its last word is END.",
            Self::Markup => "Look whether it says <b>bold</b> & *stars*, with every sign.",
            Self::Unicode => "Look whether it says Ünïcode, 日本語, עברית, 👩‍💻 with every character.",
        }
    }

    /// What it is to prove. What else comes to light meanwhile says nothing about it.
    pub fn capability(self) -> Capability {
        match self {
            Self::Plain => Capability::Shown,
            Self::Buttons => Capability::Buttons,
            Self::Reply => Capability::Reply,
            Self::LongText => Capability::LongText,
            Self::Markup => Capability::Markup,
            Self::Unicode => Capability::Unicode,
        }
    }

    /// What is proven once the human says whether it was so; none where the notification itself tells.
    pub fn judged(self, is_so: bool) -> Option<Proof> {
        let how = if is_so { "you have seen it" } else { "you have not seen it" };
        let is_told = matches!(self, Self::Buttons | Self::Reply);
        (!is_told).then(|| proof(self.capability(), is_so, how.to_owned()))
    }

    fn request(self) -> Request {
        let plain = Request {
            title: format!("Test: {}", self.title()),
            question: self.task().to_owned(),
            ..sample()
        };
        match self {
            Self::Plain | Self::Buttons => plain,
            Self::Reply => Request { kind: Kind::Ask, answers: Question::Reply, ..plain },
            Self::LongText => {
                let words = |count| vec!["word"; count].join(" ");
                Request {
                    question: format!("{} This is a long text: {}", self.task(), words(34)),
                    reason: Some(words(40)),
                    include_reason: true,
                    source: "END".to_owned(),
                    ..plain
                }
            }
            Self::Markup => Request { question: "<b>bold</b> & *stars*".to_owned(), ..plain },
            Self::Unicode => {
                Request { question: "Ünïcode, 日本語, עברית, 👩‍💻".to_owned(), ..plain }
            }
        }
    }

    /// Shows it on the desktop, on a thread of its own, as a prompt would be shown, and says what is heard on the bus until
    /// it is answered, closed or stopped. Where no server runs, the bus may start one.
    pub fn start(self, context: &Context, post: impl Fn(TrialEvent) + Send + 'static) -> TrialHandle {
        let trial = desktop::Trial {
            bus: context.facts.bus.clone(),
            request: self.request(),
            actions: matches!(self, Self::Buttons | Self::Reply),
        };
        let log = std::sync::Mutex::new(Log { begun: now(), sent: None, shown: None, is_leaving: false });
        let handle = desktop::try_out(trial, move |news| {
            let mut log = log.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            for event in log.on(news) {
                post(event);
            }
        });
        TrialHandle(handle)
    }
}

/// Something that was heard on the bus about a notification, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// When, since the trial began.
    pub at: Duration,
    /// How long after it was up.
    pub delay: Duration,
    /// What was heard. What does not come from the server is never an answer; the reason of a close is in words.
    pub heard: Overheard,
    /// What that means to a prompt: `the answer Deny`, `nothing`.
    pub means: String,
}

/// What becomes of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialEvent {
    /// It is up.
    Shown {
        /// Under this id.
        id: u32,
        /// On the server of this unique name.
        server: String,
        /// How long after it was sent.
        delay: Duration,
    },
    /// Something was heard, about ours or about another.
    Heard(Signal),
    /// Something is proven, for [`super::Report::prove`].
    Proven(Proof),
    /// It could not be shown, or the server was lost; a lowercase fragment says why.
    Failed(String),
    /// It is over: it was answered, closed, withdrawn, or it failed. Nothing comes after.
    Ended,
}

/// A trial that runs. Dropping it withdraws the notification, as [`TrialHandle::stop`] does.
#[derive(Debug)]
pub struct TrialHandle(desktop::TrialHandle);

impl TrialHandle {
    /// Withdraws the notification; [`TrialEvent::Ended`] comes when it is down.
    pub fn stop(&self) {
        self.0.stop();
    }
}

fn proof(capability: Capability, is_so: bool, how: String) -> Proof {
    let answer = if is_so { Answer::Yes } else { Answer::No };
    Proof { capability, channel: Channel::Desktop, answer, how }
}

/// When what happened.
struct Log {
    begun: Instant,
    sent: Option<Instant>,
    shown: Option<Instant>,
    /// Whether it was answered or closed, so that nothing more is proven by its end.
    is_leaving: bool,
}

impl Log {
    fn on(&mut self, news: TrialNews) -> Vec<TrialEvent> {
        let now = now();
        match news {
            TrialNews::Sent => {
                self.sent = Some(now);
                Vec::new()
            }
            TrialNews::Shown { id, server } => {
                self.shown = Some(now);
                let delay = now.duration_since(self.sent.unwrap_or(self.begun));
                vec![TrialEvent::Shown { id, server, delay }]
            }
            TrialNews::Heard(overheard) => self.on_signal(overheard, now),
            TrialNews::Failed(error) => vec![TrialEvent::Failed(error)],
            TrialNews::Ended => vec![TrialEvent::Ended],
        }
    }

    fn on_signal(&mut self, overheard: Overheard, now: Instant) -> Vec<TrialEvent> {
        let delay = self.shown.map(|shown| now.duration_since(shown)).unwrap_or_default();
        let proven = self.proven(&overheard, delay);
        let means = meaning(&overheard);
        let mut heard = overheard;
        if heard.name == "NotificationClosed" {
            heard.says = reason(&heard.says);
        }
        let signal = Signal { at: now.duration_since(self.begun), delay, heard, means };
        std::iter::once(TrialEvent::Heard(signal)).chain(proven.map(TrialEvent::Proven)).collect()
    }

    fn proven(&mut self, overheard: &Overheard, delay: Duration) -> Option<Proof> {
        let after = || compact_ms(delay);
        let was_leaving = self.is_leaving;
        self.is_leaving |= overheard.event.is_some();
        match overheard.event.as_ref()? {
            SurfaceEvent::Answered(Given::Text(_)) => {
                Some(proof(Capability::Reply, true, format!("a text was sent after {}", after())))
            }
            SurfaceEvent::Answered(answer) => {
                let how = format!("{} was pressed after {}", answer.shown(), after());
                Some(proof(Capability::Buttons, true, how))
            }
            SurfaceEvent::GoToTerminal if overheard.says == "default" => {
                Some(proof(Capability::BodyClick, true, format!("its body was clicked after {}", after())))
            }
            SurfaceEvent::GoToTerminal => Some(proof(
                Capability::Buttons,
                true,
                format!("Go to terminal was pressed after {}", after()),
            )),
            SurfaceEvent::Closed(CloseReason::Closed) => {
                Some(proof(Capability::Withdrawn, true, "the server says so".to_owned()))
            }
            SurfaceEvent::Closed(_) if was_leaving => None,
            SurfaceEvent::Closed(_) if delay < NOT_SHOWN => {
                Some(proof(Capability::Shown, false, format!("it was closed after {}", after())))
            }
            SurfaceEvent::Closed(CloseReason::Expired) => {
                Some(proof(Capability::Stays, false, format!("it went by itself after {}", after())))
            }
            _ => None,
        }
    }
}

/// Milliseconds below a second, else seconds.
fn compact_ms(delay: Duration) -> String {
    if delay < Duration::from_secs(1) {
        format!("{} ms", delay.as_millis())
    } else {
        compact(Duration::from_millis(u64::try_from(delay.as_millis() / 100 * 100).unwrap_or(u64::MAX)))
    }
}

/// What a prompt would make of it.
fn meaning(overheard: &Overheard) -> String {
    match &overheard.event {
        Some(SurfaceEvent::Answered(answer)) => format!("the answer {}", answer.shown()),
        Some(SurfaceEvent::GoToTerminal) => "go to the terminal".to_owned(),
        Some(SurfaceEvent::Closed(_)) => "it is closed, which is no answer".to_owned(),
        _ if !overheard.genuine => "nothing: it does not come from the server".to_owned(),
        _ if !overheard.ours => "nothing: it is about another notification".to_owned(),
        _ => "nothing".to_owned(),
    }
}

/// The number of a reason, in words.
fn reason(number: &str) -> String {
    let words = match number {
        "1" => "expired",
        "2" => "dismissed",
        "3" => "withdrawn by its program",
        "4" => "for a reason of its own",
        _ => "for an unknown reason",
    };
    format!("{number}, {words}")
}
