//! The harness proves itself to a plain D-Bus client.

use crate::support::{Bus, Script, Server};

#[test]
fn notify_returns_an_id_and_a_press_reaches_the_caller() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let client = bus.client();
    client.add_match("type='signal',interface='org.freedesktop.Notifications'");
    let id = client.notify("Question", &[("a", "Allow"), ("d", "Deny")]).unwrap();
    assert_eq!(id, 1);
    server.press(id, "Deny");
    let (sender, _) = client.wait_signal("ActionInvoked", 1);
    assert_eq!(sender, server.unique_name());
}
