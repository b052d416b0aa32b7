//! The screen from message to frame, without a terminal.

mod config;
mod frames;
mod keys;
mod random;
