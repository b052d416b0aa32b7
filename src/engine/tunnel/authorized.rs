//! One key in the text of an `authorized_keys` file (sshd(8)), and not a byte more.
//!
//! Its line goes to the top: where it is taken out again, all that follows is as it was, whatever its line breaks are and
//! whether the last line has one.
//!
//! Pure: no clock, no environment, no input or output.

use crate::engine::{config::Rewrite, shell};

/// A public key as `ssh-keygen` writes it: its type, its letters, and a word for humans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey {
    kind: String,
    letters: String,
    comment: String,
}

/// Why a text is no public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is not of the form `ssh-ed25519 AAAA… COMMENT`")]
pub struct NoKey;

impl PublicKey {
    /// The key of a line of a `.pub` file.
    ///
    /// # Errors
    ///
    /// When it is none.
    pub fn parse(line: &str) -> Result<Self, NoKey> {
        let line = line.trim();
        if line.chars().any(char::is_control) {
            return Err(NoKey);
        }
        let mut words = line.splitn(3, ' ').map(str::trim);
        let (Some(kind), Some(letters)) = (words.next(), words.next()) else { return Err(NoKey) };
        let is_kind = ["ssh-", "ecdsa-", "sk-"].iter().any(|start| kind.starts_with(start));
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-@.".contains(c);
        let is_base64 = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
        if !is_kind || !kind.chars().all(is_plain) || letters.len() < 32 || !letters.chars().all(is_base64) {
            return Err(NoKey);
        }
        let comment = words.next().unwrap_or_default();
        Ok(Self { kind: kind.to_owned(), letters: letters.to_owned(), comment: comment.to_owned() })
    }

    /// As it was read.
    pub fn text(&self) -> String {
        format!("{} {} {}", self.kind, self.letters, self.comment).trim_end().to_owned()
    }

    /// The line that lets it do one thing: have `program` show something.
    pub fn line(&self, program: &str) -> String {
        // Between the quotes of sshd a quote is escaped; what is in them is for a shell.
        let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+@~".contains(c);
        let program = if program.chars().all(plain) {
            program.to_owned()
        } else {
            shell::quoted(program).replace('"', "\\\"")
        };
        format!("restrict,command=\"{program} receive\" {}", self.text())
    }

    fn is_in(&self, line: &str) -> bool {
        line.split([' ', '\t']).any(|word| word.trim() == self.letters)
    }
}

/// The text with this line for the key: in the place of one that is there, else at the top. No text is no file.
pub fn add(text: Option<&str>, key: &PublicKey, program: &str) -> Rewrite {
    let line = key.line(program);
    let Some(text) = text else { return Rewrite::Bytes(format!("{line}\n").into()) };
    if let Some(old) = text.split_inclusive('\n').find(|old| key.is_in(old)) {
        let bare = old.trim_end_matches(['\n', '\r']);
        return if bare == line {
            Rewrite::Keep
        } else {
            Rewrite::Bytes(text.replacen(bare, &line, 1).into())
        };
    }
    if text.is_empty() {
        // Not what a file of our own looks like: this one was there, and stays.
        return Rewrite::Bytes(format!("\n{line}").into());
    }
    Rewrite::Bytes(format!("{line}\n{text}").into())
}

/// The text without the key's line.
pub fn remove(text: Option<&str>, key: &PublicKey) -> Rewrite {
    let Some(text) = text else { return Rewrite::Keep };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let Some(at) = lines.iter().position(|line| key.is_in(line)) else { return Rewrite::Keep };
    match *lines.as_slice() {
        [line] if line.ends_with('\n') => Rewrite::Remove,
        ["\n", line] if !line.ends_with('\n') => Rewrite::Bytes(Vec::new()),
        _ => Rewrite::Bytes([&lines[..at], &lines[at + 1..]].concat().concat().into()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const KEY: &str = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ7pRnpTl0r4+/vQ9mC2 me@server";

    fn key() -> PublicKey {
        PublicKey::parse(KEY).unwrap()
    }

    #[test]
    fn only_a_public_key_is_one() {
        assert_eq!(key().text(), KEY);
        assert_eq!(PublicKey::parse(&format!("{KEY}\n")), Ok(key()));
        for line in [
            "",
            "ssh-ed25519",
            "ssh-ed25519 short",
            "rsa AAAAC3NzaC1lZDI1NTE5AAAAIJ7pRnpTl0r4",
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ7pRnpTl0\" x",
            &format!("{KEY}\nssh-rsa AAAA"),
            &format!("restrict {KEY}"),
            "-----BEGIN OPENSSH PRIVATE KEY-----",
        ] {
            assert_eq!(PublicKey::parse(line), Err(NoKey), "{line:?}");
        }
    }

    #[test]
    fn the_line_lets_it_do_one_thing() {
        assert_eq!(
            key().line("/usr/bin/plyn-notify"),
            format!("restrict,command=\"/usr/bin/plyn-notify receive\" {KEY}")
        );
        let odd = key().line("/home/o'\"b/plyn notify");
        assert_eq!(odd, format!("restrict,command=\"'/home/o'\\''\\\"b/plyn notify' receive\" {KEY}"));
    }

    #[test]
    fn it_goes_to_the_top_once_and_out_again() {
        let line = key().line("p");
        let added = |text: Option<&str>| match add(text, &key(), "p") {
            Rewrite::Bytes(bytes) => String::from_utf8(bytes).unwrap(),
            other => panic!("{other:?}"),
        };
        for (text, with) in [
            (None, format!("{line}\n")),
            (Some(""), format!("\n{line}")),
            (Some("\n"), format!("{line}\n\n")),
            (Some("other"), format!("{line}\nother")),
            (Some("one\r\ntwo\r\n"), format!("{line}\none\r\ntwo\r\n")),
        ] {
            assert_eq!(added(text), with);
            assert_eq!(add(Some(&with), &key(), "p"), Rewrite::Keep);
            let without = text.map_or(Rewrite::Remove, |text| Rewrite::Bytes(text.into()));
            assert_eq!(remove(Some(&with), &key()), without, "{text:?}");
            assert_eq!(remove(text, &key()), Rewrite::Keep);
        }
        let moved = format!("# mine\nfrom=\"10.0.0.1\" {KEY}\r\nother");
        assert_eq!(added(Some(&moved)), format!("# mine\n{line}\r\nother"));
    }

    proptest! {
        #[test]
        fn whatever_is_there_is_there_afterwards(text in prop::option::of("[a\n\r #]{0,20}")) {
            let Rewrite::Bytes(with) = add(text.as_deref(), &key(), "p") else { panic!("nothing was added") };
            let with = String::from_utf8(with).unwrap();
            let after = remove(Some(&with), &key());
            prop_assert_eq!(after, text.map_or(Rewrite::Remove, |text| Rewrite::Bytes(text.into())));
        }
    }
}
