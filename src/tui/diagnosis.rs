//! What has been found by now, as the screens show it: plain data, cleaned of what could disturb a terminal.
//!
//! Pure.

use crate::engine::{
    doctor::{Area, Cell, Check, Fact, Fix, Level, Probe, Report, Row, Verdict},
    text::clean,
};

/// What has been found by now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) struct Diagnosis {
    /// What would happen to a prompt.
    pub(in crate::tui) verdict: Verdict,
    /// All checks, by area.
    pub(in crate::tui) checks: Vec<Check>,
    /// The tables of facts.
    pub(in crate::tui) facts: Vec<(Area, Vec<Fact>)>,
    /// What the channels can do.
    pub(in crate::tui) matrix: Vec<Row>,
    /// The probes that run.
    pub(in crate::tui) running: Vec<Probe>,
    /// The areas that something is still looked for in.
    pub(in crate::tui) awaited: Vec<Area>,
}

impl Diagnosis {
    /// What this report says by now.
    pub(in crate::tui) fn of(report: &Report) -> Self {
        let mut verdict = report.verdict();
        verdict.would = clean(&verdict.would);
        for hop in &mut verdict.path {
            hop.name = clean(&hop.name);
            hop.detail = clean(&hop.detail);
        }
        let facts = |area| {
            report.facts(area).into_iter().map(|fact| Fact {
                name: clean(&fact.name),
                value: clean(&fact.value),
                known: fact.known,
            })
        };
        let cell = |cell: Cell| Cell { how: clean(&cell.how), ..cell };
        Self {
            verdict,
            checks: report.checks().into_iter().map(cleaned).collect(),
            facts: Area::ALL.into_iter().map(|area| (area, facts(area).collect())).collect(),
            matrix: report
                .matrix()
                .into_iter()
                .map(|row| Row { desktop: cell(row.desktop), terminal: cell(row.terminal), ..row })
                .collect(),
            running: report.running().to_vec(),
            awaited: Area::ALL.into_iter().filter(|&area| report.is_running(area)).collect(),
        }
    }

    /// The facts of an area.
    pub(in crate::tui) fn facts(&self, area: Area) -> &[Fact] {
        self.facts.iter().find(|(of, _)| *of == area).map_or(&[], |(_, facts)| facts)
    }

    /// The checks of these areas.
    pub(in crate::tui) fn checks_of(&self, areas: &[Area]) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(move |check| areas.contains(&check.area))
    }

    /// How many checks of these areas are at least as bad.
    pub(in crate::tui) fn count(&self, areas: &[Area], level: Level) -> usize {
        self.checks_of(areas).filter(|check| check.level >= level).count()
    }

    /// Whether something is still looked for.
    pub(in crate::tui) fn is_running(&self) -> bool {
        !self.running.is_empty()
    }
}

/// A command stays as it is: it is copied, and cleaned where it is shown.
fn cleaned(check: Check) -> Check {
    Check {
        title: clean(&check.title),
        seen: clean(&check.seen),
        why: clean(&check.why),
        fix: check.fix.map(|fix| match fix {
            Fix::Text(text) => Fix::Text(clean(&text)),
            fix => fix,
        }),
        ..check
    }
}
