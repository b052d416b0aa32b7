//! One notice on one connection: shown, and if that is wanted, watched until something is chosen or it closes.
//!
//! As with a prompt's session no reply is waited for, the caller's clock decides how long anything may take; and what
//! is chosen counts only from the unique name that took the notice, under its id, with one of its keys.

use std::{cell::Cell, future::poll_fn, pin::Pin};

use zbus::{Message, export::futures_core::Stream};
use zruntime::{SharedRuntime, TimedOut};

use super::{
    connect::connect,
    input::{Input, Inputs},
    message::{self, Reply, ReplyError},
    withdraw::withdraw,
};
use crate::engine::{
    channel::desktop::{
        Limit, NoticeCommand, NoticeEvent,
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

/// Shows the notice, follows it and reports what becomes of it.
pub(in super::super) async fn watch(
    bus: &BusEnvironment,
    notice: Notice,
    mailbox: &Mailbox<NoticeCommand>,
    post: &dyn Fn(NoticeEvent),
) {
    let mut session = Session::new(notice, post);
    // To take it down depends on it too.
    session.asks_first = true;
    let served = serve(bus, &mut session, mailbox).await;
    post(NoticeEvent::Failed(error_of(served)));
}

async fn serve(
    bus: &BusEnvironment,
    session: &mut Session<'_>,
    mailbox: &Mailbox<NoticeCommand>,
) -> zbus::Result<Result<(), String>> {
    let mut first = vec![
        message::match_call("AddMatch", &message::owner_rule())?,
        // The bus follows the name; who it was is checked here, on every signal.
        message::match_call("AddMatch", &message::signal_rule(message::NAME))?,
    ];
    first.extend(session.start()?);
    let (connection, stream) = match connect(bus, &first).await {
        Ok(link) => link,
        Err(error) => return Ok(Err(error)),
    };
    let mut inputs = Inputs::new(stream, mailbox);
    loop {
        let messages = match inputs.next().await {
            Input::Command(NoticeCommand::Again) => session.start()?,
            Input::Command(NoticeCommand::Close) => session.close()?,
            Input::Message(message) => session.on_message(&message?)?,
            Input::End => return Ok(Ok(())),
        };
        connection.send_all(&messages).await?;
    }
}

/// Shows the notice and says its id as soon as it is up, or returns why it is not, on the thread that calls it.
pub(in super::super) fn show(
    bus: &BusEnvironment,
    notice: Notice,
    limit: &Limit,
    on_shown: &mut dyn FnMut(u32),
) -> Result<(), String> {
    let said = Cell::new(None);
    let post = |event| said.set(Some(event));
    let mut session = Session::new(notice, &post);
    zbus::block_on(async {
        let runtime =
            SharedRuntime::current().map_err(|error| format!("the system is short of files ({error})"))?;
        let up = async {
            let first = session.start()?;
            let (connection, mut stream) = match connect(bus, &first).await {
                Ok(link) => link,
                Err(error) => return Ok(Err(error)),
            };
            let mut tries = 1;
            while let Some(message) = poll_fn(|context| Pin::new(&mut stream).poll_next(context)).await {
                let mut messages = session.on_message(&message?)?;
                match said.take() {
                    Some(NoticeEvent::Shown { id, .. }) => {
                        on_shown(id);
                        return Ok(Ok(()));
                    }
                    Some(NoticeEvent::Failed(error)) => return Ok(Err(error)),
                    Some(NoticeEvent::NotYet) if tries == limit.tries => {
                        return Ok(Err("the notification server shows nothing".to_owned()));
                    }
                    Some(NoticeEvent::NotYet) => {
                        tries += 1;
                        runtime.sleep(limit.settle).await;
                        messages = session.start()?;
                    }
                    _ => {}
                }
                connection.send_all(&messages).await?;
            }
            Ok(Err(error_of(Ok(Ok(())))))
        };
        match runtime.timeout_at(limit.until, up).await {
            Ok(Ok(result)) => result,
            Ok(Err(error)) => Err(error_of(Err(error))),
            Err(TimedOut { .. }) => Err("it does not answer".to_owned()),
        }
    })
}

/// Why nothing more will be heard.
fn error_of(served: zbus::Result<Result<(), String>>) -> String {
    match served {
        Ok(Ok(())) => "the session bus is gone".to_owned(),
        Ok(Err(error)) => error,
        Err(error) => format!("the session bus is gone ({error})"),
    }
}

/// What is known of the notice and its server. What is to be sent it returns, in order.
struct Session<'a> {
    post: &'a dyn Fn(NoticeEvent),
    notice: Notice,
    /// Whether it has to be known who the server is and what it can do.
    asks_first: bool,
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
    /// Whether the server has closed it.
    closed: bool,
}

impl<'a> Session<'a> {
    fn new(notice: Notice, post: &'a dyn Fn(NoticeEvent)) -> Self {
        Self {
            post,
            asks_first: notice::depends_on_server(&notice),
            notice,
            server: Server::default(),
            quirk: quirks::UNKNOWN,
            owner: None,
            pending: Vec::new(),
            unknown_methods: 0,
            early: Vec::new(),
            id: 0,
            close: false,
            closed: false,
        }
    }

    fn ask(&mut self, message: &Message, pending: Pending) {
        self.pending.push((message.primary_header().serial_num().get(), pending));
    }

    /// What has to be known first, else the notice itself.
    fn start(&mut self) -> zbus::Result<Vec<Message>> {
        self.unknown_methods = 0;
        if !self.asks_first {
            return Ok(self.notify());
        }
        let mut messages = Vec::new();
        for (method, pending) in
            [("GetServerInformation", Pending::Info), ("GetCapabilities", Pending::Capabilities)]
        {
            let call = message::server_call(message::NAME, method)?;
            self.ask(&call, pending);
            messages.push(call);
        }
        Ok(messages)
    }

    /// The call that shows it; nothing, and nothing more to do, if a hint cannot be sent.
    fn notify(&mut self) -> Vec<Message> {
        let arguments = notice::notify(&self.notice, &self.server, &self.quirk);
        match message::notify(self.owner.as_deref().unwrap_or(message::NAME), &arguments) {
            Ok(call) => {
                self.ask(&call, Pending::Notify);
                vec![call]
            }
            Err(error) => {
                self.fail(format!("the notification cannot be sent ({error})"));
                Vec::new()
            }
        }
    }

    fn close(&mut self) -> zbus::Result<Vec<Message>> {
        if self.closed {
            (self.post)(NoticeEvent::Down);
            return Ok(Vec::new());
        }
        let Some(owner) = self.owner.clone().filter(|_| self.id != 0) else {
            self.close = true;
            return Ok(Vec::new());
        };
        let id = std::mem::take(&mut self.id);
        let mut messages = withdraw(&owner, &self.quirk, id)?;
        // Its answer says that the bus has read the close: dbus-daemon forgets what it has not read from a client that
        // hangs up.
        let ping = message::bus_call("GetId", &())?;
        self.ask(&ping, Pending::Closed);
        messages.push(ping);
        Ok(messages)
    }

    fn on_message(&mut self, message: &Message) -> zbus::Result<Vec<Message>> {
        if let Some(reply) = message::reply(message) {
            return self.on_reply(message, reply);
        }
        if self.pending.iter().any(|(_, pending)| *pending == Pending::Closed) {
            (self.post)(NoticeEvent::Withdrawing);
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
        Ok(Vec::new())
    }

    fn on_reply(&mut self, message: &Message, reply: Reply<'_>) -> zbus::Result<Vec<Message>> {
        let Some(at) = self.pending.iter().position(|(serial, _)| *serial == reply.to) else {
            return Ok(Vec::new());
        };
        let (_, pending) = self.pending.swap_remove(at);
        match &reply.result {
            _ if pending == Pending::Closed => {}
            Ok(_) => self.owner = message.header().sender().map(ToString::to_string),
            Err(error) if error.short() == "ServiceUnknown" => {
                self.pending.clear();
                self.fail("no notification server is running".to_owned());
                return Ok(Vec::new());
            }
            Err(error) => self.unknown_methods += u32::from(error.means_no_object()),
        }
        match pending {
            Pending::Info => {
                let info = reply.result.ok().and_then(message::server_information);
                (self.server.name, self.server.vendor) = info.unwrap_or_default();
                self.quirk = quirks::find(&self.server.name, &self.server.vendor);
                Ok(self.on_known())
            }
            Pending::Capabilities => {
                let capabilities = reply.result.ok().and_then(|message| message.body().deserialize().ok());
                self.server.capabilities = capabilities.unwrap_or_default();
                Ok(self.on_known())
            }
            Pending::Notify => self.on_notified(reply.result),
            Pending::Closed => {
                (self.post)(NoticeEvent::Down);
                Ok(Vec::new())
            }
        }
    }

    /// Goes on if that was all there is to know. A server that knows none of the questions has its name and not its
    /// object yet, or never will: the caller's clock decides.
    fn on_known(&mut self) -> Vec<Message> {
        if !self.pending.is_empty() {
            return Vec::new();
        }
        if self.unknown_methods >= 2 {
            (self.post)(NoticeEvent::NotYet);
            return Vec::new();
        }
        self.notify()
    }

    fn on_notified(&mut self, reply: Result<&Message, ReplyError>) -> zbus::Result<Vec<Message>> {
        match reply.map(|message| message.body().deserialize::<u32>()) {
            Ok(Ok(0)) => self.fail("it did not take the notification (id 0)".to_owned()),
            Ok(Ok(id)) => {
                self.id = id;
                if self.close {
                    return self.close();
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
                return Ok(self.notify());
            }
            Err(error) => self.fail(format!("the notification was refused: {error}")),
        }
        Ok(Vec::new())
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
            ServerSignal::Closed { .. } => {
                self.closed = true;
                (self.post)(NoticeEvent::Closed);
            }
        }
    }
}
