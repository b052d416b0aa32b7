//! The ways to a human: what a channel reports to the loop that drives the prompt.

pub mod desktop;
pub mod prompt;
pub mod remote;
pub mod terminal;

use crate::engine::wait::Event;

/// What a channel has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// To the prompt.
    Event(Event),
    /// A notification is up; should this process be killed, the next one finds it by this.
    Up(desktop::Trace),
    /// It is down.
    Down(desktop::Trace),
}
