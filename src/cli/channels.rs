//! The names of channels, as the channels that they stand for.

use crate::engine::{answer::ChannelKind, config::ChannelName};

/// The channels that the names stand for, each once (spec §5). `far` says whether the human sits at another host whose desktop
/// can be asked.
pub(super) fn resolve(names: &[ChannelName], far: bool) -> Vec<ChannelKind> {
    let mut channels = Vec::new();
    for name in names {
        let kinds: &[ChannelKind] = match name {
            ChannelName::Auto if far => &[ChannelKind::Remote, ChannelKind::Desktop, ChannelKind::Terminal],
            ChannelName::Auto => &[ChannelKind::Desktop, ChannelKind::Terminal],
            ChannelName::Desktop => &[ChannelKind::Desktop],
            ChannelName::Terminal => &[ChannelKind::Terminal],
            ChannelName::Remote => &[ChannelKind::Remote],
        };
        for kind in kinds {
            if !channels.contains(kind) {
                channels.push(*kind);
            }
        }
    }
    channels
}
