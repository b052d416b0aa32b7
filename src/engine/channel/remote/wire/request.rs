//! What is asked: from a request to the one argument, and back.

use std::time::Duration;

use super::{MESSAGE_LIMIT, MOST, NAME_LIMIT, PAYLOAD_LIMIT, TITLE_LIMIT, VERSION, shell};
use crate::engine::{
    answer::Answer,
    capability::{Buttons, Capability, TextLimits},
    channel::desktop::markup,
    notice::{Action, Expiry, Notice, Sound, Urgency},
    plan::{Scene, render, travelling},
    request::{Choice, Deadline, Kind, Object, Question, Request, Verdict},
    text::{clean, clean_label, clean_lines, cut},
};

mod line;
use line::{ActionLine, ChoiceLine, Line, Seventh};

/// The longest time that is believed: nobody waits longer on purpose.
const LONGEST: Duration = Duration::from_hours(30 * 24);
/// The icons that may be asked for, lacode's six and the one of our prompts; the first stands for all others.
const ICONS: [&str; 7] = [
    "utilities-terminal",
    "dialog-information",
    "dialog-error",
    "dialog-warning",
    "system-run",
    "emblem-default",
    "dialog-question",
];
/// The most of a source, and of a host's name (RFC 1035, section 2.3.4), that is shown, in characters.
const SOURCE_LIMIT: usize = 80;
const HOST_LIMIT: usize = 63;
/// The most lines of a notice: below them stands where it is from.
const LINES_LIMIT: usize = 8;
/// Where something is from of which nothing else is known.
const OVER_SSH: &str = "over ssh";
/// What a notice without a title is called.
const UNTITLED: &str = "Notification";

/// What is said of the asker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header<'a> {
    /// What the answer repeats: letters, digits and `-`, which nobody can guess.
    pub nonce: &'a str,
    /// The asker's host.
    pub host: &'a str,
    /// How often at least the asker writes a byte to the receiver's stdin, which it keeps open as long as it waits. A
    /// receiver that hears nothing for three times as long takes its notification down; so it does when stdin ends.
    pub alive: Option<Duration>,
}

/// What a receiver is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// How the answer is to be written.
    pub dialect: Dialect,
    /// The asker's host, as it says; empty if it does not.
    pub host: String,
    /// See [`Header::alive`].
    pub alive: Option<Duration>,
    /// What it wants.
    pub what: What,
}

/// How an answer is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The bare name of what was chosen, or nothing.
    SixFields,
    /// Lines with this nonce.
    Lines {
        /// See [`Header::nonce`].
        nonce: String,
    },
}

/// What is wanted of a desktop.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// An answer.
    Prompt {
        /// What is asked. A list or a form is a list of what there is to see; its answers are given at the terminal.
        request: Request,
        /// How long it may still wait. The request's own deadline is only there to be read.
        left: Option<Duration>,
        /// Whether the asker has a terminal to answer at.
        terminal: bool,
    },
    /// That something is told. With actions it is waited for what is chosen.
    Notice(Notice),
    /// Whether a prompt could be shown.
    Probe,
}

/// Why something cannot travel; a lowercase fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// It is announced nowhere.
    #[error("a secret stays at the terminal")]
    Secret,
    /// The key of a choice, or the name of an action.
    #[error("a key is longer than {NAME_LIMIT} characters")]
    LongName,
    /// More choices than are shown anywhere.
    #[error("there are more than {MOST} choices")]
    Many,
    /// All together.
    #[error("it is longer than {} KiB", PAYLOAD_LIMIT / 1024)]
    TooLong,
}

/// Why a payload is of no use; a lowercase fragment. It repeats nothing of the payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Bad {
    /// There is none.
    #[error("nothing was sent")]
    Nothing,
    /// It is too long.
    #[error("what was sent is longer than {} KiB", PAYLOAD_LIMIT / 1024)]
    TooLong,
    /// There is nothing to show in it.
    #[error("what was sent has neither a title nor a message")]
    Empty,
    /// The seventh line is ours, and not as we write it.
    #[error("what was sent cannot be read: {0}")]
    Garbled(&'static str),
}

/// A prompt as one argument; `left` is how long it may still wait, `terminal` whether the asker has one to answer at.
///
/// # Errors
///
/// When it cannot travel.
pub fn encode_prompt(
    header: &Header<'_>,
    request: &Request,
    left: Option<Duration>,
    terminal: bool,
) -> Result<String, Unfit> {
    let (answers, choices, options) = match &request.answers {
        Question::Secret => return Err(Unfit::Secret),
        Question::Choice { choices, .. } => ("choice", choices.as_slice(), Vec::new()),
        Question::Reply => ("reply", [].as_slice(), Vec::new()),
        Question::List { choices, .. } => ("list", [].as_slice(), choices.iter().map(|c| &c.label).collect()),
        Question::Form(fields) => ("list", [].as_slice(), fields.iter().map(|f| &f.label).collect()),
    };
    if choices.len() > MOST {
        return Err(Unfit::Many);
    }
    if choices.iter().any(|choice| choice.key.chars().count() > NAME_LIMIT) {
        return Err(Unfit::LongName);
    }
    let reason = request.reason.as_deref().filter(|_| request.include_reason).map(message);
    let millis = |duration: Duration| u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
    let deadline = request.deadline.as_ref();
    let line = Line {
        source: title(&request.source),
        terminal,
        kind: request.kind.name().to_owned(),
        title: title(&request.title),
        question: message(&request.question),
        reason,
        objects: request
            .objects
            .iter()
            .filter_map(travelling)
            .take(MOST)
            .map(|Object { kind, value }| (title(&kind), title(&value)))
            .collect(),
        answers: answers.to_owned(),
        choices: choices.iter().map(ChoiceLine::of).collect(),
        options: options.into_iter().take(MOST).map(|label| title(label)).collect(),
        reply: request.answers.takes_text() && !options_only(&request.answers),
        after_ms: deadline.map(|deadline| millis(deadline.after)),
        left_ms: left.map(millis),
        otherwise: deadline.and_then(|deadline| deadline.otherwise.as_ref()).map(Answer::shown),
        ..Line::new("prompt", header)
    };
    let heading = if line.title.is_empty() { request.kind.title() } else { &line.title };
    let six = Six {
        title: shell::line(header.host, heading, TITLE_LIMIT),
        message: shell::line(&request.source, &plain(request), MESSAGE_LIMIT),
        urgency: Urgency::Normal.name(),
        icon: "dialog-information",
        sound: Sound::None.name(),
        id: if is_permission(choices) { header.nonce } else { "" },
    };
    seven(&six, &line)
}

/// A notice as one argument. Its markup stays behind, and so does what only the desktop at hand has a use for: files,
/// hints, ids.
///
/// # Errors
///
/// When it cannot travel.
pub fn encode_notice(header: &Header<'_>, notice: &Notice) -> Result<String, Unfit> {
    if notice.actions.len() > MOST {
        return Err(Unfit::Many);
    }
    if notice.actions.iter().any(|action| action.name.chars().count() > NAME_LIMIT) {
        return Err(Unfit::LongName);
    }
    let body = markup::body(&notice.body, false);
    let icon = icon(notice.image.as_deref().or(notice.icon.as_deref()).unwrap_or_default());
    let sound = notice.sound.map(Sound::name);
    let line = Line {
        title: title(&notice.title),
        question: paragraphs(&body),
        urgency: notice.urgency.name().to_owned(),
        icon: icon.to_owned(),
        sound: sound.map(str::to_owned),
        expire_ms: match notice.expiry {
            Expiry::Server => None,
            Expiry::Never => Some(0),
            Expiry::After(milliseconds) => Some(milliseconds),
        },
        actions: notice.actions.iter().map(ActionLine::of).collect(),
        ..Line::new("notice", header)
    };
    let six = Six {
        title: shell::line(header.host, &line.title, TITLE_LIMIT),
        message: if line.question.is_empty() {
            String::new()
        } else {
            shell::line(OVER_SSH, &body, MESSAGE_LIMIT)
        },
        urgency: notice.urgency.name(),
        icon,
        sound: sound.unwrap_or_default(),
        id: if notice.actions == Action::permission() { header.nonce } else { "" },
    };
    seven(&six, &line)
}

/// A question whether a prompt could be shown. A six-field receiver shows that it was asked.
pub fn encode_probe(header: &Header<'_>) -> String {
    let six = Six {
        title: shell::line(header.host, "The way to this desktop is being tried", TITLE_LIMIT),
        message: String::new(),
        urgency: Urgency::Low.name(),
        icon: "dialog-information",
        sound: Sound::None.name(),
        id: "",
    };
    // It is always short enough.
    seven(&six, &Line::new("probe", header)).unwrap_or_default()
}

/// What the payload asks.
///
/// # Errors
///
/// When there is nothing in it that could be shown.
pub fn decode(payload: &str) -> Result<Ask, Bad> {
    if payload.len() > PAYLOAD_LIMIT {
        return Err(Bad::TooLong);
    }
    if payload.trim().is_empty() {
        return Err(Bad::Nothing);
    }
    let mut fields = payload.split('\n');
    let mut field = || fields.next().unwrap_or_default();
    let [heading, text, urgency, icon, sound, id] = [(); 6].map(|()| field());
    let seventh = Seventh::read(field());
    if let Seventh::Ours(line) = seventh {
        return line?.ask();
    }
    let body = message(text);
    let heading = title(heading);
    if heading.is_empty() && body.is_empty() {
        return Err(Bad::Empty);
    }
    // Of another version all is known that the six fields say, and not how to answer it.
    let wants_answer = !id.trim().is_empty() && matches!(seventh, Seventh::None);
    let notice = Notice {
        title: if heading.is_empty() { UNTITLED.to_owned() } else { heading },
        body: markup::escape(&body),
        urgency: self::urgency(urgency),
        expiry: Expiry::Never,
        image: Some(self::icon(icon).to_owned()),
        sound: Sound::find(sound.trim()),
        actions: if wants_answer { Action::permission() } else { Vec::new() },
        ..Notice::default()
    };
    Ok(Ask { dialect: Dialect::SixFields, host: String::new(), alive: None, what: What::Notice(notice) })
}

/// Who waits, and on which host: as that says, and the address that ssh knows it by.
pub fn origin(source: &str, host: &str, address: Option<&str>) -> String {
    // Short enough that what we know ourselves is never cut off.
    let (source, host) = (cut(&clean(source), SOURCE_LIMIT), cut(&clean(host), HOST_LIMIT));
    let named = match (source.is_empty(), host.is_empty()) {
        (_, true) => source,
        (true, false) => format!("on {host}"),
        (false, false) if source.ends_with(&format!(" on {host}")) => source,
        (false, false) => format!("{source} on {host}"),
    };
    match address {
        Some(address) => format!("{named} (ssh from {address})").trim_start().to_owned(),
        None => format!("{named} ({OVER_SSH})").trim_start().to_owned(),
    }
}

/// The body of a notice with a line below that says where it is from.
pub fn signed(body: &str, origin: &str) -> String {
    let origin = markup::escape(origin);
    if body.is_empty() { origin } else { format!("{body}\n{origin}") }
}

/// The first six lines.
struct Six<'a> {
    title: String,
    message: String,
    urgency: &'static str,
    icon: &'static str,
    sound: &'static str,
    id: &'a str,
}

fn seven(six: &Six<'_>, line: &Line) -> Result<String, Unfit> {
    let Six { title, message, urgency, icon, sound, id } = six;
    // Strings, numbers and lists always have a JSON form.
    let json = shell::quiet(&serde_json::to_string(line).unwrap_or_default());
    let payload = [title, message, *urgency, *icon, *sound, *id, &json].join("\n");
    if payload.len() > PAYLOAD_LIMIT { Err(Unfit::TooLong) } else { Ok(payload) }
}

/// The body of the plain notice on one line, but for the source, which stands before it.
fn plain(request: &Request) -> String {
    let capability = Capability {
        buttons: Buttons::Never,
        reply: false,
        body_click: false,
        unique_text: false,
        text: TextLimits { title: TITLE_LIMIT, line: MESSAGE_LIMIT, body: MESSAGE_LIMIT },
    };
    let request = Request { source: String::new(), ..request.clone() };
    let rendering = render(&request, &capability, Scene { terminal: true, actions: false, mark: "" });
    rendering.map(|rendering| rendering.lines.join(" · ")).unwrap_or_default()
}

/// Whether these are the three answers that a six-field receiver offers by itself, in its very words.
fn is_permission(choices: &[Choice]) -> bool {
    let known = Action::permission();
    choices.len() == known.len()
        && known.iter().all(|action| choices.iter().any(|c| c.key == action.name && c.label == action.label))
}

fn options_only(answers: &Question) -> bool {
    matches!(answers, Question::List { .. } | Question::Form(_))
}

fn title(text: &str) -> String {
    cut(&clean(text), TITLE_LIMIT)
}

fn message(text: &str) -> String {
    cut(&clean(text), MESSAGE_LIMIT)
}

/// Text of several lines, each of them clean.
fn paragraphs(text: &str) -> String {
    let lines = clean_lines(text);
    let lines: Vec<String> = lines.lines().take(LINES_LIMIT).map(clean).collect();
    cut(lines.join("\n").trim(), MESSAGE_LIMIT)
}

fn urgency(word: &str) -> Urgency {
    Urgency::ALL.into_iter().find(|urgency| urgency.name() == word.trim()).unwrap_or_default()
}

fn icon(word: &str) -> &'static str {
    ICONS.into_iter().find(|icon| *icon == word.trim()).unwrap_or(ICONS[0])
}
