//! A notification as a prompt shows it, and everything that is said about it on the bus, by whomever.
//!
//! What an answer is, is decided by the code that prompts have: the rendering, the keys and their meaning are theirs.

use std::time::Duration;

use zbus::{Connection, Message};
use zruntime::SharedRuntime;

use super::{
    connect::connect,
    input::{Input, Inputs},
    message::{self, Reply, ReplyError},
    withdraw::withdraw,
};
use crate::engine::{
    channel::desktop::{
        Overheard, Trial, TrialNews,
        mailbox::Mailbox,
        popup::{Popup, State},
        quirks::{self, Quirk},
        spec::{self, Server, ServerSignal},
    },
    clock::now,
    plan::{Scene, render},
    random,
    wait::{SurfaceEvent, SurfaceId},
};

/// How long it listens after its end, since servers say more then.
const LINGER: Duration = Duration::from_millis(500);
/// How long a server may take to be found, asked and told.
const PATIENCE: Duration = Duration::from_secs(5);
/// How soon a server is asked again that has its name and not its object yet.
const SETTLE: Duration = Duration::from_millis(50);

/// What is asked and not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pending {
    Information,
    Capabilities,
    Notify,
}

/// Runs it to its end, on the thread that calls it.
pub(in super::super) fn run(trial: &Trial, mailbox: &Mailbox<()>, post: &dyn Fn(TrialNews)) {
    let result = zbus::block_on(async {
        let runtime = SharedRuntime::current().map_err(|error| error.to_string())?;
        let first = [message::any_signal_rule(), message::owner_rule()];
        let first: zbus::Result<Vec<Message>> =
            first.iter().map(|rule| message::match_call("AddMatch", rule)).collect();
        let first = first.map_err(|error| error.to_string())?;
        let connecting = runtime.timeout_at(now() + PATIENCE, connect(&trial.bus, &first)).await;
        let (connection, stream) = connecting.map_err(|_| "the session bus does not answer".to_owned())??;
        let mut session = Session::new(trial, connection, post);
        session.serve(&runtime, Inputs::new(stream, mailbox)).await
    });
    if let Err(error) = result {
        post(TrialNews::Failed(error));
    }
    post(TrialNews::Ended);
}

struct Session<'a> {
    trial: &'a Trial,
    connection: Connection,
    post: &'a dyn Fn(TrialNews),
    server: Server,
    quirk: Quirk,
    /// The unique name of the server, once it has said something.
    owner: Option<String>,
    pending: Vec<(u32, Pending)>,
    /// How many of the questions the server did not know.
    unknown_methods: u32,
    popup: Popup,
    early: Vec<(Option<ServerSignal>, Message)>,
    /// When it ends.
    until: Option<std::time::Instant>,
    /// Whether its notification was taken down, or need not be.
    is_down: bool,
}

impl<'a> Session<'a> {
    fn new(trial: &'a Trial, connection: Connection, post: &'a dyn Fn(TrialNews)) -> Self {
        Self {
            trial,
            connection,
            post,
            server: Server::default(),
            quirk: quirks::UNKNOWN,
            owner: None,
            pending: Vec::new(),
            unknown_methods: 0,
            popup: Popup {
                surface: SurfaceId(0),
                state: State::Gone,
                keys: spec::Keys::default(),
                plain_retry: false,
                rate_retry: false,
                terminal: true,
            },
            early: Vec::new(),
            until: Some(now() + PATIENCE),
            is_down: false,
        }
    }

    fn id(&self) -> Option<u32> {
        match self.popup.state {
            State::Up(id) | State::Closed(id) => Some(id),
            State::Opening { .. } | State::Gone => None,
        }
    }

    async fn serve(&mut self, runtime: &SharedRuntime, mut inputs: Inputs<'_, ()>) -> Result<(), String> {
        self.identify().await.map_err(gone)?;
        loop {
            let input = match self.until {
                Some(until) => match runtime.timeout_at(until, inputs.next()).await {
                    Ok(input) => input,
                    Err(_) if self.id().is_none() => {
                        return Err("the notification server does not answer".to_owned());
                    }
                    Err(_) => return Ok(()),
                },
                None => inputs.next().await,
            };
            match input {
                Input::Command(()) => self.end().await.map_err(gone)?,
                Input::Message(message) => {
                    let message = message.map_err(gone)?;
                    if let Some(reply) = message::reply(&message) {
                        self.on_reply(runtime, reply, &message).await?;
                    } else if let Some(new) = message::owner_change(&message) {
                        if self.owner.as_ref().is_some_and(|owner| *owner != new) {
                            return Err("the notification server is gone".to_owned());
                        }
                    } else {
                        self.on_signal(&message).await.map_err(gone)?;
                    }
                }
                Input::End => return Err("the session bus is gone".to_owned()),
            }
        }
    }

    async fn ask(&mut self, message: Message, pending: Pending) -> zbus::Result<()> {
        self.pending.push((message.primary_header().serial_num().get(), pending));
        self.connection.send(&message).await
    }

    async fn identify(&mut self) -> zbus::Result<()> {
        self.unknown_methods = 0;
        let name = message::NAME;
        self.ask(message::server_call(name, "GetServerInformation")?, Pending::Information).await?;
        self.ask(message::server_call(name, "GetCapabilities")?, Pending::Capabilities).await
    }

    async fn on_reply(
        &mut self,
        runtime: &SharedRuntime,
        Reply { to, result }: Reply<'_>,
        message: &Message,
    ) -> Result<(), String> {
        let Some(at) = self.pending.iter().position(|(serial, _)| *serial == to) else { return Ok(()) };
        let (_, pending) = self.pending.swap_remove(at);
        match &result {
            Ok(_) => self.owner = message.header().sender().map(ToString::to_string),
            Err(error) if error.short() == "ServiceUnknown" => {
                return Err("no notification server is running".to_owned());
            }
            Err(error) => self.unknown_methods += u32::from(error.means_no_object()),
        }
        match pending {
            Pending::Information => {
                let information = result.ok().and_then(message::server_information);
                (self.server.name, self.server.vendor) = information.unwrap_or_default();
                self.quirk = quirks::find(&self.server.name, &self.server.vendor);
            }
            Pending::Capabilities => {
                let words = result.ok().and_then(|message| message.body().deserialize().ok());
                self.server.capabilities = words.unwrap_or_default();
            }
            Pending::Notify => return self.on_notified(result).await,
        }
        if !self.pending.is_empty() {
            return Ok(());
        }
        if self.unknown_methods >= 2 {
            // It has its name and not its object yet; the patience with it ends.
            runtime.sleep(SETTLE).await;
            return self.identify().await.map_err(gone);
        }
        self.notify().await
    }

    async fn notify(&mut self) -> Result<(), String> {
        let nonce = random::number()
            .map(|number| format!("{number:016x}"))
            .map_err(|error| format!("the system has no random numbers ({error})"))?;
        let capability = self.server.capability(&self.quirk);
        let mark = nonce.get(..4).unwrap_or_default();
        let scene = Scene { terminal: true, actions: self.trial.actions, mark };
        let rendering = render(&self.trial.request, &capability, scene)?;
        let (notice, keys) = spec::notice(&rendering, &self.server, &self.quirk, &nonce);
        self.popup.keys = keys;
        let owner = self.owner.clone().unwrap_or_else(|| message::NAME.to_owned());
        let call = message::notify(&owner, &notice).map_err(gone)?;
        let serial = call.primary_header().serial_num().get();
        self.popup.state = State::Opening { serial, close: false };
        (self.post)(TrialNews::Sent);
        self.ask(call, Pending::Notify).await.map_err(gone)
    }

    async fn on_notified(&mut self, result: Result<&Message, ReplyError>) -> Result<(), String> {
        let message = result.map_err(|error| format!("the notification was refused: {error}"))?;
        let id = message.body().deserialize::<u32>().map_err(|_| "its answer is no id".to_owned())?;
        if id == 0 {
            return Err("it did not take the notification (id 0)".to_owned());
        }
        let close = matches!(self.popup.state, State::Opening { close: true, .. });
        self.popup.state = State::Up(id);
        self.until = None;
        let server = self.owner.clone().unwrap_or_default();
        (self.post)(TrialNews::Shown { id, server });
        for (signal, message) in std::mem::take(&mut self.early) {
            self.hear(signal.as_ref(), &message).await.map_err(gone)?;
        }
        if close { self.end().await.map_err(gone) } else { Ok(()) }
    }

    async fn on_signal(&mut self, message: &Message) -> zbus::Result<()> {
        let signal = self.owner.as_deref().and_then(|owner| message::server_signal(message, owner));
        let signal = signal.map(|signal| spec::honest(signal, &self.quirk));
        if matches!(self.popup.state, State::Opening { .. }) {
            self.early.push((signal, message.clone()));
            return Ok(());
        }
        self.hear(signal.as_ref(), message).await
    }

    /// Says what was heard, and does what a prompt would do.
    async fn hear(&mut self, signal: Option<&ServerSignal>, message: &Message) -> zbus::Result<()> {
        let Some((sender, name, says)) = message::overheard(message) else { return Ok(()) };
        let id = signal.map(ServerSignal::id).or_else(|| message::first_id(message));
        let ours = id.is_some() && id == self.id();
        let genuine = self.owner.as_ref() == Some(&sender);
        let event =
            signal.filter(|_| ours).and_then(|signal| self.popup.meaning(signal, &self.trial.request));
        if let (Some(SurfaceEvent::Closed(_)), Some(id), Some(ServerSignal::Closed { .. })) =
            (&event, id, signal)
        {
            self.popup.state = State::Closed(id);
            self.is_down = true;
        }
        let is_over = event.is_some();
        (self.post)(TrialNews::Heard(Overheard { sender, genuine, name, id, ours, says, event }));
        if is_over { self.end().await } else { Ok(()) }
    }

    /// Takes it down, and listens for what is said about that.
    async fn end(&mut self) -> zbus::Result<()> {
        if let State::Opening { serial, .. } = self.popup.state {
            self.popup.state = State::Opening { serial, close: true };
            return Ok(());
        }
        self.until.get_or_insert(now() + LINGER);
        let Some(id) = self.id().filter(|_| !std::mem::replace(&mut self.is_down, true)) else {
            return Ok(());
        };
        let owner = self.owner.clone().unwrap_or_default();
        self.connection.send_all(&withdraw(&owner, &self.quirk, id)?).await
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what errors are mapped by")]
fn gone(error: zbus::Error) -> String {
    format!("the session bus is gone ({error})")
}
