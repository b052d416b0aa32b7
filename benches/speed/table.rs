//! What was found, as a Markdown table.

use std::{
    fmt::{self, Display},
    time::Duration,
};

/// The rows so far.
#[derive(Debug, Default)]
pub(crate) struct Table(Vec<Row>);

#[derive(Debug)]
struct Row {
    what: String,
    ours: String,
    theirs: String,
    ratio: String,
    target: String,
    is_met: bool,
}

/// One measure of two programs that ran in turns: each has one value a turn.
#[derive(Debug)]
pub(crate) struct Turns {
    pub(crate) ours: Vec<Duration>,
    pub(crate) theirs: Vec<Duration>,
}

impl Turns {
    /// The median of the turns' ratios: noise that met a whole turn is in neither.
    fn ratio(&self) -> f64 {
        let pairs = self.ours.iter().zip(&self.theirs);
        middle(pairs.map(|(ours, theirs)| ours.as_secs_f64() / theirs.as_secs_f64()).collect())
    }
}

impl Table {
    /// A row that compares with another program.
    pub(crate) fn ratio(&mut self, what: &str, other: &str, turns: &Turns, most: f64) {
        let ratio = turns.ratio();
        self.0.push(Row {
            what: what.to_owned(),
            ours: milliseconds(median(&turns.ours)),
            theirs: format!("{other}: {}", milliseconds(median(&turns.theirs))),
            ratio: format!("{ratio:.2}"),
            target: format!("≤ {most}"),
            is_met: ratio <= most,
        });
    }

    /// A row with a limit of its own.
    pub(crate) fn limit(&mut self, what: &str, found: String, target: &str, is_met: bool) {
        self.0.push(Row {
            what: what.to_owned(),
            ours: found,
            theirs: String::new(),
            ratio: String::new(),
            target: target.to_owned(),
            is_met,
        });
    }

    /// The targets that were missed.
    pub(crate) fn missed(&self) -> Vec<String> {
        let missed = self.0.iter().filter(|row| !row.is_met);
        missed
            .map(|Row { what, ours, theirs, ratio, target, .. }| {
                let found = if ratio.is_empty() { ours } else { ratio };
                let than = if theirs.is_empty() { String::new() } else { format!(" ({ours}; {theirs})") };
                format!("{what}: {found}, not {target}{than}")
            })
            .collect()
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| what | plyn-notify | compared with | ratio | target | met |")?;
        writeln!(f, "|---|---|---|---|---|---|")?;
        for Row { what, ours, theirs, ratio, target, is_met } in &self.0 {
            let met = if *is_met { "yes" } else { "**no**" };
            writeln!(f, "| {what} | {ours} | {theirs} | {ratio} | {target} | {met} |")?;
        }
        Ok(())
    }
}

/// The median.
pub(crate) fn median(times: &[Duration]) -> Duration {
    Duration::from_secs_f64(middle(times.iter().map(Duration::as_secs_f64).collect()))
}

fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

pub(crate) fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}

#[expect(clippy::cast_precision_loss, reason = "two decimals are shown")]
pub(crate) fn mebibytes(bytes: u64) -> String {
    format!("{:.2} MiB", bytes as f64 / f64::from(1 << 20))
}
