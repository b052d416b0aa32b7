//! What a human can reach on a notification, and what has to come of it.

use super::kind::Kind;
use crate::support::{BodyClick, Dest, Emit, Key, Notification, OnClose, Reply, Script, When};

/// How late a reply to `Notify` may be and still be waited for by a prompt that is over.
const LINGER: u64 = 300;
/// How late it may be and still count as shown.
const PATIENCE: u64 = 1500;

/// What a click means to us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Click {
    /// The answer with this key.
    Choice(String),
    /// Withdraw, and leave it to the terminal.
    GoToTerminal,
    /// No answer: it closes, or nothing happens at all.
    Nothing,
}

/// A server, as far as a human has to do with it.
#[derive(Debug)]
pub(super) struct Screen {
    script: Script,
    withdrawn: bool,
    doubtful: bool,
}

impl Screen {
    pub(super) fn new(script: Script) -> Self {
        Self { script, withdrawn: false, doubtful: false }
    }

    /// The `n`-th button, around and around, and what it means.
    pub(super) fn button(&self, note: &Notification, n: usize, kind: &Kind) -> Option<(Emit, Click)> {
        let is_button = |key: &&(String, String)| key.0 != "default" && key.0 != "inline-reply";
        let buttons: Vec<_> = note.actions.iter().filter(is_button).take(self.script.buttons).collect();
        let (key, label) = buttons.get(n.checked_rem(buttons.len())?)?;
        Some((Emit::Press(Key::raw(key)), meaning(label, kind)))
    }

    /// The body, and what a click on it means.
    pub(super) fn body(&self, note: &Notification, kind: &Kind) -> (Emit, Click) {
        let first = note.actions.first().filter(|_| self.script.body_click == BodyClick::First);
        let default = note.actions.iter().find(|(key, _)| key == "default");
        let pressed = match self.script.body_click {
            BodyClick::Dismiss | BodyClick::Nothing => None,
            _ => default.or(first),
        };
        (Emit::Click, pressed.map_or(Click::Nothing, |(_, label)| meaning(label, kind)))
    }

    /// Whether there is a reply field that can be typed into.
    pub(super) fn has_field(&self, note: &Notification) -> bool {
        self.script.reply_field && note.actions.iter().any(|(key, _)| key == "inline-reply")
    }

    /// Whether what is pressed reaches the program: from the server, and not before it could know of it.
    pub(super) fn is_heard(&self) -> bool {
        self.is_answered() && self.script.signals != Dest::Foreign
    }

    /// Whether the server is there from the first moment to the last.
    pub(super) fn is_steady(&self) -> bool {
        let ends = |emit: &Emit| matches!(emit, Emit::Crash | Emit::Restart(_) | Emit::TakenOver);
        !self.script.on_notify.iter().any(|(_, emit)| ends(emit))
            && self.script.crash_on_notify == When::Never
            && !self.doubtful
    }

    /// Whether it takes a notification down by itself, or takes it and says nothing that could be understood.
    pub(super) fn may_close(&self) -> bool {
        let closes = |emit: &Emit| matches!(emit, Emit::Closed(_) | Emit::ClosedSignature(_));
        let by_itself = self.script.on_notify.iter().map(|(_, emit)| emit).chain(&self.script.before_reply);
        !self.is_steady() || !self.is_answered() || by_itself.into_iter().any(closes)
    }

    /// Whether `Notify` is answered with an id, in time.
    fn is_answered(&self) -> bool {
        match &self.script.notify_reply {
            Reply::Normal => true,
            Reply::Delay(milliseconds, _) => *milliseconds <= PATIENCE,
            _ => false,
        }
    }

    /// Whether it closes what it is told to close, and can be told which in time.
    pub(super) fn takes_down(&self) -> bool {
        let knows = match &self.script.notify_reply {
            Reply::Normal => true,
            Reply::Delay(milliseconds, _) => *milliseconds <= LINGER,
            _ => false,
        };
        knows && matches!(self.script.on_close, OnClose::Obey | OnClose::Forget)
    }

    /// The human has sent the prompt to the terminal: what is still on the screen is dead.
    pub(super) fn withdraw(&mut self) {
        self.withdrawn = true;
    }

    pub(super) fn is_withdrawn(&self) -> bool {
        self.withdrawn
    }

    /// From here on nobody knows what the program has heard.
    pub(super) fn doubt(&mut self) {
        self.doubtful = true;
    }
}

fn meaning(label: &str, kind: &Kind) -> Click {
    if let Some(choice) = kind.choices.iter().find(|choice| choice.label == label) {
        return Click::Choice(choice.key.to_owned());
    }
    match label {
        "Go to terminal" => Click::GoToTerminal,
        "Dismiss" => Click::Nothing,
        other => panic!("nobody knows what {other:?} means"),
    }
}
