//! How a notification server behaves, as plain data.
//!
//! `Script::default()` is a well-behaved server that our quirk table does not know. Everything real
//! servers do differently, or wrongly, is a field.

use std::collections::BTreeMap;

use super::value::Value;

/// The behaviour of one server.
#[derive(Debug, Clone)]
pub(crate) struct Script {
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
    /// The reason of the `NotificationClosed` that follows a `CloseNotification`.
    pub(crate) closed_after_close: Option<u32>,
    /// Whether closing an id that is not open signals too, as Plasma does.
    pub(crate) closes_unknown_ids: bool,
    /// The reason of the `NotificationClosed` that follows an action or a reply.
    pub(crate) after_action_close: Option<u32>,
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
    /// Answers of `org.freedesktop.DBus.Properties`: path, interface, property.
    pub(crate) properties: BTreeMap<(String, String, String), Value>,
    /// Answers of other methods, by their name; they go before the methods of the specification.
    pub(crate) methods: BTreeMap<String, Reply>,
    /// How the server asks for `org.freedesktop.Notifications`.
    pub(crate) claim: Claim,
}

impl Default for Script {
    fn default() -> Self {
        Self {
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
            closed_after_close: Some(3),
            closes_unknown_ids: false,
            after_action_close: Some(2),
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
            properties: BTreeMap::new(),
            methods: BTreeMap::new(),
            claim: Claim::Hold,
        }
    }
}

impl Script {
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
        self.properties.insert((path.to_owned(), interface.to_owned(), name.to_owned()), value);
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

/// How a server asks for its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Claim {
    /// It takes the free name and keeps it.
    Hold,
    /// It takes the free name; another server may have it.
    Lend,
    /// It takes the name from a server that lends it, and lends it too.
    TakeOver,
    /// It takes no name.
    Nothing,
}

/// How a method is answered.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Reply {
    /// As the specification says; for a method it does not know, an empty reply.
    Normal,
    /// Exactly these arguments, whatever signature they make.
    Body(Vec<Value>),
    /// With this id, whatever id was given to the notification.
    Id(u32),
    /// With an error of this name.
    Error(String),
    /// Not at all.
    Never,
    /// Like that, but so many milliseconds later.
    Delay(u64, Box<Reply>),
}

impl Reply {
    /// A normal reply, late.
    pub(crate) fn late(milliseconds: u64) -> Self {
        Self::Delay(milliseconds, Box::new(Self::Normal))
    }

    /// An error reply.
    pub(crate) fn error(name: &str) -> Self {
        Self::Error(name.to_owned())
    }
}

/// Which id a notification gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IdPolicy {
    /// The next one; replacing an open notification keeps its id.
    Increment,
    /// The next one, also when an open notification is replaced.
    ReplaceIsNew,
    /// The next one; any id that is to be replaced is taken as it is, as dunst does.
    ReplaceVerbatim,
    /// Always the same.
    Fixed(u32),
    /// Always 0, which no server may return.
    Zero,
}

/// Who gets a signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dest {
    /// The caller of `Notify` alone.
    Unicast,
    /// Everybody with a match rule.
    Broadcast,
    /// The caller, and everybody once more.
    Both,
    /// Everybody, but from a connection that does not own the name.
    Foreign,
    /// The caller from the owner of the name, then everybody from the other connection: GNOME.
    Gnome,
}

/// Which calls a misbehaviour applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    /// None.
    Never,
    /// All.
    Always,
    /// The `n`-th, counted from 1.
    Nth(usize),
    /// The first `n`.
    First(usize),
    /// Those with actions.
    HasActions,
    /// Those with an odd list of actions.
    OddActions,
    /// Those that shall never expire.
    TimeoutZero,
    /// Those whose text equals that of a notification that is open.
    Duplicate,
}

/// What a click on the body does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BodyClick {
    /// Presses `default` where it was sent, otherwise dismisses.
    Default,
    /// Emits `default` whether it was sent or not: MATE, awesome.
    DefaultAlways,
    /// Presses `default` where it was sent, otherwise the first action: COSMIC.
    First,
    /// Dismisses: xfce.
    Dismiss,
    /// Nothing.
    Nothing,
}

/// Something a server says about a notification.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Emit {
    /// `ActionInvoked` with this key, and no more.
    Action(Key),
    /// All that this server does when the button with this key is pressed.
    Press(Key),
    /// All that this server does when the body is clicked.
    Click,
    /// `NotificationClosed` with this reason.
    Closed(u32),
    /// `NotificationClosed` with this signature: `ui`, `u`, `us`, `s`, …
    ClosedSignature(&'static str),
    /// `NotificationReplied` with this text.
    Replied(String),
    /// `ActivationToken`.
    Token,
    /// Any signal of the interface; [`Value::Id`] stands for the id.
    Signal(&'static str, Vec<Value>),
}

/// Which action of a notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Key {
    /// The `n`-th action as sent, from 0.
    Index(usize),
    /// The `n`-th action that is not `default`, from 0.
    Button(usize),
    /// The last action that is not `default`.
    Last,
    /// The action with this label.
    Label(String),
    /// The action labelled *Go to terminal*.
    GoTo,
    /// The key `default`, when it was sent.
    Default,
    /// This key, sent or not.
    Raw(String),
    /// In [`Script::on_press`]: the key that was pressed.
    Pressed,
    /// In [`Script::on_press`]: the key before the one that was pressed.
    Previous,
}

impl Key {
    /// The action with this label.
    pub(crate) fn label(label: &str) -> Self {
        Self::Label(label.to_owned())
    }

    /// This key, sent or not.
    pub(crate) fn raw(key: &str) -> Self {
        Self::Raw(key.to_owned())
    }

    /// The key among `actions`; `None` where no such action was sent.
    pub(crate) fn find(&self, actions: &[(String, String)], pressed: Option<&str>) -> Option<String> {
        let buttons = || actions.iter().filter(|(key, _)| key != "default");
        let labelled = |wanted: &str| actions.iter().find(|(_, label)| label == wanted);
        let found = match self {
            Self::Raw(key) => return Some(key.clone()),
            Self::Pressed => return pressed.map(str::to_owned),
            Self::Previous => {
                let at = actions.iter().position(|(key, _)| Some(key.as_str()) == pressed)?;
                actions.get(at.checked_sub(1)?)
            }
            Self::Index(n) => actions.get(*n),
            Self::Button(n) => buttons().nth(*n),
            Self::Last => buttons().next_back(),
            Self::Label(label) => labelled(label),
            Self::GoTo => labelled("Go to terminal"),
            Self::Default => actions.iter().find(|(key, _)| key == "default"),
        };
        found.map(|(key, _)| key.clone())
    }
}
