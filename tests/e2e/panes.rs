//! A prompt in a real tmux or GNU screen, in a terminal like kitty: it is told what is meant for it, byte for byte, it
//! rings, and nothing that it says comes back as typing.

use tempfile::TempDir;

use crate::{
    program::with_program,
    pty::{Exit, Pty, PtyCommand},
    support::terminal::{Model, Notification, Personality, Simulator},
};

/// What asks.
const ASK: &str = "wait --choices allow,deny --channels terminal --grace 0 --source here 'Deploy?'";
/// What comes then: a look at what else there is to read in the pane within half a second.
const REST: &str = "
stty raw -echo min 0 time 5; dd bs=99 count=1 2>/dev/null >rest; stty sane
echo ready; read line";

/// Starts tmux.
const IN_TMUX: &str = "tmux -S outer -f /dev/null new-session \"$inner\"";

/// A program in a multiplexer, which was started by a script that finds what runs in it as `$inner`.
struct Pane {
    pty: Pty,
    terminal: Simulator,
    folder: TempDir,
}

impl Pane {
    fn open(start: &str, first: &str, arguments: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("script");
        let run = format!("plyn-notify {arguments} >out 2>err; echo $? >status");
        std::fs::write(&inner, format!("{first}\n{run}\n{REST}\n")).unwrap();
        let script =
            format!("{start}; status=$?; tmux -S outer kill-server; tmux -S inner kill-server; exit $status");
        let command = PtyCommand::new("sh").args(["-c", &format!("{{ {script}; }} 2>errors")]);
        let command =
            with_program(command).cwd(folder.path()).env("inner", format!("sh {}", inner.display()));
        let (pty, terminal) = Simulator::start(&command, Personality::named("kitty"));
        Self { pty, terminal, folder }
    }

    /// A prompt in it.
    fn ask(start: &str, first: &str) -> Self {
        let pane = Self::open(start, first, ASK);
        pane.pty.wait_text("Deploy?");
        pane
    }

    /// In tmux, with this option. What is attached to it, and what that is, is known before it is asked.
    fn in_tmux(passthrough: &str) -> Self {
        Self::ask(IN_TMUX, &in_tmux(passthrough, "kitty"))
    }

    /// In tmux in tmux, the outer one with this option.
    fn in_nested_tmux(outer: &str) -> Self {
        let start = format!(
            "echo 'set -g allow-passthrough {outer}' >conf
            tmux -S outer -f conf new-session \"tmux -S inner -f /dev/null new-session '$inner'\""
        );
        Self::ask(&start, &in_tmux("on", "tmux"))
    }

    /// In GNU screen, whose `TERM` is this.
    fn in_screen(term: &str) -> Self {
        let start = "SYSSCREENRC=/dev/null SCREENDIR=$PWD/sockets screen -ln -c /dev/null $inner";
        Self::ask(start, &format!("export TERM={term}"))
    }

    /// The notification that is up.
    #[track_caller]
    fn shown(&self) -> Notification {
        let shown = self.terminal.wait_notification();
        assert_eq!(self.terminal.notifications().len(), 1);
        shown
    }

    /// Answers at the prompt, and looks at all that is left.
    #[track_caller]
    fn ends(mut self, bells: usize) {
        self.pty.answer("deny");
        self.leaves("deny\n", "1\n", bells);
    }

    /// Waits for its end: what it has said and shown, how often it rang, and that nothing was typed into the pane.
    #[track_caller]
    fn leaves(mut self, out: &str, status: &str, bells: usize) {
        self.pty.wait_text("ready");
        self.terminal.wait_none_up();
        let rung = self.terminal.look(Model::bells);
        self.pty.send("\r");
        assert_eq!(self.pty.wait_exit(), Exit::code(0), "{}", self.file("errors"));
        let said = ["out", "status", "err", "rest"].map(|name| self.file(name));
        assert_eq!(said, [out, status, "", ""]);
        assert_eq!(rung, bells);
        let commands = self.terminal.look(Model::commands);
        assert!(!commands.iter().any(|command| command.contains("p=?")), "{commands:?}");
        self.terminal.is_content();
    }

    /// Waits for the bell, instead of a notification.
    #[track_caller]
    fn rings(&self) {
        self.terminal.wait("the bell", |terminal| (terminal.bells() > 0).then_some(()));
        assert_eq!(self.terminal.notifications(), []);
    }

    fn file(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap()
    }
}

/// Waits until tmux knows what it is attached to, and sets the option.
fn in_tmux(passthrough: &str, client: &str) -> String {
    format!(
        "until tmux list-clients -F '#{{client_termtype}}' | grep -q {client}; do :; done
        tmux set -g allow-passthrough {passthrough}"
    )
}

/// What a kitty is told whose version is known.
const DECORATION: &str = ":f=cGx5bi1ub3RpZnk=:n=cXVlc3Rpb24=:s=c2lsZW50";

/// The terminal got this of a prompt, byte for byte, and nothing else: one way, so no buttons and no reports.
#[track_caller]
fn is_one_way(pane: &Pane, decoration: &str) -> String {
    let id = pane.shown().id;
    let mut commands = pane.terminal.look(Model::commands);
    commands.retain(|command| command.starts_with("99;"));
    // `Confirmation needed`, and `Deploy? · answer at the terminal · here`.
    let common = format!("99;i={id}:a=focus:o=always:u=1:w=0");
    let title = format!("{common}{decoration}:d=0:e=1;Q29uZmlybWF0aW9uIG5lZWRlZA==");
    let body = format!("{common}:p=body:e=1;RGVwbG95PyDCtyBhbnN3ZXIgYXQgdGhlIHRlcm1pbmFsIMK3IGhlcmU=");
    assert_eq!(commands, [title, body]);
    id
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn tmux_hands_on_a_prompt() {
    let pane = Pane::in_tmux("on");
    let id = is_one_way(&pane, DECORATION);
    pane.terminal.click(&id);
    pane.ends(1);
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn tmux_that_may_not_rings() {
    let pane = Pane::in_tmux("off");
    pane.rings();
    pane.ends(1);
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn tmux_in_tmux_hands_on_a_prompt() {
    let pane = Pane::in_nested_tmux("on");
    is_one_way(&pane, DECORATION);
    pane.ends(1);

    let pane = Pane::in_nested_tmux("off");
    pane.rings();
    pane.ends(1);
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn screen_hands_on_a_prompt_where_its_name_says_what_is_around_it() {
    let pane = Pane::in_screen("screen.xterm-kitty");
    // Its name does not say which version it is.
    is_one_way(&pane, "");
    pane.ends(1);

    let pane = Pane::in_screen("screen");
    pane.rings();
    pane.ends(1);
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn what_is_told_in_tmux_that_may_not_rings() {
    let notify = "notify --channels terminal Build done";
    let pane = Pane::open(IN_TMUX, &in_tmux("off", "kitty"), notify);
    pane.rings();
    pane.leaves("", "0\n", 1);
}
