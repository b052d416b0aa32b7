//! `plyn-notify notify` on another host's desktop.

use rustix::process::Signal;

use super::Far;
use crate::support::{Reply, Script};

#[test]
fn a_plain_notice_is_shown_and_stays() {
    let far = Far::new(Script::default());
    far.notify(&["-u", "critical", "--", "-Title", "Body <b>bold</b>; $(id)"]).run().is("", "", 0);
    let note = far.server.wait_notify(1);
    assert_eq!(note.summary, "-Title");
    assert!(note.body.starts_with("Body "), "{}", note.body);
    assert_eq!(far.server.open(), [note.id]);
    far.wait_no_ssh();
}

#[test]
fn what_is_chosen_is_printed() {
    let far = Far::new(Script::default());
    let program = far.notify(&["-A", "yes=Yes", "-A", "no=No", "Title"]).spawn();
    let note = far.server.wait_notify(1);
    far.server.press(note.id, "No");
    program.end().is("no\n", "", 0);
    far.server.wait_none_open();

    let program = far.notify(&["Title"]).env("PLYN_NOTIFY_REQUEST_ID", "'; $(id)\n").spawn();
    let note = far.server.wait_notify(2);
    assert!(!far.words().contains("$(id)"), "the id goes nowhere");
    far.server.press(note.id, "Always allow");
    program.end().is("always\n", "", 0);

    let program = far.notify(&["-A", "yes=Yes", "Title"]).spawn();
    let note = far.server.wait_notify(3);
    far.server.dismiss(note.id);
    program.end().is("", "", 0);
    far.wait_no_ssh();
}

#[test]
fn a_signal_takes_it_down() {
    let far = Far::new(Script::default());
    let program = far.notify(&["-A", "yes=Yes", "Title"]).spawn();
    let note = far.server.wait_notify(1);
    program.signal(Signal::TERM);
    program.end().died_of(Signal::TERM);
    far.server.wait_closed(note.id);
    far.wait_no_ssh();
}

#[test]
fn a_failure_costs_a_line_and_no_more() {
    let far = Far::new(Script::default());
    let refused = "echo 'laptop: Permission denied (publickey).' >&2; exit 255";
    let notify = |args: &[&str]| far.notify(&[&["--channels", "remote"], args].concat()).env("FAR", refused);
    let why = "plyn-notify: not shown: remote: laptop refuses our key; add its line to authorized_keys there: \
               plyn-notify tunnel setup\n";
    notify(&["Title"]).run().is("", why, 0);
    notify(&["--strict", "Title"]).run().is("", why, 69);
}

#[test]
fn a_host_that_does_not_answer_holds_nobody_for_more_than_three_seconds() {
    let far = Far::new(Script { notify_reply: Reply::Never, ..Script::default() });
    let ended = far.notify(&["--channels", "remote", "Title"]).run();
    ended.took_between(0, 3500);
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(0)));
    assert!(ended.stderr.starts_with("plyn-notify: not shown: remote: "), "{ended:?}");
}

#[test]
fn a_six_field_receiver_shows_it_too() {
    let far = Far::new(Script::default());
    let six = "printf '%s\\n' \"$payload\" | head -n 2 >\"$HERE/shown\"; [ ! -e \"$HERE/answer\" ] || cat \"$HERE/answer\"";
    far.notify(&["Title", "Body"]).env("FAR", six).run().is("", "", 0);
    let shown = std::fs::read_to_string(far.folder.path().join("shown")).unwrap();
    assert!(shown.ends_with("Title\n(over ssh) Body\n"), "{shown}");
    std::fs::write(far.folder.path().join("answer"), "once\n").unwrap();
    let program = far.notify(&["Title"]).env("LACODE_REQUEST_ID", "r1").env("FAR", six);
    program.run().is("once\n", "", 0);
}

#[test]
fn a_bare_word_is_an_answer_only_where_a_six_field_receiver_gives_it_to_its_own_question() {
    // From ours it is what a login script prints.
    let far = Far::new(Script::default());
    let noisy = far.notify(&["Title"]).env("PLYN_NOTIFY_REQUEST_ID", "r1").env("FAR", "echo once; receive");
    let noisy = noisy.spawn();
    let note = far.server.wait_notify(1);
    far.server.press(note.id, "Deny");
    noisy.end().is("reject\n", "", 0);
    far.server.wait_none_open();
    // Another question it does not know, and one that is still open it has not answered.
    let no_buttons = "plyn-notify: nothing can be chosen: the notification server has no buttons\n";
    let other = far.notify(&["-A", "once=Once", "-A", "no=No", "Title"]).env("FAR", "echo once");
    other.run().is("", no_buttons, 0);
    let broken = far.notify(&["--channels", "remote", "Title"]).env("LACODE_REQUEST_ID", "r1");
    let ended = broken.env("FAR", "echo once; echo 'Connection reset' >&2; exit 255").run();
    ended.is("", "plyn-notify: not shown: remote: the connection to laptop was lost\n", 0);
}

#[test]
fn a_six_field_receiver_is_waited_for_as_long_as_any() {
    let far = Far::new(Script::default());
    let slow = "sleep 2.7; echo always";
    let program = far.notify(&["Title"]).env("LACODE_REQUEST_ID", "r1").env("FAR", slow);
    let program = program.env("PLYN_NOTIFY_REMOTE__CONNECT_TIMEOUT_SECONDS", "1");
    program.run().is("always\n", "", 0);
}

#[test]
fn a_desktop_that_brings_no_choice_shows_it_all_the_same() {
    let far = Far::new(Script::default().capable_of("body"));
    far.notify(&["-A", "yes=Yes", "Title"]).run().is(
        "",
        "plyn-notify: nothing can be chosen on the other host: its notification server has no buttons, or is gone\n",
        0,
    );
    assert_eq!(far.server.wait_notify(1).summary, "Title");
}
