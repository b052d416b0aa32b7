//! What is asked: the kinds of prompts with what can be answered to each (spec §4).

/// A kind of prompt as it is typed, and its answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) name: &'static str,
    pub(super) args: &'static [&'static str],
    pub(super) choices: &'static [Choice],
    /// Whether it is asked without an echo, and announced nowhere.
    pub(super) secret: bool,
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
const NAMED: Kind = Kind { name: "", args: &[], choices: ALLOW_OR_DENY, secret: false };

/// Every kind, and choices of the caller's own: more than three, one alone, and with a typed answer beside them.
pub(super) const KINDS: [Kind; 11] = [
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
    Kind { name: "secret", args: &["--kind", "secret"], choices: &[], secret: true },
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
];

impl Kind {
    /// The kind of this name.
    pub(super) fn named(name: &str) -> Self {
        let found = KINDS.into_iter().find(|kind| kind.name == name);
        found.unwrap_or_else(|| panic!("there is no kind {name:?}"))
    }

    /// What is typed for an answer: the `n`-th choice, or a text.
    pub(super) fn answer(&self, n: usize) -> &'static str {
        match self.choices {
            [] => ["main", "deny", "Q9 x"][n % 3],
            choices => choices[n % choices.len()].key,
        }
    }

    /// The exit status that goes with an answer.
    pub(super) fn code(&self, answer: &str, typed_text: bool) -> i32 {
        let refuses = self.choices.iter().any(|choice| choice.key == answer && choice.refuses);
        i32::from(refuses && !typed_text)
    }
}
