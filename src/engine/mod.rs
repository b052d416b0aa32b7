//! The engine: a request in, an outcome out.
//!
//! It knows neither the command line nor a user interface toolkit, it never prints to stdout or stderr and it never
//! ends the process; it returns values.

pub mod agents;
pub mod answer;
pub mod aside;
pub mod capability;
pub mod channel;
pub mod clock;
pub mod config;
pub mod copy;
pub mod crowd;
pub mod detail;

pub mod doctor;
pub mod drive;
pub mod duration;
pub mod facts;
pub mod field;
pub mod files;
pub mod hosts;
pub mod inbox;
pub mod integrate;
pub mod lifeline;
pub mod notice;
pub mod plan;
pub mod programs;
pub mod random;
pub mod request;
pub mod run;
pub mod shell;
pub mod signal;
pub mod ssh;
mod state;
pub mod tell;
pub mod text;
pub mod throttle;
pub mod tty;
pub mod tunnel;
pub mod wait;
