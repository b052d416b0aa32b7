//! What a message does to the model, and what is to be done about it.
//!
//! Pure: time comes in messages, and everything else goes out as a [`Command`].

mod config;
mod test;

use super::{
    command::Command,
    entry::Entry,
    form::Editing,
    items::{self, Name},
    keys::{self, Action},
    message::{Keep, Message, Preview, Refused},
    model::{Model, Overlay, Purpose, Screen, Toast},
    mouse::{Gesture, Mouse},
    theme::Ground,
    view::{self, Target},
};
use crate::engine::{doctor::Fix, tty::key::Key};

/// How many rows a page is, at least.
const PAGE: u16 = 3;

/// Takes a message.
pub(in crate::tui) fn update(model: &mut Model, message: Message) -> Vec<Command> {
    match message {
        Message::Key(key) => return pressed(model, &key),
        Message::Mouse(mouse) => return pointed(model, mouse),
        Message::Resize(columns, rows) => model.size = (columns, rows),
        Message::Time(now) => model.now = now,
        Message::Diagnosed(diagnosis) => model.diagnosis = *diagnosis,
        Message::Trial(trial, event) => return test::heard(model, trial, event),
        Message::Rehearsed(rehearsal, outcome) => {
            model.tests.rehearsed(rehearsal, outcome, model.now);
            // Meanwhile anything may have come or gone.
            return vec![Command::Probe];
        }
        Message::Surveyed(opened) => config::surveyed(model, opened),
        Message::Previewed(preview) => config::previewed(model, preview),
        Message::Saved(result) => return config::saved(model, result),
        Message::Copied(text) => say(model, &format!("To the clipboard: {text}"), false),
        Message::Ground(ground) => {
            if model.theme.ground == Ground::Unknown {
                model.theme = model.theme.on(ground);
            }
        }
    }
    Vec::new()
}

fn pressed(model: &mut Model, key: &Key) -> Vec<Command> {
    model.toast = None;
    if model.is_filtering && !matches!(key, Key::Enter | Key::Esc) {
        if !model.filter.take(key) {
            // A list can be gone through while it is being narrowed.
            return keys::action(&[keys::Scope::Everywhere], key)
                .filter(|action| matches!(action, Action::Up | Action::Down))
                .map_or_else(Vec::new, |action| act(model, action));
        }
        return Vec::new();
    }
    let scopes = model.scopes();
    if let Some(form) = model.form_mut().filter(|form| form.editing.is_some())
        && (scopes.contains(&keys::Scope::Typing) || scopes.contains(&keys::Scope::Order))
    {
        form.edit(key);
        return Vec::new();
    }
    let bound = keys::action(scopes, key).or_else(|| {
        // What lies over a screen may be longer than it.
        keys::action(&[keys::Scope::Everywhere], key).filter(|action| {
            use Action::{Down, First, Last, PageDown, PageUp, Up};
            model.overlay.is_some() && matches!(action, Up | Down | PageUp | PageDown | First | Last)
        })
    });
    bound.map_or_else(Vec::new, |action| act(model, action))
}

/// Does what a key, or a click on its hint, is for.
fn act(model: &mut Model, action: Action) -> Vec<Command> {
    let page = isize::try_from(model.size.1.saturating_sub(6).max(PAGE)).unwrap_or(1);
    match action {
        Action::Quit => return quit(model),
        Action::Back => return back(model),
        Action::Help => model.overlay = Some(Overlay::Help { scroll: 0 }),
        Action::NextScreen => turn(model, 1),
        Action::PreviousScreen => turn(model, Screen::ALL.len() - 1),
        Action::Screen(number) => show(model, Screen::ALL.get(usize::from(number)).copied()),
        Action::Up => go(model, -1),
        Action::Down | Action::Scroll => go(model, 1),
        Action::PageUp => go(model, -page),
        Action::PageDown => go(model, page),
        Action::First => go(model, isize::MIN),
        Action::Last => go(model, isize::MAX),
        Action::Open => {
            if let Some(check) = model.check().filter(|_| model.allows(Action::Open)) {
                let (id, screen) = (check.id, Screen::about(check.area));
                let key = match &check.fix {
                    Some(Fix::Config { key, .. }) => key.strip_prefix("notify.").map(str::to_owned),
                    _ => id.strip_prefix("config.").map(str::to_owned),
                };
                show(model, Some(screen));
                if let (Screen::Config, Some(key), Some(form)) = (screen, key, model.form_mut()) {
                    let field = form.survey.rows.iter().position(|row| row.name.starts_with(&key));
                    form.selected = field.unwrap_or(form.selected);
                }
                if screen.is_found() {
                    model.select(Some(Name::Check(id)));
                }
            }
        }
        Action::Filter => model.is_filtering = model.allows(Action::Filter),
        Action::TakeFilter => model.is_filtering = false,
        Action::Fix => return fix(model),
        Action::Copy => return copy(model),
        Action::Again => {
            return vec![Command::Survey { file: model.file.0, keep: Keep::Changes }, Command::Probe];
        }
        Action::Theme => {
            let (ground, name) = match model.theme.ground {
                Ground::Unknown => (Ground::Dark, "Colours for a dark ground"),
                Ground::Dark => (Ground::Light, "Colours for a light ground"),
                Ground::Light => (Ground::Unknown, "The terminal's own colours"),
            };
            model.theme = model.theme.on(ground);
            say(model, name, false);
        }
        Action::Redraw => return vec![Command::Redraw],
        Action::Run => return test::run(model),
        Action::Stop => return test::stop(model),
        Action::Seen => return test::judge(model, true),
        Action::Unseen => return test::judge(model, false),
        Action::Discard => return vec![Command::Quit],
        action => return config::act(model, action),
    }
    Vec::new()
}

fn turn(model: &mut Model, by: usize) {
    show(model, Screen::ALL.get((model.screen.index() + by) % Screen::ALL.len()).copied());
}

fn show(model: &mut Model, screen: Option<Screen>) {
    if let Some(screen) = screen.filter(|screen| *screen != model.screen) {
        model.screen = screen;
        model.scroll = 0;
        model.filter = Entry::default();
    }
}

fn go(model: &mut Model, by: isize) {
    let most = view::most_scroll(model);
    match (&mut model.overlay, model.screen) {
        (Some(Overlay::Help { scroll } | Overlay::Change { scroll, .. }), _) => {
            *scroll = scrolled(*scroll, by, most);
        }
        (Some(_), _) => {}
        (None, Screen::Config) => {
            if let Some(form) = model.form_mut() {
                form.selected = form.selected.saturating_add_signed(by).min(form.len().saturating_sub(1));
            }
        }
        (None, Screen::Tests) => test::go(model, by),
        (None, _) => {
            // What is longer than the screen is read to its end before the next is selected; not on the way to an end.
            let is_jump = by == isize::MIN || by == isize::MAX;
            let scroll = if is_jump { model.scroll } else { scrolled(model.scroll, by, most) };
            if scroll == model.scroll {
                let name = items::moved(model, by);
                model.select(name);
            } else {
                model.scroll = scroll;
            }
        }
    }
}

fn scrolled(scroll: u16, by: isize, most: u16) -> u16 {
    let by = i16::try_from(by).unwrap_or(if by < 0 { i16::MIN } else { i16::MAX });
    scroll.min(most).saturating_add_signed(by).min(most)
}

fn quit(model: &mut Model) -> Vec<Command> {
    if model.dirty() > 0 {
        model.overlay = Some(Overlay::Leave);
        return Vec::new();
    }
    vec![Command::Quit]
}

/// One step back, and out of it all at last.
fn back(model: &mut Model) -> Vec<Command> {
    if model.overlay.take().is_some() {
        model.purpose = Purpose::Save;
    } else if model.is_filtering || !model.filter.text().is_empty() {
        model.is_filtering = false;
        model.filter = Entry::default();
    } else if let Some(form) = model.form_mut().filter(|form| form.editing.is_some()) {
        form.editing = None;
    } else {
        return quit(model);
    }
    Vec::new()
}

fn fix(model: &mut Model) -> Vec<Command> {
    let Some(Fix::Config { key, value, .. }) = model.check().and_then(|check| check.fix.clone()) else {
        return Vec::new();
    };
    model.purpose = Purpose::Fix;
    vec![Command::Preview { changes: vec![(key, Some(value))], of_form: false }]
}

fn copy(model: &mut Model) -> Vec<Command> {
    let text = if model.screen == Screen::Tests {
        model.tests.test().and_then(|test| test.command(&model.invocation))
    } else {
        model.check().and_then(|check| check.fix.as_ref()?.command().map(str::to_owned))
    };
    text.map(Command::Copy).into_iter().collect()
}

fn say(model: &mut Model, text: &str, is_bad: bool) {
    model.toast = Some(Toast { text: text.to_owned(), is_bad });
}

/// What the mouse did counts for what is drawn there.
fn pointed(model: &mut Model, mouse: Mouse) -> Vec<Command> {
    let by = match mouse.gesture {
        Gesture::WheelUp => -1,
        Gesture::WheelDown => 1,
        Gesture::Press => return clicked(model, mouse),
    };
    let typed = model.form().is_some_and(|form| form.editing.is_some()) && model.screen == Screen::Config;
    if model.screen == Screen::Tests && view::target(model, mouse.column, mouse.row) == Some(Target::Log) {
        let back = model.tests.back.saturating_add_signed(-3 * by);
        model.tests.back = back.min(model.tests.log().len());
    } else if !typed {
        go(model, by);
    }
    Vec::new()
}

fn clicked(model: &mut Model, mouse: Mouse) -> Vec<Command> {
    let target = view::target(model, mouse.column, mouse.row);
    let is_typing = model.form().is_some_and(|form| form.editing.is_some());
    model.toast = None;
    match target {
        Some(Target::Hint(action)) => return hint(model, action),
        // What lies over the screen has nothing else to click on.
        _ if model.overlay.is_some() => {}
        Some(Target::Screen(screen)) => show(model, Some(screen)),
        Some(Target::Item(name)) => {
            if model.selected() == Some(&name) {
                return act(model, Action::Open);
            }
            model.select(Some(name));
        }
        Some(Target::Test(at)) => {
            if model.tests.selected == at {
                return act(model, Action::Run);
            }
            model.tests.selected = at;
        }
        Some(Target::Field(at)) => {
            if let Some(form) = model.form_mut() {
                form.editing = None;
                let is_again = form.selected == at;
                form.selected = at.min(form.len().saturating_sub(1));
                if is_again && !is_typing {
                    form.open();
                }
            }
        }
        Some(Target::Channel(place)) => {
            if let Some(Editing::Order { channels, at }) =
                model.form_mut().and_then(|form| form.editing.as_mut())
                && let Some((_, taken)) = channels.get_mut(place)
            {
                *at = place;
                *taken = !*taken;
            }
        }
        Some(Target::Log) | None => {}
    }
    Vec::new()
}

/// A click on a hint is the key that it shows.
fn hint(model: &mut Model, action: Action) -> Vec<Command> {
    let key = keys::BINDINGS
        .iter()
        .find(|binding| binding.action == action && model.scopes().contains(&binding.scope))
        .and_then(|binding| binding.keys.first());
    key.map_or_else(Vec::new, |key| pressed(model, key))
}

/// What is shown of a change that cannot be made.
fn refused(model: &mut Model, refused: &Refused) {
    match refused {
        Refused::Conflict => model.overlay = Some(Overlay::Conflict),
        Refused::Because(why) => {
            model.overlay = None;
            say(model, why, true);
        }
    }
}

fn is_empty(preview: &Preview) -> bool {
    preview.lines.as_ref().is_ok_and(Vec::is_empty)
}
