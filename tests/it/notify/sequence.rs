//! `--print-sequence`: what the terminal would be sent, on stdout and nowhere else.

use crate::support::{
    Bus, Ended, Program, Script, Server,
    pty::{Exit, PtyCommand},
};

/// With these variables, `NAME=value` each.
fn in_terminal(variables: &[(&str, &str)], args: &[&str]) -> Ended {
    let program = Program::new().args(["notify", "--print-sequence"]).args(args);
    variables.iter().fold(program, |program, (name, value)| program.env(name, value)).run()
}

#[test]
fn the_terminal_s_own_protocol_raw_in_a_pipe() {
    for (variables, sequence) in [
        (&[("TERM", "xterm-ghostty")][..], "\x1b]777;notify;Build;done, all\x1b\\"),
        (&[("TERM", "xterm-256color"), ("ZED_TERM", "true")], "\x1b]9;Build: done, all\x1b\\"),
        (
            &[("TERM", "xterm-256color"), ("LC_TERMINAL", "iTerm2"), ("LC_TERMINAL_VERSION", "3.6.9")],
            "\x1b]1337;Notification=title=QnVpbGQg;message=ZG9uZTsgYWxs\x1b\\",
        ),
        (&[("TERM", "xterm-256color")], "\x07"),
        (&[("TERM", "linux")], "\x07"),
        (
            &[("TERM", "screen.xterm-ghostty"), ("STY", "1.x")],
            "\x1bP\x1b]777;notify;Build;done, all\x07\x1b\\\x07",
        ),
    ] {
        in_terminal(variables, &["Build", "done; all"]).is(sequence, "", 0);
    }
}

/// Whoever emits it reads nothing back, and Konsole reports a press of OSC 99 whether that was asked for or not.
#[test]
fn nothing_comes_back_of_what_is_emitted() {
    let konsole = &[("TERM", "xterm-256color"), ("KONSOLE_VERSION", "250400")];
    in_terminal(konsole, &["Build", "done"]).is("\x1b]777;notify;Build;done\x1b\\", "", 0);
    let pinned = in_terminal(konsole, &["--protocol", "osc99", "Build", "done"]);
    assert!(pinned.stdout.starts_with("\x1b]99;i=pn"), "{}", pinned.stdout);
}

#[test]
fn osc_99_has_a_new_id_each_time() {
    let ids = [(), ()].map(|()| {
        let ended = in_terminal(&[("TERM", "xterm-kitty")], &["-u", "critical", "Build"]);
        let id = ended.stdout.strip_prefix("\x1b]99;i=").unwrap().split(':').next().unwrap().to_owned();
        let sequence = format!("\x1b]99;i={id}:a=focus:o=always:u=2:f=UGx5biBOb3RpZnk=:e=1;QnVpbGQ=\x1b\\");
        ended.is(&sequence, "", 0);
        assert!(
            id.len() == 15 && id.starts_with("pn") && id.chars().all(|c| c.is_ascii_alphanumeric()),
            "{id}"
        );
        id
    });
    assert_ne!(ids[0], ids[1]);
}

#[test]
fn a_protocol_that_is_set_needs_no_terminal() {
    let sequence = "\x1b]777;notify;Build;done\x1b\\";
    in_terminal(&[], &["--protocol", "osc777", "Build", "done"]).is(sequence, "", 0);
    in_terminal(&[("TERM", "dumb"), ("PLYN_NOTIFY_PROTOCOL", "osc777")], &["Build", "done"])
        .is(sequence, "", 0);
    in_terminal(&[("TERM", "xterm-kitty")], &["--protocol", "bell", "Build"]).is("\x07", "", 0);
    let conemu = &[("TERM", "xterm"), ("ConEmuPID", "1")];
    in_terminal(conemu, &["--protocol", "osc9", "Build"]).is("\x07", "", 0);
}

#[test]
fn no_terminal_and_no_protocol_is_a_warning() {
    for (variables, why) in [
        (&[][..], "TERM is not set"),
        (&[("TERM", "dumb")], "TERM=dumb"),
        (&[("TERM", "xterm"), ("INSIDE_EMACS", "29.1,comint")], "INSIDE_EMACS=29.1,comint, TERM=xterm"),
    ] {
        let line = format!("plyn-notify: no sequence: the terminal takes no escape sequences ({why})\n");
        in_terminal(variables, &["T"]).is("", &line, 0);
        in_terminal(variables, &["-q", "T"]).is("", "", 0);
        let hint = "  --protocol prints the sequence of a terminal that takes one\n";
        in_terminal(variables, &["--strict", "T"]).is("", &(line + hint), 69);
    }
    let off = &[("TERM", "xterm-kitty"), ("PLYN_NOTIFY_ENABLED", "false")];
    let line = "plyn-notify: no sequence: notifications are switched off (enabled = false)\n";
    in_terminal(off, &["T"]).is("", "", 0);
    in_terminal(off, &["-v", "T"]).is("", line, 0);
    in_terminal(off, &["--strict", "T"]).is("", line, 69);
}

#[test]
fn why_it_is_this_protocol_is_said_when_asked() {
    let lines = "plyn-notify: osc777: Ghostty takes OSC 777 (TERM=xterm-ghostty)\n\
                 plyn-notify: not KITTY_WINDOW_ID=1: Ghostty set TERM=xterm-ghostty\n\
                 plyn-notify: osc777 leaves out: the end of the title, the urgency\n";
    let title = "x".repeat(64);
    let sequence = format!("\x1b]777;notify;{}...;b\x1b\\", "x".repeat(60));
    let variables = &[("TERM", "xterm-ghostty"), ("KITTY_WINDOW_ID", "1")];
    in_terminal(variables, &["-v", "-u", "low", &title, "b"]).is(&sequence, lines, 0);
}

#[test]
fn outside_text_is_text() {
    let evil = "\x1b]0;pwned\x07\x1b\\\u{9c};\n9;4;1";
    let sequence = "\x1b]9;plyn-notify: ]0,pwned\\, 9,4,1: ]0,pwned\\, 9,4,1\x1b\\";
    in_terminal(&[], &["--protocol", "osc9", evil, evil]).is(sequence, "", 0);
}

#[test]
fn a_tmux_that_is_gone_is_no_tmux() {
    let variables = &[("TERM", "xterm-ghostty"), ("TMUX", "/nonexistent/socket,1,0"), ("TMUX_PANE", "%0")];
    in_terminal(variables, &["Build", "done"]).is("\x1b]777;notify;Build;done\x1b\\", "", 0);
    let variables = &[("TERM", "tmux-256color"), ("TMUX", "/nonexistent/socket,1,0"), ("TMUX_PANE", "%0")];
    in_terminal(variables, &["Build", "done"]).is("\x07", "", 0);
}

#[test]
fn nothing_else_happens() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    Program::notify(&bus).args(["--print-sequence", "--protocol", "bell", "T"]).run().is("\x07", "", 0);
    assert_eq!(server.calls(), [""; 0]);
    for option in [&["-p"][..], &["-w"], &["-A", "a=A"], &["--id-fd", "1"]] {
        let ended = in_terminal(&[], &[option, &["T"]].concat());
        assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(2)), "{option:?}");
        assert!(ended.stderr.contains("cannot be used with"), "{}", ended.stderr);
    }
}

#[test]
fn stdout_that_takes_nothing() {
    let program = Program::new().args(["notify", "--print-sequence", "--protocol", "bell", "T"]);
    let line = "plyn-notify: cannot write to stdout: No space left on device (os error 28)\n";
    program.stdout_to("/dev/full").run().is("", line, 74);
}

#[test]
fn it_is_escaped_where_a_terminal_would_act_on_it() {
    let arguments = ["notify", "--print-sequence", "Build", "done"];
    let pty = PtyCommand::plyn_notify().term("xterm-ghostty").args(arguments).spawn();
    assert_eq!(pty.wait_exit(), Exit::code(0));
    assert_eq!(pty.raw_output(), b"\\e]777;notify;Build;done\\e\\\\\r\n");
    let bell = PtyCommand::plyn_notify().args(arguments).spawn();
    assert_eq!(bell.wait_exit(), Exit::code(0));
    assert_eq!((bell.raw_output(), bell.bells()), (b"\\a\r\n".to_vec(), 0));
}
