//! Whatever ends the asker takes down what it has put up elsewhere, and leaves no ssh.

use std::time::Duration;

use rustix::process::Signal;

use super::{CUT, Far, asked};
use crate::support::{Reply, Script};

/// How soon it is to be gone there (issue 7).
const GONE: Duration = Duration::from_secs(1);

#[test]
fn a_deadline_is_ours_and_takes_it_down() {
    // Long enough for it to be up on a busy machine.
    let (far, program, note) = asked(Script::default(), &["--timeout", "1500ms", "Deploy?"]);
    assert!(note.body.contains("waits 1.5s for an answer"), "{}", note.body);
    program.end().is("", "no answer in 1.5s\n", 124).took_between(1500, 2400);
    assert_eq!(far.server.wait_clear(GONE), [0_u32; 0]);
    far.wait_no_ssh();
    let args = ["--timeout", "1.5", "--default", "deny", "Deploy?"];
    let (far, program, _) = asked(Script::default(), &args);
    program.end().is("deny\n", "no answer in 1.5s = deny\n", 1);
    assert_eq!(far.server.wait_clear(GONE), [0_u32; 0]);
}

#[test]
fn signals_take_it_down_and_are_died_of() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let (far, program, _) = asked(Script::default(), &["Deploy?"]);
        program.signal(signal);
        program.end().died_of(signal);
        assert_eq!(far.server.wait_clear(GONE), [0_u32; 0]);
        far.wait_no_ssh();
    }
}

#[test]
fn so_does_sigkill() {
    let (far, program, _) = asked(Script::default(), &["Deploy?"]);
    program.signal(Signal::KILL);
    program.end();
    assert_eq!(far.server.wait_clear(GONE), [0_u32; 0]);
    far.wait_no_ssh();
}

#[test]
fn one_that_is_not_up_yet_goes_as_well() {
    let far = Far::new(Script { notify_reply: Reply::late(100), ..Script::default() });
    let program = far.wait(&["Deploy?"]).spawn();
    far.server.wait_call("Notify", 1);
    program.signal(Signal::TERM);
    program.end().died_of(Signal::TERM);
    far.server.wait_none_open();
    far.wait_no_ssh();
}

#[test]
fn an_ssh_that_does_not_end_is_ended() {
    let far = Far::new(Script::default());
    let silent = "trap '' HUP; cat >/dev/null; touch \"$HERE/eof\"; exec sleep 1000";
    let program = far.wait(&["--timeout", "200ms", "Deploy?"]).env("FAR", silent);
    program.run().is("", "no answer in 200ms\n", 124).took_between(200, 1500);
    far.wait_no_ssh();
}

#[test]
fn a_connection_that_is_lost_is_made_anew() {
    let far = Far::new(Script::default());
    let program = far.wait(&["Deploy?"]).env("FAR", CUT).spawn();
    far.server.wait_notify(1);
    far.cut();
    let second = far.server.wait_notify(2);
    far.server.press(second.id, "Deny");
    // This ssh waits to be cut.
    let ended = program.end();
    ended.is("deny\n", "", 1);
    far.server.wait_none_open();
}

/// What ssh and the receiver do where the asker was stopped for so long that it was given up for lost.
const WITHDRAWN: &str = r#"
exec 3<&0
[ ! -e "$HERE/said" ] || receive <&3
mkfifo "$HERE/way"
tee "$HERE/said" <"$HERE/way" &
receive <&3 >"$HERE/way" & child=$!
until [ -e "$HERE/cut" ]; do sleep 0.01; done
kill -HUP "$child"
wait
exit 1
"#;

#[test]
fn one_that_was_withdrawn_for_silence_is_put_up_again() {
    let far = Far::new(Script::default());
    let program = far.wait(&["--json", "Deploy?"]).env("FAR", WITHDRAWN).spawn();
    let first = far.server.wait_notify(1);
    far.cut();
    let second = far.server.wait_notify(2);
    far.server.wait_closed(first.id);
    far.server.press(second.id, "Deny");
    let ended = program.end();
    let json: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!((&json["answer"], &json["source"]), (&"deny".into(), &"remote".into()));
    let failed: Vec<_> = json["failures"].as_array().unwrap().iter().map(|it| &it["channel"]).collect();
    assert_eq!(failed, ["terminal"], "{ended:?}");
}
