//! A terminal with a character: it answers, shows notifications and has somebody who presses their buttons, as kitty,
//! foot, Konsole and the others do, and it is strict with what it is sent.
//!
//! `tests/terminals/NAME.toml` is one [`Personality`]; a new one needs nothing but its file. [`Model`] is the terminal
//! without a window and without time, for what can be tested without a process. [`Simulator`] is the same at the other
//! end of a [`Pty`], which stays the one that types, looks at the screen and waits:
//!
//! ```text
//! let (pty, terminal) = Simulator::start(&command, Personality::named("kitty"));
//! let shown = terminal.wait_notification();
//! terminal.press(&shown.id, 1);
//! pty.wait_exit();
//! terminal.is_content();
//! ```

mod model;
mod notification;
mod personality;
mod vt;

use std::{
    collections::VecDeque,
    sync::{Arc, mpsc},
};

pub(crate) use self::{
    model::{Model, Replies},
    notification::{Kind, Notification},
    personality::Personality,
    vt::{End, Sequence, Vt},
};
use super::{
    pty::{Keyboard, Pty, PtyCommand},
    sync::{Watched, pause, start_thread},
};

/// The terminal at the other end of a [`Pty`].
pub(crate) struct Simulator {
    seen: Arc<Watched<Seen>>,
    /// What it says, in order.
    mouth: mpsc::Sender<Speech>,
}

/// What it says at once, after so many milliseconds.
struct Speech(Replies, u64);

struct Seen {
    model: Model,
    /// Speeches that are not over.
    unsaid: usize,
    /// How many bytes of a reply come at a time.
    split: Option<usize>,
    /// Keys that are typed before the next sequences of its own.
    between: VecDeque<Vec<u8>>,
}

impl Simulator {
    /// Starts a command in a terminal of this kind, with the environment that it sets.
    pub(crate) fn start(command: &PtyCommand, personality: Personality) -> (Pty, Self) {
        let environment = personality.env.clone();
        let command =
            environment.iter().fold(command.clone(), |command, (name, value)| command.env(name, value));
        let delay = personality.delay;
        let seen = Arc::new(Watched::new(Seen {
            model: Model::new(personality),
            unsaid: 0,
            split: None,
            between: VecDeque::new(),
        }));
        let (mouth, speeches) = mpsc::channel();
        let simulator = Self { seen: Arc::clone(&seen), mouth: mouth.clone() };
        let pty = Pty::spawn_watched(&command, |keyboard| {
            let (keyboard, speaker) = (keyboard.clone(), Arc::clone(&seen));
            start_thread("terminal-replies", move || speak(&speeches, &keyboard, &speaker));
            Box::new(move |bytes| {
                let replies = seen.change(|seen| {
                    let replies = seen.model.feed(bytes);
                    seen.unsaid += usize::from(!replies.is_empty());
                    replies
                });
                if !replies.is_empty() {
                    let _ = mouth.send(Speech(replies, delay));
                }
            })
        });
        (pty, simulator)
    }

    /// From now on its replies come so many bytes at a time, each when the last ones are read.
    pub(crate) fn split(&self, size: usize) {
        self.seen.change(|seen| seen.split = Some(size));
    }

    /// Before each of the next sequences that it sends, some of this is typed, in the same write: a human who types while it
    /// speaks.
    pub(crate) fn interleave(&self, keys: impl IntoIterator<Item = impl AsRef<[u8]>>) {
        self.seen.change(|seen| seen.between.extend(keys.into_iter().map(|keys| keys.as_ref().to_vec())));
    }

    /// Sends something of its own accord: a reply to nobody, a forged report, noise.
    pub(crate) fn say(&self, bytes: impl AsRef<[u8]>) {
        self.human(|_| vec![bytes.as_ref().to_vec()]);
    }

    /// The human presses the button with this number, from 1, of the notification with this id. What the terminal reports is
    /// its own affair. It has to be up and to have that button.
    pub(crate) fn press(&self, id: &str, number: usize) {
        self.human(|model| model.press(id, number));
    }

    /// The human clicks on the notification itself.
    pub(crate) fn click(&self, id: &str) {
        self.human(|model| model.click(id));
    }

    /// The human closes the notification.
    pub(crate) fn dismiss(&self, id: &str) {
        self.human(|model| model.dismiss(id));
    }

    fn human(&self, act: impl FnOnce(&mut Model) -> Replies) {
        let replies = self.seen.change(|seen| {
            seen.unsaid += 1;
            act(&mut seen.model)
        });
        let _ = self.mouth.send(Speech(replies, 0));
    }

    /// Looks at the terminal. What the program has written is there for certain after [`Pty::wait_exit`] or
    /// [`Pty::raw_output`].
    pub(crate) fn look<T>(&self, look: impl FnOnce(&Model) -> T) -> T {
        self.seen.read(|seen| look(&seen.model))
    }

    /// Waits until the terminal is as `find` wants it.
    #[track_caller]
    pub(crate) fn wait<T>(&self, what: &str, mut find: impl FnMut(&Model) -> Option<T>) -> T {
        self.seen.wait(what, |seen| find(&seen.model))
    }

    /// Waits for a notification that is up: the latest one.
    #[track_caller]
    pub(crate) fn wait_notification(&self) -> Notification {
        self.wait("a notification", |model| model.notifications.iter().rfind(|shown| shown.up).cloned())
    }

    /// Waits until no notification is up.
    #[track_caller]
    pub(crate) fn wait_none_up(&self) {
        self.wait("no notification", |model| model.notifications.iter().all(|shown| !shown.up).then_some(()));
    }

    /// All notifications that were shown, in order.
    pub(crate) fn notifications(&self) -> Vec<Notification> {
        self.look(|model| model.notifications.clone())
    }

    /// Waits until it has said all that it had to say.
    #[track_caller]
    pub(crate) fn is_silent(&self) {
        self.seen.wait("the terminal's last reply", |seen| (seen.unsaid == 0).then_some(()));
    }

    /// Waits until it has said all that it had to say: nothing it was sent was wrong, and it has not crashed.
    #[track_caller]
    pub(crate) fn is_content(&self) {
        self.is_silent();
        assert_eq!(self.look(Model::faults), Vec::<String>::new());
    }
}

/// Until the terminal and its test are gone: says what there is to say.
fn speak(speeches: &mpsc::Receiver<Speech>, keyboard: &Keyboard, seen: &Watched<Seen>) {
    for Speech(replies, delay) in speeches {
        if delay > 0 {
            pause(delay);
        }
        let (bytes, split) = seen.change(|seen| {
            let typed = |seen: &mut Seen| seen.between.pop_front().unwrap_or_default();
            let bytes: Vec<u8> =
                replies.iter().flat_map(|reply| [typed(seen), reply.clone()].concat()).collect();
            (bytes, seen.split)
        });
        match split {
            Some(size) => keyboard.send_split(bytes, size),
            None => keyboard.send(bytes),
        }
        seen.change(|seen| seen.unsaid -= 1);
    }
}
