//! What is known about particular notification servers, as data.
//!
//! Pure. A server is known by its name and vendor, since versions are unreliable (mako always says 0.0.0). Every row
//! says why it is there; the facts are measured or read in the servers' sources.

use crate::engine::capability::{Buttons, Row};

/// How the server reads the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markup {
    /// As markup if it says so in its capabilities, else as plain text.
    AsAdvertised,
    /// As markup, whatever it says.
    Always,
}

/// Where do-not-disturb can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quiet {
    /// Nowhere on the bus.
    Unknown,
    /// A boolean property.
    Property {
        /// Object path.
        path: &'static str,
        /// Interface.
        interface: &'static str,
        /// Property.
        property: &'static str,
    },
    /// A property that lists the modes which are on.
    Modes {
        /// Object path.
        path: &'static str,
        /// Interface.
        interface: &'static str,
        /// Property.
        property: &'static str,
        /// The mode that means it.
        mode: &'static str,
    },
    /// A method that returns a boolean, on a name of its own.
    Method {
        /// Bus name.
        name: &'static str,
        /// Object path.
        path: &'static str,
        /// Interface.
        interface: &'static str,
        /// Method.
        method: &'static str,
    },
}

/// How a server reads the label of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// As it is, which the specification does not say and everybody expects.
    Text,
    /// As markup; a label that is none is drawn empty.
    Markup,
    /// As Qt's widgets do: an `&` is a mnemonic's mark.
    Mnemonic,
    /// As Plasma does: markup if there is a tag in it, then an `&` before anything but a space or another one is a
    /// mnemonic's mark.
    Guessed,
}

/// How a notification is taken down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withdrawal {
    /// By `CloseNotification`.
    Close,
    /// By `CloseNotification`, after it was made to expire: else it is forgotten and stays on the screen.
    ExpireAndClose,
    /// Not at all, since others would go with it.
    Never,
}

/// How one server differs from the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quirk {
    /// The name it gives in `GetServerInformation`.
    pub name: &'static str,
    /// The vendor it gives, where the name alone is not enough.
    pub vendor: Option<&'static str>,
    /// How its buttons can be pressed, if it advertises actions at all.
    pub buttons: Buttons,
    /// Whether the `default` action is a click on the body and nothing else.
    pub body_click: bool,
    /// How it reads the body.
    pub markup: Markup,
    /// How it reads a label.
    pub labels: Labels,
    /// Whether a close by hand is reported as an expiry.
    pub says_expired: bool,
    /// The `expire_timeout` that means never.
    pub never: i32,
    /// How one is taken down.
    pub withdrawal: Withdrawal,
    /// Whether the `desktop-entry` hint helps.
    pub desktop_entry: bool,
    /// Whether it swallows the second of two notifications with the same text.
    pub unique_text: bool,
    /// Where do-not-disturb can be read.
    pub quiet: Quiet,
    /// Why this row is there.
    pub reason: &'static str,
}

/// How many buttons an unknown server is trusted with (spec §3 rule 7).
const UNKNOWN_LIMIT: usize = 3;
/// A server that draws them all.
const ALL: Buttons = Buttons::Shown(usize::MAX);
/// swaync's row in a window of 500 pixels: 476 for labels of 8 a character and 8 more. The text of the last button is in
/// its middle, so that a row is seen that is half a button too long.
const SWAYNC_ROW: Row = Row { room: 66, gap: 1, equal: true, scrolls: true };
/// notification-daemon's row in a window of 400 pixels: 310 for labels of 6.2 a character and 26 more.
const NOTIFICATION_DAEMON_ROW: Row = Row { room: 50, gap: 4, equal: false, scrolls: false };

/// A server that nothing is known about, and the values of a row where it says nothing else.
pub const UNKNOWN: Quirk = Quirk {
    name: "",
    vendor: None,
    buttons: Buttons::Shown(UNKNOWN_LIMIT),
    body_click: true,
    markup: Markup::AsAdvertised,
    labels: Labels::Text,
    says_expired: false,
    never: 0,
    withdrawal: Withdrawal::Close,
    desktop_entry: false,
    unique_text: false,
    quiet: Quiet::Unknown,
    reason: "nothing is known about it",
};

/// The known servers (facts/servers.md §3 and §4).
pub const QUIRKS: &[Quirk] = &[
    Quirk {
        name: "Plasma",
        vendor: Some("KDE"),
        buttons: ALL,
        labels: Labels::Guessed,
        desktop_entry: true,
        quiet: Quiet::Property {
            path: "/org/freedesktop/Notifications",
            interface: "org.freedesktop.Notifications",
            property: "Inhibited",
        },
        reason: "draws every button, and on it a tag as markup (Qt::mightBeRichText) and R&D as RD (Kirigami's \
                 MnemonicAttached), seen on 6.3; without desktop-entry nothing is kept in the history during \
                 do-not-disturb",
        ..UNKNOWN
    },
    Quirk {
        name: "gnome-shell",
        vendor: Some("GNOME"),
        reason: "draws the first three buttons and drops the rest (js/ui/messageList.js); what shall never expire goes \
                 into its list after 4 s, and nobody is told, seen on 48; with desktop-entry it closes the notifications \
                 of all waiting processes when the first of them ends (js/ui/messageTray.js)",
        ..UNKNOWN
    },
    Quirk {
        name: "cinnamon",
        vendor: Some("GNOME"),
        buttons: ALL,
        reason: "draws every button; as GNOME it must not get desktop-entry (js/ui/notificationDaemon.js)",
        ..UNKNOWN
    },
    Quirk {
        name: "dunst",
        buttons: Buttons::Menu,
        markup: Markup::Always,
        unique_text: true,
        quiet: Quiet::Property {
            path: "/org/freedesktop/Notifications",
            interface: "org.dunstproject.cmd0",
            property: "paused",
        },
        reason: "has no buttons, only a menu; applies markup without saying so; stacks equal texts and closes the \
                 older one (dunst #660, queues.c)",
        ..UNKNOWN
    },
    Quirk {
        name: "mako",
        buttons: Buttons::Menu,
        quiet: Quiet::Modes {
            path: "/fr/emersion/Mako",
            interface: "fr.emersion.Mako",
            property: "Modes",
            mode: "do-not-disturb",
        },
        reason: "advertises actions and draws none: `makoctl menu` only (mako #612); draws five lines, if its \
                 configuration says no other height, seen on 1.10",
        ..UNKNOWN
    },
    Quirk {
        name: "SwayNotificationCenter",
        buttons: Buttons::Row(SWAYNC_ROW),
        quiet: Quiet::Method {
            name: "org.erikreider.swaync.cc",
            path: "/org/erikreider/swaync/cc",
            interface: "org.erikreider.swaync.cc",
            method: "GetDnd",
        },
        reason: "draws its buttons in a row that has to be scrolled, each as wide as the widest (notification.vala), \
                 and what shall never expire goes into its list after 10 s, and nobody is told, seen on 0.11",
        ..UNKNOWN
    },
    Quirk {
        name: "Xfce Notify Daemon",
        buttons: ALL,
        body_click: false,
        unique_text: true,
        reason: "draws `default` as one more button and closes equal texts at once (window.c, daemon.c)",
        ..UNKNOWN
    },
    Quirk {
        name: "lxqt-notificationd",
        body_click: false,
        labels: Labels::Mnemonic,
        unique_text: true,
        reason: "turns four and more buttons into a list that picks the wrong one beside `default`; draws \
                 `default` as a button, and on buttons R&D as RD; never shows the second of two equal texts \
                 (notificationwidgets.cpp)",
        ..UNKNOWN
    },
    Quirk {
        name: "Notification Daemon",
        vendor: Some("MATE"),
        buttons: ALL,
        labels: Labels::Markup,
        says_expired: true,
        reason: "draws every button, its label as markup; a click on the body is always `default`; its X says expired \
                 (daemon.c), and nothing expires that was not asked to, seen on 1.26.1",
        ..UNKNOWN
    },
    Quirk {
        name: "Notification Daemon",
        vendor: Some("GNOME"),
        buttons: Buttons::Row(NOTIFICATION_DAEMON_ROW),
        labels: Labels::Markup,
        withdrawal: Withdrawal::ExpireAndClose,
        reason: "draws its buttons in a row, cuts it off at 400 pixels, and reads labels as markup; a click on the body \
                 is always `default`, even if it was not offered (nd-bubble.c); what it is told to close stays on the screen, and as it shows one at a time, \
                 hides all others (nd-queue.c), seen on 3.20",
        ..UNKNOWN
    },
    Quirk {
        name: "quickshell",
        unique_text: true,
        reason: "draws what its theme wants; DankMaterialShell dismisses equal texts at once \
                 (NotificationService.qml)",
        ..UNKNOWN
    },
    Quirk {
        name: "notifd",
        vendor: Some("astal"),
        reason: "draws what its theme wants: it is a library for widgets (lib/notifd/daemon.vala)",
        ..UNKNOWN
    },
    Quirk {
        name: "cosmic-notifications",
        buttons: Buttons::Never,
        reason: "advertises actions and draws none; a click on the body is the first action unless there is a \
                 `default` (cosmic-notifications #100)",
        ..UNKNOWN
    },
    Quirk {
        name: "io.elementary.notifications",
        buttons: ALL,
        reason: "draws every button; with desktop-entry and no `default` a click on the body starts the program \
                 (Bubble.vala)",
        ..UNKNOWN
    },
    Quirk {
        name: "Budgie Notification Server",
        buttons: ALL,
        reason: "draws every button; lets everything expire after 6 to 12 s (dbus.vala)",
        ..UNKNOWN
    },
    Quirk {
        name: "DeepinNotifications",
        buttons: ALL,
        reason: "draws every button (dde-shell BubbleAction.qml)",
        ..UNKNOWN
    },
    Quirk {
        name: "naughty",
        vendor: Some("awesome"),
        reason: "draws what its theme wants; sends `default` after every other action (naughty/dbus.lua)",
        ..UNKNOWN
    },
    Quirk {
        name: "qtile-notify-daemon",
        buttons: Buttons::Never,
        reason: "advertises actions and draws none; a right click is the first action, whatever that is \
                 (qtile #2599)",
        ..UNKNOWN
    },
    Quirk {
        name: "tiramisu",
        buttons: Buttons::Never,
        body_click: false,
        reason: "prints to its own stdout; answers come from another connection (tiramisu #47)",
        ..UNKNOWN
    },
    Quirk {
        name: "hyprnotify",
        buttons: Buttons::Never,
        body_click: false,
        never: -1,
        withdrawal: Withdrawal::Never,
        reason: "dies of expire_timeout 0; CloseNotification closes every newer one too (dbus.go)",
        ..UNKNOWN
    },
    Quirk {
        name: "notify-osd",
        buttons: Buttons::Never,
        body_click: false,
        reason: "opens a dialog and returns id 0 if it is sent any action (qutebrowser notification.py)",
        ..UNKNOWN
    },
    Quirk {
        name: "wired",
        body_click: false,
        reason: "draws no buttons: mouse buttons press the actions that its configuration names (wired.ron)",
        ..UNKNOWN
    },
];

/// The row of a server; [`UNKNOWN`] if it has none.
pub fn find(name: &str, vendor: &str) -> Quirk {
    QUIRKS
        .iter()
        .find(|quirk| quirk.name == name && quirk.vendor.is_none_or(|known| known == vendor))
        .copied()
        .unwrap_or(UNKNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_servers_of_one_name_are_told_apart_by_their_vendor() {
        assert_eq!(find("Notification Daemon", "MATE").vendor, Some("MATE"));
        assert_eq!(find("Notification Daemon", "GNOME").vendor, Some("GNOME"));
        assert_eq!(find("Notification Daemon", "somebody"), UNKNOWN);
    }

    #[test]
    fn a_server_without_a_row_is_trusted_with_three_buttons() {
        let quirk = find("brand new", "nobody");
        assert_eq!(quirk.buttons, Buttons::Shown(3));
        assert!(quirk.body_click && quirk.withdrawal == Withdrawal::Close && !quirk.desktop_entry);
    }

    #[test]
    fn a_row_has_room_for_what_was_seen_whole_in_it() {
        for (labels, swaync, notification_daemon) in [
            ("Allow once|Deny|Go to terminal", true, true),
            ("Allow all|Review one by one|Deny", true, true),
            ("Allow all|Review one by one|Deny|Go to terminal", false, false),
            ("Continue|Continue, stop asking|Stop here", true, true),
            ("Continue|Continue, stop asking|Stop here|Go to terminal", false, false),
            ("Allow this once and ask again|Deny and stop the whole run", true, false),
            ("Allow this once and ask again|Deny and stop the whole run|Ask me again", false, false),
        ] {
            let split: Vec<&str> = labels.split('|').collect();
            let fit = |name, vendor| find(name, vendor).buttons.fit(&split, true);
            assert_eq!(fit("SwayNotificationCenter", "ErikReider"), swaync, "{labels}");
            assert_eq!(fit("Notification Daemon", "GNOME"), notification_daemon, "{labels}");
        }
    }

    #[test]
    fn every_row_has_a_name_and_a_reason_with_its_source_and_stands_once() {
        for (at, quirk) in QUIRKS.iter().enumerate() {
            assert!(!quirk.name.is_empty());
            // A file, a report, a folder of sources, or a real server.
            let sources = quirk.reason.split('(').skip(1).filter_map(|rest| rest.split(')').next());
            let known = |source: &str| source.contains(['.', '#', '/']);
            assert!(quirk.reason.contains(", seen on ") || sources.into_iter().any(known), "{}", quirk.name);
            let same = |other: &&Quirk| other.name == quirk.name && other.vendor == quirk.vendor;
            assert_eq!(QUIRKS.iter().position(|other| same(&other)), Some(at), "{}", quirk.name);
        }
    }

    #[test]
    fn only_plasma_gets_a_desktop_entry() {
        let with: Vec<_> =
            QUIRKS.iter().filter(|quirk| quirk.desktop_entry).map(|quirk| quirk.name).collect();
        assert_eq!(with, ["Plasma"]);
    }
}
