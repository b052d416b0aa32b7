//! `plyn-notify tunnel remove`.

use super::{Desk, ask::Consent, keyless, name, setup::elsewhere, unwritten};
use crate::{
    cli::{Result, exit::Exit, report::Report},
    engine::{
        config::{self, ChangeError, Rewrite, rewrite},
        tunnel::{
            key,
            record::{Authorized, Configuration, Record},
        },
    },
};

impl Desk {
    pub(super) fn remove(mut self, yes: bool, dry_run: bool) -> Result<Exit> {
        let consent = Consent { yes, dry_run };
        if self.record == Record::default() {
            self.output.text("nothing was set up here\n")?;
            return Ok(Exit::OK);
        }
        self.remove_lines(consent)?;
        self.remove_configuration(consent)?;
        self.remove_key(consent)?;
        if !dry_run {
            let mut record = std::mem::take(&mut self.record);
            self.save()?;
            record.remove_folders();
        }
        Ok(Exit::OK)
    }

    /// At the other end first, as long as there is a key to know the line by.
    fn remove_lines(&mut self, consent: Consent) -> Result<()> {
        let Some(path) = self.loaded.settings.remote.key.clone().or_else(|| self.record.key.clone()) else {
            return Ok(());
        };
        for Authorized { host: on, program } in self.record.authorized_on.clone() {
            if !self.may(consent, &format!("take the key's line out of ~/.ssh/authorized_keys on {on}"))? {
                continue;
            }
            let public = key::public(&self.expanded(&path)).map_err(|error| keyless(&error))?;
            elsewhere(&on, &[&program, "--remove", &public.text()])?;
            self.record.authorized_on.retain(|authorized| authorized.host != on);
            self.save()?;
            self.output.text(&format!("took the key's line out on {on}\n"))?;
        }
        Ok(())
    }

    /// To the byte where nobody else has changed the file since, else key by key.
    fn remove_configuration(&mut self, consent: Consent) -> Result<()> {
        let Some(Configuration { path, before, after, keys }) = self.record.configuration.clone() else {
            return Ok(());
        };
        if !self.may(consent, &format!("unset {} in {}", keys.join(", "), name(&path)))? {
            return Ok(());
        }
        let mut is_ours = false;
        rewrite(&path, |now| {
            is_ours = now == Some(after.as_bytes());
            match &before {
                _ if !is_ours => Rewrite::Keep,
                Some(before) => Rewrite::Bytes(before.clone().into()),
                None => Rewrite::Remove,
            }
        })
        .map_err(|error| unwritten(&error))?;
        if !is_ours {
            for key in &keys {
                match config::unset(&self.sources, key) {
                    Ok(_) | Err(ChangeError::NotSet { .. }) => {}
                    Err(error) => {
                        return Err(Report { exit: Exit::FAULTY, error: error.to_string(), hints: vec![] });
                    }
                }
            }
        }
        self.record.configuration = None;
        self.save()?;
        self.output.text(&format!("unset {}\n", keys.join(", ")))
    }

    fn remove_key(&mut self, consent: Consent) -> Result<()> {
        let Some(path) = self.record.key.clone() else { return Ok(()) };
        if !self.may(consent, &format!("delete the key {}", name(&path)))? {
            return Ok(());
        }
        key::remove(&path)
            .map_err(|(file, error)| Report::io(&format!("cannot delete {}", name(&file)), &error))?;
        self.record.key = None;
        self.save()?;
        self.output.text(&format!("deleted the key {}\n", name(&path)))
    }
}
