//! Job control: stopped, continued, in the background.

use rustix::process::Signal;

use super::{CTRL_Z, Case, Run, comes_true, wait_gone};
use crate::support::{Bus, Script, Server, pty::Exit};

/// An interactive bash that says its prompt when it is ready.
#[track_caller]
fn shell(case: Case) -> Run {
    let run = case.start();
    run.pty.wait_text("$ ");
    run
}

#[test]
fn ctrl_z_and_fg() {
    let mut run = shell(Case::interactive());
    let at_prompt = run.pty.stty();
    run.send("plyn-notify wait 'Deploy?' >out 2>err; echo status=$?\r");
    run.ready("Enter takes it");
    for _ in 0..2 {
        run.send("no");
        run.ready("\u{203a} no");
        run.send(CTRL_Z);
        run.pty.wait_for("the shell's prompt", |screen| screen.contents().trim_end().ends_with('$'));
        assert_eq!(run.pty.stty(), at_prompt);
        assert!(!run.pty.contents().contains("Enter takes it"), "{}", run.pty.contents());
        run.send("clear; stty -a >modes; fg\r");
        run.ready("\u{203a} no");
        run.send([0x15]);
        // Ctrl-Z throws away what is typed and not read, so what stands there has to be what was typed next.
        run.pty.wait_for("an empty line", |screen| !screen.contents().contains("\u{203a} no"));
        run.idle();
    }
    run.send("y\r");
    run.pty.wait_for("the shell's prompt", |screen| screen.contents().trim_end().ends_with('$'));
    assert_eq!(run.file("out"), "allow\n");
    assert!(run.file("modes").contains(" icanon ") && run.file("modes").contains(" echo "));
    assert_eq!(run.pty.stty(), at_prompt);
    run.send("exit 5\r");
    assert_eq!(run.pty.wait_exit(), Exit::code(5));
}

#[test]
fn ctrl_z_in_a_script_stops_the_script() {
    let mut run = shell(Case::interactive());
    run.send("sh -c 'plyn-notify wait Deploy?; echo got=$?'\r");
    run.ready("Enter takes it");
    run.send(CTRL_Z);
    run.pty.wait_text("Stopped");
    run.pty.wait_for("the shell's prompt", |screen| screen.contents().trim_end().ends_with('$'));
    // The script's shell has stopped by now, and the prompt behind it is about to: no human is faster.
    run.all_stopped();
    run.send("fg\r");
    run.ready("Enter takes it");
    run.pty.type_at_prompt("n");
    run.send("\r");
    run.pty.wait_text("got=1");
}

#[test]
fn ctrl_z_that_can_stop_nothing_leaves_the_prompt() {
    // Its process group is orphaned, or it is to ignore it.
    for trap in ["", "trap '' TSTP; "] {
        let script = format!("{trap}exec plyn-notify wait --reply Name? >out 2>err");
        let mut run = Case::script("sh", &script).ask("Name?");
        run.send("ab");
        run.ready("\u{203a} ab");
        run.send(CTRL_Z);
        run.idle();
        run.send("c");
        run.ready("\u{203a} abc");
        run.send("\r");
        run.ends(Exit::code(0), "abc\n", "");
    }
}

#[test]
fn stopped_and_continued_without_being_asked() {
    let mut run = shell(Case::interactive());
    run.send("plyn-notify wait 'Deploy?' >out 2>err\r");
    run.ready("Enter takes it");
    run.pty.signal_foreground(Signal::STOP);
    run.pty.wait_text("Stopped");
    run.pty.wait_for("the shell's prompt", |screen| screen.contents().trim_end().ends_with('$'));
    run.send("clear\r");
    run.pty.wait_for("a clear screen", |screen| screen.contents().trim_end() == "$");
    run.send("echo middle; fg\r");
    run.pty.wait_text("\nmiddle");
    run.ready("Enter takes it");
    assert!(run.pty.stty().is_raw() && !run.pty.stty().echoes());
    run.send("n\r");
    run.wait_file("out", "deny\n");
    run.pty.wait_for("the summary, and what was above it", |screen| {
        let text = screen.contents();
        text.contains("\nmiddle\n")
            && text.contains("\nDeploy? deny (terminal)\n")
            && !text.contains("Enter takes")
    });
}

#[test]
fn a_stop_from_outside() {
    let mut run = Case::wait(&["Deploy?"]).ask("Deploy?");
    // Its process group is orphaned, as under a terminal without a shell: SIGTSTP cannot stop it.
    run.pty.signal(Signal::TSTP);
    run.pty.wait_raw(b"\x1b[?2004l");
    run.idle();
    run.send("n\r");
    run.ends(Exit::code(1), "deny\n", "");
}

#[test]
fn sigstop_and_sigcont_in_place() {
    let mut run = Case::wait(&["Deploy?"]).ask("Deploy?");
    run.pty.signal(Signal::STOP);
    run.pty.wait_stopped();
    run.pty.continue_stopped();
    run.idle();
    run.send("n\r");
    run.ends(Exit::code(1), "deny\n", "");
    assert_eq!(run.lines(), ["Deploy? deny (terminal)"]);
}

#[test]
fn a_background_job_without_a_bus_cannot_ask() {
    let mut run = shell(Case::interactive());
    run.send("plyn-notify wait 'Deploy?' >out 2>err & wait $!; echo status=$?\r");
    run.pty.wait_text("status=69");
    assert_eq!(run.file("out"), "");
    let err = run.file("err");
    assert!(err.starts_with("plyn-notify: nobody can be asked: ") && err.lines().count() == 1, "{err:?}");
    assert!(err.contains("background"), "{err:?}");
    assert!(!run.pty.contents().contains("Stopped"));
}

#[test]
fn a_background_job_asks_on_the_desktop_alone() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let mut run = shell(Case::interactive().bus(&bus));
    run.send("stty tostop; plyn-notify wait 'Deploy?' >out 2>err &\r");
    let note = server.wait_notify(1);
    run.send("echo typ''ed\r");
    run.pty.wait_text("\ntyped");
    server.press(note.id, "Deny");
    run.wait_file("out", "deny\n");
    run.prompts().into_iter().for_each(wait_gone);
    run.send("\r");
    run.pty.wait_text("Exit 1");
    assert!(!run.pty.contents().contains("Stopped"), "{}", run.pty.contents());
    assert!(!run.pty.contents().contains("Deploy? "), "{}", run.pty.contents());
}

#[test]
fn a_job_that_goes_on_in_the_background_leaves_the_terminal_alone() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    for (number, stop) in ["key", "signal"].into_iter().enumerate() {
        let mut run = shell(Case::interactive().bus(&bus));
        run.send("plyn-notify wait --grace 0 --min-interval 0 'Deploy?' >out 2>err\r");
        run.ready("Enter takes it");
        server.wait_notify(server.notifications().len().max(number + 1));
        if stop == "key" {
            run.send(CTRL_Z);
        } else {
            run.pty.signal_foreground(Signal::STOP);
        }
        run.pty.wait_text("Stopped");
        run.send("clear; bg\r");
        run.pty.wait_text("&");
        run.send("echo typ''ed\r");
        run.pty.wait_text("\ntyped");
        assert!(!run.pty.contents().contains("Enter takes it"), "{stop}: {}", run.pty.contents());
        server.wait_open();
        server.press(server.open()[0], "Deny");
        run.wait_file("out", "deny\n");
        run.prompts().into_iter().for_each(wait_gone);
        run.send("\r");
        run.pty.wait_text("Exit 1");
        server.wait_none_open();
    }
}

#[test]
fn back_to_the_foreground_from_the_background() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let mut run = shell(Case::interactive().bus(&bus));
    run.send("plyn-notify wait 'Deploy?' >out 2>err\r");
    run.ready("Enter takes it");
    run.send(CTRL_Z);
    run.pty.wait_text("Stopped");
    run.send("bg\r");
    server.wait_notify(1);
    // A running job gets no signal when it is put into the foreground; stopped once more it looks again.
    let prompt = run.prompts()[0];
    run.send("fg\r");
    // The shell says it before it does it.
    assert!(comes_true(|| run.pty.foreground() == Some(prompt)));
    run.send(CTRL_Z);
    run.pty.wait_for("stopped twice", |screen| screen.contents().matches("Stopped").count() >= 2);
    run.send("fg\r");
    run.ready("Enter takes it");
    run.send("n\r");
    run.wait_file("out", "deny\n");
    server.wait_none_open();
}
