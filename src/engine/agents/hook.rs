//! The process that the agent started: reads what it says, has the human asked, and hands back what to print.
//!
//! It ends when the agent asks no more, however it shows that: a signal, a parent that is gone, an output that nobody
//! reads, another hook that says so, Claude's own status. Then it has nothing to print, and with it goes the notification.

use std::{
    ffi::OsString,
    io::{self, Write as _},
    os::{
        fd::{AsFd, OwnedFd},
        unix::{net::UnixStream, process::CommandExt as _},
    },
    path::PathBuf,
    time::Duration,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    process::{Pid, PidfdFlags, getppid, pidfd_open},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    Agent, Journal, Mode, Policy,
    ask::{self, Printed},
    decide,
    event::{Ask, Heard, What},
    input, parse, reviewer,
    sitting::Sitting,
    status::{self, Status},
};
use crate::engine::{facts::AgentEnvironment, inbox::Inbox, signal::Caught};

/// The longest line that the notification's process answers with.
const LONGEST_ANSWER: usize = 64 * 1024;

/// One call of the hook.
#[derive(Debug)]
pub struct Job {
    /// Whose hook it is.
    pub agent: Agent,
    /// The event, for payloads that do not name theirs.
    pub event: Option<String>,
    /// What is done about questions.
    pub policy: Policy,
    /// What was read already, where it was no part of stdin.
    pub argument: Option<Vec<u8>>,
    /// The arguments for the process that owns the notification: this program is called with them again.
    pub popup: Vec<OsString>,
    /// A folder for what one hook leaves for the next.
    pub state_dir: Option<PathBuf>,
    /// What the agent's variables say.
    pub environment: AgentEnvironment,
    /// The log.
    pub journal: Journal,
    /// Where the answer goes: once nobody reads it, there is nothing to answer.
    pub output: OwnedFd,
}

/// What the process that owns the notification says: one line.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Answered {
    /// The key of what was pressed, or of what counts at the end of the time.
    pub(super) choice: Option<String>,
    /// What was typed.
    pub(super) text: Option<String>,
    /// A sequence for the agent's terminal, where the agent writes one and nothing else shows it.
    pub(super) terminal: Option<String>,
    /// In a word or two, for the log.
    pub(super) note: String,
}

/// How long it may take to tell something, and a little more.
const TOLD: Duration = Duration::from_millis(3500);

/// What the other process is told once its answer was printed.
pub(super) const TAKEN: &[u8] = b"taken\n";

/// Answers the agent: calls `print` at most once, with one JSON object. It never fails; whatever goes wrong is as if we
/// were not there.
pub fn run(job: &Job, input: impl AsFd, print: impl FnOnce(&str) -> bool) {
    // First of all, so that a signal finds us ready: the exit status is 0 whatever comes.
    let inbox = Inbox::<Caught>::open().ok();
    let bytes = job.argument.clone().or_else(|| input::whole(input));
    let payload = bytes.as_deref().map(serde_json::from_slice::<Value>);
    let payload = match payload {
        Some(Ok(payload)) if payload.is_object() => payload,
        _ if job.agent == Agent::Aider => Value::Object(serde_json::Map::new()),
        _ => {
            job.journal.note(job.agent, "-", "no JSON object came");
            return deny_unread(job, print);
        }
    };
    let heard = parse(job.agent, job.event.as_deref(), &payload);
    let call = Call { job, heard: &heard, bytes: bytes.as_deref().unwrap_or_default(), inbox };
    let what = call.run(print);
    job.journal.note(job.agent, &heard.event, &what);
}

/// What a gate says to a question that it cannot read, where the call itself says that it is one.
fn deny_unread(job: &Job, print: impl FnOnce(&str) -> bool) {
    let heard = parse(job.agent, job.event.as_deref(), &json!({}));
    if job.policy.mode == Mode::Gate
        && let What::Ask(ask) = decide(&heard, job.policy)
        && let Some(refusal) = ask::refusal(&ask)
    {
        print(&refusal.to_string());
    }
}

struct Call<'a> {
    job: &'a Job,
    heard: &'a Heard,
    bytes: &'a [u8],
    inbox: Option<Inbox<Caught>>,
}

impl Call<'_> {
    /// Does it; what became of it in words.
    fn run(self, print: impl FnOnce(&str) -> bool) -> String {
        let Heard { session, subagent, over, .. } = self.heard;
        let sitting = Sitting::new(self.job.state_dir.as_deref(), self.job.agent, session);
        let mut ended = 0;
        if let Some(which) = *over {
            ended = sitting.over(which, subagent.as_deref());
        }
        let what = match decide(self.heard, self.job.policy) {
            What::Ask(_) if self.is_reviewed() => "abstained: another reviewer was chosen".to_owned(),
            What::Ask(ask) => self.ask(&ask, &sitting, print),
            What::Tell(_) => self.tell(print),
            What::Nothing(why) => {
                // The end of a turn is no sign of a human, and what begins one is.
                if over.is_some() && matches!(self.heard.event.as_str(), "UserPromptSubmit" | "SessionEnd") {
                    sitting.is_attended();
                }
                format!("abstained: {why}")
            }
        };
        if ended > 0 { format!("{what}; {ended} over") } else { what }
    }

    /// Has it told. Only an agent that shows on its terminal what the hook prints is kept until that is known.
    fn tell(self, print: impl FnOnce(&str) -> bool) -> String {
        let started = self.start().and_then(|link| {
            link.set_read_timeout(Some(TOLD))?;
            Ok(link)
        });
        let link = match started {
            Ok(link) if self.job.agent == Agent::ClaudeCode => link,
            Ok(_) => return "told".to_owned(),
            Err(error) => return format!("not told: {error}"),
        };
        let mut text = Vec::new();
        loop {
            match read_line(&link, &mut text) {
                Ok(Some(Answered { terminal: Some(sequence), .. })) => {
                    print(&at_terminal(&sequence).to_string());
                    return "told at the terminal".to_owned();
                }
                Ok(Some(Answered { note, .. })) => return note,
                Ok(None) => {}
                Err(error) => return error,
            }
        }
    }

    /// Whether another than the user is to review it; who has set up a gate wants to all the same.
    fn is_reviewed(&self) -> bool {
        self.job.agent == Agent::Codex
            && self.job.policy.mode != Mode::Gate
            && self.job.environment.codex.as_deref().is_some_and(reviewer::is_another)
    }

    fn ask(mut self, ask: &Ask, sitting: &Sitting, print: impl FnOnce(&str) -> bool) -> String {
        sitting.begin(ask.key, self.heard.subagent.as_deref());
        let mut status = self.status();
        // Before anybody can answer: that it waits has to have been seen.
        status.as_mut().map(Status::is_over);
        let asked = self.start().map_err(|error| format!("not asked: {error}"));
        let end =
            asked.and_then(|mut popup| self.wait(ask, &mut popup, status.as_mut()).map(|end| (popup, end)));
        let (popup, end) = match end {
            Ok((popup, end)) => (Some(popup), end),
            Err(why) => (None, End::Unanswered(why, None)),
        };
        let refusal = || ask::refusal(ask).filter(|_| self.job.policy.mode == Mode::Gate);
        let (printed, runs, what) = match end {
            End::Answered(Printed::Object(object), runs, what) => (Some(object), runs, what),
            End::Answered(Printed::Nothing, runs, what) => (None, runs, what),
            End::Unanswered(why, sequence) => (
                refusal().or(sequence.map(|sequence| at_terminal(&sequence))),
                false,
                format!("unanswered: {why}"),
            ),
            // It was answered where we cannot see how.
            End::Elsewhere(why) => (None, true, format!("over: {why}")),
            // A gate is closed to whoever reads on all the same.
            End::Gone(why) => (refusal(), false, format!("over: {why}")),
        };
        let is_taken = printed.is_none_or(|object| print(&object.to_string()));
        if let Some(mut popup) = popup.filter(|_| is_taken) {
            let _ = popup.write_all(TAKEN);
        }
        sitting.end(runs && is_taken);
        if is_taken { what } else { format!("too late: {what}") }
    }

    fn status(&self) -> Option<Status> {
        let AgentEnvironment { claude, claude_pid, .. } = &self.job.environment;
        let is_claude = self.job.agent == Agent::ClaudeCode && self.heard.subagent.is_none();
        Status::of(claude.as_deref().filter(|_| is_claude)?, claude_pid.as_deref()?, &self.heard.session)
    }

    /// Starts the process that owns the notification and sends it the payload. It has a session of its own, where no
    /// signal to our group finds it.
    fn start(&self) -> io::Result<UnixStream> {
        let (mut ours, theirs) = UnixStream::pair()?;
        #[expect(
            clippy::disallowed_types,
            clippy::disallowed_methods,
            reason = "one of the places that start a program"
        )]
        std::process::Command::new("/proc/self/exe")
            .arg0("plyn-notify")
            .args(&self.job.popup)
            .stdin(OwnedFd::from(theirs))
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()?;
        ours.set_write_timeout(Some(Duration::from_secs(2)))?;
        ours.write_all(&u64::try_from(self.bytes.len()).unwrap_or_default().to_be_bytes())?;
        ours.write_all(self.bytes)?;
        Ok(ours)
    }

    /// Waits until it is answered, or nobody wants to know any more.
    fn wait(
        &mut self,
        ask: &Ask,
        popup: &mut UnixStream,
        mut status: Option<&mut Status>,
    ) -> Result<End, String> {
        let parent = getppid().and_then(|parent: Pid| pidfd_open(parent, PidfdFlags::empty()).ok());
        let bell = self.inbox.as_ref().and_then(|inbox| inbox.bell().ok());
        let tick =
            status.is_some().then(|| Timespec { tv_sec: 0, tv_nsec: status::INTERVAL.subsec_nanos().into() });
        let mut line = Vec::new();
        loop {
            let mut fds = vec![
                PollFd::new(popup, PollFlags::IN),
                // For nothing: what comes all the same is that nobody reads it.
                PollFd::new(&self.job.output, PollFlags::empty()),
            ];
            fds.extend(parent.as_ref().map(|parent| PollFd::new(parent, PollFlags::IN)));
            fds.extend(bell.as_ref().map(|bell| PollFd::new(bell, PollFlags::IN)));
            match poll(&mut fds, tick.as_ref()) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.to_string()),
            }
            let is_up = |at: usize| fds.get(at).is_some_and(|fd| !fd.revents().is_empty());
            let (has_answer, is_unread, is_orphan) = (is_up(0), is_up(1), parent.is_some() && is_up(2));
            drop(fds);
            if is_unread || is_orphan {
                return Ok(End::Gone("the agent is gone"));
            }
            if let Some(inbox) = &mut self.inbox
                && inbox.take_all().into_iter().any(|caught| matches!(caught, Caught::End(_)))
            {
                return Ok(End::Gone("the agent has ended it"));
            }
            if status.as_mut().is_some_and(|status| status.is_over()) {
                return Ok(End::Elsewhere("answered at the terminal"));
            }
            if has_answer && let Some(answered) = read_line(popup, &mut line)? {
                let (key, typed) = (answered.choice.as_deref(), answered.text.as_deref());
                let runs = ask::lets_it_run(ask, key, typed);
                return match ask::printed(ask, key, typed) {
                    Some(printed) => Ok(End::Answered(printed, runs, answered.note)),
                    None => Ok(End::Unanswered(answered.note, answered.terminal)),
                };
            }
        }
    }
}

/// How a question ended.
enum End {
    /// By an answer, and whether the call goes ahead; how, for the log.
    Answered(Printed, bool, String),
    /// Without one; why, and what the agent may write to its terminal instead.
    Unanswered(String, Option<String>),
    /// By one that was given at the agent's own terminal.
    Elsewhere(&'static str),
    /// Nobody wants to know any more.
    Gone(&'static str),
}

/// What Claude Code writes to its terminal.
fn at_terminal(sequence: &str) -> Value {
    json!({ "terminalSequence": sequence })
}

/// The answer, once its line is complete.
fn read_line(popup: &UnixStream, line: &mut Vec<u8>) -> Result<Option<Answered>, String> {
    let mut chunk = [0; 4096];
    let count = match rustix::io::read(popup, &mut chunk) {
        Ok(count) => count,
        Err(Errno::INTR | Errno::AGAIN) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    line.extend_from_slice(chunk.get(..count).unwrap_or_default());
    if let Some(end) = line.iter().position(|&byte| byte == b'\n') {
        let answered = serde_json::from_slice(line.get(..end).unwrap_or_default());
        return answered.map(Some).map_err(|error| error.to_string());
    }
    if count == 0 || line.len() > LONGEST_ANSWER {
        return Err("the notification's process is gone".to_owned());
    }
    Ok(None)
}
