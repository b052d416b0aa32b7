//! `wait` on the terminal's own notification: what each terminal is sent, what its human does to it, and what is left
//! behind when the prompt is over.

mod answers;
mod awkward;
mod contents;
mod jobs;
mod lifecycle;
mod random;
mod reports;
mod table;

use serde_json::Value;

use super::{Case, Exit, Run};
use crate::support::terminal::{Model, Notification, Personality, Sequence, Simulator};

/// Announced at once, at the terminal alone.
const AT_ONCE: [&str; 4] = ["--channels", "terminal", "--grace", "0"];

/// The terminals whose buttons answer.
const TWO_WAY: [&str; 5] = ["kitty", "foot", "foot-1.26", "konsole", "vscode"];

const ALLOW_OR_DENY: [&str; 4] = ["--json", "--choices", "allow,deny", "Deploy?"];

/// Announced at once, with these arguments besides.
fn at_once(arguments: &[&str]) -> Case {
    Case::wait(&[&AT_ONCE[..], &["--source", "here"], arguments].concat())
}

/// A prompt in a terminal of its own.
struct Asked {
    name: String,
    run: Run,
    terminal: Simulator,
}

impl Asked {
    /// Starts it in a terminal of this kind.
    fn start(case: Case, name: &str) -> Self {
        Self::start_in(case, Personality::named(name))
    }

    fn start_in(case: Case, personality: Personality) -> Self {
        let name = personality.name.clone();
        let (run, terminal) = case.start_in(personality);
        Self { name, run, terminal }
    }

    /// Waits for the notification, and until nothing else goes on.
    #[track_caller]
    fn shown(&self) -> Notification {
        let shown = self.terminal.wait_notification();
        self.run.ready("?");
        shown
    }

    /// Waits until it was told something, whether it understands that or not.
    #[track_caller]
    fn is_announced(&self) {
        self.terminal.wait("it to be announced", |model| {
            let told = |word: String| word.starts_with("body") || word == "bell" || word.starts_with("777;");
            model.log.iter().filter_map(brief).any(told).then_some(())
        });
    }

    /// Waits for its end: stdout, stderr, status. Nothing is left on the terminal, in its queue or in its modes, and it was
    /// sent nothing that it does not understand.
    #[track_caller]
    fn ends(&mut self, exit: Exit, out: &str, err: &str) {
        self.run.ends(exit, out, err);
        self.leaves("");
    }

    /// Like that, for one JSON object of which these fields are so.
    #[track_caller]
    fn ends_with(&mut self, exit: Exit, fields: &[(&str, Value)]) -> Value {
        let ended = self.run.pty.wait_exit();
        let out = self.run.file("out");
        assert_eq!((ended, self.run.file("err")), (exit, String::new()), "{}: {out}", self.name);
        let object: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{}: {out:?}", self.name));
        for (name, value) in fields {
            assert_eq!(&object[name], value, "{}: {name} of {out}", self.name);
        }
        self.run.is_sane();
        self.leaves("");
        object
    }

    /// Nothing but this is left unread, and the terminal is content.
    #[track_caller]
    fn leaves(&mut self, unread: &str) {
        self.terminal.is_content();
        let left = self.run.pty.unread_input().escape_ascii().to_string();
        assert_eq!(left, unread, "{}: left to be typed into the shell", self.name);
    }

    /// Answers at the prompt.
    #[track_caller]
    fn answer(&mut self, text: &str) {
        self.run.pty.answer(text);
    }

    /// What was said to the terminal besides the drawing, in short, with one id for another.
    fn told(&self) -> Vec<String> {
        self.terminal.look(|model| model.log.iter().filter_map(brief).collect())
    }

    /// Whether all that was said to it so far were questions about itself.
    fn is_only_asked(&self) -> bool {
        self.told().iter().all(|told| ["who", "fence", "?"].contains(&&**told))
    }

    /// How many notifications are up.
    fn up(&self) -> usize {
        self.terminal.look(|model: &Model| model.notifications.iter().filter(|shown| shown.up).count())
    }
}

/// The same prompt in each of these terminals, all at once.
fn in_all<const COUNT: usize>(names: [&'static str; COUNT], arguments: &[&str]) -> [Asked; COUNT] {
    names.map(|name| Asked::start(at_once(arguments), name))
}

/// A sequence that is no drawing, in short.
fn brief(sequence: &Sequence) -> Option<String> {
    let osc = match sequence {
        Sequence::Osc(body, _) => String::from_utf8_lossy(body).into_owned(),
        Sequence::Csi(parameters, b'q') if parameters == b">" => return Some("who".to_owned()),
        Sequence::Csi(parameters, b'c') => return Some(format!("fence{}", parameters.escape_ascii())),
        Sequence::Control(0x07) => return Some("bell".to_owned()),
        Sequence::Dcs(body) => return Some(format!("dcs {}", body.escape_ascii())),
        _ => return None,
    };
    let Some((metadata, payload)) = osc.strip_prefix("99;").and_then(|text| text.split_once(';')) else {
        return Some(osc);
    };
    let kind = metadata.split(':').find_map(|pair| pair.strip_prefix("p=")).unwrap_or("title");
    let reports = if metadata.contains("a=report") { "+" } else { "" };
    Some(if matches!(kind, "?" | "close") { format!("{kind}{payload}") } else { format!("{kind}{reports}") })
}
