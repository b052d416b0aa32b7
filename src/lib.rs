//! Ask a human and bring the answer back: at the terminal and on a notification, whichever is answered first.
//!
//! The library is the engine of the `plyn-notify` program. [`engine`] knows how a prompt lives and dies and owns
//! every channel to the human; [`cli`] turns arguments into a request and an outcome into output and an exit status.
//! ARCHITECTURE.md has the map.
//!
//! # Asking from Rust
//!
//! A [`Request`](engine::request::Request) says what is asked, a [`Plan`](engine::plan::Plan) where, and
//! [`drive::run`](engine::drive::run) asks it and returns when somebody has answered, nobody can be asked, or the deadline
//! has passed. It blocks; only one prompt at a time can have the terminal. It takes INT, QUIT, TERM, HUP and TSTP while it
//! runs, and whoever gets [`Ending::Interrupted`](engine::answer::Ending) should end by that signal.
//!
//! ```
//! use std::time::Duration;
//!
//! use plyn_notify::engine::{
//!     answer::{ChannelKind, Ending},
//!     channel::remote::Way,
//!     drive::{self, Job},
//!     facts::Facts,
//!     plan::{Plan, Wishes},
//!     request::{Deadline, Request, Verdict},
//!     throttle::Throttle,
//!     tty::open::Tty,
//! };
//!
//! /// Whether a human allows it; nobody who can be asked, no answer in time and "no" all mean no.
//! fn allowed(question: &str, tty: Option<Tty>, channels: Vec<ChannelKind>) -> std::io::Result<bool> {
//!     let facts = Facts::read();
//!     let request = Request {
//!         deadline: Some(Deadline { after: Duration::from_secs(60), otherwise: None }),
//!         ..Request::confirm(question, &facts.source)
//!     };
//!     let throttle = Throttle::new(facts.state_dir.as_deref(), &facts.caller);
//!     let wishes = Wishes {
//!         enabled: true,
//!         channels,
//!         actions: true,
//!         terminal_only: false,
//!         elsewhere: None,
//!         grace: Duration::from_secs(5),
//!         min_interval: Duration::from_secs(10),
//!         continues: throttle.handoff(),
//!         bell: true,
//!     };
//!     let at_terminal = tty.as_ref().is_some_and(|tty| tty.usable().is_ok());
//!     let plan = Plan::new(&request, &wishes, at_terminal);
//!     let job = Job { actions: wishes.actions, tty, ..Job::new(request, plan, facts, throttle) };
//!     // The outcome is handed over as soon as it is known, before the notification is gone; here it can wait.
//!     let ran = drive::run(job, |_| {})?;
//!     Ok(matches!(ran.outcome.ending, Ending::Answered { answer, .. } if answer.verdict() == Verdict::Affirm))
//! }
//!
//! fn main() -> std::io::Result<()> {
//! # if false {
//!     // At the terminal, and on the desktop if there is no answer within the grace.
//!     if allowed("Deploy?", Tty::open().ok(), vec![ChannelKind::Desktop])? {
//!         println!("deploying");
//!     }
//! # }
//!     // Where nobody can be asked, it is said at once.
//!     assert!(!allowed("Deploy?", None, Vec::new())?);
//!     Ok(())
//! }
//! ```

pub mod cli;
pub mod engine;
pub mod tui;
