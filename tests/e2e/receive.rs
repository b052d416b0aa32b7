//! `receive` as the forced command of a real sshd: askers that know six fields and askers that know seven, and what is
//! left when the connection goes.

use std::fs;
use std::process::{Child, ChildStdin};
use std::time::{Duration, Instant};

use plyn_notify::engine::{
    channel::remote::wire::{self, Event, Given, Header},
    notice::Notice,
    request::{Choice, Question, Request, Verdict},
};
use tempfile::TempDir;

use crate::bus::Dunst;
use crate::program::{self, Output};
use crate::sshd::Sshd;
use crate::support::{Bus, Script, Server};

const NONCE: &str = "feedc0de";
/// How soon a popup is to be gone once its asker is (issue 7).
const GONE: Duration = Duration::from_secs(1);
/// For what takes no time but a busy machine's.
const LIMIT: Duration = Duration::from_secs(30);

/// A laptop: a bus with a notification server, and an sshd that runs `receive`.
struct Laptop {
    sshd: Sshd,
    server: Server,
    _bus: Bus,
    _state: TempDir,
}

impl Laptop {
    fn start() -> Self {
        let (bus, state) = (Bus::start(), tempfile::tempdir().unwrap());
        let server = Server::start(&bus, Script::default());
        let address = bus.address();
        let variables = [
            ("DBUS_SESSION_BUS_ADDRESS", address.as_str()),
            ("XDG_RUNTIME_DIR", state.path().to_str().unwrap()),
        ];
        let command = format!("{} receive", program::plyn_notify().display());
        Self { sshd: Sshd::forced(&command, &variables), server, _bus: bus, _state: state }
    }
}

/// A script in a folder of its own.
fn script(text: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("script");
    program::write(&file, text);
    let name = file.display().to_string();
    (folder, name)
}

fn request(title: &str) -> Request {
    Request { title: title.into(), ..Request::confirm("touch ran; Deploy?", "project") }
}

fn header() -> Header<'static> {
    Header { nonce: NONCE, host: "build", alive: None }
}

fn ours(title: &str) -> String {
    wire::encode_prompt(&header(), &request(title), None, true).unwrap()
}

/// How a six-field sender does it: no more than ssh and one argument, with nothing on stdin.
const SIX_FIELD_SENDER: &str = r#"#!/bin/sh
# $1 port, $2 key, then the fields
port=$1 key=$2; shift 2
payload=$(printf '%s\n' "$@"; echo .); payload=${payload%?.}
exec ssh -F none -o BatchMode=yes -o IdentitiesOnly=yes -o ClearAllForwardings=yes -o LogLevel=ERROR \
  -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o ConnectTimeout=5 \
  -i "$key" -p "$port" root@localhost -- "$payload" </dev/null
"#;

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_six_field_sender_gets_the_bare_name() {
    let laptop = Laptop::start();
    let (_folder, sender) = script(SIX_FIELD_SENDER);
    let (port, key) = (laptop.sshd.port().to_string(), laptop.sshd.key().display().to_string());
    for (at, (label, answer)) in
        [("Allow once", "once\n"), ("Always allow", "always\n"), ("Deny", "reject\n")].into_iter().enumerate()
    {
        let fields = ["opencode — Fix *", "May I run 'rm -rf \"$HOME\"'?", "critical", "dialog-warning"];
        let rest = ["permission", "; touch /tmp/ran $(touch /tmp/ran)"];
        let words = [&sender, &port, &key].map(String::as_str).into_iter().chain(fields).chain(rest);
        let asked = std::thread::scope(|scope| {
            let asked = scope.spawn(|| program::run(LIMIT, words).0);
            let note = laptop.server.wait_notify(at + 1);
            assert_eq!(note.summary, fields[0]);
            assert_eq!(note.body, format!("{}\n(over ssh)", fields[1]));
            laptop.server.press(note.id, label);
            asked.join().unwrap()
        });
        assert_eq!(asked, Output::new(answer, "", 0));
    }
    // Without an id nobody waits.
    let (told, _) = program::run(LIMIT, [&sender, &port, &key, "Built", "in 3s"]);
    assert_eq!(told, Output::new("", "", 0));
    assert_eq!(laptop.server.wait_notify(4).actions, []);
}

/// A human at a real dunst, whose menu gives *Deny*; `$@` is the asker.
const AT_DUNST: &str = r#"
displayed() { [ "$(dunstctl count displayed)" = "$1" ] || { sleep 0.05; displayed "$1"; }; }
"$@" & asker=$!
displayed 1
dunstctl context
wait $asker; echo "status $?"
displayed 0
"$@" >/dev/null 2>&1 & asker=$!
displayed 1
kill -KILL $asker; start=$(date +%s%N)
displayed 0
[ $(($(date +%s%N) - start)) -lt 1000000000 ] && echo "gone in time"
"#;

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_real_dunst_answers_and_lets_go() {
    let dunst = Dunst::start();
    let state = tempfile::tempdir().unwrap();
    let address = dunst.bus.address();
    let variables =
        [("DBUS_SESSION_BUS_ADDRESS", address), ("XDG_RUNTIME_DIR", state.path().to_str().unwrap())];
    let sshd = Sshd::forced(&format!("{} receive", program::plyn_notify().display()), &variables);
    let (_folder, sender) = script(SIX_FIELD_SENDER);
    let (port, key) = (sshd.port().to_string(), sshd.key().display().to_string());
    let bus = format!("DBUS_SESSION_BUS_ADDRESS={address}");
    let human = ["env", &bus, "bash", "-c", AT_DUNST, "bash", &sender, &port, &key];
    let fields = ["May I?", "rm -rf build", "normal", "utilities-terminal", "permission", "per_1"];
    let (output, _) = program::run(LIMIT, human.into_iter().chain(fields));
    assert_eq!(
        (output.stdout.as_str(), output.code),
        ("reject\nstatus 0\ngone in time\n", Some(0)),
        "{output:?}"
    );
}

/// What a six-field receiver makes of it: it says its fields by a file, and to an id it answers.
const SIX_FIELD_RECEIVER: &str = r#"#!/bin/bash
mapfile -t fields <<<"$SSH_ORIGINAL_COMMAND"
printf '<%s>' "${fields[@]:0:5}" >"$(dirname "$0")/shown"
[ -z "${fields[5]}" ] || echo always
"#;

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_six_field_receiver_shows_our_question_and_answers_a_permission() {
    let (folder, receiver) = script(SIX_FIELD_RECEIVER);
    let sshd = Sshd::forced(&receiver, &[]);
    let shown = || fs::read_to_string(folder.path().join("shown")).unwrap();
    let (plain, _) = program::run(LIMIT, sshd.ssh(&["-n"], &ours("Deploy *?")));
    assert_eq!(plain, Output::new("", "", 0));
    assert_eq!(
        shown(),
        "<(build) Deploy *?><(project) touch ran; Deploy? · answer at the terminal><normal><dialog-information><none>"
    );
    let permission = [("once", "Allow once"), ("always", "Always allow"), ("reject", "Deny")];
    let choices = permission.map(|(key, label)| Choice {
        key: key.into(),
        label: label.into(),
        verdict: Verdict::of_key(key),
    });
    let answers = Question::Choice { choices: choices.into(), reply: false };
    let sent = wire::encode_prompt(&header(), &Request { answers, ..request("May I?") }, None, true).unwrap();
    let (asked, _) = program::run(LIMIT, sshd.ssh(&["-n"], &sent));
    assert_eq!(asked, Output::new("always\n", "", 0));
    assert_eq!(wire::bare(&asked.stdout), Some(Given::Key("always".into())));
}

/// A command on a host that a human has come to by ssh, with lacode's variables: how it is reached from there.
fn from_afar(sshd: &Sshd, name: &str, words: &[&str]) -> (TempDir, Vec<String>) {
    let home = tempfile::tempdir().unwrap();
    fs::write(sshd.key().with_file_name("user.known_hosts"), sshd.known_host()).unwrap();
    let link = home.path().join(name);
    std::os::unix::fs::symlink(program::plyn_notify(), &link).unwrap();
    let folder = home.path().display();
    let variables = [
        format!("HOME={folder}"),
        format!("XDG_RUNTIME_DIR={folder}"),
        "SSH_CONNECTION=10.0.0.1 51000 10.0.0.2 22".to_owned(),
        "SSH_CLIENT=10.0.0.1 51000 22".to_owned(),
        "OC_LOCAL_USER=root".to_owned(),
        format!("OC_TUNNEL_PORT={}", sshd.port()),
        format!("OC_NOTIFY_KEY={}", sshd.key().display()),
        format!("PATH={}", program::search_path()),
    ];
    let program = ["env".to_owned(), "-i".to_owned()].into_iter().chain(variables);
    let words = words.iter().map(|word| (*word).to_owned());
    let argv = program.chain([link.display().to_string()]).chain(words).collect();
    (home, argv)
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn lacode_s_helper_is_answered_by_a_six_field_receiver() {
    let (folder, receiver) = script(SIX_FIELD_RECEIVER);
    let sshd = Sshd::forced(&receiver, &[]);
    let permission = ["opencode — Fix", "May I; touch ran?", "critical", "dialog-warning", "permission"];
    let (_home, mut argv) = from_afar(&sshd, "oc-notify", &permission);
    argv.insert(2, "LACODE_REQUEST_ID=; touch ran".to_owned());
    let (asked, _) = program::run(LIMIT, argv);
    assert_eq!(asked, Output::new("always\n", "", 0));
    let shown = fs::read_to_string(folder.path().join("shown")).unwrap();
    let (host, rest) = shown.strip_prefix("<(").unwrap().split_once(") ").unwrap();
    assert!(!host.is_empty());
    assert_eq!(rest, "opencode — Fix><(over ssh) May I; touch ran?><critical><dialog-warning><permission>");

    let (_home, argv) = from_afar(&sshd, "lacode", &["notify", "Built", "in 3s", "low"]);
    let (told, _) = program::run(LIMIT, argv);
    assert_eq!(told, Output::new("", "", 0));
    let shown = fs::read_to_string(folder.path().join("shown")).unwrap();
    assert!(shown.ends_with(") Built><(over ssh) in 3s><low><utilities-terminal><>"), "{shown}");
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn both_ends_are_ours() {
    let laptop = Laptop::start();
    let ask = ["wait", "--no-terminal", "--object", "program=/usr/bin/rm -rf x", "Deploy?"];
    for (at, (label, key, code)) in
        [("Allow once", "allow\n", 0), ("Deny", "deny\n", 1)].into_iter().enumerate()
    {
        let (_home, argv) = from_afar(&laptop.sshd, "plyn-notify", &ask);
        let asked = std::thread::scope(|scope| {
            let asked = scope.spawn(|| program::run(LIMIT, argv).0);
            let note = laptop.server.wait_notify(at + 1);
            assert_eq!(note.labels(), ["Allow once", "Deny"]);
            assert!(note.body.starts_with("Deploy?\nprogram: rm\n"), "{note:?}");
            assert!(note.body.ends_with(" (over ssh)"), "{note:?}");
            laptop.server.press(note.id, label);
            asked.join().unwrap()
        });
        assert_eq!(asked, Output::new(key, "", code));
    }
    laptop.server.wait_none_open();
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn our_question_comes_back_as_lines() {
    let laptop = Laptop::start();
    // With nothing on stdin, as of `ssh -n`.
    let words = laptop.sshd.ssh(&["-n"], &ours("Deploy?"));
    let asked = std::thread::scope(|scope| {
        let asked = scope.spawn(|| program::run(LIMIT, words).0);
        let note = laptop.server.wait_notify(1);
        assert_eq!(note.labels(), ["Go to terminal", "Allow once", "Deny", "Go to terminal"]);
        assert_eq!(note.body, "touch ran; Deploy?\nproject on build (over ssh)");
        laptop.server.press(note.id, "Deny");
        asked.join().unwrap()
    });
    assert_eq!((asked.stderr.as_str(), asked.code), ("", Some(0)), "{asked:?}");
    let events: Vec<Event> =
        asked.stdout.lines().map(|line| wire::decode_event(line, NONCE).unwrap().0).collect();
    assert_eq!(events, [Event::Shown, Event::Answered(Given::Key("deny".into()))]);
    laptop.server.wait_none_open();
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_login_is_refused_in_one_line() {
    let laptop = Laptop::start();
    let words = laptop.sshd.ssh(&["-n", "-T"], "");
    let (login, _) = program::run(LIMIT, &words[..words.len() - 1]);
    let error =
        "plyn-notify: nothing was sent to be shown: this is the far end of a notification, and no login\n";
    assert_eq!(login, Output::new("", error, 1));
    assert_eq!(laptop.server.calls(), [""; 0]);
}

/// An ssh in the background, and its stdin if it is to stay open.
struct Asker(Child, Option<ChildStdin>);

#[expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "an ssh that is to be killed")]
fn start(words: &[String]) -> Asker {
    use std::process::{Command, Stdio};
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let stdin = child.stdin.take();
    Asker(child, stdin)
}

impl Asker {
    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// How long it takes until nothing is on the screen.
#[expect(clippy::disallowed_methods, reason = "this is about how long something takes")]
fn gone_after(server: &Server, end: impl FnOnce()) -> Duration {
    let start = Instant::now();
    end();
    assert_eq!(server.wait_clear(LIMIT), [0_u32; 0]);
    start.elapsed()
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn the_popup_goes_with_the_connection() {
    let laptop = Laptop::start();
    let six = "T\nM\nnormal\nutilities-terminal\npermission\nid";
    for (at, payload) in [six.to_owned(), ours("Deploy?")].iter().enumerate() {
        let asker = start(&laptop.sshd.ssh(&[], payload));
        laptop.server.wait_notify(at + 1);
        let took = gone_after(&laptop.server, || asker.kill());
        assert!(took < GONE, "{took:?}");
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn the_popup_goes_with_one_of_many_on_a_shared_connection() {
    let laptop = Laptop::start();
    let folder = tempfile::tempdir().unwrap();
    let control = format!("ControlPath={}", folder.path().join("mux").display());
    let shared = |master: &str| {
        let master = format!("ControlMaster={master}");
        laptop.sshd.ssh(&["-o", &control, "-o", &master], &ours("Deploy?"))
    };
    let master = start(&shared("yes"));
    let first = laptop.server.wait_notify(1);
    let second = start(&shared("no"));
    let asked = laptop.server.wait_notify(2);
    let start = std::thread::scope(|scope| {
        scope.spawn(|| second.kill());
        #[expect(clippy::disallowed_methods, reason = "this is about how long something takes")]
        Instant::now()
    });
    laptop.server.wait_closed(asked.id);
    assert!(start.elapsed() < GONE, "{:?}", start.elapsed());
    assert_eq!(laptop.server.open(), [first.id], "the other one is still asked");
    let took = gone_after(&laptop.server, || master.kill());
    assert!(took < GONE, "{took:?}");
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn the_popup_goes_when_the_asker_that_promised_to_stay_closes_its_end() {
    let laptop = Laptop::start();
    let header = Header { alive: Some(Duration::from_secs(20)), ..header() };
    let sent = wire::encode_prompt(&header, &request("Deploy?"), None, true).unwrap();
    let mut asker = start(&laptop.sshd.ssh(&[], &sent));
    laptop.server.wait_notify(1);
    let stdin = asker.1.take();
    let took = gone_after(&laptop.server, || drop(stdin));
    assert!(took < GONE, "{took:?}");
    asker.kill();
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_key_without_its_forced_command_runs_nothing() {
    let sshd = Sshd::start();
    let files = |shell: &str, payload: &str| {
        let folder = tempfile::tempdir().unwrap();
        let there = format!("--chdir={}", folder.path().display());
        let (ran, _) = program::run(LIMIT, ["env", &there, shell, "-c", payload]);
        (ran, fs::read_dir(folder.path()).unwrap().count())
    };
    for text in [
        "touch ran",
        "; touch ran",
        "2>ran",
        "$(touch ran)",
        "\n touch ran",
        "\"; touch ran; `touch ran`; \"'",
    ] {
        let hostile = Request {
            question: text.into(),
            reason: Some(text.into()),
            include_reason: true,
            source: text.into(),
            ..request(text)
        };
        let prompt = wire::encode_prompt(&header(), &hostile, None, true).unwrap();
        let notice = Notice { title: text.into(), body: text.into(), ..Notice::default() };
        let notice = wire::encode_notice(&header(), &notice).unwrap();
        for payload in [prompt, notice] {
            let (asked, _) = program::run(LIMIT, sshd.ssh(&["-n"], &payload));
            assert_eq!(asked.stdout, "", "{text:?}");
            assert_ne!(asked.code, Some(0), "{text:?}");
            // Whatever the shell of the account; csh is the one that goes on behind an error.
            for shell in ["bash", "dash", "zsh", "mksh", "fish", "tcsh"] {
                let (ran, made) = files(shell, &payload);
                assert_eq!((ran.stdout.as_str(), made), ("", 0), "{shell}: {payload}");
            }
        }
    }
    for shell in ["bash", "dash", "zsh", "mksh", "fish", "tcsh"] {
        assert_eq!(files(shell, "touch ran").1, 1, "{shell} is there, and what it makes is found");
    }
    assert!(!std::path::Path::new("/root/ran").exists());
}
