//! All that was found by now, for whoever makes something of it.
//!
//! Pure.

use super::{
    context::Context,
    found::{Config, Desktop, Found, Programs, Remote, Service, State, System, Terminal},
    probe::Probe,
    table::{Channel, Proof},
};
use crate::engine::{
    answer::ChannelKind,
    capability::Capability,
    channel::{
        desktop::{look::Told, quirks::Quirk, spec::Server},
        remote::Way,
        terminal::{Detection, live},
    },
    config::{NotifySettings, Origin},
    integrate::Standing,
    plan::{Rendering, Scene, render},
    request::Request,
    tty::query::Findings,
};

/// What was found, each once it is.
#[derive(Clone, Debug)]
pub(super) struct Evidence {
    pub(super) context: Context,
    pub(super) desktop: Option<Desktop>,
    pub(super) services: Option<Vec<Service>>,
    pub(super) terminal: Option<Terminal>,
    pub(super) identity: Option<Result<Findings, String>>,
    pub(super) config: Option<Config>,
    pub(super) state: Option<State>,
    pub(super) system: Option<System>,
    pub(super) programs: Option<Programs>,
    pub(super) remote: Option<Remote>,
    pub(super) agents: Option<Vec<Standing>>,
    /// The probes that run.
    pub(super) running: Vec<Probe>,
    /// The probes that took too long.
    pub(super) given_up: Vec<Probe>,
    /// What trials have shown.
    pub(super) proofs: Vec<Proof>,
}

impl Evidence {
    /// Where a value came from, with `~` for the home.
    pub(super) fn origin(&self, origin: &Origin) -> String {
        match origin {
            Origin::File { path, line } => {
                let line = line.map(|line| format!(":{line}")).unwrap_or_default();
                format!("{}{line}", self.context.surroundings.shown(path))
            }
            origin => origin.to_string(),
        }
    }

    /// A command of ours, for whoever is to type it.
    pub(super) fn ours(&self, words: &[&str]) -> String {
        self.context.invocation().command(words)
    }

    pub(super) fn new(context: Context) -> Self {
        Self {
            context,
            desktop: None,
            services: None,
            terminal: None,
            identity: None,
            config: None,
            state: None,
            system: None,
            programs: None,
            remote: None,
            agents: None,
            running: Vec::new(),
            given_up: Vec::new(),
            proofs: Vec::new(),
        }
    }

    pub(super) fn take(&mut self, found: Found) {
        match found {
            Found::Desktop(desktop) => {
                // What was proven was proven of the server that was there.
                let owner = |desktop: &Desktop| desktop.look.owner.is().cloned().flatten();
                if self.desktop.as_ref().is_some_and(|before| owner(before) != owner(&desktop)) {
                    self.proofs.retain(|proof| proof.channel != Channel::Desktop);
                }
                self.desktop = Some(*desktop);
            }
            Found::Services(services) => self.services = Some(services),
            Found::Terminal(terminal) => self.terminal = Some(terminal),
            Found::Identity(identity) => self.identity = Some(identity),
            Found::Config(config) => self.config = Some(*config),
            Found::State(state) => self.state = Some(state),
            Found::System(system) => self.system = Some(system),
            Found::Programs(programs) => self.programs = Some(programs),
            Found::Remote(remote) => self.remote = Some(remote),
            Found::Agents(agents) => self.agents = Some(agents),
        }
    }

    /// The configuration of prompts, once it is read.
    pub(super) fn notify(&self) -> Option<&NotifySettings> {
        self.config.as_ref().map(|config| &config.settings().notify)
    }

    /// The channels that a prompt is announced on, in order, once the configuration is read.
    pub(super) fn channels(&self) -> Option<Vec<ChannelKind>> {
        let settings = self.config.as_ref()?.settings();
        let far = Way::new(&settings.remote, &self.context.facts).leads_home(&self.context.facts);
        Some((self.context.channels)(&settings.notify.channels, far))
    }

    /// Whether a prompt can be answered at the terminal, and why not; none while that is not known.
    pub(super) fn at_terminal(&self) -> Option<Result<(), &str>> {
        let terminal = self.terminal.as_ref()?;
        Some(match terminal.closed.as_deref().or(terminal.obstacle.as_deref()) {
            Some(error) => Err(error),
            None => Ok(()),
        })
    }

    /// How the terminal itself would show a prompt, once it was looked at.
    pub(super) fn detection(&self) -> Option<Detection> {
        let terminal = self.terminal.as_ref()?;
        let notify = self.notify();
        let mut channel = live::Channel::new(live::Settings {
            environment: self.context.facts.environment.clone(),
            pinned: notify.and_then(|notify| notify.protocol),
            request: sample(),
            actions: notify.is_none_or(|notify| notify.actions),
            bell: notify.is_none_or(|notify| notify.bell),
        });
        if let Some(tmux) = &terminal.tmux {
            channel.on_tmux(tmux.clone());
        }
        if let Some(Ok(findings)) = &self.identity {
            // One that does not name itself may still be known by its number.
            let identity = findings.identity.clone().or_else(|| findings.secondary.clone());
            channel.on_findings(identity, findings.capabilities.clone());
        }
        Some(channel.settled())
    }

    /// The server, what is known of it, and what can be shown on it; none where none answers.
    pub(super) fn server(&self) -> Option<(Server, Quirk, Capability)> {
        let look = &self.desktop.as_ref()?.look;
        look.is_alive().then(|| {
            let (server, quirk) = (look.server(), look.quirk());
            let capability = server.capability(&quirk);
            (server, quirk, capability)
        })
    }

    /// Whether do-not-disturb is on, and what said so.
    pub(super) fn quiet(&self) -> Option<(bool, String)> {
        let desktop = self.desktop.as_ref()?;
        match &desktop.look.quiet {
            Told::Is(quiet) => Some((*quiet, "the server says so".to_owned())),
            // Some versions take their actions back meanwhile (facts/servers.md §3d).
            _ if desktop.look.quirk().name == XFCE
                && desktop.look.capabilities.is().is_some_and(|words| lacks_actions(words)) =>
            {
                Some((true, "its capabilities say so".to_owned()))
            }
            _ => desktop.quiet.clone(),
        }
    }

    /// What a plain question would look like on the desktop.
    pub(super) fn rendering(&self, capability: &Capability) -> Result<Rendering, String> {
        let terminal = self.at_terminal() == Some(Ok(()));
        let actions = self.notify().is_none_or(|notify| notify.actions);
        render(&sample(), capability, Scene { terminal, actions, mark: "" })
    }
}

fn lacks_actions(capabilities: &[String]) -> bool {
    !capabilities.iter().any(|can| can == "actions")
}

/// The server that closes at once what must not disturb.
pub(super) const XFCE: &str = "Xfce Notify Daemon";

/// The question that all is judged by: may something be done, yes or no.
pub(super) fn sample() -> Request {
    Request::confirm("Deploy?", "doctor")
}
