//! The integration tests: one crate, so that it links once.

mod architecture;
mod config;
mod dbus;
mod pty;
mod pty_selftest;
mod support;
mod support_selftest;
