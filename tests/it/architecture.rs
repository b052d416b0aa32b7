//! What ARCHITECTURE.md promises about the sources, checked by reading them.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "the sources and cargo are asked what the program is made of"
)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Every source file under `folder`, as (path relative to the project, text without comments and tests).
fn sources(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut folders = vec![root.join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(root).unwrap().display().to_string();
                found.push((name, code(&fs::read_to_string(&path).unwrap())));
            }
        }
    }
    found.sort();
    found
}

/// The code alone: what a comment says is no breach, and tests may do what they like.
fn code(text: &str) -> String {
    let product = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let lines = product.lines().map(|line| line.split("//").next().unwrap());
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether a file holds tests only.
fn is_test(name: &str) -> bool {
    ["/properties.rs", "/stories.rs", "/testing.rs", "/tests.rs", "/fixtures.rs"]
        .iter()
        .any(|end| name.ends_with(end))
        || name.contains("/tests/")
}

#[track_caller]
fn assert_names_none(files: &[(String, String)], banned: &[&str]) {
    let found: Vec<String> = files
        .iter()
        .filter(|(name, _)| !is_test(name))
        .flat_map(|(name, text)| {
            banned.iter().filter(|word| text.contains(**word)).map(move |word| format!("{name}: {word}"))
        })
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}

fn of(files: &[(String, String)], prefixes: &[&str]) -> Vec<(String, String)> {
    let chosen: Vec<_> = files
        .iter()
        .filter(|(name, _)| prefixes.iter().any(|prefix| name.starts_with(prefix)))
        .cloned()
        .collect();
    for prefix in prefixes {
        assert!(chosen.iter().any(|(name, _)| name.starts_with(prefix)), "{prefix} is gone");
    }
    chosen
}

const PURE: &[&str] = &[
    "src/engine/agents/aider.rs",
    "src/engine/agents/ask.rs",
    "src/engine/agents/claude_code.rs",
    "src/engine/agents/codex.rs",
    "src/engine/agents/copilot.rs",
    "src/engine/agents/crush.rs",
    "src/engine/agents/cursor.rs",
    "src/engine/agents/event.rs",
    "src/engine/agents/gemini.rs",
    "src/engine/agents/goose.rs",
    "src/engine/agents/kiro.rs",
    "src/engine/agents/mod.rs",
    "src/engine/agents/object.rs",
    "src/engine/agents/opencode.rs",
    "src/engine/agents/payload.rs",
    "src/engine/agents/qwen.rs",
    "src/engine/answer.rs",
    "src/engine/capability.rs",
    "src/engine/detail.rs",
    "src/engine/duration.rs",
    "src/engine/field.rs",
    "src/engine/integrate/diff.rs",
    "src/engine/integrate/document.rs",
    "src/engine/integrate/hooks.rs",
    "src/engine/integrate/json.rs",
    "src/engine/integrate/recipe",
    "src/engine/integrate/yaml.rs",
    "src/engine/notice.rs",
    "src/engine/plan",
    "src/engine/request.rs",
    "src/engine/shell.rs",
    "src/engine/text.rs",
    "src/engine/wait/",
    "src/engine/channel/prompt/",
    "src/engine/channel/desktop/address.rs",
    "src/engine/channel/desktop/gvariant",
    "src/engine/channel/desktop/hint.rs",
    "src/engine/channel/desktop/look.rs",
    "src/engine/channel/desktop/markup.rs",
    "src/engine/channel/desktop/notice.rs",
    "src/engine/channel/desktop/popup",
    "src/engine/channel/desktop/quirks.rs",
    "src/engine/channel/desktop/spec",
    "src/engine/channel/desktop/value",
    "src/engine/channel/remote/reader.rs",
    "src/engine/channel/remote/talk.rs",
    "src/engine/channel/remote/wire",
    "src/engine/channel/terminal/bell.rs",
    "src/engine/channel/terminal/detect",
    "src/engine/channel/terminal/environment.rs",
    "src/engine/channel/terminal/field.rs",
    "src/engine/channel/terminal/identity.rs",
    "src/engine/channel/terminal/iterm2.rs",
    "src/engine/channel/terminal/live",
    "src/engine/channel/terminal/mod.rs",
    "src/engine/channel/terminal/mux.rs",
    "src/engine/channel/terminal/notification.rs",
    "src/engine/channel/terminal/osc777.rs",
    "src/engine/channel/terminal/osc9.rs",
    "src/engine/channel/terminal/osc99/",
    "src/engine/channel/terminal/quirks",
    "src/engine/channel/terminal/sequence.rs",
    "src/engine/channel/terminal/testing.rs",
    "src/engine/channel/terminal/tmux/",
    "src/engine/ssh/command.rs",
    "src/engine/ssh/failure.rs",
    "src/engine/ssh/host.rs",
    "src/engine/ssh/target.rs",
    "src/engine/doctor/check.rs",
    "src/engine/doctor/check/",
    "src/engine/doctor/checks/",
    "src/engine/doctor/evidence.rs",
    "src/engine/doctor/facts.rs",
    "src/engine/doctor/known.rs",
    "src/engine/doctor/matrix.rs",
    "src/engine/doctor/report.rs",
    "src/engine/doctor/table.rs",
    "src/engine/doctor/verdict.rs",
    "src/engine/doctor/way.rs",
    "src/engine/tty/key.rs",
    "src/engine/tty/parse.rs",
    "src/engine/tty/query.rs",
    "src/engine/tty/report.rs",
];

/// What of the configuration is pure as well; it names no core and is named by none.
const PURE_CONFIGURATION: &[&str] = &[
    "src/engine/config/edit",
    "src/engine/config/fault.rs",
    "src/engine/config/key.rs",
    "src/engine/config/known.rs",
    "src/engine/config/layer.rs",
    "src/engine/config/listing.rs",
    "src/engine/config/origin.rs",
    "src/engine/config/schema.rs",
    "src/engine/config/settings.rs",
    "src/engine/config/toml.rs",
    "src/engine/config/value.rs",
    "src/engine/config/variables.rs",
    "src/engine/integrate/block.rs",
];

#[test]
fn pure_files_touch_nothing() {
    let banned = [
        "std::env",
        "std::fs",
        "files::head",
        "files::text",
        "std::io",
        "std::net",
        "std::process",
        "std::thread",
        "env::",
        "fs::",
        "thread::",
        "Instant",
        "SystemTime",
        "zbus",
        "rustix",
        "tracing::",
    ];
    let pure = of(&sources("src"), PURE);
    assert_names_none(&pure, &banned);
    assert_names_none(&of(&sources("src"), PURE_CONFIGURATION), &banned);
    let core: Vec<_> = pure
        .into_iter()
        .filter(|(name, _)| !["/channel/", "/ssh/", "/doctor/"].iter().any(|part| name.contains(part)))
        .collect();
    assert_names_none(&core, &["engine::drive", "engine::facts", "engine::throttle", "engine::config"]);
}

#[test]
fn the_screen_is_pure_but_for_its_loop() {
    let all = sources("src/tui");
    let pure: Vec<_> =
        all.iter().filter(|(name, _)| !name.contains("/run") && !is_test(name)).cloned().collect();
    let banned = [
        "std::env",
        "std::fs",
        "files::head",
        "files::text",
        "std::io",
        "std::process",
        "std::thread",
        "Instant",
        "SystemTime",
        "rustix",
        "tracing::",
        "engine::clock",
        "engine::channel::desktop",
        "engine::drive",
        "engine::tell",
        "engine::tty::open",
        "engine::tty::screen",
        "Report::new",
    ];
    assert!(pure.len() > 20, "{}", pure.len());
    assert_names_none(&pure, &banned);
    assert_names_none(&all, &["crate::cli", "clap", "println!"]);
}

#[test]
fn the_engine_knows_no_command_line_and_no_toolkit() {
    let engine = sources("src/engine");
    assert_names_none(&engine, &["clap", "ratatui", "crossterm", "crate::cli", "crate::tui"]);
    assert_names_none(
        &engine,
        &["println!", "eprintln!", "print!(", "stdout()", "stderr()", "process::exit"],
    );
}

#[test]
fn the_world_is_touched_where_the_map_says() {
    let all = sources("src");
    let but = |allowed: &[&str]| -> Vec<(String, String)> {
        all.iter()
            .filter(|(name, _)| !allowed.iter().any(|prefix| name.starts_with(prefix)))
            .cloned()
            .collect()
    };
    assert_names_none(&but(&["src/engine/channel/desktop/dbus/"]), &["zbus::"]);
    assert_names_none(&but(&["src/engine/tty/"]), &["termios", "/dev/tty"]);
    assert_names_none(&but(&["src/engine/clock.rs"]), &["Instant::now"]);
    let clocks = [
        "src/engine/agents/input.rs",
        "src/engine/integrate/version.rs",
        "src/engine/drive.rs",
        "src/engine/tell",
        "src/engine/run/",
        "src/engine/tty/ask/session/reading.rs",
        "src/engine/tty/ask/session/talk.rs",
        "src/engine/tty/screen.rs",
        "src/engine/channel/terminal/tmux.rs",
        "src/engine/channel/desktop/dbus/trial.rs",
        "src/engine/doctor/probe",
        "src/engine/doctor/quiet.rs",
        "src/engine/doctor/trial.rs",
        "src/engine/tunnel/probe.rs",
        "src/tui/run",
    ];
    assert_names_none(&but(&clocks), &["clock::"]);
    assert_names_none(&but(&["src/engine/state.rs"]), &["SystemTime::now"]);
    // What the doctor suggests names the configuration that it has looked at.
    let ours = ["config", "wait", "notify", "tunnel", "integrate"].map(|word| format!("plyn-notify {word}"));
    let doctor = of(&all, &["src/engine/doctor/", "src/tui/"]);
    assert_names_none(&doctor, &ours.each_ref().map(String::as_str));
    let environment = ["env::var", "env::vars", "env::current_dir"];
    let readers = ["src/engine/facts", "src/engine/config/load.rs", "src/engine/run/spawn.rs"];
    assert_names_none(&but(&readers), &environment);
    let starters = [
        "src/cli/config/editor.rs",
        "src/cli/copy.rs",
        "src/cli/man.rs",
        "src/engine/channel/terminal/tmux.rs",
        "src/engine/doctor/quiet.rs",
        "src/tui/run/script.rs",
        "src/engine/tty/ask/pager.rs",
        "src/engine/agents/hook.rs",
        "src/engine/integrate/version.rs",
    ];
    assert_names_none(&but(&starters), &["Command::new", "process::Command"]);
    assert_names_none(&but(&[]), &["unsafe"]);
    assert_names_none(&but(&["src/engine/run/spawn.rs"]), &["posix_spawn"]);
    assert_names_none(
        &but(&["src/cli/output.rs", "src/cli/forward.rs"]),
        &["io::stderr().lock", "io::stdout()", "stdio::stdout()"],
    );
    let threads = [
        "src/engine/aside.rs",
        "src/engine/lifeline.rs",
        "src/engine/ssh/session.rs",
        "src/engine/tty/ask/mod.rs",
    ];
    assert_names_none(&but(&threads), &["thread::Builder", "thread::spawn"]);
    assert_names_none(&but(&["src/engine/config/write.rs", "src/engine/config/draft.rs"]), &["tempfile::"]);
    let files = [
        "src/engine/config/",
        "src/engine/files.rs",
        "src/engine/hosts.rs",
        "src/engine/tunnel/",
        "src/engine/agents/journal.rs",
        "src/engine/state.rs",
        "src/engine/crowd.rs",
        "src/engine/signal.rs",
        "src/engine/tty/ask/pager.rs",
        "src/engine/run/other.rs",
        "src/engine/channel/terminal/tmux.rs",
        "src/engine/doctor/probe/",
        "src/cli/descriptor.rs",
        "src/cli/input.rs",
        "src/tui/run/script.rs",
    ];
    assert_names_none(&but(&files), &["std::fs", "fs::read", "fs::write", "File::", "OpenOptions"]);
}

#[test]
fn main_is_short_and_alone_ends_the_process() {
    let main = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/main.rs")).unwrap();
    assert!(main.lines().count() <= 20, "main.rs has {} lines", main.lines().count());
}

#[test]
fn every_test_file_is_part_of_a_test() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let mut forgotten = Vec::new();
    let mut folders = vec![folder.clone()];
    while let Some(current) = folders.pop() {
        for entry in fs::read_dir(&current).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path.clone());
            }
            let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let is_module = path.is_dir() || path.extension().is_some_and(|extension| extension == "rs");
            if !is_module || matches!(stem.as_str(), "main" | "mod") {
                continue;
            }
            let sibling = current.with_extension("rs");
            let parents = [current.join("mod.rs"), current.join("main.rs"), sibling];
            let declared = format!("mod {stem};");
            let is_declared = |parent: &PathBuf| {
                fs::read_to_string(parent)
                    .is_ok_and(|text| text.lines().any(|line| line.ends_with(&declared)))
            };
            if !parents.iter().any(is_declared) {
                forgotten.push(path.strip_prefix(&folder).unwrap().to_owned());
            }
        }
    }
    assert!(forgotten.is_empty(), "{forgotten:?}");
}

fn cargo_tree(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "-e", "normal,no-proc-macro", "--prefix", "none"])
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn no_crate_is_there_twice_and_none_that_is_banned() {
    assert_eq!(cargo_tree(&["-d"]), "");
    let all = cargo_tree(&[]);
    for banned in ["tokio", "async-std", "openssl", "regex", "mio", "notify-rust"] {
        let found = all.lines().find(|line| line.split(' ').next() == Some(banned));
        assert_eq!(found, None);
    }
}
