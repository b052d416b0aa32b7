//! Who runs the probes: one thread each, and one that waits for them.

use std::{
    sync::mpsc::{self, RecvTimeoutError, Sender},
    time::{Duration, Instant},
};

use super::{BOUND, Finding, Probe, desktop, local, system};
use crate::engine::{
    aside::aside,
    clock::now,
    doctor::{context::Context, found::Found},
};

/// How long before [`BOUND`] a probe gives up by itself, to say what it has found by then.
const MARGIN: Duration = Duration::from_millis(100);

/// Runs probes, as often as anybody asks, and posts what they find. Of each there is one thread at most: one that is asked
/// for while it runs is run once more when it is over, so that nothing older comes after what is newer, and one that
/// hangs is waited for and not joined by another. Dropped, it posts nothing more.
#[derive(Debug)]
pub struct Lookout(Sender<Said>);

/// What a lookout's thread hears.
#[derive(Debug)]
enum Said {
    /// Somebody wants to know.
    Wanted(Probe),
    /// A probe's thread has ended; with nothing if there was none to be had.
    Ended(Probe, Option<Box<Found>>),
    /// Nobody wants to know any more.
    Over,
}

impl Drop for Lookout {
    fn drop(&mut self) {
        let _ = self.0.send(Said::Over);
    }
}

impl Lookout {
    /// One that looks there. Each probe that is asked for posts that it has started, and once more when it is over or
    /// given up: within [`BOUND`], whatever it meets. One that was given up and ends after all says so late.
    pub fn new(context: &Context, post: impl Fn(Finding) + Send + 'static) -> Self {
        let (sender, said) = mpsc::channel();
        let (context, ended) = (context.clone(), sender.clone());
        aside("doctor", move || {
            let mut watch = Watch::default();
            loop {
                let heard = match watch.until() {
                    None => said.recv().map_err(|_| RecvTimeoutError::Disconnected),
                    Some(until) => said.recv_timeout(until.saturating_duration_since(now())),
                };
                let steps = match heard {
                    Ok(Said::Wanted(probe)) => watch.wanted(probe, now()),
                    Ok(Said::Ended(probe, found)) => watch.ended(probe, found, now()),
                    Err(RecvTimeoutError::Timeout) => watch.waited(now()),
                    Ok(Said::Over) | Err(RecvTimeoutError::Disconnected) => return,
                };
                for step in steps {
                    match step {
                        Step::Post(finding) => post(finding),
                        Step::Run(probe, until) => run(probe, context.clone(), ended.clone(), until),
                    }
                }
            }
        });
        Self(sender)
    }

    /// Looks at these, all at once. [`Probe::Identity`] is not run.
    pub fn look(&self, probes: &[Probe]) {
        for probe in probes.iter().copied().filter(|probe| *probe != Probe::Identity) {
            // Where its thread could not be had nothing has begun.
            let _ = self.0.send(Said::Wanted(probe));
        }
    }
}

/// The probes that run, and how long each is waited for.
#[derive(Debug, Default)]
struct Watch(Vec<Watched>);

#[derive(Debug)]
struct Watched {
    probe: Probe,
    /// None once it was given up.
    until: Option<Instant>,
    /// Whether it is to be run once more.
    again: bool,
}

/// What is to be done.
#[derive(Debug)]
enum Step {
    Post(Finding),
    /// Run it; it is given up then.
    Run(Probe, Instant),
}

impl Watch {
    /// When somebody is given up, if nothing happens before.
    fn until(&self) -> Option<Instant> {
        self.0.iter().filter_map(|watched| watched.until).min()
    }

    fn wanted(&mut self, probe: Probe, now: Instant) -> Vec<Step> {
        let until = now + BOUND;
        match self.0.iter_mut().find(|watched| watched.probe == probe) {
            None => {
                self.0.push(Watched { probe, until: Some(until), again: false });
                vec![Step::Post(Finding::Started(probe)), Step::Run(probe, until)]
            }
            Some(watched) => {
                watched.again = true;
                let was_given_up = watched.until.is_none();
                watched.until.get_or_insert(until);
                if was_given_up { vec![Step::Post(Finding::Started(probe))] } else { Vec::new() }
            }
        }
    }

    fn ended(&mut self, probe: Probe, found: Option<Box<Found>>, now: Instant) -> Vec<Step> {
        let Some(at) = self.0.iter().position(|watched| watched.probe == probe) else { return Vec::new() };
        let Watched { again, .. } = self.0.swap_remove(at);
        let finding = found.map_or(Finding::GivenUp(probe), |found| Finding::Finished(probe, found));
        let mut steps = vec![Step::Post(finding)];
        if again {
            steps.extend(self.wanted(probe, now));
        }
        steps
    }

    fn waited(&mut self, now: Instant) -> Vec<Step> {
        let late = self.0.iter_mut().filter(|watched| watched.until.is_some_and(|until| until <= now));
        late.map(|watched| {
            watched.until = None;
            Step::Post(Finding::GivenUp(watched.probe))
        })
        .collect()
    }
}

/// Says that a probe's thread has ended, also where there never was one.
struct End {
    probe: Probe,
    found: Option<Box<Found>>,
    sender: Sender<Said>,
}

impl End {
    fn with(mut self, found: Found) {
        self.found = Some(Box::new(found));
    }
}

impl Drop for End {
    fn drop(&mut self) {
        // Whoever wanted to know is not there any more.
        let _ = self.sender.send(Said::Ended(self.probe, self.found.take()));
    }
}

fn run(probe: Probe, context: Context, sender: Sender<Said>, until: Instant) {
    let until = until.checked_sub(MARGIN).unwrap_or(until);
    let end = End { probe, found: None, sender };
    aside("probe", move || {
        end.with(match probe {
            Probe::Desktop => Found::Desktop(Box::new(desktop::look(&context, until))),
            Probe::Services => Found::Services(desktop::services(&context)),
            Probe::Terminal => Found::Terminal(system::terminal(&context, until)),
            Probe::Config => Found::Config(Box::new(local::config(&context))),
            Probe::State => Found::State(local::state(&context)),
            Probe::System => Found::System(system::system()),
            Probe::Programs => Found::Programs(local::programs(&context)),
            Probe::Remote => Found::Remote(local::remote(&context)),
            Probe::Agents => Found::Agents(local::agents(&context)),
            Probe::Identity => return,
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is posted and run, as words.
    fn words(steps: &[Step]) -> Vec<&'static str> {
        let word = |step: &Step| match step {
            Step::Run(..) => "run",
            Step::Post(Finding::Started(_)) => "started",
            Step::Post(Finding::Finished(..)) => "finished",
            Step::Post(Finding::GivenUp(_)) => "given up",
        };
        steps.iter().map(word).collect()
    }

    fn found() -> Box<Found> {
        Box::new(Found::Services(Vec::new()))
    }

    #[test]
    fn what_is_asked_for_again_and_again_runs_once_at_a_time() {
        let (mut watch, now) = (Watch::default(), now());
        let (probe, ms) = (Probe::Services, Duration::from_millis);
        assert_eq!(words(&watch.wanted(probe, now)), ["started", "run"]);
        for at in 1..50 {
            assert_eq!(words(&watch.wanted(probe, now + ms(at))), [""; 0], "one thread, however often");
        }
        assert_eq!(watch.until(), Some(now + BOUND), "asking again puts nothing off");
        // What the newer run finds comes after what the older has found, always.
        assert_eq!(words(&watch.ended(probe, Some(found()), now + ms(60))), ["finished", "started", "run"]);
        assert_eq!(words(&watch.ended(probe, Some(found()), now + ms(90))), ["finished"]);
        assert_eq!(watch.until(), None);
    }

    #[test]
    fn one_that_hangs_is_given_up_and_not_joined_by_another() {
        let (mut watch, start) = (Watch::default(), now());
        let probe = Probe::Agents;
        watch.wanted(probe, start);
        assert_eq!(words(&watch.waited(start + BOUND)), ["given up"]);
        assert_eq!(watch.until(), None);
        let later = start + 3 * BOUND;
        assert_eq!(words(&watch.wanted(probe, later)), ["started"]);
        assert_eq!(words(&watch.waited(later + BOUND)), ["given up"]);
        assert_eq!(
            words(&watch.ended(probe, Some(found()), later + 2 * BOUND)),
            ["finished", "started", "run"]
        );
        assert_eq!(words(&watch.ended(probe, None, later + 2 * BOUND)), ["given up"], "no thread to be had");
        assert_eq!(words(&watch.wanted(probe, later + 3 * BOUND)), ["started", "run"]);
    }
}
