//! One prompt on one server, with one human: the program, a bus and a terminal, all of them real.

use std::{
    fs::File,
    io::Read as _,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use rustix::process::Signal;

use super::{
    human::{Step, Way},
    kind::Kind,
    screen::{Click, Screen},
};
use crate::{
    pty::{self, clock},
    support::{
        Bus, Emit, Script, Server, Watched,
        pty::{Exit, Pty},
        start_thread,
    },
};

/// How long anything may take that takes next to no time on a machine with nothing else to do.
const SOON: Duration = Duration::from_secs(3);
/// How long a human looks for a notification.
const GLANCE: Duration = Duration::from_millis(250);
/// How long the program may take to print what was entered at the terminal.
const TERMINAL_WINS: Duration = Duration::from_millis(100);
/// How long it may take to be gone after that.
const TERMINAL_ENDS: Duration = Duration::from_millis(500);
/// Who stays so long after the answer has waited in vain for the reply to a `Notify`, which on a busy machine may be late.
const LINGER: Duration = Duration::from_millis(350);
const SIGNALS: [Signal; 3] = [Signal::INT, Signal::TERM, Signal::HUP];

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

/// What has to come of what the human did.
#[derive(Debug)]
enum Sure {
    /// This answer, by a press or from a reply field.
    Pressed { answer: String, text: bool },
    /// This answer, entered at the terminal at that time.
    Entered { answer: String, at: Instant },
    /// One of these two: the press came first.
    Either { pressed: String, entered: String },
    Escaped,
    Signalled(Signal),
}

/// What is there while the case runs. Dropped in this order: the program first.
struct Rig {
    run: pty::Run,
    out: Arc<Watched<Out>>,
    server: Server,
    _bus: Bus,
}

/// What the program has printed.
#[derive(Debug, Default)]
struct Out {
    text: String,
    since: Option<Instant>,
    ended: bool,
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
        let mut play = Play { case: self, way: &way, rig, screen: Screen::new(script), maybe: Vec::new() };
        let sure = play.through()?;
        play.settle(started, sure)
    }

    fn start(&self, way: &Way, script: Script) -> Rig {
        let bus = Bus::start();
        let server = Server::start(&bus, script);
        let seconds = |milliseconds: u64| Duration::from_millis(milliseconds).as_secs_f64().to_string();
        let mut args: Vec<String> = self.kind.args.iter().map(|&arg| arg.to_owned()).collect();
        args.extend(["--source", "here", "--min-interval", "0"].map(str::to_owned));
        args.extend(["--grace".to_owned(), seconds(way.grace)]);
        if !self.terminal {
            args.push("--no-terminal".to_owned());
        }
        if let Some(deadline) = way.deadline {
            args.extend(["--timeout".to_owned(), seconds(deadline)]);
            args.extend(self.default(way).into_iter().flat_map(|key| ["--default", key].map(str::to_owned)));
        }
        args.push("Q?".to_owned());
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let (command, pipe) = pty::Case::wait(&args).bus(&bus).piped();
        let out = Arc::new(Watched::new(Out::default()));
        let written = Arc::clone(&out);
        start_thread("stdout", move || read(&pipe, &written));
        let command = match super::program() {
            Some(program) => command.env("PLYN", &program),
            None => command,
        };
        Rig { run: command.start(), out, server, _bus: bus }
    }

    fn default(&self, way: &Way) -> Option<&'static str> {
        way.default.filter(|_| way.deadline.is_some() && !self.kind.secret).map(|n| self.kind.answer(n))
    }
}

/// A case while it runs.
struct Play<'a> {
    case: &'a Case,
    way: &'a Way,
    rig: Rig,
    screen: Screen,
    /// What was pressed and perhaps never heard of.
    maybe: Vec<String>,
}

impl Play<'_> {
    /// The human does all there is to do, until something is sure to end the prompt or it has ended.
    fn through(&mut self) -> Result<Option<Sure>, Fault> {
        for step in &self.way.steps {
            if self.has_ended() {
                return Ok(None);
            }
            if let Some(sure) = self.step(step)? {
                return Ok(Some(sure));
            }
        }
        if self.way.deadline.is_some() || self.has_ended() {
            return Ok(None);
        }
        Ok(self.enter(self.way.last))
    }

    fn step(&mut self, step: &Step) -> Result<Option<Sure>, Fault> {
        match step {
            Step::Look(milliseconds) => {
                self.pty().ends_within(Duration::from_millis(*milliseconds));
                Ok(None)
            }
            Step::Press(n) => {
                let Some(note) = self.look() else { return Ok(None) };
                let click = self.screen.button(&note, *n, &self.case.kind);
                self.click(&note, click)
            }
            Step::Click => {
                let Some(note) = self.look() else { return Ok(None) };
                let click = self.screen.body(&note, &self.case.kind);
                self.click(&note, Some(click))
            }
            Step::Dismiss => {
                let Some(note) = self.look() else { return Ok(None) };
                self.rig.server.try_emit(&note, &Emit::Dismissed);
                Ok(None)
            }
            Step::Expire => {
                let Some(note) = self.look() else { return Ok(None) };
                self.rig.server.try_emit(&note, &Emit::Expired);
                Ok(None)
            }
            Step::Reply(text) => {
                let Some(note) = self.look().filter(|note| self.screen.has_field(note)) else { return Ok(None) };
                self.rig.server.try_emit(&note, &Emit::Typed((*text).to_owned()));
                let is_answer = !text.trim().is_empty();
                Ok(is_answer.then(|| self.heard((*text).to_owned(), true)).flatten())
            }
            Step::Half(n) => {
                if !self.case.kind.secret {
                    self.write(&self.case.kind.answer(*n)[..1]);
                }
                Ok(None)
            }
            Step::Answer(n) => Ok(self.enter(*n)),
            Step::Race { answer, press, enter_first } => self.race(*answer, *press, *enter_first),
            Step::Escape => {
                self.ready();
                self.rig.run.send("\x1b");
                Ok(Some(Sure::Escaped))
            }
            Step::Signal(n) => {
                let signal = SIGNALS[n % SIGNALS.len()];
                // Before that it is a shell's, which says nothing of us.
                let pid = self.pty().pid();
                pty::comes_true(|| self.has_ended() || pty::read_proc(pid, "comm") == "plyn-notify\n");
                Ok(self.pty().try_signal(signal).then_some(Sure::Signalled(signal)))
            }
        }
    }

    /// Does what a click does, and says what has to come of it.
    fn click(
        &mut self,
        note: &crate::support::Notification,
        click: Option<(Emit, Click)>,
    ) -> Result<Option<Sure>, Fault> {
        let Some((emit, click)) = click else { return Ok(None) };
        if !self.rig.server.try_emit(note, &emit) {
            return Ok(None);
        }
        match click {
            Click::Choice(key) => Ok(self.heard(key, false)),
            Click::GoToTerminal if self.screen.is_heard() && self.screen.is_steady() => {
                self.screen.withdraw();
                let left = if self.screen.takes_down() { self.rig.server.wait_clear(SOON) } else { Vec::new() };
                if left.is_empty() || self.has_ended() {
                    return Ok(None);
                }
                Err(Fault::Wrong(format!("{left:?} stays up after it was sent to the terminal")))
            }
            Click::GoToTerminal => {
                self.screen.doubt();
                Ok(None)
            }
            Click::Nothing => Ok(None),
        }
    }

    /// What was pressed on a server that passes presses on has to come out, on others it may or may not.
    fn heard(&mut self, answer: String, text: bool) -> Option<Sure> {
        if self.screen.is_withdrawn() || !self.screen.is_heard() {
            return None;
        }
        if self.screen.is_steady() {
            return Some(Sure::Pressed { answer, text });
        }
        self.maybe.push(answer);
        None
    }

    fn race(&mut self, answer: usize, press: usize, enter_first: bool) -> Result<Option<Sure>, Fault> {
        let Some(note) = self.look() else { return Ok(self.enter(answer)) };
        let Some((emit, Click::Choice(key))) = self.screen.button(&note, press, &self.case.kind) else {
            return Ok(self.enter(answer));
        };
        let entered = self.case.kind.answer(answer).to_owned();
        if !self.write(&entered) {
            return Ok(None);
        }
        if enter_first {
            let at = clock();
            self.rig.run.send("\r");
            self.rig.server.try_emit(&note, &emit);
            return Ok(Some(Sure::Entered { answer: entered, at }));
        }
        self.rig.server.try_emit(&note, &emit);
        self.rig.run.send("\r");
        Ok(Some(Sure::Either { pressed: key, entered }))
    }

    /// Enters an answer at the terminal.
    fn enter(&mut self, n: usize) -> Option<Sure> {
        let answer = self.case.kind.answer(n).to_owned();
        if !self.write(&answer) {
            return None;
        }
        let at = clock();
        self.rig.run.send("\r");
        Some(Sure::Entered { answer, at })
    }

    /// Types at the prompt; false if that has ended before it could be done.
    fn write(&mut self, text: &str) -> bool {
        self.ready();
        if self.case.kind.secret {
            self.rig.run.send(format!("\x15{text}"));
        } else if !self.has_ended() {
            return self.rig.run.pty.try_type_at_prompt(text);
        }
        !self.has_ended()
    }

    /// Waits until the prompt reads its terminal.
    fn ready(&self) {
        let pid = self.pty().pid();
        pty::comes_true(|| self.has_ended() || pty::is_idle(pid));
    }

    /// The notification that is seen, if there comes one.
    fn look(&self) -> Option<crate::support::Notification> {
        self.rig.server.wait_screen(GLANCE, || self.has_ended())
    }

    fn pty(&self) -> &Pty {
        &self.rig.run.pty
    }

    fn has_ended(&self) -> bool {
        self.pty().has_ended()
    }

    /// Waits for the end, and holds all that can be seen of it against what the human did.
    fn settle(&self, started: Instant, sure: Option<Sure>) -> Result<Ending, Fault> {
        let deadline = self.way.deadline.map(Duration::from_millis);
        let bound = deadline.unwrap_or_default() + SOON;
        let Some(exit) = self.pty().ends_within(bound) else {
            return Err(Fault::Late(format!("it goes on after {sure:?}")));
        };
        let ended = clock();
        let out = self.rig.out.wait("the end of stdout", |out| {
            out.ended.then(|| Out { text: out.text.clone(), ..*out })
        });
        let passed = deadline.is_some_and(|deadline| ended - started >= deadline);
        let ending = self.judge(&out.text, exit, sure.as_ref(), passed)?;
        let lingered = out.since.is_none_or(|since| ended - since >= LINGER);
        self.is_tidy(sure.as_ref(), lingered)?;
        if let (Some(Sure::Entered { at, .. }), "entered") = (&sure, ending) {
            let won = out.since.unwrap_or(ended).saturating_duration_since(*at);
            if won > TERMINAL_WINS {
                return Err(Fault::Late(format!("what was entered was printed after {won:?}")));
            }
            let gone = ended.saturating_duration_since(*at);
            if gone > TERMINAL_ENDS {
                return Err(Fault::Late(format!("it was gone {gone:?} after Enter")));
            }
        }
        Ok(ending)
    }

    /// Whether this may come of that.
    fn judge(&self, out: &str, exit: Exit, sure: Option<&Sure>, passed: bool) -> Result<Ending, Fault> {
        let kind = &self.case.kind;
        let answer =
            |word, answer: &str, text| (word, format!("{answer}\n"), Exit::code(kind.code(answer, text)));
        let nothing = |word, exit| (word, String::new(), exit);
        let mut allowed = Vec::new();
        match sure {
            Some(Sure::Pressed { answer: key, text }) => allowed.push(answer("pressed", key, *text)),
            Some(Sure::Entered { answer: key, .. }) => allowed.push(answer("entered", key, false)),
            Some(Sure::Either { pressed, entered }) => {
                allowed.push(answer("pressed", pressed, false));
                allowed.push(answer("entered", entered, false));
            }
            Some(Sure::Escaped) => allowed.push(nothing("escaped", Exit::code(3))),
            Some(Sure::Signalled(signal)) => allowed.push(nothing("signalled", Exit::signal(*signal))),
            None => {}
        }
        // It may be over by itself before the signal is there.
        if !self.case.terminal && matches!(sure, None | Some(Sure::Signalled(_))) {
            allowed.push(nothing("dismissed", Exit::code(3)));
            allowed.push(nothing("unreachable", Exit::code(69)));
        }
        for key in &self.maybe {
            allowed.extend([answer("pressed", key, false), answer("pressed", key, true)]);
        }
        if passed {
            allowed.push(match self.case.default(self.way) {
                Some(key) => answer("default", key, kind.choices.is_empty()),
                None => nothing("timed out", Exit::code(124)),
            });
        }
        let found = allowed.iter().find(|(_, text, status)| (text.as_str(), *status) == (out, exit));
        match found {
            Some((word, ..)) => Ok(word),
            // A server that is slow to speak on a busy machine may have missed the time for it.
            None if matches!(sure, Some(Sure::Pressed { .. })) && out.is_empty() => {
                Err(Fault::Late(format!("{sure:?} came to nothing: {exit:?}")))
            }
            None => Err(Fault::Wrong(format!("{out:?} and {exit:?} after {sure:?}, allowed: {allowed:?}"))),
        }
    }

    /// No panic, and nothing left behind: no process, no popup, no file, no setting of the terminal.
    fn is_tidy(&self, sure: Option<&Sure>, lingered: bool) -> Result<(), Fault> {
        let wrong = |what: String| Err(Fault::Wrong(what));
        let err = self.rig.run.file("err");
        let expected = ["", "no answer in ", "plyn-notify: nobody can be asked: "];
        if err.lines().count() > 1 || !expected.iter().any(|start| err.starts_with(start)) {
            return wrong(format!("stderr: {err}"));
        }
        if rustix::process::test_kill_process_group(self.pty().pid()).is_ok() {
            return wrong("a process is left".to_owned());
        }
        let strange = |name: &String| !["out", "err", "plyn-notify"].contains(&name.as_str());
        if let Some(file) = self.rig.run.files().into_iter().find(strange) {
            return wrong(format!("the file {file:?} is left"));
        }
        self.rig.run.is_sane();
        if !self.case.terminal {
            let drawn = self.pty().raw_output();
            if !drawn.is_empty() {
                return wrong(format!("drawn without a terminal: {}", String::from_utf8_lossy(&drawn)));
            }
        }
        if matches!(sure, Some(Sure::Pressed { .. })) || sure.is_none() {
            let unread = self.pty().queued();
            if unread != 0 {
                return wrong(format!("{unread} bytes are left to be read"));
            }
        }
        let left = if self.screen.takes_down() { self.rig.server.wait_clear(SOON) } else { Vec::new() };
        match (left.is_empty(), lingered) {
            (true, _) => Ok(()),
            (false, true) => Err(Fault::Late(format!("the notifications {left:?} are left"))),
            (false, false) => wrong(format!("the notifications {left:?} are left")),
        }
    }
}

/// Reads a pipe to its end.
fn read(pipe: &PathBuf, out: &Watched<Out>) {
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
