//! How a notification server behaves, as plain data.
//!
//! `Script::default()` is a well-behaved server that our quirk table does not know. Everything real
//! servers do differently, or wrongly, is a field. `tests/profiles/NAME.toml` is one such server: the fields with
//! dashes for underscores, and whatever it leaves out is as in the default.

mod emission;
mod manner;

use std::{collections::BTreeMap, fs, path::PathBuf};

use serde::Deserialize;

pub(crate) use self::{
    emission::{Emit, Forgery, Key},
    manner::{BodyClick, Claim, Dest, IdPolicy, OnClose, Reply, When},
};
use super::value::Value;

/// The behaviour of one server.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct Script {
    /// What it stands for, and where that was seen.
    pub(crate) about: String,
    /// First field of `GetServerInformation`.
    pub(crate) name: String,
    /// Second field of `GetServerInformation`.
    pub(crate) vendor: String,
    /// Third field of `GetServerInformation`.
    pub(crate) version: String,
    /// Fourth field of `GetServerInformation`.
    pub(crate) spec: String,
    /// What `GetCapabilities` returns.
    pub(crate) capabilities: Vec<String>,
    /// How `GetServerInformation` is answered.
    pub(crate) info_reply: Reply,
    /// How `GetCapabilities` is answered.
    pub(crate) caps_reply: Reply,
    /// How `Notify` is answered.
    pub(crate) notify_reply: Reply,
    /// How `CloseNotification` is answered.
    pub(crate) close_reply: Reply,
    /// The id of the first notification.
    pub(crate) first_id: u32,
    /// Which ids follow.
    pub(crate) id_policy: IdPolicy,
    /// What it does when it is told to close one.
    pub(crate) on_close: OnClose,
    /// The reasons of the `NotificationClosed` signals that follow a `CloseNotification`.
    pub(crate) closed_after_close: Vec<u32>,
    /// Whether closing an id that is not open signals too, as Plasma does.
    pub(crate) closes_unknown_ids: bool,
    /// The reasons of the `NotificationClosed` signals that follow an action or a reply; without one it stays up.
    pub(crate) after_action_close: Vec<u32>,
    /// What it says when a human closes one by hand.
    pub(crate) on_dismiss: Vec<Emit>,
    /// The signature of `NotificationClosed`.
    pub(crate) closed_signature: String,
    /// What it says when it thinks that the time of one is over.
    pub(crate) on_expiry: Vec<Emit>,
    /// Which notifications are taken and never seen by anybody: do-not-disturb, duplicates.
    pub(crate) not_shown: When,
    /// Whether a human can type into its reply field.
    pub(crate) reply_field: bool,
    /// Whether an `ActivationToken` precedes the action.
    pub(crate) token: bool,
    /// What a press emits, instead of token, action and close: milliseconds after the press.
    pub(crate) on_press: Option<Vec<(u64, Emit)>>,
    /// How many buttons a human can reach; `default` is not counted.
    pub(crate) buttons: usize,
    /// What a click on the body presses.
    pub(crate) body_click: BodyClick,
    /// Who gets the signals.
    pub(crate) signals: Dest,
    /// Who gets `NotificationReplied`, when not those who get the other signals.
    pub(crate) replied: Option<Dest>,
    /// What happens by itself after each `Notify`: milliseconds after the reply.
    pub(crate) on_notify: Vec<(u64, Emit)>,
    /// What is emitted before `Notify` is answered.
    pub(crate) before_reply: Vec<Emit>,
    /// Which `Notify` calls are refused, and with which error.
    pub(crate) error_on_notify: Option<(When, String)>,
    /// Which `Notify` calls end the server, without a reply.
    pub(crate) crash_on_notify: When,
    /// Answers of `org.freedesktop.DBus.Properties`.
    pub(crate) properties: Vec<Property>,
    /// Answers of other methods, by their name; they go before the methods of the specification.
    pub(crate) methods: BTreeMap<String, Reply>,
    /// How the server asks for `org.freedesktop.Notifications`.
    pub(crate) claim: Claim,
    /// Its other names on the bus.
    pub(crate) names: Vec<String>,
}

impl Default for Script {
    fn default() -> Self {
        Self {
            about: String::new(),
            name: "scripted".to_owned(),
            vendor: "plyn".to_owned(),
            version: "1.0".to_owned(),
            spec: "1.2".to_owned(),
            capabilities: vec!["actions".to_owned(), "body".to_owned()],
            info_reply: Reply::Normal,
            caps_reply: Reply::Normal,
            notify_reply: Reply::Normal,
            close_reply: Reply::Normal,
            first_id: 1,
            id_policy: IdPolicy::Increment,
            on_close: OnClose::Obey,
            closed_after_close: vec![3],
            closes_unknown_ids: false,
            after_action_close: vec![2],
            on_dismiss: vec![Emit::Closed(2)],
            closed_signature: "uu".to_owned(),
            on_expiry: vec![Emit::Closed(1)],
            not_shown: When::Never,
            reply_field: true,
            token: false,
            on_press: None,
            buttons: usize::MAX,
            body_click: BodyClick::Default,
            signals: Dest::Broadcast,
            replied: None,
            on_notify: Vec::new(),
            before_reply: Vec::new(),
            error_on_notify: None,
            crash_on_notify: When::Never,
            properties: Vec::new(),
            methods: BTreeMap::new(),
            claim: Claim::Hold,
            names: Vec::new(),
        }
    }
}

impl Script {
    /// The profile of this name.
    #[track_caller]
    pub(crate) fn load(name: &str) -> Self {
        let path = folder().join(name).with_extension("toml");
        let text = fs::read_to_string(&path);
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        toml_edit::de::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// The names of all profiles, in order.
    pub(crate) fn names() -> Vec<String> {
        let files = fs::read_dir(folder()).expect("there are profiles");
        let stem = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
        let mut names: Vec<_> =
            files.filter_map(|file| stem(file.expect("a folder can be read").path())).collect();
        names.sort();
        names
    }

    /// Every profile with its name.
    pub(crate) fn all() -> Vec<(String, Self)> {
        let load = |name: String| (name.clone(), Self::load(&name));
        Self::names().into_iter().map(load).collect()
    }

    /// Set what `GetServerInformation` says; version and specification stay.
    pub(crate) fn named(mut self, name: &str, vendor: &str) -> Self {
        name.clone_into(&mut self.name);
        vendor.clone_into(&mut self.vendor);
        self
    }

    /// Set what `GetCapabilities` says: words with blanks between them.
    pub(crate) fn capable_of(mut self, capabilities: &str) -> Self {
        self.capabilities = capabilities.split_whitespace().map(str::to_owned).collect();
        self
    }

    /// Add a property.
    pub(crate) fn property(mut self, path: &str, interface: &str, name: &str, value: Value) -> Self {
        let [path, interface, name] = [path, interface, name].map(str::to_owned);
        self.properties
            .retain(|known| (&known.path, &known.interface, &known.name) != (&path, &interface, &name));
        self.properties.push(Property { path, interface, name, value });
        self
    }

    /// Add a method.
    pub(crate) fn method(mut self, name: &str, reply: Reply) -> Self {
        self.methods.insert(name.to_owned(), reply);
        self
    }

    /// Let something happen by itself after each `Notify`.
    pub(crate) fn later(mut self, milliseconds: u64, emit: Emit) -> Self {
        self.on_notify.push((milliseconds, emit));
        self
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/profiles")
}

/// A property of the server.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Property {
    /// The object.
    pub(crate) path: String,
    /// The interface.
    pub(crate) interface: String,
    /// Its name.
    pub(crate) name: String,
    /// What it is.
    pub(crate) value: Value,
}
