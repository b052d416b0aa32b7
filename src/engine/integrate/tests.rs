//! Settings as users have them: with our hooks and without them again, byte for byte, or left alone.

mod modes;
mod random;

use std::{fs, path::PathBuf};

use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::Value;

use super::{
    block::Block,
    hooks::{CLOSED, Entry, WRAPPER, is_ours},
    recipe::{Content, Part, Places, Scope, Wish, codex_block, parts},
};
use crate::engine::agents::{Agent, Mode};

fn places() -> Places {
    let at = |path: &str| PathBuf::from("/home/user").join(path);
    Places {
        home: at(""),
        config: at(".config"),
        claude: at(".claude"),
        codex: at(".codex"),
        copilot: at(".copilot"),
        project: at("project"),
    }
}

fn wish(mode: Mode) -> Wish {
    Wish { mode, program: "/home/it's me/bin/plyn-notify".to_owned(), hold: 20 }
}

/// The part of an agent that is among other things in a file.
fn shared(agent: Agent, mode: Mode) -> Part {
    let parts = parts(agent, Scope::User, &places(), &wish(mode)).unwrap();
    parts.into_iter().find(|part| !matches!(part.what, Content::Whole(_))).unwrap()
}

/// Every settings file, with its agent.
fn files() -> Vec<(String, Agent, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/settings");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| {
            let file = file.unwrap();
            let name = file.file_name().into_string().unwrap();
            let agent =
                Agent::ALL.into_iter().find(|agent| name.starts_with(&format!("{}.", agent.name()))).unwrap();
            (name, agent, fs::read_to_string(file.path()).unwrap())
        })
        .collect();
    files.sort();
    files
}

/// The file without anything of ours, as a reader has it.
fn strip(text: &str) -> Value {
    let (collect, options) = (CollectOptions::default(), ParseOptions::default());
    parse_to_ast(text.trim_start_matches('\u{feff}'), &collect, &options)
        .unwrap()
        .value
        .map_or(Value::Null, |value| super::json::value(&value))
}

/// Where what we have added cannot be told from what was there before, unless that was saved: an empty file, an empty object,
/// a last line without an end, a version.
const INDISTINCT: [&str; 4] = [
    "aider.no-newline-at-end.yml",
    "claude-code.empty-object.json",
    "cursor.no-version.json",
    "gemini.empty-file.json",
];

#[test]
fn settings_are_the_same_bytes_again_or_left_alone() {
    let mut refused = 0;
    let files = files();
    assert!(files.len() >= 30, "{}", files.len());
    for (name, agent, before) in files {
        for mode in [agent.default_mode(), Mode::Alert, Mode::Answer, Mode::Gate] {
            if !agent.modes().contains(&mode) {
                continue;
            }
            let part = shared(agent, mode);
            let is_nothing = matches!(&part.what, Content::Hooks(hooks) if hooks.entries.is_empty());
            if name.contains(".broken") {
                assert!(is_nothing || part.add(Some(&before)).is_err(), "{name}");
                refused += 1;
                continue;
            }
            let after = part.add(Some(&before)).unwrap_or_else(|error| panic!("{name}: {error}")).unwrap();
            if !is_nothing {
                assert!(after.contains("plyn-notify"), "{name}");
            }
            assert_eq!(part.add(Some(&after)).unwrap().unwrap(), after, "{name}: a second time");
            // A comma may have come behind a line, and more into a list that is on one.
            for line in before.lines().filter(|_| before.lines().count() > 1) {
                let head = line.split(" //").next().unwrap().trim_end_matches([']', '}', ',', ' ']);
                assert!(after.lines().any(|other| other.starts_with(head)), "{name}: {line}\n{after}");
            }
            assert_eq!(after.contains("\r\n"), before.contains("\r\n"), "{name}");
            assert!(!before.contains("\r\n") || !after.replace("\r\n", "").contains('\n'), "{name}: mixed");
            // With what was saved it is exact, and without it where nothing was empty before.
            let saved = part.remove(Some(&after), Some(&before)).unwrap();
            assert_eq!(saved.as_deref(), Some(before.as_str()), "{name}: removed");
            let alone = part.remove(Some(&after), None).unwrap();
            if !INDISTINCT.contains(&name.as_str()) {
                assert_eq!(
                    alone.as_deref(),
                    Some(before.as_str()),
                    "{name} {mode:?}: removed without what was saved"
                );
            }
            // What somebody changes meanwhile stays.
            if agent != Agent::Aider && !before.is_empty() && !is_nothing {
                let changed = after.replacen('{', "{ \"theirs\": 1,", 1);
                let removed = part.remove(Some(&changed), Some(&before)).unwrap().unwrap();
                let mut expected = strip(&before);
                expected["theirs"] = 1.into();
                if name == "cursor.no-version.json" {
                    expected["version"] = 1.into();
                }
                assert_eq!(strip(&removed), expected, "{name}");
            }
        }
    }
    assert!(refused > 8);
}

#[test]
fn a_file_that_is_not_there_is_made_and_goes_again() {
    for agent in Agent::ALL {
        for mode in [Mode::Alert, Mode::Answer, Mode::Gate] {
            for part in parts(agent, Scope::User, &places(), &wish(mode)).unwrap() {
                let is_nothing = matches!(&part.what, Content::Hooks(hooks) if hooks.entries.is_empty());
                let Some(made) = part.add(None).unwrap().filter(|_| !is_nothing) else { continue };
                assert!(part.is_in(&made) && part.is_any_in(&made), "{agent:?} {mode:?}");
                assert_eq!(part.remove(Some(&made), None).unwrap(), None, "{agent:?} {mode:?}");
                if part.path.extension().is_some_and(|extension| extension == "json") {
                    serde_json::from_str::<Value>(&made).unwrap();
                }
            }
        }
    }
}

#[test]
fn another_version_s_hook_is_replaced_where_it_stands() {
    let old = r#"{
  "hooks": {
    "Stop": [
      { "hooks": [{ "type": "command", "command": "first" }] },
      {
        "matcher": "",
        "hooks": [
          {
            "type": "command",
            "command": "/old/plyn-notify hook claude-code --mode answer"
          }
        ]
      },
      { "hooks": [{ "type": "command", "command": "last" }] }
    ],
    "PreToolUse": [
      { "hooks": [{ "type": "command", "command": "'/opt/a b/plyn-notify' hook claude-code" }] }
    ]
  }
}
"#;
    let part = shared(Agent::ClaudeCode, Mode::Answer);
    let new: Value = serde_json::from_str(&part.add(Some(old)).unwrap().unwrap()).unwrap();
    let stop = new["hooks"]["Stop"].as_array().unwrap();
    assert_eq!(stop.len(), 3);
    assert!(stop[1]["hooks"][0]["command"].as_str().unwrap().contains("it'\\''s me"), "{}", stop[1]);
    assert_eq!(
        (&stop[0]["hooks"][0]["command"], &stop[2]["hooks"][0]["command"]),
        (&"first".into(), &"last".into())
    );
    assert_eq!(new["hooks"].get("PreToolUse"), None, "no event of ours any more");
}

#[test]
fn case_18_another_tool_s_handler_in_our_group_stays() {
    let part = shared(Agent::ClaudeCode, Mode::Answer);
    let made = part.add(None).unwrap().unwrap();
    let mut value: Value = serde_json::from_str(&made).unwrap();
    let theirs = serde_json::json!({"type": "command", "command": "plyn-notify notify done"});
    value["hooks"]["Stop"][0]["hooks"].as_array_mut().unwrap().push(theirs.clone());
    let text = serde_json::to_string_pretty(&value).unwrap();
    let removed: Value = serde_json::from_str(&part.remove(Some(&text), None).unwrap().unwrap()).unwrap();
    assert_eq!(removed, serde_json::json!({"hooks": {"Stop": [{"hooks": [theirs]}]}}));
}

#[test]
fn ours_is_what_calls_our_program_as_that_agent_s_hook() {
    let command = |command: &str| is_ours(&serde_json::json!({"command": command}), Agent::Codex);
    for ours in [
        "plyn-notify hook codex",
        "/usr/bin/plyn-notify hook codex --mode=alert",
        "'/home/a b/plyn-notify' hook codex",
        "\"/home/a b/plyn-notify\"  hook  codex",
        "/home/a\\ b/plyn-notify hook codex",
    ] {
        assert!(command(ours), "{ours}");
    }
    for theirs in [
        "",
        "plyn-notify",
        "plyn-notify hook",
        "plyn-notify hook qwen",
        "plyn-notify notify hook codex",
        "echo plyn-notify hook codex",
        "my-plyn-notify hook codex",
        "plyn-notify-hook codex",
    ] {
        assert!(!command(theirs), "{theirs}");
    }
    let renamed = format!("{WRAPPER}'/usr/bin/plyn-notify-0.1' hook");
    assert!(command(&format!("{renamed} codex")) && !command(&format!("{renamed} qwen")));
    assert!(command(&format!("{CLOSED}'/usr/bin/plyn-notify-0.1' hook codex")));
    let args = serde_json::json!({"command": "/usr/bin/plyn-notify", "args": ["hook", "codex"]});
    assert!(is_ours(&args, Agent::Codex) && !is_ours(&args, Agent::Qwen));
}

#[test]
fn case_15_19_29_what_is_written_is_what_each_agent_can_take() {
    let made = |agent: Agent, mode: Mode| {
        let text = shared(agent, mode).add(None).unwrap().unwrap();
        serde_json::from_str::<Value>(&text).unwrap()
    };
    // Qwen Code takes a thousand seconds for a second.
    let long = Wish { hold: 3000, ..wish(Mode::Answer) };
    let Some(Part { what: Content::Hooks(hooks), .. }) =
        parts(Agent::Qwen, Scope::User, &places(), &long).unwrap().into_iter().next()
    else {
        panic!("no hooks")
    };
    for Entry { handler, .. } in &hooks.entries {
        assert!(handler.value()["timeout"].as_u64().unwrap() < 1000);
    }
    // Claude Code takes no matcher for all, and none that is null.
    let claude = made(Agent::ClaudeCode, Mode::Answer);
    assert_eq!(claude["hooks"]["PermissionRequest"][0].get("matcher"), None);
    assert_eq!(claude["hooks"]["PermissionRequest"][0]["hooks"][0]["timeout"], 3600);
    assert!(!claude.to_string().contains("null"));
    // Codex: hooks, and not its `notify`.
    let codex = made(Agent::Codex, Mode::Answer);
    let events: Vec<&String> = codex["hooks"].as_object().unwrap().keys().collect();
    assert_eq!(events, ["PermissionRequest", "PostToolUse", "Stop", "UserPromptSubmit"]);
    assert_eq!(codex["hooks"]["PermissionRequest"][0]["hooks"][0]["timeout"], 50);
    // Gemini counts in milliseconds.
    let gemini = made(Agent::Gemini, Mode::Gate);
    assert_eq!(gemini["hooks"]["BeforeTool"][0]["hooks"][0]["timeout"], 50_000);
    let cursor = made(Agent::Cursor, Mode::Gate);
    assert_eq!(
        (&cursor["version"], &cursor["hooks"]["beforeShellExecution"][0]["failClosed"]),
        (&1.into(), &true.into())
    );
}

#[test]
fn a_file_that_another_key_or_a_lost_line_would_break_is_left_alone() {
    let aider = shared(Agent::Aider, Mode::Alert);
    for theirs in [
        "'notifications': false\n",
        "\"notifications-command\" : x\n",
        "  model: x\n  notes: y\n",
        "# a list\n- x\n",
        "just a text\n",
        "? key\n: x\n",
        "%YAML 1.2\n---\nmodel: x\n---\nmodel: y\n",
    ] {
        assert!(aider.add(Some(theirs)).is_err(), "{theirs}");
    }
    let fine = "# mine\n---\nmodel: x\nread:\n- a\n  - b\n\nlint-cmd:\n    - \"x: y\"\n\"my key\": 1 # x\n";
    let after = aider.add(Some(fine)).unwrap().unwrap();
    assert_eq!(aider.remove(Some(&after), None).unwrap().unwrap(), fine);

    // Without its last line nobody knows how far ours goes.
    let codex = codex_block(&places(), Scope::User, &wish(Mode::Answer));
    let after = codex.add(Some("model = \"x\"\n")).unwrap().unwrap();
    let torn = after.replace("# <<< plyn-notify\n", "");
    assert_ne!(torn, after);
    assert!(codex.add(Some(&torn)).is_err() && codex.remove(Some(&torn), None).is_err());
    // A key that is there twice is read in two ways.
    let claude = shared(Agent::ClaudeCode, Mode::Answer);
    for twice in [
        r#"{"hooks": {}, "hooks": {}}"#,
        r#"{"hooks": {"Stop": [], "Stop": []}}"#,
        r#"{"hooks": {}, "\u0068ooks": {}}"#,
    ] {
        assert!(claude.add(Some(twice)).is_err(), "{twice}");
    }
}

#[test]
fn case_26_copilot_is_told_of_unless_more_is_wanted() {
    let events = |mode: Mode| {
        let part = parts(Agent::Copilot, Scope::User, &places(), &wish(mode)).unwrap().remove(0);
        let value: Value = serde_json::from_str(&part.add(None).unwrap().unwrap()).unwrap();
        value["hooks"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(events(Mode::Alert), ["agentStop", "notification", "userPromptSubmitted"]);
    assert_eq!(
        events(Mode::Answer),
        ["agentStop", "permissionRequest", "postToolUse", "userPromptSubmitted"]
    );
}

#[test]
fn case_16_codex_s_own_tables_keep_their_places() {
    let part = codex_block(&places(), Scope::User, &wish(Mode::Answer));
    let before = "model = \"gpt-5.1-codex\"\n\n[[hooks.PermissionRequest]]\n[[hooks.PermissionRequest.hooks]]\ntype = \"command\"\ncommand = \"theirs\"\n\n[hooks.state.\"/x:permission_request:0:0\"]\ntrusted_hash = \"sha256:0\"\n";
    for before in [before.to_owned(), before.replace('\n', "\r\n"), before.trim_end().to_owned()] {
        let after = part.add(Some(&before)).unwrap().unwrap();
        assert!(after.starts_with(&before));
        let parsed: toml_edit::DocumentMut = after.parse().unwrap();
        let asked = parsed["hooks"]["PermissionRequest"].as_array_of_tables().unwrap();
        assert_eq!(asked.len(), 2);
        let ours = asked.get(1).unwrap()["hooks"].as_array_of_tables().unwrap().get(0).unwrap();
        assert!(ours["command"].as_str().unwrap().ends_with("hook codex"));
        assert_eq!(part.add(Some(&after)).unwrap().unwrap(), after);
        assert!(Block::is_any_in(&after));
        let removed = part.remove(Some(&after), None).unwrap().unwrap();
        assert_eq!(removed.trim_end(), before.trim_end());
        assert_eq!(part.remove(Some(&after), Some(&before)).unwrap().unwrap(), before);
    }
    assert!(part.add(Some("hooks = 7\n")).is_err());
    assert!(part.add(Some("[hooks\n")).is_err());
}
