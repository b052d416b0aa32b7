//! What the terminal around a real tmux or GNU screen receives of what the program prints in it.

use crate::{
    program::with_program,
    pty::{Exit, Pty, PtyCommand},
};

/// What the outer terminal received: the operating system commands, and how often it rang.
#[derive(Debug, PartialEq, Eq)]
struct Received {
    commands: Vec<String>,
    bells: usize,
}

impl Received {
    fn of(bytes: &[u8]) -> Self {
        let mut received = Self { commands: Vec::new(), bells: 0 };
        let mut rest = bytes;
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            match (first, after.first()) {
                (0x07, _) => received.bells += 1,
                (0x1b, Some(b']')) => {
                    let end = after.iter().position(|byte| matches!(byte, 0x07 | 0x1b)).unwrap();
                    received.commands.push(String::from_utf8(after[1..end].to_vec()).unwrap());
                    rest = &after[end + 1..];
                }
                _ => {}
            }
        }
        received
    }
}

/// `Plyn Notify`, as the application.
const WHO: &str = ":f=UGx5biBOb3RpZnk=";

const NOTIFY: &str = "plyn-notify notify --print-sequence";

/// The script, which prints what `NOTIFY` says and then `ready`, in a multiplexer that was started by this command, in a
/// terminal that calls itself so.
fn inside(term: &str, start: &str, script: &str) -> Pty {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("script");
    std::fs::write(&inner, format!("{script}\necho ready; read line\n")).unwrap();
    let start = format!(
        "cd {}; inner=\"sh {}\"; {start}; status=$?; tmux -S outer kill-server; tmux -S inner kill-server; exit $status",
        folder.path().display(),
        inner.display()
    );
    let command = PtyCommand::new("sh").args(["-c", &format!("{{ {start}; }} 2>errors")]);
    let mut pty = with_program(command).term(term).spawn();
    pty.wait_text("ready");
    pty.send("\r");
    assert_eq!(pty.wait_exit(), Exit::code(0));
    drop(folder);
    pty
}

/// In tmux, with this option; what is attached to it is known before it is asked.
fn in_tmux(passthrough: &str, script: &str) -> Received {
    let script = format!(
        "until [ -n \"$(tmux list-clients)\" ]; do :; done; tmux set -g allow-passthrough {passthrough}; {script}"
    );
    let pty = inside("xterm-kitty", "tmux -S outer -f /dev/null new-session \"$inner\"", &script);
    Received::of(&pty.raw_output())
}

fn in_nested_tmux(outer: &str, script: &str) -> Received {
    let script = format!(
        "until [ -n \"$(tmux list-clients)\" ]; do :; done; tmux set -g allow-passthrough on; {script}"
    );
    let start = format!(
        "printf '%s\\n' 'set -g allow-passthrough {outer}' >conf
        tmux -S outer -f conf new-session \"tmux -S inner -f /dev/null new-session '$inner'\""
    );
    let pty = inside("xterm-kitty", &start, &script);
    Received::of(&pty.raw_output())
}

fn in_screen(script: &str) -> Received {
    let pty = inside(
        "xterm-kitty",
        "SYSSCREENRC=/dev/null SCREENDIR=$PWD/sockets screen -ln -c /dev/null $inner",
        script,
    );
    Received::of(&pty.raw_output())
}

/// One notification in kitty's protocol and one bell: `Build`, `done`, and who says it.
#[track_caller]
fn is_the_notification(received: &Received, said_by: &str) {
    assert_eq!((received.commands.len(), received.bells), (2, 1), "{received:?}");
    let id = received.commands[0].strip_prefix("99;i=").unwrap().split(':').next().unwrap().to_owned();
    let common = format!("99;i={id}:a=focus:o=always:u=1");
    assert_eq!(received.commands[0], format!("{common}{said_by}:d=0:e=1;QnVpbGQ="));
    assert_eq!(received.commands[1], format!("{common}:p=body:e=1;ZG9uZQ=="));
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn tmux_hands_on_what_it_is_allowed_to() {
    let script = format!("{NOTIFY} Build done | cat");
    is_the_notification(&in_tmux("on", &script), WHO);
    assert_eq!(in_tmux("off", &script), Received { commands: vec![], bells: 1 });
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn tmux_shows_nothing_of_a_window_in_the_background() {
    // The script goes on in a window that nobody looks at, and comes back to say that it is ready.
    let script = format!(
        "tmux new-window -d -n other 'sleep 60'; tmux select-window -t other
        {NOTIFY} Build done | cat; tmux kill-window -t other"
    );
    assert_eq!(in_tmux("on", &script), Received { commands: vec![], bells: 1 });
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn tmux_in_tmux_is_wrapped_for_both() {
    let script = format!("{NOTIFY} Build done | cat");
    is_the_notification(&in_nested_tmux("on", &script), WHO);
    assert_eq!(in_nested_tmux("off", &script), Received { commands: vec![], bells: 1 });
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn screen_hands_on_what_it_cannot_change() {
    let script = format!("TERM=screen.xterm-kitty {NOTIFY} Build done | cat");
    // There is room for the text alone.
    is_the_notification(&in_screen(&script), "");
    // Of each character it keeps the low byte: U+0107 would be a bell, and U+011B an escape character.
    let script = format!("{NOTIFY} --protocol osc777 'Ünï' 'ć ě]0;PWNEDć' | cat");
    let text = "777;notify;?n?;? ?]0,PWNED?".to_owned();
    assert_eq!(in_screen(&script), Received { commands: vec![text], bells: 1 });
    // Nothing says what is around it.
    let script = format!("TERM=screen {NOTIFY} Build done | cat");
    assert_eq!(in_screen(&script), Received { commands: vec![], bells: 1 });
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_tmux_that_hangs_is_not_waited_for() {
    let script = format!(
        "server=$(tmux display-message -p '#{{pid}}')
        kill -STOP $server; timeout 2 {NOTIFY} Build done >sequence; status=$?; kill -CONT $server
        [ $status = 0 ] && [ \"$(cat sequence)\" = \"$(printf '\\a')\" ] && echo rang"
    );
    let start = "tmux -S outer -f /dev/null new-session \"$inner\"";
    let pty = inside("xterm-kitty", start, &script);
    assert!(String::from_utf8_lossy(&pty.raw_output()).contains("rang"), "{}", pty.contents());
}
