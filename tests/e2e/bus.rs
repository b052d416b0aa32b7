//! A real dbus-daemon that starts the notification server when it is asked for: the server comes, fails or hangs.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use rustix::process::{Signal, kill_process};
use tempfile::TempDir;

use crate::program::{self, Output, Server, at_terminal};
use crate::pty::{Exit, PtyCommand};
use crate::support;

/// A session bus whose only service is a notification server.
pub(crate) struct Bus {
    daemon: Server,
    _folder: TempDir,
}

impl Bus {
    /// A bus that runs `exec` for the notification server's name.
    fn start(exec: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().display();
        let service = format!("[D-BUS Service]\nName=org.freedesktop.Notifications\nExec={exec}\n");
        fs::write(folder.path().join("notifications.service"), service).unwrap();
        let config = format!(
            "<busconfig><type>session</type><listen>unix:dir={path}</listen><servicedir>{path}</servicedir>\
             <policy context=\"default\"><allow send_destination=\"*\" eavesdrop=\"true\"/><allow eavesdrop=\"true\"/>\
             <allow own=\"*\"/></policy></busconfig>"
        );
        fs::write(folder.path().join("bus.conf"), config).unwrap();
        let config = format!("--config-file={path}/bus.conf");
        let daemon = Server::start("dbus-daemon", [config.as_str(), "--nofork", "--print-address=1"]);
        Self { daemon, _folder: folder }
    }

    pub(crate) fn address(&self) -> &str {
        &self.daemon.ready
    }

    /// Ask without a terminal.
    fn ask(&self, options: &[&str]) -> (Output, Duration) {
        let bus = format!("DBUS_SESSION_BUS_ADDRESS={}", self.address());
        let program = program::plyn_notify().display().to_string();
        let words = ["env", &bus, "setsid", "--wait", &program, "wait", "Deploy?"];
        program::run(Duration::from_secs(30), words.iter().chain(options))
    }

    /// Ask at a terminal with no grace, and answer there.
    fn answer_at_terminal(&self) {
        let script = "plyn-notify wait --grace 0s 'Deploy?' && echo go";
        let (mut pty, took) = program::timed(|| {
            let pty = at_terminal("dash", script).env("DBUS_SESSION_BUS_ADDRESS", self.address()).spawn();
            pty.wait_text("Deploy?");
            pty
        });
        assert!(took < Duration::from_secs(1), "the question took {took:?}");
        let (exit, took) = program::timed(|| {
            pty.answer("y");
            pty.wait_exit()
        });
        assert_eq!(exit, Exit::code(0), "{}", pty.contents());
        assert!(took < Duration::from_secs(1), "the answer took {took:?}");
        assert!(pty.contents().lines().any(|line| line == "allow"), "{}", pty.contents());
        assert!(pty.contents().lines().any(|line| line == "go"), "{}", pty.contents());
    }

    /// With a server that never comes: the terminal is not disturbed, and without one it is said within `limit`.
    fn is_of_no_use(&self, limit: Duration) {
        self.answer_at_terminal();
        let (output, took) = self.ask(&[]);
        assert_eq!((output.stdout.as_str(), output.code), ("", Some(69)), "{output:?}");
        assert_eq!(output.stderr.lines().count(), 1, "{output:?}");
        assert!(took < limit, "{took:?}");
    }
}

/// A bus that starts a real dunst, on a display of its own. In its menu a script chooses *Deny*.
pub(crate) struct Dunst {
    pub(crate) bus: Bus,
    _display: Server,
    _folder: TempDir,
}

impl Dunst {
    pub(crate) fn start() -> Self {
        let display =
            Server::start("Xvfb", ["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"]);
        let folder = tempfile::tempdir().unwrap();
        let menu = folder.path().join("menu");
        fs::write(&menu, "#!/bin/sh\ngrep -m1 '^#Deny '\n").unwrap();
        fs::set_permissions(&menu, fs::Permissions::from_mode(0o755)).unwrap();
        let config = folder.path().join("dunstrc");
        fs::write(&config, format!("[global]\ndmenu = {}\n", menu.display())).unwrap();
        let exec =
            format!("/usr/bin/env DISPLAY=:{} dunst -config {}", display.ready.trim(), config.display());
        Self { bus: Bus::start(&exec), _display: display, _folder: folder }
    }

    /// Ask without a terminal while a script plays the user once the popup is there; what it all prints.
    fn ask(&self, user: &str) -> String {
        let script = format!(
            "setsid --wait plyn-notify wait 'Deploy?' </dev/null &
             until [ \"$(dunstctl count displayed)\" = 1 ]; do sleep 0.1; done
             {user}
             wait $!; echo status=$?"
        );
        let pty = at_terminal("bash", &script).env("DBUS_SESSION_BUS_ADDRESS", self.bus.address()).spawn();
        assert_eq!(pty.wait_exit(), Exit::code(0));
        pty.contents()
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn activation_starts_a_real_dunst() {
    let dunst = Dunst::start();
    let user = "dunstctl context; until [ \"$(dunstctl count displayed)\" = 0 ]; do sleep 0.1; done";
    assert_eq!(dunst.ask(user), "deny\nstatus=1");
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn the_bus_goes_in_mid_wait() {
    let dunst = Dunst::start();
    let user = format!(
        "kill -KILL {}; SECONDS=0; trap '[ $SECONDS -le 2 ] && echo in time' EXIT",
        dunst.bus.daemon.pid()
    );
    let shown = dunst.ask(&user);
    assert!(shown.ends_with("status=69\nin time"), "{shown}");
}

/// The answer stands, nobody waits for long, and the caller's next prompt takes down what may still be up.
#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn the_bus_stops_while_the_popup_is_taken_down() {
    let (bus, runtime) = (Bus::start("/bin/false"), tempfile::tempdir().unwrap());
    let server = support::Server::start_at(bus.address(), support::Script::default());
    let ask = |question: &str| {
        let command = PtyCommand::new(program::plyn_notify()).args(["wait", "--grace", "0s", question]);
        let command = command.env("DBUS_SESSION_BUS_ADDRESS", bus.address());
        let command = command.env("XDG_RUNTIME_DIR", runtime.path()).env("PLYN_NOTIFY_SESSION", "one");
        let pty = command.spawn();
        pty.wait_text(question);
        pty
    };
    let mut pty = ask("Deploy?");
    let left = server.wait_notify(1).id;
    let file = || {
        let files = fs::read_dir(runtime.path().join("plyn-notify")).into_iter().flatten().flatten();
        files.map(|file| fs::read_to_string(file.path()).unwrap()).collect::<String>()
    };
    program::until("the notification is recorded", || file().contains(&format!("\"id\":{left},")));
    kill_process(bus.daemon.pid(), Signal::STOP).unwrap();
    let (exit, took) = program::timed(|| {
        pty.answer("y");
        pty.wait_exit()
    });
    assert_eq!(exit, Exit::code(0), "{}", pty.contents());
    assert!(took > Duration::from_millis(1900) && took < Duration::from_secs(4), "{took:?}");
    assert!(file().contains(&format!("\"id\":{left},")), "{}", file());
    kill_process(bus.daemon.pid(), Signal::CONT).unwrap();

    let mut pty = ask("Really?");
    server.wait_closed(left);
    pty.answer("y");
    assert_eq!(pty.wait_exit(), Exit::code(0), "{}", pty.contents());
    server.wait_none_open();
    assert!(!file().contains("\"id\""), "{}", file());
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn activation_fails() {
    Bus::start("/bin/false").is_of_no_use(Duration::from_secs(2));
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn activation_finds_no_program() {
    Bus::start("/nowhere/to/be/found").is_of_no_use(Duration::from_secs(2));
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn activation_is_killed() {
    Bus::start("/bin/sh -c 'kill -KILL $$$$'").is_of_no_use(Duration::from_secs(2));
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn activation_hangs() {
    Bus::start("/bin/sleep 200").is_of_no_use(Duration::from_secs(7));
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn the_bus_is_gone() {
    let bus = Bus::start("/bin/sleep 200");
    let (address, program) = (bus.address().to_owned(), program::plyn_notify());
    drop(bus);
    let bus = format!("DBUS_SESSION_BUS_ADDRESS={address}");
    let words = ["env", &bus, "setsid", "--wait", program.to_str().unwrap(), "wait", "Deploy?"];
    let (output, took) = program::run(Duration::from_secs(30), words);
    assert_eq!((output.stdout.as_str(), output.code), ("", Some(69)), "{output:?}");
    assert!(took < Duration::from_secs(2), "{took:?}");
}

/// The bus of nobody, who became root by sudo, in a mount namespace with a `/run/user` of its own.
const SUDO: &str = r#"
mount -t tmpfs tmpfs /run
mkdir -p -m 700 /run/user/65534
chown 65534 /run/user/65534
echo '<busconfig><type>session</type><listen>unix:path=/run/user/65534/bus</listen><policy context="default">
<allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy></busconfig>' >/run/bus.conf
setpriv --reuid 65534 --regid 65534 --clear-groups dbus-daemon --config-file=/run/bus.conf --nofork \
  --print-address=3 3>/run/ready &
daemon=$!
until [ -s /run/ready ]; do kill -0 $daemon || exit 9; done
env -u DBUS_SESSION_BUS_ADDRESS -u XDG_RUNTIME_DIR $1 setsid --wait "$PLYN" wait 'Deploy?'
echo "status $?"
kill $daemon
"#;

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn under_sudo_the_caller_s_bus_is_asked() {
    let program = format!("PLYN={}", program::plyn_notify().display());
    for (variables, said) in [
        ("SUDO_UID=65534", "desktop: no notification server is running"),
        ("HOME=/root", "desktop: no session bus (/run/user/0/bus: entity not found)"),
    ] {
        let argv = ["env", &program, "unshare", "--mount", "bash", "-c", SUDO, "bash", variables];
        let (output, _) = program::run(Duration::from_secs(20), argv);
        let said = format!("plyn-notify: nobody can be asked: there is no terminal; {said}\n");
        assert_eq!(output, Output::new("status 69\n", &said, 0));
    }
}

/// A prompt where no machine id can be read.
const NO_MACHINE_ID: &str = r#"
for file in /etc/machine-id /var/lib/dbus/machine-id; do [ -e $file ] && mount --bind /dev/null $file; done
[ -s /etc/machine-id ] && exit 9
setsid --wait "$PLYN" wait 'Deploy?'
"#;

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_machine_without_an_id_is_no_worse() {
    let bus = support::Bus::start();
    let server = support::Server::start(&bus, support::Script::default());
    let variables = [
        format!("PLYN={}", program::plyn_notify().display()),
        format!("DBUS_SESSION_BUS_ADDRESS={}", bus.address()),
    ];
    let asked = std::thread::scope(|scope| {
        let asked = scope.spawn(|| {
            let shell = ["unshare", "--mount", "bash", "-c", NO_MACHINE_ID].map(str::to_owned);
            let argv = ["env".to_owned()].into_iter().chain(variables.clone()).chain(shell);
            program::run(Duration::from_secs(20), argv).0
        });
        let note = server.wait_notify(1);
        server.press(note.id, "Deny");
        asked.join().unwrap()
    });
    assert_eq!(asked, Output::new("deny\n", "", 1));
}
