//! Typing at a prompt of the program under test.
//!
//! A prompt drops what was typed before it reads, and with it a Ctrl-C that the terminal has not seen to yet. A test is
//! fast enough to type that soon.

use std::{sync::PoisonError, time::Duration};

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
    fn try_type_at_prompt(&mut self, text: &str) -> bool {
        let shown = [format!("\u{203a} {text}"), format!("> {text}")];
        let is_shown = |contents: &str| shown.iter().any(|shown| contents.contains(shown));
        (0..TRIES).any(|_| self.type_until(&format!("{KILL_LINE}{text}"), LIMIT / TRIES, is_shown))
            && !self.has_ended()
    }

    /// Type these keys, and once more where they seem to be lost, which must come to the same; whether the screen shows all
    /// of this then. False as well if the program has ended meanwhile.
    pub(crate) fn try_first_keys(&mut self, keys: &str, seen: &[String]) -> bool {
        let is_seen = |contents: &str| seen.iter().all(|seen| contents.contains(seen));
        (0..TRIES).any(|_| self.type_until(keys, LIMIT / TRIES, is_seen)) && !self.has_ended()
    }

    /// Type these keys at a prompt that reads them; whether the screen shows all of this then. False as well if the program
    /// has ended meanwhile.
    pub(crate) fn try_keys(&mut self, keys: &str, seen: &[String]) -> bool {
        let is_seen = |contents: &str| seen.iter().all(|seen| contents.contains(seen));
        self.type_until(keys, LIMIT, is_seen) && !self.has_ended()
    }

    /// Types keys and waits for what has to be seen of them, or the end of the program; whether that came in time.
    fn type_until(&mut self, keys: &str, bound: Duration, is_seen: impl Fn(&str) -> bool) -> bool {
        self.send(keys);
        let missing = |seen: &mut Seen| {
            !matches!(seen.life, Life::Ended(_)) && !is_seen(&seen.screen.screen().contents())
        };
        let wait = self.seen.1.wait_timeout_while(self.lock(), bound, missing);
        !wait.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }
}
