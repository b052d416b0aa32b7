//! The integration tests: one crate, so that it links once.

mod support;
mod support_selftest;
