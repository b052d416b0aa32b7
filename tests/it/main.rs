//! The integration tests: one crate, so that it links once.

mod pty;
mod pty_selftest;
mod support;
mod support_selftest;
