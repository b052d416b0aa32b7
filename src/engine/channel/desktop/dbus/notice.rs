//! One notice on one connection: shown, and if that is wanted, watched until something is chosen or it closes.
//!
//! As with a prompt's session no reply is waited for, the caller's clock decides how long anything may take; and what
//! is chosen counts only from the unique name that took the notice, under its id, with one of its keys.

use std::{future::poll_fn, pin::Pin, task::Poll};

use zbus::{Connection, Message, MessageStream, export::futures_core::Stream};

use super::{
    connect::connect,
    message::{self, Reply, ReplyError},
};
use crate::engine::{
    channel::desktop::{
        NoticeCommand, NoticeEvent,
        address::BusEnvironment,
        mailbox::Mailbox,
        notice,
        quirks::{self, Quirk},
        spec::{INLINE_REPLY, Server, ServerSignal},
    },
    notice::Notice,
};

/// How many signals are kept while `Notify` is unanswered; more is a flood (`popup.rs`).
const EARLY_LIMIT: usize = 64;

/// What is asked and not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pending {
    Info,
    Capabilities,
    Notify,
    Closed,
}

/// What the loop woke up for.
enum Input {
    Command(NoticeCommand),
    Message(zbus::Result<Message>),
    End,
}

/// Shows the notice and reports what becomes of it, on the thread that calls it. With `watch` it stays.
pub(in super::super) fn show(
    bus: &BusEnvironment,
    notice: Notice,
    watch: bool,
    mailbox: &Mailbox<NoticeCommand>,
    post: &dyn Fn(NoticeEvent),
) {
    zbus::block_on(async {
        let connection = match connect(bus).await {
            Ok(connection) => connection,
            Err(error) => return post(NoticeEvent::Failed(error)),
        };
        let mut session = Session {
            stream: MessageStream::from(&connection),
            connection,
            mailbox,
            post,
            notice,
            watch,
            server: Server::default(),
            quirk: quirks::UNKNOWN,
            owner: None,
            pending: Vec::new(),
            unknown_methods: 0,
            early: Vec::new(),
            id: 0,
            close: false,
        };
        match session.serve().await {
            Ok(()) => post(NoticeEvent::Failed("the session bus is gone".to_owned())),
            Err(error) => post(NoticeEvent::Failed(format!("the session bus is gone ({error})"))),
        }
    });
}

struct Session<'a> {
    connection: Connection,
    stream: MessageStream,
    mailbox: &'a Mailbox<NoticeCommand>,
    post: &'a dyn Fn(NoticeEvent),
    notice: Notice,
    watch: bool,
    server: Server,
    quirk: Quirk,
    /// The unique name of the server, once it has said something.
    owner: Option<String>,
    pending: Vec<(u32, Pending)>,
    /// How many of the last questions the server did not know.
    unknown_methods: u32,
    early: Vec<ServerSignal>,
    /// Where it is up; 0 before and after.
    id: u32,
    /// Whether it is to be closed as soon as it is up.
    close: bool,
}

impl Session<'_> {
    async fn serve(&mut self) -> zbus::Result<()> {
        let mut first = Vec::new();
        if self.watch {
            first.push(message::match_call("AddMatch", &message::owner_rule())?);
            // The bus follows the name; who it was is checked here, on every signal.
            first.push(message::match_call("AddMatch", &message::signal_rule(message::NAME))?);
        }
        self.start(first).await?;
        loop {
            match self.next().await {
                Input::Command(NoticeCommand::Again) => self.start(Vec::new()).await?,
                Input::Command(NoticeCommand::Close) => self.close().await?,
                Input::Message(message) => self.on_message(&message?).await?,
                Input::End => return Ok(()),
            }
        }
    }

    async fn next(&mut self) -> Input {
        let stream = &mut self.stream;
        let mailbox = self.mailbox;
        poll_fn(|context| {
            if let Poll::Ready(command) = mailbox.poll(context) {
                return Poll::Ready(Input::Command(command));
            }
            Pin::new(&mut *stream)
                .poll_next(context)
                .map(|message| message.map_or(Input::End, Input::Message))
        })
        .await
    }

    fn ask(&mut self, message: &Message, pending: Pending) {
        self.pending.push((message.primary_header().serial_num().get(), pending));
    }

    /// Sends the first messages in one piece: what has to be known first, else the notice itself.
    async fn start(&mut self, mut messages: Vec<Message>) -> zbus::Result<()> {
        self.unknown_methods = 0;
        if notice::depends_on_server(&self.notice) {
            for (method, pending) in
                [("GetServerInformation", Pending::Info), ("GetCapabilities", Pending::Capabilities)]
            {
                let call = message::server_call(message::NAME, method)?;
                self.ask(&call, pending);
                messages.push(call);
            }
        } else {
            messages.extend(self.notify());
        }
        self.connection.send_all(&messages).await
    }

    /// The call that shows it; none, and nothing more to do, if a hint cannot be sent.
    fn notify(&mut self) -> Option<Message> {
        let arguments = notice::notify(&self.notice, &self.server, &self.quirk);
        match message::notify(self.owner.as_deref().unwrap_or(message::NAME), &arguments) {
            Ok(call) => {
                self.ask(&call, Pending::Notify);
                Some(call)
            }
            Err(error) => {
                self.fail(format!("the notification cannot be sent ({error})"));
                None
            }
        }
    }

    async fn close(&mut self) -> zbus::Result<()> {
        let Some(owner) = self.owner.clone().filter(|_| self.id != 0) else {
            self.close = true;
            return Ok(());
        };
        let id = std::mem::take(&mut self.id);
        let mut messages = Vec::new();
        if self.quirk.closes {
            messages.push(message::close(&owner, id)?);
        }
        // Its answer says that the bus has read the close: dbus-daemon forgets what it has not read from a client that
        // hangs up.
        let ping = message::bus_call("GetId", &())?;
        self.ask(&ping, Pending::Closed);
        messages.push(ping);
        self.connection.send_all(&messages).await
    }

    async fn on_message(&mut self, message: &Message) -> zbus::Result<()> {
        if let Some(reply) = message::reply(message) {
            return self.on_reply(message, reply).await;
        }
        if let Some(new) = message::owner_change(message) {
            if self.owner.as_ref().is_some_and(|owner| *owner != new) {
                self.id = 0;
                (self.post)(NoticeEvent::Lost);
            }
        } else if let Some(owner) = &self.owner
            && let Some(signal) = message::server_signal(message, owner)
        {
            self.on_signal(signal);
        }
        Ok(())
    }

    async fn on_reply(&mut self, message: &Message, reply: Reply<'_>) -> zbus::Result<()> {
        let Some(at) = self.pending.iter().position(|(serial, _)| *serial == reply.to) else { return Ok(()) };
        let (_, pending) = self.pending.swap_remove(at);
        match &reply.result {
            _ if pending == Pending::Closed => {}
            Ok(_) => self.owner = message.header().sender().map(ToString::to_string),
            Err(error) if error.short() == "ServiceUnknown" => {
                self.pending.clear();
                self.fail("no notification server is running".to_owned());
                return Ok(());
            }
            Err(error) => self.unknown_methods += u32::from(error.means_no_object()),
        }
        match pending {
            Pending::Info => {
                let info = reply.result.ok().and_then(message::server_information);
                (self.server.name, self.server.vendor) = info.unwrap_or_default();
                self.quirk = quirks::find(&self.server.name, &self.server.vendor);
                self.on_known().await
            }
            Pending::Capabilities => {
                let capabilities = reply.result.ok().and_then(|message| message.body().deserialize().ok());
                self.server.capabilities = capabilities.unwrap_or_default();
                self.on_known().await
            }
            Pending::Notify => self.on_notified(reply.result).await,
            Pending::Closed => {
                (self.post)(NoticeEvent::Down);
                Ok(())
            }
        }
    }

    /// Goes on if that was all there is to know. A server that knows none of the questions has its name and not its
    /// object yet, or never will: the caller's clock decides.
    async fn on_known(&mut self) -> zbus::Result<()> {
        if !self.pending.is_empty() {
            return Ok(());
        }
        if self.unknown_methods >= 2 {
            (self.post)(NoticeEvent::NotYet);
            return Ok(());
        }
        self.send_notify().await
    }

    async fn send_notify(&mut self) -> zbus::Result<()> {
        match self.notify() {
            Some(call) => self.connection.send(&call).await,
            None => Ok(()),
        }
    }

    async fn on_notified(&mut self, reply: Result<&Message, ReplyError>) -> zbus::Result<()> {
        match reply.map(|message| message.body().deserialize::<u32>()) {
            Ok(Ok(0)) => self.fail("it did not take the notification (id 0)".to_owned()),
            Ok(Ok(id)) => {
                self.id = id;
                if self.close {
                    return self.close().await;
                }
                let actions =
                    !self.notice.actions.is_empty() && notice::offers_actions(&self.server, &self.quirk);
                (self.post)(NoticeEvent::Shown { id, actions });
                for signal in std::mem::take(&mut self.early) {
                    self.on_signal(signal);
                }
            }
            Ok(Err(_)) => self.fail("the notification was refused: its answer is no id".to_owned()),
            Err(error) if error.means_no_object() => (self.post)(NoticeEvent::NotYet),
            Err(_) if !self.notice.actions.is_empty() => {
                self.notice.actions.clear();
                return self.send_notify().await;
            }
            Err(error) => self.fail(format!("the notification was refused: {error}")),
        }
        Ok(())
    }

    fn fail(&self, error: String) {
        (self.post)(NoticeEvent::Failed(error));
    }

    fn on_signal(&mut self, signal: ServerSignal) {
        if self.id == 0 {
            if self.pending.iter().any(|(_, pending)| *pending == Pending::Notify)
                && self.early.len() < EARLY_LIMIT
            {
                self.early.push(signal);
            }
            return;
        }
        if signal.id() != self.id {
            return;
        }
        match signal {
            ServerSignal::Invoked { key, .. } => {
                if let Some(action) = notice::chosen(&self.notice, &key) {
                    (self.post)(NoticeEvent::Chosen(action.name.clone()));
                }
            }
            ServerSignal::Replied { text, .. } => {
                let offered = self.notice.actions.iter().any(|action| action.name == INLINE_REPLY);
                if offered && !text.trim().is_empty() {
                    (self.post)(NoticeEvent::Chosen(text));
                }
            }
            ServerSignal::Closed { .. } => (self.post)(NoticeEvent::Closed),
        }
    }
}
