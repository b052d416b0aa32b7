//! Other programs' notifications on the same server.

use super::asked;
use crate::support::{
    Bus, Emit, Key, NOTIFICATIONS, NOTIFICATIONS_PATH, Program, Script, Server, Value, notify,
};

#[test]
fn what_another_program_has_replaced_answers_nothing_and_hangs_nobody() {
    // dunst tells only the new owner what becomes of it (dunst #672).
    let (bus, server, program, note) = asked(Script::load("dunst"), &["--timeout", "600ms", "Q?"]);
    let other = bus.client();
    let mut arguments = notify("other", &[("allow", "Allow once")]);
    arguments[1] = Value::U32(note.id);
    let id = other.call(NOTIFICATIONS, NOTIFICATIONS_PATH, NOTIFICATIONS, "Notify", &arguments).unwrap();
    assert_eq!(id, [Value::U32(note.id)]);
    server.wait_notify(2);
    server.press_key(note.id, "allow");
    other.wait_signal("ActionInvoked", 1);
    program.end().is("", "no answer in 600ms\n", 124);
}

#[test]
fn two_prompts_with_the_same_id_get_their_own_answers() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::load("same-id"));
    let ask = |question| Program::wait(&bus).args(["--choices", "a,b", question]).spawn();
    let first = ask("1?");
    let one = server.wait_notify(1);
    let second = ask("2?");
    let two = server.wait_notify(2);
    assert_eq!(one.id, two.id);
    assert!(server.try_emit(&two, &Emit::Action(Key::label("b"))));
    assert!(server.try_emit(&one, &Emit::Action(Key::label("a"))));
    first.end().is("a\n", "", 0);
    second.end().is("b\n", "", 0);
}

#[test]
fn a_close_because_another_program_has_ended_is_no_answer() {
    // GNOME closes all notifications of a program when the first process that sent one ends.
    let bus = Bus::start();
    let server = Server::start(&bus, Script::load("gnome"));
    let first = Program::wait(&bus).args(["1?"]).spawn();
    let one = server.wait_notify(1);
    server.change(|script| script.on_notify = vec![(350, Emit::Closed(2))]);
    let second = Program::wait(&bus).args(["2?"]).spawn();
    server.wait_notify(2);
    server.press(one.id, "Allow once");
    first.end().is("allow\n", "", 0);
    second.end().is("", "", 3);
}

#[test]
fn one_more_than_a_server_takes_is_said() {
    for name in ["mate", "flashback"] {
        let bus = Bus::start();
        let server = Server::start(&bus, Script::load(name));
        let other = bus.client();
        for n in 0..20 {
            other.notify(&n.to_string(), &[]).unwrap();
        }
        server.wait_notify(20);
        let ended = Program::wait(&bus).args(["Q?"]).run();
        assert!(ended.stderr.contains("the notification was refused: MaxNotificationsExceeded"), "{ended:?}");
        assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(69)));
        assert_eq!(server.open().len(), 20, "{name}: nobody else's is closed for it");
    }
}
