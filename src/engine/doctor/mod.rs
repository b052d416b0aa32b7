//! What would become of a prompt on this machine, and what to do where that is too little.
//!
//! A [`Lookout`] runs [`Probe`]s, each on a thread of its own and given up after [`BOUND`]; what they find is a
//! [`Finding`] that the caller hands to a [`Report`]. The report is pure: from what has been found by now it makes the
//! [`Check`]s, the [`Verdict`], the tables of facts and the matrix of capabilities, for a screen, a text and JSON alike.
//!
//! A probe only looks: it starts no server, writes nothing and shows nothing. A [`Trial`] shows a notification and says
//! everything that is heard about it. What only the terminal can say is asked by [`ask_terminal`], which needs the
//! terminal for itself.

mod check;
mod checks;
mod context;
mod evidence;
mod facts;
#[cfg(test)]
pub(crate) mod fixtures;
mod found;
mod invocation;
mod known;
mod matrix;
mod probe;
mod quiet;
mod report;
mod table;
mod trial;
mod verdict;
mod way;

pub use crate::engine::channel::desktop::Overheard;
pub use check::{
    Area, Check, Fix, Level,
    id::{ALL as IDS, Id, find, nearest},
};
pub use context::Context;
pub use found::Found;
pub use invocation::Invocation;
pub use probe::{Asked, BOUND, Finding, Lookout, Probe, ask_terminal};
pub use report::Report;
pub use table::{Answer, Capability, Cell, Channel, Fact, Known, Proof, Row};
pub use trial::{Signal, Trial, TrialEvent, TrialHandle};
pub use verdict::{Hop, State, Verdict};

use std::sync::mpsc;

use crate::engine::tty::open::Tty;

/// Runs these probes and waits for all of them, and asks this terminal meanwhile, once it was looked at. What is typed there
/// while it is asked is lost.
pub fn look(context: &Context, probes: &[Probe], tty: Option<&Tty>) -> Report {
    let mut report = Report::new(context.clone());
    let (sender, findings) = mpsc::channel();
    let lookout = Lookout::new(context, move |finding| {
        // Nobody hears it who is not here any more.
        let _ = sender.send(finding);
    });
    lookout.look(probes);
    let mut awaited = probes.iter().filter(|probe| **probe != Probe::Identity).count();
    while awaited > 0
        && let Ok(finding) = findings.recv()
    {
        awaited -= usize::from(!matches!(finding, Finding::Started(_)));
        let is_terminal = matches!(finding, Finding::Finished(Probe::Terminal, _));
        report.add(finding);
        // Not before that probe has looked at the modes, which asking changes.
        if let Some(tty) = tty.filter(|_| is_terminal) {
            report.add(ask_terminal(context, tty).finding);
        }
    }
    report
}

#[cfg(test)]
mod tests;
