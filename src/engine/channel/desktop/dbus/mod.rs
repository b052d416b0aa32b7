//! The only folder that speaks D-Bus: it connects, finds the server, shows notifications and reads what comes back.
//!
//! It sets no time limits: it says what it is at, and the prompt's own clock decides how long that may take.

mod connect;
mod input;
mod message;
mod notice;
mod session;
mod socket;
mod value;

use std::{future::poll_fn, io, os::fd::OwnedFd, pin::pin, task::Poll};

use rustix::net::{RecvFlags, recv};
use zruntime::{AsyncIo, Shared, SharedRuntime};

use super::{Command, Settings, Trace, address::BusEnvironment, mailbox::Mailbox};
use crate::engine::{
    answer::ChannelKind,
    channel::Report,
    inbox::Turn,
    wait::{ChannelEvent, Event},
};
use connect::connect;
pub(super) use notice::{show, watch};
use session::Session;

/// Runs the channel until the bus is gone, on the thread that calls it.
pub(super) fn run(settings: Settings, mailbox: &Mailbox<Command>, post: &dyn Fn(Report)) {
    zbus::block_on(live(settings, mailbox, post));
}

/// The channel's life, until the bus is gone.
pub(super) async fn live(settings: Settings, mailbox: &Mailbox<Command>, post: &dyn Fn(Report)) {
    let fail = |error: String| post(channel_event(ChannelEvent::Failed(error)));
    let (first, asked) = match session::first() {
        Ok(first) => first,
        Err(error) => return fail(error.to_string()),
    };
    let link = match connect(&settings.bus, &first).await {
        Ok(link) => link,
        Err(error) => return fail(error),
    };
    let mut session = Session::new(settings, link, mailbox, post);
    let error = match session.serve(asked).await {
        Ok(()) => "the session bus is gone".to_owned(),
        Err(error) => format!("the session bus is gone ({error})"),
    };
    fail(error);
}

/// Takes turns on the thread that calls it, with a life on the bus that goes on in between. A turn says how long the
/// next may be away at most, without a limit or nothing for the end; whatever can be read from `bell` calls it sooner.
pub fn alongside(
    bell: OwnedFd,
    life: impl Future<Output = ()>,
    mut turn: impl FnMut() -> Turn,
) -> io::Result<()> {
    zbus::block_on(async {
        let runtime = SharedRuntime::current()?;
        let bell = AsyncIo::<_, Shared>::new(&runtime, bell)?;
        let mut life = pin!(life);
        let mut is_alive = true;
        while let Turn::Sleep(most) = turn() {
            let mut alarm = pin!(most.map(|most| runtime.sleep(most)));
            poll_fn(|context| {
                is_alive = is_alive && life.as_mut().poll(context).is_pending();
                let rings = |bell: &OwnedFd| Ok(recv(bell, &mut [0], RecvFlags::PEEK | RecvFlags::DONTWAIT)?);
                match bell.poll_read_with(context, rings) {
                    Poll::Ready(rung) => Poll::Ready(rung.map(drop)),
                    Poll::Pending => match alarm.as_mut().as_pin_mut() {
                        Some(alarm) => alarm.poll(context).map(Ok),
                        None => Poll::Pending,
                    },
                }
            })
            .await?;
        }
        Ok(())
    })
}

/// Closes what an earlier process left on a server that still is the same. It waits for the answers, since a bus may
/// drop what a connection sent just before its end.
pub(super) fn sweep(bus: &BusEnvironment, traces: &[Trace]) {
    zbus::block_on(async {
        let Ok((connection, _)) = connect(bus, &[]).await else { return };
        let guid = connection.server_guid().to_string();
        for Trace { owner, id, .. } in traces.iter().filter(|trace| trace.bus == guid) {
            let closed = connection
                .call_method(
                    Some(owner.as_str()),
                    message::PATH,
                    Some(message::NAME),
                    "CloseNotification",
                    &id,
                )
                .await;
            tracing::info!(owner, id, ?closed, "closed what an earlier process left");
        }
    });
}

fn channel_event(event: ChannelEvent) -> Report {
    Report::Event(Event::Channel(ChannelKind::Desktop, event))
}
