//! What only a clock tells: an idle prompt costs nothing, an Enter is heard at once, announcements keep their distance.

#![expect(clippy::disallowed_methods, reason = "these tests are about time")]

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::Pid;
use tempfile::TempDir;

use crate::program::{self, at_terminal};
use crate::pty::{Exit, Pty};
use crate::support::{
    Bus, Reply, Script, Server,
    terminal::{Personality, Simulator},
};

/// Start a shell's script at a terminal, in a folder of its own, on this bus.
fn start(bus: &Bus, script: &str) -> (Pty, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let command = at_terminal("sh", script).cwd(folder.path()).env("XDG_RUNTIME_DIR", folder.path());
    (command.env("DBUS_SESSION_BUS_ADDRESS", bus.address()).spawn(), folder)
}

/// How often the process's threads were put to sleep or thrown off a processor, in all.
fn switches(pid: Pid) -> u64 {
    let tasks = fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero())).unwrap();
    tasks
        .map(|task| fs::read_to_string(task.unwrap().path().join("status")).unwrap())
        .flat_map(|status| {
            let counts = status.lines().filter(|line| line.contains("ctxt_switches"));
            counts.map(|line| line.rsplit('\t').next().unwrap().parse::<u64>().unwrap()).collect::<Vec<_>>()
        })
        .sum()
}

/// Let so much time pass while the process lives.
fn watch(pid: Pid, seconds: u32) {
    let (pid, limit) = (pid.as_raw_nonzero().to_string(), seconds.to_string());
    let argv = ["timeout", &limit, "tail", "--pid", &pid, "-f", "/dev/null"];
    let (output, _) = program::run(Duration::from_mins(1), argv);
    assert_eq!(output.code, Some(124), "it ended");
}

/// Wait until this file says this.
fn wait_file(path: &Path, text: &str) -> Instant {
    let end = Instant::now() + Duration::from_secs(10);
    while fs::read_to_string(path).unwrap_or_default() != text {
        assert!(Instant::now() < end, "{} does not say {text:?}", path.display());
        std::thread::yield_now();
    }
    Instant::now()
}

#[test]
#[ignore = "needs the release build; run by .ci/run"]
fn an_idle_prompt_wakes_nobody_and_is_small() {
    for options in ["--grace 0s", "--grace 0s --no-terminal"] {
        let bus = Bus::start();
        let server = Server::start(&bus, Script::default());
        let (pty, _folder) = start(&bus, &format!("exec plyn-notify wait {options} 'Deploy?' >out"));
        let note = server.wait_notify(1);
        watch(pty.pid(), 1);
        let before = switches(pty.pid());
        watch(pty.pid(), 10);
        assert_eq!(switches(pty.pid()) - before, 0, "{options}");
        let rollup =
            fs::read_to_string(format!("/proc/{}/smaps_rollup", pty.pid().as_raw_nonzero())).unwrap();
        let pss = rollup.lines().find_map(|line| line.strip_prefix("Pss:")).unwrap();
        let pss: u32 = pss.trim().strip_suffix(" kB").unwrap().parse().unwrap();
        assert!(pss <= 4096, "{options}: {pss} kB");
        server.press(note.id, "Deny");
        assert_eq!(pty.wait_exit(), Exit::code(1));
    }
}

#[test]
#[ignore = "needs the release build; run by .ci/run"]
fn an_idle_prompt_on_the_terminal_s_own_notification_wakes_nobody() {
    // One that answers, one that tells nothing, and one that says nothing although it is asked.
    for name in ["kitty", "ghostty", "mute"] {
        let folder = tempfile::tempdir().unwrap();
        let script = "exec plyn-notify wait --channels terminal --grace 0s 'Deploy?' >out";
        let command = at_terminal("sh", script).cwd(folder.path()).env("XDG_RUNTIME_DIR", folder.path());
        let (mut pty, terminal) = Simulator::start(&command, Personality::named(name));
        pty.wait_text("Deploy?");
        watch(pty.pid(), 1);
        let before = switches(pty.pid());
        watch(pty.pid(), 10);
        assert_eq!(switches(pty.pid()) - before, 0, "{name}");
        if name == "kitty" {
            terminal.press(&terminal.wait_notification().id, 2);
        } else {
            pty.answer("deny");
        }
        assert_eq!(pty.wait_exit(), Exit::code(1), "{name}");
        terminal.is_content();
    }
}

#[test]
#[ignore = "needs the release build; run by .ci/run"]
fn enter_is_heard_at_once_whatever_the_server_does() {
    let never = || Reply::Never;
    let scripts = [
        Script { info_reply: never(), caps_reply: never(), ..Script::default() },
        Script { notify_reply: never(), ..Script::default() },
    ];
    for (row, script) in scripts.into_iter().enumerate() {
        let bus = Bus::start();
        let server = Server::start(&bus, script);
        let call = ["GetServerInformation", "Notify"][row];
        let mut took: Vec<Duration> = (1..=11)
            .map(|n| {
                let (mut pty, folder) =
                    start(&bus, "exec plyn-notify wait --grace 0s --follow-up 'Deploy?' >out");
                server.wait_call(call, n);
                pty.wait_text("Deploy?");
                pty.send("y");
                pty.wait_text("y");
                let before = Instant::now();
                pty.send("\r");
                let took = wait_file(&folder.path().join("out"), "allow\n") - before;
                assert_eq!(pty.wait_exit(), Exit::code(0));
                took
            })
            .collect();
        took.sort_unstable();
        assert!(took[5] < Duration::from_millis(20), "{call}: {took:?}");
    }
}

#[test]
#[ignore = "needs the release build; run by .ci/run"]
fn five_at_once_in_one_session_are_announced_ten_seconds_apart() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let ask = "for n in 1 2 3 4 5; do plyn-notify wait --no-terminal \"Q$n?\" >\"out$n\" & done; wait";
    let (pty, folder) = start(&bus, ask);
    // The test's own patience is 10 s a notification, no more than one is to take.
    let at: Vec<Instant> = (1..=5)
        .map(|n| {
            let deadline = Instant::now() + Duration::from_secs(15);
            while server.notifications().len() < n {
                assert!(Instant::now() < deadline, "notification {n} does not come");
                watch(pty.pid(), 1);
            }
            server.wait_notify(n).at
        })
        .collect();
    for pair in at.windows(2) {
        let gap = pair[1] - pair[0];
        assert!((Duration::from_millis(9950)..Duration::from_millis(10_500)).contains(&gap), "{gap:?}");
    }
    for note in server.notifications() {
        server.press(note.id, "Deny");
    }
    assert_eq!(pty.wait_exit(), Exit::code(0));
    for n in 1..=5 {
        assert_eq!(fs::read_to_string(folder.path().join(format!("out{n}"))).unwrap(), "deny\n");
    }
    server.wait_none_open();
}

#[test]
#[ignore = "needs the release build; run by .ci/run"]
fn five_sessions_do_not_wait_for_one_another() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let ask = "for n in 1 2 3 4 5; do setsid plyn-notify wait \"Q$n?\" >\"out$n\" & done; wait";
    let (pty, _folder) = start(&bus, ask);
    server.wait_notify(5);
    let notes = server.notifications();
    let gap = notes[4].at - notes[0].at;
    assert!(gap < Duration::from_secs(1), "{gap:?}");
    for note in notes {
        server.press(note.id, "Allow once");
    }
    assert_eq!(pty.wait_exit(), Exit::code(0));
    server.wait_none_open();
}
