//! The configuration as files and variables give it: layers, faults, and that neither can be broken by the other.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use plyn_notify::engine::config::{
    AgentSettings, ChannelName, Loaded, NotifySettings, Origin, Protocol, Settings, Sources, load,
};
use tempfile::TempDir;

mod command;
mod editor;
mod faults;
mod fuzz;
mod home;
mod properties;
mod writing;

/// A directory of configuration files and the sources that name them.
struct Files {
    directory: TempDir,
    sources: Sources,
}

#[expect(clippy::unwrap_used, reason = "a test without its files has failed")]
impl Files {
    fn new() -> Self {
        Self { directory: tempfile::tempdir().unwrap(), sources: Sources::default() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    fn system(mut self, name: &str, text: &str) -> Self {
        let path = self.write(name, text);
        self.sources.system.push(path);
        self
    }

    fn user(mut self, text: impl AsRef<[u8]>) -> Self {
        self.sources.user = Some(self.write("config.toml", text));
        self
    }

    fn explicit(mut self, name: &str, text: impl AsRef<[u8]>) -> Self {
        self.sources.explicit = Some(self.write(name, text));
        self
    }

    fn variable(mut self, name: &str, value: &str) -> Self {
        self.sources.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    fn load(&self) -> Loaded {
        load(&self.sources)
    }

    /// The faults as lines, the directory left out.
    fn faults(&self) -> Vec<String> {
        let directory = format!("{}/", self.directory.path().display());
        self.load().faults.iter().map(|fault| fault.to_string().replace(&directory, "")).collect()
    }
}

/// Without a file and a variable there are the defaults of spec §5.
#[test]
fn nothing_is_the_defaults() {
    let loaded = load(&Sources::default());
    let expected = NotifySettings {
        enabled: true,
        grace: Duration::from_secs(5),
        min_interval: Duration::from_secs(10),
        channels: vec![ChannelName::Auto],
        actions: true,
        include_reason: false,
        protocol: None,
        bell: true,
        sound: true,
    };
    assert_eq!(loaded.settings.notify, expected);
    assert_eq!(loaded.settings, Settings::default());
    assert_eq!(loaded.faults, []);
    assert_eq!(loaded.origins.len(), 14);
    assert!(loaded.origins.values().all(|origin| *origin == Origin::Default));
}

#[test]
fn the_shipped_file_changes_nothing() {
    let files = Files::new().user(DEFAULT_CONFIG);
    assert_eq!(files.load(), load(&Sources::default()));
}

/// With its `#key` lines uncommented the shipped file names every key, and still says what the defaults are.
#[test]
fn the_shipped_file_is_the_defaults() {
    let uncomment = |line: &str| match line.strip_prefix('#') {
        Some(key) if !key.starts_with(' ') => format!("{key}\n"),
        _ => format!("{line}\n"),
    };
    let files = Files::new().user(DEFAULT_CONFIG.lines().map(uncomment).collect::<String>());
    let loaded = files.load();
    assert_eq!(files.faults(), [""; 0]);
    assert_eq!(loaded.settings, Settings::default());
    let unset = |(_, origin): &(&String, &Origin)| **origin == Origin::Default;
    let missing: Vec<&String> = loaded.origins.iter().filter(unset).map(|(key, _)| key).collect();
    assert_eq!(missing, ["remote.connect_timeout_seconds"]);
    assert!(DEFAULT_CONFIG.contains("# connect_timeout_seconds"), "the key that has no default is named too");
}

const DEFAULT_CONFIG: &str = include_str!("../../assets/default-config.toml");

#[test]
fn every_key_can_be_set_in_a_file() {
    let files = Files::new().user(
        r#"
[notify]
enabled = false
grace_seconds = 0.25
min_interval_seconds = 30
channels = ["remote", "desktop", "remote"]
actions = false
include_reason = true
protocol = "BEL"
bell = false
sound = false
[remote]
host = "laptop"
user = "me"
port = 10022
key = "~/.ssh/hop"
connect_timeout_seconds = 2.5
[agents.claude]
mode = "ask"
hold_seconds = 20
[agents."any.name"]
mode = "off"
"#,
    );
    let Loaded { settings, origins, faults } = files.load();
    assert_eq!(faults, []);
    let expected = NotifySettings {
        enabled: false,
        grace: Duration::from_millis(250),
        min_interval: Duration::from_secs(30),
        channels: vec![ChannelName::Remote, ChannelName::Desktop],
        actions: false,
        include_reason: true,
        protocol: Some(Protocol::Bell),
        bell: false,
        sound: false,
    };
    assert_eq!(settings.notify, expected);
    assert_eq!(settings.remote.host.as_deref(), Some("laptop"));
    assert_eq!(settings.remote.user.as_deref(), Some("me"));
    assert_eq!(settings.remote.port, Some(10_022));
    assert_eq!(settings.remote.key.as_deref(), Some(Path::new("~/.ssh/hop")));
    assert_eq!(settings.remote.connect_timeout, Some(Duration::from_millis(2500)));
    let agent = |mode: &str, hold| AgentSettings { mode: Some(mode.to_owned()), hold };
    let agents = [
        ("claude".to_owned(), agent("ask", Some(Duration::from_secs(20)))),
        ("any.name".to_owned(), agent("off", None)),
    ];
    assert_eq!(settings.agents, BTreeMap::from(agents));

    let line = |line| Origin::File { path: files.path("config.toml"), line: Some(line) };
    assert_eq!(origins["notify.enabled"], line(3));
    assert_eq!(origins["remote.connect_timeout_seconds"], line(17));
    assert_eq!(origins["agents.claude.hold_seconds"], line(20));
    assert_eq!(origins["agents.\"any.name\".mode"], line(22));
    assert!(origins.values().all(|origin| *origin != Origin::Default));
}

#[test]
fn later_layers_win_key_by_key() {
    let files = Files::new()
        .system(
            "low.toml",
            "[notify]\ngrace_seconds = 1\nmin_interval_seconds = 1\nbell = false\nsound = false",
        )
        .system("high.toml", "[notify]\ngrace_seconds = 2\nmin_interval_seconds = 2\nbell = true")
        .user(
            "[notify]\ngrace_seconds = 3\nmin_interval_seconds = 3\n[agents.x]\nmode = 'a'\nhold_seconds = 1",
        )
        .variable("PLYN_NOTIFY_GRACE_SECONDS", "4")
        .variable("PLYN_NOTIFY_AGENTS__X__MODE", "b")
        .variable("PLYN_NOTIFY_REMOTE__HOST", "laptop")
        .variable("PLYN_NOTIFY_REMOTE__PORT", "22")
        .variable("PLYN_NOTIFY_NOTIFY__ACTIONS", "off");
    let Loaded { settings, origins, faults } = files.load();
    assert_eq!(faults, []);
    assert_eq!(settings.notify.grace, Duration::from_secs(4));
    assert_eq!(settings.notify.min_interval, Duration::from_secs(3));
    assert!(settings.notify.bell && !settings.notify.sound && !settings.notify.actions);
    let agent = AgentSettings { mode: Some("b".to_owned()), hold: Some(Duration::from_secs(1)) };
    assert_eq!(settings.agents, BTreeMap::from([("x".to_owned(), agent)]));
    assert_eq!(settings.remote.host.as_deref(), Some("laptop"));
    assert_eq!(settings.remote.port, Some(22));

    let line = |name, line| Origin::File { path: files.path(name), line: Some(line) };
    assert_eq!(origins["notify.sound"], line("low.toml", 5));
    assert_eq!(origins["notify.bell"], line("high.toml", 4));
    assert_eq!(origins["notify.min_interval_seconds"], line("config.toml", 3));
    let variable = Origin::Environment { variable: "PLYN_NOTIFY_GRACE_SECONDS".to_owned() };
    assert_eq!(origins["notify.grace_seconds"], variable);
    assert_eq!(origins["notify.include_reason"], Origin::Default);
}

#[test]
fn a_wrong_value_leaves_the_layer_below() {
    let files = Files::new()
        .system("system.toml", "[notify]\ngrace_seconds = 7\nchannels = ['terminal']\nenabled = false")
        .user("[notify]\ngrace_seconds = 'soon'\nchannels = []\nenabled = 'maybe'\nenabeld = true\nbell = false")
        .variable("PLYN_NOTIFY_GRACE_SECONDS", "-1");
    let loaded = files.load();
    assert_eq!(loaded.faults.len(), 5);
    assert_eq!(loaded.settings.notify.grace, Duration::from_secs(7));
    assert_eq!(loaded.settings.notify.channels, [ChannelName::Terminal]);
    assert!(!loaded.settings.notify.enabled, "a typing error never turns announcements on again");
    assert!(!loaded.settings.notify.bell, "the good neighbour counts");
    let below = Origin::File { path: files.path("system.toml"), line: Some(2) };
    assert_eq!(loaded.origins["notify.grace_seconds"], below);
    assert!(!loaded.origins.contains_key("notify.enabeld"));
}

#[test]
fn variables_hold_lists_numbers_and_switches() {
    use ChannelName::{Desktop, Terminal};
    let channels =
        |value| Files::new().variable("PLYN_NOTIFY_CHANNELS", value).load().settings.notify.channels;
    assert_eq!(channels("desktop,terminal"), [Desktop, Terminal]);
    assert_eq!(channels("[\"desktop\", \"terminal\"]"), [Desktop, Terminal]);
    assert_eq!(channels("terminal"), [Terminal]);

    let files = Files::new()
        .user("[notify]\nprotocol = 'osc9'\nbell = false")
        .variable("PLYN_NOTIFY_INCLUDE_REASON", "1")
        .variable("PLYN_NOTIFY_GRACE_SECONDS", "1.5")
        .variable("PLYN_NOTIFY_PROTOCOL", "")
        .variable("PLYN_NOTIFY_BELL", " ")
        .variable("PLYN_NOTIFY_SOUND", "done")
        .variable("PLYN_NOTIFY_CONFIG", "/nowhere")
        .variable("PLYN_NOTIFY_LOG", "debug")
        .variable("PLYN_NOTIFY_SESSION", "7")
        .variable("PLYN_NOTIFY_REQUEST_ID", "7");
    let Loaded { settings, faults, .. } = files.load();
    assert_eq!(faults, []);
    assert!(settings.notify.include_reason && settings.notify.sound);
    assert_eq!(settings.notify.grace, Duration::from_millis(1500));
    assert_eq!(settings.notify.protocol, Some(Protocol::Osc9), "an empty variable is none");
    assert!(!settings.notify.bell, "and so is a blank one");
}

#[test]
fn a_named_file_stands_in_for_the_users() {
    let files = Files::new()
        .system("system.toml", "[notify]\nsound = false")
        .user("[notify]\nbell = false\nstrange = 1")
        .explicit("mine.toml", "[notify]\nactions = false\n[remote]\nhost = 'laptop'\n[remots]\n");
    let loaded = files.load();
    assert!(loaded.settings.notify.bell && !loaded.settings.notify.sound && !loaded.settings.notify.actions);
    assert_eq!(loaded.settings.remote.host.as_deref(), Some("laptop"));
    assert_eq!(files.faults(), ["mine.toml:5: remots: unknown table, did you mean [remote]?"]);
}

#[test]
fn of_a_foreign_file_only_notify_counts() {
    let text = "
[notify]
enabled = false
protocol = 'bel'
channels = ['desktop']
surprise = true
[remote]
host = 'elsewhere'
[agents.x]
strange = 1
[providers.one]
key = 'secret'
";
    for name in ["plyngent.toml", "other.toml"] {
        let files = Files::new().explicit(name, text);
        let Loaded { settings, .. } = files.load();
        assert!(!settings.notify.enabled, "{name}");
        assert_eq!(settings.notify.protocol, Some(Protocol::Bell));
        assert_eq!(settings.notify.channels, [ChannelName::Desktop]);
        assert_eq!((settings.remote.host, settings.agents.len()), (None, 0));
        let [fault] = &files.faults()[..] else { panic!("{:?}", files.faults()) };
        assert!(fault.starts_with(&format!("{name}:6: notify.surprise: unknown key")), "{fault}");
    }
    // A file in our own places is nobody else's, whatever is in it and whatever its name.
    assert_eq!(Files::new().user(text).faults().len(), 3);
    assert_eq!(Files::new().system("other.toml", text).faults().len(), 3);
    assert_eq!(Files::new().explicit("config.toml", text).faults().len(), 3);
}

#[test]
fn a_missing_default_file_is_silence() {
    let files = Files::new();
    let sources = Sources {
        system: vec![files.path("none/config.toml")],
        user: Some(files.path("none/config.toml")),
        ..Sources::default()
    };
    assert_eq!(load(&sources), load(&Sources::default()));
}
