//! The talk with the terminal: who it is, what it takes, and what ground it has. Its replies come between the keys, and
//! delay none of them.

use std::time::{Duration, Instant};

use crate::{
    engine::{
        channel::terminal::{self, Sources},
        clock::now,
        doctor::{Context, Finding, Found, Probe},
        random,
        tty::{
            parse::Input,
            query::{Ask, Exchange},
            report::Report,
            screen::Screen,
        },
    },
    tui::theme::{self, Ground},
};

/// `OSC 11 ; ?`, which asks for the colour of the ground (xterm, "Operating System Commands").
const GROUND: &[u8] = b"\x1b]11;?\x1b\\";

/// The talk.
pub(in crate::tui) struct Talk {
    exchange: Option<Exchange>,
    /// Why the terminal is not asked who it is.
    obstacle: Option<String>,
    asks_ground: bool,
    is_told: bool,
}

impl Talk {
    /// `asks_ground` if it matters what ground the terminal has.
    pub(in crate::tui) fn new(context: &Context, asks_ground: bool) -> Self {
        let environment = &context.facts.environment;
        let detection = terminal::detect(&Sources::of(environment));
        let obstacle =
            (!detection.is_direct()).then(|| format!("it is not asked, since {}", detection.rule.sentence));
        // The console of Linux takes some of these for text.
        let is_plain = environment.get("TERM") == Some("linux");
        Self { exchange: None, obstacle, asks_ground: asks_ground && !is_plain, is_told: false }
    }

    /// The first question.
    pub(in crate::tui) fn begin(&mut self, now: Duration) -> Vec<u8> {
        let mut question = if self.asks_ground { GROUND.to_vec() } else { Vec::new() };
        if self.obstacle.is_none() {
            let id = random::number().ok().map(|number| format!("q{number:016x}"));
            let mut exchange = Exchange::new(now, Ask { direct: true, id, secondary: true });
            question.extend(exchange.poll_output().unwrap_or_default());
            self.exchange = Some(exchange);
        }
        question
    }

    /// What is to be asked next.
    pub(in crate::tui) fn poll_output(&mut self, now: Duration) -> Option<Vec<u8>> {
        let exchange = self.exchange.as_mut()?;
        exchange.handle_timeout(now);
        exchange.poll_output()
    }

    /// When to look again, if nothing comes before.
    pub(in crate::tui) fn poll_timeout(&self) -> Option<Duration> {
        self.exchange.as_ref().filter(|_| !self.is_told)?.poll_timeout()
    }

    /// Takes what the terminal says; the ground, if that is what it says.
    pub(in crate::tui) fn hear(&mut self, now: Duration, report: &Report) -> Option<Ground> {
        if self.exchange.as_mut().is_some_and(|exchange| exchange.handle(now, report)) {
            return None;
        }
        let Report::Osc(text) = report else { return None };
        theme::ground(text).filter(|_| self.asks_ground)
    }

    /// What it has come to, once.
    pub(in crate::tui) fn finding(&mut self, _now: Duration) -> Option<Finding> {
        if self.is_told {
            return None;
        }
        let found = match (&self.exchange, &self.obstacle) {
            (Some(exchange), _) => Ok(exchange.outcome()?.clone()),
            (None, Some(obstacle)) => Err(obstacle.clone()),
            (None, None) => return None,
        };
        self.is_told = true;
        Some(Finding::Finished(Probe::Identity, Box::new(Found::Identity(found))))
    }

    /// Reads what is still to come, so that the shell does not.
    pub(in crate::tui) fn drain(&mut self, screen: &mut Screen, begun: Instant) {
        let elapsed = || now().duration_since(begun);
        let Some(mut drain) = self.exchange.take().and_then(|exchange| exchange.drain(elapsed(), false))
        else {
            return;
        };
        while let Some(until) = drain.poll_timeout() {
            screen.await_input(until.saturating_sub(elapsed()));
            for input in screen.read() {
                if let Input::Report(report) = input {
                    drain.handle(&report);
                }
            }
            drain.handle_timeout(elapsed());
        }
    }
}
