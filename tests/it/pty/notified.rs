//! Answers that are given on the terminal's own notification.

use super::{Case, Exit};
use crate::support::terminal::Personality;

/// Announced at once, at the terminal alone.
const AT_ONCE: [&str; 4] = ["--channels", "terminal", "--grace", "0"];

fn case(choices: &str) -> Case {
    Case::wait(&[&AT_ONCE[..], &["--choices", choices, "Deploy?"]].concat())
}

#[test]
fn a_press_is_the_answer() {
    let (mut run, terminal) = case("allow,deny,later").start_in(Personality::named("kitty"));
    run.ready("Deploy?");
    let shown = terminal.wait_notification();
    terminal.press(&shown.id, 2);
    run.ends(Exit::code(1), "deny\n", "");
    terminal.is_content();
    assert_eq!(run.pty.unread_input().escape_ascii().to_string(), "");
}

#[test]
fn an_answer_at_the_prompt_takes_it_down() {
    let (mut run, terminal) = case("allow,deny").start_in(Personality::named("kitty"));
    run.ready("Deploy?");
    terminal.wait_notification();
    run.pty.answer("allow");
    run.ends(Exit::code(0), "allow\n", "");
    terminal.wait_none_up();
    terminal.is_content();
    assert_eq!(run.pty.unread_input().escape_ascii().to_string(), "");
}
