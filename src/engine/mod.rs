//! The engine: a request in, an outcome out.
//!
//! It knows neither the command line nor a user interface toolkit, it never prints to stdout or stderr and it never
//! ends the process; it returns values.

pub mod answer;
pub mod config;
pub mod request;
