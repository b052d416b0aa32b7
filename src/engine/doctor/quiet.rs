//! Do-not-disturb of the servers that do not say it on the bus (facts/servers.md §3d): in a file, or for another program to
//! say.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the settings are asked by running their programs, which are not waited for without a limit"
)]

use std::{
    process::Command,
    time::{Duration, Instant},
};

use crate::engine::{clock::now, facts::Surroundings, files, run::output::output};

/// How long such a program may take: it takes 20 ms.
const LIMIT: Duration = Duration::from_millis(500);

/// Where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// What a command prints that means it.
    Command { words: [&'static str; 4], on: &'static str },
    /// A file below the folder for configuration, and the line that means it.
    File { path: &'static str, line: &'static str },
}

fn place(server: &str, vendor: &str) -> Option<Place> {
    let setting = |schema, key, on| Some(Place::Command { words: ["gsettings", "get", schema, key], on });
    match server {
        "gnome-shell" => setting("org.gnome.desktop.notifications", "show-banners", "false"),
        "cinnamon" => setting("org.cinnamon.desktop.notifications", "display-notifications", "false"),
        "Notification Daemon" if vendor == "MATE" => {
            setting("org.mate.NotificationDaemon", "do-not-disturb", "true")
        }
        "io.elementary.notifications" => setting("io.elementary.notifications", "do-not-disturb", "true"),
        // Some versions also take their actions back meanwhile, 0.9.7 does not.
        "Xfce Notify Daemon" => {
            let words = ["xfconf-query", "--channel=xfce4-notifyd", "--property", "/do-not-disturb"];
            Some(Place::Command { words, on: "true" })
        }
        "lxqt-notificationd" => {
            Some(Place::File { path: "lxqt/notifications.conf", line: "doNotDisturb=true" })
        }
        "cosmic-notifications" => {
            let path = "cosmic/com.system76.CosmicNotifications/v1/do_not_disturb";
            Some(Place::File { path, line: "true" })
        }
        _ => None,
    }
}

/// Whether it is on, and what said so; none where that cannot be known.
pub(super) fn ask(
    (server, vendor): (&str, &str),
    surroundings: &Surroundings,
    until: Instant,
) -> Option<(bool, String)> {
    match place(server, vendor)? {
        Place::Command { words: words @ [program, ref arguments @ ..], on } => {
            let mut command = Command::new(program);
            command.args(arguments);
            let printed = output(command, until.min(now() + LIMIT)).ok()?;
            // What nobody has ever set is off.
            let is_unset = printed.complaint.contains("does not exist");
            if !printed.success && !is_unset {
                return None;
            }
            Some((printed.text.trim() == on, format!("asked by {}", words.join(" "))))
        }
        Place::File { path, line } => {
            let (file, text) = surroundings.config.iter().find_map(|folder| {
                let file = folder.join(path);
                let text = files::text(&file)?;
                Some((file, text))
            })?;
            let is_on = text.lines().any(|found| found.replace(' ', "").eq_ignore_ascii_case(line));
            Some((is_on, surroundings.shown(&file)))
        }
    }
}
