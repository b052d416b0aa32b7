//! Real terminals on real desktops: the notification that a terminal shows of a prompt in it, and the way back. What is
//! done is in `tests/desk/cases`; here is what it must print.

use crate::desktops::case;

/// kitty: its buttons answer, and an answer from elsewhere takes it down.
const KITTY: &str = "\
offered: [allow] [deny] [later] [Go to terminal]
pressed: [later] 0, gone
refused: [deny] 1, gone
typed: [allow] 0, gone
body, then typed: [deny] 1, gone
";

/// What else there is to it, which does not depend on the desktop.
const KITTY_ALONE: &str = "\
closed, then typed: [later] 0, gone
half-typed: [deny] 1, gone
deadline: [] 124, gone; no answer in 4s
";

/// foot, which cannot be asked: three buttons is what is known of it.
const FOOT: &str = "\
offered: [allow] [deny] [later]
pressed: [later] 0, gone
refused: [deny] 1, gone
typed: [allow] 0, gone
body, then typed: [allow] 0, gone
closed, then typed: [later] 0, gone
deadline: [] 124, gone; no answer in 4s
";

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
    case("plasma", "kitty", &[KITTY, KITTY_ALONE].concat());
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn kitty_on_gnome() {
    case("gnome", "kitty", KITTY);
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn kitty_with_dunst() {
    case("dunst", "kitty", KITTY);
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn konsole_on_plasma() {
    case("plasma", "konsole", KONSOLE);
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn foot_lives() {
    case("swaync", "foot", FOOT);
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
