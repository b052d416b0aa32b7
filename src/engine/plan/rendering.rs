//! What a channel shows of a request. It is asked again for each channel that is reached, since what one can do is known only
//! then.
//!
//! Pure: no clock, no environment, no input or output.

use super::only_at_terminal;
use crate::engine::{
    capability::{Buttons, Capability},
    request::{Object, Question, Request, Verdict},
    text,
};

/// The label of the button that withdraws the notification and leaves the answer to the terminal.
pub const GO_TO_TERMINAL: &str = "Go to terminal";
/// The label of the harmless second button where a lone choice would be the body's click (spec §3 rule 7).
pub const DISMISS: &str = "Dismiss";

/// What pressing a button means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// The choice at this index of the request.
    Choice(usize),
    /// Withdraw, and leave the answer to the terminal.
    GoToTerminal,
    /// The same as closing the notification.
    Dismiss,
}

/// One button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// What pressing it means.
    pub press: Press,
    /// What it says: never empty.
    pub label: String,
}

/// Something of the request that a channel cannot carry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The choice with this key has no button.
    Choice(String),
    /// There is no *Go to terminal* button.
    GoToTerminal,
    /// Typed text cannot be given there.
    Reply,
    /// A line of the body did not fit.
    Line,
}

/// What a channel shows of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendering {
    /// The title.
    pub summary: String,
    /// The body, line by line; not yet escaped.
    pub lines: Vec<String>,
    /// The buttons, in order.
    pub buttons: Vec<Button>,
    /// Whether a click on the body means *go to terminal*.
    pub body_click: bool,
    /// Whether there is a field for typed text.
    pub reply: bool,
    /// What was dropped.
    pub lost: Vec<Loss>,
}

/// What [`render`] has to know besides the request and the channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scene<'a> {
    /// Whether there is a terminal to answer at, besides the notification: ours or another program's.
    pub terminal: bool,
    /// Whether buttons are wanted at all.
    pub actions: bool,
    /// A few characters that tell this prompt from others with the same text.
    pub mark: &'a str,
}

/// What a channel with this capability shows of the request, by spec §3 rule 7 and §4.
///
/// # Errors
///
/// Without a terminal, when the channel cannot show every choice or bring an answer back; the text says why.
pub fn render(request: &Request, capability: &Capability, scene: Scene<'_>) -> Result<Rendering, String> {
    let terminal_only = request.answers.terminal_only();
    if let (Some(what), false) = (terminal_only, scene.terminal) {
        return Err(only_at_terminal(what));
    }
    let scene = Scene { actions: scene.actions && terminal_only.is_none(), ..scene };
    let mut lost = Vec::new();
    let offered = if scene.actions { capability.buttons } else { Buttons::Never };
    let mut buttons = choose_buttons(request, offered, scene.terminal, &mut lost);
    let reply = scene.actions && capability.reply && request.answers.takes_text();
    if request.answers.takes_text() && !reply {
        lost.push(Loss::Reply);
    }
    if !scene.terminal {
        answerable(request, capability, &buttons, reply)?;
    }
    if let [Button { press: Press::Choice(_), label }] = buttons.as_slice()
        && !reply
        && offered.fit(&[label, DISMISS], scene.terminal)
    {
        buttons.push(Button { press: Press::Dismiss, label: DISMISS.to_owned() });
    }
    let is_rest = |loss: &Loss| matches!(loss, Loss::Choice(_) | Loss::Reply);
    let rest = terminal_only.is_some() || lost.iter().any(is_rest);
    let lines = body(request, capability, &scene, rest, &mut lost);
    // Never an empty one: awesome answers no `Notify` without a title (facts/servers.md §9.41).
    let title = Some(text::clean(&request.title)).filter(|title| !title.is_empty());
    let title = title.unwrap_or_else(|| request.kind.title().to_owned());
    Ok(Rendering {
        summary: text::cut(&title, capability.text.title),
        lines,
        body_click: scene.actions && scene.terminal && capability.body_click,
        buttons,
        reply,
        lost,
    })
}

/// The buttons that fit: above the limit *Go to terminal* goes first, then choices from the end, refusing ones last. What
/// can be reached is enough where there is no other way to answer.
fn choose_buttons(request: &Request, offered: Buttons, terminal: bool, lost: &mut Vec<Loss>) -> Vec<Button> {
    let choices = request.answers.choices();
    let fit = |kept: &[usize], more: Option<&'static str>| {
        let labels = kept.iter().filter_map(|&at| choices.get(at)).map(|choice| choice.label.as_str());
        let labels: Vec<&str> = labels.chain(more).collect();
        offered.fit(&labels, terminal)
    };
    let mut kept: Vec<usize> = (0..choices.len()).collect();
    while !fit(&kept, None) {
        let refuses = |&&at: &&usize| choices.get(at).is_some_and(|c| c.verdict == Verdict::Refuse);
        let victim = kept.iter().rev().find(|at| !refuses(at)).or_else(|| kept.last()).copied();
        let Some(victim) = victim else { break };
        kept.retain(|&at| at != victim);
        lost.extend(choices.get(victim).map(|choice| Loss::Choice(choice.key.clone())));
    }
    let room_for_more = fit(&kept, Some(GO_TO_TERMINAL));
    let mut buttons: Vec<Button> = kept
        .into_iter()
        .filter_map(|at| {
            let choice = choices.get(at)?;
            Some(Button { press: Press::Choice(at), label: choice.label.clone() })
        })
        .collect();
    if terminal {
        if room_for_more {
            buttons.push(Button { press: Press::GoToTerminal, label: GO_TO_TERMINAL.to_owned() });
        } else {
            lost.push(Loss::GoToTerminal);
        }
    }
    buttons
}

/// Whether the notification alone can bring every answer back.
fn answerable(
    request: &Request,
    capability: &Capability,
    buttons: &[Button],
    reply: bool,
) -> Result<(), String> {
    let wanted = request.answers.choices().len();
    let shown = buttons.iter().filter(|button| matches!(button.press, Press::Choice(_))).count();
    if shown < wanted {
        return Err(match capability.buttons {
            Buttons::Never => "it shows no buttons, and there is no terminal to answer at".to_owned(),
            _ => format!("it shows {shown} of {wanted} choices, and there is no terminal for the rest"),
        });
    }
    if wanted == 0 && !reply {
        return Err("it has no field for typed text, and there is no terminal to answer at".to_owned());
    }
    Ok(())
}

/// The body: deadline and source are reserved first, then the other lines are taken in order while they fit whole.
fn body(
    request: &Request,
    capability: &Capability,
    scene: &Scene<'_>,
    rest: bool,
    lost: &mut Vec<Loss>,
) -> Vec<String> {
    let limits = capability.text;
    let line = |text: &str| text::cut(&text::clean(text), limits.line);
    let mut head: Vec<String> = Vec::new();
    head.push(line(&request.question));
    head.push(options(&request.answers, limits.line));
    if request.include_reason {
        head.extend(request.reason.as_deref().map(line));
    }
    let objects = request.objects.iter().filter_map(travelling);
    let objects: Vec<String> = objects.map(|Object { kind, value }| format!("{kind}: {value}")).collect();
    head.push(line(&objects.join(" · ")));
    let mut tail: Vec<String> = Vec::new();
    if rest && scene.terminal {
        tail.push(line(rest_hint(request, capability, scene)));
    } else if capability.buttons == Buttons::Menu && scene.actions && !request.answers.choices().is_empty() {
        tail.push(line("the answers are in its menu"));
    }
    tail.extend(request.deadline.as_ref().map(|deadline| line(&deadline.line())));
    let length = |lines: &[String]| lines.iter().map(|line| line.chars().count() + 1).sum::<usize>();
    // The source is the one line of the tail that says as much when it is cut: it gives way to the others.
    let room = limits.body.saturating_sub(length(&tail)).min(limits.line);
    tail.push(source_line(request, capability, scene, room));
    head.retain(|line| !line.is_empty());
    tail.retain(|line| !line.is_empty());
    let mut left = (limits.body + 1).saturating_sub(length(&tail));
    let mut lines = Vec::new();
    for line in head {
        let needs = line.chars().count() + 1;
        if needs > left {
            lost.push(Loss::Line);
            break;
        }
        left -= needs;
        lines.push(line);
    }
    lines.extend(tail);
    lines
}

/// What there is to choose from or to fill in, where nothing can be pressed: as many of the names as fit, and how many
/// more there are.
fn options(answers: &Question, room: usize) -> String {
    let names: Vec<String> = match answers {
        Question::List { choices, .. } => choices.iter().map(|choice| text::clean(&choice.label)).collect(),
        Question::Form(fields) => fields.iter().map(|field| text::clean(&field.label)).collect(),
        Question::Choice { .. } | Question::Reply | Question::Secret => Vec::new(),
    };
    let all = names.join(" · ");
    if all.chars().count() <= room {
        return all;
    }
    let shown = |count: usize| format!("{} · and {} more", names[..count].join(" · "), names.len() - count);
    // Each takes four characters and more.
    let fitting = (1..names.len().min(room)).rev().map(shown).find(|line| line.chars().count() <= room);
    fitting.unwrap_or_else(|| text::cut(&all, room))
}

/// Where the answers are that the notification has no room for.
fn rest_hint(request: &Request, capability: &Capability, scene: &Scene<'_>) -> &'static str {
    let pressed = scene.actions && capability.buttons != Buttons::Never;
    if pressed && !request.answers.choices().is_empty() {
        "the rest is at the terminal"
    } else {
        "answer at the terminal"
    }
}

/// Who waits, with a mark where the server would take two equal notifications for one: that is never cut off.
fn source_line(request: &Request, capability: &Capability, scene: &Scene<'_>, room: usize) -> String {
    let source = text::clean(&request.source);
    if !capability.unique_text || scene.mark.is_empty() {
        return text::cut(&source, room);
    }
    let mark = format!(" #{}", scene.mark);
    let source = text::cut(&source, room.saturating_sub(mark.chars().count()));
    text::clean(&format!("{source}{mark}"))
}

/// An object as it may leave the terminal: names only, and no address (spec §2 `--object`). Cleaned before it is
/// looked at, since an invisible character could hide what it is.
pub fn travelling(object: &Object) -> Option<Object> {
    let (kind, value) = (text::clean(&object.kind), text::clean(&object.value));
    if value.is_empty() || [&kind, &value].iter().any(|text| text.contains("://")) {
        return None;
    }
    let base = |path: &str| {
        path.trim_end_matches('/').rsplit('/').next().filter(|name| !name.is_empty()).map(str::to_owned)
    };
    let value = match kind.as_str() {
        "program" => base(value.split_whitespace().next()?)?,
        "target" => base(&value)?,
        _ => value,
    };
    Some(Object { kind, value })
}
