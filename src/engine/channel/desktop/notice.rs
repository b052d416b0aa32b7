//! What is sent for a notice, as `notify-send` would. Pure.

use std::collections::BTreeMap;

use super::{
    markup,
    quirks::Quirk,
    spec::{APP_NAME, Notify, Server},
    value::Value,
};
use crate::engine::{
    capability::Buttons,
    notice::{Action, Expiry, Notice, Sound, Urgency},
};

/// Whether what is sent depends on who the server is and what it can do, so that it has to be asked first.
pub(super) fn depends_on_server(notice: &Notice) -> bool {
    !notice.actions.is_empty() || notice.expiry == Expiry::Never || !markup::is_plain(&notice.body)
}

/// The arguments for a server, which need not be known where nothing depends on it.
pub(super) fn notify(notice: &Notice, server: &Server, quirk: &Quirk) -> Notify {
    let actions: &[Action] = if offers_actions(server, quirk) { &notice.actions } else { &[] };
    // Alone, a picture is sent as every notify-send before 0.8.7 did, which the oldest servers understand too.
    let icon = notice.icon.as_ref().or(notice.image.as_ref());
    Notify {
        app_name: notice.application.clone().unwrap_or_else(|| APP_NAME.to_owned()),
        replaces: notice.replaces,
        icon: icon.cloned().unwrap_or_default(),
        summary: notice.title.clone(),
        body: markup::body(&notice.body, server.reads_markup(quirk)).into_owned(),
        actions: actions
            .iter()
            .enumerate()
            .map(|(at, action)| (key(at, action), markup::label(&action.label, quirk.labels).into_owned()))
            .collect(),
        hints: hints(notice),
        expire_timeout: match notice.expiry {
            Expiry::Server => -1,
            Expiry::Never => quirk.never,
            Expiry::After(milliseconds) => i32::try_from(milliseconds).unwrap_or(i32::MAX),
        },
    }
}

/// Whether something can be chosen on the server at all.
pub(super) fn offers_actions(server: &Server, quirk: &Quirk) -> bool {
    server.can("actions") && quirk.buttons != Buttons::Never
}

/// The action that a key means, if it was sent.
pub(super) fn chosen<'n>(notice: &'n Notice, pressed: &str) -> Option<&'n Action> {
    notice
        .actions
        .iter()
        .enumerate()
        .find(|(at, action)| key(*at, action) == pressed)
        .map(|(_, action)| action)
}

/// The name itself, which other programs may watch for, unless a server would lose it: dunst does that with anything
/// but letters, digits and a few signs (facts/servers.md §4, dunst).
fn key(at: usize, action: &Action) -> String {
    let is_harmless = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if action.name.chars().all(is_harmless) { action.name.clone() } else { format!("action-{at}") }
}

/// Every hint that was asked for; the caller's own are the last word.
fn hints(notice: &Notice) -> BTreeMap<String, Value> {
    let text = |value: &Option<String>| value.clone().map(Value::Text);
    let urgency = match notice.urgency {
        Urgency::Low => 0,
        Urgency::Normal => 1,
        Urgency::Critical => 2,
    };
    let ours = [
        ("urgency", Some(Value::Byte(urgency))),
        ("image-path", notice.icon.as_ref().and_then(|_| text(&notice.image))),
        ("category", text(&notice.category)),
        ("transient", notice.transient.then_some(Value::Bool(true))),
        ("suppress-sound", (notice.sound == Some(Sound::None)).then_some(Value::Bool(true))),
        ("sound-name", notice.sound.and_then(sound_name).map(|name| Value::Text(name.to_owned()))),
    ];
    let ours = ours.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    ours.chain(notice.hints.iter().cloned()).collect()
}

/// The name in the freedesktop sound naming specification.
fn sound_name(sound: Sound) -> Option<&'static str> {
    match sound {
        Sound::None => None,
        Sound::Done => Some("complete"),
        Sound::Question => Some("dialog-question"),
        Sound::Permission => Some("dialog-warning"),
        Sound::Error => Some("dialog-error"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::channel::desktop::quirks::{UNKNOWN, find};

    fn server(capabilities: &str) -> Server {
        let capabilities = capabilities.split_whitespace().map(str::to_owned).collect();
        Server { capabilities, ..Server::default() }
    }

    fn action(name: &str, label: &str) -> Action {
        Action { name: name.into(), label: label.into() }
    }

    #[test]
    fn a_bare_notice_is_what_notify_send_sends() {
        let notice = Notice { title: "T".into(), body: "B".into(), ..Notice::default() };
        assert!(!depends_on_server(&notice));
        let expected = Notify {
            app_name: APP_NAME.into(),
            replaces: 0,
            icon: String::new(),
            summary: "T".into(),
            body: "B".into(),
            actions: Vec::new(),
            hints: BTreeMap::from([("urgency".into(), Value::Byte(1))]),
            expire_timeout: -1,
        };
        assert_eq!(notify(&notice, &Server::default(), &UNKNOWN), expected);
    }

    #[test]
    fn actions_go_to_servers_that_have_them_under_their_names() {
        let actions = vec![action("yes", "Yes"), action("a=b [c]", "Odd"), action("", "Empty")];
        let notice = Notice { actions, ..Notice::default() };
        assert!(depends_on_server(&notice));
        assert_eq!(notify(&notice, &server("body"), &UNKNOWN).actions, []);
        let sent = notify(&notice, &server("actions"), &UNKNOWN).actions;
        let keys: Vec<&str> = sent.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["yes", "action-1", ""]);
        for (at, (key, label)) in sent.iter().enumerate() {
            assert_eq!(chosen(&notice, key), notice.actions.get(at), "{label}");
        }
        assert_eq!(chosen(&notice, "a=b [c]"), None);
        assert_eq!(chosen(&notice, "default"), None);
    }

    #[test]
    fn the_caller_s_hints_are_the_last_word() {
        let notice = Notice {
            urgency: Urgency::Critical,
            sound: Some(Sound::Done),
            hints: vec![("urgency".into(), Value::Byte(0)), ("x".into(), Value::Bool(false))],
            ..Notice::default()
        };
        let expected = [
            ("sound-name", Value::Text("complete".into())),
            ("urgency", Value::Byte(0)),
            ("x", Value::Bool(false)),
        ];
        let expected = expected.map(|(name, value)| (name.to_owned(), value));
        assert_eq!(notify(&notice, &Server::default(), &UNKNOWN).hints, BTreeMap::from(expected));
    }

    #[test]
    fn a_picture_is_the_icon_where_there_is_no_other() {
        let notice = Notice { image: Some("a.png".into()), ..Notice::default() };
        let sent = notify(&notice, &Server::default(), &UNKNOWN);
        assert_eq!((sent.icon.as_str(), sent.hints.get("image-path")), ("a.png", None));
        let sent = notify(&Notice { icon: Some("b".into()), ..notice }, &Server::default(), &UNKNOWN);
        assert_eq!((sent.icon.as_str(), &sent.hints["image-path"]), ("b", &Value::Text("a.png".into())));
    }

    #[test]
    fn never_is_what_the_server_survives() {
        let notice = Notice { expiry: Expiry::Never, ..Notice::default() };
        assert!(depends_on_server(&notice));
        assert_eq!(notify(&notice, &Server::default(), &UNKNOWN).expire_timeout, 0);
        let deadly = find("deadd-notification-center", "phuhl");
        assert_eq!(notify(&notice, &Server::default(), &deadly).expire_timeout, deadly.never);
    }

    #[test]
    fn silence_is_asked_for() {
        let notice = Notice { sound: Some(Sound::None), ..Notice::default() };
        assert_eq!(notify(&notice, &Server::default(), &UNKNOWN).hints["suppress-sound"], Value::Bool(true));
        assert!(!notify(&notice, &Server::default(), &UNKNOWN).hints.contains_key("sound-name"));
    }
}
