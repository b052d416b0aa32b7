//! Where a notice goes, and what became of it in words.

use std::io;

use crate::{
    cli::{args::Channels, channels},
    engine::{
        answer::{ChannelKind, Failure},
        config::NotifySettings,
        tell::{Ending, Told},
    },
};

/// The channels for a notice: those asked for, else those configured; none where notifications are switched off.
/// `far` as for [`channels::resolve`].
pub(super) fn channels(asked: Option<&Channels>, settings: &NotifySettings, far: bool) -> Vec<ChannelKind> {
    let names = asked.map_or(&settings.channels, |channels| &channels.0);
    if settings.enabled { channels::resolve(names, far) } else { Vec::new() }
}

/// Nothing was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Silence {
    /// Why.
    pub error: String,
    /// Whether the user configured it or the caller asked for it, so that it is no news.
    pub is_wanted: bool,
    /// Whether the terminal rang.
    pub rang: bool,
}

/// Why nothing was shown; none if something was.
pub(super) fn silence(told: Result<&Told, &io::Error>, settings: &NotifySettings) -> Option<Silence> {
    let told = match told {
        Ok(told) if told.ending.was_shown() => return None,
        Ok(told) => told,
        Err(error) => {
            return Some(Silence { error: format!("not shown: {error}"), is_wanted: false, rang: false });
        }
    };
    let failures: Vec<String> = told
        .failures
        .iter()
        .map(|Failure { channel, error }| format!("{}: {error}", channel.name()))
        .collect();
    let failures = failures.join("; ");
    let rang = told.ending == Ending::Rung;
    let error = match (rang, failures.is_empty()) {
        (false, _) if !settings.enabled => {
            "not shown: notifications are switched off (enabled = false)".to_owned()
        }
        (false, true) => "not shown: there is no channel to show it on".to_owned(),
        (false, false) => format!("not shown: {failures}"),
        (true, true) => "the terminal rang, which shows nothing".to_owned(),
        (true, false) => format!("the terminal rang, which shows nothing: {failures}"),
    };
    Some(Silence { error, is_wanted: !settings.enabled || (rang && failures.is_empty()), rang })
}
