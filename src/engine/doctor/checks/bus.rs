//! The session bus, and who shows notifications on it.

use super::{and, as_bad_as, capitalised, unless_answerable};
use crate::engine::{
    channel::desktop::look::{Found, Look, Told},
    doctor::{
        check::{Check, Level, id},
        evidence::Evidence,
        found::{Desktop, Process, Service},
        way,
    },
    shell,
};

/// What `XDG_CURRENT_DESKTOP` says, and the name of that desktop's own server.
const OWN: [(&str, &str); 10] = [
    ("KDE", "Plasma"),
    ("GNOME", "gnome-shell"),
    ("X-Cinnamon", "cinnamon"),
    ("XFCE", "Xfce Notify Daemon"),
    ("MATE", "Notification Daemon"),
    ("LXQt", "lxqt-notificationd"),
    ("COSMIC", "cosmic-notifications"),
    ("Pantheon", "io.elementary.notifications"),
    ("Budgie", "Budgie Notification Server"),
    ("Deepin", "DeepinNotifications"),
];

pub(super) fn checks(evidence: &Evidence) -> Vec<Check> {
    let Some(desktop) = &evidence.desktop else { return Vec::new() };
    let mut checks = vec![bus(evidence, &desktop.look)];
    if matches!(desktop.look.bus, Told::Is(_)) {
        checks.push(server(evidence, desktop));
        checks.extend(starter(evidence, &desktop.look));
        checks.extend(session(evidence));
        checks.extend(portal(evidence, &desktop.look));
    }
    checks
}

fn as_bad(evidence: &Evidence) -> Level {
    as_bad_as(evidence, way::DESKTOP)
}

fn bus(evidence: &Evidence, look: &Look) -> Check {
    let known = "Notifications of the desktop are shown over the session bus.";
    match &look.bus {
        Told::Is(bus) => {
            let how = match bus.found {
                Found::Variable => "as DBUS_SESSION_BUS_ADDRESS says".to_owned(),
                Found::Usual => "at its usual place".to_owned(),
                Found::Caller(user) => format!("that of user {user}, who called sudo"),
            };
            Check::new(
                id::DESKTOP_BUS,
                Level::Ok,
                "the session bus answers",
                format!("{}, {how}", bus.address),
            )
        }
        Told::Failed(error) => {
            let check =
                Check::new(id::DESKTOP_BUS, as_bad(evidence), "there is no session bus", capitalised(error))
                    .why(known);
            found_elsewhere(evidence, check)
        }
        Told::Waiting | Told::NotAsked => Check::new(
            id::DESKTOP_BUS,
            as_bad(evidence),
            "the session bus does not answer",
            "It takes connections and says nothing",
        )
        .why(known)
        .text("Log out and in again: whatever is on that bus is stuck."),
    }
}

/// Where a bus that was not found may be. The usual place was looked at already, whatever the variable says.
fn found_elsewhere(evidence: &Evidence, check: Check) -> Check {
    let facts = &evidence.context.facts;
    let terminal = evidence.ours(&["config", "set", "channels", "terminal"]);
    let by_itself = format!("Where there is no desktop: {terminal}");
    if facts.environment.has("TMUX") {
        return check
            .command("export \"$(systemctl --user show-environment | grep ^DBUS_SESSION_BUS_ADDRESS=)\"");
    }
    match facts.bus.address.as_deref() {
        Some("disabled:") => check.command("unset DBUS_SESSION_BUS_ADDRESS"),
        Some(_) => check.text(format!(
            "DBUS_SESSION_BUS_ADDRESS leads nowhere. Set it to what echo \"$DBUS_SESSION_BUS_ADDRESS\" says in a \
             terminal of the desktop. {by_itself}"
        )),
        None => check.text(format!(
            "DBUS_SESSION_BUS_ADDRESS is not set, and no bus is at the usual place. Run this in a terminal of the \
             desktop, or set it to what echo \"$DBUS_SESSION_BUS_ADDRESS\" says there. {by_itself}"
        )),
    }
}

fn server(evidence: &Evidence, desktop: &Desktop) -> Check {
    let look = &desktop.look;
    let owner = look.owner.is().and_then(Option::as_deref).unwrap_or_default();
    let process = desktop.process.as_ref().map_or_else(
        || format!("{owner} on the bus"),
        |process| format!("process {}, {}", process.id, process.program),
    );
    let why = "Without it nothing is shown on the desktop.";
    if let Some((server, ..)) = evidence.server() {
        let Some(information) = look.information.is() else {
            return Check::new(
                id::DESKTOP_SERVER,
                Level::Warning,
                "a notification server that cannot say who it is",
                capitalised(&process),
            )
            .why("What it is good at is not known, so it is trusted with little.");
        };
        let version = if information.version.is_empty() { "without a version" } else { &information.version };
        let seen = format!("{} {version} of {}, {process}", server.name, information.vendor);
        let called = if server.name.is_empty() { "a server without a name" } else { &server.name };
        return Check::new(id::DESKTOP_SERVER, Level::Ok, format!("{called} shows notifications"), seen);
    }
    if look.has_owner() {
        let check = Check::new(id::DESKTOP_SERVER, as_bad(evidence), "the notification server does not answer", process)
            .why("It has the name and says nothing, so nothing is shown. A prompt gives it 2 s and goes on without it.");
        return match &desktop.process {
            Some(process) => revived(look, process, check),
            None => check.text("End it, and start it again."),
        };
    }
    if look.owner.is_waiting() {
        return Check::new(
            id::DESKTOP_SERVER,
            as_bad(evidence),
            "nobody says who shows notifications",
            "The bus does not answer",
        )
        .why(why);
    }
    if look.can_start == Told::Is(true) {
        return Check::new(
            id::DESKTOP_SERVER,
            Level::Note,
            "no notification server is running; one is started when it is needed",
            "Nobody has the name org.freedesktop.Notifications, and the bus can start a program for it",
        )
        .why("Whether that works is known only once it is tried.")
        .command(evidence.ours(&["notify", "Hello"]));
    }
    Check::new(
        id::DESKTOP_SERVER,
        as_bad(evidence),
        "no notification server is running",
        "Nobody has the name org.freedesktop.Notifications, and the bus knows no program to start for it",
    )
    .why(why)
    .text("Install one and start it with your session: dunst (X11 and Wayland), mako or swaync (Wayland). A whole desktop brings its own.")
}

/// What mends a server that does nothing: it would not heed a signal that asks it to end.
fn revived(look: &Look, process: &Process, check: Check) -> Check {
    let kill = format!("kill -9 {}", process.id);
    if process.program.ends_with("/gnome-shell") {
        return check.text(format!(
            "It is the desktop itself. Under X11 this starts it anew: {kill}. Under Wayland that ends the session: \
             save what you can, and log out and in."
        ));
    }
    if let Some(unit) = &process.unit {
        return check.command(format!(
            "systemctl --user kill -s KILL {0}; systemctl --user restart {0}",
            shell::word(unit)
        ));
    }
    if look.can_start == Told::Is(true) {
        return check.command(kill);
    }
    check.text(format!("End it, and start it again: {kill}; {}", shell::word(&process.program)))
}

/// What would be started, or could be.
fn starter(evidence: &Evidence, look: &Look) -> Option<Check> {
    let services = evidence.services.as_deref()?;
    let shown = |service: &Service| evidence.context.surroundings.shown(&service.path);
    let files: Vec<String> = services.iter().map(shown).collect();
    let missing: Vec<String> = services
        .iter()
        .filter(|service| !service.is_there && service.unit.is_none())
        .map(|service| format!("{} ({})", service.command, shown(service)))
        .collect();
    if !look.has_owner() && look.can_start == Told::Is(true) {
        if lacks_display(evidence, look) {
            return Some(
                Check::new(
                    id::DESKTOP_STARTER,
                    unless_answerable(evidence, Level::Warning),
                    "a notification server would be started without a screen",
                    "Neither DISPLAY nor WAYLAND_DISPLAY is among the variables that systemd starts it with",
                )
                .why("A program that is to draw ends at once without them.")
                .command("dbus-update-activation-environment --systemd DISPLAY WAYLAND_DISPLAY"),
            );
        }
        if !services.is_empty() && missing.len() == services.len() {
            return Some(
                Check::new(
                    id::DESKTOP_STARTER,
                    as_bad(evidence),
                    "the notification server that would be started is not installed",
                    format!("There is no {}", and(&missing)),
                )
                .why("The bus knows it by a file that was left behind.")
                .text("Install it again, or remove that file."),
            );
        }
    }
    match services {
        [] => None,
        [only] => Some(Check::new(
            id::DESKTOP_STARTER,
            Level::Ok,
            "one program can be started to show notifications",
            format!("{} ({})", only.command, shown(only)),
        )),
        _ => Some(
            Check::new(
                id::DESKTOP_STARTER,
                Level::Note,
                format!("{} programs can be started to show notifications", services.len()),
                and(&files),
            )
            .why("Where none is running the bus starts one of them, and nobody can say which.")
            .text("Keep one: start it with your session, or remove the packages of the others."),
        ),
    }
}

/// Whether systemd would start a server without knowing the screen.
fn lacks_display(evidence: &Evidence, look: &Look) -> bool {
    let Some(variables) = look.started_with.is() else { return false };
    let has = |name: &str| variables.iter().any(|variable| variable.starts_with(name));
    evidence.context.surroundings.display.is_some() && !has("DISPLAY=") && !has("WAYLAND_DISPLAY=")
}

/// Whether it is the desktop's own.
fn session(evidence: &Evidence) -> Option<Check> {
    let desktop = evidence.context.surroundings.desktop.as_deref()?;
    let (server, ..) = evidence.server()?;
    let (_, own) =
        OWN.iter().find(|(name, _)| desktop.split(':').any(|word| word.eq_ignore_ascii_case(name)))?;
    let seen = format!("XDG_CURRENT_DESKTOP is {desktop}");
    Some(if *own == server.name {
        Check::new(id::DESKTOP_SESSION, Level::Ok, "it is the desktop's own", seen)
    } else {
        Check::new(id::DESKTOP_SESSION, Level::Note, format!("{} shows notifications, not {own}", server.name), seen)
            .why("Whichever of two servers starts first has the name; what the desktop's settings say is not for this one.")
            .text("If that is not what you want, do not start it with your session.")
    })
}

fn portal(evidence: &Evidence, look: &Look) -> Option<Check> {
    let version = look.portal.is()?;
    let seen = format!("org.freedesktop.portal.Notification, version {version}");
    let is_needed = evidence.server().is_none();
    let level = if is_needed { Level::Note } else { Level::Ok };
    Some(
        Check::new(id::DESKTOP_PORTAL, level, "there is a portal for notifications", seen)
            .why("It is the way of sandboxed programs. Prompts do not use it: it does not say when a notification is closed."),
    )
}
