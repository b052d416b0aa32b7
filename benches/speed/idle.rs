//! A prompt that waits, and a crowd of them.

use std::{
    collections::BTreeMap,
    fs,
    process::{Child, Stdio},
    thread,
    time::Duration,
};

use crate::{
    desk::Desk,
    support::pty::PtyCommand,
    table::{Table, mebibytes},
};

/// How long it is watched, what its memory may be, and how many there are at once (spec §9).
const WATCHED: Duration = Duration::from_secs(10);
const MOST_MEMORY: u64 = 4 << 20;
const CROWD: usize = 500;

pub(crate) fn measure(desk: &Desk, table: &mut Table) {
    one(desk, table);
    crowd(desk, table);
}

/// Announced and at a terminal: everything that can wake it is there.
fn one(desk: &Desk, table: &mut Table) {
    let server = desk.server();
    let command = PtyCommand::new(desk.program()).args(["wait", "--grace", "0", "Go?"]);
    let command =
        desk.environment().into_iter().fold(command, |command, (name, value)| command.env(name, value));
    let pty = command.spawn();
    pty.wait_text("Go?");
    server.wait_notify(1);
    let process = format!("/proc/{}", pty.pid().as_raw_pid());
    let mut before = switches(&process);
    loop {
        thread::sleep(Duration::from_millis(200));
        let now = switches(&process);
        if now == before {
            break;
        }
        before = now;
    }
    thread::sleep(WATCHED);
    let after = switches(&process);
    let woken: u64 = after.iter().map(|(task, count)| count - before.get(task).copied().unwrap_or(0)).sum();
    let is_idle = woken == 0 && after.len() == before.len();
    table.limit("idle `wait`: wake-ups in 10 s, all threads", woken.to_string(), "0", is_idle);
    let memory = field(&format!("{process}/smaps_rollup"), "Pss:") * 1024;
    table.limit("idle `wait`: memory (PSS)", mebibytes(memory), "≤ 4 MiB", memory <= MOST_MEMORY);
}

/// How often each thread has been switched away from.
fn switches(process: &str) -> BTreeMap<String, u64> {
    let tasks = fs::read_dir(format!("{process}/task")).expect("it runs");
    tasks
        .map(|task| {
            let status = task.unwrap().path().join("status").display().to_string();
            let count =
                field(&status, "voluntary_ctxt_switches:") + field(&status, "nonvoluntary_ctxt_switches:");
            (status, count)
        })
        .collect()
}

fn field(file: &str, name: &str) -> u64 {
    let text = fs::read_to_string(file).unwrap();
    let line =
        text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{file}: {name}"));
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// Every prompt gets its own answer, and none leaves its notification.
fn crowd(desk: &Desk, table: &mut Table) {
    let server = desk.lazy_server();
    let start = |n: usize| {
        let (choices, question) = (format!("yes-{n},no-{n}"), format!("{n}?"));
        let mut command = desk.command(desk.program(), "");
        command.args(["wait", "--no-terminal", "--choices", &choices, &question]).stdout(Stdio::piped());
        command.env("PLYN_NOTIFY_SESSION", n.to_string()).spawn().expect("it starts")
    };
    let prompts: Vec<Child> = (0..CROWD).map(start).collect();
    (1..=CROWD).for_each(|n| drop(server.wait_notify(n)));
    for note in server.notifications() {
        let (n, _) = note.body.split_once('?').expect("the question");
        server.press(note.id, &format!("yes-{n}"));
    }
    let outputs = prompts.into_iter().map(|prompt| prompt.wait_with_output().expect("it ends"));
    let is_right = |(n, output): &(usize, std::process::Output)| {
        output.status.success() && output.stdout == format!("yes-{n}\n").as_bytes()
    };
    let right = outputs.enumerate().filter(is_right).count();
    let mut patience = 500;
    while !server.open().is_empty() && patience > 0 {
        thread::sleep(Duration::from_millis(10));
        patience -= 1;
    }
    let found = format!("{right} answered rightly, {} left", server.open().len());
    table.limit("500 prompts at once", found, "500, 0", right == CROWD && server.open().is_empty());
}
