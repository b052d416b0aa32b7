//! From the human's click or key to the answer on stdout and the end of the process.

use std::{
    io::Read as _,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use crate::{
    desk::Desk,
    support::{
        Server,
        pty::{Exit, PtyCommand},
    },
    table::{Table, Turns, median, milliseconds},
};

const TURNS: usize = 60;
const WARM_UP: usize = 5;

/// Humans are not faster than this, and every program is at rest by then.
const PAUSE: Duration = Duration::from_millis(30);

/// The limits of spec §9.
const OF_NOTIFY_SEND: f64 = 0.5;
const KEY: Duration = Duration::from_millis(2);

pub(crate) fn measure(desk: &Desk, table: &mut Table) {
    let server = desk.server();
    let program = desk.program();
    let mut clicks = Clicks { desk, server: &server, shown: 0 };
    let (mut wait, mut notify, mut notify_send, mut key) = (vec![], vec![], vec![], vec![]);
    for turn in 0..WARM_UP + TURNS {
        let waited = clicks.click(program, &["wait", "--no-terminal", "--choices", "yes=Yes,no=No", "Go?"]);
        let notified = clicks.click(program, &["notify", "-A", "yes=Yes", "-A", "no=No", "Go?"]);
        let sent = clicks.click("notify-send", &["-A", "yes=Yes", "-A", "no=No", "Go?"]);
        let typed = clicks.key();
        if turn >= WARM_UP {
            wait.push(waited);
            notify.push(notified);
            notify_send.push(sent);
            key.push(typed);
        }
    }
    let turns = |ours| Turns { ours, theirs: notify_send.clone() };
    let other = "`notify-send -A`";
    table.ratio("click → `wait`'s answer out, process gone", other, &turns(wait), OF_NOTIFY_SEND);
    table.ratio("click → `notify -A`'s answer out, process gone", other, &turns(notify), OF_NOTIFY_SEND);
    let key = median(&key);
    table.limit("Enter → `wait`'s answer out, process gone", milliseconds(key), "< 2 ms", key < KEY);
}

struct Clicks<'a> {
    desk: &'a Desk,
    server: &'a Server,
    /// How many notifications there have been.
    shown: usize,
}

impl Clicks<'_> {
    fn click(&mut self, program: &str, args: &[&str]) -> Duration {
        let mut command = self.desk.command(program, "libnotify-bin");
        let mut child = command.args(args).stdout(Stdio::piped()).spawn().expect("it starts");
        let id = self.next();
        let mut stdout = child.stdout.take().expect("a pipe");
        let mut answer = String::new();
        let start = self.server.press_and_close(id, "Yes");
        stdout.read_to_string(&mut answer).expect("it writes text");
        let status = child.wait().expect("it ends");
        let took = start.elapsed();
        assert_eq!((answer.as_str(), status.code()), ("yes\n", Some(0)), "{program}");
        took
    }

    /// The notification is up as well, and has to be taken down.
    fn key(&mut self) -> Duration {
        let command = PtyCommand::new(self.desk.program()).args([
            "wait",
            "--grace",
            "0",
            "--choices",
            "yes=Yes,no=No",
            "Go?",
        ]);
        let mut pty = self.desk.at_terminal(command, self.shown).spawn();
        pty.type_at_prompt("yes");
        self.next();
        let start = Instant::now();
        pty.send("\r");
        let exit = pty.wait_exit();
        let took = start.elapsed();
        assert_eq!(exit, Exit::code(0), "{}", pty.contents());
        assert!(pty.contents().lines().any(|line| line == "yes"), "{}", pty.contents());
        took
    }

    /// The next notification's id, once it is up for a while.
    fn next(&mut self) -> u32 {
        self.shown += 1;
        let id = self.server.wait_notify(self.shown).id;
        thread::sleep(PAUSE);
        id
    }
}
