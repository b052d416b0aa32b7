//! Where a value came from.
//!
//! Pure: no clock, no environment, no input or output.

use std::{fmt, path::PathBuf};

/// The layer that gave a key its value, as a human looks for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Nobody set it.
    #[default]
    Default,
    /// A file.
    File {
        /// The file, as it was named or found.
        path: PathBuf,
        /// The line of the key, from 1; none where the file as a whole is meant.
        line: Option<usize>,
    },
    /// An environment variable.
    Environment {
        /// Its name.
        variable: String,
    },
    /// The command line.
    Flag,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File { path, line } => {
                f.write_str(&one_line(&path.to_string_lossy()))?;
                line.map_or(Ok(()), |line| write!(f, ":{line}"))
            }
            Self::Environment { variable } => f.write_str(&one_line(variable)),
            Self::Flag => f.write_str("command line"),
        }
    }
}

/// A name that we did not choose, without anything that could move a terminal's cursor: only what Rust would escape
/// in a string is escaped, quotes and backslashes excepted.
pub(super) fn one_line(name: &str) -> String {
    name.chars()
        .flat_map(|c| match c {
            '"' | '\'' | '\\' => vec![c],
            _ => c.escape_debug().collect(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_place_on_one_line() {
        let file = |path: &str, line| Origin::File { path: path.into(), line }.to_string();
        assert_eq!(file("/etc/it's.toml", Some(3)), "/etc/it's.toml:3");
        assert_eq!(file("/etc/x.toml", None), "/etc/x.toml");
        assert_eq!(file("/tmp/a\n\u{1b}[2Jö.toml", Some(1)), "/tmp/a\\n\\u{1b}[2Jö.toml:1");
        assert_eq!(Origin::Environment { variable: "PLYN_NOTIFY_X".into() }.to_string(), "PLYN_NOTIFY_X");
        assert_eq!(Origin::Default.to_string(), "default");
        assert_eq!(Origin::Flag.to_string(), "command line");
    }
}
