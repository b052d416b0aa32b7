//! The machine, and how this program came to run on it.

use std::time::Duration;

use super::and;
use crate::engine::{
    channel::desktop::look::Found,
    doctor::{
        check::{Check, Level, id},
        evidence::Evidence,
    },
    duration::compact,
};

/// Programs that start others without anybody being there.
const STARTERS: [&str; 6] = ["cron", "crond", "anacron", "atd", "fcron", "systemd"];

pub(super) fn checks(evidence: &Evidence) -> Vec<Check> {
    let all = [started, sudo, ssh, container, sandbox, wsl, programs, state, throttle];
    all.into_iter().filter_map(|check| check(evidence)).collect()
}

fn started(evidence: &Evidence) -> Option<Check> {
    let parents = &evidence.system.as_ref()?.parents;
    let chain = if parents.is_empty() {
        "Nothing is known about the processes before this one".to_owned()
    } else {
        format!("Started by {}", parents.join(", by "))
    };
    let alone = "Jobs of this kind have no terminal, and often lack the variables that lead to the desktop.";
    let starter = parents.iter().find(|parent| STARTERS.contains(&parent.as_str()));
    let terminal = evidence.terminal.as_ref()?.closed.is_none();
    Some(if evidence.context.surroundings.is_ci {
        Check::new(
            id::SYSTEM_STARTED,
            Level::Note,
            "a job of a build server",
            format!("{chain}; the variable CI is set"),
        )
        .why("Nobody sits there, so a prompt can only be answered by its default.")
        .text(format!(
            "Give prompts a deadline and a default: {} …",
            evidence.ours(&["wait", "--timeout", "5m", "--default", "deny"])
        ))
    } else if let Some(starter) = starter.filter(|_| !terminal) {
        Check::new(id::SYSTEM_STARTED, Level::Note, format!("started by {starter}"), chain).why(alone)
    } else {
        let by = parents.first().map_or("something unknown", String::as_str);
        Check::new(id::SYSTEM_STARTED, Level::Ok, format!("started by {by}"), chain)
    })
}

fn sudo(evidence: &Evidence) -> Option<Check> {
    let user = evidence.context.surroundings.sudo_user.as_deref()?;
    let bus = evidence.desktop.as_ref()?.look.bus.is();
    let theirs = bus.is_some_and(|bus| matches!(bus.found, Found::Caller(_)));
    let seen = format!("sudo was called by {user}");
    Some(if theirs {
        Check::new(id::SYSTEM_SUDO, Level::Ok, format!("under sudo, {user}'s desktop is asked"), seen)
    } else {
        Check::new(id::SYSTEM_SUDO, Level::Note, format!("under sudo, not on {user}'s desktop"), seen)
            .why("What runs as another user has another session bus, or none.")
            .text(format!("Run it as {user}, or leave DBUS_SESSION_BUS_ADDRESS unset."))
    })
}

fn ssh(evidence: &Evidence) -> Option<Check> {
    if !evidence.context.facts.is_remote {
        return None;
    }
    let from = evidence.context.surroundings.ssh_from.as_deref().unwrap_or("another host");
    let seen = format!("This session comes from {from} by ssh");
    if evidence.remote.as_ref()?.target.is_some() {
        return Some(Check::new(id::SYSTEM_SSH, Level::Ok, "over ssh", seen));
    }
    let desktop = evidence.server().is_some();
    let (level, title) = if desktop {
        (Level::Warning, "over ssh: notifications show on this host's screen")
    } else {
        (Level::Note, "over ssh")
    };
    Some(
        Check::new(id::SYSTEM_SSH, level, title, seen)
            .why("Whoever sits at the other end does not see this host's desktop.")
            .command(evidence.ours(&["tunnel", "setup"])),
    )
}

fn container(evidence: &Evidence) -> Option<Check> {
    let system = evidence.system.as_ref()?;
    let mark = match (&system.container, &evidence.context.surroundings.container) {
        (Some(mark), _) => format!("There is {mark}"),
        (None, Some(name)) => format!("The variable container is {name}"),
        (None, None) => return None,
    };
    Some(if evidence.server().is_some() {
        Check::new(id::SYSTEM_CONTAINER, Level::Ok, "in a container, and the desktop is reached", mark)
    } else {
        Check::new(id::SYSTEM_CONTAINER, Level::Note, "in a container", mark)
            .why("A container reaches the desktop only if the socket of the session bus is shared with it.")
            .text("Share $XDG_RUNTIME_DIR/bus with it and set DBUS_SESSION_BUS_ADDRESS; toolbox and distrobox do so.")
    })
}

fn sandbox(evidence: &Evidence) -> Option<Check> {
    let system = evidence.system.as_ref()?;
    let named = evidence.context.surroundings.sandbox.as_deref();
    let seen = match named {
        Some(named) => format!("The variable {named} is set"),
        None if system.is_flatpak => "There is /.flatpak-info".to_owned(),
        None => return None,
    };
    let kind = if system.is_flatpak { "Flatpak" } else { "Snap" };
    Some(if evidence.server().is_some() {
        Check::new(
            id::SYSTEM_SANDBOX,
            Level::Ok,
            format!("in a {kind} sandbox, and the desktop is reached"),
            seen,
        )
    } else {
        let check = Check::new(id::SYSTEM_SANDBOX, Level::Warning, format!("in a {kind} sandbox"), seen)
            .why("A sandbox hides the notification server from the programs in it.");
        if system.is_flatpak {
            check.text("Give the application that this runs in the right: flatpak override --user --talk-name=org.freedesktop.Notifications APPLICATION")
        } else {
            check.text("Connect the snap's interface: snap connect NAME:desktop")
        }
    })
}

fn wsl(evidence: &Evidence) -> Option<Check> {
    let kernel = &evidence.system.as_ref()?.kernel;
    if !kernel.to_lowercase().contains("microsoft") {
        return None;
    }
    let seen = format!("The kernel is {kernel}");
    Some(if evidence.server().is_some() {
        Check::new(id::SYSTEM_WSL, Level::Ok, "in WSL, with a notification server", seen)
    } else {
        Check::new(id::SYSTEM_WSL, Level::Note, "in WSL", seen)
            .why("Linux inside Windows has no notification server unless you start one.")
            .text("Install and start one that draws its own windows, such as dunst; until then prompts are asked at the terminal.")
    })
}

fn programs(evidence: &Evidence) -> Option<Check> {
    let programs = evidence.programs.as_ref()?;
    let surroundings = &evidence.context.surroundings;
    let shown: Vec<String> = programs.ours.iter().map(|path| surroundings.shown(path)).collect();
    let running =
        surroundings.program.as_deref().map_or_else(|| "unknown".to_owned(), |path| surroundings.shown(path));
    let first = shown.first();
    Some(match (first, shown.len()) {
        (None, _) => Check::new(
            id::SYSTEM_PROGRAMS,
            Level::Note,
            "plyn-notify is in no folder of PATH",
            format!("This one is {running}"),
        )
        .why("Scripts and hooks that call it by its name do not find it.")
        .text("Put it, or a link to it, into a folder of PATH, such as ~/.local/bin."),
        (Some(first), 1) if programs.is_first == Some(true) => {
            Check::new(id::SYSTEM_PROGRAMS, Level::Ok, "one plyn-notify on PATH", first.clone())
        }
        (Some(first), 1) => Check::new(
            id::SYSTEM_PROGRAMS,
            Level::Note,
            "scripts start another plyn-notify than this one",
            format!("This one is {running}, the one on PATH is {first}"),
        )
        .why("They may be of different versions."),
        (Some(first), count) => Check::new(
            id::SYSTEM_PROGRAMS,
            Level::Warning,
            format!("{count} programs are called plyn-notify"),
            format!("On PATH are {}; {first} is the one that is started. This one is {running}", and(&shown)),
        )
        .why("An old one in front of a new one is a puzzle later.")
        .text("Remove those that you do not want."),
    })
}

fn state(evidence: &Evidence) -> Option<Check> {
    let state = evidence.state.as_ref()?;
    let folder = state.folder.as_deref().map(|folder| evidence.context.surroundings.shown(folder));
    Some(match &state.obstacle {
        None => Check::new(
            id::SYSTEM_STATE,
            Level::Ok,
            "prompts can leave a word for the next",
            folder.map_or_else(String::new, |folder| format!("In {folder}")),
        ),
        Some(obstacle) => {
            Check::new(id::SYSTEM_STATE, Level::Warning, "nothing is kept between prompts", obstacle.as_str())
                .why(
                    "Then announcements come as often as prompts do, and a notification that a killed prompt \
                     left stays on the screen.",
                )
                .text("Give yourself that folder with mode 700, or set XDG_RUNTIME_DIR.")
        }
    })
}

fn throttle(evidence: &Evidence) -> Option<Check> {
    let state = evidence.state.as_ref()?;
    let least = evidence.notify()?.min_interval;
    let rest = state.announced.and_then(|ago| least.checked_sub(ago)).filter(|rest| !rest.is_zero());
    let every = format!("At least {} are between two announcements from here", compact(least));
    Some(match rest {
        _ if state.handoff => Check::new(
            id::SYSTEM_THROTTLE,
            Level::Ok,
            "the next prompt is announced at once",
            "The last one was answered on a notification, less than a minute ago",
        ),
        // The time on the screen would be wrong a moment later.
        Some(rest) if rest > Duration::from_secs(1) => Check::new(
            id::SYSTEM_THROTTLE,
            Level::Note,
            format!("the next announcement waits {}", compact(Duration::from_secs(rest.as_secs()))),
            every,
        )
        .why("Many prompts in a row would flood you with notifications; one that has to wait is late, never lost.")
        .text(format!("To change it: {}", evidence.ours(&["config", "set", "min_interval_seconds", "0"]))),
        _ => Check::new(id::SYSTEM_THROTTLE, Level::Ok, "the next announcement need not wait", every),
    })
}
