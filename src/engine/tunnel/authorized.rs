//! One key in the text of an `authorized_keys` file (sshd(8)), and not a byte more. A line that lets the key do anything
//! else is somebody's login, and is left alone.
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

/// The key has a line already that is not for plyn-notify; the line's number, from 1. sshd takes the first of a key, so
/// that another one besides would change what that login can do, or do nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {0} has the key already, and not for plyn-notify; it is left as it is")]
pub struct LoginLine(pub usize);

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
        format!("restrict,{} {}", command(program), self.text())
    }

    /// The options of a line that is this key's, and what follows them.
    fn options<'a>(&self, line: &'a str) -> Option<(&'a str, &'a str)> {
        let line = line.trim();
        let starts_with_kind = line.split([' ', '\t']).next() == Some(self.kind.as_str());
        let (options, rest) =
            if starts_with_kind { ("", line) } else { unquoted(line, |c| c == ' ' || c == '\t') };
        let mut words = rest.split([' ', '\t']).filter(|word| !word.is_empty());
        let is_ours = words.next() == Some(self.kind.as_str()) && words.next() == Some(self.letters.as_str());
        (is_ours && !line.starts_with('#')).then_some((options, rest.trim_start()))
    }
}

/// The option that has `program` show something; between the quotes of sshd a quote is escaped, and what is in them is for a
/// shell.
fn command(program: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+@~".contains(c);
    let program = if program.chars().all(plain) {
        program.to_owned()
    } else {
        shell::quoted(program).replace('"', "\\\"")
    };
    format!("command=\"{program} receive\"")
}

/// Whether an option has plyn-notify show something: by this very command, or wherever else it is.
fn receives(option: &str, command: &str) -> bool {
    let is_ours = |start: &str, rest: &str| {
        let program = rest.strip_suffix(" receive\"").map(|program| program.trim_matches(['\'', '\\', '"']));
        let name = program.map(|program| program.rsplit('/').next().unwrap_or_default());
        start.eq_ignore_ascii_case("command=\"") && name.is_some_and(|name| name.starts_with("plyn-notify"))
    };
    option == command || option.split_at_checked(9).is_some_and(|(start, rest)| is_ours(start, rest))
}

/// The text up to the first such character outside of quotes, and what follows it.
fn unquoted(text: &str, is_end: impl Fn(char) -> bool) -> (&str, &str) {
    let (mut quoted, mut escaped) = (false, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' if !escaped => quoted = !quoted,
            c if !quoted && is_end(c) => return (&text[..at], &text[at + c.len_utf8()..]),
            _ => {}
        }
        escaped = c == '\\';
    }
    (text, "")
}

/// Options, each with its value.
fn each(mut options: &str) -> Vec<&str> {
    let mut found = Vec::new();
    while !options.is_empty() {
        let (option, rest) = unquoted(options, |c| c == ',');
        found.push(option);
        options = rest;
    }
    found
}

/// Which lines are the key's, in order: its index, its options, and what follows them.
fn lines<'a>(text: &'a str, key: &PublicKey) -> Vec<(usize, Vec<&'a str>, &'a str)> {
    let found = text.split_inclusive('\n').enumerate();
    found
        .filter_map(|(at, line)| key.options(line).map(|(options, rest)| (at, each(options), rest)))
        .collect()
}

/// The text with this line for the key: in the place of one that is there, else at the top. No text is no file. What else
/// its line says of the key, such as where it may come from, stays.
///
/// # Errors
///
/// When the key is there for something else.
pub fn add(text: Option<&str>, key: &PublicKey, program: &str) -> Result<Rewrite, LoginLine> {
    let line = key.line(program);
    let Some(text) = text else { return Ok(Rewrite::Bytes(format!("{line}\n").into())) };
    let (found, command) = (lines(text, key), command(program));
    let is_login = |options: &[&str]| !options.iter().any(|it| receives(it, &command));
    if let Some((at, ..)) = found.iter().find(|(_, options, _)| is_login(options)) {
        return Err(LoginLine(at + 1));
    }
    if let Some((at, options, rest)) = found.first() {
        let mut now: Vec<&str> =
            options.iter().map(|it| if receives(it, &command) { command.as_str() } else { *it }).collect();
        if !now.iter().any(|it| it.eq_ignore_ascii_case("restrict")) {
            now.insert(0, "restrict");
        }
        if now == *options {
            return Ok(Rewrite::Keep);
        }
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        let old = lines.get(*at).copied().unwrap_or_default();
        let end = &old[old.trim_end_matches(['\n', '\r']).len()..];
        let new = format!("{} {rest}{end}", now.join(","));
        lines[*at] = &new;
        return Ok(Rewrite::Bytes(lines.concat().into()));
    }
    if text.is_empty() {
        // Not what a file of our own looks like: this one was there, and stays.
        return Ok(Rewrite::Bytes(format!("\n{line}").into()));
    }
    Ok(Rewrite::Bytes(format!("{line}\n{text}").into()))
}

/// The text without the key's line.
///
/// # Errors
///
/// When the key is only there for something else.
pub fn remove(text: Option<&str>, key: &PublicKey, program: &str) -> Result<Rewrite, LoginLine> {
    let Some(text) = text else { return Ok(Rewrite::Keep) };
    let (found, command) = (lines(text, key), command(program));
    let ours = found.iter().find(|(_, options, _)| options.iter().any(|it| receives(it, &command)));
    let at = match (ours, found.first()) {
        (Some((at, ..)), _) => *at,
        (None, Some((at, ..))) => return Err(LoginLine(at + 1)),
        (None, None) => return Ok(Rewrite::Keep),
    };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    Ok(match *lines.as_slice() {
        [line] if line.ends_with('\n') => Rewrite::Remove,
        ["\n", line] if !line.ends_with('\n') => Rewrite::Bytes(Vec::new()),
        _ => Rewrite::Bytes([&lines[..at], &lines[at + 1..]].concat().concat().into()),
    })
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
            Ok(Rewrite::Bytes(bytes)) => String::from_utf8(bytes).unwrap(),
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
            assert_eq!(add(Some(&with), &key(), "p"), Ok(Rewrite::Keep));
            let without = text.map_or(Rewrite::Remove, |text| Rewrite::Bytes(text.into()));
            assert_eq!(remove(Some(&with), &key(), "p"), Ok(without), "{text:?}");
            assert_eq!(remove(text, &key(), "p"), Ok(Rewrite::Keep));
        }
    }

    #[test]
    fn what_its_line_says_besides_stays() {
        let changed = |old: &str| match add(Some(old), &key(), "/new p") {
            Ok(Rewrite::Bytes(bytes)) => String::from_utf8(bytes).unwrap(),
            other => panic!("{other:?}"),
        };
        let new = "command=\"'/new p' receive\"";
        let old = format!(
            "# mine\nfrom=\"10.0.0.1,10.0.0.2\",RESTRICT,command=\"/old/plyn-notify receive\"\t{KEY}\r\nother"
        );
        let now = changed(&old);
        assert_eq!(now, format!("# mine\nfrom=\"10.0.0.1,10.0.0.2\",RESTRICT,{new} {KEY}\r\nother"));
        assert_eq!(add(Some(&now), &key(), "/new p"), Ok(Rewrite::Keep));
        assert_eq!(
            changed(&format!("command=\"'a \\\"b/plyn-notify' receive\" {KEY}")),
            format!("restrict,{new} {KEY}")
        );
        assert_eq!(remove(Some(&now), &key(), "/new p"), Ok(Rewrite::Bytes(b"# mine\nother".into())));
    }

    #[test]
    fn a_login_s_line_is_left_alone() {
        for options in [
            "",
            "from=\"10.0.0.1\" ",
            "restrict ",
            "command=\"rsync --receive\" ",
            "command=\"btrfs receive\" ",
            "environment=\"A= receive\" ",
        ] {
            let text = format!("# mine\n\n{options}{KEY}");
            assert_eq!(add(Some(&text), &key(), "p"), Err(LoginLine(3)), "{options}");
            assert_eq!(remove(Some(&text), &key(), "p"), Err(LoginLine(3)), "{options}");
            let both = format!("{}\n{text}", key().line("p"));
            assert_eq!(add(Some(&both), &key(), "p"), Err(LoginLine(4)), "{options}");
            assert_eq!(remove(Some(&both), &key(), "p"), Ok(Rewrite::Bytes(text.into())), "{options}");
        }
        let comment = format!("#{KEY}\n# {KEY}\n");
        assert!(matches!(add(Some(&comment), &key(), "p"), Ok(Rewrite::Bytes(_))));
        assert_eq!(remove(Some(&comment), &key(), "p"), Ok(Rewrite::Keep));
    }

    proptest! {
        #[test]
        fn whatever_is_there_is_there_afterwards(text in prop::option::of("[a\n\r #]{0,20}")) {
            let Ok(Rewrite::Bytes(with)) = add(text.as_deref(), &key(), "p") else { panic!("nothing was added") };
            let with = String::from_utf8(with).unwrap();
            let after = remove(Some(&with), &key(), "p");
            prop_assert_eq!(after, Ok(text.map_or(Rewrite::Remove, |text| Rewrite::Bytes(text.into()))));
        }
    }
}
