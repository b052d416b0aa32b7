//! What a tool is to work on, by name only: programs, files and hosts, never arguments (spec §4).
//!
//! Pure: no clock, no environment, no input or output.

use super::payload::Payload;
use crate::engine::request::Object;

/// How many programs of one command are named; more are said to be there.
const MOST_PROGRAMS: usize = 4;

/// What a call with this input is about.
pub(super) fn of(input: Payload<'_>) -> Vec<Object> {
    let mut objects = Vec::new();
    if let Some(command) = input.text(&["command", "cmd", "script"]) {
        objects.extend(of_command(command));
    }
    if let Some(path) = input.text(&["file_path", "filePath", "path", "notebook_path", "absolute_path"]) {
        objects.push(object("target", path));
    }
    objects.extend(input.text(&["url"]).and_then(host).map(|host| object("host", host)));
    objects
}

/// The programs that a shell's command names, in order and each once.
pub(super) fn of_command(command: &str) -> Vec<Object> {
    let mut objects: Vec<Object> = Vec::new();
    for program in programs(command) {
        if objects.len() == MOST_PROGRAMS {
            objects.push(object("and", "more"));
            break;
        }
        let program = object("program", program);
        if !objects.contains(&program) {
            objects.push(program);
        }
    }
    // What the shell is to find out first may be any program at all.
    if has_substitution(command) && objects.last().is_none_or(|last| last.kind != "and") {
        objects.push(object("and", "more"));
    }
    objects
}

/// Whether a shell's command only looks, without anything that a shell does with it.
pub(super) fn only_looks(command: &str) -> bool {
    const LOOK: [&str; 10] = ["ls", "pwd", "cat", "head", "tail", "wc", "stat", "file", "which", "whoami"];
    let plain = command.chars().all(|c| c.is_alphanumeric() || " ._-/,:=+@%".contains(c));
    plain && command.split_whitespace().next().is_some_and(|program| LOOK.contains(&program))
}

fn object(kind: &str, value: &str) -> Object {
    Object { kind: kind.to_owned(), value: value.to_owned() }
}

/// The first word of each command, without the variables that are set for it.
fn programs(command: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for simple in simple_commands(command) {
        let is_name = |word: &&str| {
            !word.split_once('=').is_some_and(|(name, _)| {
                !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            })
        };
        found.extend(
            simple
                .split_whitespace()
                .find(is_name)
                .map(|word| word.trim_matches(['(', ')', '{', '}', '"', '\''])),
        );
    }
    found.retain(|name| !name.is_empty());
    found
}

/// The command between `;`, `&`, `|` and line breaks, as far as they are not quoted.
fn simple_commands(command: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut quote, mut escaped) = (0, None, false);
    for (at, c) in command.char_indices() {
        if std::mem::take(&mut escaped) {
            continue;
        }
        match (quote, c) {
            (None | Some('"'), '\\') => escaped = true,
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None, ';' | '&' | '|' | '\n') => {
                parts.extend(command.get(start..at));
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.extend(command.get(start..));
    parts
}

fn has_substitution(command: &str) -> bool {
    ["$(", "`", "<(", ">("].iter().any(|mark| command.contains(mark))
}

/// The host of an address.
fn host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    // What stands before it may be a password.
    authority.rsplit('@').next().filter(|host| !host.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn named(input: &serde_json::Value) -> Vec<String> {
        let objects = of(Payload::new(input));
        objects.iter().map(|Object { kind, value }| format!("{kind}={value}")).collect()
    }

    #[test]
    fn every_program_of_a_command_is_named_and_no_argument() {
        for (command, names) in [
            ("touch notes.txt", "program=touch"),
            ("touch notes.txt && rm -rf build", "program=touch program=rm"),
            ("A=1 B=x /usr/bin/env x", "program=/usr/bin/env"),
            ("echo 'a; rm -rf /' | tee \"b & c\"; echo x", "program=echo program=tee"),
            ("echo \"\\\"; x\"", "program=echo"),
            ("echo $(curl x)", "program=echo and=more"),
            ("(cd x; make)", "program=cd program=make"),
            ("a;b;c;d;e;f", "program=a program=b program=c program=d and=more"),
            ("a;b;c;d;`e`;f", "program=a program=b program=c program=d and=more"),
            ("", ""),
            (" ;; && ", ""),
        ] {
            assert_eq!(named(&json!({"command": command})).join(" "), names, "{command}");
        }
    }

    #[test]
    fn files_and_hosts_are_named() {
        assert_eq!(
            named(&json!({"file_path": "/home/user/notes.txt", "content": "x"})),
            ["target=/home/user/notes.txt"]
        );
        assert_eq!(
            named(&json!({"url": "https://me:secret@example.com:8080/x?token=1"})),
            ["host=example.com:8080"]
        );
        assert_eq!(named(&json!({"url": "example.com", "command": 7})), [""; 0]);
    }

    #[test]
    fn what_a_shell_does_something_with_does_not_only_look() {
        for looks in ["ls", "ls -la src/", "cat notes.txt", "pwd"] {
            assert!(only_looks(looks), "{looks}");
        }
        for acts in [
            "cat x > y",
            "ls; rm x",
            "ls $(rm x)",
            "ls\nrm x",
            "rm x",
            "find . -delete",
            "",
            "lsof",
            "ls & x",
        ] {
            assert!(!only_looks(acts), "{acts}");
        }
    }
}
