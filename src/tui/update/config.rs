//! The form, and changes of the configuration.
//!
//! Pure.

use super::{is_empty, refused, say};
use crate::tui::{
    command::Command,
    form::Form,
    keys::Action,
    message::{Keep, Opened, Preview, Refused},
    model::{Configuration, Model, Overlay, Purpose, Screen},
};

pub(in crate::tui) fn act(model: &mut Model, action: Action) -> Vec<Command> {
    match action {
        Action::Save => return save(model),
        Action::Write => {
            model.overlay = None;
            return vec![Command::Save];
        }
        Action::Reread => {
            model.overlay = None;
            let purpose = std::mem::replace(&mut model.purpose, Purpose::Save);
            let (file, keep) = (model.file.0, Keep::Changes);
            // The human asked for one key; that is shown once more against the file as it is now.
            if purpose == Purpose::Fix {
                say(model, "The file was read again; press f once more", false);
            }
            return vec![Command::Survey { file, keep }];
        }
        Action::OtherFile if model.allows(Action::OtherFile) => {
            if model.dirty() > 0 {
                say(model, "Save or undo your changes first", true);
                return Vec::new();
            }
            let file = (model.file.0 + 1) % model.file.2.max(1);
            return vec![Command::Survey { file, keep: Keep::Nothing }];
        }
        action => change(model, action),
    }
    Vec::new()
}

fn change(model: &mut Model, action: Action) {
    let Some(form) = model.form_mut() else { return };
    let Some(row) = form.row() else { return };
    let (name, may_set) = (row.name, row.may_set);
    match action {
        Action::Edit | Action::Less | Action::More | Action::Unset if !may_set => {
            say(model, &format!("{name} is not known to the program that this file belongs to"), true);
        }
        Action::Edit => form.open(),
        Action::Less => form.turn(-1),
        Action::More => form.turn(1),
        Action::Unset => form.set(None),
        Action::Undo if !form.undo() => say(model, "Nothing to undo", false),
        Action::Redo if !form.redo() => say(model, "Nothing to redo", false),
        _ => {}
    }
}

fn save(model: &mut Model) -> Vec<Command> {
    let is_leaving = model.overlay == Some(Overlay::Leave);
    model.overlay = None;
    let changes = model.form().map(Form::changes).unwrap_or_default();
    if changes.is_empty() {
        say(model, "Nothing to save", false);
        return Vec::new();
    }
    model.purpose = if is_leaving { Purpose::SaveAndQuit } else { Purpose::Save };
    vec![Command::Preview { changes, of_form: true }]
}

pub(in crate::tui) fn surveyed(model: &mut Model, opened: Opened) {
    let Opened { file, edit, owner, path, files, survey, keep } = opened;
    let is_new_file = model.file.0 != file && !model.file.1.is_empty();
    model.file = (file, path.clone(), files);
    let old = model.form().cloned().filter(|_| keep != Keep::Nothing);
    model.config = match survey {
        Ok(survey) => {
            let mut form = match &old {
                Some(old) => old.on(*survey, keep == Keep::Everything),
                None => Form::new(*survey, owner),
            };
            if let Some(old) = model.form() {
                form.selected = old.selected.min(form.len().saturating_sub(1));
            }
            Configuration::Form(Box::new(form))
        }
        // What the human has changed is not lost to a file that cannot be read just now.
        Err(why) if old.as_ref().is_some_and(|old| old.dirty() > 0) => {
            say(model, &why, true);
            return;
        }
        Err(why) => Configuration::Unreadable(why, edit),
    };
    if is_new_file && model.screen == Screen::Config {
        say(model, &path, false);
    }
}

pub(in crate::tui) fn previewed(model: &mut Model, preview: Preview) {
    match &preview.lines {
        Err(why) => {
            let why = why.clone();
            refused(model, &why);
        }
        Ok(_) if is_empty(&preview) => {
            say(model, &format!("{} has that already", preview.path), false);
            model.purpose = Purpose::Save;
        }
        Ok(_) => model.overlay = Some(Overlay::Change { preview, scroll: 0 }),
    }
}

pub(in crate::tui) fn saved(model: &mut Model, result: Result<String, Refused>) -> Vec<Command> {
    let purpose = std::mem::replace(&mut model.purpose, Purpose::Save);
    match result {
        Ok(_) if purpose == Purpose::SaveAndQuit => vec![Command::Quit],
        Ok(path) => {
            say(model, &format!("Saved {path}"), false);
            let keep = if purpose == Purpose::Fix { Keep::Changes } else { Keep::Everything };
            vec![Command::Survey { file: model.file.0, keep }, Command::Probe]
        }
        Err(why) => {
            refused(model, &why);
            Vec::new()
        }
    }
}
