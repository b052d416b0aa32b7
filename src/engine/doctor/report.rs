//! What has been found by now, and what follows from it.
//!
//! Pure.

use super::{
    check::{Area, Check},
    checks,
    context::Context,
    evidence::Evidence,
    facts, matrix,
    probe::{Finding, Probe},
    table::{Fact, Proof, Row},
    verdict::Verdict,
    way,
};

/// What has been found by now.
#[derive(Clone, Debug)]
pub struct Report {
    evidence: Evidence,
}

impl Report {
    /// Nothing is found yet.
    pub fn new(context: Context) -> Self {
        Self { evidence: Evidence::new(context) }
    }

    /// Takes what a probe has found. Running one again replaces what it found before, once it is over.
    pub fn add(&mut self, finding: Finding) {
        let probe = finding.probe();
        let evidence = &mut self.evidence;
        evidence.running.retain(|running| *running != probe);
        evidence.given_up.retain(|given_up| *given_up != probe);
        match finding {
            Finding::Started(probe) => evidence.running.push(probe),
            Finding::Finished(_, found) => evidence.take(*found),
            Finding::GivenUp(probe) => evidence.given_up.push(probe),
        }
    }

    /// Takes what a trial has shown.
    pub fn prove(&mut self, proof: Proof) {
        let same = |old: &Proof| (old.capability, old.channel) == (proof.capability, proof.channel);
        self.evidence.proofs.retain(|old| !same(old));
        self.evidence.proofs.push(proof);
    }

    /// The probes that run.
    pub fn running(&self) -> &[Probe] {
        &self.evidence.running
    }

    /// Whether something that this area shows is still being looked for.
    pub fn is_running(&self, area: Area) -> bool {
        self.evidence.running.iter().any(|probe| probe.area() == area)
    }

    /// All checks by now, by area, in an order that does not change while more are found.
    pub fn checks(&self) -> Vec<Check> {
        checks::all(&self.evidence)
    }

    /// What would happen to a prompt.
    pub fn verdict(&self) -> Verdict {
        way::verdict(&self.evidence)
    }

    /// What is known about an area, as a table.
    pub fn facts(&self, area: Area) -> Vec<Fact> {
        facts::of(&self.evidence, area)
    }

    /// What the channels can do, and how that is known.
    pub fn matrix(&self) -> Vec<Row> {
        matrix::rows(&self.evidence)
    }

    /// The name of the notification server, once it has said it.
    pub fn server(&self) -> Option<String> {
        let (server, ..) = self.evidence.server()?;
        Some(server.name).filter(|name| !name.is_empty())
    }
}
