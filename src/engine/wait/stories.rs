//! What a prompt does, rule by rule of spec §3, each to the millisecond.

mod channels;
mod others;
mod race;
mod servers;

use std::time::Duration;

use super::{ChannelEvent, Effect, Event, Slot, Stage, SurfaceEvent, SurfaceId, TerminalEvent, testing::*};
use crate::engine::{
    answer::{CloseReason, Ending, Failure, Signal, Source},
    plan::{Elsewhere, Plan},
};

fn answered(key: &str, source: Source) -> Ending {
    Ending::Answered { answer: choice(key), source }
}

fn on_desktop(key: &str) -> Ending {
    answered(key, Source::Channel(DESKTOP))
}
