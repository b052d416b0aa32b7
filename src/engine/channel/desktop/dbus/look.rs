//! Looks at the bus and the server on it: asks much at once, shows nothing and starts nothing.

use std::{cell::RefCell, collections::HashMap, future::poll_fn, pin::Pin, time::Instant};

use zbus::{Connection, Message, MessageStream, export::futures_core::Stream};
use zruntime::SharedRuntime;

use super::{
    connect::connect_somewhere,
    message::{self, Reply, ReplyError},
};
use crate::engine::channel::desktop::{
    address::{BusEnvironment, Candidate},
    look::{Bus, Found, Information, Look, Told},
    quirks::Quiet,
};

const PORTAL: &str = "org.freedesktop.portal.Desktop";
const PORTAL_PATH: &str = "/org/freedesktop/portal/desktop";
const PORTAL_INTERFACE: &str = "org.freedesktop.portal.Notification";
const SYSTEMD: &str = "org.freedesktop.systemd1";
const SYSTEMD_PATH: &str = "/org/freedesktop/systemd1";
const SYSTEMD_INTERFACE: &str = "org.freedesktop.systemd1.Manager";
const INTROSPECTABLE: &str = "org.freedesktop.DBus.Introspectable";

/// What is asked and not answered.
#[derive(Clone, Copy, Debug)]
enum Pending {
    Owner,
    Startable,
    Process,
    Information,
    Capabilities,
    Quiet(Quiet),
    Introspect,
    Portal,
    Environment,
}

/// Looks until then at most; what is not known by then is still waited for.
pub(in super::super) fn look(bus: &BusEnvironment, until: Instant) -> Look {
    let seen = RefCell::new(Look { bus: Told::Waiting, ..Look::default() });
    zbus::block_on(async {
        let Ok(runtime) = SharedRuntime::current() else { return };
        // Out of time is no error: it is what is still waited for.
        let _ = runtime.timeout_at(until, look_at(bus, &seen)).await;
    });
    seen.into_inner()
}

async fn look_at(bus: &BusEnvironment, seen: &RefCell<Look>) {
    let mut looking = Looking { seen, pending: HashMap::new() };
    let first = match looking.first() {
        Ok(first) => first,
        Err(error) => {
            seen.borrow_mut().bus = Told::Failed(error.to_string());
            return;
        }
    };
    match connect_somewhere(bus, &first).await {
        Ok((candidate, connection, stream)) => {
            seen.borrow_mut().bus = Told::Is(bus_of(&candidate));
            if let Err(error) = looking.listen(&connection, stream).await {
                seen.borrow_mut().bus = Told::Failed(format!("the session bus is gone ({error})"));
            }
        }
        Err(error) => seen.borrow_mut().bus = Told::Failed(error),
    }
}

fn bus_of(candidate: &Candidate) -> Bus {
    let found = match (candidate.owner, candidate.user) {
        (_, Some(user)) => Found::Caller(user),
        (None, None) => Found::Variable,
        (Some(_), None) => Found::Usual,
    };
    Bus { address: candidate.target.to_string(), found }
}

struct Looking<'a> {
    seen: &'a RefCell<Look>,
    pending: HashMap<u32, Pending>,
}

impl Looking<'_> {
    fn ask(&mut self, messages: &mut Vec<Message>, message: Message, pending: Pending) {
        self.pending.insert(message.primary_header().serial_num().get(), pending);
        messages.push(message);
    }

    /// What does not depend on who the server is.
    fn first(&mut self) -> zbus::Result<Vec<Message>> {
        let mut messages = Vec::new();
        self.ask(&mut messages, message::bus_call("GetNameOwner", &message::NAME)?, Pending::Owner);
        self.ask(&mut messages, message::bus_call("ListActivatableNames", &())?, Pending::Startable);
        let portal = message::get_property(PORTAL, PORTAL_PATH, PORTAL_INTERFACE, "version")?;
        self.ask(&mut messages, portal, Pending::Portal);
        let environment = message::get_property(SYSTEMD, SYSTEMD_PATH, SYSTEMD_INTERFACE, "Environment")?;
        self.ask(&mut messages, environment, Pending::Environment);
        let mut seen = self.seen.borrow_mut();
        seen.owner = Told::Waiting;
        seen.can_start = Told::Waiting;
        Ok(messages)
    }

    /// Until everything is answered.
    async fn listen(&mut self, connection: &Connection, mut stream: MessageStream) -> zbus::Result<()> {
        while !self.pending.is_empty() {
            let Some(message) = poll_fn(|context| Pin::new(&mut stream).poll_next(context)).await else {
                return Err(zbus::Error::InterfaceNotFound);
            };
            let message = message?;
            let Some(Reply { to, result }) = message::reply(&message) else { continue };
            if let Some(pending) = self.pending.remove(&to) {
                let more = self.on_reply(pending, result)?;
                connection.send_all(&more).await?;
            }
        }
        Ok(())
    }

    fn on_reply(
        &mut self,
        pending: Pending,
        result: Result<&Message, ReplyError>,
    ) -> zbus::Result<Vec<Message>> {
        match pending {
            Pending::Owner => return self.on_owner(result.ok()),
            Pending::Startable => {
                let names = told(result, |message| message.body().deserialize::<Vec<String>>().ok());
                self.seen.borrow_mut().can_start = match names {
                    Told::Is(names) => Told::Is(names.iter().any(|name| name == message::NAME)),
                    Told::Failed(error) => Told::Failed(error),
                    Told::NotAsked | Told::Waiting => Told::NotAsked,
                };
            }
            Pending::Process => self.seen.borrow_mut().process = told(result, message::number),
            Pending::Information => {
                let information = told(result, information);
                self.seen.borrow_mut().information = information;
                return self.ask_quiet();
            }
            Pending::Capabilities => {
                let capabilities = told(result, |message| message.body().deserialize().ok());
                self.seen.borrow_mut().capabilities = capabilities;
            }
            Pending::Quiet(quiet) => {
                self.seen.borrow_mut().quiet = told(result, |message| message::quiet(quiet, message));
            }
            Pending::Introspect => {
                self.seen.borrow_mut().interfaces = told(result, |message| {
                    let text: String = message.body().deserialize().ok()?;
                    Some(interfaces(&text))
                });
            }
            Pending::Portal => self.seen.borrow_mut().portal = told(result, message::number),
            Pending::Environment => self.seen.borrow_mut().started_with = told(result, message::texts),
        }
        Ok(Vec::new())
    }

    fn on_owner(&mut self, message: Option<&Message>) -> zbus::Result<Vec<Message>> {
        let owner = message.and_then(|message| message.body().deserialize::<String>().ok());
        self.seen.borrow_mut().owner = Told::Is(owner.clone());
        let Some(owner) = owner else { return Ok(Vec::new()) };
        let mut messages = Vec::new();
        let process = message::bus_call("GetConnectionUnixProcessID", &owner.as_str())?;
        self.ask(&mut messages, process, Pending::Process);
        let information = message::server_call(&owner, "GetServerInformation")?;
        self.ask(&mut messages, information, Pending::Information);
        let capabilities = message::server_call(&owner, "GetCapabilities")?;
        self.ask(&mut messages, capabilities, Pending::Capabilities);
        let introspect = message::plain_call(&owner, message::PATH, INTROSPECTABLE, "Introspect")?;
        self.ask(&mut messages, introspect, Pending::Introspect);
        let mut seen = self.seen.borrow_mut();
        seen.process = Told::Waiting;
        seen.information = Told::Waiting;
        seen.capabilities = Told::Waiting;
        seen.interfaces = Told::Waiting;
        Ok(messages)
    }

    fn ask_quiet(&mut self) -> zbus::Result<Vec<Message>> {
        let mut seen = self.seen.borrow_mut();
        let quiet = seen.quirk().quiet;
        let Told::Is(Some(owner)) = seen.owner.clone() else { return Ok(Vec::new()) };
        let Some(call) = message::ask_quiet(&owner, quiet)? else { return Ok(Vec::new()) };
        seen.quiet = Told::Waiting;
        drop(seen);
        let mut messages = Vec::new();
        self.ask(&mut messages, call, Pending::Quiet(quiet));
        Ok(messages)
    }
}

fn told<T>(result: Result<&Message, ReplyError>, read: impl FnOnce(&Message) -> Option<T>) -> Told<T> {
    match result {
        Ok(message) => {
            read(message).map_or_else(|| Told::Failed("its answer has another form".to_owned()), Told::Is)
        }
        Err(error) => Told::Failed(error.to_string()),
    }
}

fn information(message: &Message) -> Option<Information> {
    let (name, vendor, version, spec) = message.body().deserialize().ok()?;
    Some(Information { name, vendor, version, spec })
}

/// The names in `<interface name="…">`, each once; `<` and `"` stand nowhere else in them.
fn interfaces(xml: &str) -> Vec<String> {
    let mut found = Vec::new();
    for rest in xml.split("<interface").skip(1) {
        let tag = rest.split('>').next().unwrap_or_default();
        let name = tag.split_once("name=").map(|(_, value)| value.trim_start());
        let name = name.and_then(|value| value.strip_prefix(['"', '\''])?.split(['"', '\'']).next());
        found.extend(name.filter(|name| !found.iter().any(|known| known == name)).map(str::to_owned));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interfaces_of_an_object() {
        let xml = "<!DOCTYPE node>\n<node><interface name=\"org.a\"><method name=\"M\"/></interface>\
                   <interface  name='org.b' ></interface><interface name=\"org.a\"/><interface/></node>";
        assert_eq!(interfaces(xml), ["org.a", "org.b"]);
        assert_eq!(interfaces(""), Vec::<String>::new());
    }
}
