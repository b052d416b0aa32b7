//! The configuration as it counts: every key, its value and where that came from.
//!
//! Pure: no clock, no environment, no input or output.

use std::time::Duration;

use super::{
    fault::Problem,
    key::{Key, dotted},
    load::Loaded,
    origin::Origin,
    schema::{AGENT_KEYS, AGENTS, NOTIFY, NOTIFY_KEYS, REMOTE, REMOTE_KEYS},
    settings::{AgentSettings, ChannelName, NotifySettings, Protocol, RemoteSettings},
    toml, value,
};

/// One key as it counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Its dotted name, as TOML writes it.
    pub key: String,
    /// Its value; none if it has none.
    pub value: Option<Effective>,
    /// Where that came from.
    pub origin: Origin,
}

/// A value as it counts.
#[derive(Clone, Debug, PartialEq)]
pub enum Effective {
    /// On or off.
    Switch(bool),
    /// A length of time, in decimal seconds where it is written.
    Seconds(Duration),
    /// A port.
    Port(u16),
    /// A text.
    Text(String),
    /// Texts.
    List(Vec<String>),
}

impl Effective {
    /// As TOML.
    pub fn toml(&self) -> String {
        match self {
            Self::Switch(switch) => switch.to_string(),
            Self::Seconds(seconds) => value::decimal(*seconds),
            Self::Port(port) => port.to_string(),
            Self::Text(text) => toml::text(text),
            Self::List(texts) => {
                let texts: Vec<String> = texts.iter().map(|text| toml::text(text)).collect();
                format!("[{}]", texts.join(", "))
            }
        }
    }

    /// For a script: a text without its quotes, anything else as TOML.
    pub fn bare(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            value => value.toml(),
        }
    }
}

impl Loaded {
    /// One key, by its dotted name.
    ///
    /// # Errors
    ///
    /// When there is no such key; the nearest that there is is named.
    pub fn get(&self, key: &str) -> Result<Listed, Problem> {
        let key = dotted(&Key::named(key)?.path);
        let unset = Listed { key: key.clone(), value: None, origin: Origin::Default };
        Ok(self.list().into_iter().find(|listed| listed.key == key).unwrap_or(unset))
    }

    /// Every key of `[notify]` and `[remote]`, and the keys of each agent that anything is set for.
    pub fn list(&self) -> Vec<Listed> {
        let row = |path: &[&str], value| {
            let path: Vec<String> = path.iter().map(|&name| name.to_owned()).collect();
            let key = dotted(&path);
            let origin = self.origins.get(&key).cloned().unwrap_or_default();
            Listed { key, value, origin }
        };
        let settings = &self.settings;
        let notify = NOTIFY_KEYS.iter().map(|(key, _)| row(&[NOTIFY, key], notify(&settings.notify, key)));
        let remote = REMOTE_KEYS.iter().map(|(key, _)| row(&[REMOTE, key], remote(&settings.remote, key)));
        let agents = settings.agents.iter().flat_map(|(name, settings)| {
            AGENT_KEYS.iter().map(move |(key, _)| row(&[AGENTS, name, key], agent(settings, key)))
        });
        notify.chain(remote).chain(agents).collect()
    }
}

fn notify(settings: &NotifySettings, key: &str) -> Option<Effective> {
    Some(match key {
        "enabled" => Effective::Switch(settings.enabled),
        "grace_seconds" => Effective::Seconds(settings.grace),
        "min_interval_seconds" => Effective::Seconds(settings.min_interval),
        "channels" => Effective::List(
            settings.channels.iter().copied().map(ChannelName::name).map(str::to_owned).collect(),
        ),
        "actions" => Effective::Switch(settings.actions),
        "include_reason" => Effective::Switch(settings.include_reason),
        // Here an empty text is a value: it asks for detection.
        "protocol" => Effective::Text(settings.protocol.map_or("", Protocol::name).to_owned()),
        "bell" => Effective::Switch(settings.bell),
        "sound" => Effective::Switch(settings.sound),
        _ => return None,
    })
}

fn remote(settings: &RemoteSettings, key: &str) -> Option<Effective> {
    match key {
        "host" => settings.host.clone().map(Effective::Text),
        "user" => settings.user.clone().map(Effective::Text),
        "port" => settings.port.map(Effective::Port),
        "key" => settings.key.as_ref().map(|key| Effective::Text(key.to_string_lossy().into_owned())),
        "connect_timeout_seconds" => settings.connect_timeout.map(Effective::Seconds),
        _ => None,
    }
}

fn agent(settings: &AgentSettings, key: &str) -> Option<Effective> {
    match key {
        "mode" => settings.mode.clone().map(Effective::Text),
        "hold_seconds" => settings.hold.map(Effective::Seconds),
        _ => None,
    }
}
