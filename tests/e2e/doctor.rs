//! What the doctor says of real desktops: as they are, during do-not-disturb, frozen, and without their server; as a report
//! and on its screen.

use std::time::Duration;

use crate::program::{self, Output};

/// Runs the case of the reports in a session of `server` and compares what it prints.
fn case(server: &str, quiet: bool, expected: &str) {
    run(server, &["bash", "doctor.sh", server, if quiet { "quiet" } else { "-" }], expected);
}

/// The same with the screen, at which it would be asked before anything is announced.
fn screen(server: &str, name: &str, answers: &str) {
    let asked =
        "A prompt is asked at this terminal at once. If it is not answered within 5s, it is announced";
    let well = format!("{asked} on the desktop ({name}), where its answers are {answers}.");
    let bell = format!("{asked} by the terminal's bell alone.");
    let expected = format!(
        "as it is: {well}\nkeys: within a frame\nkeys, when it has died: within a frame\ndead: {bell}\nback: {well}\n\
         keys, while it is frozen: within a frame\nfrozen: {bell}\nthe advice: ends it\nleft: 0\n"
    );
    run(server, &["python3", "screen.py", server], &expected);
}

/// Runs a case, given as the program that runs it, its file and its arguments.
fn run(server: &str, words: &[&str], expected: &str) {
    let [by, file, arguments @ ..] = words else { panic!("{words:?}") };
    let desk = program::project().join("tests/desk");
    let argv = [
        desk.join("desk").display().to_string(),
        "run".into(),
        server.into(),
        "--bind".into(),
        program::folder().display().to_string(),
        "--".into(),
        "env".into(),
        format!("PLYN={}", program::plyn_notify().display()),
        (*by).into(),
        desk.join("cases").join(file).display().to_string(),
    ];
    let argv = argv.into_iter().chain(arguments.iter().map(|word| (*word).to_owned()));
    let (Output { stdout, stderr, code }, _) = program::run(Duration::from_mins(5), argv);
    assert_eq!(stdout, expected, "{server}, stderr:\n{stderr}");
    assert_eq!(code, Some(0), "{server}, stderr:\n{stderr}");
}

/// How a healthy desktop is described: its name, how its answers are reached, and the levels of its checks in the order
/// of the case.
fn healthy(name: &str, answers: &str, levels: [&str; 7]) -> String {
    let names = ["bus", "server", "buttons", "reply", "quiet", "stays", "back-doors"];
    let levels: Vec<String> =
        names.iter().zip(levels).map(|(name, level)| format!("desktop.{name}={level}")).collect();
    format!(
        "as it is: Since there is no terminal, a prompt is announced at once on the desktop ({name}), where its \
         answers are {answers}. 0\n{}\nquick\n",
        levels.join(" ")
    )
}

/// Do-not-disturb that holds a prompt back.
fn held(name: &str, answers: &str) -> String {
    format!(
        "quiet: Nobody can answer a prompt: there is no terminal. It would be announced on the desktop ({name}), \
         where its answers are {answers}; but do-not-disturb is on there and holds it back. 1\n"
    )
}

/// Do-not-disturb that is a refusal.
const REFUSED: &str =
    "quiet: Nobody can be asked: there is no terminal, and do-not-disturb closes everything at once. 1\n";

const FROZEN_AND_GONE: &str = "\
frozen: Nobody can be asked: there is no terminal, and the notification server does not answer. 1
gone: Nobody can be asked: there is no terminal, and no notification server is running. 1
";

/// One server: a test.
macro_rules! server {
    ($test:ident, $server:literal, $name:literal, $answers:literal, $levels:literal, $quiet:expr) => {
        #[test]
        #[ignore = "needs real programs; run by .ci/run"]
        fn $test() {
            let levels: Vec<&str> = $levels.split(' ').collect();
            let quiet: Option<String> = $quiet;
            let expected = [
                healthy($name, $answers, levels.try_into().unwrap()),
                quiet.clone().unwrap_or_default(),
                FROZEN_AND_GONE.to_owned(),
            ];
            case($server, quiet.is_some(), &expected.concat());
            screen($server, $name, $answers);
        }
    };
}

server!(plasma, "plasma", "Plasma", "buttons", "ok ok ok ok ok ok note", Some(held("Plasma", "buttons")));
server!(
    gnome,
    "gnome",
    "gnome-shell",
    "buttons",
    "ok ok ok note ok note -",
    Some(held("gnome-shell", "buttons"))
);
server!(dunst, "dunst", "dunst", "in a menu", "ok ok note note ok ok note", Some(held("dunst", "in a menu")));
server!(xfce, "xfce", "Xfce Notify Daemon", "buttons", "ok ok ok note ok ok -", Some(REFUSED.to_owned()));
server!(
    mate,
    "mate",
    "Notification Daemon",
    "buttons",
    "ok ok ok note ok ok -",
    Some(held("Notification Daemon", "buttons"))
);
server!(lxqt, "lxqt", "lxqt-notificationd", "buttons", "ok ok ok note ok ok -", None);
server!(
    swaync,
    "swaync",
    "SwayNotificationCenter",
    "buttons",
    "ok ok ok note ok note note",
    Some(held("SwayNotificationCenter", "buttons"))
);
server!(mako, "mako", "mako", "in a menu", "ok ok note note ok ok note", Some(held("mako", "in a menu")));
server!(
    notification_daemon,
    "notification-daemon",
    "Notification Daemon",
    "buttons",
    "ok ok ok note note ok -",
    None
);

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_desktop_without_a_server() {
    let expected = "\
as it is: Nobody can be asked: there is no terminal, and no notification server is running. 1
desktop.bus=ok desktop.server=problem desktop.buttons=- desktop.reply=- desktop.quiet=- desktop.stays=- desktop.back-doors=-
";
    case("none", false, expected);
    let expected = "\
as it is: A prompt is asked at this terminal at once. If it is not answered within 5s, it is announced by the terminal's bell alone.
keys: within a frame
left: 0
";
    run("none", &["python3", "screen.py", "none"], expected);
}
