//! `plyn-notify tunnel remove`.

use super::{
    Desk,
    ask::Consent,
    name,
    setup::{Unauthorized, elsewhere},
    unchanged, unwritten,
};
use crate::{
    cli::{Result, exit::Exit, report::Report},
    engine::{
        config::{self, Rewrite, rewrite},
        tunnel::{
            key,
            record::{Authorized, Configuration, Record},
        },
    },
};

impl Desk {
    pub(super) fn remove(mut self, yes: bool, dry_run: bool, force: bool) -> Result<Exit> {
        let consent = Consent { yes, dry_run };
        if self.record == Record::default() {
            self.output.text("nothing was set up here\n")?;
            return Ok(Exit::OK);
        }
        let remains = self.remove_lines(consent, force)?;
        self.remove_configurations(consent)?;
        self.remove_keys(consent)?;
        if dry_run {
            return Ok(Exit::OK);
        }
        if let Some(remains) = remains {
            self.record.remove_folders();
            self.save()?;
            return Err(remains);
        }
        let mut record = std::mem::take(&mut self.record);
        self.save()?;
        record.remove_folders();
        Ok(Exit::OK)
    }

    /// At the other end first: it may have to be asked for its consent. A host that is not reached keeps its line, and
    /// nothing else from being undone; what is to be said of it is returned.
    fn remove_lines(&mut self, consent: Consent, force: bool) -> Result<Option<Report>> {
        let mut remains: Option<Report> = None;
        for Authorized { host: on, program, key } in self.record.authorized_on.clone() {
            if !self.may(consent, &format!("take the key's line out of ~/.ssh/authorized_keys on {on}"))? {
                continue;
            }
            match elsewhere(&on, &[&program, "--remove", &key]) {
                Ok(()) => self.output.text(&format!("took the key's line out on {on}\n"))?,
                Err(Unauthorized { why, interrupted: Some(signal) }) => {
                    return Err(Report { exit: Exit::Signal(signal), error: why, hints: Vec::new() });
                }
                Err(Unauthorized { why, interrupted: None }) => {
                    let error = format!("the key's line is still in ~/.ssh/authorized_keys on {on}: {why}");
                    if !force {
                        let hint =
                            format!("Take it out there: plyn-notify tunnel authorize --remove '{key}'");
                        let report = remains.take().unwrap_or(Report {
                            exit: Exit::UNREACHABLE,
                            error,
                            hints: Vec::new(),
                        });
                        remains = Some(report.hint(hint));
                        continue;
                    }
                    self.output.note(&format!("plyn-notify: {error}"));
                }
            }
            self.record.authorized_on.retain(|other| (&other.host, &other.key) != (&on, &key));
            self.save()?;
        }
        Ok(remains.map(|report| {
            report.hint("Try again when it can be reached: plyn-notify tunnel remove").hint(
                "Forget it, since without its key the line is of no use: plyn-notify tunnel remove --force",
            )
        }))
    }

    fn remove_configurations(&mut self, consent: Consent) -> Result<()> {
        for configuration in self.record.configurations.clone() {
            let Configuration { path, keys, .. } = &configuration;
            if !self.may(consent, &format!("unset {} in {}", keys.join(", "), name(path)))? {
                continue;
            }
            self.remove_configuration(&configuration)?;
            self.record.configurations.retain(|other| other.path != *path);
            self.save()?;
            self.output.text(&format!("unset {}\n", keys.join(", ")))?;
        }
        Ok(())
    }

    /// To the byte where nobody else has changed the file, else key by key.
    fn remove_configuration(&self, configuration: &Configuration) -> Result<()> {
        let Configuration { path, before, after, is_mixed, keys } = configuration;
        let mut is_ours = false;
        rewrite(path, |now| {
            is_ours = !is_mixed && now == Some(after.as_bytes());
            match before {
                _ if !is_ours => Rewrite::Keep,
                Some(before) => Rewrite::Bytes(before.clone().into()),
                None => Rewrite::Remove,
            }
        })
        .map_err(|error| unwritten(&error))?;
        if is_ours {
            return Ok(());
        }
        let sources = self.sources.changing(path);
        for key in keys {
            config::put_back(&sources, key, before.as_deref().unwrap_or_default(), after)
                .map_err(|error| unchanged(&error))?;
        }
        Ok(())
    }

    fn remove_keys(&mut self, consent: Consent) -> Result<()> {
        for path in self.record.known_hosts.clone() {
            if self.may(consent, &format!("delete the host keys in {}", name(&path)))? {
                key::remove_file(&path)
                    .map_err(|error| Report::io(&format!("cannot delete {}", name(&path)), &error))?;
                self.record.known_hosts.retain(|other| *other != path);
                self.save()?;
                self.output.text(&format!("deleted the host keys in {}\n", name(&path)))?;
            }
        }
        for path in self.record.keys.clone() {
            if !self.may(consent, &format!("delete the key {}", name(&path)))? {
                continue;
            }
            key::remove(&path)
                .map_err(|(file, error)| Report::io(&format!("cannot delete {}", name(&file)), &error))?;
            self.record.keys.retain(|other| *other != path);
            self.save()?;
            self.output.text(&format!("deleted the key {}\n", name(&path)))?;
        }
        Ok(())
    }
}
