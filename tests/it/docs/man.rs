//! `plyn-notify man`.

use plyn_notify::cli::manual;

use super::make_programs;
use crate::support::{Program, pty::PtyCommand};

#[test]
fn a_page_in_a_pipe_is_plain_text() {
    let ended = Program::new().args(["man", "wait"]).run();
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)));
    assert!(ended.stdout.starts_with("PLYN-NOTIFY-WAIT(1)\n\nNAME\n"), "{}", ended.stdout);
    assert!(!ended.stdout.contains(['\x1b', '\x08']));
    let code = |line: &str| line.starts_with("           ");
    let long = ended.stdout.lines().find(|line| line.chars().count() > 80 && !code(line));
    assert_eq!(long, None);
}

#[test]
fn every_page_can_be_shown_by_its_topic_and_its_file_and_as_source() {
    let pages = manual::pages();
    let topics: Vec<&str> = pages.iter().map(|page| page.topic.as_str()).collect();
    Program::new().args(["man", "--list"]).run().is(&format!("{}\n", topics.join("\n")), "", 0);
    for page in &pages {
        Program::new().args(["man", &page.topic]).run().is(&page.plain(80), "", 0);
        Program::new().args(["man", &page.file(), "--roff"]).run().is(&page.roff(), "", 0);
    }
    Program::new().args(["man"]).run().is(&pages[0].plain(80), "", 0);
}

#[test]
fn a_page_that_is_not_there_is_wrong_usage() {
    let ended = Program::new().args(["man", "wiat"]).run();
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(2)));
    assert!(
        ended.stderr.starts_with("plyn-notify: there is no page \"wiat\"\n  There are plyn-notify, wait, ")
    );
}

/// A `man` and a pager that say how they were called.
fn at_terminal(programs: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    make_programs(programs.iter().map(|(name, script)| (folder.path().join(name), *script)));
    // What else is needed, and no man.
    for name in ["sh", "cat", "head"] {
        std::os::unix::fs::symlink(format!("/bin/{name}"), folder.path().join(name)).expect("a link");
    }
    let pty = PtyCommand::new(env!("CARGO_BIN_EXE_plyn-notify"))
        .args(["man", "version"])
        .env("PATH", folder.path())
        .env("PAGER", "my-pager")
        .spawn();
    let exit = pty.wait_exit();
    assert_eq!(exit, crate::support::pty::Exit::code(0));
    pty.contents()
}

#[test]
fn at_a_terminal_man_shows_it() {
    let shown = at_terminal(&[("man", "echo \"man: $*\"; head -n1"), ("my-pager", "echo pager")]);
    assert!(shown.contains("man: -l -") && shown.contains(".TH PLYN"), "{shown}");
    assert!(!shown.contains("pager"), "{shown}");
}

#[test]
fn without_a_man_that_works_a_pager_shows_it_and_without_that_it_is_printed() {
    let pager = ("my-pager", "echo pager; head -n1");
    for programs in [&[("man", "exit 16"), pager][..], &[pager]] {
        let shown = at_terminal(programs);
        assert!(shown.contains("pager") && shown.contains("PLYN-NOTIFY-VERSION(1)"), "{shown}");
    }
    let shown = at_terminal(&[]);
    assert!(shown.contains("SEE ALSO"), "{shown}");
}
