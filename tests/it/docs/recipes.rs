//! The commands of the guides, as they stand there: what a script's author copies has been run.

use std::{
    fs,
    path::{Path, PathBuf},
};

use tempfile::TempDir;

use super::{make_programs, project};
use crate::support::{
    Bus, Script, Server,
    pty::{Exit, Pty, PtyCommand},
};

/// A program that a guide names, as a script: what it is called with goes to `log`.
const STUBS: [(&str, &str); 11] = [
    ("deploy", ""),
    ("upgrade", ""),
    ("make", ""),
    ("login", r#"sed 's/^/stdin: /' >>"$LOG""#),
    ("release", ""),
    ("backup", ""),
    ("rm", ""),
    ("systemctl", ""),
    ("xdg-open", ""),
    (
        "git",
        r#"case "$1 $2" in "branch --format"*) printf 'main\ntopic\n' ;; diff*) echo "+a line" ;; log*) echo "a subject" ;; esac"#,
    ),
    (
        "sudo",
        r#"if [ "$1" = -A ]; then shift; "$SUDO_ASKPASS" "[sudo] password for me: " | sed 's/^/password: /' >>"$LOG"; fi; exec "$@""#,
    ),
];

/// A folder with all of them in it, and the program under test before them on the path.
pub(super) struct Desk {
    folder: TempDir,
    bus: Bus,
    pub(super) server: Server,
}

impl Desk {
    pub(super) fn new() -> Self {
        let bus = Bus::start();
        let server = Server::start(&bus, Script::default());
        let desk = Self { folder: tempfile::tempdir().expect("a folder"), bus, server };
        fs::create_dir(desk.at("bin")).expect("a folder");
        // What runs there runs here.
        let ssh = ("bin/ssh".to_owned(), r#"for last; do :; done; exec sh -c "$last""#.to_owned());
        let noted = |(name, script): &(&str, &str)| {
            // In both places in which the guides have them.
            let script = format!("echo \"{name}${{*:+ }}$*\" >>\"$LOG\"\n{script}");
            [(format!("bin/{name}"), script.clone()), ((*name).to_owned(), script)]
        };
        let scripts: Vec<(String, String)> = STUBS.iter().flat_map(noted).chain([ssh]).collect();
        make_programs(scripts.iter().map(|(name, script)| (desk.at(name), script.as_str())));
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_plyn-notify"), desk.at("bin/plyn-notify"))
            .expect("a link");
        desk
    }

    pub(super) fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn script(&self, name: &str, script: &str) {
        let path = self.at(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        make_programs([(path, script)]);
    }

    /// The lines of what was called, without questions to git that change nothing.
    pub(super) fn log(&self) -> Vec<String> {
        let log = fs::read_to_string(self.at("log")).unwrap_or_default();
        let asks = ["git branch", "git diff", "git log"];
        let lines = log.lines().filter(|line| !asks.iter().any(|asked| line.starts_with(asked)));
        lines.map(str::to_owned).collect()
    }

    pub(super) fn start(&self, argv: &[&str]) -> Pty {
        let (program, arguments) = argv.split_first().expect("a program");
        let path = format!("{}:/usr/bin:/bin", self.at("bin").display());
        PtyCommand::new(program)
            .args(arguments)
            .cwd(self.folder.path())
            .env("PATH", path)
            .env("HOME", self.folder.path())
            .env("LOG", self.at("log"))
            .env("XDG_RUNTIME_DIR", self.folder.path())
            .env("DBUS_SESSION_BUS_ADDRESS", self.bus.address())
            .spawn()
    }

    /// Runs it in bash and answers what it asks.
    #[track_caller]
    pub(super) fn answer(&self, script: &str, keys: &str) -> (Exit, String) {
        let mut pty = self.start(&["bash", "-c", script]);
        if keys.starts_with('*') {
            pty.wait_text("(not shown)");
            pty.send(format!("{}\r", keys.trim_start_matches('*')));
        } else if !keys.is_empty() {
            pty.wait_text("›");
            pty.answer(keys);
        }
        (pty.wait_exit(), pty.contents())
    }
}

/// The first fenced block after this heading.
fn recipe(title: &str) -> String {
    let text = guide("docs/recipes.md");
    let (_, rest) =
        text.split_once(&format!("\n## {title}\n")).unwrap_or_else(|| panic!("no recipe {title}"));
    blocks(rest).remove(0)
}

fn guide(name: &str) -> String {
    fs::read_to_string(project(name)).expect("a guide")
}

/// What stands in the fenced blocks of these kinds.
fn blocks(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if matches!(line, "```sh" | "```cron" | "```ini") {
            found.push(
                lines
                    .by_ref()
                    .take_while(|line| *line != "```")
                    .fold(String::new(), |all, line| all + line + "\n"),
            );
        }
    }
    found
}

#[test]
fn every_recipe_is_here() {
    let text = guide("docs/recipes.md");
    let titles: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let own = fs::read_to_string(project("tests/it/docs/recipes.rs")).expect("this file");
    for title in &titles {
        assert!(own.contains(&format!("recipe(\"{title}\")")), "{title}: run it in tests/it/docs/recipes.rs");
    }
    assert!(titles.len() > 10, "{titles:?}");
}

#[track_caller]
fn plays(script: &str, keys: &str, code: i32, log: &[&str]) {
    let desk = Desk::new();
    let (exit, screen) = desk.answer(script, keys);
    assert_eq!(
        (exit, desk.log()),
        (Exit::code(code), log.iter().map(|&line| line.to_owned()).collect()),
        "{screen}"
    );
    assert_eq!(desk.server.notifications().len(), 0, "it was answered before that");
}

#[test]
fn a_deployment_needs_a_yes() {
    let script = recipe("Guard a deployment");
    plays(&script, "y", 0, &["deploy"]);
    plays(&script, "n", 1, &[]);
}

/// As a file, with arguments, and with a folder before /bin.
fn guarded(desk: &Desk, script: &str) -> String {
    let script = script.strip_prefix("#!/bin/sh\n").expect("a script").replace("/bin/rm", "bin/rm");
    desk.script("guard/rm", &script);
    "guard/rm -rf 'a b' -- -c".to_owned()
}

#[test]
fn rm_needs_a_yes_in_time() {
    for (keys, code, log) in [("y", 0, vec!["rm -rf a b -- -c"]), ("n", 1, vec![])] {
        let desk = Desk::new();
        let command = guarded(&desk, &recipe("Guard rm"));
        let (exit, screen) = desk.answer(&command, keys);
        assert_eq!((exit, desk.log()), (Exit::code(code), log.into_iter().map(str::to_owned).collect()));
        assert!(!screen.contains("allow\n"), "{screen}");
    }
    let desk = Desk::new();
    let command = guarded(&desk, &recipe("Guard rm").replace("30s", "0.2s"));
    let (exit, screen) = desk.answer(&command, "");
    assert_eq!((exit, desk.log()), (Exit::code(1), vec![]), "{screen}");
    assert!(screen.contains("no answer in 200ms = deny"), "{screen}");
}

#[test]
fn a_branch_is_picked_from_a_list() {
    plays(&recipe("Pick a branch"), "topic", 0, &["git switch topic"]);
}

#[test]
fn a_commit_message_is_typed_beside_the_diff() {
    let desk = Desk::new();
    let (exit, screen) = desk.answer(&recipe("Ask for a commit message"), "Fix it");
    assert_eq!((exit, desk.log()), (Exit::code(0), vec!["git commit -m Fix it".to_owned()]), "{screen}");
}

#[test]
fn a_code_goes_to_stdin_alone() {
    plays(&recipe("Ask for a one-time code"), "*123456", 0, &["login --code-stdin", "stdin: 123456"]);
}

#[test]
fn a_build_ends_as_make_does() {
    plays(&recipe("Tell when a long build has ended"), "", 0, &["make -j8"]);
    let desk = Desk::new();
    desk.script("bin/make", "exit 2");
    let script = recipe("Tell when a long build has ended").replace("1m", "0");
    assert_eq!(desk.answer(&script, "").0, Exit::code(2));
    assert!(desk.server.wait_notify(1).summary.contains("make"));
}

#[test]
fn sudo_has_its_password_from_us() {
    plays(
        &recipe("Ask for sudo's password"),
        "*hunter2",
        0,
        &["sudo -A ./upgrade", "password: hunter2", "upgrade"],
    );
}

#[test]
fn a_hook_holds_a_push_back() {
    for (keys, code) in [("y", 0), ("n", 1)] {
        let desk = Desk::new();
        let script = recipe("A git hook");
        desk.script("hook", script.strip_prefix("#!/bin/sh\n").expect("a script"));
        let (exit, screen) = desk.answer("echo refs | ./hook origin git@example.org:x", keys);
        assert_eq!(exit, Exit::code(code), "{screen}");
        assert_eq!(screen.contains("not pushed"), code == 1, "{screen}");
    }
}

#[test]
fn cron_tells_without_a_terminal() {
    let desk = Desk::new();
    let line = recipe("cron").trim_end().to_owned();
    let command: Vec<&str> = line.splitn(6, ' ').collect();
    let path: &Path = &desk.at("bin/backup");
    assert!(path.exists());
    let (exit, screen) = desk.answer(&format!("setsid --wait sh -c '{}' </dev/null", command[5]), "");
    assert_eq!((exit, desk.log()), (Exit::code(0), vec!["backup".to_owned()]), "{screen}");
    assert!(desk.server.wait_notify(1).summary.contains("Nightly backup"));
}

#[test]
fn a_unit_tells_that_another_has_failed() {
    let desk = Desk::new();
    let unit = recipe("A systemd unit");
    let command = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).expect("a command");
    let (exit, screen) = desk.answer(&command.replace("%i", "backup.service"), "");
    assert_eq!(exit, Exit::code(0), "{screen}");
    let note = desk.server.wait_notify(1);
    assert_eq!(
        (note.summary.as_str(), note.body.as_str()),
        ("backup.service failed", "journalctl --user -u backup.service")
    );
}

#[test]
fn a_server_is_asked_about_over_ssh() {
    plays(&recipe("Over ssh"), "y", 0, &["sudo systemctl restart nginx", "systemctl restart nginx"]);
    plays(&recipe("Over ssh"), "n", 1, &[]);
}

/// What the README's lines are answered with, by how they begin; what they call then. Those that build the program or
/// measure it are run by `.ci/run`.
const README: [(&str, &str, i32, &[&str]); 32] = [
    (r#"plyn-notify wait "Deploy to production?""#, "y", 0, &["deploy"]),
    (r"plyn-notify wait --choices now,tonight", "tonight", 0, &[]),
    (r"plyn-notify wait --choice 'a=One, two'", "Three", 0, &[]),
    (r"plyn-notify wait --timeout 10m", "n", 1, &[]),
    (r"branch=$(plyn-notify wait --reply", "topic", 0, &["git switch topic"]),
    (r"plyn-notify wait --kind choose", "unit", 0, &[]),
    (r"plyn-notify wait --kind secret", "*token", 0, &["login --token-stdin", "stdin: token"]),
    (r"git diff | plyn-notify wait --detail -", "y", 0, &["git commit -a"]),
    (r#"plyn-notify wait --json "Go on?""#, "y", 0, &[]),
    (r"values=$(plyn-notify wait --kind form", "", 0, &[]),
    (r"make && plyn-notify notify", "", 0, &["make"]),
    (r"git log -1 --format=%B | plyn-notify notify", "", 0, &[]),
    (r"what=$(plyn-notify notify -A open=Open", "", 0, &[]),
    (r"plyn-notify run -- cargo build", "", 127, &[]),
    (r"plyn-notify run --after 1m -- make", "", 0, &["make -j8"]),
    (r"plyn-notify run --pid", "", 1, &[]),
    (r"plyn-notify integrate claude-code", "", 0, &[]),
    (r"plyn-notify integrate --list", "", 0, &[]),
    (r"plyn-notify tunnel setup", "n", 1, &[]),
    (r"plyn-notify tunnel status", "", 69, &[]),
    (r"plyn-notify tunnel remove", "", 0, &[]),
    (r"plyn-notify config set grace_seconds 2.5", "", 0, &[]),
    (r"plyn-notify config set channels", "", 0, &[]),
    (r"plyn-notify config show", "", 0, &[]),
    (r"plyn-notify config get remote.host", "", 1, &[]),
    (r"plyn-notify config check", "", 0, &[]),
    (r"plyn-notify config edit", "", 0, &[]),
    (r"plyn-notify man wait", "", 0, &[]),
    (r#"eval "$(plyn-notify completions bash)""#, "", 0, &[]),
    (r"plyn-notify update", "", 0, &[]),
    (r"plyn-notify version --verbose", "", 0, &[]),
    ("cargo ", "", 0, &[]),
];

/// The commands of a block, each with its continuations.
fn commands(block: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    for line in block.lines() {
        match commands.last_mut().filter(|last| last.ends_with('\\')) {
            Some(last) => *last = format!("{last}\n{line}"),
            None => commands.push(line.to_owned()),
        }
    }
    commands
}

#[test]
fn every_command_of_the_readme_does_what_it_says() {
    let text = guide("README.md");
    for command in blocks(&text).iter().flat_map(|block| commands(block)) {
        let case = README.iter().find(|(start, ..)| command.starts_with(start));
        let Some((start, keys, code, log)) = case else {
            panic!("{command}: say in tests/it/docs/recipes.rs what it is answered with");
        };
        if *start == "cargo " {
            continue;
        }
        let desk = Desk::new();
        // There is no cargo, no other process and no jq to be sure of, a pager waits, and an editor changes nothing.
        let prepared =
            command.replace("pgrep -n rsync", "echo 4194305").replace("jq -r .source", "grep -o terminal");
        let prepared = format!("export EDITOR=true PAGER=cat GIT_PAGER=cat; {prepared}");
        let (exit, screen) = match *start {
            r"values=$(plyn-notify wait --kind form" => {
                let mut pty = desk.start(&["bash", "-c", &prepared]);
                pty.wait_text("›");
                assert!(pty.try_first_keys("\x151.2", &["Version  1.2".to_owned()]), "{}", pty.contents());
                pty.send("\r\r");
                assert_eq!(pty.wait_exit(), Exit::code(0), "{}", pty.contents());
                assert_eq!(desk.log(), ["release 1.2 main"], "{}", pty.contents());
                continue;
            }
            r"what=$(plyn-notify notify -A open=Open" => {
                let pty = desk.start(&["bash", "-c", &format!("{prepared}\necho \"what=$what\"")]);
                let note = desk.server.wait_notify(1);
                desk.server.press(note.id, "Open");
                assert_eq!(pty.wait_exit(), Exit::code(0), "{}", pty.contents());
                assert!(pty.contents().contains("what=open"), "{}", pty.contents());
                continue;
            }
            r"plyn-notify wait --kind choose" => {
                let mut pty = desk.start(&["bash", "-c", &prepared]);
                pty.wait_text("›");
                pty.answer(keys);
                pty.wait_text("1 marked");
                pty.send("\r");
                (pty.wait_exit(), pty.contents())
            }
            _ => desk.answer(&prepared, keys),
        };
        let log: Vec<String> = log.iter().map(|&line| line.to_owned()).collect();
        assert_eq!((exit, desk.log()), (Exit::code(*code), log), "{command}: {screen}");
    }
}
