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
    /// Whether it is to be asked once more.
    again: bool,
    /// Whether one that answered too late may be: it has just been opened, and has other things to do.
    may_repeat: bool,
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
        Self {
            exchange: None,
            obstacle,
            asks_ground: asks_ground && !is_plain,
            is_told: false,
            again: false,
            may_repeat: true,
        }
    }

    /// The first question.
    pub(in crate::tui) fn begin(&mut self, now: Duration) -> Vec<u8> {
        let mut question = if self.asks_ground { GROUND.to_vec() } else { Vec::new() };
        question.extend(self.ask(now));
        question
    }

    fn ask(&mut self, now: Duration) -> Vec<u8> {
        if self.obstacle.is_some() {
            return Vec::new();
        }
        let id = random::number().ok().map(|number| format!("q{number:016x}"));
        let mut exchange = Exchange::new(now, Ask { direct: true, id, secondary: true });
        let question = exchange.poll_output().unwrap_or_default();
        self.exchange = Some(exchange);
        self.is_told = false;
        question
    }

    /// Asks it once more.
    pub(in crate::tui) fn repeat(&mut self) {
        self.again = self.obstacle.is_none();
    }

    /// Whether it was asked, and what it says is still waited for.
    pub(in crate::tui) fn is_asking(&self) -> bool {
        self.exchange.is_some() && !self.is_told
    }

    /// What is to be asked next.
    pub(in crate::tui) fn poll_output(&mut self, now: Duration) -> Option<Vec<u8>> {
        // It has to answer one question before the next.
        if self.again && !self.is_asking() {
            self.again = false;
            return Some(self.ask(now));
        }
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
        if let Some(exchange) = &mut self.exchange
            && exchange.handle(now, report)
        {
            let is_late = exchange.outcome().is_some_and(|findings| !findings.answers) && !exchange.is_due();
            self.again |= is_late && std::mem::take(&mut self.may_repeat);
            return None;
        }
        let Report::Osc(text) = report else { return None };
        theme::ground(text).filter(|_| self.asks_ground)
    }

    /// What it has come to, once.
    pub(in crate::tui) fn finding(&mut self) -> Option<Finding> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn report(bytes: &str) -> Report {
        let mut parser = crate::engine::tty::parse::Parser::new();
        let input = bytes.bytes().filter_map(|byte| parser.push(byte)).last();
        let Some(Input::Report(report)) = input else { panic!("{bytes:?}: {input:?}") };
        report
    }

    fn answers(talk: &mut Talk) -> Option<bool> {
        let Finding::Finished(_, found) = talk.finding()? else { return None };
        let Found::Identity(Ok(findings)) = *found else { return None };
        Some(findings.answers)
    }

    #[test]
    fn one_that_answers_too_late_is_asked_once_more() {
        let ms = Duration::from_millis;
        let mut talk = Talk {
            exchange: None,
            obstacle: None,
            asks_ground: true,
            is_told: false,
            again: false,
            may_repeat: true,
        };
        let question = talk.begin(ms(1));
        assert!(question.starts_with(GROUND) && question.ends_with(b"\x1b[c"), "{question:?}");
        assert_eq!(talk.hear(ms(2), &report("\x1b]11;rgb:0/0/0\x1b\\")), Some(Ground::Dark));
        assert_eq!(talk.poll_output(ms(300)), None);
        assert_eq!(answers(&mut talk), Some(false));
        assert_eq!(talk.poll_timeout(), None, "it rests");
        for at in [ms(900), ms(1800)] {
            talk.hear(at, &report("\x1bP>|kitty(0.40.0)\x1b\\"));
            talk.hear(at, &report("\x1b[?62c"));
            let asked = talk.poll_output(at).is_some();
            assert_eq!(asked, at == ms(900), "{at:?}");
        }
    }

    #[test]
    fn one_that_answers_is_known() {
        let ms = Duration::from_millis;
        let mut talk = Talk {
            exchange: None,
            obstacle: None,
            asks_ground: false,
            is_told: false,
            again: false,
            may_repeat: true,
        };
        talk.begin(ms(0));
        talk.hear(ms(5), &report("\x1bP>|XTerm(390)\x1b\\"));
        talk.hear(ms(5), &report("\x1b[?64;1;2c"));
        let _ = talk.poll_output(ms(6));
        assert_eq!(answers(&mut talk), Some(true));
        assert_eq!(answers(&mut talk), None, "it is told once");
        talk.repeat();
        assert!(talk.poll_output(ms(500)).is_some());
        for at in 501..540 {
            talk.repeat();
            assert_eq!(talk.poll_output(ms(at)), None, "one question at a time");
        }
        talk.hear(ms(541), &report("\x1b[?64;1;2c"));
        assert_eq!(answers(&mut talk), Some(true));
        assert!(talk.poll_output(ms(542)).is_some());
    }
}
