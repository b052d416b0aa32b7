//! A form being filled in: a line for each field, and which of them is edited.
//!
//! Pure. A field is left forwards only when its value is accepted; going back is always possible, and nothing that was
//! typed is lost on the way.

use crate::engine::{
    channel::prompt::{line::Line, words},
    field::Field,
    tty::parse::Key,
};

/// A form.
#[derive(Debug)]
pub struct Form {
    fields: Vec<Field>,
    /// One for each field.
    lines: Vec<Line>,
    /// The field that is edited.
    at: usize,
}

/// What a key did to a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Nothing that can be seen.
    Nothing,
    /// It looks different now.
    Changed,
    /// A value is not accepted, in words; its field is the one that is edited now.
    Faulty(String),
    /// Every value is accepted, as (name, value).
    Filled(Vec<(String, String)>),
}

impl Form {
    /// A form with its presets, at its first field.
    pub(super) fn new(fields: &[Field]) -> Self {
        let line = |field: &Field| {
            let mut line = Line::new(false);
            line.insert(field.preset.as_deref().unwrap_or_default());
            line
        };
        Self { fields: fields.to_vec(), lines: fields.iter().map(line).collect(), at: 0 }
    }

    /// The fields and what is in them, in order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = (&Field, &Line)> {
        self.fields.iter().zip(&self.lines)
    }

    /// The index of the field that is edited.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The line that is edited.
    pub fn line(&self) -> &Line {
        &self.lines[self.at]
    }

    /// The line that is edited, to be changed.
    pub(super) fn line_mut(&mut self) -> &mut Line {
        &mut self.lines[self.at]
    }

    /// Takes one key.
    pub(super) fn key(&mut self, key: &Key) -> Step {
        let is_last = self.at + 1 == self.fields.len();
        match key {
            Key::Enter if is_last => self.fill(),
            Key::Enter | Key::Tab | Key::Down | Key::Ctrl('n') => self.forward(),
            Key::BackTab | Key::Up | Key::Ctrl('p') => self.go(self.at.saturating_sub(1)),
            key if self.line_mut().key(key) => Step::Changed,
            _ => Step::Nothing,
        }
    }

    /// To the next field, if this one may be left.
    fn forward(&mut self) -> Step {
        match self.fault(self.at) {
            Some(fault) => Step::Faulty(fault),
            None => self.go((self.at + 1).min(self.fields.len() - 1)),
        }
    }

    fn go(&mut self, to: usize) -> Step {
        let step = if to == self.at { Step::Nothing } else { Step::Changed };
        self.at = to;
        step
    }

    /// The whole form, or its first fault.
    fn fill(&mut self) -> Step {
        for index in 0..self.fields.len() {
            if let Some(fault) = self.fault(index) {
                self.at = index;
                return Step::Faulty(fault);
            }
        }
        let value = |(field, line): (&Field, &Line)| (field.name.clone(), line.text().to_owned());
        Step::Filled(self.rows().map(value).collect())
    }

    fn fault(&self, index: usize) -> Option<String> {
        let (field, line) = (&self.fields[index], &self.lines[index]);
        (!field.accepts(line.text())).then(|| words::fault(field))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::channel::prompt::fixtures::{fields, keys};

    const RELEASE: &str = "version=Version/[0-9.]+,branch=Branch:main,notes=Notes";

    /// Types into the form: its values once it is filled in, else the field, its text and what is wrong.
    fn outcome(spec: &str, typed: &str) -> String {
        let mut form = Form::new(&fields(spec));
        let mut fault = String::new();
        for key in keys(typed) {
            fault.clear();
            match form.key(&key) {
                Step::Filled(values) => {
                    let values: Vec<String> =
                        values.iter().map(|(name, value)| format!("{name}={value}")).collect();
                    return values.join(" ");
                }
                Step::Faulty(text) => fault = format!(" ! {text}"),
                Step::Nothing | Step::Changed => {}
            }
        }
        format!("{}: {}{fault}", form.fields[form.at()].name, form.line().text())
    }

    #[test]
    fn is_filled_in_field_by_field() {
        for (typed, result) in [
            ("", "version: "),
            ("1.2", "version: 1.2"),
            ("1.2\r", "branch: main"),
            ("1.2\t", "branch: main"),
            ("1.2\x1b[B", "branch: main"),
            ("1.2\x0e", "branch: main"),
            ("1.2\r\r\r", "version=1.2 branch=main notes="),
            ("1.2\r\x15dev\rx y\r", "version=1.2 branch=dev notes=x y"),
            // The last is left by Enter alone.
            ("1.2\t\t\t\t", "notes: "),
            ("1.2\t\t\x1b[B", "notes: "),
            // Back, and nothing is lost.
            ("1.2\rx\x1b[Z", "version: 1.2"),
            ("1.2\rx\x1b[A", "version: 1.2"),
            ("1.2\rx\x10\r", "branch: mainx"),
            ("1.2\r\r\x1b[Z\x1b[Z", "version: 1.2"),
            ("\x1b[A\x1b[Z", "version: "),
            // Readline's keys, and a paste with line breaks.
            ("12\x1b[D.\r", "branch: main"),
            ("1.2\r\r\x1b[200~a\r\nb\r\x1b[201~", "notes: a b"),
            ("1.2\r\r\x1b[200~a\r\x1b[201~\r", "version=1.2 branch=main notes=a"),
        ] {
            assert_eq!(outcome(RELEASE, typed), result, "{typed:?}");
        }
    }

    #[test]
    fn what_is_not_accepted_is_said_and_kept() {
        for (typed, result) in [
            ("1.x\r", "version: 1.x ! Version has to match [0-9.]+"),
            ("\t", "version:  ! Version has to match [0-9.]+"),
            ("1.x\r\x7f", "version: 1."),
            ("1.x\r\x7f3\r", "branch: main"),
            // Back to it, spoilt, and down again by other ways: the form is not taken.
            ("1\r\r\x1b[Z\x1b[Zx\x1b[B", "version: 1x ! Version has to match [0-9.]+"),
        ] {
            assert_eq!(outcome(RELEASE, typed), result, "{typed:?}");
        }
        let back = outcome("a=A,b=B/x,c=C/y", "1\rx\ry\x1b[Az\x1b[A\r\x1b[Z");
        assert_eq!(back, "a: 1");
        assert_eq!(outcome("a=A/x", "\r"), "a:  ! A has to match x");
        assert_eq!(outcome("a=A", "\r"), "a=");
    }

    proptest! {
        #[test]
        fn only_enter_fills_it_and_only_with_what_is_accepted(
            typed in "[a-c1.日 \r\t\x1b\x7f\x15\\[ABZ~5]{0,40}",
            spec in prop_oneof![Just(RELEASE), Just("a=A/x*,b=B/[0-9]*"), Just("only=Only")],
        ) {
            let fields = fields(spec);
            let mut form = Form::new(&fields);
            for key in keys(&typed) {
                if let Step::Filled(values) = form.key(&key) {
                    prop_assert_eq!(key, Key::Enter);
                    prop_assert_eq!(values.len(), fields.len());
                    for (field, (name, value)) in fields.iter().zip(&values) {
                        prop_assert_eq!(&field.name, name);
                        prop_assert!(field.accepts(value) && !value.contains(['\n', '\r']));
                    }
                    break;
                }
                prop_assert!(form.at() < fields.len());
            }
        }
    }
}
