//! The question at the terminal: what keys do to it, how it looks, and what it says.
//!
//! Everything here is pure: no file descriptor, no clock, no thread, no environment. Whoever owns the terminal turns
//! bytes into keys ([`crate::engine::tty::parse`]), gives them to a [`Prompt`], draws its [`frame`] with a
//! [`Painter`], and writes the [`summary()`] when it is over; on a terminal that knows no escapes it uses [`plain`]
//! instead.
//!
//! - `matching`: typed text → the choice it names; `filter`: the choices of a long list that it leaves
//! - `line`: the line being typed; `completion`: what Tab makes of it
//! - `form`: the fields of a form; `selection`: what is pointed at and marked
//! - `model`: the prompt as a machine
//! - `view`, with `entry`, `list`, `fields`, `candidates`, `hint` and `screen`: the prompt → lines for a screen of some
//!   size
//! - `paint`: lines → escape sequences that put them in place of the last ones
//! - `plain`: the same questions without any escape
//! - `summary`: the one line that stays
//! - `words`, `columns`: what it says, and how wide that is

mod candidates;
pub mod columns;
mod completion;
mod entry;
mod fields;
mod filter;
#[cfg(test)]
pub(super) mod fixtures;
mod form;
mod hint;
mod line;
mod list;
mod matching;
mod model;
mod paint;
pub mod plain;
mod screen;
mod selection;
mod summary;
mod view;
mod words;

pub use form::Form;
pub use line::{LINE_LIMIT, Line};
pub use matching::{Match, find};
pub use model::{Prompt, PromptOptions, Reaction, Take};
pub use paint::{BEGIN, END, Painter};
pub use screen::{Frame, Screen};
pub use summary::summary;
pub use view::frame;
