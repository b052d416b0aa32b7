//! `plyn-notify tunnel remove`.

use super::{Desk, ask::Consent, keyless, name, setup::elsewhere, unchanged, unwritten};
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
    pub(super) fn remove(mut self, yes: bool, dry_run: bool) -> Result<Exit> {
        let consent = Consent { yes, dry_run };
        if self.record == Record::default() {
            self.output.text("nothing was set up here\n")?;
            return Ok(Exit::OK);
        }
        self.remove_lines(consent)?;
        self.remove_configurations(consent)?;
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
