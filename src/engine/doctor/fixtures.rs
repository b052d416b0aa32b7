//! Machines to look at without a machine: reports of what probes would have found there.

use std::{path::PathBuf, time::Duration};

use super::{
    Context, Finding, Probe, Report,
    found::{Config, Desktop, Found, Key, Menu, Process, Programs, Remote, Service, State, System, Terminal},
};
use crate::engine::{
    agents::Agent,
    answer::ChannelKind,
    channel::{
        desktop::{
            BusEnvironment,
            look::{Bus, Found as How, Information, Look, Told},
        },
        remote::wire::Desk,
        terminal::{
            Environment, Identity, Version,
            osc99::report::Capabilities,
            tmux::{Client, Level, Passthrough},
        },
    },
    config::{self, Sources},
    facts::{Facts, Surroundings, TerminalFacts},
    integrate::{Standing, State as AgentState},
    tty::query::Findings,
};

/// A machine, and what is there.
pub(crate) struct Machine {
    pub(crate) context: Context,
    pub(crate) look: Look,
    pub(crate) menu: Option<Menu>,
    pub(crate) services: Vec<Service>,
    pub(crate) terminal: Terminal,
    pub(crate) identity: Option<Findings>,
    pub(crate) system: System,
    pub(crate) programs: Programs,
    pub(crate) remote: Remote,
    pub(crate) agents: Vec<Standing>,
    /// Variables of the configuration.
    pub(crate) variables: Vec<(&'static str, &'static str)>,
}

/// A desktop with Plasma and a terminal nobody knows.
pub(crate) fn machine() -> Machine {
    let terminal = TerminalFacts { ansi: true, color: true, unicode: true, reflows: true };
    let facts = Facts {
        bus: BusEnvironment {
            address: Some("unix:path=/run/user/1000/bus".to_owned()),
            runtime_dir: Some("/run/user/1000".into()),
            uid: 1000,
            sudo_uid: None,
        },
        terminal,
        environment: [("TERM", "xterm-256color")].into_iter().collect(),
        source: "project".to_owned(),
        host: "server".to_owned(),
        is_remote: false,
        ssh_timeout: None,
        caller: "session 7 of pid:[1]".to_owned(),
        sound: None,
        is_request: false,
        log: None,
        state_dir: Some("/run/user/1000/plyn-notify".into()),
    };
    let surroundings = Surroundings {
        home: Some("/home/me".into()),
        program: Some("/home/me/.local/bin/plyn-notify".into()),
        display: Some("WAYLAND_DISPLAY=wayland-0".to_owned()),
        ..Surroundings::default()
    };
    Machine {
        context: Context { facts, surroundings, sources: Sources::default(), usable: None, channels },
        look: look(
            "Plasma",
            "KDE",
            "6.3.6",
            "body body-markup actions persistence inline-reply sound x-kde-origin-name",
        ),
        menu: None,
        services: vec![service("/usr/share/dbus-1/services/org.kde.plasma.Notifications.service")],
        terminal: Terminal { closed: None, obstacle: None, tmux: None, size: (80, 24) },
        identity: Some(Findings { answers: true, ..Findings::default() }),
        system: System {
            kernel: "6.12.0".to_owned(),
            parents: vec!["bash".to_owned(), "konsole".to_owned()],
            ..System::default()
        },
        programs: Programs { ours: vec!["/home/me/.local/bin/plyn-notify".into()], is_first: Some(true) },
        remote: Remote { client: Some("/usr/bin/ssh".into()), ..Remote::default() },
        agents: Vec::new(),
        variables: Vec::new(),
    }
}

fn channels(names: &[config::ChannelName], far: bool) -> Vec<ChannelKind> {
    match names {
        [config::ChannelName::Remote] => vec![ChannelKind::Remote],
        _ if far => vec![ChannelKind::Remote, ChannelKind::Desktop, ChannelKind::Terminal],
        [config::ChannelName::Terminal] => vec![ChannelKind::Terminal],
        _ => vec![ChannelKind::Desktop, ChannelKind::Terminal],
    }
}

/// A bus with this server on it.
pub(crate) fn look(name: &str, vendor: &str, version: &str, capabilities: &str) -> Look {
    let [name, vendor, version, spec] = [name, vendor, version, "1.2"].map(str::to_owned);
    Look {
        bus: Told::Is(Bus { address: "/run/user/1000/bus".to_owned(), found: How::Variable }),
        owner: Told::Is(Some(":1.5".to_owned())),
        can_start: Told::Is(true),
        process: Told::Is(4711),
        information: Told::Is(Information { name, vendor, version, spec }),
        capabilities: Told::Is(capabilities.split(' ').map(str::to_owned).collect()),
        quiet: Told::Is(false),
        interfaces: Told::Is(vec!["org.freedesktop.Notifications".to_owned()]),
        ..Look::default()
    }
}

/// dunst, as Debian ships it.
pub(crate) fn dunst() -> Look {
    let look = look("dunst", "knopwob", "1.12.2", "actions body body-hyperlinks icon-static");
    let interfaces = ["org.dunstproject.cmd0", "org.freedesktop.Notifications"].map(str::to_owned);
    Look { interfaces: Told::Is(interfaces.to_vec()), ..look }
}

/// A bus with nobody on it.
pub(crate) fn nobody() -> Look {
    let bus = look("", "", "", "").bus;
    Look { bus, owner: Told::Is(None), can_start: Told::Is(false), ..Look::default() }
}

/// The menu of dunst.
pub(crate) fn menu(is_there: bool) -> Menu {
    Menu { command: "/usr/bin/dmenu -p dunst".to_owned(), file: None, is_there }
}

pub(crate) fn service(path: &str) -> Service {
    Service { path: path.into(), command: "/usr/bin/a-server".to_owned(), unit: None, is_there: true }
}

/// kitty, as it answers.
pub(crate) fn kitty() -> Findings {
    let words = |text: &str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
    Findings {
        identity: Some(Identity { name: "kitty".to_owned(), version: Version(vec![0, 41, 1]) }),
        capabilities: Some(Capabilities {
            payloads: words("title,body,close,buttons"),
            actions: words("focus,report"),
            ..Capabilities::default()
        }),
        answers: true,
        ..Findings::default()
    }
}

/// A tmux around kitty.
pub(crate) fn tmux(passthrough: Passthrough) -> Level {
    Level {
        version: "3.5a".to_owned(),
        is_ours: Some(true),
        passthrough,
        is_visible: true,
        clients: vec![Client {
            name: "xterm-kitty".to_owned(),
            identity: "kitty(0.41.1)".to_owned(),
            outer: None,
        }],
    }
}

impl Machine {
    /// With a terminal of these variables, which does not answer.
    pub(crate) fn in_terminal(mut self, variables: &[(&str, &str)]) -> Self {
        self.context.facts.environment = variables.iter().copied().collect::<Environment>();
        self
    }

    /// Without a terminal.
    pub(crate) fn without_terminal(mut self) -> Self {
        self.terminal.closed = Some("there is no terminal".to_owned());
        self.identity = None;
        self
    }

    /// What is found there.
    pub(crate) fn report(self) -> Report {
        let mut report = Report::new(self.context.clone());
        for (probe, found) in self.findings() {
            report.add(Finding::Finished(probe, Box::new(found)));
        }
        report
    }

    /// What each probe finds.
    pub(crate) fn findings(self) -> Vec<(Probe, Found)> {
        let process = self.look.process.is().map(|&id| Process {
            id,
            program: "/usr/bin/a-server".to_owned(),
            unit: None,
        });
        let desktop = Desktop { look: self.look, process, menu: self.menu, ..Desktop::default() };
        let environment =
            self.variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let loaded = config::load(&Sources { environment: environment.collect(), ..Sources::default() });
        let file = PathBuf::from("/home/me/.config/plyn-notify/config.toml");
        let config = Config { loaded, files: vec![(file.clone(), false)], target: Some((file, false)) };
        let state = State {
            folder: self.context.facts.state_dir.clone(),
            obstacle: None,
            announced: None,
            handoff: false,
        };
        let mut findings = vec![
            (Probe::Desktop, Found::Desktop(Box::new(desktop))),
            (Probe::Services, Found::Services(self.services)),
            (Probe::Terminal, Found::Terminal(self.terminal)),
            (Probe::Config, Found::Config(Box::new(config))),
            (Probe::State, Found::State(state)),
            (Probe::System, Found::System(self.system)),
            (Probe::Programs, Found::Programs(self.programs)),
            (Probe::Remote, Found::Remote(self.remote)),
            (Probe::Agents, Found::Agents(self.agents)),
        ];
        findings.extend(self.identity.map(|findings| (Probe::Identity, Found::Identity(Ok(findings)))));
        findings
    }
}

/// Machines by name, for whoever draws reports.
pub(crate) fn named(name: &str) -> Report {
    all().into_iter().find(|(known, _)| *known == name).map(|(_, machine)| machine.report()).unwrap()
}

/// All of them.
pub(crate) fn all() -> Vec<(&'static str, Machine)> {
    let mut all = desktops();
    all.extend(terminals());
    all
}

fn with(change: fn(&mut Machine)) -> Machine {
    let mut machine = machine();
    change(&mut machine);
    machine
}

/// Machines that differ in their desktop.
fn desktops() -> Vec<(&'static str, Machine)> {
    vec![
        ("plasma", machine()),
        ("plasma-no-terminal", machine().without_terminal()),
        ("dunst", with(|machine| (machine.look, machine.menu) = (dunst(), Some(menu(true))))),
        ("dunst-no-menu", with(|machine| (machine.look, machine.menu) = (dunst(), Some(menu(false))))),
        (
            "dunst-no-menu-no-terminal",
            with(|machine| (machine.look, machine.menu) = (dunst(), Some(menu(false)))).without_terminal(),
        ),
        (
            "quiet",
            with(|machine| {
                let mako = look("mako", "emersion", "0.0.0", "body body-markup actions icon-static");
                machine.look = Look { quiet: Told::Is(true), ..mako };
            }),
        ),
        ("no-server", with(|machine| machine.look = nobody())),
        (
            "started-when-needed",
            with(|machine| machine.look = Look { can_start: Told::Is(true), ..nobody() }),
        ),
        (
            "two-starters",
            with(|machine| {
                machine.look = Look { can_start: Told::Is(true), ..nobody() };
                machine.services.push(service("/home/me/.local/share/dbus-1/services/other.service"));
                machine.look.started_with = Told::Is(vec!["PATH=/usr/bin".to_owned()]);
            }),
        ),
        (
            "agents",
            with(|machine| {
                machine.agents = vec![
                    agent(Agent::ClaudeCode, true, AgentState::Integrated),
                    agent(Agent::Codex, true, AgentState::Untrusted),
                    agent(Agent::Opencode, true, AgentState::Stale),
                    agent(Agent::Qwen, true, AgentState::Absent),
                    agent(Agent::Gemini, false, AgentState::Unreadable),
                    agent(Agent::Kiro, false, AgentState::Absent),
                ];
            }),
        ),
        (
            "hung",
            with(|machine| {
                machine.look.information = Told::Waiting;
                machine.look.capabilities = Told::Waiting;
            }),
        ),
    ]
}

/// What another host says of itself.
pub(crate) fn laptop(version: &str) -> Desk {
    Desk { host: "laptop".to_owned(), server: Some("dunst".to_owned()), version: version.to_owned() }
}

/// One of the coding agents.
fn agent(agent: Agent, found: bool, state: AgentState) -> Standing {
    let found = found.then(|| format!("/home/me/.local/bin/{}", agent.name()).into());
    let heard =
        (state == AgentState::Integrated).then(|| ("2026-11-30T12:00:00Z".into(), "PreToolUse".into()));
    Standing { agent, found, state, last: heard }
}

/// Machines that differ in their terminal, or in how one comes to them.
fn terminals() -> Vec<(&'static str, Machine)> {
    vec![
        (
            "cron",
            with(|machine| {
                machine.look = Look {
                    bus: Told::Failed("no session bus (/run/user/1000/bus: entity not found)".to_owned()),
                    ..Look::default()
                };
                machine.context.facts.bus.address = None;
                machine.system.parents = vec!["sh".to_owned(), "cron".to_owned()];
            })
            .without_terminal(),
        ),
        (
            "kitty-over-ssh",
            with(|machine| {
                machine.look = nobody();
                machine.identity = Some(kitty());
                machine.context.surroundings.ssh_from = Some("192.0.2.7".to_owned());
                machine.context.facts.is_remote = true;
            })
            .in_terminal(&[("TERM", "xterm-kitty")]),
        ),
        (
            "tmux-closed",
            with(|machine| {
                machine.look = nobody();
                machine.identity = None;
                machine.terminal.tmux = Some(Ok(tmux(Passthrough::Off)));
            })
            .in_terminal(&[
                ("TERM", "tmux-256color"),
                ("TMUX", "/tmp/s,1,0"),
                ("TMUX_PANE", "%1"),
                ("KITTY_WINDOW_ID", "1"),
            ]),
        ),
        (
            "home-over-ssh",
            with(|machine| {
                machine.look = nobody();
                machine.context.facts.is_remote = true;
                machine.context.surroundings.ssh_from = Some("192.0.2.7".to_owned());
                machine.variables = vec![("PLYN_NOTIFY_REMOTE__HOST", "laptop")];
                machine.remote.target = Some("laptop".to_owned());
                machine.remote.leads_home = true;
                machine.remote.reached =
                    Some(Ok((laptop(env!("CARGO_PKG_VERSION")), Duration::from_millis(41))));
            }),
        ),
        (
            "home-is-away",
            with(|machine| {
                machine.context.facts.is_remote = true;
                machine.variables = vec![("PLYN_NOTIFY_REMOTE__HOST", "laptop")];
                machine.remote.target = Some("laptop".to_owned());
                machine.remote.leads_home = true;
                let error = "laptop refuses the connection; is the tunnel up?";
                machine.remote.reached = Some(Err(error.to_owned()));
                machine.remote.key = Some(Key { path: "/home/me/.ssh/hop".into(), mode: Some(0o644) });
            }),
        ),
        ("remote-alone", with(|machine| machine.variables = vec![("PLYN_NOTIFY_CHANNELS", "remote")])),
        (
            "misconfigured",
            with(|machine| {
                machine.variables = vec![
                    ("PLYN_NOTIFY_ACTIONS", "false"),
                    ("PLYN_NOTIFY_CHANELS", "desktop"),
                    ("PLYN_NOTIFY_ENABLED", "false"),
                ];
                let ours =
                    ["/usr/local/bin/plyn-notify", "/home/me/.local/bin/plyn-notify"].map(PathBuf::from);
                machine.programs = Programs { ours: ours.to_vec(), is_first: Some(false) };
            }),
        ),
    ]
}
