//! Finding the server, asking who it is and whether it is quiet, and noticing when it goes.

use zbus::Message;

use super::{Pending, Session};
use crate::engine::{
    channel::desktop::{
        dbus::message::{self, ReplyError},
        quirks::{self, Quiet},
        spec::Server,
    },
    wait::{ChannelEvent, Stage},
};

/// How often a server is asked that has its name and not its object.
const MOST_TRIES: u32 = 5;

impl Session<'_> {
    pub(super) async fn ask_owner(&mut self) -> zbus::Result<()> {
        self.tell(ChannelEvent::Progress(Stage::Call));
        self.ask(message::bus_call("GetNameOwner", &message::NAME)?, Pending::Owner).await
    }

    pub(super) async fn on_owner(&mut self, reply: Result<&Message, ReplyError>) -> zbus::Result<()> {
        let Ok(message) = reply else {
            self.tell(ChannelEvent::Progress(Stage::Activate));
            let start = message::bus_call("StartServiceByName", &(message::NAME, 0_u32))?;
            self.ask(start, Pending::Start).await?;
            return Ok(());
        };
        match message.body().deserialize::<String>() {
            Ok(owner) => self.identify(owner).await,
            Err(error) => {
                self.tell(ChannelEvent::Failed(format!("the session bus talks nonsense ({error})")));
                Ok(())
            }
        }
    }

    pub(super) async fn on_start(&mut self, reply: Result<&Message, ReplyError>) -> zbus::Result<()> {
        match reply {
            Ok(_) if self.owner.is_some() => Ok(()),
            Ok(_) => self.ask_owner().await,
            Err(error) if error.short() == "ServiceUnknown" => {
                self.tell(ChannelEvent::Failed("no notification server is running".to_owned()));
                Ok(())
            }
            Err(error) => {
                self.tell(ChannelEvent::Failed(format!("the notification server did not start: {error}")));
                Ok(())
            }
        }
    }

    /// Pins the server and asks who it is; the questions go out together.
    async fn identify(&mut self, owner: String) -> zbus::Result<()> {
        let mut messages = Vec::new();
        if self.owner.as_ref() != Some(&owner) {
            messages.push(message::match_call("AddMatch", &message::signal_rule(&owner))?);
            self.tries = 0;
        }
        self.server = Server::default();
        self.unknown_methods = 0;
        self.tries += 1;
        self.tell(ChannelEvent::Progress(Stage::Call));
        for (method, pending) in
            [("GetServerInformation", Pending::Info), ("GetCapabilities", Pending::Capabilities)]
        {
            let call = message::server_call(&owner, method)?;
            self.await_reply(&call, pending);
            messages.push(call);
        }
        self.connection.send_all(&messages).await?;
        self.owner = Some(owner);
        self.had_owner = true;
        Ok(())
    }

    pub(super) fn on_info(&mut self, reply: Result<&Message, ReplyError>) {
        self.note_unknown_method(&reply);
        if let Some((name, vendor)) = reply.ok().and_then(message::server_information) {
            self.quirk = quirks::find(&name, &vendor);
            self.server.name = name;
            self.server.vendor = vendor;
        } else {
            self.quirk = quirks::UNKNOWN;
        }
    }

    /// The last thing to know: a server that cannot say what it can do is taken for one that can do nothing.
    pub(super) fn on_capabilities(&mut self, reply: Result<&Message, ReplyError>) {
        self.note_unknown_method(&reply);
        let capabilities = reply.ok().and_then(|message| message.body().deserialize::<Vec<String>>().ok());
        self.server.capabilities = capabilities.unwrap_or_default();
        tracing::info!(server = ?self.server, quirk = self.quirk.reason, "found the notification server");
    }

    fn note_unknown_method(&mut self, reply: &Result<&Message, ReplyError>) {
        self.unknown_methods += u32::from(reply.as_ref().is_err_and(ReplyError::means_no_object));
    }

    /// Everything that was asked is answered. A server that knows neither question has its name and not its object
    /// yet (GNOME Shell, for about a millisecond), or never will.
    pub(super) fn on_identified(&self) {
        let is_there = self.unknown_methods < 2 || self.tries >= MOST_TRIES;
        self.tell(if is_there { ChannelEvent::Ready } else { ChannelEvent::NotYet });
    }

    pub(super) async fn on_owner_change(&mut self, new: String) -> zbus::Result<()> {
        if self.owner.as_deref() == Some(new.as_str()) {
            return Ok(());
        }
        if let Some(old) = self.owner.take() {
            self.send(message::match_call("RemoveMatch", &message::signal_rule(&old))?).await?;
            self.lose_server();
        }
        if !new.is_empty() && self.had_owner {
            self.identify(new).await?;
        }
        Ok(())
    }

    pub(super) fn lose_server(&mut self) {
        self.owner = None;
        self.pending.retain(|_, pending| matches!(pending, Pending::Owner | Pending::Start));
        self.popups.forget_all();
        self.tell(ChannelEvent::ServerLost);
    }

    pub(super) async fn ask_quiet(&mut self) -> zbus::Result<()> {
        let Some(owner) = self.owner.clone() else { return Ok(()) };
        let quiet = self.quirk.quiet;
        let Some(call) = message::ask_quiet(&owner, quiet)? else { return Ok(()) };
        self.ask(call, Pending::Quiet(quiet)).await
    }

    pub(super) fn on_quiet(&self, quiet: Quiet, message: &Message) {
        if message::quiet(quiet, message) == Some(true) {
            self.tell(ChannelEvent::Held);
        }
    }
}
