//! What a tool is to work on, by name only: programs, files and hosts, never arguments (spec §4).
//!
//! Pure: no clock, no environment, no input or output.

use super::payload::Payload;
use crate::engine::request::Object;

/// How many programs of one command are named; more are said to be there.
const MOST_PROGRAMS: usize = 4;
/// How a patch begins.
const PATCH: &str = "*** Begin Patch";

/// What a call with this input is about.
pub(super) fn of(input: Payload<'_>) -> Vec<Object> {
    let mut objects = Vec::new();
    if let Some(command) = input.text(&["command", "cmd"]) {
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
    if command.trim_start().starts_with(PATCH) {
        return of_patch(command);
    }
    let (programs, mut are_more) = programs(command);
    let mut objects: Vec<Object> = Vec::new();
    for program in programs {
        let program = object("program", &program);
        if objects.contains(&program) {
            continue;
        }
        if objects.len() == MOST_PROGRAMS {
            are_more = true;
            break;
        }
        objects.push(program);
    }
    // What the shell is to find out first may be any program at all.
    objects.extend((are_more || has_substitution(command)).then(|| object("and", "more")));
    objects
}

/// The files of a patch, which Codex hands over as a command: what stands in it is no program.
fn of_patch(patch: &str) -> Vec<Object> {
    let file = |line: &str| {
        let (what, file) = line.strip_prefix("*** ")?.split_once(" File: ")?;
        ["Add", "Update", "Delete"].contains(&what).then(|| object("target", file.trim()))
    };
    let mut objects: Vec<Object> = patch.lines().filter_map(file).take(MOST_PROGRAMS + 1).collect();
    if objects.len() > MOST_PROGRAMS {
        objects.truncate(MOST_PROGRAMS);
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

/// The first word of each simple command, without the variables that are set for it, and whether there may be more
/// commands than that: what cannot be told from a text hides nothing.
fn programs(command: &str) -> (Vec<String>, bool) {
    let mut shell = Words::default();
    let mut chars = command.chars().peekable();
    let (mut has_document, mut is_unsure) = (false, false);
    while let Some(c) = chars.next() {
        match (shell.quote, c) {
            (Some('"' | '$') | None, '\\') => match chars.next() {
                Some('\n') => {}
                escaped => shell.push_quoted(escaped),
            },
            (Some('$'), '\'') => shell.quote = None,
            (Some(open), c) if open == c => shell.quote = None,
            (Some(_), c) => shell.push_quoted(Some(c)),
            (None, '"' | '\'') => {
                let is_ansi = c == '\'' && shell.word.as_deref().is_some_and(|word| word.ends_with('$'));
                shell.quote = Some(if is_ansi { '$' } else { c });
                shell.push_quoted(None);
            }
            (None, '#') if shell.word.is_none() => while chars.next_if(|c| *c != '\n').is_some() {},
            // A text for a command's input is neither a command nor anything for a notification.
            (None, '\n') if has_document => return (shell.end(), true),
            (None, '(') if shell.word.as_deref().is_some_and(|word| word.ends_with('=')) => {
                // A list of values, up to a bracket that need not be the one that closes it.
                chars.by_ref().find(|c| *c == ')');
                is_unsure = true;
            }
            (None, ';' | '&' | '|' | '\n' | '(' | ')') => shell.end_command(),
            (None, '<' | '>') => {
                has_document |= c == '<' && chars.peek() == Some(&'<');
                while chars.next_if(|c| ['<', '>', '&', '|'].contains(c)).is_some() {}
                shell.redirect();
            }
            (None, c) if c.is_whitespace() => shell.end_word(),
            (None, c) => shell.word.get_or_insert_default().push(c),
        }
    }
    let is_open = shell.quote.is_some();
    (shell.end(), is_open || has_document || is_unsure)
}

/// What comes before a command and is none.
const KEYWORDS: [&str; 15] =
    ["!", "{", "}", "if", "then", "elif", "else", "fi", "while", "until", "do", "done", "esac", "time", "in"];
/// What begins a command that names no program.
const HEADS: [&str; 4] = ["for", "case", "select", "function"];

/// A shell's command as its words come.
#[derive(Default)]
struct Words {
    found: Vec<String>,
    word: Option<String>,
    /// What the open quotes end with; `$` for those that a `$` is before.
    quote: Option<char>,
    /// Whether the word's beginning was quoted: then it is neither a keyword nor sets a variable.
    is_quoted: bool,
    /// Whether this command has its program.
    is_named: bool,
    /// Whether the next word is what something is redirected to.
    is_target: bool,
}

impl Words {
    fn push_quoted(&mut self, c: Option<char>) {
        let word = self.word.get_or_insert_default();
        self.is_quoted |= !word.contains('=');
        word.extend(c);
    }

    fn end_word(&mut self) {
        let is_quoted = std::mem::take(&mut self.is_quoted);
        let Some(word) = self.word.take() else { return };
        if std::mem::take(&mut self.is_target) || self.is_named || word.is_empty() {
            return;
        }
        if !is_quoted && (KEYWORDS.contains(&word.as_str()) || sets_variable(&word)) {
            return;
        }
        self.is_named = true;
        if is_quoted || !HEADS.contains(&word.as_str()) {
            self.found.push(word);
        }
    }

    fn redirect(&mut self) {
        // The number of what is redirected belongs to it.
        if self.word.as_deref().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
            self.word = None;
        }
        self.end_word();
        self.is_target = true;
    }

    fn end_command(&mut self) {
        self.end_word();
        (self.is_named, self.is_target) = (false, false);
    }

    fn end(mut self) -> Vec<String> {
        self.end_word();
        self.found
    }
}

fn sets_variable(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        let name = name.strip_suffix('+').unwrap_or(name);
        let name = name.split('[').next().unwrap_or_default();
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
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
            ("echo $(curl x)", "program=echo program=curl and=more"),
            ("keys=(hunter2 x) mysql; a", "program=mysql program=a and=more"),
            ("(cd x; make)", "program=cd program=make"),
            ("a;b;c;d;e;f", "program=a program=b program=c program=d and=more"),
            ("a;b;c;d;`e`;f", "program=a program=b program=c program=d and=more"),
            ("a;b;c;d;a", "program=a program=b program=c program=d"),
            ("cargo test 2>&1 | tail >/dev/null -3", "program=cargo program=tail"),
            ("2>/dev/null rm x >> log; &>x y", "program=rm program=y"),
            ("if [ -e x ]; then rm -rf x; fi", "program=[ program=rm"),
            ("for f in *; do rm $f; done && ! grep x", "program=rm program=grep"),
            ("case $x in a) rm x;; esac", "program=rm"),
            ("while { read x; } do \\rm x; done", "program=read program=rm"),
            ("\"if\" x; \"A=1\"; a[1]=2 b+=3 c", "program=if program=A=1 program=c"),
            // What is quoted in a comment, in a quote of another kind, or never to its end, hides nothing.
            ("echo a # it's\nrm -rf / # '", "program=echo program=rm"),
            ("echo $'\\''; rm -rf / #'", "program=echo program=rm"),
            ("echo 'a; rm -rf /", "program=echo and=more"),
            ("r\"\"m a\\\nb; 'c d'", "program=rm program=c d"),
            // What is in a variable, or in a text for a program, is nobody's to read.
            ("PASSWORD=\"correct horse\" mysql -u x", "program=mysql"),
            ("cat >x <<'EOF'; y\nhunter2\nEOF\nrm -rf /", "program=cat program=y and=more"),
            ("cat <<< \"a b\" | c", "program=cat program=c and=more"),
            ("*** Begin Patch\n*** Update File: src/a.rs\n+secret\n*** End Patch", "target=src/a.rs"),
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
