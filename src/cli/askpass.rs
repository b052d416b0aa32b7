//! `plyn-notify askpass`: what ssh, sudo and git ask, as a prompt of ours.

use std::ffi::OsString;

use crate::{
    cli::{
        Result,
        args::{Args, Askpass, Command, Global},
        exit::Exit,
        output::Output,
        report::Report,
    },
    engine::facts,
};

/// What is wanted of the human.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Want {
    /// To allow something; the answer is `yes`, which ssh-agent takes as well as none.
    Permission,
    /// To know something, until the program that asks takes it down.
    Attention,
    /// `yes` or `no`, and where a fingerprint is as good, that.
    Word { text: bool },
    /// A name, which may be seen.
    Name,
    /// Anything else is a secret.
    Secret,
}

/// Asks, prints the answer and says how the process ends.
///
/// # Errors
///
/// As `wait` has them.
pub(super) fn run(global: &Global, args: &Askpass, output: Output) -> Result<Exit> {
    let prompt = args.prompt.join(" ");
    let want = want(&prompt, facts::askpass_prompt().as_deref());
    let words: Vec<OsString> = words(&want, &prompt).into_iter().map(OsString::from).collect();
    let mut args = Args::read(&words).map_err(|error| Report::usage(error.to_string()))?;
    // What a program says is no word to us: stdin is that program's, and may never end.
    match &mut args.command {
        Command::Wait(args) => args.is_literal = true,
        Command::Notify(args) => args.is_literal = true,
        _ => {}
    }
    let done = super::dispatch(global, &args.command, output);
    match done {
        Err(report) if report.exit == Exit::UNREACHABLE && want == Want::Secret => {
            Err(report.hint("A secret is asked for at a terminal alone, and never announced."))
        }
        done => done,
    }
}

/// ssh's questions that are answered by a word, as `confirm` in its sshconnect.c and clientloop.c have them: how the prompt
/// begins, its last line, and whether a fingerprint is as good. What a server asks begins with `(user@host) ` instead,
/// where ssh is 8.5 or newer (`input_userauth_info_req` in sshconnect2.c).
const WORDS: [(&str, &str, bool); 6] = [
    (AUTHENTICITY, "Are you sure you want to continue connecting (yes/no/[fingerprint])?", true),
    // Before 8.0.
    (AUTHENTICITY, "Are you sure you want to continue connecting (yes/no)?", false),
    // Another host had this address.
    ("Warning: the ", "Are you sure you want to continue connecting (yes/no)?", false),
    ("Please type ", "Please type 'yes', 'no' or the fingerprint:", true),
    ("Please type ", "Please type 'yes' or 'no':", false),
    ("Accept updated hostkeys? ", "Accept updated hostkeys? (yes/no):", false),
];
const AUTHENTICITY: &str = "The authenticity of host '";

/// `said` is what ssh says of its prompt (`SSH_ASKPASS_PROMPT`): `confirm`, `none`, or nothing where it wants a text.
/// sudo and git only ask.
///
/// Part of a prompt may be of a server's choosing, and a secret that is taken for anything else is seen by others. So what
/// is no secret is known from its first character to its last, but for a name or key in it.
fn want(prompt: &str, said: Option<&str>) -> Want {
    let last = prompt.lines().last().unwrap_or_default().trim_end();
    let word = WORDS.iter().find(|(start, asks, _)| prompt.starts_with(start) && last == *asks);
    match (said, word) {
        (Some("confirm"), _) => Want::Permission,
        (Some("none"), _) => Want::Attention,
        (_, Some(&(_, _, text))) => Want::Word { text },
        _ if is_permission(prompt) => Want::Permission,
        _ if is_name(prompt) => Want::Name,
        _ => Want::Secret,
    }
}

/// Before 8.4 ssh-agent said no `confirm` (`confirm_key` in ssh-agent.c).
fn is_permission(prompt: &str) -> bool {
    let mut lines = prompt.lines();
    lines.next().is_some_and(|line| line.starts_with("Allow use of key ") && line.ends_with('?'))
        && lines.next().is_some_and(|line| line.starts_with("Key fingerprint "))
}

/// `Username: ` or `Username for 'https://host': ` (`credential_ask_one` in git's credential.c).
fn is_name(prompt: &str) -> bool {
    let rest = prompt.trim_end().strip_prefix("Username").and_then(|rest| rest.strip_suffix(':'));
    let quoted = rest.and_then(|rest| rest.strip_prefix(" for '")).and_then(|rest| rest.strip_suffix('\''));
    rest == Some("") || quoted.is_some_and(|url| !url.contains(|c: char| c == '\'' || c.is_whitespace()))
}

/// The prompt as arguments of ours.
fn words(want: &Want, prompt: &str) -> Vec<String> {
    let mut lines: Vec<&str> = prompt.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let asks = lines.iter().rposition(|line| line.ends_with('?')).unwrap_or(lines.len().saturating_sub(1));
    let question = if lines.is_empty() { "Password" } else { lines.remove(asks) };
    let question = question.trim_end_matches(':').trim_end();
    let rest = lines.join(" ");
    let reason = format!("--reason={rest}");
    let mut words = vec!["plyn-notify"];
    match want {
        Want::Permission => words.extend(["wait", "--choices", "yes=Allow,no=Deny"]),
        Want::Attention => words.extend(["notify", "--wait"]),
        Want::Word { text } => {
            words.extend(["wait", "--choices", "yes=Yes,no=No"]);
            words.extend(text.then_some("--reply"));
        }
        Want::Name => words.extend(["wait", "--kind", "ask"]),
        Want::Secret => words.extend(["wait", "--kind", "secret"]),
    }
    match want {
        Want::Attention => words.extend(["--", question, &rest]),
        // What it is about stands around the question: without it nobody could decide.
        _ if !rest.is_empty() => words.extend([&reason, "--include-reason", "--", question]),
        _ => words.extend(["--", question]),
    }
    words.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_is_known_by_its_words() {
        let host = "The authenticity of host 'x' can't be established.\nED25519 key fingerprint is SHA256:y.\n\
            Are you sure you want to continue connecting (yes/no/[fingerprint])? ";
        for (prompt, said, expected) in [
            ("Allow use of key k?\nKey fingerprint SHA256:x.", Some("confirm"), Want::Permission),
            ("Allow use of key k?\nKey fingerprint SHA256:x.", None, Want::Permission),
            ("Confirm user presence for key k", Some("none"), Want::Attention),
            (host, None, Want::Word { text: true }),
            (&host.replace("/[fingerprint]", ""), None, Want::Word { text: false }),
            (
                "Warning: the ED25519 host key for 'x' differs from the key for the IP address '192.0.2.1'\n\
                Offending key for IP in /k:1\nAre you sure you want to continue connecting (yes/no)? ",
                None,
                Want::Word { text: false },
            ),
            ("Please type 'yes', 'no' or the fingerprint: ", None, Want::Word { text: true }),
            ("Please type 'yes' or 'no': ", None, Want::Word { text: false }),
            ("Accept updated hostkeys? (yes/no): ", None, Want::Word { text: false }),
            ("Username for 'https://example.org': ", None, Want::Name),
            ("Password for 'https://me@example.org': ", None, Want::Secret),
            ("[sudo] password for me: ", None, Want::Secret),
            ("Enter passphrase for key '/k': ", Some("entry"), Want::Secret),
            ("Username: ", None, Want::Name),
            ("", None, Want::Secret),
        ] {
            assert_eq!(want(prompt, said), expected, "{prompt}");
        }
    }

    #[test]
    fn what_a_server_says_makes_nothing_of_a_secret_but_a_secret() {
        let host = "The authenticity of host 'x' can't be established.\nED25519 key fingerprint is SHA256:y.\n\
            Are you sure you want to continue connecting (yes/no/[fingerprint])? ";
        for own in [
            host,
            "Please type 'yes', 'no' or the fingerprint: ",
            "Please type 'yes' or 'no': ",
            "Accept updated hostkeys? (yes/no): ",
            "Allow use of key k?\nKey fingerprint SHA256:x.",
            "Username for 'https://example.org': ",
            "Username: ",
        ] {
            assert_ne!(want(own, None), Want::Secret, "{own}");
            // The server's text comes after ssh's, before it, and below it.
            for prompt in [
                format!("(me@evil) {own}"),
                format!("(me@evil) Password: \n{own}"),
                format!("Password: {own}"),
                format!("Password:\n{own}"),
                format!("{own}\nPassword: "),
                format!("{own}Password: "),
            ] {
                // A permission has no line of its own at the end, and nobody can type at it what is not Allow or Deny.
                if !own.starts_with("Allow use") || !prompt.starts_with(own) {
                    assert_eq!(want(&prompt, None), Want::Secret, "{prompt}");
                }
            }
        }
        for prompt in [
            "(me@evil) Password (yes/no/[fingerprint]): ",
            "Password (yes/no): ",
            "The authenticity of your password (yes/no/[fingerprint])? ",
            "Are you sure you want to continue connecting (yes/no/[fingerprint])? ",
            "Allow use of key to enter your password: ",
            "Username and password: ",
            "Username for 'https://a': Password for 'https://a': ",
            "Username for 'https://a\nPassword': ",
        ] {
            assert_eq!(want(prompt, None), Want::Secret, "{prompt}");
        }
    }

    #[test]
    fn one_line_is_the_question_and_the_others_are_the_reason() {
        let shown = |want: Want, prompt| words(&want, prompt)[1..].join("|");
        assert_eq!(
            shown(Want::Permission, "Allow use of key k?\nKey fingerprint SHA256:x."),
            "wait|--choices|yes=Allow,no=Deny|--reason=Key fingerprint SHA256:x.|--include-reason|--|Allow use of key k?"
        );
        assert_eq!(
            shown(Want::Word { text: true }, "one\n\ntwo\nSure (yes/no/[fingerprint])? "),
            "wait|--choices|yes=Yes,no=No|--reply|--reason=one two|--include-reason|--|Sure (yes/no/[fingerprint])?"
        );
        assert_eq!(shown(Want::Secret, "-x: "), "wait|--kind|secret|--|-x");
        assert_eq!(shown(Want::Secret, ""), "wait|--kind|secret|--|Password");
        assert_eq!(shown(Want::Name, "Username for 'a': "), "wait|--kind|ask|--|Username for 'a'");
        assert_eq!(shown(Want::Attention, "Touch it"), "notify|--wait|--|Touch it|");
    }
}
