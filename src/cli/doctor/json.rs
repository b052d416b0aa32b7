//! The JSON document of `doctor --json`: a contract with other programs, so it has types of its own. Keys may be added;
//! where one changes its meaning, `schema` becomes another number.

use std::collections::BTreeMap;

use serde::Serialize;

use super::chosen;
use crate::engine::doctor::{Area, Check, Fact, Fix, Hop, Report, Row, State};

/// The version of what is below.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Document {
    schema: u32,
    version: &'static str,
    verdict: VerdictObject,
    checks: Vec<CheckObject>,
    facts: BTreeMap<&'static str, Vec<FactObject>>,
    capabilities: Vec<RowObject>,
}

#[derive(Serialize)]
struct VerdictObject {
    would: String,
    announced: bool,
    answerable: bool,
    path: Vec<HopObject>,
}

#[derive(Serialize)]
struct HopObject {
    name: String,
    detail: String,
    state: &'static str,
    check: Option<&'static str>,
}

#[derive(Serialize)]
struct CheckObject {
    id: &'static str,
    area: &'static str,
    level: &'static str,
    title: String,
    seen: String,
    why: Option<String>,
    fix: Option<FixObject>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum FixObject {
    Command { command: String },
    Config { key: String, value: String, command: String },
    Text { text: String },
}

#[derive(Serialize)]
struct FactObject {
    name: String,
    value: String,
    known: &'static str,
}

#[derive(Serialize)]
struct RowObject {
    capability: &'static str,
    desktop: CellObject,
    terminal: CellObject,
}

#[derive(Serialize)]
struct CellObject {
    answer: &'static str,
    known: &'static str,
    how: String,
}

/// The document, on one line.
pub(super) fn document(report: &Report, only: &[&str]) -> String {
    let verdict = report.verdict();
    let facts = Area::ALL
        .into_iter()
        .map(|area| (area.name(), report.facts(area).into_iter().map(FactObject::from).collect::<Vec<_>>()))
        .filter(|(_, facts)| !facts.is_empty());
    let document = Document {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        checks: chosen(report, only).into_iter().map(CheckObject::from).collect(),
        facts: facts.collect(),
        capabilities: report.matrix().into_iter().map(RowObject::from).collect(),
        verdict: VerdictObject {
            announced: verdict.announced,
            answerable: verdict.answerable,
            would: verdict.would,
            path: verdict.path.into_iter().map(HopObject::from).collect(),
        },
    };
    // Strings, numbers and lists always have a JSON form.
    format!("{}\n", serde_json::to_string(&document).unwrap_or_default())
}

impl From<Hop> for HopObject {
    fn from(Hop { name, detail, state, check }: Hop) -> Self {
        let state = match state {
            State::Unknown => "unknown",
            State::Works => "works",
            State::Limited => "limited",
            State::Fails => "fails",
            State::Spare => "spare",
            State::Off => "off",
        };
        Self { name, detail, state, check }
    }
}

impl From<Check> for CheckObject {
    fn from(Check { id, area, level, title, seen, why, fix }: Check) -> Self {
        let why = Some(why).filter(|why| !why.is_empty());
        Self { id, area: area.name(), level: level.name(), title, seen, why, fix: fix.map(FixObject::from) }
    }
}

impl From<Fix> for FixObject {
    fn from(fix: Fix) -> Self {
        match fix {
            Fix::Command(command) => Self::Command { command },
            Fix::Config { key, value, command } => Self::Config { key, value, command },
            Fix::Text(text) => Self::Text { text },
        }
    }
}

impl From<Fact> for FactObject {
    fn from(Fact { name, value, known }: Fact) -> Self {
        Self { name, value, known: known.name() }
    }
}

impl From<Row> for RowObject {
    fn from(Row { capability, desktop, terminal }: Row) -> Self {
        let [desktop, terminal] = [desktop, terminal].map(|cell| CellObject {
            answer: cell.answer.name(),
            known: cell.known.name(),
            how: cell.how,
        });
        Self { capability: capability.name(), desktop, terminal }
    }
}
