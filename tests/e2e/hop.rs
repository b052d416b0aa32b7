//! The hop to another host's desktop over a real sshd: asked here, answered there.

#![expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "it is about how long things take")]

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use tempfile::TempDir;

use crate::bus::Dunst;
use crate::program::{self, Output, with_program};
use crate::pty::{Exit, Pty, PtyCommand};
use crate::sshd::Sshd;
use crate::support::{Bus, Notification, Script, Server};

/// How soon a popup is to be gone once its asker is (issue 7).
const GONE: Duration = Duration::from_secs(1);
/// For what takes no time but a busy machine's.
const LIMIT: Duration = Duration::from_secs(30);
/// How long the far end believes in a silent connection.
const KEEPALIVE: Duration = Duration::from_secs(15);

/// A laptop with a desktop, and a server that asks it.
struct Hop {
    sshd: Sshd,
    server: Server,
    bus: Bus,
    /// Both hosts' runtime folders.
    folder: TempDir,
}

impl Hop {
    fn start() -> Self {
        Self::at("127.0.0.1", &[])
    }

    /// With an sshd at this address, under this program.
    fn at(address: &str, under: &[&str]) -> Self {
        let (bus, folder) = (Bus::start(), tempfile::tempdir().unwrap());
        fs::create_dir(folder.path().join("laptop")).unwrap();
        let server = Server::start(&bus, Script::default());
        let (dbus, runtime) = (bus.address(), folder.path().join("laptop").display().to_string());
        let variables = [("DBUS_SESSION_BUS_ADDRESS", dbus.as_str()), ("XDG_RUNTIME_DIR", &runtime)];
        let command = format!("restrict,command=\"{} receive\" ", program::plyn_notify().display());
        Self { sshd: Sshd::at(address, under, &command, &variables), server, bus, folder }
    }

    /// The variables of a session on the server.
    fn variables(&self) -> Vec<(&'static str, String)> {
        let mut variables = self.sshd.way();
        variables.push(("XDG_RUNTIME_DIR", self.folder.path().display().to_string()));
        variables
    }

    /// `plyn-notify wait` there, without a terminal, in words.
    fn words(&self, args: &[&str]) -> Vec<String> {
        let variables = self.variables();
        let set = variables.iter().map(|(name, value)| format!("{name}={value}"));
        let program = program::plyn_notify().display().to_string();
        let wait = [program.as_str(), "wait", "--no-terminal"].into_iter().chain(args.iter().copied());
        ["env".to_owned()].into_iter().chain(set).chain(wait.map(str::to_owned)).collect()
    }

    /// The same at a terminal.
    fn at_terminal(&self, args: &[&str]) -> Pty {
        let command = with_program(PtyCommand::new(program::plyn_notify()).args(["wait", "--grace", "0"]));
        let command = command.args(args);
        self.variables().iter().fold(command, |command, (name, value)| command.env(name, value)).spawn()
    }

    /// Asks, does something with what is shown, and says how the asker ended.
    fn ask(&self, args: &[&str], human: impl FnOnce(&Notification)) -> (Output, Duration) {
        let shown = self.server.notifications().len();
        std::thread::scope(|scope| {
            let asker = scope.spawn(|| program::run(LIMIT, self.words(args)));
            human(&self.server.wait_notify(shown + 1));
            asker.join().unwrap()
        })
    }
}

impl Drop for Hop {
    /// The connection that the next prompt would have used.
    fn drop(&mut self) {
        let sockets = fs::read_dir(self.folder.path().join("plyn-notify")).into_iter().flatten();
        for socket in sockets.filter_map(|entry| Some(entry.ok()?.path().display().to_string())) {
            let _ = program::run(LIMIT, ["ssh", "-S", &socket, "-O", "exit", "laptop"]);
        }
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_click_on_the_laptop_is_the_answer_on_the_server() {
    let hop = Hop::start();
    let hostile = "'; touch /tmp/plyn-ran; $(touch /tmp/plyn-ran) \"|\" `touch /tmp/plyn-ran` & #";
    for (label, stdout, code) in [("Allow once", "allow\n", 0), ("Deny", "deny\n", 1)] {
        let args = ["--title", "-oProxyCommand=touch /tmp/plyn-ran", "--source", "shop", "--", hostile];
        let (output, _) = hop.ask(&args, |note| {
            assert_eq!(note.summary, "-oProxyCommand=touch /tmp/plyn-ran");
            assert!(note.body.starts_with(&format!("{hostile}\nshop on ")), "{}", note.body);
            hop.server.press(note.id, label);
        });
        assert_eq!(output, Output::new(stdout, "", code));
        hop.server.wait_none_open();
    }
    let (output, _) = hop.ask(&["Deploy?"], |note| {
        // What closes within 300 ms was not shown.
        let seen = rustix::event::Timespec { tv_sec: 0, tv_nsec: 400_000_000 };
        let _ = rustix::event::poll(&mut [], Some(&seen));
        hop.server.dismiss(note.id);
    });
    assert_eq!(output, Output::new("", "", 3));
    assert!(!fs::exists("/tmp/plyn-ran").unwrap());
}

/// A human at a real dunst, whose menu gives *Deny*; `$@` is the asker.
const AT_DUNST: &str = r#"
displayed() { [ "$(dunstctl count displayed)" = "$1" ] || { sleep 0.05; displayed "$1"; }; }
"$@" & asker=$!
displayed 1
dunstctl context
wait $asker; echo "status $?"
displayed 0
"#;

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_real_dunst_answers() {
    let dunst = Dunst::start();
    let folder = tempfile::tempdir().unwrap();
    let runtime = folder.path().to_str().unwrap();
    let bus = ("DBUS_SESSION_BUS_ADDRESS", dunst.bus.address());
    let sshd = Sshd::forced(
        &format!("{} receive", program::plyn_notify().display()),
        &[bus, ("XDG_RUNTIME_DIR", runtime)],
    );
    let set: Vec<String> = sshd.way().iter().map(|(name, value)| format!("{name}={value}")).collect();
    let program = program::plyn_notify().display().to_string();
    let human = ["env", &format!("{}={}", bus.0, bus.1), "bash", "-c", AT_DUNST, "bash", "env"];
    let words = human.into_iter().chain(set.iter().map(String::as_str));
    let words = words.chain([&program, "wait", "--no-terminal", "Deploy?"].map(|word| word as &str));
    assert_eq!(program::run(LIMIT, words).0, Output::new("deny\nstatus 1\n", "", 0));
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn whatever_ends_the_asker_takes_it_down_within_a_second() {
    let hop = Hop::start();
    let asked = |count: usize| {
        let pty = hop.at_terminal(&["Deploy?"]);
        pty.wait_text("Deploy?");
        hop.server.wait_notify(count);
        pty
    };
    let mut pty = asked(1);
    pty.answer("deny");
    assert_eq!(hop.server.wait_clear(GONE), [0_u32; 0]);
    assert_eq!(pty.wait_exit(), Exit::code(1), "{}", pty.contents());
    for (at, signal) in [Signal::TERM, Signal::HUP, Signal::KILL].into_iter().enumerate() {
        let pty = asked(at + 2);
        pty.signal(signal);
        assert_eq!(hop.server.wait_clear(GONE), [0_u32; 0], "{signal:?}");
        pty.wait_exit();
    }
    // What is left is the connection, which waits for the next prompt and ends by itself.
    let key = hop.sshd.key().display().to_string();
    let left = || program::run(LIMIT, ["pgrep", "-fc", &format!("[B]atchMode=yes.*{key}")]).0.stdout;
    let start = Instant::now();
    while left() != "0\n" {
        assert!(start.elapsed() < LIMIT, "an ssh is left");
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn what_fails_is_said_in_the_words_of_the_real_ssh() {
    let hop = Hop::start();
    let unreachable = |changes: &[&str], why: &str| {
        let mut words = hop.words(&["--channels", "remote", "Deploy?"]);
        let program = words.iter().position(|word| word.ends_with("plyn-notify")).unwrap();
        words.splice(program..program, changes.iter().map(|&change| change.to_owned()));
        let error = format!(
            "plyn-notify: nobody can be asked: the terminal is switched off (--no-terminal); remote: {why}\n"
        );
        assert_eq!(program::run(LIMIT, words).0, Output::new("", &error, 69), "{changes:?}");
    };
    let name = format!("root@127.0.0.1:{}", hop.sshd.port());
    let known = hop.sshd.folder().join("user.known_hosts");
    let right = fs::read_to_string(&known).unwrap();
    fs::write(&known, "").unwrap();
    unreachable(
        &[],
        &format!("the host key of {name} is not known; accept it once: plyn-notify tunnel setup"),
    );
    let user = fs::read_to_string(hop.sshd.folder().join("user.pub")).unwrap();
    fs::write(&known, format!("[127.0.0.1]:{} {user}", hop.sshd.port())).unwrap();
    unreachable(
        &[],
        &format!(
            "the host key of {name} has changed; if that is meant to be, forget the old one: \
             ssh-keygen -R '[127.0.0.1]:{}'",
            hop.sshd.port()
        ),
    );
    fs::write(&known, &right).unwrap();
    let keys = hop.sshd.folder().join("authorized_keys");
    let authorized = fs::read_to_string(&keys).unwrap();
    fs::write(&keys, "").unwrap();
    let refused = "refuses our key; add its line to authorized_keys there: plyn-notify tunnel setup";
    unreachable(&[], &format!("{name} {refused}"));
    fs::write(&keys, user).unwrap();
    let shell = "a shell answers at {name}, not plyn-notify; the key's line in authorized_keys there needs its command: \
                 plyn-notify tunnel setup";
    unreachable(&[], &shell.replace("{name}", &name));
    fs::write(&keys, authorized).unwrap();
    unreachable(
        &["PLYN_NOTIFY_REMOTE__PORT=1"],
        "nobody listens at root@127.0.0.1:1; connect from the desktop by: ssh -R 1:localhost:22 …",
    );
    unreachable(
        &["PLYN_NOTIFY_REMOTE__HOST=no-such-host.invalid"],
        &format!(
            "there is no host root@no-such-host.invalid:{}; see: plyn-notify config get remote.host",
            hop.sshd.port()
        ),
    );
    assert_eq!(hop.server.notifications().len(), 0);
}

/// A second host at the other end of a wire that can be cut: a network namespace.
struct Wire;

impl Wire {
    const NEAR: &str = "10.231.77.1";
    const FAR: &str = "10.231.77.2";

    fn start() -> Self {
        let wire = Self;
        Self::ip("netns add plyn-far");
        Self::ip("link add plyn-near type veth peer name plyn-end netns plyn-far");
        Self::ip(&format!("addr add {}/30 dev plyn-near", Self::NEAR));
        Self::ip("link set plyn-near up");
        Self::ip(&format!("-n plyn-far addr add {}/30 dev plyn-end", Self::FAR));
        Self::ip("-n plyn-far link set plyn-end up");
        wire
    }

    fn cut() {
        Self::ip("-n plyn-far link set plyn-end down");
    }

    fn ip(args: &str) {
        let (output, _) = program::run(LIMIT, ["ip"].into_iter().chain(args.split(' ')));
        assert_eq!(output, Output::new("", "", 0), "ip {args}");
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        let _ = program::run(LIMIT, ["ip", "netns", "del", "plyn-far"]);
        let _ = program::run(LIMIT, ["ip", "link", "del", "plyn-near"]);
    }
}

/// However many ask.
const AT_ONCE: &[&str] = &["--min-interval", "0"];

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_cut_wire_leaves_the_terminal_and_the_deadline_as_they_are() {
    let _wire = Wire::start();
    let hop = Hop::at(Wire::FAR, &["ip", "netns", "exec", "plyn-far"]);
    std::thread::scope(|scope| {
        let deadline = scope
            .spawn(|| program::run(LIMIT, hop.words(&[AT_ONCE, &["--timeout", "8s", "Deadline?"]].concat())));
        let lost = scope.spawn(|| {
            program::run(LIMIT * 2, hop.words(&[AT_ONCE, &["--channels", "remote", "Lost?"]].concat()))
        });
        let mut pty = hop.at_terminal(&["Terminal?"]);
        hop.server.wait_notify(3);
        pty.wait_text("Terminal?");
        Wire::cut();
        let start = Instant::now();
        let (output, took) = deadline.join().unwrap();
        assert_eq!(output, Output::new("", "no answer in 8s\n", 124));
        assert!(took < Duration::from_millis(9500), "{took:?}");
        assert_eq!(hop.server.wait_clear(KEEPALIVE * 2), [0_u32; 0]);
        println!("gone {:?} after the cut", start.elapsed());
        let (exit, took) = program::timed(|| {
            pty.answer("allow");
            pty.wait_exit()
        });
        assert_eq!(exit, Exit::code(0), "{}", pty.contents());
        assert!(took < GONE, "{took:?}");
        let (output, took) = lost.join().unwrap();
        assert_eq!((output.stdout.as_str(), output.code), ("", Some(69)), "{output:?}");
        assert!(output.stderr.ends_with(" cannot be reached\n"), "{output:?}");
        println!("unreachable after {took:?}");
    });
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn what_goes_while_its_asker_is_stopped_comes_back_when_it_goes_on() {
    let hop = Hop::start();
    let pty = hop.at_terminal(&["Deploy?"]);
    pty.wait_text("Deploy?");
    hop.server.wait_notify(1);
    pty.signal(Signal::STOP);
    pty.wait_stopped();
    assert_eq!(hop.server.wait_clear(KEEPALIVE * 2), [0_u32; 0]);
    pty.continue_alone();
    let note = hop.server.wait_notify(2);
    hop.server.press(note.id, "Deny");
    assert_eq!(pty.wait_exit(), Exit::code(1), "{}", pty.contents());
    hop.server.wait_none_open();
}

/// How long a program takes that says nothing that is of interest.
fn quick(words: &[String]) -> Duration {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    assert!(command.status().unwrap().success(), "{words:?}");
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_click_takes_no_longer_than_a_command_on_the_same_connection() {
    let (hop, plain) = (Hop::start(), Sshd::start());
    let socket = plain.folder().join("socket").display().to_string();
    let shared = ["-o", "ControlMaster=auto", "-o", "ControlPersist=60", "-S", &socket];
    let ssh = plain.ssh(&shared, "true");
    quick(&ssh);
    let (mut clicks, mut commands) = (Vec::new(), Vec::new());
    for round in 1..=25 {
        let words = hop.words(&["Deploy?"]);
        let mut command = Command::new(&words[0]);
        let mut asker =
            command.args(&words[1..]).stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let note = hop.server.wait_notify(round);
        let start = Instant::now();
        hop.server.press(note.id, "Allow once");
        assert!(asker.wait().unwrap().success());
        clicks.push(start.elapsed());
        commands.push(quick(&ssh));
    }
    let _ = program::run(LIMIT, ["ssh", "-S", &socket, "-O", "exit", "laptop"]);
    let (click, command) = (median(clicks), median(commands));
    println!("click to end: {click:?}; ssh host true: {command:?}");
    assert!(click <= command.mul_f64(1.2), "{click:?} against {command:?}");
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn tunnel_sets_up_what_works_and_leaves_nothing() {
    let hop = Hop::start();
    let folder = hop.sshd.folder();
    // The laptop's home is where its sshd looks for keys; the admin's key is the one that it lets in.
    fs::create_dir(folder.join(".ssh")).unwrap();
    symlink("../authorized_keys", folder.join(".ssh/authorized_keys")).unwrap();
    let key = fs::read_to_string(folder.join("user.pub")).unwrap();
    let options = format!("environment=\"HOME={}\" ", folder.display());
    fs::write(folder.join("authorized_keys"), format!("{options}{key}")).unwrap();
    let server = tempfile::tempdir().unwrap();
    let wrapper = server.path().join("ssh");
    let admin = format!(
        "#!/bin/sh\ncase \"$*\" in *BatchMode*) ;; *) set -- -i '{}' -o UserKnownHostsFile='{}' \"$@\" ;; esac\n\
         exec /usr/bin/ssh -F none \"$@\"\n",
        hop.sshd.key().display(),
        folder.join("user.known_hosts").display()
    );
    program::write(&wrapper, &admin);
    let before = fs::read(folder.join("authorized_keys")).unwrap();
    let program = program::plyn_notify();
    let variables = [
        format!("HOME={}", server.path().display()),
        format!("XDG_RUNTIME_DIR={}", hop.folder.path().display()),
        format!("PATH={}:/usr/bin:/bin", server.path().display()),
    ];
    let home = format!("HOME={}", folder.display());
    let run = |args: &[&str]| {
        let words = ["env"].into_iter().chain(variables.iter().map(String::as_str));
        let program = program.to_str().unwrap();
        program::run(LIMIT, words.chain([program, "tunnel"]).chain(args.iter().copied())).0
    };
    let on = format!("ssh://root@127.0.0.1:{}", hop.sshd.port());
    let program = program.display().to_string();
    // Where it is there nobody knows; and whose home that is sshd says, which is root's.
    let there = server.path().join("there");
    program::write(&there, &format!("#!/bin/sh\n{home} exec '{program}' \"$@\"\n"));
    let setup = ["setup", "--install-on", &on, "--program", there.to_str().unwrap(), "--yes"];
    let first = run(&setup);
    assert!(first.stdout.contains(" answers in ") && first.code == Some(0), "{first:?}");
    let second = run(&setup);
    assert_eq!((second.stdout.lines().count(), second.code), (1, Some(0)), "{second:?}");
    assert_eq!(run(&["status"]).code, Some(0));
    let removed = run(&["remove", "--yes"]);
    assert_eq!(removed.code, Some(0), "{removed:?}");
    assert_eq!(fs::read(folder.join("authorized_keys")).unwrap(), before);
    assert!(!server.path().join(".ssh").exists() && !server.path().join(".config").exists());
    assert_eq!(hop.server.notifications().len(), 0, "{}", hop.bus.address());
}
