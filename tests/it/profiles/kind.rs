//! What is asked: the kinds of prompts with what can be answered to each (spec §4).

use std::collections::BTreeSet;

/// A kind of prompt as it is typed, and its answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) name: &'static str,
    pub(super) args: &'static [&'static str],
    pub(super) choices: &'static [Choice],
    pub(super) manner: Manner,
}

/// How it is answered at the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// By a word, or on the notification.
    Word,
    /// By a word that nobody sees; it is announced nowhere.
    Secret,
    /// By one of a list; `other` says that any text will do.
    List { other: bool },
    /// By any number of a list.
    Marks,
    /// By values with names.
    Form,
}

/// A field of the form, by its name and its label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) label: &'static str,
}

/// An answer: what is printed, what is on its button, and whether it means no.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) key: &'static str,
    pub(super) label: &'static str,
    pub(super) refuses: bool,
}

const fn choice(key: &'static str, label: &'static str, refuses: bool) -> Choice {
    Choice { key, label, refuses }
}

const ALLOW_OR_DENY: &[Choice] = &[choice("allow", "Allow once", false), choice("deny", "Deny", true)];
const NAMED: Kind = Kind { name: "", args: &[], choices: ALLOW_OR_DENY, manner: Manner::Word };

const CITIES: &[Choice] = &[
    choice("ny", "New York", false),
    choice("nd", "New Delhi", false),
    choice("york", "York", false),
    choice("ber", "Berlin", false),
    choice("rome", "Roma", false),
    choice("stop", "Oslo", true),
    choice("lyon", "Lyon", false),
    choice("bonn", "Bonn", false),
    choice("bern", "Bern", false),
    choice("basel", "Basel", false),
    choice("wien", "Wien", false),
    choice("graz", "Graz", false),
];
const OF_CITIES: &str = "ny=New York,nd=New Delhi,york=York,ber=Berlin,rome=Roma,stop=Oslo,lyon=Lyon,bonn=Bonn,\
                         bern=Bern,basel=Basel,wien=Wien,graz=Graz";

/// The fields of the form; the first one's values are of digits and points.
pub(super) const FIELDS: [Field; 4] = [
    Field { name: "version", label: "Version" },
    Field { name: "branch", label: "Branch" },
    Field { name: "notes", label: "Release notes" },
    Field { name: "who", label: "\u{540d}\u{524d}" },
];

/// What a form may be filled in with.
const VALUES: [[&str; FIELDS.len()]; 4] = [
    ["1.2", "main", "", "me"],
    ["10", "", "it's \"done\"; $(x) `y` \\", "\u{4e16}\u{754c} \u{e9}"],
    [".", "-n", "  two  spaces", "$who"],
    ["0.0.1", "a=b", "'", "!*?#&|"],
];

/// Every kind, and choices of the caller's own: more than three, one alone, and with a typed answer beside them; lists
/// that are short, that are filtered, that take another text, and of which several can be taken; and a form.
pub(super) const KINDS: [Kind; 16] = [
    Kind { name: "confirm", args: &["--kind", "confirm"], ..NAMED },
    Kind {
        name: "batch",
        args: &["--kind", "batch"],
        choices: &[
            choice("allow", "Allow all", false),
            choice("review", "Review one by one", false),
            choice("deny", "Deny", true),
        ],
        ..NAMED
    },
    Kind { name: "policy", args: &["--kind", "policy"], ..NAMED },
    Kind { name: "access", args: &["--kind", "access"], ..NAMED },
    Kind {
        name: "skills",
        args: &["--kind", "skills"],
        choices: &[
            choice("allow", "Allow once", false),
            choice("chat", "This chat", false),
            choice("deny", "Deny", true),
        ],
        ..NAMED
    },
    Kind {
        name: "limit",
        args: &["--kind", "limit"],
        choices: &[
            choice("continue", "Continue", false),
            choice("always", "Continue, stop asking", false),
            choice("stop", "Stop here", true),
        ],
        ..NAMED
    },
    Kind { name: "ask", args: &["--kind", "ask"], choices: &[], ..NAMED },
    Kind { name: "secret", args: &["--kind", "secret"], choices: &[], manner: Manner::Secret },
    Kind {
        name: "four",
        args: &["--choices", "0,1,later=Ask me later,no"],
        choices: &[
            choice("0", "0", false),
            choice("1", "1", false),
            choice("later", "Ask me later", false),
            choice("no", "no", true),
        ],
        ..NAMED
    },
    Kind { name: "one", args: &["--choices", "ok"], choices: &[choice("ok", "ok", false)], ..NAMED },
    Kind { name: "both", args: &["--choices", "allow=Allow once,deny=Deny", "--reply"], ..NAMED },
    Kind {
        name: "list",
        args: &["--kind", "choose", "--choices", "ber=Berlin,par=Paris,no=Nowhere"],
        choices: &[
            choice("ber", "Berlin", false),
            choice("par", "Paris", false),
            choice("no", "Nowhere", true),
        ],
        manner: Manner::List { other: false },
    },
    Kind {
        name: "long-list",
        args: &["--kind", "choose", "--choices", OF_CITIES],
        choices: CITIES,
        manner: Manner::List { other: false },
    },
    Kind {
        name: "other",
        args: &["--kind", "choose", "--other", "--choices", OF_CITIES],
        choices: CITIES,
        manner: Manner::List { other: true },
    },
    Kind {
        name: "several",
        args: &["--kind", "choose", "--multi", "--choices", OF_CITIES],
        choices: CITIES,
        manner: Manner::Marks,
    },
    Kind {
        name: "form",
        args: &[
            "--kind",
            "form",
            "--field",
            "version=Version",
            "--validate",
            "version=[0-9.]+",
            "--field",
            "branch=Branch",
            "--field",
            "notes=Release notes",
            "--field",
            "who=\u{540d}\u{524d}",
        ],
        choices: &[],
        manner: Manner::Form,
    },
];

impl Kind {
    /// The kind of this name.
    pub(super) fn named(name: &str) -> Self {
        let found = KINDS.into_iter().find(|kind| kind.name == name);
        found.unwrap_or_else(|| panic!("there is no kind {name:?}"))
    }

    /// Whether the terminal alone can answer it.
    pub(super) fn is_for_terminal_alone(&self) -> bool {
        self.manner != Manner::Word
    }

    /// What is printed for the `n`-th answer: a key, keys, a text, or a form's values.
    pub(super) fn answer(&self, n: usize) -> String {
        let key = |index: usize| self.choices[index].key;
        match self.manner {
            Manner::Word | Manner::Secret if self.choices.is_empty() => {
                ["main", "deny", "Q9 x"][n % 3].to_owned()
            }
            Manner::List { other: true } if self.taken(n) == self.choices.len() => "Ulm 7".to_owned(),
            Manner::Word | Manner::Secret | Manner::List { .. } => key(self.taken(n)).to_owned(),
            Manner::Marks => self.marks(n).into_iter().map(key).collect::<Vec<_>>().join("\n"),
            Manner::Form => lines(&values(n)),
        }
    }

    /// Which choice the `n`-th answer takes; one too many is another text.
    pub(super) fn taken(&self, n: usize) -> usize {
        n % (self.choices.len() + usize::from(self.manner == Manner::List { other: true }))
    }

    /// Which choices the `n`-th answer takes, where several can be taken: one or two.
    pub(super) fn marks(&self, n: usize) -> BTreeSet<usize> {
        let count = self.choices.len();
        BTreeSet::from([n % count, n / count % count])
    }

    /// An answer that can be offered, for the `n`-th: another text cannot.
    pub(super) fn offered(&self, n: usize) -> usize {
        let is_text = self.manner == Manner::List { other: true } && self.taken(n) == self.choices.len();
        if is_text { 0 } else { n }
    }

    /// The options that offer an answer, and take it at the deadline; without one a form has a single value to begin with,
    /// which is not enough.
    pub(super) fn offer(&self, default: Option<usize>) -> Vec<String> {
        let values = match (self.manner, default) {
            (Manner::Form, None) => vec!["branch=main".to_owned()],
            (Manner::Form, Some(n)) => {
                let named = |(field, value): (&Field, &str)| format!("{}={value}", field.name);
                FIELDS.iter().zip(values(n)).map(named).collect()
            }
            (Manner::Marks, Some(n)) => vec![self.answer(n).replace('\n', ",")],
            (_, default) => default.map(|n| self.answer(n)).into_iter().collect(),
        };
        values.into_iter().flat_map(|value| ["--default".to_owned(), value]).collect()
    }

    /// The exit status that goes with an answer.
    pub(super) fn code(&self, answer: &str, typed_text: bool) -> i32 {
        let refuses = |key: &str| self.choices.iter().any(|choice| choice.key == key && choice.refuses);
        i32::from(!typed_text && answer.lines().any(refuses))
    }
}

/// What a form is filled in with for the `n`-th answer.
pub(super) fn values(n: usize) -> [&'static str; FIELDS.len()] {
    VALUES[n % VALUES.len()]
}

/// A form's values as a shell reads them, without the last line break.
pub(super) fn lines(values: &[&str]) -> String {
    let line = |(field, value): (&Field, &&str)| format!("{}='{}'", field.name, value.replace('\'', "'\\''"));
    FIELDS.iter().zip(values).map(line).collect::<Vec<_>>().join("\n")
}
