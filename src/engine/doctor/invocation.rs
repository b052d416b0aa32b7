//! How this program is called so that it reads and changes the file that the doctor speaks of.
//!
//! Pure.

use std::path::{Path, PathBuf};

use crate::engine::{config::Sources, shell};

/// How this program is called: every command that the doctor suggests is built here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invocation {
    file: Option<PathBuf>,
}

impl Invocation {
    /// For whoever reads these sources.
    pub fn of(sources: &Sources) -> Self {
        Self { file: sources.explicit.clone() }
    }

    /// For this file, whatever else would count.
    pub fn on(file: &Path) -> Self {
        Self { file: Some(file.to_owned()) }
    }

    /// The file that is named.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The command with these words, as a shell takes it.
    pub fn command(&self, words: &[&str]) -> String {
        let mut command = "plyn-notify".to_owned();
        let file = self.file.as_ref().map(|file| file.to_string_lossy());
        let named = file.iter().flat_map(|file| ["--config", file.as_ref()]);
        for word in named.chain(words.iter().copied()) {
            command.push(' ');
            command.push_str(&shell::word(word));
        }
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_named_is_named_again() {
        let words = ["config", "set", "notify.channels", "desktop, terminal"];
        let plain = Invocation::of(&Sources { user: Some("/u.toml".into()), ..Sources::default() });
        assert_eq!(plain.command(&words), "plyn-notify config set notify.channels 'desktop, terminal'");
        let named = Invocation::of(&Sources { explicit: Some("/a b.toml".into()), ..Sources::default() });
        assert_eq!(named.command(&["config", "edit"]), "plyn-notify --config '/a b.toml' config edit");
        assert_eq!(Invocation::on(Path::new("c.toml")).command(&[]), "plyn-notify --config c.toml");
    }
}
