//! The channel at work: what it is told, and the runs of ssh that come of it.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use super::{
    Reader,
    talk::Talk,
    wire::{Header, encode_notice, encode_probe, encode_prompt},
};
use crate::engine::{
    channel::Report,
    config::RemoteSettings,
    facts::Facts,
    notice::{Action, Notice},
    random,
    request::{Question, Request},
    run::StartError,
    ssh::{
        session::{self, Heard, Manner, Session},
        target::{Company, Target},
    },
    wait::{ChannelEvent, Event, Stage, SurfaceEvent, SurfaceId},
};

/// How often the far end hears that we are there. It takes its notification down after three times as long without.
const BEAT: Duration = Duration::from_secs(5);
/// How much longer than connecting a six-field receiver, which says nothing, takes until it has shown what it was sent.
const SHOWING: Duration = Duration::from_secs(1);
/// How much longer a notification may live there than we wait: the end is ours to say.
const SLACK: Duration = Duration::from_secs(1);

/// How the other host is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Which it is; none if none is configured.
    pub target: Option<Target>,
    /// What this host is called.
    pub host: String,
    /// A folder of our own, for shared connections.
    pub folder: Option<PathBuf>,
}

impl Way {
    /// What is configured, from here.
    pub fn new(settings: &RemoteSettings, facts: &Facts) -> Self {
        let (host, folder) = (facts.host.clone(), facts.state_dir.clone());
        Self { target: Target::of(settings), host, folder }
    }

    /// None: what came from another host is not sent on.
    pub fn nowhere() -> Self {
        Self { target: None, host: String::new(), folder: None }
    }

    /// Whether the human sits there: a session that came by ssh, and a host that is configured.
    pub fn leads_home(&self, facts: &Facts) -> bool {
        facts.is_remote && self.target.is_some()
    }

    /// The other host.
    ///
    /// # Errors
    ///
    /// When there is none; a lowercase fragment says what to do.
    pub fn target(&self) -> Result<&Target, String> {
        self.target.as_ref().ok_or_else(|| "no host is configured; run: plyn-notify tunnel setup".to_owned())
    }

    /// Sends a notice; the reader makes sense of what is heard of it. Connecting may take no longer than `within`.
    ///
    /// # Errors
    ///
    /// When it cannot be sent; a lowercase fragment says why.
    pub fn send_notice(
        &self,
        notice: &Notice,
        within: Duration,
        post: impl FnMut(Heard) + Send + 'static,
    ) -> Result<(Session, Reader), String> {
        let nonce = nonce()?;
        let payload = encode_notice(&self.header(&nonce), notice).map_err(|error| error.to_string())?;
        let company = Company { within: Some(within), ..Company::default() };
        let session = self.start(&payload, company, None, post)?;
        let suits = notice.actions == Action::permission();
        Ok((session, Reader::new(self.target()?.clone(), nonce, suits)))
    }

    /// Asks whether a prompt could be shown; what is heard of it is for [`super::wire`] to read, with the nonce that comes
    /// with it. With `accept` the other host's key is accepted if it has none yet.
    ///
    /// # Errors
    ///
    /// When it cannot be sent; a lowercase fragment says why.
    pub fn send_probe(
        &self,
        accept: bool,
        post: impl FnMut(Heard) + Send + 'static,
    ) -> Result<(Session, String), String> {
        let nonce = nonce()?;
        let payload = encode_probe(&self.header(&nonce));
        Ok((self.start(&payload, Company { accept, ..Company::default() }, None, post)?, nonce))
    }

    /// Sends a payload.
    ///
    /// # Errors
    ///
    /// When ssh does not start; a lowercase fragment says why.
    fn start(
        &self,
        payload: &str,
        company: Company<'_>,
        patience: Option<Duration>,
        post: impl FnMut(Heard) + Send + 'static,
    ) -> Result<Session, String> {
        let target = self.target()?;
        let known_hosts = target.key.as_deref().map(session::known_hosts);
        let company = Company {
            sockets: self.folder.as_deref().filter(|folder| session::is_private(folder)),
            known_hosts: known_hosts.as_deref().filter(|path| company.accept || path.is_file()),
            ..company
        };
        let mut words = target.ssh(company);
        words.push(payload.into());
        let manner = Manner { beat: Some(BEAT), patience };
        Session::start(&words, manner, post).map_err(|error| match error {
            StartError::NotFound => "there is no ssh; install the package openssh-client".to_owned(),
            error @ StartError::NotExecutable(_) => format!("ssh cannot be started: {error}"),
        })
    }

    /// What is said of us.
    fn header<'a>(&'a self, nonce: &'a str) -> Header<'a> {
        Header { nonce, host: &self.host, alive: Some(BEAT) }
    }
}

/// What an answer repeats: nobody can guess it.
///
/// # Errors
///
/// When the system has no random numbers; a lowercase fragment.
pub(super) fn nonce() -> Result<String, String> {
    let number = || random::number().map_err(|error| format!("the system has no random numbers ({error})"));
    Ok(format!("{:016x}{:016x}", number()?, number()?))
}

/// What the channel needs to know, once.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How the other host is reached.
    pub way: Way,
    /// What is asked.
    pub request: Request,
    /// Whether buttons are wanted.
    pub actions: bool,
}

/// The channel of one prompt. Dropping it takes down what it shows.
#[derive(Debug)]
pub struct Handle {
    settings: Settings,
    shown: Option<Shown>,
}

/// A notification that is up or on its way.
#[derive(Debug)]
struct Shown {
    surface: SurfaceId,
    session: Session,
    fate: Arc<Mutex<Fate>>,
}

/// What both sides have to know of a run of ssh.
#[derive(Clone, Copy, Debug, Default)]
struct Fate {
    /// It was told to end.
    closing: bool,
    /// It has ended.
    ended: bool,
}

impl Handle {
    /// A channel that has not done anything.
    pub fn new(mut settings: Settings) -> Self {
        if !settings.actions {
            // What can only be answered at the terminal has nothing to press.
            settings.request.answers = match settings.request.answers {
                Question::Choice { .. } | Question::Reply => {
                    Question::List { choices: Vec::new(), multi: false, other: false }
                }
                answers => answers,
            };
        }
        Self { settings, shown: None }
    }

    /// Whether there is a host to ask. It is not asked yet.
    pub fn prepare(&self) -> ChannelEvent {
        match self.settings.way.target() {
            Ok(_) => ChannelEvent::Ready,
            Err(error) => ChannelEvent::Failed(error),
        }
    }

    /// Shows the notification; `left` is how long the prompt may still wait, `terminal` whether it can be answered there too.
    pub fn show(
        &mut self,
        surface: SurfaceId,
        left: Option<Duration>,
        terminal: bool,
        post: impl Fn(Report) + Send + 'static,
    ) -> Result<(), String> {
        let Settings { way, request, .. } = &self.settings;
        let nonce = nonce()?;
        let left = left.map(|left| left.saturating_add(SLACK));
        let payload =
            encode_prompt(&way.header(&nonce), request, left, terminal).map_err(|error| error.to_string())?;
        // The sixth line is there where such a receiver has the answers.
        let suits = payload.split('\n').nth(5).is_some_and(|id| !id.is_empty());
        let target = way.target()?;
        let reader = Reader::new(target.clone(), nonce, suits);
        let mut talk = Talk { surface, request: request.clone(), terminal, reader };
        let company = Company { within: Some(within()), ..Company::default() };
        let patience = suits.then(|| patience(target));
        let fate = Arc::new(Mutex::new(Fate::default()));
        let theirs = Arc::clone(&fate);
        let session = way.start(&payload, company, patience, move |heard| {
            tracing::debug!(?surface, ?heard, "remote");
            let closing = {
                let mut fate = theirs.lock().unwrap_or_else(PoisonError::into_inner);
                fate.ended |= matches!(heard, Heard::Ended(_));
                fate.closing
            };
            if !closing {
                for event in talk.hear(&heard) {
                    post(Report::Event(event));
                }
            } else if matches!(heard, Heard::Ended(_)) {
                post(Report::Event(Event::Surface(surface, SurfaceEvent::Gone)));
            }
        })?;
        self.shown = Some(Shown { surface, session, fate });
        Ok(())
    }

    /// Whether this one is ours.
    pub fn has_shown(&self, surface: SurfaceId) -> bool {
        self.shown.as_ref().is_some_and(|shown| shown.surface == surface)
    }

    /// Takes down what is up. Whether it is down already; else that is reported.
    pub fn close(&self) -> bool {
        let Some(shown) = &self.shown else { return true };
        let ended = {
            let mut fate = shown.fate.lock().unwrap_or_else(PoisonError::into_inner);
            fate.closing = true;
            fate.ended
        };
        shown.session.hang_up();
        ended
    }
}

/// How long connecting may take for a prompt: it is given up when nothing is up by then.
fn within() -> Duration {
    Stage::Reach.limit().saturating_sub(SHOWING * 2)
}

/// When what was sent to a six-field receiver, which says nothing, is believed to be up: not while ssh may still be connecting.
fn patience(target: &Target) -> Duration {
    target.connecting(Some(within())) + SHOWING
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_believed_to_be_up_while_ssh_is_connecting() {
        for seconds in [None, Some(1), Some(9), Some(300)] {
            let connect_timeout = seconds.map(Duration::from_secs);
            let settings =
                RemoteSettings { host: Some("x".to_owned()), connect_timeout, ..RemoteSettings::default() };
            let target = Target::of(&settings).unwrap();
            let company = Company { within: Some(within()), ..Company::default() };
            let connecting = patience(&target).as_secs() - 1;
            let option = format!("ConnectTimeout={connecting}");
            assert!(target.ssh(company).iter().any(|word| word.to_str() == Some(&option)), "{option}");
            assert!(patience(&target) < Stage::Reach.limit());
        }
    }
}
