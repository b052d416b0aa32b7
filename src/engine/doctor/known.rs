//! What is known about particular servers besides `channel/desktop/quirks.rs`: what only a human has a use for, as data.
//!
//! Pure. The sources are in facts/servers.md §3, §4, §6 and §14.

/// How long a notification is on the screen that shall never expire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stays {
    /// Until it is answered.
    Yes,
    /// Not so long; a fragment says how long, and where it is then.
    No(&'static str),
    /// Its configuration or its theme decides.
    Unknown,
}

/// One server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The name that it gives, and its vendor where that is not enough.
    pub(super) name: &'static str,
    pub(super) vendor: Option<&'static str>,
    /// How the answers are reached, where that is not plain.
    pub(super) press: Option<&'static str>,
    /// How long it stays.
    pub(super) stays: Stays,
    /// How do-not-disturb is switched off: a command.
    pub(super) loud: Option<&'static str>,
    /// An interface that presses buttons for whoever calls it; none if none is known.
    pub(super) back_door: Option<&'static str>,
    /// Why a press may come from another program, which does not count.
    pub(super) foreign: Option<&'static str>,
    /// How the reply field is switched on, where it is off.
    pub(super) reply: Option<&'static str>,
}

const PLAIN: Known = Known {
    name: "",
    vendor: None,
    press: None,
    stays: Stays::Unknown,
    loud: None,
    back_door: None,
    foreign: None,
    reply: None,
};

const SERVERS: &[Known] = &[
    Known { name: "Plasma", stays: Stays::Yes, back_door: Some("org.kde.NotificationManager"), ..PLAIN },
    Known {
        name: "gnome-shell",
        stays: Stays::No("after 4 s it is in the list at the clock, with its buttons, and nobody is told"),
        loud: Some("gsettings set org.gnome.desktop.notifications show-banners true"),
        ..PLAIN
    },
    Known {
        name: "cinnamon",
        loud: Some("gsettings set org.cinnamon.desktop.notifications display-notifications true"),
        ..PLAIN
    },
    Known {
        name: "dunst",
        press: Some(
            "there are no buttons on its notifications: press the middle mouse button on one, or run `dunstctl context`, \
             and choose from the menu",
        ),
        stays: Stays::Yes,
        loud: Some("dunstctl set-paused false"),
        back_door: Some("org.dunstproject.cmd0"),
        ..PLAIN
    },
    Known {
        name: "mako",
        press: Some(
            "there are no buttons on its notifications: run `makoctl menu wofi -d -p Choose` (or with another menu \
             program), best bound to a key, and choose",
        ),
        stays: Stays::Yes,
        loud: Some("makoctl mode -r do-not-disturb"),
        back_door: Some("fr.emersion.Mako"),
        ..PLAIN
    },
    Known {
        name: "SwayNotificationCenter",
        stays: Stays::No("after 10 s it is in the control centre, with its buttons, and nobody is told"),
        loud: Some("swaync-client --dnd-off"),
        back_door: Some("org.erikreider.swaync.cc"),
        reply: Some("\"notification-inline-replies\": true in ~/.config/swaync/config.json"),
        ..PLAIN
    },
    Known {
        name: "Xfce Notify Daemon",
        stays: Stays::Yes,
        loud: Some("xfconf-query -c xfce4-notifyd -p /do-not-disturb -s false"),
        ..PLAIN
    },
    Known { name: "lxqt-notificationd", stays: Stays::Yes, ..PLAIN },
    Known {
        name: "Notification Daemon",
        vendor: Some("MATE"),
        stays: Stays::Yes,
        loud: Some("gsettings set org.mate.NotificationDaemon do-not-disturb false"),
        ..PLAIN
    },
    Known { name: "Notification Daemon", vendor: Some("GNOME"), stays: Stays::Yes, ..PLAIN },
    Known {
        name: "quickshell",
        foreign: Some(
            "noctalia presses what is in its history from another program, which does not count (noctalia #2698)",
        ),
        ..PLAIN
    },
    Known {
        name: "notifd",
        vendor: Some("astal"),
        back_door: Some("org.freedesktop.Notifications"),
        ..PLAIN
    },
    Known {
        name: "cosmic-notifications",
        press: Some("COSMIC draws no buttons on its popups"),
        stays: Stays::No("it hides after a while, and nobody is told"),
        ..PLAIN
    },
    Known {
        name: "io.elementary.notifications",
        stays: Stays::No("it hides after 4 s"),
        loud: Some("gsettings set io.elementary.notifications do-not-disturb false"),
        back_door: Some("org.gtk.Actions"),
        ..PLAIN
    },
    Known { name: "Budgie Notification Server", stays: Stays::No("it hides after 6 to 12 s"), ..PLAIN },
    Known { name: "qtile-notify-daemon", press: Some("qtile draws no buttons"), ..PLAIN },
    Known {
        name: "tiramisu",
        press: Some("tiramisu draws nothing itself"),
        foreign: Some("what is pressed comes from another program, which does not count (tiramisu #47)"),
        ..PLAIN
    },
];

/// What is known about the server of this name.
pub(super) fn find(name: &str, vendor: &str) -> Known {
    SERVERS
        .iter()
        .find(|known| known.name == name && known.vendor.is_none_or(|wanted| wanted == vendor))
        .copied()
        .unwrap_or(PLAIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::channel::desktop::quirks;

    #[test]
    fn every_one_of_them_has_a_row_of_quirks() {
        for known in SERVERS {
            let vendor = known.vendor.or_else(|| {
                let row = quirks::QUIRKS.iter().find(|quirk| quirk.name == known.name)?;
                row.vendor
            });
            assert_eq!(quirks::find(known.name, vendor.unwrap_or_default()).name, known.name);
        }
    }
}
