//! The process that owns a hook's notification, in a session of its own: no signal to the agent's group finds it, and it
//! takes the notification down when the hook is gone, however it went.

use std::{
    io::{self, Write as _},
    os::{
        fd::{AsFd, OwnedFd},
        unix::net::UnixStream,
    },
    path::Path,
    time::Duration,
};

use super::{
    Agent, Heard, Journal, Mode, Policy,
    ask::{self, Terms},
    decide,
    event::{Ask, Tell, What},
    hook::{Answered, TAKEN},
    input, parse,
    sitting::Sitting,
};
use crate::engine::{
    answer::{Answer, ChannelKind, Ending, Outcome, Source},
    channel::{
        desktop::{self, look::Told as Seen},
        remote::Way,
    },
    clock::now,
    config::{NotifySettings, Protocol},
    drive::{self, News},
    facts::{self, Facts},
    lifeline::Lifeline,
    notice::{Expiry, Notice},
    plan::{Elsewhere, Plan, Wishes},
    tell::{self, News as Told, Sequence},
    throttle::Throttle,
};

/// How long a question waits that keeps the agent's own from its terminal, unless somebody says otherwise.
pub const HOLD: Duration = Duration::from_secs(20);
/// How long the bus may take to say who is there.
const LOOK: Duration = Duration::from_millis(500);
/// How long a notice is shown that an answer came too late.
const LATE: u32 = 5000;

/// What the hook's own process hands over.
#[derive(Debug)]
pub struct Job {
    /// Whose hook it is.
    pub agent: Agent,
    /// The event, for payloads that do not name theirs.
    pub event: Option<String>,
    /// What is done about questions.
    pub policy: Policy,
    /// How long to wait for an answer, where it was said.
    pub hold: Option<Duration>,
    /// Whether no answer is a no.
    pub denies_late: bool,
    /// When and how something is announced.
    pub settings: NotifySettings,
    /// Where. The terminal is the agent's: it may be told what to write there, if it writes anything.
    pub channels: Vec<ChannelKind>,
    /// The protocol of the terminal's notifications, where it is set.
    pub protocol: Option<Protocol>,
    /// How another host's desktop is reached.
    pub way: Way,
    /// The surroundings.
    pub facts: Facts,
    /// The log.
    pub journal: Journal,
}

/// Asks or tells what came through `link`, and answers there.
///
/// # Errors
///
/// When the system has no session, signals or descriptors to spare; there is nobody to tell.
pub fn run(job: &Job, link: OwnedFd) -> io::Result<()> {
    // Fails where this is a session's first process already, and then it is in one of its own.
    let _ = rustix::process::setsid();
    let Some(payload) = payload(&link) else { return Ok(()) };
    let heard = parse(job.agent, job.event.as_deref(), &payload);
    match decide(&heard, job.policy) {
        What::Ask(ask) => run_ask(job, &heard, &ask, link.into()),
        What::Tell(news) => {
            let said = run_tell(job, &heard, &news)?;
            send(&mut link.into(), &said);
            Ok(())
        }
        What::Nothing(_) => Ok(()),
    }
}

/// The payload, behind its length.
fn payload(link: &OwnedFd) -> Option<serde_json::Value> {
    let length = input::exactly(link, 8)?;
    let length = u64::from_be_bytes(length.try_into().ok()?);
    let length = usize::try_from(length).ok().filter(|length| *length <= input::LONGEST)?;
    let bytes = input::exactly(link, length)?;
    Some(serde_json::from_slice(&bytes).unwrap_or_else(|_| serde_json::json!({})))
}

fn terms(job: &Job, heard: &Heard, elsewhere: Elsewhere) -> Terms {
    let hold = match elsewhere {
        Elsewhere::Afterwards => Some(job.hold.unwrap_or(HOLD)),
        Elsewhere::Meanwhile => job.hold,
    };
    let source = heard.directory.as_deref().map(|directory| facts::source_of(Some(Path::new(directory))));
    Terms {
        source: source.unwrap_or_default(),
        include_reason: job.settings.include_reason,
        hold,
        denies_late: job.denies_late || job.policy.mode == Mode::Gate,
    }
}

fn run_ask(job: &Job, heard: &Heard, ask: &Ask, mut link: UnixStream) -> io::Result<()> {
    let elsewhere = Some(ask.elsewhere).filter(|_| job.policy.mode != Mode::Gate);
    let terms = terms(job, heard, ask.elsewhere);
    let request = ask::request(job.agent, ask, &terms);
    let throttle =
        Throttle::new(job.facts.state_dir.as_deref(), &format!("{} {}", job.agent.name(), heard.session));
    let is_held_back = ask.elsewhere == Elsewhere::Meanwhile;
    let at_once = !is_held_back || throttle.handoff() || is_nobody_there(job);
    let wishes = Wishes {
        enabled: job.settings.enabled,
        channels: desktops(job),
        actions: job.settings.actions,
        terminal_only: false,
        elsewhere,
        grace: job.settings.grace,
        // While the agent shows nothing itself, to hold ours back is to show nothing at all.
        min_interval: if is_held_back { job.settings.min_interval } else { Duration::ZERO },
        continues: at_once,
        bell: false,
    };
    let plan = Plan::new(&request, &wishes, false);
    // The hook holds the other end, and started us.
    let end = || link.as_fd().try_clone_to_owned();
    let prompt = drive::Job {
        actions: wishes.actions,
        way: job.way.clone(),
        lifeline: Some(Lifeline::new(end()?, end()?, None)),
        ..drive::Job::new(request, plan, job.facts.clone(), throttle)
    };
    let mut answered = false;
    let unseen = Tell { news: ask.subject.news(), text: None };
    drive::run(prompt, |news| {
        let News::Outcome(outcome) = news else { return };
        let mut said = said(outcome);
        answered = said.0;
        if outcome.ending == Ending::Unreachable && !outcome.held {
            said.1.terminal = sequence(job, &ask::notice(job.agent, &unseen, &terms, false));
        }
        send(&mut link, &said.1);
    })?;
    if answered && input::exactly(&link, TAKEN.len()).as_deref() != Some(TAKEN) {
        too_late(job);
    }
    Ok(())
}

/// Whether there is no server for notifications, nor one that could be started: that nobody can be asked is then said at once,
/// and not when the time for an answer elsewhere is over.
fn is_nobody_there(job: &Job) -> bool {
    if desktops(job).iter().any(|channel| *channel != ChannelKind::Desktop) {
        return false;
    }
    if desktop::is_nowhere(&job.facts.bus) {
        return true;
    }
    let look = desktop::look(&job.facts.bus, now() + LOOK);
    let is_empty = look.owner.is() == Some(&None) && look.can_start.is() == Some(&false);
    is_empty || matches!(look.bus, Seen::Failed(_))
}

/// What came of it, and whether a human said so.
fn said(outcome: &Outcome) -> (bool, Answered) {
    let mut said = Answered { note: note(outcome), ..Answered::default() };
    let is_human = match &outcome.ending {
        Ending::Answered { answer: Answer::Choice(choice), source } => {
            said.choice = Some(choice.key.clone());
            *source != Source::Default
        }
        Ending::Answered { answer: Answer::Text(text), .. } => {
            said.text = Some(text.clone());
            true
        }
        _ => false,
    };
    (is_human, said)
}

/// Sends it. Whether it was taken is heard of, or not.
fn send(link: &mut UnixStream, said: &Answered) {
    if let Ok(line) = serde_json::to_string(said) {
        let _ = link.write_all(format!("{line}\n").as_bytes());
    }
}

/// What the agent may write to its terminal for a notice; nothing where it writes nothing, or the terminal is no channel.
fn sequence(job: &Job, notice: &Notice) -> Option<String> {
    let is_wanted = job.agent == Agent::ClaudeCode
        && job.settings.enabled
        && job.channels.contains(&ChannelKind::Terminal);
    let sequence = Sequence::unwrapped(notice, &job.facts.environment, job.protocol);
    String::from_utf8(sequence.encoded.ok().filter(|_| is_wanted)?.bytes).ok()
}

/// What came of it, without what was typed.
fn note(outcome: &Outcome) -> String {
    let failures =
        outcome.failures.iter().map(|failure| format!("{}: {}", failure.channel.name(), failure.error));
    match &outcome.ending {
        Ending::Answered { answer: Answer::Choice(choice), source } => {
            format!("{} ({})", choice.key, source.name())
        }
        Ending::Answered { source, .. } => format!("answered in words ({})", source.name()),
        Ending::Dismissed | Ending::ToTerminal => "left to the terminal".to_owned(),
        Ending::TimedOut => "nobody answered".to_owned(),
        Ending::Unreachable if outcome.held => "do-not-disturb is on".to_owned(),
        Ending::Unreachable => failures.collect::<Vec<_>>().join("; "),
        Ending::Interrupted(_) => "the hook is gone".to_owned(),
    }
}

/// Somebody pressed what was over already, and would take it for done.
fn too_late(job: &Job) {
    job.journal.note(job.agent, "-", "an answer came too late");
    let notice = Notice {
        title: "Too late".to_owned(),
        body: format!("{} did not wait for this answer any more.", job.agent.title()),
        expiry: Expiry::After(LATE),
        ..Notice::default()
    };
    let _ = show(job, notice);
}

fn run_tell(job: &Job, heard: &Heard, news: &Tell) -> io::Result<Answered> {
    let note = |note: &str| Answered { note: note.to_owned(), ..Answered::default() };
    if !job.settings.enabled {
        return Ok(note("not told: notifications are switched off"));
    }
    let sitting = Sitting::new(job.facts.state_dir.as_deref(), job.agent, &heard.session);
    let Some(replaces) = sitting.news(news.news) else { return Ok(note("told before")) };
    let terms = terms(job, heard, Elsewhere::Meanwhile);
    let notice = ask::notice(job.agent, news, &terms, job.settings.sound);
    // Before it is shown: of several that come at once only one is.
    sitting.told(news.news, Some(replaces).filter(|id| *id != 0));
    if let Some(id) = show(job, Notice { replaces, ..notice.clone() })? {
        sitting.told(news.news, Some(id));
        return Ok(note("told"));
    }
    Ok(Answered { terminal: sequence(job, &notice), ..note("not told") })
}

/// The channels but for the terminal, which is the agent's.
fn desktops(job: &Job) -> Vec<ChannelKind> {
    job.channels.iter().copied().filter(|channel| *channel != ChannelKind::Terminal).collect()
}

fn show(job: &Job, notice: Notice) -> io::Result<Option<u32>> {
    let notice = tell::Job {
        notice,
        channels: desktops(job),
        facts: job.facts.clone(),
        way: job.way.clone(),
        protocol: None,
        bell: false,
        watch: false,
        lifeline: None,
    };
    let mut shown = None;
    tell::tell(&notice, |news| {
        if let Told::Shown(id) = news {
            shown = Some(id);
        }
    })?;
    Ok(shown)
}
