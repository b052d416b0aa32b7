//! The terminal as a channel: notifications that are written to it as escape sequences.

pub mod identity;
pub mod osc99;
