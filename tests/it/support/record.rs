//! What was asked of a server, as it came in.

use std::{collections::BTreeMap, time::Instant};

use super::{script::Key, value::Value};

/// A `Notify` call as it came in.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Notification {
    /// The id that it was given.
    pub(crate) id: u32,
    /// The calling program's name for itself.
    pub(crate) app_name: String,
    /// The id to replace, or 0.
    pub(crate) replaces_id: u32,
    /// The icon's name or path.
    pub(crate) icon: String,
    /// The title.
    pub(crate) summary: String,
    /// The text.
    pub(crate) body: String,
    /// Keys and labels.
    pub(crate) actions: Vec<(String, String)>,
    /// An action without a label, where the list was odd.
    pub(crate) odd_action: Option<String>,
    /// The hints.
    pub(crate) hints: BTreeMap<String, Value>,
    /// Milliseconds, 0 for never, -1 for the server's own time.
    pub(crate) expire_timeout: i32,
    /// The unique name of the caller.
    pub(crate) sender: String,
    /// The unique name of the server that was called.
    pub(crate) server: String,
    /// When it came.
    pub(crate) at: Instant,
    /// Whether anybody can see it.
    pub(crate) shown: bool,
}

impl Notification {
    /// The key of the action with this label.
    #[track_caller]
    pub(crate) fn key(&self, label: &str) -> String {
        let key = Key::label(label).find(&self.actions, None);
        key.unwrap_or_else(|| panic!("no action {label:?} among {:?}", self.actions))
    }

    /// The labels of the actions, in order.
    pub(crate) fn labels(&self) -> Vec<&str> {
        self.actions.iter().map(|(_, label)| label.as_str()).collect()
    }
}

/// A `CloseNotification` call as it came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Close {
    /// Which notification.
    pub(crate) id: u32,
    /// The unique name of the caller.
    pub(crate) sender: String,
    /// When it came.
    pub(crate) at: Instant,
}

/// Any method call as it came in.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Call {
    /// The object.
    pub(crate) path: String,
    /// The interface.
    pub(crate) interface: String,
    /// The method.
    pub(crate) member: String,
    /// The arguments.
    pub(crate) arguments: Vec<Value>,
    /// The unique name of the caller.
    pub(crate) sender: String,
}
