//! The integration tests: one crate, so that it links once.

mod agents;
mod architecture;
mod chance;
mod config;
mod dbus;
mod docs;
mod doctor;
mod exchange;
mod forward;
mod notify;
mod profiles;
mod pty;
mod pty_selftest;
mod receive;
mod remote;
mod support;
mod support_selftest;
mod tunnel;
