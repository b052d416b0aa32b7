//! The names of a host and of who logs in there, as ssh takes them.
//!
//! Pure: no clock, no environment, no input or output.

/// What a shell could make something of: ssh refuses a name that holds it, since its configuration may hand that to one.
const SHELLS: &str = "'`\"$\\;&<>|(){}";

/// Why a word names no host, or nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoName {
    /// There is nothing.
    #[error("the {0} is empty")]
    Empty(&'static str),
    /// ssh would take it for an option.
    #[error("a {0} cannot start with a dash")]
    Option(&'static str),
    /// Nothing is called that.
    #[error("a {0} holds no spaces, no quotes, no control characters and none of $\\;&<>|(){{}}")]
    Character(&'static str),
}

/// Checks a word that is to name a host: `HOST`, `USER@HOST` or `ssh://USER@HOST:PORT`. What ssh makes of it beyond that
/// is for ssh and its configuration to say.
///
/// # Errors
///
/// When it could be taken for anything else.
pub fn check(word: &str) -> Result<(), NoName> {
    check_as("host's name", word)
}

/// Checks a word that is to name who logs in.
///
/// # Errors
///
/// When it could be taken for anything else.
pub fn check_user(word: &str) -> Result<(), NoName> {
    check_as("login name", word)
}

fn check_as(what: &'static str, word: &str) -> Result<(), NoName> {
    if word.is_empty() {
        Err(NoName::Empty(what))
    } else if word.starts_with('-') {
        Err(NoName::Option(what))
    } else if word.chars().any(|c| c.is_whitespace() || c.is_control() || SHELLS.contains(c)) {
        Err(NoName::Character(what))
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
            ("", Some(NoName::Empty("host's name"))),
            ("-oProxyCommand=x", Some(NoName::Option("host's name"))),
            ("a b", Some(NoName::Character("host's name"))),
            ("a\nb", Some(NoName::Character("host's name"))),
            ("a;b", Some(NoName::Character("host's name"))),
            ("me@laptop", None),
            ("ssh://me@[::1]:2222", None),
        ] {
            assert_eq!(check(word).err(), error, "{word:?}");
        }
    }
}
