//! Typing at a prompt of the program under test.
//!
//! A prompt drops what was typed before it reads, and with it a Ctrl-C that the terminal has not seen to yet. A test is
//! fast enough to type that soon.

use std::sync::PoisonError;

use super::{LIMIT, Life, Pty, Seen};

const KILL_LINE: &str = "\x15";
const TRIES: u32 = 20;

impl Pty {
    /// Type an answer at the prompt and take it with Enter.
    pub(crate) fn answer(&mut self, text: &str) {
        self.type_at_prompt(text);
        self.send("\r");
    }

    /// Type at the prompt, anew and over the last try, until it shows what was typed.
    pub(crate) fn type_at_prompt(&mut self, text: &str) {
        let shown = self.try_type_at_prompt(text);
        assert!(shown, "the prompt does not take {text:?}; the screen:\n{}\n---", self.contents());
    }

    /// Like that, unless the program ends meanwhile; whether it shows what was typed.
    pub(crate) fn try_type_at_prompt(&mut self, text: &str) -> bool {
        let shown = [format!("› {text}"), format!("> {text}")];
        let missing = |seen: &mut Seen| {
            let contents = seen.screen.screen().contents();
            let ended = matches!(seen.life, Life::Ended(_));
            !ended && !shown.iter().any(|shown| contents.contains(shown))
        };
        for _ in 0..TRIES {
            self.send(format!("{KILL_LINE}{text}"));
            let wait = self.seen.1.wait_timeout_while(self.lock(), LIMIT / TRIES, missing);
            if !wait.unwrap_or_else(PoisonError::into_inner).1.timed_out() {
                return !self.has_ended();
            }
        }
        false
    }
}
