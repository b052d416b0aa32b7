//! What has been found by now, and what follows from it.
//!
//! Pure.

use super::{
    check::{Area, Check},
    context::Context,
    probe::{Finding, Probe},
    table::{Fact, Proof, Row},
    verdict::Verdict,
};

/// What has been found by now.
#[derive(Clone, Debug)]
pub struct Report {
    running: Vec<Probe>,
    proofs: Vec<Proof>,
}

impl Report {
    /// Nothing is found yet.
    pub fn new(_context: &Context) -> Self {
        Self { running: Vec::new(), proofs: Vec::new() }
    }

    /// Takes what a probe has found. Running one again replaces what it found before.
    pub fn add(&mut self, finding: Finding) {
        let probe = finding.probe();
        self.running.retain(|running| *running != probe);
        if matches!(finding, Finding::Started(_)) {
            self.running.push(probe);
        }
    }

    /// Takes what a trial has shown.
    pub fn prove(&mut self, proof: Proof) {
        self.proofs.retain(|old| (old.capability, old.channel) != (proof.capability, proof.channel));
        self.proofs.push(proof);
    }

    /// The probes that run.
    pub fn running(&self) -> &[Probe] {
        &self.running
    }

    /// Whether something that this area shows is still being looked for.
    pub fn is_running(&self, _area: Area) -> bool {
        !self.running.is_empty()
    }

    /// All checks by now, by area, in an order that does not change while more are found.
    pub fn checks(&self) -> Vec<Check> {
        Vec::new()
    }

    /// What would happen to a prompt.
    pub fn verdict(&self) -> Verdict {
        Verdict {
            would: String::new(),
            path: Vec::new(),
            announced: false,
            answerable: false,
            settled: self.running.is_empty(),
        }
    }

    /// What is known about an area, as a table.
    pub fn facts(&self, _area: Area) -> Vec<Fact> {
        Vec::new()
    }

    /// What the channels can do, and how that is known.
    pub fn matrix(&self) -> Vec<Row> {
        Vec::new()
    }
}
