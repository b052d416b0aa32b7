//! `plyn-notify version --verbose` and `plyn-notify update`.

use std::{fs, path::Path};

use plyn_notify::engine::shell;

use super::{copy_program, make_programs};
use crate::support::{Ended, Program};

const PLYN: &str = env!("CARGO_BIN_EXE_plyn-notify");

fn script(folder: &Path, name: &str, text: &str) {
    make_programs([(folder.join(name), text)]);
}

/// The program where nothing but a package manager knows it.
fn elsewhere(folder: &Path) -> String {
    let path = folder.join("plyn-notify");
    copy_program(Path::new(PLYN), &path);
    path.canonicalize().expect("a path").display().to_string()
}

#[test]
fn a_copy_says_all_about_itself_and_the_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let other = folder.path().join("other");
    let empty = folder.path().join("empty");
    fs::create_dir(&other).expect("a folder");
    fs::create_dir_all(empty.join("plyn-notify")).expect("a folder");
    script(&other, "plyn-notify", "exit 9");
    let own = Path::new(PLYN).parent().expect("a folder");
    let path = format!("PATH={}:{}:{}", own.display(), empty.display(), other.display());
    let ended = Program::new().under(["env", &path]).args(["version", "--verbose"]).run();
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)));
    let lines: Vec<&str> = ended.stdout.lines().collect();
    assert_eq!(lines[0], format!("plyn-notify {}", env!("CARGO_PKG_VERSION")));
    assert!(lines[1].starts_with("commit: "), "{}", ended.stdout);
    assert!(lines[2].starts_with("target: ") && lines[2].contains("-linux"), "{}", ended.stdout);
    assert_eq!(lines[3], format!("running: {PLYN} (built in a checkout)"));
    assert_eq!(lines[4], format!("on the path: {PLYN}, this one"));
    assert_eq!(lines[5], format!("on the path: {}/plyn-notify, another copy", other.display()));
    assert!(lines[6].starts_with("channels: desktop"), "{}", ended.stdout);
    assert_eq!(lines.len(), 7);
}

#[test]
fn a_checkout_is_updated_by_git_and_cargo() {
    let folder = env!("CARGO_MANIFEST_DIR");
    let ended = Program::new().args(["update"]).run();
    let manifest = format!("{folder}/Cargo.toml");
    let (folder, manifest) = (shell::word(folder), shell::word(&manifest));
    let command =
        format!("git -C {folder} pull --ff-only && cargo build --locked --manifest-path {manifest}\n");
    ended.is(&command, &format!("plyn-notify: {PLYN} was built in a checkout\n"), 0);
    Program::new().args(["update", "-q", "--dry-run", "--yes"]).run().is(&command, "", 0);
}

/// Runs the copy with nothing on the path but what is in its folder.
fn run(folder: &Path, path: &str, args: &str) -> Ended {
    let command = format!("exec {path} {args}");
    Program::new().under(["env", &format!("PATH={}", folder.display()), "/bin/sh", "-c", &command]).run()
}

#[test]
fn a_package_manager_is_asked_and_started_only_if_told_so() {
    for (manager, asked, update) in [
        ("dpkg-query", "--search", "apt-get update"),
        ("rpm", "--query --file", "dnf upgrade plyn-notify"),
        ("pacman", "--query --owns", "pacman --sync --refresh --sysupgrade"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = elsewhere(folder.path());
        let log = folder.path().join("log");
        let note = format!("echo \"${{0##*/}} $*\" >>{}", log.display());
        for name in ["sudo", "apt-get", "dnf"] {
            script(folder.path(), name, &format!("{note}; exit 7"));
        }
        script(folder.path(), manager, &format!("{note}; [ \"$1\" != --sync ] || exit 7"));

        let ended = run(folder.path(), &path, "update");
        assert_eq!(ended.code, Some(0), "{manager}: {}", ended.stderr);
        assert!(ended.stdout.contains(update), "{manager}: {ended:?}");
        let by = format!("plyn-notify: {path} was installed by {}\n", manager.trim_end_matches("-query"));
        assert_eq!(ended.stderr, by);
        let said = || fs::read_to_string(&log).expect("a log");
        assert_eq!(said(), format!("{manager} {asked} {path}\n"), "nothing else is started");

        let ended = run(folder.path(), &path, "update --yes -q");
        assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(7)), "{manager}: the command's own status");
        assert!(said().trim_end().ends_with(update), "{manager}: {}", said());
    }
}

/// As under `run`.
#[test]
fn a_signal_reaches_the_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = elsewhere(folder.path());
    let counted = "n=0; while [ $n -lt 200000 ]; do n=$((n + 1)); done";
    for name in ["sudo", "dnf"] {
        script(folder.path(), name, &format!("trap 'exit 9' TERM; kill -TERM $PPID; {counted}"));
    }
    script(folder.path(), "rpm", "exit 0");
    let ended = run(folder.path(), &path, "update --yes -q");
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(9)), "{ended:?}");
}

#[test]
fn who_installed_it_may_be_unknown() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = elsewhere(folder.path());
    run(folder.path(), &path, "update").is(
        "",
        &format!("plyn-notify: nobody knows how {path} was installed\n  Update it as you installed it.\n"),
        1,
    );
}
