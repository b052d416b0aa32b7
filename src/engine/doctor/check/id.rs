//! The names of the checks. They stay the same: scripts use them with `--only` and in JSON.
//!
//! Pure.

use super::Area;
use crate::engine::config::fault::nearest as nearest_of;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Id {
    /// The name.
    pub name: &'static str,
    /// Where it belongs.
    pub area: Area,
    /// What is looked at.
    pub about: &'static str,
}

pub(in super::super) const SYSTEM_STARTED: &str = "system.started";
pub(in super::super) const SYSTEM_SUDO: &str = "system.sudo";
pub(in super::super) const SYSTEM_SSH: &str = "system.ssh";
pub(in super::super) const SYSTEM_CONTAINER: &str = "system.container";
pub(in super::super) const SYSTEM_SANDBOX: &str = "system.sandbox";
pub(in super::super) const SYSTEM_WSL: &str = "system.wsl";
pub(in super::super) const SYSTEM_PROGRAMS: &str = "system.programs";
pub(in super::super) const SYSTEM_STATE: &str = "system.state";
pub(in super::super) const SYSTEM_THROTTLE: &str = "system.throttle";
pub(in super::super) const DESKTOP_BUS: &str = "desktop.bus";
pub(in super::super) const DESKTOP_SERVER: &str = "desktop.server";
pub(in super::super) const DESKTOP_STARTER: &str = "desktop.starter";
pub(in super::super) const DESKTOP_SESSION: &str = "desktop.session";
pub(in super::super) const DESKTOP_BUTTONS: &str = "desktop.buttons";
pub(in super::super) const DESKTOP_MENU: &str = "desktop.menu";
pub(in super::super) const DESKTOP_REPLY: &str = "desktop.reply";
pub(in super::super) const DESKTOP_STAYS: &str = "desktop.stays";
pub(in super::super) const DESKTOP_QUIET: &str = "desktop.quiet";
pub(in super::super) const DESKTOP_BACK_DOORS: &str = "desktop.back-doors";
pub(in super::super) const DESKTOP_FOREIGN: &str = "desktop.foreign";
pub(in super::super) const DESKTOP_PORTAL: &str = "desktop.portal";
pub(in super::super) const TERMINAL_USABLE: &str = "terminal.usable";
pub(in super::super) const TERMINAL_PROTOCOL: &str = "terminal.protocol";
pub(in super::super) const TERMINAL_ANSWERS: &str = "terminal.answers";
pub(in super::super) const TERMINAL_IDENTITY: &str = "terminal.identity";
pub(in super::super) const TERMINAL_CONFLICT: &str = "terminal.conflict";
pub(in super::super) const TERMINAL_TMUX: &str = "terminal.tmux";
pub(in super::super) const TERMINAL_LOCALE: &str = "terminal.locale";
pub(in super::super) const CONFIG_FILES: &str = "config.files";
pub(in super::super) const CONFIG_FAULTS: &str = "config.faults";
pub(in super::super) const CONFIG_ENABLED: &str = "config.enabled";
pub(in super::super) const CONFIG_CHANNELS: &str = "config.channels";
pub(in super::super) const CONFIG_GRACE: &str = "config.grace";
pub(in super::super) const CONFIG_ACTIONS: &str = "config.actions";
pub(in super::super) const CONFIG_ENVIRONMENT: &str = "config.environment";
pub(in super::super) const REMOTE_SSH: &str = "remote.ssh";
pub(in super::super) const REMOTE_TARGET: &str = "remote.target";
pub(in super::super) const REMOTE_KEY: &str = "remote.key";
pub(in super::super) const AGENTS_HOOK: &str = "agents.hook";

const fn id(name: &'static str, area: Area, about: &'static str) -> Id {
    Id { name, area, about }
}

/// All of them, in the order of a report.
pub const ALL: [Id; 39] = [
    id(
        SYSTEM_STARTED,
        Area::System,
        "How this program was started: from a shell, by cron, by systemd, on a build server.",
    ),
    id(SYSTEM_SUDO, Area::System, "Whether it runs under sudo, and whose desktop is asked then."),
    id(SYSTEM_SSH, Area::System, "Whether the human sits at another host."),
    id(SYSTEM_CONTAINER, Area::System, "Whether this is a container, which may not reach the desktop."),
    id(
        SYSTEM_SANDBOX,
        Area::System,
        "Whether this is a Flatpak or Snap sandbox, which may not reach the desktop.",
    ),
    id(SYSTEM_WSL, Area::System, "Whether this is Linux inside Windows."),
    id(SYSTEM_PROGRAMS, Area::System, "Which `plyn-notify` a shell finds, and whether there are others."),
    id(SYSTEM_STATE, Area::System, "Whether one prompt can leave a word for the next."),
    id(SYSTEM_THROTTLE, Area::System, "Whether an announcement would have to wait for the one before."),
    id(DESKTOP_BUS, Area::Desktop, "The session bus, over which programs of a desktop talk to each other."),
    id(DESKTOP_SERVER, Area::Desktop, "The program that shows notifications."),
    id(DESKTOP_STARTER, Area::Desktop, "The files that say which such program is started when none runs."),
    id(DESKTOP_SESSION, Area::Desktop, "Whether that program is the desktop's own."),
    id(DESKTOP_BUTTONS, Area::Desktop, "How an answer can be pressed."),
    id(DESKTOP_MENU, Area::Desktop, "The program that shows the answers where they are in a menu."),
    id(DESKTOP_REPLY, Area::Desktop, "Whether an answer can be typed into a notification."),
    id(DESKTOP_STAYS, Area::Desktop, "Whether a notification stays until it is answered."),
    id(DESKTOP_QUIET, Area::Desktop, "Whether do-not-disturb is on."),
    id(DESKTOP_BACK_DOORS, Area::Desktop, "How other programs can press the buttons."),
    id(
        DESKTOP_FOREIGN,
        Area::Desktop,
        "Whether a press may come from another program than the server, and does not count.",
    ),
    id(DESKTOP_PORTAL, Area::Desktop, "The way for sandboxed programs to show a notification."),
    id(TERMINAL_USABLE, Area::Terminal, "Whether a prompt can be answered at a terminal here."),
    id(TERMINAL_PROTOCOL, Area::Terminal, "How the terminal itself shows a notification."),
    id(TERMINAL_ANSWERS, Area::Terminal, "Whether an answer can be pressed on it."),
    id(TERMINAL_IDENTITY, Area::Terminal, "What the terminal says of itself."),
    id(TERMINAL_CONFLICT, Area::Terminal, "What spoke for another terminal, and why it did not count."),
    id(TERMINAL_TMUX, Area::Terminal, "Whether tmux hands notifications on."),
    id(TERMINAL_LOCALE, Area::Terminal, "Whether the terminal shows all characters."),
    id(CONFIG_FILES, Area::Config, "The files that were read."),
    id(CONFIG_FAULTS, Area::Config, "What is wrong in them."),
    id(CONFIG_ENABLED, Area::Config, "Whether prompts are announced."),
    id(CONFIG_CHANNELS, Area::Config, "Where they are announced."),
    id(CONFIG_GRACE, Area::Config, "How soon they are announced."),
    id(CONFIG_ACTIONS, Area::Config, "Whether notifications carry the answers."),
    id(CONFIG_ENVIRONMENT, Area::Config, "Variables that win over the files."),
    id(REMOTE_SSH, Area::Remote, "The program `ssh`."),
    id(REMOTE_TARGET, Area::Remote, "The host whose desktop is asked."),
    id(REMOTE_KEY, Area::Remote, "The key for it."),
    id(AGENTS_HOOK, Area::Agents, "Whether the coding agents that are here call the hook."),
];

/// The one of this name.
pub fn find(name: &str) -> Option<&'static Id> {
    ALL.iter().find(|id| id.name == name)
}

/// The name that was most likely meant.
pub fn nearest(name: &str) -> Option<&'static str> {
    let names: Vec<&'static str> = ALL.iter().map(|id| id.name).collect();
    nearest_of(name, &names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_begins_with_its_area_and_stands_once() {
        for (at, id) in ALL.iter().enumerate() {
            assert_eq!(id.name.split('.').next(), Some(id.area.name()), "{}", id.name);
            assert_eq!(ALL.iter().position(|other| other.name == id.name), Some(at));
            assert!(id.about.ends_with('.'), "{}", id.name);
        }
    }

    #[test]
    fn a_name_that_is_none_is_answered_with_the_nearest() {
        assert_eq!(nearest("desktop.buttns"), Some("desktop.buttons"));
        assert_eq!(nearest("Desktop.Bus"), Some("desktop.bus"));
        assert_eq!(nearest("desktop.back_doors"), Some("desktop.back-doors"));
        assert_eq!(nearest("xyz"), None);
    }
}
