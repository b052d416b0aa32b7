//! What travels over ssh: one argument on the way there, lines on the way back (spec §7).
//!
//! Pure: no clock, no environment, no input or output. It builds and reads text; [`receive`](crate::cli) runs at the
//! desktop's end, the remote channel at the asker's.
//!
//! **There**, OpenSSH joins its arguments by spaces, sends them as one string, and hands that to the key's forced command
//! as `SSH_ORIGINAL_COMMAND`; line breaks survive, nothing is quoted and nothing is a shell's. The one argument is lacode's
//! six lines `title, message, urgency, icon, sound, request id` (fewer will do), and a seventh of ours: one line of JSON
//! that carries all the rest. Whoever does not know it shows the first two as a plain notice.
//!
//! **A key without its forced command** would hand the argument to a login shell. So our first lines are `(host) Title` and
//! `(source) Message`: a subshell with a word behind it is a syntax error in every shell, and a script that does not parse
//! is not run, whatever its other lines say (csh alone goes on with the next line; none of them is a command). On the
//! desktop of a six-field receiver the same text says where the notice is from.
//!
//! **Back**, a six-field asker gets the bare name of what was chosen, or nothing. Ours gets lines of JSON, one an event, the
//! last of which is the answer; each repeats the asker's nonce, so that what a login script prints is no answer.
//!
//! Field limits and whitelists are applied before anything is used. Of a request only what a notification may show
//! leaves: no secret, no reason without consent, of objects the names alone. The request id says by being there that
//! something is to be chosen; it is never kept.

mod answer;
mod request;
mod shell;

#[cfg(test)]
mod tests;

pub use answer::{Desk, Event, Given, bare, decode_event, encode_event};
pub use request::{
    Ask, Bad, Dialect, Header, Unfit, What, decode, encode_notice, encode_probe, encode_prompt, origin,
    signed,
};

/// The only version there is. A receiver that is asked in another one shows the plain notice.
const VERSION: u64 = 1;
/// The most characters of a title (spec §7).
pub const TITLE_LIMIT: usize = 120;
/// The most characters of a message, and of each other text of a prompt (spec §7).
pub const MESSAGE_LIMIT: usize = 400;
/// The longest payload, in bytes (spec §7); the kernel takes twice as much in one argument.
pub const PAYLOAD_LIMIT: usize = 64 * 1024;
/// The longest line of an answer that is read, in bytes: a typed text may be long.
pub const ANSWER_LIMIT: usize = 1024 * 1024;
/// The longest name that is repeated letter by letter: a choice's key, an action's name, a nonce (spec §7, of an id).
const NAME_LIMIT: usize = 128;
/// The most choices, options or objects: more are shown nowhere.
const MOST: usize = 64;
