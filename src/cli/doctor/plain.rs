//! The report as text: the verdict, the way of a prompt, then what is wrong, the worst first.

use unicode_width::UnicodeWidthStr as _;

use super::chosen;
use crate::engine::{
    doctor::{Area, Cell, Check, Fix, Hop, Level, Report, State},
    text::clean,
};

/// How wide the text is where nobody says.
pub(super) const WIDTH: usize = 80;
/// Longer lines are hard to read.
const WIDEST: usize = 100;
/// What an explanation is moved in by: a level, and two blanks.
const INDENT: usize = 9;

/// How it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// Whether with colours.
    pub(super) color: bool,
    /// Whether with signs outside ASCII.
    pub(super) unicode: bool,
    /// How many columns there are.
    pub(super) width: usize,
    /// Whether with the tables of all that was found.
    pub(super) tables: bool,
}

/// The report, or these checks of it.
pub(super) fn text(report: &Report, only: &[&str], manner: &Manner) -> String {
    let mut page = Page { text: String::new(), manner: *manner };
    let mut checks = chosen(report, only);
    if only.is_empty() {
        let verdict = report.verdict();
        page.paragraph(&verdict.would, 0);
        page.path(&verdict.path);
        page.count(&checks);
    }
    checks.sort_by_key(|check| std::cmp::Reverse(check.level));
    let (bad, fine): (Vec<_>, Vec<_>) =
        checks.into_iter().partition(|check| check.level > Level::Ok || !only.is_empty());
    for check in &bad {
        page.check(check);
    }
    page.fine(&fine);
    if manner.tables {
        page.tables(report);
    }
    if page.text.is_empty() {
        page.line("There is nothing to say about it here.");
    }
    page.text.trim_start_matches('\n').to_owned()
}

struct Page {
    text: String,
    manner: Manner,
}

impl Page {
    fn line(&mut self, line: &str) {
        let line = line.trim_end();
        let plain = (!self.manner.unicode).then(|| line.replace('…', "..."));
        self.text.push_str(plain.as_deref().unwrap_or(line));
        self.text.push('\n');
    }

    fn styled(&self, style: &str, text: &str) -> String {
        if self.manner.color { format!("\u{1b}[{style}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    fn sign<'a>(&self, sign: &'a str, plain: &'a str) -> &'a str {
        if self.manner.unicode { sign } else { plain }
    }

    /// Words, as many on a line as fit.
    fn paragraph(&mut self, text: &str, indent: usize) {
        let room = self.manner.width.min(WIDEST).saturating_sub(indent).max(20);
        let mut line = String::new();
        for word in clean(text).split(' ') {
            if !line.is_empty() && line.width() + 1 + word.width() > room {
                self.line(&format!("{:indent$}{line}", ""));
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        self.line(&format!("{:indent$}{line}", ""));
    }

    fn path(&mut self, path: &[Hop]) {
        let hops: Vec<String> = path.iter().map(|hop| self.hop(hop)).collect();
        let arrow = self.sign(" → ", " -> ");
        self.line("");
        self.paragraph(&hops.join(arrow), 2);
    }

    fn hop(&self, hop: &Hop) -> String {
        let named =
            if hop.detail.is_empty() { hop.name.clone() } else { format!("{}: {}", hop.name, hop.detail) };
        match hop.state {
            State::Works | State::Limited => named,
            State::Unknown => format!("{named}?"),
            State::Fails => format!("{} {named}", self.sign("✗", "x")),
            State::Spare => format!("({})", hop.name),
            State::Off => format!("{} {named}", self.sign("–", "-")),
        }
    }

    fn count(&mut self, checks: &[Check]) {
        let of = |level| checks.iter().filter(|check| check.level == level).count();
        let words = [(Level::Problem, "problem"), (Level::Warning, "warning"), (Level::Note, "note")];
        let mut counted: Vec<String> = Vec::new();
        for (level, word) in words {
            match of(level) {
                0 => {}
                1 => counted.push(format!("1 {word}")),
                many => counted.push(format!("{many} {word}s")),
            }
        }
        counted.push(format!("{} fine", of(Level::Ok)));
        self.line("");
        self.line(&counted.join(", "));
    }

    fn check(&mut self, check: &Check) {
        let style = match check.level {
            Level::Problem => "1;31",
            Level::Warning => "1;33",
            Level::Note => "1;36",
            Level::Ok => "1;32",
        };
        let word = self.styled(style, &format!("{:INDENT$}", check.level.name()));
        let title = self.styled("1", &check.title);
        let id = self.styled("2", &format!("[{}]", check.id));
        self.line("");
        self.line(&format!("{word}{title} {id}"));
        self.paragraph(&sentence(&check.seen), INDENT);
        if !check.why.is_empty() {
            self.paragraph(&check.why, INDENT);
        }
        let arrow = self.sign("→", "->");
        match &check.fix {
            None => {}
            Some(Fix::Text(text)) => self.paragraph(&format!("{arrow} {text}"), INDENT),
            // In one piece, to be copied.
            Some(Fix::Command(command) | Fix::Config { command, .. }) => {
                self.line(&format!("{:INDENT$}{arrow} {}", "", clean(command)));
            }
        }
    }

    fn fine(&mut self, checks: &[Check]) {
        for area in Area::ALL {
            let titles: Vec<&str> =
                checks.iter().filter(|check| check.area == area).map(|check| check.title.as_str()).collect();
            if titles.is_empty() {
                continue;
            }
            self.line("");
            let heading = self.styled("1", area.title());
            self.line(&heading);
            for title in titles {
                self.paragraph(&format!("{} {title}", self.sign("✓", "+")), 2);
            }
        }
    }

    fn tables(&mut self, report: &Report) {
        for area in Area::ALL {
            let facts = report.facts(area);
            let Some(widest) = facts.iter().map(|fact| fact.name.width()).max() else { continue };
            self.line("");
            let heading = self.styled("1", &format!("{}: what was found", area.title()));
            self.line(&heading);
            for fact in facts {
                let value = clean(&fact.value);
                self.line(&format!("  {:widest$}  {:7}  {value}", fact.name, fact.known.name()));
            }
        }
        self.line("");
        let heading = self.styled("1", "What notifications can do");
        self.line(&heading);
        let shown = |cell: &Cell| {
            let how = if cell.how.is_empty() { String::new() } else { format!(", {}", clean(&cell.how)) };
            format!("{} ({}{how})", cell.answer.name(), cell.known.name())
        };
        for row in report.matrix() {
            self.line(&format!("  {}", row.capability.title()));
            self.line(&format!("      desktop   {}", shown(&row.desktop)));
            self.line(&format!("      terminal  {}", shown(&row.terminal)));
        }
    }
}

/// With a full stop, unless it has an end.
fn sentence(text: &str) -> String {
    if text.is_empty() || text.ends_with(['.', '!', '?', '…']) {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}
