//! Asks before a change, by a prompt of our own.

use std::time::Duration;

use super::Desk;
use crate::{
    cli::{Result, exit::Exit, report::Report},
    engine::{
        answer::Ending,
        drive::{self, Job},
        plan::{Plan, Wishes},
        request::{Choice, Question, Request, Verdict},
        throttle::Throttle,
        tty::open::Tty,
    },
};

/// How changes are made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Consent {
    /// Without asking.
    pub(super) yes: bool,
    /// Not at all.
    pub(super) dry_run: bool,
}

impl Desk {
    /// Whether something is to be done now, such as "make the key …".
    ///
    /// # Errors
    ///
    /// When the human says no, or nobody can be asked.
    pub(super) fn may(&self, consent: Consent, what: &str) -> Result<bool> {
        if consent.dry_run {
            self.output.text(&format!("would {what}\n"))?;
            return Ok(false);
        }
        if consent.yes {
            return Ok(true);
        }
        match self.ask(what)? {
            Ending::Answered { answer, .. } if answer.verdict() == Verdict::Affirm => Ok(true),
            Ending::Interrupted(signal) => Err(Report {
                exit: Exit::Signal(signal.number()),
                error: "interrupted; what was done is kept".to_owned(),
                hints: Vec::new(),
            }),
            _ => Err(Report {
                exit: Exit::REFUSED,
                error: format!("stopped, and did not {what}"),
                hints: vec!["What was done before is kept; run it again to go on.".to_owned()],
            }),
        }
    }

    fn ask(&self, what: &str) -> Result<Ending> {
        let nobody = |why: String| Report {
            exit: Exit::UNREACHABLE,
            error: format!("nobody can be asked whether to {what}: {why}"),
            hints: vec!["Do it without asking: --yes. See what it would be: --dry-run.".to_owned()],
        };
        let tty = Tty::open().map_err(nobody)?;
        tty.usable().map_err(nobody)?;
        let mut question: String = what.to_owned();
        if let Some(first) = question.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let choices = vec![Choice::new("yes", "Yes"), Choice::new("no", "No")];
        let request = Request {
            title: "plyn-notify tunnel".to_owned(),
            answers: Question::Choice { choices, reply: false },
            ..Request::confirm(&format!("{question}?"), &self.facts.source)
        };
        let wishes = Wishes {
            enabled: true,
            channels: Vec::new(),
            actions: false,
            terminal_only: true,
            elsewhere: None,
            grace: Duration::ZERO,
            min_interval: Duration::ZERO,
            continues: false,
            bell: false,
        };
        let plan = Plan::new(&request, &wishes, true);
        let job =
            Job { tty: Some(tty), ..Job::new(request, plan, self.facts.clone(), Throttle::new(None, "")) };
        let ran = drive::run(job, |_| {}).map_err(|error| nobody(error.to_string()))?;
        Ok(ran.outcome.ending)
    }
}
