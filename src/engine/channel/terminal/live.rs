//! One prompt's notification at its own terminal, from the first question to the terminal to the last word from it.
//!
//! Pure: it says what has to be found out, what is to be written and what a report means. Whoever holds the terminal
//! writes and reads (`tty/ask`). No report is an answer but the press of a button that was shown, under an id that nobody
//! could guess.

use super::{
    Detection, Environment, Id, Identity, Lost, Notification, Sources, TwoWay, close, detect,
    detect::Ask,
    encode,
    osc99::report::{Capabilities, Reply, parse},
    tmux::{AskError, Level},
};
use crate::engine::{
    answer::{Answer, CloseReason},
    capability::{Buttons, Capability, TextLimits},
    config::Protocol,
    notice::{Expiry, Sound},
    plan::{Press, Scene, render},
    request::Request,
    text,
    wait::{SurfaceEvent, SurfaceId},
};

/// What stands between the lines of a body, which a terminal gets as one.
const BETWEEN_LINES: &str = " · ";

/// What the channel needs to know, once.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The variables that speak of the terminal.
    pub environment: Environment,
    /// The protocol that the user has set.
    pub pinned: Option<Protocol>,
    /// What is asked.
    pub request: Request,
    /// Whether buttons are wanted.
    pub actions: bool,
    /// Whether a bell may ring besides.
    pub bell: bool,
}

/// What the channel does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The tmux around us has to be asked, which takes its time.
    AskTmux,
    /// The terminal has to be asked who it is, and what it takes.
    AskTerminal,
    /// It can show a notification.
    Ready,
    /// It cannot; a lowercase fragment says why.
    Failed(String),
}

/// A notification as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// To be written all at once.
    pub bytes: Vec<u8>,
    /// What takes it down again; none where nothing does.
    pub close: Option<Vec<u8>>,
    /// Whether anything is to be heard of it.
    pub answers: bool,
    /// What it does not say.
    pub lost: Vec<Lost>,
}

/// The channel.
#[derive(Debug)]
pub struct Channel {
    settings: Settings,
    tmux: Option<Result<Level, AskError>>,
    /// What the terminal answered, once it was asked.
    asked: bool,
    identity: Option<Identity>,
    capabilities: Option<Capabilities>,
    up: Option<Up>,
}

/// A notification that is up.
#[derive(Debug)]
struct Up {
    surface: SurfaceId,
    id: Id,
    presses: Vec<Press>,
    body_click: bool,
}

impl Channel {
    /// A channel that knows the variables, and has asked nothing.
    pub fn new(settings: Settings) -> Self {
        Self { settings, tmux: None, asked: false, identity: None, capabilities: None, up: None }
    }

    /// What is to be done now.
    pub fn next(&self) -> Step {
        if self.tmux.is_none() && self.settings.environment.has("TMUX") {
            return Step::AskTmux;
        }
        let detection = self.detection();
        if detection.protocol.is_none() {
            return Step::Failed(format!("nothing can be shown there ({})", detection.rule.sentence));
        }
        if !self.asked && detection.ask == Ask::Identity && detection.chain.is_empty() {
            return Step::AskTerminal;
        }
        Step::Ready
    }

    /// What tmux said.
    pub fn on_tmux(&mut self, answer: Result<Level, AskError>) {
        self.tmux = Some(answer);
    }

    /// What the terminal said, or that it did not.
    pub fn on_findings(&mut self, identity: Option<Identity>, takes: Option<Capabilities>) {
        self.asked = true;
        self.identity = identity;
        self.capabilities = takes;
    }

    /// What is known by now.
    fn detection(&self) -> Detection {
        let mut detection = detect(&Sources {
            pinned: self.settings.pinned,
            identity: self.identity.as_ref(),
            tmux: self.tmux.as_ref(),
            ..Sources::of(&self.settings.environment)
        });
        // One that can be asked what it takes is sent nothing else.
        if detection.ask == Ask::Capabilities {
            let takes = self.capabilities.as_ref();
            let is_off = takes.is_none() && detection.limits.osc99.may_be_off;
            if is_off && self.settings.pinned.is_none() {
                detection.protocol = Some(Protocol::Bell);
            }
            detection.two_way =
                detection.two_way.filter(|_| takes.is_some_and(Capabilities::reports)).map(|way| {
                    let has = |payload| takes.is_some_and(|takes| takes.has_payload(payload));
                    TwoWay {
                        buttons: if has("buttons") { way.buttons } else { 0 },
                        close: way.close && has("close"),
                        ..way
                    }
                });
        }
        detection
    }

    /// What a notification is shown by: with all that is known now, and nothing more to ask.
    pub fn settled(&self) -> Detection {
        let detection = self.detection();
        if detection.two_way.is_none() { detection.one_way(self.settings.pinned) } else { detection }
    }

    /// Shows it under an id of this random number.
    ///
    /// # Errors
    ///
    /// When the terminal cannot carry it; a lowercase fragment says why.
    pub fn show(&mut self, surface: SurfaceId, random: u64) -> Result<Shown, String> {
        let detection = self.settled();
        let id = Id::new(random);
        let most = if self.settings.actions { detection.two_way.map_or(0, |way| way.buttons) } else { 0 };
        let (mut notification, mut presses, body_click) = self.notification(&id, &detection, most)?;
        let mut encoded = encode(&detection, &notification).map_err(|error| error.to_string())?;
        if encoded.lost.contains(&Lost::Buttons) {
            // Their labels cannot be sent: then the text has to say where the answers are.
            (notification, presses, _) = self.notification(&id, &detection, 0)?;
            encoded = encode(&detection, &notification).map_err(|error| error.to_string())?;
        }
        let answers = detection.two_way.is_some();
        let close = close(&detection, &id).filter(|_| detection.two_way.is_none_or(|way| way.close));
        self.up = answers.then_some(Up { surface, id, presses, body_click });
        Ok(Shown { bytes: encoded.bytes, close, answers, lost: encoded.lost })
    }

    fn notification(
        &self,
        id: &Id,
        detection: &Detection,
        buttons: usize,
    ) -> Result<(Notification, Vec<Press>, bool), String> {
        let body_click = detection.two_way.is_some_and(|way| way.body_click);
        let capability = Capability {
            buttons: if buttons == 0 { Buttons::Never } else { Buttons::Shown(buttons) },
            reply: false,
            body_click,
            unique_text: false,
            text: TextLimits::TERMINAL,
        };
        let scene = Scene { terminal: true, actions: self.settings.actions, mark: "" };
        let rendering = render(&self.settings.request, &capability, scene)?;
        let body = text::cut(&rendering.lines.join(BETWEEN_LINES), TextLimits::TERMINAL.body);
        let (presses, labels) =
            rendering.buttons.into_iter().map(|button| (button.press, button.label)).unzip();
        let notification = Notification {
            buttons: labels,
            expires: Expiry::Never,
            sound: Some(Sound::None),
            icon: Some("question".to_owned()),
            application: Some("plyn-notify".to_owned()),
            bell: self.settings.bell,
            ..Notification::new(id.clone(), rendering.summary, body)
        };
        Ok((notification, presses, body_click))
    }

    /// What an OSC from the terminal means: `osc` is what stands between its introducer and its end.
    pub fn on_osc(&self, osc: &[u8]) -> Option<(SurfaceId, SurfaceEvent)> {
        let up = self.up.as_ref()?;
        let event = match parse(osc, up.id.as_str(), up.presses.len())? {
            Reply::Pressed(at) => match up.presses.get(at)? {
                Press::Choice(at) => {
                    let choice = self.settings.request.answers.choices().get(*at)?;
                    SurfaceEvent::Answered(Answer::Choice(choice.clone()))
                }
                Press::GoToTerminal => SurfaceEvent::GoToTerminal,
                Press::Dismiss => SurfaceEvent::Closed(CloseReason::Dismissed),
            },
            Reply::Clicked if up.body_click => SurfaceEvent::GoToTerminal,
            Reply::Closed => SurfaceEvent::Closed(CloseReason::Dismissed),
            Reply::Clicked | Reply::Untracked | Reply::Alive(_) | Reply::Capabilities(_) => return None,
        };
        Some((up.surface, event))
    }
}

#[cfg(test)]
mod tests;
