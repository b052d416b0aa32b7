//! One prompt on one server, with one human: the program, a bus and a terminal, all of them real.

use std::{
    fs::File,
    io::Read as _,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use super::{
    human::Way,
    kind::{Kind, Manner},
    play::Play,
    screen::Screen,
    typing::Hand,
    verdict,
};
use crate::{
    pty::{self, clock},
    support::{Bus, Script, Server, Watched, start_thread},
};

/// How long anything may take that takes next to no time on a machine with nothing else to do.
pub(super) const SOON: Duration = Duration::from_secs(3);

/// What is tried: everything else follows from these four.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) profile: String,
    pub(super) kind: Kind,
    pub(super) terminal: bool,
    pub(super) seed: u64,
}

/// What was wrong.
#[derive(Debug)]
pub(super) enum Fault {
    /// It did what it must never do.
    Wrong(String),
    /// It was slow, which a busy machine may be to blame for.
    Late(String),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Wrong(what) => f.write_str(what),
            Self::Late(what) => write!(f, "{what}, also when nothing else ran"),
        }
    }
}

/// How a prompt ended, in a word, for the count.
pub(super) type Ending = &'static str;

/// What is there while the case runs. Dropped in this order: the program first.
pub(super) struct Rig {
    pub(super) run: pty::Run,
    pub(super) out: Arc<Watched<Out>>,
    pub(super) server: Server,
    _bus: Bus,
}

/// What the program has printed.
#[derive(Debug, Clone, Default)]
pub(super) struct Out {
    pub(super) text: String,
    pub(super) since: Option<Instant>,
    pub(super) ended: bool,
}

impl Case {
    /// The human's way.
    pub(super) fn way(&self) -> Way {
        Way::of(self.seed, self.terminal)
    }

    /// What is needed to run it again.
    pub(super) fn name(&self) -> String {
        let place = if self.terminal { "terminal" } else { "no-terminal" };
        format!("{} {} {place} {}", self.profile, self.kind.name, self.seed)
    }

    /// Runs it.
    pub(super) fn run(&self) -> Result<Ending, Fault> {
        let way = self.way();
        let script = Script::load(&self.profile);
        let started = clock();
        let rig = self.start(&way, script.clone());
        let mut play = Play {
            case: self,
            way: &way,
            rig,
            screen: Screen::new(script),
            hand: Hand::new(self.kind, self.default(&way)),
            maybe: Vec::new(),
            closed: false,
            cut_short: false,
        };
        let sure = play.through()?;
        let ending = verdict::settle(&play, started, sure.as_ref())?;
        // It had no children, and is gone itself.
        play.rig.run.pty.is_deserted();
        Ok(ending)
    }

    fn start(&self, way: &Way, script: Script) -> Rig {
        let bus = Bus::start();
        let server = Server::start(&bus, script);
        let seconds = |milliseconds: u64| Duration::from_millis(milliseconds).as_secs_f64().to_string();
        let mut args: Vec<String> = self.kind.args.iter().map(|&arg| arg.to_owned()).collect();
        args.extend(["--source", "here", "--min-interval", "0"].map(str::to_owned));
        args.extend(["--grace".to_owned(), seconds(way.grace)]);
        if way.json {
            args.push("--json".to_owned());
        }
        if !self.terminal {
            args.push("--no-terminal".to_owned());
        }
        if let Some(deadline) = way.deadline {
            args.extend(["--timeout".to_owned(), seconds(deadline)]);
        }
        args.extend(self.kind.offer(self.default(way)));
        args.push("Q?".to_owned());
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let (command, pipe) = pty::Case::wait(&args).bus(&bus).piped();
        let out = Arc::new(Watched::new(Out::default()));
        let written = Arc::clone(&out);
        start_thread("stdout", move || read(&pipe, &written));
        let command = match crate::chance::program() {
            Some(program) => command.env("PLYN", &program),
            None => command,
        };
        Rig { run: command.start(), out, server, _bus: bus }
    }

    /// Which answer is taken at the deadline.
    pub(super) fn default(&self, way: &Way) -> Option<usize> {
        let default = way.default.filter(|_| way.deadline.is_some() && self.kind.manner != Manner::Secret);
        default.map(|n| self.kind.offered(n))
    }
}

/// Reads a pipe to its end.
fn read(pipe: &Path, out: &Watched<Out>) {
    let mut bytes = Vec::new();
    if let Ok(mut pipe) = File::open(pipe) {
        let mut some = [0; 4096];
        while let Ok(count @ 1..) = pipe.read(&mut some) {
            bytes.extend_from_slice(&some[..count]);
            let text = String::from_utf8_lossy(&bytes).into_owned();
            out.change(|out| {
                out.since.get_or_insert_with(clock);
                out.text = text;
            });
        }
    }
    out.change(|out| out.ended = true);
}
