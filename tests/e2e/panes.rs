//! A prompt in a real tmux or GNU screen, in a terminal like kitty: it is told what is meant for it, byte for byte, it
//! rings, and nothing that it says comes back as typing.

use tempfile::TempDir;

use crate::{
    program::with_program,
    pty::{Exit, Pty, PtyCommand},
    support::terminal::{Kind, Model, Notification, Personality, Simulator},
};

/// What asks, and then looks at what else there is to read in the pane within half a second.
const SCRIPT: &str = r"
plyn-notify wait --choices allow,deny --channels terminal --grace 0 --source here 'Deploy?' >out 2>err
echo $? >status
stty raw -echo min 0 time 5; dd bs=99 count=1 2>/dev/null >rest; stty sane
echo ready; read line";

/// A prompt in a multiplexer, which was started by a script that finds what runs in it as `$inner`.
struct Pane {
    pty: Pty,
    terminal: Simulator,
    folder: TempDir,
}

impl Pane {
    fn open(start: &str, first: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("script");
        std::fs::write(&inner, format!("{first}\n{SCRIPT}\n")).unwrap();
        let script =
            format!("{start}; status=$?; tmux -S outer kill-server; tmux -S inner kill-server; exit $status");
        let command = PtyCommand::new("sh").args(["-c", &format!("{{ {script}; }} 2>errors")]);
        let command =
            with_program(command).cwd(folder.path()).env("inner", format!("sh {}", inner.display()));
        let (pty, terminal) = Simulator::start(&command, Personality::named("kitty"));
        pty.wait_text("Deploy?");
        Self { pty, terminal, folder }
    }

    /// In tmux, with this option. What is attached to it, and what that is, is known before it is asked.
    fn in_tmux(passthrough: &str) -> Self {
        Self::open("tmux -S outer -f /dev/null new-session \"$inner\"", &in_tmux(passthrough, "kitty"))
    }

    /// In tmux in tmux, the outer one with this option.
    fn in_nested_tmux(outer: &str) -> Self {
        let start = format!(
            "echo 'set -g allow-passthrough {outer}' >conf
            tmux -S outer -f conf new-session \"tmux -S inner -f /dev/null new-session '$inner'\""
        );
        Self::open(&start, &in_tmux("on", "tmux"))
    }

    /// In GNU screen, whose `TERM` is this.
    fn in_screen(term: &str) -> Self {
        let start = "SYSSCREENRC=/dev/null SCREENDIR=$PWD/sockets screen -ln -c /dev/null $inner";
        Self::open(start, &format!("export TERM={term}"))
    }

    /// The notification that is up.
    #[track_caller]
    fn shown(&self) -> Notification {
        let shown = self.terminal.wait_notification();
        assert_eq!(self.terminal.notifications().len(), 1);
        shown
    }

    /// Answers at the prompt and looks at everything that is left.
    #[track_caller]
    fn ends(mut self, bells: usize) {
        self.pty.answer("deny");
        self.pty.wait_text("ready");
        self.terminal.wait_none_up();
        let bells_rung = self.terminal.look(Model::bells);
        self.pty.send("\r");
        assert_eq!(self.pty.wait_exit(), Exit::code(0), "{}", self.file("errors"));
        let said = ["out", "status", "err", "rest"].map(|name| self.file(name));
        assert_eq!(said, ["deny\n", "1\n", "", ""]);
        assert_eq!(bells_rung, bells);
        let queries = self.terminal.look(Model::commands).into_iter();
        assert_eq!(queries.filter(|command| command.contains("p=?")).collect::<Vec<_>>(), [""; 0]);
        self.terminal.is_content();
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

/// All that is sent of it, one way: no buttons, no reports.
#[track_caller]
fn is_one_way(shown: &Notification) {
    assert_eq!((shown.kind, shown.title.as_str()), (Kind::Osc99, "Confirmation needed"));
    assert_eq!(shown.body, "Deploy? · answer at the terminal · here");
    assert_eq!(shown.buttons, [""; 0]);
    assert_eq!(shown.keys.get("a").map(String::as_str), Some("focus"));
    assert!(!shown.keys.contains_key("c"), "{shown:?}");
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn tmux_hands_on_a_prompt() {
    let pane = Pane::in_tmux("on");
    let shown = pane.shown();
    is_one_way(&shown);
    pane.terminal.click(&shown.id);
    pane.ends(1);
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn tmux_that_may_not_rings() {
    let pane = Pane::in_tmux("off");
    pane.terminal.wait("the bell", |terminal| (terminal.bells() > 0).then_some(()));
    assert_eq!(pane.terminal.notifications(), []);
    pane.ends(1);
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn tmux_in_tmux_hands_on_a_prompt() {
    let pane = Pane::in_nested_tmux("on");
    is_one_way(&pane.shown());
    pane.ends(1);

    let pane = Pane::in_nested_tmux("off");
    pane.terminal.wait("the bell", |terminal| (terminal.bells() > 0).then_some(()));
    assert_eq!(pane.terminal.notifications(), []);
    pane.ends(1);
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn screen_hands_on_a_prompt_where_its_name_says_what_is_around_it() {
    let pane = Pane::in_screen("screen.xterm-kitty");
    is_one_way(&pane.shown());
    pane.ends(1);

    let pane = Pane::in_screen("screen");
    pane.terminal.wait("the bell", |terminal| (terminal.bells() > 0).then_some(()));
    assert_eq!(pane.terminal.notifications(), []);
    pane.ends(1);
}
