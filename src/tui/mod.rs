//! `plyn-notify doctor` on a terminal: what would become of a prompt, what is known of each channel, tests, and a form for
//! the configuration.
//!
//! A [`Model`](model::Model) takes a [`Message`](message::Message) (`update.rs`) and is drawn (`view.rs`); both are
//! pure, time is an argument, and nothing ticks unless something runs. What is to be done to the world is a
//! [`Command`](command::Command), which [`run()`] carries out.
//! It opens no channel and prints nothing; it is the engine that probes, tries and saves.

mod backend;
mod command;
mod diagnosis;
mod diff;
mod entry;
mod form;
mod items;
mod keys;
mod message;
mod model;
mod mouse;
mod run;
mod screens;
mod theme;
mod trials;
mod update;
mod view;
mod widgets;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use run::{Failed, Left, Setup, run};
