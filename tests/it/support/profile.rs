//! Real servers as scripts: identity, capabilities and manners as read in their sources and seen on
//! real desktops.

use super::{
    NOTIFICATIONS, NOTIFICATIONS_PATH,
    script::{BodyClick, Dest, Emit, IdPolicy, Key, Reply, Script, When},
    value::Value,
};

/// Every profile with its name.
pub(crate) fn all() -> Vec<(&'static str, Script)> {
    vec![
        ("plasma", plasma()),
        ("gnome", gnome()),
        ("cinnamon", cinnamon()),
        ("dunst", dunst()),
        ("mako", mako()),
        ("swaync", swaync()),
        ("xfce", xfce()),
        ("xfce-dnd", xfce_dnd()),
        ("lxqt", lxqt()),
        ("mate", mate()),
        ("flashback", flashback()),
        ("quickshell", quickshell()),
        ("cosmic", cosmic()),
        ("elementary", elementary()),
        ("budgie", budgie()),
        ("deepin", deepin()),
        ("awesome4", awesome4()),
        ("qtile", qtile()),
        ("tiramisu", tiramisu()),
        ("notify-osd", notify_osd()),
    ]
}

/// A server that takes every call and answers none.
pub(crate) fn hung() -> Script {
    Script {
        info_reply: Reply::Never,
        caps_reply: Reply::Never,
        notify_reply: Reply::Never,
        close_reply: Reply::Never,
        ..Script::default()
    }
}

/// Advertises actions and never shows a button.
pub(crate) fn no_buttons() -> Script {
    Script { buttons: 0, body_click: BodyClick::Nothing, ..Script::default() }
}

fn server(name: &str, vendor: &str, capabilities: &str) -> Script {
    Script::default().named(name, vendor).capable_of(capabilities)
}

/// KDE Plasma: an inline reply that is unicast, closes with 3 after an action, closes ids it never gave.
pub(crate) fn plasma() -> Script {
    let duplicate = "org.freedesktop.Notifications.Error.ExcessNotificationGeneration";
    Script {
        token: true,
        after_action_close: Some(3),
        closes_unknown_ids: true,
        replied: Some(Dest::Unicast),
        id_policy: IdPolicy::ReplaceVerbatim,
        error_on_notify: Some((When::Duplicate, duplicate.to_owned())),
        ..server(
            "Plasma",
            "KDE",
            "body body-hyperlinks body-markup body-images icon-static actions persistence inline-reply sound \
             x-kde-urls x-kde-origin-name x-kde-display-appname inhibitions",
        )
    }
    .property(NOTIFICATIONS_PATH, NOTIFICATIONS, "Inhibited", Value::Bool(false))
}

/// GNOME Shell: three buttons, and every signal twice, from two connections.
pub(crate) fn gnome() -> Script {
    Script {
        token: true,
        buttons: 3,
        signals: Dest::Gnome,
        ..server("gnome-shell", "GNOME", "actions body body-markup icon-static persistence sound")
    }
}

/// Cinnamon.
pub(crate) fn cinnamon() -> Script {
    server("cinnamon", "GNOME", "actions action-icons body body-markup icon-static persistence sound")
}

/// dunst: unicast signals, no close after an action, no signal after `CloseNotification` of a dead id.
pub(crate) fn dunst() -> Script {
    Script {
        signals: Dest::Unicast,
        after_action_close: None,
        body_click: BodyClick::Dismiss,
        id_policy: IdPolicy::ReplaceVerbatim,
        ..server(
            "dunst",
            "knopwob",
            "actions body body-hyperlinks icon-static synchronous private-synchronous \
             x-canonical-private-synchronous x-dunst-stack-tag",
        )
    }
    .property(NOTIFICATIONS_PATH, "org.dunstproject.cmd0", "paused", Value::Bool(false))
}

/// mako: a version that says nothing, buttons in a menu alone.
pub(crate) fn mako() -> Script {
    let modes = Value::Strs(vec!["default".to_owned()]);
    Script {
        version: "0.0.0".to_owned(),
        ..server(
            "mako",
            "emersion",
            "body body-markup actions icon-static x-canonical-private-synchronous x-dunst-stack-tag",
        )
    }
    .property("/fr/emersion/Mako", "fr.emersion.Mako", "Modes", modes)
}

/// `SwayNotificationCenter`: an inline reply, closes twice.
pub(crate) fn swaync() -> Script {
    let steps =
        vec![(0, Emit::Token), (0, Emit::Action(Key::Pressed)), (0, Emit::Closed(2)), (0, Emit::Closed(2))];
    Script {
        spec: "1.3".to_owned(),
        on_press: Some(steps),
        closes_unknown_ids: true,
        ..server(
            "SwayNotificationCenter",
            "ErikReider",
            "actions body body-markup body-images persistence synchronous private-synchronous \
             x-canonical-private-synchronous inline-reply",
        )
    }
    .method("GetDnd", Reply::Body(vec![Value::Bool(false)]))
}

/// xfce4-notifyd: a click on the body dismisses.
pub(crate) fn xfce() -> Script {
    Script {
        body_click: BodyClick::Dismiss,
        id_policy: IdPolicy::ReplaceVerbatim,
        ..server(
            "Xfce Notify Daemon",
            "Xfce",
            "body body-hyperlinks body-markup icon-static x-canonical-private-icon-only actions action-icons",
        )
    }
}

/// xfce4-notifyd that must not disturb: no actions any more, and closed at once.
pub(crate) fn xfce_dnd() -> Script {
    xfce()
        .capable_of("body body-hyperlinks body-markup icon-static x-canonical-private-icon-only")
        .later(0, Emit::Closed(4))
}

/// `LXQt`: the action and nothing after it.
pub(crate) fn lxqt() -> Script {
    Script {
        after_action_close: None,
        id_policy: IdPolicy::ReplaceVerbatim,
        ..server(
            "lxqt-notificationd",
            "lxqt.org",
            "actions body body-hyperlinks body-images body-markup persistence",
        )
    }
}

/// MATE: `default` unasked, and a close button that says "expired".
pub(crate) fn mate() -> Script {
    Script {
        spec: "1.3".to_owned(),
        body_click: BodyClick::DefaultAlways,
        ..server(
            "Notification Daemon",
            "MATE",
            "actions action-icons body body-hyperlinks body-markup icon-static sound persistence",
        )
    }
}

/// notification-daemon, of GNOME Flashback and bare window managers: `default` unasked.
pub(crate) fn flashback() -> Script {
    Script {
        body_click: BodyClick::DefaultAlways,
        ..server(
            "Notification Daemon",
            "GNOME",
            "actions body body-hyperlinks body-markup icon-static sound persistence action-icons",
        )
    }
}

/// A shell on quickshell.
pub(crate) fn quickshell() -> Script {
    server("quickshell", "quickshell", "body persistence body-markup actions inline-reply")
}

/// COSMIC: no buttons, and a click on the body is the first action.
pub(crate) fn cosmic() -> Script {
    Script {
        token: true,
        buttons: 0,
        body_click: BodyClick::First,
        id_policy: IdPolicy::ReplaceVerbatim,
        ..server(
            "cosmic-notifications",
            "System76",
            "body icon-static persistence actions action-icons body-markup body-hyperlinks sound",
        )
    }
}

/// elementary: no close after an action, an error for a dead id.
pub(crate) fn elementary() -> Script {
    Script {
        spec: "1.3".to_owned(),
        after_action_close: None,
        id_policy: IdPolicy::ReplaceVerbatim,
        ..server(
            "io.elementary.notifications",
            "elementaryOS",
            "actions body body-markup x-canonical-private-synchronous",
        )
    }
}

/// Budgie: no close after a button.
pub(crate) fn budgie() -> Script {
    Script {
        after_action_close: None,
        id_policy: IdPolicy::ReplaceVerbatim,
        ..server(
            "Budgie Notification Server",
            "Budgie Desktop Developers",
            "action-icons actions body body-markup sound",
        )
    }
}

/// deepin: closes with 3 after an action.
pub(crate) fn deepin() -> Script {
    Script {
        after_action_close: Some(3),
        ..server(
            "DeepinNotifications",
            "Deepin",
            "action-icons actions body body-hyperlinks body-markup body-image enable-sound persistence",
        )
    }
}

/// awesome 4: closed before the action, and `default` after it.
pub(crate) fn awesome4() -> Script {
    let steps =
        vec![(0, Emit::Closed(2)), (20, Emit::Action(Key::Pressed)), (20, Emit::Action(Key::raw("default")))];
    Script {
        spec: "1.0".to_owned(),
        on_press: Some(steps),
        body_click: BodyClick::DefaultAlways,
        ..server("naughty", "awesome", "body body-markup icon-static actions action-icons")
    }
}

/// qtile: no buttons; a right click is the first action, whatever it is.
pub(crate) fn qtile() -> Script {
    Script {
        spec: "1".to_owned(),
        buttons: 0,
        body_click: BodyClick::First,
        ..server("qtile-notify-daemon", "qtile", "body actions")
    }
}

/// tiramisu 1: it cannot say what it can.
pub(crate) fn tiramisu() -> Script {
    Script {
        caps_reply: Reply::error("org.freedesktop.DBus.Error.UnknownMethod"),
        buttons: 0,
        body_click: BodyClick::Nothing,
        ..server("tiramisu", "Sweets", "")
    }
}

/// notify-osd: no actions, and id 0 for those who send some.
pub(crate) fn notify_osd() -> Script {
    Script {
        spec: "1.1".to_owned(),
        buttons: 0,
        body_click: BodyClick::Nothing,
        id_policy: IdPolicy::Zero,
        ..server("notify-osd", "Canonical Ltd", "body body-markup icon-static")
    }
}
