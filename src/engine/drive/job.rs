//! What a prompt is run with, and what its caller hears of it.

use crate::engine::{
    answer::Outcome, channel::remote::Way, config::Protocol, detail::Detail, facts::Facts,
    lifeline::Lifeline, plan::Plan, request::Request, throttle::Throttle, tty::open::Tty,
};

/// Everything that a prompt needs to run.
#[derive(Debug)]
pub struct Job {
    /// What is asked.
    pub request: Request,
    /// How.
    pub plan: Plan,
    /// The surroundings.
    pub facts: Facts,
    /// What the caller's prompts share.
    pub throttle: Throttle,
    /// The terminal, if one may be used; it need not be usable right now.
    pub tty: Option<Tty>,
    /// How another host's desktop is reached.
    pub way: Way,
    /// Whether notifications carry buttons.
    pub actions: bool,
    /// Whether what was typed before the question may answer it.
    pub type_ahead: bool,
    /// The protocol of the terminal's notifications, where it is set.
    pub protocol: Option<Protocol>,
    /// A longer text, for the terminal alone.
    pub detail: Option<Detail>,
    /// What Tab completes a typed answer to, beside the choices.
    pub completions: Vec<String>,
    /// The connection that asked, if one did: when it is cut, the prompt hangs up.
    pub lifeline: Option<Lifeline>,
}

impl Job {
    /// A prompt without a terminal, buttons, and all that only some prompts have.
    pub fn new(request: Request, plan: Plan, facts: Facts, throttle: Throttle) -> Self {
        Self {
            request,
            plan,
            facts,
            throttle,
            tty: None,
            way: Way::nowhere(),
            actions: false,
            type_ahead: false,
            protocol: None,
            detail: None,
            completions: Vec::new(),
            lifeline: None,
        }
    }
}

/// What the caller hears while the prompt runs.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// A notification is up, for the first time or again.
    Shown,
    /// Do-not-disturb is on where it is shown.
    Held,
    /// How it ended: once, as soon as it is known and the terminal is as it was found. Notifications may still be on
    /// their way down then.
    Outcome(&'a Outcome),
    /// It is over, and nothing more is heard: once. All that is left to do is to give back memory and descriptors, which
    /// the kernel does faster when the process ends: a caller that has nothing else to do may end it in here.
    Over(&'a Ran),
}

/// A prompt that ran.
#[derive(Clone, Debug)]
pub struct Ran {
    /// How it ended.
    pub outcome: Outcome,
    /// What the user could do for more than a bell at the terminal; a sentence, or a line for a configuration file.
    pub hint: Option<String>,
}
