//! What can be seen of the bus and of the notification server without showing anything.
//!
//! Pure data, filled in by [`super::look()`].

use super::{
    quirks::{self, Quirk},
    spec::Server,
};

/// What became of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Told<T> {
    /// There was no reason to ask, or nobody to ask.
    #[default]
    NotAsked,
    /// It was asked and not answered in time.
    Waiting,
    /// This is the answer.
    Is(T),
    /// There is none; a lowercase fragment says why.
    Failed(String),
}

impl<T> Told<T> {
    /// The answer, if there is one.
    pub fn is(&self) -> Option<&T> {
        match self {
            Self::Is(answer) => Some(answer),
            Self::NotAsked | Self::Waiting | Self::Failed(_) => None,
        }
    }

    /// Whether it was asked in vain by now.
    pub fn is_waiting(&self) -> bool {
        matches!(self, Self::Waiting)
    }
}

/// How the bus was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// `DBUS_SESSION_BUS_ADDRESS` names it.
    Variable,
    /// It is where the session's bus is as a rule.
    Usual,
    /// It is the bus of the user who called sudo.
    Caller(u32),
}

/// The bus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bus {
    /// Where it is.
    pub address: String,
    /// How it was found.
    pub found: Found,
}

/// What a server says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Information {
    /// Its name.
    pub name: String,
    /// Its vendor.
    pub vendor: String,
    /// Its version; mako's is always 0.0.0.
    pub version: String,
    /// The version of the specification, which means little (facts/servers.md §2).
    pub spec: String,
}

/// All of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The bus.
    pub bus: Told<Bus>,
    /// The unique name of the server; none if nobody has the name of the service.
    pub owner: Told<Option<String>>,
    /// Whether the bus could start one.
    pub can_start: Told<bool>,
    /// The server's process.
    pub process: Told<u32>,
    /// Who it says it is.
    pub information: Told<Information>,
    /// What it says it can do.
    pub capabilities: Told<Vec<String>>,
    /// Whether it does not disturb now.
    pub quiet: Told<bool>,
    /// The interfaces of its object.
    pub interfaces: Told<Vec<String>>,
    /// The version of the notification portal.
    pub portal: Told<u32>,
    /// The variables that the user's systemd starts a server with, as `NAME=value`.
    pub started_with: Told<Vec<String>>,
}

impl Look {
    /// The server as a notification is made for it.
    pub fn server(&self) -> Server {
        let information = self.information.is();
        Server {
            name: information.map(|information| information.name.clone()).unwrap_or_default(),
            vendor: information.map(|information| information.vendor.clone()).unwrap_or_default(),
            capabilities: self.capabilities.is().cloned().unwrap_or_default(),
        }
    }

    /// What is known about it.
    pub fn quirk(&self) -> Quirk {
        let server = self.server();
        quirks::find(&server.name, &server.vendor)
    }

    /// Whether there is a server.
    pub fn has_owner(&self) -> bool {
        matches!(self.owner, Told::Is(Some(_)))
    }

    /// Whether it answered anything at all: an error too is an answer.
    pub fn is_alive(&self) -> bool {
        let said = |told: &Told<Information>| matches!(told, Told::Is(_) | Told::Failed(_));
        self.has_owner()
            && (said(&self.information) || matches!(self.capabilities, Told::Is(_) | Told::Failed(_)))
    }
}
