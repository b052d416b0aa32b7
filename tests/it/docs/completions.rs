//! `plyn-notify completions`, and what its scripts ask. What they make of it in real shells is in `tests/e2e`.

use std::fs;

use super::project;
use crate::support::{Ended, Program};

#[test]
fn each_shell_gets_its_script() {
    for (shell, file) in [
        ("bash", "plyn-notify.bash"),
        ("zsh", "_plyn-notify"),
        ("fish", "plyn-notify.fish"),
        ("powershell", "_plyn-notify.ps1"),
        ("elvish", "plyn-notify.elv"),
        ("nushell", "plyn-notify.nu"),
    ] {
        let script = fs::read_to_string(project("completions").join(file)).expect("a script");
        let asks =
            if shell == "bash" { "plyn-notify complete --bash -- " } else { "plyn-notify complete -- " };
        assert!(script.contains(asks), "{file}");
        Program::new().args(["completions", shell]).run().is(&script, "", 0);
    }
    let ended = Program::new().args(["completions", "csh"]).run();
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(2)));
    assert!(ended.stderr.contains("bash, zsh, fish, powershell, elvish, nushell"), "{}", ended.stderr);
}

fn ask(words: &[&str]) -> Ended {
    Program::new().args(["complete", "--"]).args(words).run()
}

#[test]
fn an_offer_is_a_line_that_says_what_it_is_and_a_line_a_word() {
    ask(&["plyn-notify", "wait", "--include-r"]).is(
        "words\n--include-reason\tShow the reason on the notification too\n",
        "",
        0,
    );
    ask(&["plyn-notify", "wait", "--object", "pro"]).is(
        "nospace\nprogram=\ta program; only its name travels\n",
        "",
        0,
    );
    ask(&["plyn-notify", "wait", "--detail", ""]).is("files\n", "", 0);
    ask(&["plyn-notify", "run", "--", "git", ""]).is("command 3\n", "", 0);
    ask(&["plyn-notify", "nonsense", ""]).is("words\n", "", 0);
}

/// bash hands its line on as it is typed, and takes words that are quoted.
#[test]
fn bash_is_told_what_to_put_in() {
    let ask = |line: &str| Program::new().args(["complete", "--bash", "--", line, " \t\n\"'@><=;|&(:"]).run();
    ask("plyn-notify wait --choice 'roll $x' --choice b --default=ro").is("words\nroll\\ \\$x\t\n", "", 0);
    ask("plyn-notify wait --choice 'roll $x' --choice b --default 'ro").is("words\nroll $x\t\n", "", 0);
    ask("plyn-notify wait --object=pro").is("nospace\nprogram=\ta program; only its name travels\n", "", 0);
    ask("plyn-notify run --title 'a b'  -- git com").is(
        "command plyn-notify run --title 'a b'  -- \n",
        "",
        0,
    );
    ask("plyn-notify wait --detail=x").is("files\n", "", 0);
}

#[test]
fn a_configuration_of_ssh_that_includes_itself_is_read_once() {
    let home = tempfile::tempdir().expect("a folder");
    fs::create_dir(home.path().join(".ssh")).expect("a folder");
    let config = "Include config config ~/.ssh/config\nHost own-laptop own-desk # own-comment\n";
    fs::write(home.path().join(".ssh/config"), config).expect("a file");
    let program = Program::new().env("HOME", home.path().to_str().expect("a path"));
    let ended = program.args(["complete", "--", "plyn-notify", "forward", "own-"]).run();
    ended.is("words\nown-desk\t\nown-laptop\t\n", "", 0);
}
