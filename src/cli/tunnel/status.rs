//! `plyn-notify tunnel status`.

use super::{Desk, name, tried, unreached};
use crate::{
    cli::{Result, exit::Exit, report::Report},
    engine::tunnel::key,
};

impl Desk {
    pub(super) fn status(self) -> Result<Exit> {
        let settings = self.loaded.settings.remote.clone();
        let way = self.way(&settings);
        let Some(target) = &way.target else {
            return Err(Report {
                exit: Exit::UNREACHABLE,
                error: "no host is configured".to_owned(),
                hints: vec!["Set it up: plyn-notify tunnel setup".to_owned()],
            });
        };
        let mut lines = vec![format!("host: {}", target.name())];
        match &settings.key {
            Some(configured) => {
                let path = self.expanded(configured);
                let state = if !path.exists() {
                    " (it is not there; plyn-notify tunnel setup makes it)".to_owned()
                } else if key::is_open(&path) {
                    format!(" (others can read it; chmod 600 '{}')", name(&path))
                } else {
                    String::new()
                };
                lines.push(format!("key: {}{state}", name(&path)));
                if let Ok(public) = key::public(&path) {
                    lines.push(format!("line: {}", public.line("plyn-notify")));
                }
            }
            None => lines.push("key: ssh's choice".to_owned()),
        }
        for authorized in &self.record.authorized_on {
            lines.push(format!("authorized on: {}", authorized.host));
        }
        self.output.text(&format!("{}\n", lines.join("\n")))?;
        let answer = tried(&way, false).map_err(|error| unreached(&error))?;
        self.output.text(&format!("{answer}\n"))?;
        Ok(Exit::OK)
    }
}
