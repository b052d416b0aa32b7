//! `plyn-notify askpass`: what ssh, sudo and git ask, as a prompt of ours.

use clap::Parser as _;

use crate::{
    cli::{
        Result,
        args::{Args, Askpass, Global},
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
    let words = words(&want, &prompt);
    let args = Args::try_parse_from(words).map_err(|error| Report::usage(error.to_string()))?;
    let done = super::dispatch(global, &args.command, output);
    match done {
        Err(report) if report.exit == Exit::UNREACHABLE && want == Want::Secret => {
            Err(report.hint("A secret is asked for at a terminal alone, and never announced."))
        }
        done => done,
    }
}

/// `said` is what ssh says of its prompt (`SSH_ASKPASS_PROMPT`): `confirm`, `none`, or nothing where it wants a text.
/// sudo and git only ask.
fn want(prompt: &str, said: Option<&str>) -> Want {
    match said {
        Some("confirm") => Want::Permission,
        Some("none") => Want::Attention,
        // sshconnect.c; before 8.4 ssh-agent said no `confirm`, and asked "Allow use of key …?".
        _ if prompt.contains("(yes/no") => Want::Word { text: prompt.contains("fingerprint]") },
        _ if prompt.starts_with("Allow use of key ") => Want::Permission,
        // credential.c of git.
        _ if prompt.starts_with("Username") => Want::Name,
        _ => Want::Secret,
    }
}

/// The prompt as arguments of ours.
fn words(want: &Want, prompt: &str) -> Vec<String> {
    let mut lines: Vec<&str> = prompt.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let asks = lines.iter().rposition(|line| line.ends_with('?')).unwrap_or(lines.len().saturating_sub(1));
    let question = if lines.is_empty() { "Password" } else { lines.remove(asks) };
    let question = question.trim_end_matches(':').trim_end();
    let rest = lines.join(" ");
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
        _ if !rest.is_empty() => words.extend(["--reason", &rest, "--include-reason", "--", question]),
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
            ("Add it (yes/no)?", None, Want::Word { text: false }),
            ("Username for 'https://example.org': ", None, Want::Name),
            ("Password for 'https://me@example.org': ", None, Want::Secret),
            ("[sudo] password for me: ", None, Want::Secret),
            ("Enter passphrase for key '/k': ", Some("entry"), Want::Secret),
            ("", None, Want::Secret),
        ] {
            assert_eq!(want(prompt, said), expected, "{prompt}");
        }
    }

    #[test]
    fn one_line_is_the_question_and_the_others_are_the_reason() {
        let shown = |want: Want, prompt| words(&want, prompt)[1..].join("|");
        assert_eq!(
            shown(Want::Permission, "Allow use of key k?\nKey fingerprint SHA256:x."),
            "wait|--choices|yes=Allow,no=Deny|--reason|Key fingerprint SHA256:x.|--include-reason|--|Allow use of key k?"
        );
        assert_eq!(
            shown(Want::Word { text: true }, "one\n\ntwo\nSure (yes/no/[fingerprint])? "),
            "wait|--choices|yes=Yes,no=No|--reply|--reason|one two|--include-reason|--|Sure (yes/no/[fingerprint])?"
        );
        assert_eq!(shown(Want::Secret, "-x: "), "wait|--kind|secret|--|-x");
        assert_eq!(shown(Want::Secret, ""), "wait|--kind|secret|--|Password");
        assert_eq!(shown(Want::Name, "Username for 'a': "), "wait|--kind|ask|--|Username for 'a'");
        assert_eq!(shown(Want::Attention, "Touch it"), "notify|--wait|--|Touch it|");
    }
}
