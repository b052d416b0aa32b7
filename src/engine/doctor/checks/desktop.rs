//! What the notification server can do with a prompt.

use super::{and, capitalised, unless_answerable};
use crate::engine::{
    capability::{Buttons, Capability},
    channel::desktop::{look::Told, quirks::Quirk, spec::Server},
    doctor::{
        check::{Check, Level, id},
        evidence::Evidence,
        known::{self, Known, Stays},
        table::{self, Answer, Channel},
    },
};

/// A server that answers, and all that is known about it.
struct Subject<'a> {
    evidence: &'a Evidence,
    server: Server,
    quirk: Quirk,
    capability: Capability,
    known: Known,
}

pub(super) fn checks(evidence: &Evidence) -> Vec<Check> {
    let Some((server, quirk, capability)) = evidence.server() else { return Vec::new() };
    let known = known::find(&server.name, &server.vendor);
    let subject = Subject { evidence, server, quirk, capability, known };
    let mut checks = vec![subject.buttons(), subject.reply(), subject.quiet()];
    checks.extend(subject.menu());
    checks.extend(subject.stays());
    checks.extend(subject.back_doors());
    checks.extend(subject.foreign());
    checks
}

impl Subject<'_> {
    fn name(&self) -> &str {
        if self.server.name.is_empty() { "the server" } else { &self.server.name }
    }

    fn buttons(&self) -> Check {
        let advertised = self.server.capabilities.iter().any(|can| can == "actions");
        let proof = self.evidence.proofs.iter().find(|proof| {
            proof.capability == table::Capability::Buttons && proof.channel == Channel::Desktop
        });
        if let Some(proof) = proof.filter(|proof| proof.answer == Answer::Yes) {
            return Check::new(id::DESKTOP_BUTTONS, Level::Ok, "answers can be pressed", proof.how.as_str());
        }
        let without = "The notification then says what is asked, and the answer is given at the terminal.";
        match self.capability.buttons {
            Buttons::Never if advertised => Check::new(
                id::DESKTOP_BUTTONS,
                unless_answerable(self.evidence, Level::Warning),
                format!("{} shows no buttons", self.name()),
                format!("It says that it has them, but {}", self.quirk.reason),
            )
            .why(without),
            Buttons::Never if self.evidence.quiet().is_some_and(|(quiet, _)| quiet) => Check::new(
                id::DESKTOP_BUTTONS,
                unless_answerable(self.evidence, Level::Note),
                format!("{} shows no buttons during do-not-disturb", self.name()),
                "It takes the word actions out of its capabilities meanwhile",
            ),
            Buttons::Never => Check::new(
                id::DESKTOP_BUTTONS,
                unless_answerable(self.evidence, Level::Warning),
                format!("{} shows no buttons", self.name()),
                format!(
                    "Its capabilities are {}: the word actions is not among them",
                    and(&self.server.capabilities)
                ),
            )
            .why(without)
            .text("Some servers have a switch for it in their configuration."),
            Buttons::Menu => {
                let how = self.known.press.unwrap_or("its answers are in a menu");
                Check::new(
                    id::DESKTOP_BUTTONS,
                    Level::Note,
                    format!("{}: answers are in a menu, not on buttons", self.name()),
                    capitalised(how),
                )
                .why("That is how this server works; it says that it has buttons, and means its menu.")
            }
            Buttons::Shown(usize::MAX) => {
                Check::new(id::DESKTOP_BUTTONS, Level::Ok, "answers are buttons", "All of them are shown")
            }
            Buttons::Shown(most) => Check::new(
                id::DESKTOP_BUTTONS,
                Level::Ok,
                format!("answers are buttons, {most} at most"),
                format!("What is more is left to the terminal: {}", self.quirk.reason),
            ),
            Buttons::Row(row) => Check::new(
                id::DESKTOP_BUTTONS,
                Level::Ok,
                "answers are buttons, as many as go into a row",
                format!("The row has room for {} characters: {}", row.room, self.quirk.reason),
            ),
        }
    }

    /// The program that shows the menu.
    fn menu(&self) -> Option<Check> {
        let menu = self.evidence.desktop.as_ref()?.menu.as_ref()?;
        let file = menu.file.as_deref().map(|file| self.evidence.context.surroundings.shown(file));
        let place = file.as_ref().map_or_else(|| "by default".to_owned(), |file| format!("in {file}"));
        let seen = format!("The menu is {} ({place})", menu.command);
        Some(if menu.is_there {
            Check::new(id::DESKTOP_MENU, Level::Ok, "the program for the menu is there", seen)
        } else {
            let file = file.unwrap_or_else(|| "~/.config/dunst/dunstrc".to_owned());
            Check::new(
                id::DESKTOP_MENU,
                unless_answerable(self.evidence, Level::Warning),
                "the program for the menu is missing",
                format!("{seen}, and there is no such program"),
            )
            .why("Without it the menu with the answers does not open, and nothing says so.")
            .text(format!(
                "Install rofi and write into {file}, under [global]: dmenu = /usr/bin/rofi -dmenu -p dunst"
            ))
        })
    }

    fn reply(&self) -> Check {
        if let (true, Some(how)) = (self.capability.reply, self.known.reply) {
            return Check::new(
                id::DESKTOP_REPLY,
                Level::Note,
                "a typed answer can be given on a notification, if that is switched on",
                "Its capabilities have the word inline-reply, whether it is or not",
            )
            .why("Where it is off, a question that wants a text has no field on the notification.")
            .text(format!("Switch it on: {how}"));
        }
        if self.capability.reply {
            return Check::new(
                id::DESKTOP_REPLY,
                Level::Ok,
                "a typed answer can be given on a notification",
                "Its capabilities have the word inline-reply",
            );
        }
        Check::new(
            id::DESKTOP_REPLY,
            Level::Note,
            "no typed answers on a notification",
            "Its capabilities lack the word inline-reply",
        )
        .why("A question that wants a text is announced there, and answered at the terminal.")
    }

    fn quiet(&self) -> Check {
        match self.evidence.quiet() {
            Some((true, source)) => {
                let check = Check::new(id::DESKTOP_QUIET, Level::Warning, "do-not-disturb is on", capitalised(&source))
                    .why("A prompt is announced all the same, and what becomes of it is the server's to say: it is kept for later, or lost.");
                match self.known.loud {
                    Some(command) => check.command(command),
                    None => check.text("Switch it off in the settings of the desktop."),
                }
            }
            Some((false, source)) => {
                Check::new(id::DESKTOP_QUIET, Level::Ok, "do-not-disturb is off", capitalised(&source))
            }
            None => {
                let seen = match &self.evidence.desktop.as_ref().map(|desktop| &desktop.look.quiet) {
                    Some(Told::Failed(error)) => format!("It was asked, and the answer is {error}"),
                    Some(Told::Waiting) => "It was asked and does not answer".to_owned(),
                    _ => format!("There is no way to ask {}", self.name()),
                };
                Check::new(
                    id::DESKTOP_QUIET,
                    Level::Note,
                    "nobody can say whether do-not-disturb is on",
                    seen,
                )
                .why("If it is, a notification may not be seen.")
            }
        }
    }

    fn stays(&self) -> Option<Check> {
        Some(match self.known.stays {
            Stays::Yes => Check::new(
                id::DESKTOP_STAYS,
                Level::Ok,
                "a notification stays until it is answered",
                "Known of this server",
            ),
            Stays::No(how) => Check::new(
                id::DESKTOP_STAYS,
                Level::Note,
                "a notification does not stay on the screen",
                format!("Known of {}: {how}", self.name()),
            )
            .why("Prompts ask for one that stays, and this server does as it likes."),
            Stays::Unknown => return None,
        })
    }

    /// The interfaces that press buttons for whoever asks, as far as the server shows them.
    fn back_doors(&self) -> Option<Check> {
        let look = &self.evidence.desktop.as_ref()?.look;
        let shown = look.interfaces.is();
        let door = self.known.back_door?;
        let seen = match shown {
            Some(interfaces) if interfaces.iter().any(|interface| interface == door) => {
                format!("It offers {door} to every program of yours")
            }
            _ => format!("Known of {}: {door} on the session bus", self.name()),
        };
        Some(
            Check::new(id::DESKTOP_BACK_DOORS, Level::Note, "any program of yours can press the buttons", seen)
                .why("An answer from the desktop says that somebody logged in as you has given it, not that a human has.")
                .text(format!("Where that matters let only the terminal answer: {} …", self.evidence.ours(&["wait", "--terminal-only"]))),
        )
    }

    fn foreign(&self) -> Option<Check> {
        let why = self.known.foreign?;
        Some(
            Check::new(
                id::DESKTOP_FOREIGN,
                Level::Note,
                "a press may come from another program, and not count",
                capitalised(why),
            )
            .why("Only what the server itself says is believed: everything else could be forged.")
            .text(
                "Press the buttons of the notification itself; the test of the buttons shows who says what.",
            ),
        )
    }
}
