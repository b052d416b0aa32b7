//! The name of a host as ssh takes it.
//!
//! Pure: no clock, no environment, no input or output.

/// Why a word names no host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoHost {
    /// There is nothing.
    #[error("the host's name is empty")]
    Empty,
    /// ssh would take it for an option.
    #[error("a host's name cannot start with a dash")]
    Option,
    /// No host is called that.
    #[error("a host's name holds neither spaces nor control characters")]
    Character,
}

/// Checks a word that is to name a host: `HOST`, `USER@HOST` or `ssh://USER@HOST:PORT`. What ssh makes of it beyond that
/// is for ssh and its configuration to say.
///
/// # Errors
///
/// When it could be taken for anything else.
pub fn check(word: &str) -> Result<(), NoHost> {
    if word.is_empty() {
        Err(NoHost::Empty)
    } else if word.starts_with('-') {
        Err(NoHost::Option)
    } else if word.chars().any(|c| c.is_whitespace() || c.is_control()) {
        Err(NoHost::Character)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_no_host() {
        for (word, error) in [
            ("", Some(NoHost::Empty)),
            ("-oProxyCommand=x", Some(NoHost::Option)),
            ("a b", Some(NoHost::Character)),
            ("a\nb", Some(NoHost::Character)),
            ("me@laptop", None),
            ("ssh://me@[::1]:2222", None),
        ] {
            assert_eq!(check(word).err(), error, "{word:?}");
        }
    }
}
