//! While it is up: what it shows first, keys while something hangs, sizes, the terminal's own words, and rest.

use plyn_notify::engine::doctor::Probe;

use super::{super::Case, comes_true, used};
use crate::support::{Bus, Reply, Script, Server, pty::Exit, terminal::Personality};

fn hung() -> (Bus, Server) {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default().method("GetServerInformation", Reply::Never));
    (bus, server)
}

#[test]
fn the_first_frame_waits_for_no_probe_and_no_key_for_a_server_that_hangs() {
    let (bus, _server) = hung();
    let mut run = Case::doctor().bus(&bus).start();
    run.pty.wait_raw(b"looking");
    run.send("2");
    run.pty.wait_for("the screen of the desktop, while it is looked at", |screen| {
        let text = screen.contents();
        text.contains("looking") && text.contains("What it can do")
    });
    run.send("5j");
    run.pty.wait_text("How long a prompt waits");
    run.send("q");
    run.has_left(Exit::code(0));
}

#[test]
fn holding_the_key_that_looks_again_piles_nothing_up() {
    let (bus, _server) = hung();
    let mut run = Case::doctor().bus(&bus).start();
    run.pty.wait_raw(b"looking");
    for _ in 0..50 {
        run.send("r");
    }
    run.send("2");
    run.pty.wait_text("What it can do");
    let threads = std::fs::read_dir(format!("/proc/{}/task", run.pty.pid().as_raw_pid())).unwrap().count();
    // The loop, what watches, each probe once, and what the probe of the desktop needs itself.
    assert!(threads <= 2 * Probe::ALL.len(), "{threads} threads");
    run.send("q");
    run.has_left(Exit::code(0));
}

#[test]
fn it_rests_when_everything_is_looked_at() {
    let run = Case::doctor().looked();
    let pid = run.pty.pid();
    // Two looks in a row that see the same, with more than two frames of a spinner between.
    let pause = rustix::event::Timespec { tv_sec: 0, tv_nsec: 250_000_000 };
    assert!(
        comes_true(|| {
            let before = used(pid);
            rustix::event::poll(&mut [], Some(&pause)).unwrap();
            used(pid) == before
        }),
        "it goes on"
    );
}

#[test]
fn drawn_anew_at_every_size() {
    let run = Case::doctor().looked();
    for (cols, rows) in [(40, 12), (200, 60), (20, 5), (10, 3), (1, 1), (160, 50), (80, 24)] {
        run.pty.resize(cols, rows);
        let shown = if cols < 20 { "" } else { "Over" };
        run.pty.wait_for("a frame of that size", |screen| {
            screen.contents().contains(shown) && (cols < 60 || screen.contents().contains("Agents"))
        });
    }
    run.pty.wait_text("quit");
}

#[test]
fn what_the_terminal_says_is_no_key() {
    let mut run = Case::doctor().looked();
    // A report that is cut by a key of the human's is still no key, and neither is anything that it holds.
    for report in [
        "\x1b]11;rgb:ffff/ffff/ffff\x1b\\",
        "\x1bP>|XTerm(390)\x1b\\",
        "\x1b[?62;4;5q\x1b[?62c",
        "\x1b]99;i=x:p=?;q\x1b\\",
    ] {
        run.send(report);
    }
    run.send("2");
    run.pty.wait_text("What it can do");
    run.send("q");
    run.has_left(Exit::code(0));
}

/// An arrow that comes in two pieces, while the terminal is still being asked and does not answer.
#[test]
fn half_an_arrow_is_no_escape() {
    let (mut run, _terminal) = Case::doctor().start_in(Personality::named("mute"));
    run.pty.wait_raw(b"quit");
    run.send("\x1b");
    let pause = rustix::event::Timespec { tv_sec: 0, tv_nsec: 60_000_000 };
    rustix::event::poll(&mut [], Some(&pause)).unwrap();
    run.send("[B");
    run.pty.wait_text("\u{258c}");
    run.send("q");
    run.has_left(Exit::code(0));
}

#[test]
fn a_wheel_and_a_click() {
    let mut run = Case::doctor().looked();
    run.send("\x1b[<0;12;1M\x1b[<0;12;1m");
    run.pty.wait_text("What it can do");
    run.send("\x1b[<65;12;9M");
    run.pty.wait_text("\u{258c}");
    run.send("q");
    run.has_left(Exit::code(0));
}

#[test]
fn a_command_goes_to_the_clipboard_and_nowhere_else() {
    let mut run = Case::doctor().env("TMUX", "/tmp/none,1,0").env("TERM_PROGRAM", "tmux").looked();
    run.send("/no session bus\r");
    run.send("jf");
    run.send("4jjjjjjc");
    run.pty.wait_text("To the clipboard: plyn-notify wait");
    run.pty.wait_raw(b"\x1b]52;c;cGx5bi1ub3RpZnkgd2FpdCA");
    run.send("q");
    run.has_left(Exit::code(0));
}

#[test]
fn without_colours_and_without_unicode() {
    let mut run = Case::doctor().env("NO_COLOR", "1").env("LANG", "C").looked();
    let raw = String::from_utf8(run.pty.raw_output()).unwrap();
    for code in ["3", "4", "9"] {
        assert!(
            !raw.contains(&format!("\x1b[0;{code}")) && !raw.contains(&format!(";{code}8;5;")),
            "{raw:?}"
        );
    }
    assert!(run.pty.contents().is_ascii(), "{}", run.pty.contents());
    run.send("q");
    run.has_left(Exit::code(0));
}

/// Each terminal of `tests/terminals`: none is asked what it dies of, and nothing that it says is typed or left behind.
#[test]
fn every_terminal_is_asked_while_it_is_drawn_on() {
    for personality in Personality::all() {
        let name = personality.name.clone();
        let (mut run, terminal) = Case::doctor().start_in(personality);
        run.looked();
        run.send("3");
        run.pty.wait_text("What its own notification can do");
        if name == "kitty" {
            // Its answer came between the frames, and was heard.
            run.send("/press\r");
            run.pty.wait_for("what it said", |screen| {
                screen
                    .contents()
                    .lines()
                    .any(|line| line.contains("answers can be pressed") && line.contains("yes"))
            });
        }
        run.send("q");
        assert_eq!(run.pty.wait_exit(), Exit::code(0), "{name}");
        run.is_sane();
        assert_eq!(run.pty.unread_input().escape_ascii().to_string(), "", "{name}");
        terminal.is_content();
    }
}
