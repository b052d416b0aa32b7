//! A prompt in each kind of terminal that there is (`tests/terminals/`).

use super::{Case, Exit};
use crate::support::terminal::Personality;

#[test]
fn a_prompt_is_answered_in_every_terminal() {
    for personality in Personality::all() {
        let name = personality.name.clone();
        let (mut run, terminal) = Case::wait(&["Go on?"]).start_in(personality);
        run.ready("Go on?");
        run.pty.answer("deny");
        run.ends(Exit::code(1), "deny\n", "");
        assert_eq!(run.pty.unread_input().escape_ascii().to_string(), "", "{name}");
        terminal.is_content();
    }
}

#[test]
fn reports_that_nobody_asked_for_type_nothing() {
    for split in [None, Some(1), Some(3)] {
        let (mut run, terminal) = Case::wait(&["--reply", "Which?"]).start_in(Personality::named("kitty"));
        run.ready("Which?");
        // It was asked who it is, and no terminal lets keys into what it says.
        terminal.is_silent();
        if let Some(size) = split {
            terminal.split(size);
        }
        run.pty.type_at_prompt("a");
        terminal.interleave(["b", "c"]);
        terminal.say("\x1b]99;i=pn1;2\x1b\\");
        terminal.say("\x1bP>|kitty(0.41.1)\x1b\\");
        terminal.say("\x1b[?62;c");
        terminal.is_silent();
        run.send("d");
        run.pty.wait_text("abcd");
        run.send("\r");
        run.ends(Exit::code(0), "abcd\n", "");
        assert_eq!(run.pty.unread_input(), b"");
        terminal.is_content();
    }
}
