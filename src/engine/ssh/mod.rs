//! ssh, the program: what is said to it, and what is heard of it.

pub mod command;
pub mod failure;
pub mod host;
pub mod session;
mod stream;
pub mod target;
