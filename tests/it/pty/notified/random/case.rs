//! One prompt in one terminal, with one human, under a shell that reads a line after it.

use std::time::Duration;

use rustix::process::{Pid, Signal};

use super::{
    super::{AT_ONCE, Asked, Exit},
    human::{Step, Way},
};
use crate::{
    chance::program,
    pty::{CTRL_C, CTRL_Z, Case as Script, clock, comes_true, is_idle},
    support::terminal::{Notification, Sequence},
};

/// How long the end may take: a terminal that says nothing is waited for, and the machine may be busy.
const BOUND: Duration = Duration::from_millis(1500);
/// The answers, and what the shell says of each.
const ANSWERS: [(&str, &str); 2] = [("allow", "0"), ("deny", "1")];

/// What is tried: everything else follows from these two.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) terminal: String,
    pub(super) seed: u64,
}

/// How it has to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sure {
    /// With this answer, and from where.
    Answered(usize, &'static str),
    /// By Ctrl-C, and the shell with it.
    Interrupted,
}

/// A case while it runs.
struct Play {
    asked: Asked,
    /// The prompt.
    pid: Pid,
    way: Way,
    /// What stands on the line of the prompt.
    line: String,
    /// Whether the terminal owes no reply.
    answers: bool,
    /// Whether something is typed behind the answer.
    behind: bool,
}

impl Case {
    /// The human's way.
    pub(super) fn way(&self) -> Way {
        Way::of(self.seed)
    }

    /// What is needed to run it again.
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.terminal, self.seed)
    }

    /// Runs it; what is wrong is a panic.
    pub(super) fn run(&self) {
        let mut way = self.way();
        // What closes it at once does so after an end that comes in the same moment.
        way.is_early &= self.terminal != "konsole-focused";
        let options = AT_ONCE.join(" ");
        let script = format!(
            "\"$PLYN\" wait {options} --json --source here --choices allow,deny Q? >out 2>err; s=$?; \
             echo $s >status; read -r line; echo \"$s $line.\" >end"
        );
        let script = Script::script("sh", &script);
        let script = match program() {
            Some(program) => script.env("PLYN", &program),
            None => script,
        };
        let asked = Asked::start(script, &self.terminal);
        asked.run.pty.wait_text("Q?");
        let pid = asked.run.prompts()[0];
        // Those that have not answered what they were asked are waited for at the end, with what is typed meanwhile.
        let answers = !way.is_early && !matches!(self.terminal.as_str(), "mute" | "slow" | "vscode-off");
        let mut play = Play { asked, pid, way: way.clone(), line: String::new(), answers, behind: false };
        play.rest();
        if !way.is_early {
            play.announced();
        }
        let sure = way.steps.iter().find_map(|step| play.step(step));
        let sure = sure.unwrap_or_else(|| play.enter(way.last, true));
        play.settle(sure);
    }
}

impl Play {
    /// Waits until nothing more is told to the terminal by itself.
    fn announced(&self) {
        self.asked.terminal.wait("an announcement", |model| {
            let is_it =
                |word: String| ["body", "777;", "1337;", "bell"].iter().any(|start| word.starts_with(start));
            let is_whole = model.faults().is_empty();
            (is_whole && model.log.iter().filter_map(super::super::brief).any(is_it)).then_some(())
        });
        self.rest();
        // A terminal sends each reply in one piece. What is torn on the way to us has no key in it, either, and is waited
        // for while there may be something.
        if let Some(size) = self.way.split.filter(|_| self.up().is_some()) {
            self.asked.terminal.split(size);
        }
    }

    /// The notification that is up and says what is done to it.
    fn up(&self) -> Option<Notification> {
        self.asked.terminal.look(|model| {
            model.notifications.iter().rfind(|shown| shown.up && shown.asks("a", "report")).cloned()
        })
    }

    fn step(&mut self, step: &Step) -> Option<Sure> {
        match step {
            Step::Look(milliseconds) => {
                self.asked.run.pty.ends_within(Duration::from_millis(*milliseconds));
            }
            Step::Type(text) => self.write(text),
            Step::Press(n) => return self.press(*n, ""),
            Step::PressTyping(n, text) => return self.press(*n, text),
            Step::Click | Step::Dismiss => {
                if let Some(shown) = self.up() {
                    if *step == Step::Click {
                        self.asked.terminal.click(&shown.id);
                    } else {
                        self.asked.terminal.dismiss(&shown.id);
                    }
                    self.rest();
                }
            }
            Step::Forge(n) => {
                let id = self.up().map_or_else(|| "pn".to_owned(), |shown| shown.id);
                let reports = ["0", "9", "01", "allow", "1;1", "\u{661}"];
                let report = reports[n % reports.len()];
                let foreign = if (n / reports.len()).is_multiple_of(2) { "" } else { "x" };
                let end = if (n / 12).is_multiple_of(2) { "\x1b\\" } else { "\x07" };
                self.asked.terminal.say(format!("\x1b]99;i={id}{foreign};{report}{end}"));
                self.rest();
            }
            Step::Paste(n) => {
                let id = self.up().map_or_else(|| "pn".to_owned(), |shown| shown.id);
                self.write("");
                self.asked.run.send(format!("\x1b[200~\x1b]99;i={id};{n}\x1b\\\x1b[201~"));
                self.line = format!("]99;i={id};{n}\\");
                self.is_on_the_line();
            }
            Step::Stop => {
                // It throws away what is not read.
                self.rest();
                let drawn = self.drawn();
                self.asked.run.send(CTRL_Z);
                assert!(comes_true(|| self.drawn() > drawn), "it does not take the terminal again");
                self.rest();
                let is_gone = self.way.is_early || self.up().is_none() || !self.can_close();
                assert!(is_gone, "it is up");
            }
            Step::Interrupt => {
                self.rest();
                self.asked.run.send(CTRL_C);
                return Some(Sure::Interrupted);
            }
            Step::Answer(n, behind) => return Some(self.enter(*n, *behind)),
            Step::Race(n, press) => {
                // In pieces, the press would be over before Enter comes.
                let is_whole = self.way.split.is_none();
                let shown = self.up().filter(|shown| is_whole && !shown.buttons.is_empty())?;
                self.write(ANSWERS[n % 2].0);
                let report = format!("\x1b]99;i={};{}\x1b\\\r", shown.id, press % shown.buttons.len() + 1);
                self.asked.terminal.say(report);
                return Some(Sure::Answered(n % 2, "terminal"));
            }
        }
        None
    }

    /// How often it has taken the terminal and drawn its question, before which it drops what is typed.
    fn drawn(&self) -> usize {
        let taken = Sequence::Csi(b"?2004".to_vec(), b'h');
        let is_text = |sequence: &Sequence| matches!(sequence, Sequence::Text(_));
        self.asked.terminal.look(|model| {
            let turns = model.log.split(|sequence| *sequence == taken).skip(1);
            turns.filter(|turn| turn.iter().any(is_text)).count()
        })
    }

    /// Waits until all that was typed and said has been read.
    fn rest(&self) {
        self.asked.terminal.is_silent();
        assert!(comes_true(|| self.asked.run.pty.has_ended() || is_idle(self.pid)), "it does not rest");
    }

    /// Whether it takes a notification down when it is told to.
    fn can_close(&self) -> bool {
        !matches!(self.asked.name.as_str(), "konsole" | "konsole-focused" | "contour")
    }

    fn press(&mut self, n: usize, typing: &str) -> Option<Sure> {
        let shown = self.up().filter(|shown| !shown.buttons.is_empty())?;
        self.rest();
        if !typing.is_empty() {
            self.asked.terminal.interleave([typing]);
        }
        let at = n % shown.buttons.len();
        self.asked.terminal.press(&shown.id, at + 1);
        if at < ANSWERS.len() {
            return Some(Sure::Answered(at, "terminal-notification"));
        }
        self.rest();
        self.line.push_str(typing);
        self.is_on_the_line();
        None
    }

    /// Types on the line of the prompt, in the place of what was there.
    fn write(&mut self, text: &str) {
        self.rest();
        self.is_on_the_line();
        self.asked.run.send(format!("\x15{text}"));
        text.clone_into(&mut self.line);
        self.is_on_the_line();
        self.rest();
    }

    fn is_on_the_line(&self) {
        if !self.line.is_empty() {
            self.asked.run.pty.wait_text(&format!("\u{203a} {}", self.line));
        }
    }

    fn enter(&mut self, n: usize, behind: bool) -> Sure {
        self.write(ANSWERS[n % 2].0);
        // While a reply is due the end reads on, since that would be typed into the shell.
        self.behind = behind && self.answers;
        self.asked.run.send(if self.behind { "\rnext one\r" } else { "\r" });
        Sure::Answered(n % 2, "terminal")
    }

    fn settle(&mut self, sure: Sure) {
        let since = clock();
        let Sure::Answered(answer, source) = sure else {
            assert_eq!(self.asked.run.pty.wait_exit(), Exit::signal(Signal::INT));
            assert!(since.elapsed() < BOUND, "it took {:?}", since.elapsed());
            return self.is_tidy();
        };
        self.asked.run.wait_file("status", "\n");
        assert!(since.elapsed() < BOUND, "it took {:?}", since.elapsed());
        if !self.behind {
            self.asked.run.send("next one\r");
        }
        assert_eq!(self.asked.run.pty.wait_exit(), Exit::code(0));
        let (key, status) = ANSWERS[answer];
        assert_eq!(self.asked.run.file("end"), format!("{status} next one.\n"));
        let out = self.asked.run.file("out");
        let found: serde_json::Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out:?}"));
        assert_eq!((&found["answer"], &found["source"]), (&key.into(), &source.into()), "{out}");
        assert_eq!(self.asked.run.file("err"), "");
        self.is_tidy();
    }

    fn is_tidy(&mut self) {
        self.asked.run.is_sane();
        self.asked.leaves("");
        let left = self.asked.terminal.notifications().into_iter();
        let left: Vec<_> = left.filter(|shown| shown.up && shown.asks("a", "report")).collect();
        assert!(left.is_empty() || !self.can_close(), "{left:?}");
        self.asked.run.pty.is_deserted();
    }
}
