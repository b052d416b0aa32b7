//! What the terminal says of itself. It is read here and nowhere else in the doctor.

use std::time::{Duration, Instant};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::read,
};

use super::{Finding, Probe};
use crate::engine::{
    channel::terminal::{self, Sources, tmux},
    clock::now,
    doctor::{context::Context, found::Found},
    random,
    tty::{
        key::Key,
        open::Tty,
        parse::{Input, Parser},
        query::{Ask, Exchange, Findings},
        raw::{self, RawMode},
        report::Report,
    },
};

/// How long tmux may take to say whether it is there.
const MOST: Duration = Duration::from_millis(300);

/// What came of it.
#[derive(Debug)]
pub struct Asked {
    /// For the report.
    pub finding: Finding,
    /// What the human typed meanwhile, which nobody else will get.
    pub typed: Vec<Key>,
}

/// Asks the terminal who it is and what it takes, for 200 ms at most, most terminals answer in one. The terminal must be
/// ours alone: before the full screen is entered or after it is left, since its answers would be read as keys otherwise.
/// Nothing is asked behind a multiplexer, nor where something was typed ahead, which is not ours to read; and nothing
/// that a terminal could die of.
pub fn ask_terminal(context: &Context, tty: &Tty) -> Asked {
    let mut typed = Vec::new();
    let findings = obstacle(context, tty).map_or_else(|| talk(tty, &mut typed), Err);
    Asked { finding: Finding::Finished(Probe::Identity, Box::new(Found::Identity(findings))), typed }
}

/// Why it is not asked.
fn obstacle(context: &Context, tty: &Tty) -> Option<String> {
    if let Err(error) = context.facts.terminal.bell().and_then(|()| tty.usable()) {
        return Some(error);
    }
    let environment = &context.facts.environment;
    let tmux = tmux::ask(environment, MOST);
    let detection = terminal::detect(&Sources { tmux: tmux.as_ref(), ..Sources::of(environment) });
    if !detection.is_direct() {
        let between = match detection.rule.number {
            4 => "zellij is in between",
            5 => "tmux is in between",
            6 => "GNU screen is in between",
            _ => detection.rule.sentence,
        };
        return Some(format!("it is not asked, since {between}"));
    }
    if is_readable(tty, Duration::ZERO) {
        return Some("it is not asked, since something was typed ahead".to_owned());
    }
    None
}

fn talk(tty: &Tty, typed: &mut Vec<Key>) -> Result<Findings, String> {
    let mut mode =
        RawMode::enter(tty, raw::Input::Keys).map_err(|error| format!("the terminal is gone ({error})"))?;
    let id = random::number().ok().map(|number| format!("q{number:016x}"));
    let mut talk = Talk { tty, begun: now(), parser: Parser::new(), typed };
    let mut exchange = Exchange::new(Duration::ZERO, Ask { direct: true, id, secondary: true });
    while exchange.outcome().is_none() {
        if let Some(question) = exchange.poll_output() {
            tty.send(&question)?;
        }
        let until = exchange.poll_timeout().unwrap_or_default();
        if let Some(report) = talk.next(until) {
            exchange.handle(talk.elapsed(), &report);
        } else {
            exchange.handle_timeout(talk.elapsed());
        }
    }
    let findings = exchange.outcome().cloned().unwrap_or_default();
    // What comes late is not left to be typed into the shell.
    if let Some(mut drain) = exchange.drain(talk.elapsed(), false) {
        while let Some(until) = drain.poll_timeout() {
            match talk.next(until) {
                Some(report) => drain.handle(&report),
                None => drain.handle_timeout(talk.elapsed()),
            }
        }
    }
    mode.restore(false);
    Ok(findings)
}

struct Talk<'a> {
    tty: &'a Tty,
    begun: Instant,
    parser: Parser,
    typed: &'a mut Vec<Key>,
}

impl Talk<'_> {
    fn elapsed(&self) -> Duration {
        now().duration_since(self.begun)
    }

    /// The next thing that the terminal says by itself, until then.
    fn next(&mut self, until: Duration) -> Option<Report> {
        loop {
            if !is_readable(self.tty, until.saturating_sub(self.elapsed())) {
                return None;
            }
            let mut byte = [0_u8];
            if !read(self.tty.fd(), &mut byte).is_ok_and(|count| count > 0) {
                return None;
            }
            match self.parser.push(byte[0]) {
                Some(Input::Report(report)) => return Some(report),
                Some(Input::Key(key)) => self.typed.push(key),
                None => {}
            }
        }
    }
}

fn is_readable(tty: &Tty, most: Duration) -> bool {
    let most = Timespec::try_from(most).ok();
    let mut fds = [PollFd::new(tty.fd(), PollFlags::IN)];
    poll(&mut fds, most.as_ref()).is_ok_and(|ready| ready > 0)
}
