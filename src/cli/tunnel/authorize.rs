//! `plyn-notify tunnel authorize`: the desktop's end.

use std::path::Path;

use super::{name, unwritten};
use crate::{
    cli::{Result, exit::Exit, output::Output, report::Report},
    engine::{
        config::{Rewrite, rewrite},
        facts::{self, Places},
        tunnel::authorized::{self, PublicKey},
    },
};

/// Adds or takes out a key's line.
///
/// # Errors
///
/// When it is no key, and when the file cannot be changed.
pub(super) fn run(
    key: &str,
    remove: bool,
    file: Option<&Path>,
    places: &Places,
    output: Output,
) -> Result<Exit> {
    let key =
        PublicKey::parse(key).map_err(|error| Report::usage(format!("this is no public key: {error}")))?;
    let standard = places.home.join(".ssh/authorized_keys");
    let file = file.unwrap_or(&standard);
    let program = facts::program().unwrap_or_else(|| "plyn-notify".to_owned());
    let mut is_text = true;
    let mut refused = None;
    let changed = rewrite(file, |before| {
        let text = before.map(str::from_utf8).transpose();
        let Ok(text) = text else {
            is_text = false;
            return Rewrite::Keep;
        };
        let rewritten = if remove {
            authorized::remove(text, &key, &program)
        } else {
            authorized::add(text, &key, &program)
        };
        rewritten.unwrap_or_else(|login| {
            refused = Some(login);
            Rewrite::Keep
        })
    });
    let changed = changed.map_err(|error| unwritten(&error))?;
    if !is_text {
        return Err(Report {
            exit: Exit::FAULTY,
            error: format!("{}: it is not UTF-8, and is left as it is", name(file)),
            hints: vec![format!("Add this line by hand: {}", key.line(&program))],
        });
    }
    if let Some(login) = refused {
        return Err(Report {
            exit: Exit::FAULTY,
            error: format!("{}: {login}", name(file)),
            hints: vec!["Use a key that is for this alone: plyn-notify tunnel setup --key FILE".to_owned()],
        });
    }
    let what = match (changed, remove) {
        (true, false) => "the key may have questions shown on this host",
        (true, true) => "the key is taken out",
        (false, false) => "the key is there already",
        (false, true) => "the key is not there",
    };
    output.note(&format!("plyn-notify: {}: {what}", name(file)));
    Ok(Exit::OK)
}
