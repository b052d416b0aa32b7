//! Real terminals on real desktops: the notification that a terminal shows of a prompt in it, and the way back. What is
//! done is in `tests/desk/cases`; here is what it must print.

use crate::desktops::case;

/// What kitty is offered; foot, which cannot be asked, takes three buttons for certain.
const KITTY: &str = "offered: [allow] [deny] [later] [Go to terminal]\n";
const FOOT: &str = "offered: [allow] [deny] [later]\n";

/// Its buttons answer, and an answer from elsewhere takes it down.
const PRESSED: &str = "\
pressed: [later] 0, gone
refused: [deny] 1, gone
typed: [allow] 0, gone
body, then typed: [deny] 1, gone
";

/// What ends without a press.
const CLOSED: &str = "\
closed, then typed: [later] 0, gone
deadline: [] 124, gone; no answer in 4s
";

/// What is typed in half is thrown away by a press.
const HALF: &str = "half-typed: [deny] 1, gone\n";

/// Konsole, which drops it while it has the focus, and takes none down: that of the last prompt is closed by hand.
const KONSOLE: &str = "\
focused: [{\"outcome\":\"timed-out\",\"answer\":null,\"label\":null,\"verdict\":null,\"source\":null,\
\"announced\":[\"terminal\"],\"held\":null,\"closed_reason\":null,\"failures\":[]}] 124, gone; no answer in 4s
shown: 0
pressed: [later] 0, gone
offered: [allow] [deny] [later]
refused: [deny] 1, gone
body, then typed: [allow] 0, gone
typed: [allow] 0, gone
";

/// Terminals that ring: nothing that they would not understand is sent.
const BELL: &str = "\
xterm: [] 124, gone; no answer in 3s
shown: 0, bells: 1
strings: 0, queries: 0
gnome-terminal: [] 124, gone; no answer in 3s
shown: 0, bells: 1
strings: 0, queries: 0
";

/// Multiplexers in kitty: shown where they hand it on, without buttons.
const PANES: &str = "\
in tmux, off: [] 124, gone; no answer in 3s
shown: 0
offered:
in tmux, on: [later] 0, gone
shown: 1
in tmux, on, behind another window: [] 124, gone; no answer in 3s
shown: 0
offered:
in tmux, all, behind another window: [later] 0, gone
shown: 1
in screen: [] 124, gone; no answer in 3s
shown: 0
";

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn kitty_on_plasma() {
    case("plasma", "kitty", &[KITTY, PRESSED, CLOSED, HALF].concat());
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn kitty_on_gnome() {
    case("gnome", "kitty", &[KITTY, PRESSED].concat());
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn kitty_with_dunst() {
    case("dunst", "kitty", &[KITTY, PRESSED].concat());
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn konsole_on_plasma() {
    case("plasma", "konsole", KONSOLE);
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn foot_lives() {
    case("swaync", "foot", &[FOOT, PRESSED, CLOSED].concat());
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn xterm_and_gnome_terminal_ring() {
    case("dunst", "bell", BELL);
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn tmux_and_screen_in_kitty() {
    case("dunst", "panes", PANES);
}
