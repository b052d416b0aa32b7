//! `plyn-notify integrate`: the agents' own settings, changed and left as they were.

use std::{
    fs::{self, Permissions},
    os::unix::fs::{PermissionsExt as _, symlink},
    path::{Path, PathBuf},
};

use serde_json::Value;
use tempfile::TempDir;

use super::fixture;
use crate::support::{Bus, Ended, Program, Script, Server};

/// A home with agents in it.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn at(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn write(&self, path: &str, text: &str) -> PathBuf {
        let file = self.at(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        file
    }

    fn integrate(&self, args: &[&str]) -> Ended {
        Program::new().args(["integrate"]).args(args).env("HOME", self.0.path()).run()
    }

    /// Every file, by its name within.
    fn files(&self) -> Vec<String> {
        fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { walk(&path, found) } else { found.push(path) }
            }
        }
        let mut found = Vec::new();
        walk(self.0.path(), &mut found);
        let name = |path: PathBuf| path.strip_prefix(self.0.path()).unwrap().display().to_string();
        let mut names: Vec<String> = found.into_iter().map(name).collect();
        names.sort();
        names
    }
}

const SETTINGS: &str = "{\n  // mine\n  \"model\": \"opus\"\n}\n";

#[test]
fn it_is_written_once_and_taken_out_again() {
    let home = Home::new();
    let file = home.write(".claude/settings.json", SETTINGS);
    fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
    let shown = file.display();
    let said =
        format!("Claude Code: changed {shown}\n  It counts at once, in folders that Claude Code trusts.\n");
    home.integrate(&["claude-code"]).is(&said, "", 0);
    let written = fs::read_to_string(&file).unwrap();
    assert!(
        written.starts_with(
            "{\n  // mine\n  \"model\": \"opus\",\n  \"hooks\": {\n    \"PermissionRequest\": [\n"
        ),
        "{written}"
    );
    assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o640);
    home.integrate(&["claude-code"]).is("Claude Code: is integrated already\n", "", 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), written);
    assert_eq!(home.files(), [".claude/settings.json", ".claude/settings.json.plyn-notify.bak"]);
    assert_eq!(fs::read_to_string(home.at(".claude/settings.json.plyn-notify.bak")).unwrap(), SETTINGS);
    home.integrate(&["--remove", "claude-code"]).is(&format!("Claude Code: changed {shown}\n"), "", 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), SETTINGS);
    assert_eq!(home.files(), [".claude/settings.json"]);
    home.integrate(&["--remove", "claude-code"]).is("Claude Code: was not integrated\n", "", 0);
}

#[test]
fn what_is_kept_of_a_file_is_no_more_for_others_to_read_than_the_file() {
    let home = Home::new();
    for (mode, kept) in [(0o600, 0o600), (0o640, 0o600), (0o644, 0o600)] {
        let file = home.write(".claude/settings.json", "{\n  \"env\": {\"TOKEN\": \"sesame\"}\n}\n");
        fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
        home.integrate(&["-q", "claude-code"]).is("", "", 0);
        let bak = home.at(".claude/settings.json.plyn-notify.bak");
        assert_eq!(bak.metadata().unwrap().permissions().mode() & 0o777, kept, "{mode:o}");
        home.integrate(&["-q", "--remove", "claude-code"]).is("", "", 0);
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, mode);
    }
}

#[test]
fn every_agent_can_be_integrated_and_is_as_before_without() {
    let home = Home::new();
    for agent in
        ["claude-code", "codex", "opencode", "qwen", "copilot", "gemini", "cursor", "goose", "kiro", "aider"]
    {
        let ended = home.integrate(&[agent]);
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{agent}: {}", ended.stdout);
        let files = home.files();
        assert!(!files.is_empty(), "{agent}");
        let again = home.integrate(&["-q", agent]);
        again.is("", "", 0);
        assert_eq!(home.files(), files);
        home.integrate(&["--remove", "-q", agent]).is("", "", 0);
        assert_eq!(home.files(), [""; 0], "{agent}");
    }
    let crush = home.integrate(&["crush"]);
    crush.is("", "plyn-notify: Crush calls no hook unless it asks: --mode answer, or gate\n", 2);
    assert_eq!(home.integrate(&["--mode", "answer", "crush"]).code, Some(0));
}

#[test]
fn several_modes_follow_one_another() {
    let home = Home::new();
    let file = home.write(".gemini/settings.json", "{\n  \"ui\": {}\n}\n");
    home.integrate(&["-q", "gemini"]).is("", "", 0);
    assert!(fs::read_to_string(&file).unwrap().contains("\"Notification\""));
    assert!(!home.at(".gemini/policies/plyn-notify.toml").exists());
    let gate = home.integrate(&["--mode=gate", "gemini"]);
    assert!(gate.stdout.contains("This is a gate"), "{}", gate.stdout);
    assert!(fs::read_to_string(&file).unwrap().contains("\"BeforeTool\""));
    assert!(home.at(".gemini/policies/plyn-notify.toml").exists());
    home.integrate(&["-q", "--mode=alert", "gemini"]).is("", "", 0);
    assert!(
        !home.at(".gemini/policies/plyn-notify.toml").exists(),
        "it would approve what nobody asks about"
    );
    home.integrate(&["-q", "--remove", "gemini"]).is("", "", 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), "{\n  \"ui\": {}\n}\n");
}

#[test]
fn case_20_a_link_to_a_dotfile_stays_one() {
    let home = Home::new();
    let real = home.write("dotfiles/claude.json", SETTINGS);
    fs::create_dir(home.at(".claude")).unwrap();
    symlink("../dotfiles/claude.json", home.at(".claude/settings.json")).unwrap();
    home.integrate(&["-q", "claude-code"]).is("", "", 0);
    assert!(home.at(".claude/settings.json").is_symlink());
    assert!(fs::read_to_string(&real).unwrap().contains("plyn-notify"));
    home.integrate(&["-q", "--remove", "claude-code"]).is("", "", 0);
    assert!(home.at(".claude/settings.json").is_symlink());
    assert_eq!(fs::read_to_string(&real).unwrap(), SETTINGS);
}

#[test]
fn what_is_not_understood_is_left_alone_and_the_rest_is_said() {
    let home = Home::new();
    let file = home.write(".claude/settings.json", "{\n  \"model\": \"opus\",,\n}\n");
    let ended = home.integrate(&["claude-code"]);
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(1)));
    let head = format!("plyn-notify: {}: it does not parse: ", file.display());
    assert!(ended.stderr.starts_with(&head), "{}", ended.stderr);
    assert!(
        ended
            .stderr
            .contains("  Nothing was changed. Repair it, or add this by hand:\n  {\n    \"hooks\": {\n"),
        "{}",
        ended.stderr
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "{\n  \"model\": \"opus\",,\n}\n");
    assert_eq!(home.files(), [".claude/settings.json"]);
}

#[test]
fn a_dry_run_shows_what_it_would_do() {
    let home = Home::new();
    let file =
        home.write(".cursor/hooks.json", "{\n  \"version\": 1,\n  \"hooks\": {\n    \"stop\": []\n  }\n}\n");
    let ended = home.integrate(&["--dry-run", "cursor"]);
    let shown = file.display();
    let head = format!(
        "--- {shown}\n+++ {shown}\n@@ -1,6 +1,11 @@\n {{\n   \"version\": 1,\n   \"hooks\": {{\n-    \"stop\": []\n+    \"stop\": [\n"
    );
    assert!(ended.stdout.starts_with(&head), "{}", ended.stdout);
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)));
    assert_eq!(home.files(), [".cursor/hooks.json"]);
    assert!(!fs::read_to_string(&file).unwrap().contains("plyn-notify"));
}

#[test]
fn the_scope_says_whose_settings() {
    let home = Home::new();
    let project = home.at("project");
    fs::create_dir(&project).unwrap();
    let run = |args: &[&str]| {
        let script = "cd \"$1\" && shift && exec \"$@\"";
        Program::new()
            .under(["sh", "-c", script, "sh", project.to_str().unwrap()])
            .args(["integrate", "-q"])
            .args(args)
            .env("HOME", home.0.path())
            .run()
    };
    run(&["--scope", "project", "claude-code", "opencode"]).is("", "", 0);
    run(&["--scope", "local", "claude-code"]).is("", "", 0);
    let files = [
        "project/.claude/settings.json",
        "project/.claude/settings.local.json",
        "project/.opencode/plugin/plyn-notify.js",
    ];
    assert_eq!(home.files(), files);
    run(&["--scope", "local", "codex"]).is("", "plyn-notify: Codex has no local settings\n", 2);
}

#[test]
fn case_17_an_agent_goes_on_without_our_program() {
    let home = Home::new();
    let bin = home.at("bin dir");
    fs::create_dir(&bin).unwrap();
    let program = bin.join("plyn-notify");
    fs::copy(env!("CARGO_BIN_EXE_plyn-notify"), &program).unwrap();
    let path = format!("{}:/usr/bin:/bin", bin.display());
    Program::new().args(["integrate", "-q", "codex"]).env("HOME", home.0.path()).run().is("", "", 0);
    let hooks: Value =
        serde_json::from_str(&fs::read_to_string(home.at(".codex/hooks.json")).unwrap()).unwrap();
    let command = hooks["hooks"]["PermissionRequest"][0]["hooks"][0]["command"].as_str().unwrap().to_owned();
    let there = command.replace(env!("CARGO_BIN_EXE_plyn-notify"), program.to_str().unwrap());

    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let call = |command: &str| {
        let mut shell = Program::shell(&bus, command).env("PATH", &path);
        shell = shell.stdin(fixture("codex.PermissionRequest"));
        shell
    };
    let asked = call(&there).spawn();
    let note = server.wait_notify(1);
    server.press(note.id, "Deny");
    assert!(asked.end().stdout.contains("\"deny\""));
    fs::remove_file(&program).unwrap();
    call(&there).run().is("", "", 0);
    assert_eq!(server.notifications().len(), 1);
}

#[test]
fn case_16_and_36_the_list_says_who_is_there_and_who_was_heard_of() {
    let home = Home::new();
    let bin = home.at("bin");
    fs::create_dir(&bin).unwrap();
    // One says its version, and one cannot be run after all.
    for (name, text) in [("claude", "#!/bin/sh\necho '2.1.332 (Claude Code)'"), ("codex", "")] {
        fs::write(bin.join(name), text).unwrap();
        fs::set_permissions(bin.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    // What cannot be run is no program.
    fs::write(bin.join("goose"), "").unwrap();
    home.write(".qwen/settings.json", "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"plyn-notify hook qwen\"}]}]}}");
    home.integrate(&["-q", "claude-code", "codex"]).is("", "", 0);
    let payload = fixture("claude-code.SessionEnd");
    Program::new()
        .args(["hook", "claude-code"])
        .stdin(payload)
        .env("HOME", home.0.path())
        .run()
        .is("", "", 0);
    let list = |expected: &[(&str, &str)]| {
        let path = format!("{}:/usr/bin:/bin", bin.display());
        let ended =
            Program::new().args(["integrate", "--list"]).env("HOME", home.0.path()).env("PATH", path).run();
        assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)));
        assert_eq!(ended.stdout.lines().count(), 11);
        for (agent, state) in expected {
            let line = ended.stdout.lines().find(|line| line.starts_with(&format!("{agent} "))).unwrap();
            assert!(line.contains(state), "{line}");
        }
        ended.stdout
    };
    let shown = list(&[
        ("claude-code", " integrated "),
        ("codex", " untrusted "),
        ("qwen", " stale "),
        ("goose", " not found"),
    ]);
    let claude = shown.lines().next().unwrap();
    assert!(
        claude.contains("bin/claude 2.1.332, last heard of 20") && claude.ends_with("(SessionEnd)"),
        "{claude}"
    );
    // Codex has noted that its user trusts it, by its place.
    let key = home.at(".codex/hooks.json");
    let trust =
        format!("[hooks.state.\"{}:permission_request:0:0\"]\ntrusted_hash = \"sha256:0\"\n", key.display());
    home.write(".codex/config.toml", &trust);
    list(&[("codex", " integrated ")]);
}
