//! A scripted `org.freedesktop.Notifications` server, and what a test does with it.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use super::{
    NOTIFICATIONS, NOTIFICATIONS_PATH,
    bus::Bus,
    client::{self, Client},
    emit::{self, Link},
    gate::Desk,
    record::{Call, Close, Notification},
    script::{Claim, Emit, Key, Script},
    serve,
    sync::{Watched, pause, start_thread},
    value::Value,
};

/// A server on a connection of its own; dropping it ends it.
#[derive(Debug)]
pub(crate) struct Server {
    core: Arc<Core>,
}

/// What the handle, the serving thread and the timers share.
#[derive(Debug)]
pub(super) struct Core {
    pub(super) state: Watched<State>,
    pub(super) script: Mutex<Script>,
    address: String,
    /// What knows the calls that wait for the server, on a bus of ours.
    desk: Option<Arc<Desk>>,
    link: Mutex<Option<Arc<Link>>>,
    /// The links of servers whose name another one took.
    robbed: Mutex<Vec<Arc<Link>>>,
    /// Held while a server comes back by itself, and when the test ends.
    coming: Mutex<()>,
}

/// What has happened so far, and what is open. The logs go on over a restart.
#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) notifications: Vec<Notification>,
    /// How many of them have been answered, or left unanswered on purpose.
    pub(super) answered: usize,
    pub(super) closes: Vec<Close>,
    pub(super) calls: Vec<Call>,
    /// Where in `notifications` the last one with each open id is.
    pub(super) open: BTreeMap<u32, usize>,
    pub(super) next_id: u32,
    pub(super) frozen: bool,
    /// How many servers there were, one after the other.
    pub(super) lives: usize,
    /// Whether the test is done with it, so that it comes back no more.
    over: bool,
}

impl Server {
    /// Start a server; it owns its name and answers when this returns.
    pub(crate) fn start(bus: &Bus, script: Script) -> Self {
        Self::new(bus.address(), Some(bus.desk()), script)
    }

    /// Start a server on any other bus, such as a real one.
    pub(crate) fn start_at(address: &str, script: Script) -> Self {
        Self::new(address.to_owned(), None, script)
    }

    fn new(address: String, desk: Option<Arc<Desk>>, script: Script) -> Self {
        let core = Arc::new(Core {
            state: Watched::default(),
            script: Mutex::new(script),
            address,
            desk,
            link: Mutex::new(None),
            robbed: Mutex::default(),
            coming: Mutex::default(),
        });
        core.connect();
        Self { core }
    }

    /// The name that the bus gave the server; empty when it is dead.
    pub(crate) fn unique_name(&self) -> String {
        self.core.link().map(|link| link.unique_name.clone()).unwrap_or_default()
    }

    /// Wait for the `n`-th `Notify` (from 1) of all that ever come in, and for its reply to be sent.
    #[track_caller]
    pub(crate) fn wait_notify(&self, n: usize) -> Notification {
        self.core.state.wait(&format!("Notify {n}"), |state| {
            (state.answered >= n).then(|| state.notifications[n - 1].clone())
        })
    }

    /// All `Notify` calls so far.
    pub(crate) fn notifications(&self) -> Vec<Notification> {
        self.core.state.read(|state| state.notifications.clone())
    }

    /// All `CloseNotification` calls so far.
    pub(crate) fn closes(&self) -> Vec<Close> {
        self.core.state.read(|state| state.closes.clone())
    }

    /// Wait until somebody has called `CloseNotification` with this id.
    #[track_caller]
    pub(crate) fn wait_closed(&self, id: u32) -> Close {
        self.core.state.wait(&format!("CloseNotification {id}"), |state| {
            state.closes.iter().find(|close| close.id == id).cloned()
        })
    }

    /// The names of all methods called so far, in order.
    pub(crate) fn calls(&self) -> Vec<String> {
        self.core.state.read(|state| state.calls.iter().map(|call| call.member.clone()).collect())
    }

    /// All methods called so far, in order.
    pub(crate) fn call_log(&self) -> Vec<Call> {
        self.core.state.read(|state| state.calls.clone())
    }

    /// Wait until a method of this name has been called `n` times.
    #[track_caller]
    pub(crate) fn wait_call(&self, member: &str, n: usize) -> Call {
        self.core.state.wait(&format!("call {n} of {member}"), |state| {
            state.calls.iter().filter(|call| call.member == member).nth(n - 1).cloned()
        })
    }

    /// The ids that are shown and not closed.
    pub(crate) fn open(&self) -> Vec<u32> {
        self.core.state.read(|state| state.open.keys().copied().collect())
    }

    /// What a human can see now, the newest last, if anything.
    pub(crate) fn screen(&self) -> Vec<Notification> {
        self.core.state.read(State::screen)
    }

    /// Wait until a human sees something, or until `bound` has passed, or `enough` says that it never will.
    pub(crate) fn wait_screen(&self, bound: Duration, enough: impl Fn() -> bool) -> Option<Notification> {
        let look = |state: &mut State| state.screen().pop().map(Some).or_else(|| enough().then_some(None));
        self.core.state.wait_for(bound, look).flatten()
    }

    /// Wait until nothing is open, or until `bound` has passed; what is still open then.
    pub(crate) fn wait_clear(&self, bound: Duration) -> Vec<u32> {
        self.core.state.wait_for(bound, |state| state.open.is_empty().then_some(()));
        self.open()
    }

    /// Make those look again who wait for something that the server does not know of.
    pub(crate) fn nudge(&self) {
        self.core.state.change(|_| ());
    }

    /// Wait until something is shown.
    #[track_caller]
    pub(crate) fn wait_open(&self) {
        self.core.state.wait("a notification to be open", |state| (!state.open.is_empty()).then_some(()));
    }

    /// Wait until nothing is shown any more.
    #[track_caller]
    pub(crate) fn wait_none_open(&self) {
        self.core.state.wait("all notifications to be closed", |state| state.open.is_empty().then_some(()));
    }

    /// Press the button with this label, as a human would.
    #[track_caller]
    pub(crate) fn press(&self, id: u32, label: &str) {
        let note = self.notification(id);
        let key = note.key(label);
        let buttons = note.actions.iter().filter(|(key, _)| key != "default");
        let reachable = buttons.take(self.core.script().buttons).any(|(shown, _)| *shown == key);
        assert!(reachable || key == "default", "{label:?} is not on the screen");
        self.press_key(id, &key);
    }

    /// Press the button with this key, whether it was sent or not.
    #[track_caller]
    pub(crate) fn press_key(&self, id: u32, key: &str) {
        self.emit(id, &Emit::Press(Key::raw(key)));
    }

    /// Press a button of what closes by that, and say when: a real server says both at once, in one turn of its loop, and
    /// takes no time for connecting to a runtime.
    #[track_caller]
    pub(crate) fn press_and_close(&self, id: u32, label: &str) -> Instant {
        let note = self.notification(id);
        let link =
            self.core.link().filter(|link| link.unique_name == note.server).expect("the server is alive");
        let pressed = [Value::U32(id), Value::Str(note.key(label))];
        let closed = emit::closed(&self.core.script(), id, 2);
        let signals =
            [("ActionInvoked", &pressed[..]), ("NotificationClosed", &closed)].map(|(member, arguments)| {
                client::signal(NOTIFICATIONS_PATH, NOTIFICATIONS, None, member, arguments)
            });
        self.core.state.change(|state| state.open.remove(&id));
        let (start, sent): (_, zbus::Result<()>) = zbus::block_on(async {
            #[expect(clippy::disallowed_methods, reason = "a harness looks at the clock")]
            let start = Instant::now();
            (start, link.connection.send_all(&signals).await)
        });
        sent.expect("the server is alive");
        start
    }

    /// Click on the body.
    #[track_caller]
    pub(crate) fn click_body(&self, id: u32) {
        self.emit(id, &Emit::Click);
    }

    /// Close by hand.
    #[track_caller]
    pub(crate) fn dismiss(&self, id: u32) {
        self.emit(id, &Emit::Dismissed);
    }

    /// Let it expire.
    #[track_caller]
    pub(crate) fn expire(&self, id: u32) {
        self.emit(id, &Emit::Expired);
    }

    /// Type an answer into the reply field.
    #[track_caller]
    pub(crate) fn reply(&self, id: u32, text: &str) {
        self.emit(id, &Emit::Typed(text.to_owned()));
    }

    /// Say something about the last notification with this id, closed or not.
    #[track_caller]
    pub(crate) fn emit(&self, id: u32, emit: &Emit) {
        assert!(self.try_emit(&self.notification(id), emit), "the server is alive");
    }

    /// Say something about a notification, if its server lives; whether it did.
    pub(crate) fn try_emit(&self, note: &Notification, emit: &Emit) -> bool {
        let link = self.core.link().filter(|link| link.unique_name == note.server);
        if let Some(link) = &link {
            emit::emit(&self.core, link, note, emit, None);
        }
        link.is_some()
    }

    /// Change the script of the running server.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Script)) {
        change(&mut self.core.script.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Stop answering: calls are taken and left alone.
    pub(crate) fn freeze(&self) {
        self.core.state.change(|state| state.frozen = true);
    }

    /// Answer again, what came meanwhile first.
    pub(crate) fn thaw(&self) {
        self.core.state.change(|state| state.frozen = false);
    }

    /// Drop the connection as a killed process does; what was open is gone.
    pub(crate) fn kill(&self) {
        self.core.disconnect();
    }

    /// Come back after a kill, or restart, with this script; ids begin anew.
    pub(crate) fn restart(&self, script: Script) {
        self.kill();
        self.change(|old| *old = script);
        self.core.connect();
    }

    /// The last notification with this id; a human sees it no sooner than its caller is answered.
    #[track_caller]
    fn notification(&self, id: u32) -> Notification {
        self.core.state.wait(&format!("a notification {id}"), |state| {
            let at = state.notifications.iter().rposition(|note| note.id == id)?;
            (state.answered > at).then(|| state.notifications[at].clone())
        })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _coming = self.core.coming.lock().unwrap_or_else(PoisonError::into_inner);
        self.core.state.change(|state| state.over = true);
        self.kill();
        for link in self.core.robbed.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            link.close();
        }
    }
}

impl State {
    /// What a human can see: shown, open, and answered, since nobody is quicker than the reply.
    fn screen(&self) -> Vec<Notification> {
        let mut open: Vec<usize> = self.open.values().copied().filter(|&at| at < self.answered).collect();
        open.sort_unstable();
        let notes = open.into_iter().filter_map(|at| self.notifications.get(at));
        notes.filter(|note| note.shown).cloned().collect()
    }
}

impl Core {
    /// Come up: connect, take the name, and answer what the bus kept for it.
    pub(super) fn connect(self: &Arc<Self>) {
        self.come_up(self.script().claim);
    }

    /// Die, and come up again after a while unless the test is over.
    pub(super) fn restart(self: &Arc<Self>, milliseconds: u64) {
        self.disconnect();
        let core = Arc::clone(self);
        start_thread("script timer", move || {
            pause(milliseconds);
            core.unless_over(|| core.connect());
        });
    }

    /// Another server takes the name, and knows nothing of what this one has shown. This one lives on.
    pub(super) fn be_taken_over(self: &Arc<Self>) {
        self.unless_over(|| {
            let robbed = self.link();
            self.robbed.lock().unwrap_or_else(PoisonError::into_inner).extend(robbed);
            self.come_up(Claim::TakeOver);
        });
    }

    /// What a server does by itself it does not do while a test ends, or after that.
    fn unless_over(&self, come: impl FnOnce()) {
        let _coming = self.coming.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.state.read(|state| state.over) {
            come();
        }
    }

    fn come_up(self: &Arc<Self>, claim: Claim) {
        let script = self.script();
        self.state.change(|state| {
            state.open.clear();
            state.next_id = script.first_id;
            state.frozen = false;
            state.lives += 1;
        });
        let foreign = Client::connect(&self.address);
        let link = serve::start(self, &self.address, foreign);
        self.set_link(Some(Arc::clone(&link)));
        link.own_names(claim, &script.names);
        if let Some(desk) = &self.desk {
            desk.deliver(NOTIFICATIONS);
        }
    }

    /// The script as it is now.
    pub(super) fn script(&self) -> Script {
        self.script.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The connection, while the server lives.
    pub(super) fn link(&self) -> Option<Arc<Link>> {
        self.link.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// End the server.
    pub(super) fn disconnect(&self) {
        if let Some(link) = self.set_link(None) {
            link.close();
        }
        self.state.change(|state| {
            state.open.clear();
            state.frozen = false;
        });
    }

    fn set_link(&self, link: Option<Arc<Link>>) -> Option<Arc<Link>> {
        std::mem::replace(&mut self.link.lock().unwrap_or_else(PoisonError::into_inner), link)
    }
}
