//! The only folder that speaks D-Bus: it connects, finds the server, shows notifications and reads what comes back.
//!
//! It sets no time limits: it says what it is at, and the prompt's own clock decides how long that may take.

mod connect;
mod input;
mod look;
mod message;
mod notice;
mod session;
mod socket;
mod trial;
mod value;
mod withdraw;

use std::{future::poll_fn, io, os::fd::OwnedFd, pin::pin, task::Poll, time::Duration};

use rustix::net::{RecvFlags, recv};
use zruntime::{AsyncIo, Shared, SharedRuntime};

use zbus::Connection;

use super::{
    Command, Settings, Trace,
    address::BusEnvironment,
    mailbox::Mailbox,
    quirks::{self, Quirk},
};
use crate::engine::{
    answer::ChannelKind,
    channel::Report,
    inbox::{Bell, Turn},
    wait::{ChannelEvent, Event},
};
use connect::connect;
pub(super) use look::look;
pub(super) use notice::{show, watch};
use session::Session;
pub(super) use trial::run as try_out;
use withdraw::withdraw;

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

/// A limit that is none: it takes the place of the runtime's last one, which would else still go off and wake the loop
/// once for nothing.
const NEVER: Duration = Duration::from_hours(24 * 365);

/// Takes turns on the thread that calls it, with a life on the bus that goes on in between. A turn says how long the
/// next may be away at most, without a limit or nothing for the end; `bell` calls it sooner.
pub fn alongside(
    bell: Bell,
    life: impl Future<Output = ()>,
    mut turn: impl FnMut() -> Turn,
) -> io::Result<()> {
    zbus::block_on(async {
        let runtime = SharedRuntime::current()?;
        let (listener, came) = bell.into_parts();
        let listener = AsyncIo::<_, Shared>::new(&runtime, listener)?;
        let mut life = pin!(life);
        let mut is_alive = true;
        while let Turn::Sleep(most) = turn() {
            let mut alarm = pin!(runtime.sleep(most.unwrap_or(NEVER)));
            poll_fn(|context| {
                is_alive = is_alive && life.as_mut().poll(context).is_pending();
                if came.take() {
                    return Poll::Ready(Ok(()));
                }
                let rings = |bell: &OwnedFd| Ok(recv(bell, &mut [0], RecvFlags::PEEK | RecvFlags::DONTWAIT)?);
                match listener.poll_read_with(context, rings) {
                    Poll::Ready(rung) => Poll::Ready(rung.map(drop)),
                    Poll::Pending => alarm.as_mut().poll(context).map(Ok),
                }
            })
            .await?;
        }
        Ok(())
    })
}

/// Closes what an earlier process left on a server that still is the same. It waits for the bus, which may
/// drop what a connection sent just before its end.
pub(super) fn sweep(bus: &BusEnvironment, traces: &[Trace]) {
    zbus::block_on(async {
        let Ok((connection, _)) = connect(bus, &[]).await else { return };
        let guid = connection.server_guid().to_string();
        for trace in traces.iter().filter(|trace| trace.bus == guid) {
            let closed = sweep_one(&connection, trace).await;
            tracing::info!(?trace, ?closed, "closed what an earlier process left");
        }
    });
}

/// Asks the server who it is; the bus starts it if it has to.
pub(super) fn find_server(bus: &BusEnvironment, limit: Duration) -> Result<String, String> {
    let look = async {
        let (connection, _stream) = connect(bus, &[]).await?;
        let (to, path) = (Some(message::NAME), message::PATH);
        match connection.call_method(to, path, to, "GetServerInformation", &()).await {
            Ok(reply) => message::server_information(&reply)
                .map(|(name, _)| name)
                .ok_or("it cannot say who it is".into()),
            Err(zbus::Error::FDO(error)) if matches!(*error, zbus::fdo::Error::ServiceUnknown(_)) => {
                Err("no notification server is running".to_owned())
            }
            Err(error) => Err(error.to_string()),
        }
    };
    zbus::block_on(async {
        let runtime =
            SharedRuntime::current().map_err(|error| format!("the system is short of files ({error})"))?;
        let (mut look, mut limit) = (pin!(look), pin!(runtime.sleep(limit)));
        poll_fn(|context| match look.as_mut().poll(context) {
            Poll::Pending => limit
                .as_mut()
                .poll(context)
                .map(|()| Err("the notification server does not answer".to_owned())),
            found @ Poll::Ready(_) => found,
        })
        .await
    })
}

async fn sweep_one(connection: &Connection, Trace { owner, id, .. }: &Trace) -> zbus::Result<()> {
    let quirk = known(connection, owner).await;
    connection.send_all(&withdraw(owner, &quirk, *id)?).await?;
    connection.call_method(Some(message::BUS), message::BUS_PATH, Some(message::BUS), "GetId", &()).await?;
    Ok(())
}

/// What is known of a server.
async fn known(connection: &Connection, owner: &str) -> Quirk {
    let method = "GetServerInformation";
    let reply = connection.call_method(Some(owner), message::PATH, Some(message::NAME), method, &()).await;
    let information = reply.ok().as_ref().and_then(message::server_information);
    information.map_or(quirks::UNKNOWN, |(name, vendor)| quirks::find(&name, &vendor))
}

fn channel_event(event: ChannelEvent) -> Report {
    Report::Event(Event::Channel(ChannelKind::Desktop, event))
}
