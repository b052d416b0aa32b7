//! The controlling terminal: the only folder that opens it, reads it, writes to it and sets its modes.

pub mod ask;
mod escape;
pub mod key;
pub mod open;
pub mod parse;
pub mod query;
pub mod raw;
pub mod report;
pub mod screen;
