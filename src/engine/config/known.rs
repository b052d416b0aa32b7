//! The keys that exist, for whoever describes or completes them.
//!
//! Pure: no clock, no environment, no input or output.

use super::{
    schema::{AGENT_KEYS, AGENTS, NOTIFY, NOTIFY_KEYS, REMOTE, REMOTE_KEYS, Shape},
    settings::{ChannelName, Protocol},
    variables,
};

/// Every key with its default and what it is for, as a file in which all of them are comments.
pub const TEMPLATE: &str = include_str!("../../../assets/default-config.toml");

/// The word that stands for an agent's name in the keys of all agents.
pub const ANY_AGENT: &str = "NAME";

/// One key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownKey {
    /// Its dotted name; of an agent's with [`ANY_AGENT`] in it.
    pub key: String,
    /// Its environment variable.
    pub variable: String,
    /// What it may hold, in words.
    pub takes: &'static str,
    /// The words that it may hold, where these are all or the usual ones.
    pub words: Vec<&'static str>,
    /// Whether it holds a list of them.
    pub is_list: bool,
}

/// All of them, table by table.
pub fn known_keys() -> Vec<KnownKey> {
    let of = |path: Vec<&'static str>, keys: &'static [(&'static str, Shape)]| {
        keys.iter().map(move |(name, shape)| {
            let path: Vec<&str> = path.iter().copied().chain([*name]).collect();
            KnownKey {
                key: path.join("."),
                variable: variables::name(&path),
                takes: takes(*shape),
                words: words(*shape),
                is_list: *shape == Shape::Channels,
            }
        })
    };
    let notify = of(vec![NOTIFY], &NOTIFY_KEYS);
    notify.chain(of(vec![REMOTE], &REMOTE_KEYS)).chain(of(vec![AGENTS, ANY_AGENT], &AGENT_KEYS)).collect()
}

fn takes(shape: Shape) -> &'static str {
    match shape {
        Shape::Switch => "true or false",
        Shape::Seconds => "decimal seconds, at most a day",
        Shape::Channels => "a list of channels",
        Shape::Protocol => "the name of a protocol, or nothing",
        Shape::Word => "a text without spaces",
        Shape::Path => "the name of a file",
        Shape::Port => "a port from 1 to 65535",
        Shape::Table => "a table",
    }
}

fn words(shape: Shape) -> Vec<&'static str> {
    match shape {
        Shape::Switch => vec!["true", "false"],
        Shape::Channels => ChannelName::ALL.map(ChannelName::name).to_vec(),
        Shape::Protocol => Protocol::ALL.map(Protocol::name).to_vec(),
        Shape::Seconds | Shape::Word | Shape::Path | Shape::Port | Shape::Table => Vec::new(),
    }
}
