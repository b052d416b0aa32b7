//! The manual in the programs that show it.

use std::fs;

use crate::program::{self, with_program};
use crate::pty::{Exit, LIMIT, PtyCommand};

/// The files of the manual.
fn pages() -> Vec<String> {
    let entries = fs::read_dir(program::project().join("man")).unwrap();
    let mut pages: Vec<String> = entries.map(|entry| entry.unwrap().path().display().to_string()).collect();
    pages.sort();
    assert!(pages.len() > 8, "{pages:?}");
    pages
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn mandoc_and_groff_have_nothing_to_complain_of() {
    for page in pages() {
        for checker in [&["mandoc", "-T", "lint"][..], &["groff", "-ww", "-man", "-Tutf8", "-z"]] {
            let argv = checker.iter().copied().chain([page.as_str()]);
            let (output, _) = program::run(LIMIT, argv);
            assert_eq!(output, program::Output::new("", "", 0), "{checker:?} {page}");
        }
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn man_shows_every_page_as_we_do() {
    for page in pages() {
        let (man, _) = program::run(LIMIT, ["env", "MANWIDTH=80", "man", "-l", &page]);
        assert_eq!((man.stderr.as_str(), man.code), ("", Some(0)), "{page}");
        let name = page.rsplit('/').next().unwrap();
        let plyn = program::plyn_notify().display().to_string();
        let (ours, _) = program::run(LIMIT, [plyn.as_str(), "man", name]);
        let headings = |text: &str| -> Vec<String> {
            let is_heading =
                |line: &&str| line.starts_with(|c: char| c.is_ascii_uppercase()) && !line.contains('(');
            text.lines().filter(is_heading).map(str::to_owned).collect()
        };
        assert_eq!(headings(&man.stdout), headings(&ours.stdout), "{page}");
        // Words alone: man justifies its lines and breaks words.
        let words = |text: &str| text.replace('\u{2010}', "-").split_whitespace().count();
        let (theirs, ours) = (words(&man.stdout), words(&ours.stdout));
        assert!(theirs.abs_diff(ours) < 20 + ours / 20, "{page}: {theirs} words and {ours}");
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn at_a_terminal_the_real_man_shows_it() {
    let command = PtyCommand::new("sh").args(["-c", "exec plyn-notify man wait"]).env("PAGER", "less");
    let mut pty = with_program(command).spawn();
    pty.wait_text("PLYN-NOTIFY-WAIT(1)");
    pty.wait_text("SYNOPSIS");
    pty.send("q");
    assert_eq!(pty.wait_exit(), Exit::code(0));
}
