//! `plyn-notify doctor` at a real terminal: its screen, every way out of it, and what it leaves behind.

mod config;
mod ends;
mod files;
mod life;
mod tests;

use rustix::process::Pid;

use super::{Case, Run, comes_true, read_proc};
use crate::support::pty::Exit;

impl Case {
    /// `plyn-notify doctor`, as the process that is waited for.
    fn doctor() -> Self {
        Self::script("sh", r#"touch out; exec "$PLYN" doctor 2>err"#)
    }

    /// Starts it and waits until it has looked at everything.
    #[track_caller]
    fn looked(self) -> Run {
        let run = self.start();
        run.looked();
        run
    }
}

impl Run {
    /// Waits until it has looked at everything.
    #[track_caller]
    fn looked(&self) {
        let is_over = |screen: &vt100::Screen| {
            let text = screen.contents();
            text.contains("quit") && !text.contains(" looking")
        };
        self.pty.wait_for("the end of all probes", is_over);
    }

    /// It is over, as a program that was never there: the other screen is left, and so is the mouse.
    #[track_caller]
    fn has_left(&self, exit: Exit) {
        self.ends(exit, "", "");
        assert!(!self.pty.screen(vt100::Screen::alternate_screen), "the other screen is left up");
        assert_eq!(self.pty.screen(vt100::Screen::mouse_protocol_mode), vt100::MouseProtocolMode::None);
        assert_eq!(self.lines(), [""; 0], "something is left on the screen");
    }
}

/// What a process has used of the processor, in ticks, and how often its threads woke up.
fn used(pid: Pid) -> (Vec<String>, u64) {
    let stat = read_proc(pid, "stat");
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(11).take(2).map(str::to_owned).collect();
    let threads = std::fs::read_dir(format!("/proc/{}/task", pid.as_raw_pid())).unwrap();
    let woken = threads.filter_map(Result::ok).map(|thread| {
        let status = std::fs::read_to_string(thread.path().join("status")).unwrap_or_default();
        let count = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        count.and_then(|count| count.trim().parse::<u64>().ok()).unwrap_or(0)
    });
    (ticks, woken.sum())
}
