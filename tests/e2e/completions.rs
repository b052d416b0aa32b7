//! Tab in real shells: what is offered after what is typed.

use std::fs;

use tempfile::TempDir;

use crate::program::{self, with_program};
use crate::pty::{Pty, PtyCommand};

/// A shell with our script, in a folder of its own in which files are called `marker.txt` and `two words.txt`.
struct Shell {
    name: &'static str,
    pty: Pty,
    home: TempDir,
}

impl Shell {
    fn start(name: &'static str) -> Self {
        let home = tempfile::tempdir().unwrap();
        for name in ["marker.txt", "two words.txt"] {
            fs::write(home.path().join(name), "").unwrap();
        }
        fs::create_dir(home.path().join(".ssh")).unwrap();
        fs::write(home.path().join(".ssh/config"), "Host laptop desk*\n").unwrap();
        let scripts = program::project().join("completions").display().to_string();
        let folder = home.path().display().to_string();
        let write = |name: &str, text: &str| {
            let path = home.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let command = match name {
            "bash" => {
                write(
                    "bashrc",
                    &format!(
                        "PS1='$ '; bind 'set show-all-if-ambiguous on'; bind 'set enable-bracketed-paste off'\n\
                         . /usr/share/bash-completion/bash_completion\n. {scripts}/plyn-notify.bash\n"
                    ),
                );
                PtyCommand::new("bash").args(["--noprofile", "--rcfile", &format!("{folder}/bashrc"), "-i"])
            }
            "zsh" => {
                write(
                    ".zshrc",
                    &format!("fpath=({scripts} $fpath); autoload -U compinit; compinit -D -u; PS1='$ '\n"),
                );
                PtyCommand::new("zsh").arg("-i")
            }
            "elvish" => {
                write(
                    ".config/elvish/rc.elv",
                    &format!(
                        "eval (slurp < {scripts}/plyn-notify.elv)\n\
                         set edit:prompt = {{ put '$ ' }}\nset edit:rprompt = {{ put '' }}\n"
                    ),
                );
                PtyCommand::new("elvish")
            }
            "nu" => {
                write(
                    ".config/nushell/config.nu",
                    &format!(
                        "$env.config.show_banner = false\n$env.PROMPT_COMMAND = {{|| '' }}\n\
                         $env.PROMPT_COMMAND_RIGHT = {{|| '' }}\n$env.PROMPT_INDICATOR = '$ '\n\
                         source {scripts}/plyn-notify.nu\n"
                    ),
                );
                PtyCommand::new("nu")
            }
            _ => {
                let script =
                    fs::read_to_string(program::project().join("completions/plyn-notify.fish")).unwrap();
                write(".config/fish/completions/plyn-notify.fish", &script);
                write(
                    ".config/fish/config.fish",
                    "set -g fish_greeting\nfunction fish_prompt; echo '$ '; end\n",
                );
                PtyCommand::new("fish").arg("-i")
            }
        };
        let command = command
            .env("HOME", &folder)
            .env("ZDOTDIR", &folder)
            .env("XDG_CONFIG_HOME", format!("{folder}/.config"))
            .cwd(home.path());
        let pty = Pty::spawn_watched(&with_program(command), |keyboard| {
            let keyboard = keyboard.clone();
            // nushell asks where the cursor is, and begins only then.
            Box::new(move |output| {
                if output.windows(4).any(|sequence| sequence == b"\x1b[6n") {
                    keyboard.send("\x1b[1;1R");
                }
            })
        });
        pty.wait_text("$ ");
        Self { name, pty, home }
    }

    /// Types this and Tab, and waits until all of that is on the screen.
    fn offers(&mut self, typed: &str, expected: &[&str]) {
        self.pty.send(format!("{typed}\t"));
        let what = format!("{}: {typed}: {expected:?}", self.name);
        self.pty.wait_for(&what, |screen| {
            let contents = screen.contents();
            expected.iter().all(|word| contents.contains(word))
        });
        self.clear();
    }

    fn clear(&mut self) {
        if self.name == "elvish" {
            // Out of its list of offers leads Ctrl-C, which is a signal or a key as the moment has it.
            *self = Self::start(self.name);
            return;
        }
        self.pty.send("\x15clear\r");
        self.pty.wait_for("an empty screen", |screen| screen.contents().trim() == "$");
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn what_is_offered_after_each_prefix() {
    for name in ["bash", "zsh", "fish"] {
        let mut shell = Shell::start(name);
        for (typed, expected) in [
            ("plyn-notify wa", "plyn-notify wait "),
            ("plyn-notify wait --kind con", "--kind confirm "),
            ("plyn-notify wait --kind=con", "--kind=confirm "),
            ("plyn-notify wait --include-r", "--include-reason "),
            ("plyn-notify wait --object prog", "--object program="),
            ("plyn-notify wait --channels desktop,t", "desktop,terminal "),
            ("plyn-notify wait --choices allow,rev", "allow,review,deny "),
            ("plyn-notify wait --choices=one,two --default t", "--default two "),
            ("plyn-notify notify --urgency cr", "critical "),
            ("plyn-notify notify --protocol osc7", "osc777 "),
            ("plyn-notify config set gra", "grace_seconds "),
            ("plyn-notify config set bell t", "bell true "),
            ("plyn-notify man ch", "man channels "),
            ("plyn-notify completions p", "completions powershell "),
            ("plyn-notify wait --detail mar", "--detail marker.txt "),
            ("plyn-notify wait --detail=mar", "--detail=marker.txt "),
            ("plyn-notify run -- plyn-not", "-- plyn-notify"),
            ("plyn-notify run -- plyn-notify wait --kind con", "wait --kind confirm "),
            ("plyn-notify run --after 5 cat mar", "cat marker.txt "),
            ("plyn-notify forward lap", "forward laptop "),
            ("plyn-notify doctor --only config.gr", "config.grace "),
        ] {
            shell.offers(typed, &[expected]);
        }
        shell.offers("plyn-notify wait --kind ", &["confirm", "batch", "skills", "choose", "secret"]);
        shell.offers("plyn-notify ", &["config", "forward", "man", "notify"]);
    }
}

/// A word is what its shell makes of it, before the cursor and at it, and what is put in is quoted as the cursor is.
#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn what_is_quoted_is_read_and_written() {
    for name in ["bash", "zsh", "fish"] {
        let mut shell = Shell::start(name);
        for (typed, expected) in [
            ("plyn-notify wait --choice 'roll back' --default ro", r"--default roll\ back "),
            ("plyn-notify wait --choice 'roll back' --default 'ro", "--default 'roll back' "),
            ("plyn-notify wait --choice 'roll back' --default \"ro", "--default \"roll back\" "),
            (r"plyn-notify wait --choice roll\ back --default roll\ b", r"--default roll\ back "),
            (r"plyn-notify wait --choices=no,roll\ back --refuse=ro", r"--refuse=roll\ back "),
            ("plyn-notify wait --choice 'go $x now' --default go", r"--default go\ \$x\ now "),
            ("plyn-notify wait --choice 'go $x now' --default \"go", r#"--default "go \$x now" "#),
            (r"plyn-notify wait --choice 'x\y' --default x", r"--default x\\y "),
            (r#"plyn-notify wait --choice "it's" --default it"#, r"--default it\'s "),
            ("plyn-notify wait --choice a:b=c --choice d --default a", "--default a:b "),
            ("plyn-notify wait --choice me@host --default me@h", "--default me@host "),
            ("plyn-notify 'wait' \"--kind\" \"con", "\"confirm\" "),
            ("plyn-notify wait '--title' a\\ --kind b --kind con", "--kind confirm "),
            ("plyn-notify wait --title \"$(touch made)\" --kind con", "--kind confirm "),
            ("plyn-notify wait --detail two", r"--detail two\ words.txt "),
            ("plyn-notify wait --detail 'two", "--detail 'two words.txt' "),
            (r"plyn-notify wait --detail=two\ w", r"--detail=two\ words.txt "),
            ("plyn-notify wait --detail ~/two", r"--detail ~/two\ words.txt "),
            ("plyn-notify run --title 'a b=c' -- plyn-notify wait --kind con", "wait --kind confirm "),
            ("plyn-notify run --title=\"a b\" -- cat mar", "cat marker.txt "),
        ] {
            shell.offers(typed, &[expected]);
        }
        assert!(!shell.home.path().join("made").exists(), "{name}: nothing of the line is run");
    }
}

/// The same, but for the space behind a word, which neither of them prints at once.
#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn what_elvish_and_nushell_offer() {
    for name in ["elvish", "nu"] {
        let mut shell = Shell::start(name);
        for (typed, expected) in [
            ("plyn-notify wa", "plyn-notify wait"),
            ("plyn-notify wait --kind con", "--kind confirm"),
            ("plyn-notify wait --kind=con", "--kind=confirm"),
            ("plyn-notify wait --object prog", "program="),
            ("plyn-notify wait --channels desktop,t", "desktop,terminal"),
            ("plyn-notify wait --choices=one,two --default t", "--default two"),
            ("plyn-notify config set bell t", "bell true"),
            ("plyn-notify man ch", "man channels"),
            ("plyn-notify wait --detail mar", "--detail marker.txt"),
            ("plyn-notify wait --detail=mar", "--detail=marker.txt"),
            ("plyn-notify run -- plyn-not", "-- plyn-notify"),
            ("plyn-notify run -- plyn-notify wait --kind con", "wait --kind confirm"),
            ("plyn-notify run --after 5 cat mar", "cat marker.txt"),
            ("plyn-notify forward lap", "forward laptop"),
        ] {
            shell.offers(typed, &[expected]);
        }
        shell.offers("plyn-notify wait --kind ", &["confirm", "batch", "skills", "choose", "secret"]);
        let quoted = if name == "elvish" { "--default 'roll back'" } else { "--default \"roll back\"" };
        for typed in ["ro", "'ro"] {
            shell.offers(&format!("plyn-notify wait --choice 'roll back' --default {typed}"), &[quoted]);
        }
        shell.offers("plyn-notify wait --title 'a b' --kind con", &["--kind confirm"]);
    }
}
