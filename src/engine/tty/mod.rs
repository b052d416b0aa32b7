//! The terminal as a device: bytes in and out, modes, keys.
//!
//! What a key means to a prompt is not decided here.

pub mod key;
pub mod parse;
