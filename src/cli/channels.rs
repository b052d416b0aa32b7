//! The names of channels, as the channels that they stand for.

use crate::engine::{answer::ChannelKind, config::ChannelName};

/// The channels that the names stand for, each once (spec §5). No other host's desktop can be reached yet.
pub(super) fn resolve(names: &[ChannelName]) -> Vec<ChannelKind> {
    let mut channels = Vec::new();
    for name in names {
        let kinds: &[ChannelKind] = match name {
            ChannelName::Auto => &[ChannelKind::Desktop, ChannelKind::Terminal],
            ChannelName::Desktop => &[ChannelKind::Desktop],
            ChannelName::Terminal => &[ChannelKind::Terminal],
            ChannelName::Remote => &[],
        };
        for kind in kinds {
            if !channels.contains(kind) {
                channels.push(*kind);
            }
        }
    }
    channels
}
