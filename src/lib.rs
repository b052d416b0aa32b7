//! Ask a human and bring the answer back: at the terminal and on a notification, whichever is answered first.
//!
//! The library is the engine of the `plyn-notify` program. [`engine`] knows how a prompt lives and dies and owns
//! every channel to the human; [`cli`] turns arguments into a request and an outcome into output and an exit status.
//! ARCHITECTURE.md has the map.

pub mod cli;
pub mod engine;
pub mod tui;
