//! What would become of a prompt on this machine, and what to do where that is too little.
//!
//! [`start()`] runs [`Probe`]s, each on a thread of its own and given up after [`BOUND`]; what they find is a
//! [`Finding`] that the caller hands to a [`Report`]. The report is pure: from what has been found by now it makes the
//! [`Check`]s, the [`Verdict`], the tables of facts and the matrix of capabilities, for a screen, a text and JSON alike.
//!
//! A probe only looks: it starts no server, writes nothing and shows nothing. A [`Trial`] shows a notification and says
//! everything that is heard about it. What only the terminal can say is asked by [`ask_terminal`], which needs the
//! terminal for itself.

mod check;
mod context;
mod probe;
mod report;
mod table;
mod trial;
mod verdict;

pub use check::{Area, Check, Fix, Level};
pub use context::Context;
pub use probe::{BOUND, Finding, Found, Probe, ask_terminal, start};
pub use report::Report;
pub use table::{Answer, Capability, Cell, Channel, Fact, Known, Proof, Row};
pub use trial::{Signal, Trial, TrialEvent, TrialHandle};
pub use verdict::{Hop, State, Verdict};
