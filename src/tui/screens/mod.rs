//! The screens.

pub(in crate::tui) mod config;
mod details;
pub(in crate::tui) mod found;
pub(in crate::tui) mod trials;
