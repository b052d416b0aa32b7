//! The remote channel over an ssh that is a script: the other host's desktop is a server on a bus of its own, and
//! `plyn-notify receive` runs there with what the asker has sent.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod answers;
mod endings;
mod failures;
mod hooks;
mod notices;
mod six_fields;
mod terminal;

use std::{fs, os::unix::fs::symlink};

use tempfile::TempDir;

use crate::support::{Bus, Notification, Program, Running, Script, Server};

/// It notes its number and its arguments, and then does what `$FAR` says: by default what an sshd does with a forced
/// command.
const SSH: &str = r#"#!/bin/sh
for payload; do :; done
echo "$$" >>"$HERE/pids"
for word; do printf '[%s]\n' "$word"; done >"$HERE/words"
receive() {
  export SSH_ORIGINAL_COMMAND="$payload" DBUS_SESSION_BUS_ADDRESS="$FAR_BUS" XDG_RUNTIME_DIR="$HERE/far"
  exec "$HERE/desk" receive
}
eval "${FAR-receive}"
"#;

/// What the script does where the network is cut as soon as the file `cut` is there. Its stdin stays the receiver's. What the
/// receiver says is passed on first (`tee` writes to stdout before its file), and in the file `said` then.
const CUT: &str = r#"
rm -f "$HERE/cut"
exec 3<&0
: >"$HERE/said"
mkfifo "$HERE/way.$$"
tee "$HERE/said" <"$HERE/way.$$" &
receive <&3 >"$HERE/way.$$" & child=$!
until [ -e "$HERE/cut" ]; do sleep 0.01; done
kill -HUP "$child"
echo 'Timeout, server laptop not responding.' >&2
exit 255
"#;

/// Another host, and how it is reached from here.
struct Far {
    folder: TempDir,
    bus: Bus,
    server: Server,
}

impl Far {
    /// With a desktop that has this server.
    fn new(script: Script) -> Self {
        let folder = tempfile::tempdir().unwrap();
        crate::forward::script(folder.path(), "ssh", SSH);
        fs::create_dir(folder.path().join("far")).unwrap();
        // By another name, so that nobody takes it for the prompt.
        symlink(env!("CARGO_BIN_EXE_plyn-notify"), folder.path().join("desk")).unwrap();
        let bus = Bus::start();
        let server = Server::start(&bus, script);
        Self { folder, bus, server }
    }

    /// The variables that lead there, for a session that came over ssh.
    fn variables(&self) -> [(&'static str, String); 6] {
        [
            ("PATH", format!("{}:/usr/bin:/bin", self.folder.path().display())),
            ("HERE", self.folder.path().display().to_string()),
            ("FAR_BUS", self.bus.address()),
            ("PLYN_NOTIFY_REMOTE__HOST", "laptop".to_owned()),
            ("SSH_CONNECTION", "10.0.0.2 50000 10.0.0.1 22".to_owned()),
            ("DBUS_SESSION_BUS_ADDRESS", "disabled:".to_owned()),
        ]
    }

    /// `plyn-notify COMMAND` on a host that has no desktop of its own.
    fn program(&self, command: &[&str]) -> Program {
        let program = Program::new().args(command);
        self.variables().iter().fold(program, |program, (name, value)| program.env(name, value))
    }

    fn wait(&self, args: &[&str]) -> Program {
        self.program(&["wait", "--no-terminal", "--source", "here"]).args(args)
    }

    fn notify(&self, args: &[&str]) -> Program {
        self.program(&["notify"]).args(args)
    }

    /// What the last ssh was started with, each in brackets and ended by a line break.
    fn words(&self) -> String {
        fs::read_to_string(self.folder.path().join("words")).unwrap_or_default()
    }

    /// Cuts the connection, where ssh does [`CUT`] and the other host has said that it shows what it was asked.
    fn cut(&self) {
        let said =
            || fs::read_to_string(self.folder.path().join("said")).is_ok_and(|it| it.contains("shown"));
        assert!(super::pty::comes_true(said), "nothing was shown");
        fs::write(self.folder.path().join("cut"), "").unwrap();
    }

    /// Whether any ssh that was started is still there.
    fn runs_ssh(&self) -> bool {
        let pids = fs::read_to_string(self.folder.path().join("pids")).unwrap_or_default();
        // One that nobody waits for, since its parent is dead, is init's, which may be slow.
        let is_there = |pid: &str| {
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.starts_with(" Z"))
        };
        pids.lines().any(is_there)
    }

    /// Waits until ssh has run and none does any more.
    #[track_caller]
    fn wait_no_ssh(&self) {
        let has_run = || self.folder.path().join("pids").exists();
        assert!(super::pty::comes_true(|| has_run() && !self.runs_ssh()), "ssh is left, or never was there");
    }
}

/// A prompt that the other host shows.
fn asked(script: Script, args: &[&str]) -> (Far, Running, Notification) {
    let far = Far::new(script);
    let program = far.wait(args).spawn();
    let note = far.server.wait_notify(1);
    (far, program, note)
}
