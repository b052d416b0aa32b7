//! One connection: the loop over its messages and the commands of the mailbox.
//!
//! No call is ever waited for, replies are matched by their serial. An answer counts only from the unique name that
//! was asked to show the notification, on one of our ids, with one of our keys (facts/servers.md §6).

mod find;

use std::collections::HashMap;

use zbus::{Connection, Message, MessageStream};

use super::{
    channel_event,
    input::{Input, Inputs},
    message::{self, Reply, ReplyError},
    withdraw::withdraw,
};
use crate::engine::{
    channel::{
        Report,
        desktop::{
            Command, Settings, Trace,
            mailbox::Mailbox,
            popup::{Popup, Popups, State},
            quirks::{self, Quiet, Quirk, Withdrawal},
            spec::{self, Server},
        },
    },
    plan::{Scene, render},
    random,
    wait::{ChannelEvent, Event, Stage, SurfaceEvent, SurfaceId},
};

/// The reply of `StartServiceByName` and everything else that we ask, until it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pending {
    Owner,
    Start,
    Info,
    Capabilities,
    Notify,
    Quiet(Quiet),
    /// The bus has taken everything up to the close of this notification.
    Closed(SurfaceId, u32),
}

/// One connection and everything that is known through it.
pub(super) struct Session<'a> {
    settings: Settings,
    connection: Connection,
    inputs: Inputs<'a, Command>,
    post: &'a dyn Fn(Report),
    bus: String,
    /// The unique name of the server; what anybody else sends is noise.
    owner: Option<String>,
    /// Whether there was one before, so that a new one is a return.
    had_owner: bool,
    /// How often the server was asked who it is.
    tries: u32,
    /// How many of the last two questions it did not know.
    unknown_methods: u32,
    server: Server,
    quirk: Quirk,
    pending: HashMap<u32, Pending>,
    popups: Popups,
}

/// What is sent first: what the bus is to tell us, and the question who the server is; the question's serial.
pub(super) fn first() -> zbus::Result<(Vec<Message>, u32)> {
    let question = message::bus_call("GetNameOwner", &message::NAME)?;
    let serial = question.primary_header().serial_num().get();
    Ok((vec![message::match_call("AddMatch", &message::owner_rule())?, question], serial))
}

impl<'a> Session<'a> {
    pub(super) fn new(
        settings: Settings,
        (connection, stream): (Connection, MessageStream),
        mailbox: &'a Mailbox<Command>,
        post: &'a dyn Fn(Report),
    ) -> Self {
        Self {
            bus: connection.server_guid().to_string(),
            settings,
            connection,
            inputs: Inputs::new(stream, mailbox),
            post,
            owner: None,
            had_owner: false,
            tries: 0,
            unknown_methods: 0,
            server: Server::default(),
            quirk: quirks::UNKNOWN,
            pending: HashMap::new(),
            popups: Popups::default(),
        }
    }

    /// The loop, once the first messages are sent. It ends when the bus does.
    pub(super) async fn serve(&mut self, asked: u32) -> zbus::Result<()> {
        self.tell(ChannelEvent::Progress(Stage::Call));
        self.pending.insert(asked, Pending::Owner);
        loop {
            match self.inputs.next().await {
                Input::Command(Command::Show { surface, terminal }) => self.show(surface, terminal).await?,
                Input::Command(Command::Close(surface)) => self.close(surface).await?,
                Input::Command(Command::LookAgain) => self.ask_owner().await?,
                Input::Message(message) => self.on_message(&message?).await?,
                Input::End => return Ok(()),
            }
        }
    }

    async fn send(&self, message: Message) -> zbus::Result<()> {
        self.connection.send(&message).await
    }

    async fn ask(&mut self, message: Message, pending: Pending) -> zbus::Result<()> {
        self.await_reply(&message, pending);
        self.send(message).await
    }

    fn await_reply(&mut self, message: &Message, pending: Pending) {
        self.pending.insert(message.primary_header().serial_num().get(), pending);
    }

    fn tell(&self, event: ChannelEvent) {
        tracing::debug!(?event, "desktop");
        (self.post)(channel_event(event));
    }

    fn tell_surface(&self, surface: SurfaceId, event: SurfaceEvent) {
        tracing::debug!(?surface, ?event, "desktop");
        (self.post)(Report::Event(Event::Surface(surface, event)));
    }

    // --- showing and closing ---

    async fn show(&mut self, surface: SurfaceId, terminal: bool) -> zbus::Result<()> {
        let popup = Popup {
            surface,
            state: State::Gone,
            keys: spec::Keys::default(),
            plain_retry: terminal,
            rate_retry: true,
            terminal,
        };
        self.popups.add(popup);
        self.notify(surface, self.settings.actions).await
    }

    async fn notify(&mut self, surface: SurfaceId, actions: bool) -> zbus::Result<()> {
        let Some(owner) = self.owner.clone() else {
            // The loss is on its way to the prompt, and makes this surface void.
            return Ok(());
        };
        let nonce = match nonce() {
            Ok(nonce) => nonce,
            Err(error) => {
                let error = format!("the system has no random numbers ({error})");
                self.tell_surface(surface, SurfaceEvent::NotShown(error));
                return Ok(());
            }
        };
        let Some(popup) = self.popups.by_surface(surface) else { return Ok(()) };
        let scene = Scene { terminal: popup.terminal, actions, mark: nonce.get(..4).unwrap_or_default() };
        let capability = self.server.capability(&self.quirk);
        let rendering = match render(&self.settings.request, &capability, scene) {
            Ok(rendering) => rendering,
            Err(error) => {
                self.tell_surface(surface, SurfaceEvent::NotShown(error));
                return Ok(());
            }
        };
        tracing::debug!(lost = ?rendering.lost, "what the notification cannot carry");
        let (notice, keys) = spec::notice(&rendering, &self.server, &self.quirk, &nonce);
        let call = message::notify(&owner, &notice)?;
        popup.keys = keys;
        popup.plain_retry &= !notice.actions.is_empty();
        popup.state = State::Opening { serial: call.primary_header().serial_num().get(), close: false };
        self.ask(call, Pending::Notify).await
    }

    async fn on_notified(&mut self, serial: u32, reply: Result<&Message, ReplyError>) -> zbus::Result<()> {
        let Some(popup) = self.popups.by_serial(serial) else { return Ok(()) };
        let State::Opening { close, .. } = popup.state else { return Ok(()) };
        let surface = popup.surface;
        popup.state = State::Gone;
        let id = match reply {
            Ok(message) => message.body().deserialize::<u32>().map_err(|_| "its answer is no id".to_owned()),
            Err(error) if error.means_gone() => {
                self.lose_server();
                return Ok(());
            }
            Err(error) if close => Err(error.to_string()),
            Err(error) if error.short() == "ExcessNotificationGeneration" && popup.rate_retry => {
                // New keys make it another notification (facts/servers.md §4, Plasma).
                popup.rate_retry = false;
                return self.notify(surface, self.settings.actions).await;
            }
            Err(_) if popup.plain_retry => {
                popup.plain_retry = false;
                return self.notify(surface, false).await;
            }
            Err(error) => Err(error.to_string()),
        };
        match id {
            Ok(0) => self.not_shown(surface, "it did not take the notification (id 0)".to_owned()),
            Err(error) => self.not_shown(surface, format!("the notification was refused: {error}")),
            Ok(id) => {
                popup.state = State::Up(id);
                if close {
                    return self.close(surface).await;
                }
                self.on_up(surface, id).await?;
            }
        }
        Ok(())
    }

    fn not_shown(&self, surface: SurfaceId, error: String) {
        self.tell_surface(surface, SurfaceEvent::NotShown(error));
    }

    async fn on_up(&mut self, surface: SurfaceId, id: u32) -> zbus::Result<()> {
        if let Some(trace) = self.trace(id) {
            (self.post)(Report::Up(trace));
        }
        self.tell_surface(surface, SurfaceEvent::Shown);
        for signal in self.popups.take_early() {
            self.on_signal(signal).await?;
        }
        self.ask_quiet().await
    }

    fn trace(&self, id: u32) -> Option<Trace> {
        let owner = self.owner.clone()?;
        Some(Trace { bus: self.bus.clone(), owner, id })
    }

    async fn close(&mut self, surface: SurfaceId) -> zbus::Result<()> {
        let Some(popup) = self.popups.by_surface(surface) else { return Ok(()) };
        match popup.state {
            State::Opening { serial, .. } => popup.state = State::Opening { serial, close: true },
            // What the server has closed need not be closed.
            State::Gone | State::Closed(_) => self.tell_surface(surface, SurfaceEvent::Gone),
            State::Up(id) => {
                popup.state = State::Gone;
                let mut messages = match &self.owner {
                    Some(owner) => withdraw(owner, &self.quirk, id)?,
                    None => Vec::new(),
                };
                // The process may end as soon as it is gone, and dbus-daemon throws away what it has not read from a
                // connection that hangs up. Once it answers, it has read all that came before.
                let ping = message::bus_call("GetId", &())?;
                self.await_reply(&ping, Pending::Closed(surface, id));
                messages.push(ping);
                self.connection.send_all(&messages).await?;
            }
        }
        Ok(())
    }

    fn on_down(&self, surface: SurfaceId, id: u32) {
        if let Some(trace) = self.trace(id) {
            (self.post)(Report::Down(trace));
        }
        self.tell_surface(surface, SurfaceEvent::Gone);
    }

    // --- what comes back ---

    async fn on_message(&mut self, message: &Message) -> zbus::Result<()> {
        if let Some(Reply { to, result }) = message::reply(message) {
            return self.on_reply(to, result, message).await;
        }
        for pending in self.pending.values() {
            if let Pending::Closed(surface, _) = pending {
                (self.post)(Report::Event(Event::Surface(*surface, SurfaceEvent::Withdrawing)));
            }
        }
        if let Some(new) = message::owner_change(message) {
            return self.on_owner_change(new).await;
        }
        if let Some(signal) = self.owner.as_deref().and_then(|owner| message::server_signal(message, owner)) {
            self.on_signal(signal).await?;
        }
        Ok(())
    }

    async fn on_reply(
        &mut self,
        to: u32,
        result: Result<&Message, ReplyError>,
        message: &Message,
    ) -> zbus::Result<()> {
        let Some(pending) = self.pending.remove(&to) else { return Ok(()) };
        match pending {
            Pending::Owner => self.on_owner(result).await?,
            Pending::Start => self.on_start(result).await?,
            Pending::Info => self.on_info(result),
            Pending::Capabilities => self.on_capabilities(result),
            Pending::Notify => self.on_notified(to, result).await?,
            Pending::Quiet(quiet) => self.on_quiet(quiet, message),
            Pending::Closed(surface, id) => self.on_down(surface, id),
        }
        let identified = matches!(pending, Pending::Info | Pending::Capabilities)
            && !self.pending.values().any(|left| matches!(left, Pending::Info | Pending::Capabilities));
        if identified {
            self.on_identified();
        }
        Ok(())
    }

    async fn on_signal(&mut self, signal: spec::ServerSignal) -> zbus::Result<()> {
        let id = signal.id();
        let signal = spec::honest(signal, &self.quirk);
        let pressed = matches!(signal, spec::ServerSignal::Invoked { .. });
        let Some((surface, event)) = self.popups.on_signal(signal, &self.settings.request) else {
            return Ok(());
        };
        if matches!(event, SurfaceEvent::Closed(_))
            && let Some(trace) = self.trace(id)
        {
            // *Dismiss* was pressed, and not every server closes what was pressed (facts/servers.md §14).
            if pressed && self.quirk.withdrawal == Withdrawal::Close {
                self.send(message::close(&trace.owner, id)?).await?;
            }
            (self.post)(Report::Down(trace));
        }
        self.tell_surface(surface, event);
        Ok(())
    }
}

/// Sixteen hexadecimal digits that nobody can guess.
fn nonce() -> Result<String, rustix::io::Errno> {
    random::number().map(|number| format!("{number:016x}"))
}
