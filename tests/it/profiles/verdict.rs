//! The end of one prompt, held against what its human did.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::{
    case::{Ending, Fault, SOON},
    human::Step,
    kind::{FIELDS, Kind, Manner, lines},
    play::{Play, Sure},
};
use crate::{
    pty::clock,
    support::{Notification, pty::Exit},
};

/// How long the program may take to print what was entered at the terminal.
const TERMINAL_WINS: Duration = Duration::from_millis(100);
/// How long it may take to be gone after that.
const TERMINAL_ENDS: Duration = Duration::from_millis(500);
/// How long it may take to say that nobody can be asked, the start of a bus included, beside the time that it was stopped.
const AT_ONCE: Duration = Duration::from_secs(1);
/// How long a server may take to hear of a close that the bus has.
const LONG: Duration = Duration::from_secs(10);

/// Waits for the end, and holds all that can be seen of it against what the human did.
pub(super) fn settle(play: &Play<'_>, started: Instant, sure: Option<&Sure>) -> Result<Ending, Fault> {
    let deadline = play.way.deadline.map(Duration::from_millis);
    let bound = deadline.unwrap_or_default() + SOON;
    let Some(exit) = play.pty().ends_within(bound) else {
        return Err(Fault::Late(format!("it goes on after {sure:?}")));
    };
    let ended = clock();
    let out = play.rig.out.wait("the end of stdout", |out| out.ended.then(|| out.clone()));
    let passed = deadline.is_some_and(|deadline| ended - started >= deadline);
    let printed = if play.way.json {
        plain(&play.case.kind, &out.text, exit)?
    } else {
        Printed { text: out.text.clone(), source: None }
    };
    let ending = judge(play, &printed, exit, sure, passed)?;
    is_tidy(play, sure)?;
    let at_once = AT_ONCE + stopped(&play.way.steps);
    if ending == "unreachable" && play.case.kind.is_for_terminal_alone() && ended - started > at_once {
        return Err(Fault::Late(format!("it took {:?} to say that nobody can be asked", ended - started)));
    }
    if let (Some(Sure::Entered { at, .. }), "entered") = (sure, ending) {
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

/// How long it is stopped at most.
fn stopped(steps: &[Step]) -> Duration {
    let stop = |step: &Step| if let Step::Stop(milliseconds) = step { *milliseconds } else { 0 };
    Duration::from_millis(steps.iter().map(stop).sum())
}

/// What was printed, and who answered, where that is said.
#[derive(Debug)]
struct Printed {
    text: String,
    source: Option<String>,
}

/// What would have been printed without `--json`: one object that says the same as the exit status.
fn plain(kind: &Kind, out: &str, exit: Exit) -> Result<Printed, Fault> {
    // Before it is ready for them, a signal ends it without a word.
    if out.is_empty() && exit.signal.is_some() {
        return Ok(Printed { text: String::new(), source: None });
    }
    let wrong = || Fault::Wrong(format!("{out:?} and {exit:?} do not agree"));
    let object: Value =
        out.strip_suffix('\n').and_then(|line| serde_json::from_str(line).ok()).ok_or_else(wrong)?;
    let text = |name: &str| object[name].as_str().unwrap_or_default();
    let code = match (text("outcome"), text("verdict")) {
        ("answered", "refuse") => Some(1),
        ("answered", "affirm" | "none") => Some(0),
        ("dismissed", "") => Some(3),
        ("unreachable", "") => Some(69),
        ("timed-out", "") => Some(124),
        ("interrupted", "") => None,
        _ => return Err(wrong()),
    };
    let answer = match &object["answer"] {
        Value::String(answer) => Some(answer.clone()),
        Value::Object(values) => {
            let value = |name| values.get(name).and_then(Value::as_str);
            let values: Option<Vec<&str>> = FIELDS.iter().map(|field| value(field.name)).collect();
            Some(lines(&values.ok_or_else(wrong)?))
        }
        _ => None,
    };
    let answers = object["answers"].as_array().map(|keys| keys.iter().filter_map(Value::as_str).collect());
    let answers = answers.map(|keys: Vec<&str>| keys.join("\n"));
    let has_keys = answers == answer.clone().filter(|_| kind.manner == Manner::Marks);
    let is_form = !object["answer"].is_object() || kind.manner == Manner::Form;
    if code != exit.code || answer.is_some() != (text("outcome") == "answered") || !has_keys || !is_form {
        return Err(wrong());
    }
    let printed = answer.map(|answer| format!("{answer}\n"));
    Ok(Printed { text: printed.unwrap_or_default(), source: Some(text("source").to_owned()) })
}

/// What `source` is in the object of a prompt that ended like this.
fn source(ending: Ending) -> &'static str {
    match ending {
        "pressed" => "desktop",
        "entered" => "terminal",
        "default" => "default",
        _ => "",
    }
}

/// Whether this may come of that.
fn judge(
    play: &Play<'_>,
    out: &Printed,
    exit: Exit,
    sure: Option<&Sure>,
    passed: bool,
) -> Result<Ending, Fault> {
    let kind = &play.case.kind;
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
    if !play.case.terminal && kind.is_for_terminal_alone() {
        if matches!(sure, None | Some(Sure::Signalled(_))) {
            allowed.push(nothing("unreachable", Exit::code(69)));
        }
    } else if play.can_fail() && matches!(sure, None | Some(Sure::Signalled(_))) {
        allowed.push(nothing("dismissed", Exit::code(3)));
        allowed.push(nothing("unreachable", Exit::code(69)));
    }
    for key in &play.maybe {
        allowed.extend([answer("pressed", key, false), answer("pressed", key, true)]);
    }
    if passed && (play.case.terminal || !kind.is_for_terminal_alone()) {
        allowed.push(match play.case.default(play.way) {
            Some(n) => answer("default", &kind.answer(n), kind.choices.is_empty()),
            None => nothing("timed out", Exit::code(124)),
        });
    }
    let found = allowed.iter().find(|(word, text, status)| {
        (text, *status) == (&out.text, exit) && out.source.as_ref().is_none_or(|said| said == source(word))
    });
    match found {
        Some((word, ..)) => Ok(word),
        // A server that is slow to speak on a busy machine may have missed the time for it.
        None if matches!(sure, Some(Sure::Pressed { .. })) && out.text.is_empty() => {
            Err(Fault::Late(format!("{sure:?} came to nothing: {exit:?}")))
        }
        None => Err(Fault::Wrong(format!("{out:?} and {exit:?} after {sure:?}, allowed: {allowed:?}"))),
    }
}

/// No panic, and nothing left behind: no process, no popup, no file, no setting of the terminal.
fn is_tidy(play: &Play<'_>, sure: Option<&Sure>) -> Result<(), Fault> {
    let wrong = |what: String| Err(Fault::Wrong(what));
    let err = play.rig.run.file("err");
    let expected = ["no answer in ", "plyn-notify: nobody can be asked: "];
    let is_expected = err.is_empty() || expected.iter().any(|start| err.starts_with(start));
    if !is_expected || err.lines().count() > 1 {
        return wrong(format!("stderr: {err}"));
    }
    if rustix::process::test_kill_process_group(play.pty().pid()).is_ok() {
        return wrong("a process is left".to_owned());
    }
    let strange = |name: &String| !["out", "err", "plyn-notify"].contains(&name.as_str());
    if let Some(file) = play.rig.run.files().into_iter().find(strange) {
        return wrong(format!("the file {file:?} is left"));
    }
    play.rig.run.is_sane();
    if let Some(what) = announced_wrongly(play) {
        return wrong(what);
    }
    if !play.case.terminal {
        let drawn = play.pty().raw_output();
        if !drawn.is_empty() {
            return wrong(format!("drawn without a terminal: {}", String::from_utf8_lossy(&drawn)));
        }
    }
    if matches!(sure, Some(Sure::Pressed { .. })) || sure.is_none() && !play.cut_short {
        let unread = play.pty().queued();
        if unread != 0 {
            return wrong(format!("{unread} bytes are left to be read"));
        }
    }
    let left = if play.screen.takes_down() { play.rig.server.wait_clear(LONG) } else { Vec::new() };
    // On a busy machine the reply to a `Notify` may be later than a prompt waits for it; and busd may answer what comes
    // after a close before it passes the close on, and drop that when the program hangs up. No real bus does.
    if left.is_empty() { Ok(()) } else { Err(Fault::Late(format!("the notifications {left:?} are left"))) }
}

/// What is wrong with the notifications of a prompt that the terminal alone can answer: a secret has none, none has
/// anything to press, and what can be chosen or filled in is in the body. Without a terminal there is none.
fn announced_wrongly(play: &Play<'_>) -> Option<String> {
    let kind = &play.case.kind;
    let options: Vec<&str> = match kind.manner {
        Manner::Word => return None,
        Manner::Secret => Vec::new(),
        Manner::List { .. } | Manner::Marks => kind.choices.iter().map(|choice| choice.label).collect(),
        Manner::Form => FIELDS.iter().map(|field| field.label).collect(),
    };
    let is_right = |note: &Notification| {
        let names_all = note.body.is_empty() || options.iter().all(|option| note.body.contains(option));
        kind.manner != Manner::Secret && play.case.terminal && note.actions.is_empty() && names_all
    };
    let wrong = play.rig.server.notifications().into_iter().find(|note| !is_right(note));
    wrong.map(|note| format!("announced: {:?} with {:?}", note.body, note.actions))
}
