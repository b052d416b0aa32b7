//! lacode's programs by their names, as its plugin and its `authorized_keys` call them.

use crate::support::{Bus, Program, Script, Server};

#[test]
fn its_receiver_answers_its_sender() {
    for name in ["oc-notify-receiver", "lacode-notify-receiver"] {
        let bus = Bus::start();
        let server = Server::start(&bus, Script::default());
        let script = format!("ln -s \"$PLYN\" {name}; ./{name}");
        let payload = "opencode\nMay I?\nnormal\nutilities-terminal\npermission\nper_1";
        let program = Program::shell(&bus, &script).env("SSH_ORIGINAL_COMMAND", payload).spawn();
        let note = server.wait_notify(1);
        server.press(note.id, "Always allow");
        program.end().is("always\n", "", 0);
    }
}

#[test]
fn its_helper_is_told_and_asked() {
    for call in ["./oc-notify", "./lacode notify"] {
        let bus = Bus::start();
        let server = Server::start(&bus, Script::default());
        let script = format!(
            "ln -s \"$PLYN\" lacode; ln -s \"$PLYN\" oc-notify; \
             {call} 'opencode — Fix' 'May I?' critical dialog-warning permission; echo \"status $?\"; \
             unset LACODE_REQUEST_ID; {call} -x --help; echo \"status $?\""
        );
        let program = Program::shell(&bus, &script).env("LACODE_REQUEST_ID", "per_1").spawn();
        let note = server.wait_notify(1);
        assert_eq!((note.summary.as_str(), note.body.as_str()), ("opencode — Fix", "May I?"));
        assert_eq!((note.icon.as_str(), note.expire_timeout), ("dialog-warning", 0));
        assert_eq!(note.labels(), ["Allow once", "Always allow", "Deny"]);
        server.press(note.id, "Allow once");
        let note = server.wait_notify(2);
        assert_eq!((note.summary.as_str(), note.body.as_str(), note.expire_timeout), ("-x", "--help", 0));
        program.end().is("once\nstatus 0\nstatus 0\n", "", 0);
    }
}

#[test]
fn its_other_commands_are_ours() {
    let bus = Bus::start();
    let ended = Program::shell(&bus, "ln -s \"$PLYN\" lacode; ./lacode --version").run();
    ended.is(&format!("plyn-notify {}\n", env!("CARGO_PKG_VERSION")), "", 0);
}
