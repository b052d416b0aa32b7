//! What each agent's settings need: which file, and what in it.
//!
//! Pure: no clock, no environment, no input or output.

use std::path::{Path, PathBuf};

use super::{
    block::Block,
    document::{Document, Layout},
    hooks::{Entry, Hooks, Shape, WRAPPER},
    yaml::Keys,
};
use crate::engine::agents::{Agent, Mode};

/// Where the agents' settings are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The user's home folder.
    pub home: PathBuf,
    /// `~/.config`, or what stands for it.
    pub config: PathBuf,
    /// Claude Code's folder.
    pub claude: PathBuf,
    /// Codex's folder.
    pub codex: PathBuf,
    /// Copilot's folder.
    pub copilot: PathBuf,
    /// The project.
    pub project: PathBuf,
}

/// Whose settings are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The user's.
    User,
    /// The project's.
    Project,
    /// The user's own of the project.
    Local,
}

impl Scope {
    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
            Self::Local => "local",
        }
    }
}

/// How the hook is to be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// What is done about questions.
    pub mode: Mode,
    /// Our program, by its whole path.
    pub program: String,
    /// How long a question waits where the agent shows nothing itself, in whole seconds.
    pub hold: u64,
}

/// A file, and what is to be in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) path: PathBuf,
    pub(super) what: Content,
}

/// What is to be in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Ours alone.
    Whole(String),
    /// Hooks among others in JSON.
    Hooks(Hooks),
    /// A piece of TOML at its end.
    Block(Block),
    /// Keys of a YAML file.
    Keys(Keys),
}

/// The least time that an agent gives a hook beyond what the human has, in seconds.
const SPARE: u64 = 30;
/// How long a hook may take that only tells something, in seconds.
const BRIEF: u64 = 10;
/// How long Claude Code may wait for an answer, in seconds: it asks at its terminal meanwhile.
const PATIENT: u64 = 3600;
/// From there on Qwen Code takes seconds for milliseconds.
const QWEN_LIMIT: u64 = 999;
/// What the agent shows while its own question is held back.
const STATUS: &str = "Asking on your desktop";

/// The plugin for opencode.
const PLUGIN: &str = include_str!("../../../assets/opencode-plugin.js");

/// The files of an agent; nothing where it has no such settings.
pub(super) fn parts(agent: Agent, scope: Scope, places: &Places, wish: &Wish) -> Option<Vec<Part>> {
    if scope == Scope::Local && agent != Agent::ClaudeCode {
        return None;
    }
    let at = |user: PathBuf, project: &str| match scope {
        Scope::User => user,
        Scope::Project | Scope::Local => places.project.join(project),
    };
    let home = |name: &str| places.home.join(name);
    let part = |path: PathBuf, what: Content| Part { path, what };
    let hooks = |shape, entries, preamble| Content::Hooks(Hooks { agent, shape, entries, preamble });
    let call = Call { agent, wish };
    Some(match agent {
        Agent::ClaudeCode => {
            let local =
                if scope == Scope::Local { ".claude/settings.local.json" } else { ".claude/settings.json" };
            vec![part(
                at(places.claude.join("settings.json"), local),
                hooks(Shape::Grouped, call.claude(), vec![]),
            )]
        }
        Agent::Codex => {
            let path = at(places.codex.join("hooks.json"), ".codex/hooks.json");
            vec![part(path, hooks(Shape::Grouped, call.codex(), vec![]))]
        }
        Agent::Qwen => {
            let path = at(home(".qwen/settings.json"), ".qwen/settings.json");
            vec![part(path, hooks(Shape::Grouped, call.qwen(), vec![]))]
        }
        Agent::Gemini => {
            let path = at(home(".gemini/settings.json"), ".gemini/settings.json");
            let mut parts = vec![part(path, hooks(Shape::Grouped, call.gemini(), vec![]))];
            let policy = at(home(".gemini/policies/plyn-notify.toml"), ".gemini/policies/plyn-notify.toml");
            // Without the policy its own dialog would ask once more; without the gate nobody would ask at all.
            let rule = if wish.mode == Mode::Gate { GEMINI_POLICY } else { "" };
            parts.push(part(policy, Content::Whole(rule.to_owned())));
            parts
        }
        Agent::Cursor => {
            let path = at(home(".cursor/hooks.json"), ".cursor/hooks.json");
            vec![part(path, hooks(Shape::Flat, call.cursor(), vec![("version", Document::Number(1))]))]
        }
        Agent::Crush => {
            let path = at(places.config.join("crush/crush.json"), "crush.json");
            vec![part(path, hooks(Shape::Flat, call.crush(), vec![]))]
        }
        Agent::Copilot => {
            let path = at(places.copilot.join("hooks/plyn-notify.json"), ".github/hooks/plyn-notify.json");
            vec![part(path, whole(&call.copilot()))]
        }
        Agent::Goose => {
            let folder = at(home(".agents/plugins/plyn-notify"), ".agents/plugins/plyn-notify");
            let plugin = Document::object([
                ("name", Document::text("plyn-notify")),
                ("version", Document::text(env!("CARGO_PKG_VERSION"))),
                ("description", Document::text("Questions and news of the agent on the desktop")),
            ]);
            vec![
                part(folder.join("plugin.json"), whole(&plugin)),
                part(folder.join("hooks/hooks.json"), whole(&call.goose())),
            ]
        }
        Agent::Kiro => {
            let path = at(home(".kiro/hooks/plyn-notify.json"), ".kiro/hooks/plyn-notify.json");
            vec![part(path, whole(&call.kiro()))]
        }
        Agent::Opencode => {
            let path =
                at(places.config.join("opencode/plugin/plyn-notify.js"), ".opencode/plugin/plyn-notify.js");
            vec![part(path, Content::Whole(call.plugin()))]
        }
        Agent::Aider => {
            let path = at(home(".aider.conf.yml"), ".aider.conf.yml");
            let keys = vec![
                ("notifications", "true".to_owned()),
                ("notifications-command", yaml_text(&call.command())),
            ];
            vec![part(path, Content::Keys(Keys(keys)))]
        }
    })
}

/// Codex's hooks in its other file, for who has hooks there already.
pub(super) fn codex_block(places: &Places, scope: Scope, wish: &Wish) -> Part {
    let path = match scope {
        Scope::User => places.codex.join("config.toml"),
        Scope::Project | Scope::Local => places.project.join(".codex/config.toml"),
    };
    let call = Call { agent: Agent::Codex, wish };
    Part { path, what: Content::Block(Block::of_hooks(&call.codex())) }
}

/// Everything that Gemini would ask about is approved, since the hook asks before.
const GEMINI_POLICY: &str = r#"# Written by plyn-notify: its hook asks before each of these, and denies what nobody allows.
# Remove both together: plyn-notify integrate --remove gemini

[[rule]]
toolName = ["run_shell_command", "write_file", "replace", "web_fetch"]
decision = "allow"
priority = 100
"#;

fn whole(document: &Document) -> Content {
    Content::Whole(format!("{}\n", document.pretty(&Layout::of(""), "")))
}

/// A text as YAML has it, in double quotes.
fn yaml_text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// One agent's way to call us.
struct Call<'a> {
    agent: Agent,
    wish: &'a Wish,
}

impl Call<'_> {
    /// The command for a shell. It ends well where our program is gone.
    fn command(&self) -> String {
        let Wish { mode, program, .. } = self.wish;
        let mode = if *mode == self.agent.default_mode() {
            String::new()
        } else {
            format!(" --mode={}", mode.name())
        };
        let program = program.replace('\'', r"'\''");
        format!("{WRAPPER}'{program}' hook {}{mode}", self.agent.name())
    }

    fn asks(&self) -> bool {
        matches!(self.wish.mode, Mode::Answer | Mode::Gate)
    }

    fn held(&self) -> u64 {
        self.wish.hold + SPARE
    }

    fn handler(&self, timeout: u64, more: &[(&str, Document)]) -> Document {
        let mut entries = vec![
            ("type".to_owned(), Document::text("command")),
            ("command".to_owned(), Document::text(self.command())),
            ("timeout".to_owned(), Document::Number(timeout)),
        ];
        entries.extend(more.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
        Document::Object(entries)
    }

    fn claude(&self) -> Vec<Entry> {
        let entry = |event, matcher, handler| Entry { event, matcher, handler };
        let brief = || self.handler(BRIEF, &[]);
        let aside = || self.handler(BRIEF, &[("async", Document::Switch(true))]);
        let mut entries = Vec::new();
        if self.asks() {
            entries.push(entry("PermissionRequest", None, self.handler(PATIENT, &[])));
            entries.push(entry("Elicitation", None, self.handler(self.held(), &[])));
        }
        let matcher = if self.asks() {
            "idle_prompt|agent_needs_input|agent_completed"
        } else {
            "permission_prompt|idle_prompt|elicitation_dialog|elicitation_url_dialog|agent_needs_input|agent_completed"
        };
        entries.push(entry("Notification", Some(matcher), brief()));
        entries.push(entry("Stop", None, brief()));
        entries.push(entry("StopFailure", None, brief()));
        let over: &[_] =
            if self.asks() { &["PostToolUse", "PostToolUseFailure", "ElicitationResult"] } else { &[] };
        entries.extend(over.iter().map(|event| entry(event, None, aside())));
        entries.push(entry("UserPromptSubmit", None, aside()));
        entries.push(entry("SessionEnd", None, aside()));
        entries
    }

    fn codex(&self) -> Vec<Entry> {
        let entry = |event, handler| Entry { event, matcher: None, handler };
        let status = [("statusMessage", Document::text(STATUS))];
        let timeout = if self.asks() { self.held() } else { BRIEF };
        let shown: &[_] = if self.asks() { &status } else { &[] };
        vec![
            entry("PermissionRequest", self.handler(timeout, shown)),
            entry("Stop", self.handler(BRIEF, &[])),
            entry("PostToolUse", self.handler(BRIEF, &[])),
            entry("UserPromptSubmit", self.handler(BRIEF, &[])),
        ]
    }

    fn qwen(&self) -> Vec<Entry> {
        let name = [("name", Document::text("plyn-notify"))];
        let entry = |event, timeout| Entry { event, matcher: None, handler: self.handler(timeout, &name) };
        let timeout = if self.asks() { self.held().min(QWEN_LIMIT) } else { BRIEF };
        vec![
            entry("PermissionRequest", timeout),
            entry("Notification", BRIEF),
            entry("Stop", BRIEF),
            entry("PostToolUse", BRIEF),
            entry("UserPromptSubmit", BRIEF),
        ]
    }

    fn gemini(&self) -> Vec<Entry> {
        let name = [("name", Document::text("plyn-notify"))];
        // It counts in milliseconds.
        let entry =
            |event, timeout| Entry { event, matcher: None, handler: self.handler(timeout * 1000, &name) };
        let mut entries = Vec::new();
        if self.asks() {
            entries.push(entry("BeforeTool", self.held()));
        } else {
            entries.push(entry("Notification", BRIEF));
        }
        entries.push(entry("AfterAgent", BRIEF));
        entries.push(entry("BeforeAgent", BRIEF));
        entries
    }

    fn cursor(&self) -> Vec<Entry> {
        let entry = |event, timeout, closed: bool| {
            let mut handler = vec![
                ("command".to_owned(), Document::text(self.command())),
                ("timeout".to_owned(), Document::Number(timeout)),
            ];
            handler.extend(closed.then(|| ("failClosed".to_owned(), Document::Switch(true))));
            Entry { event, matcher: None, handler: Document::Object(handler) }
        };
        let is_gate = self.wish.mode == Mode::Gate;
        let mut entries = Vec::new();
        if self.asks() {
            entries.push(entry("beforeShellExecution", self.held(), is_gate));
            entries.push(entry("beforeMCPExecution", self.held(), is_gate));
        }
        entries.push(entry("stop", BRIEF, false));
        entries
    }

    fn crush(&self) -> Vec<Entry> {
        if !self.asks() {
            return Vec::new();
        }
        let handler = Document::object([
            ("name", Document::text("plyn-notify")),
            ("command", Document::text(self.command())),
            ("timeout", Document::Number(self.held())),
        ]);
        let matcher = Some("^(bash|edit|multiedit|write|download|fetch)$");
        vec![Entry { event: "PreToolUse", matcher, handler }]
    }

    fn copilot(&self) -> Document {
        let handler = |event: &str, timeout, matcher: Option<&str>| {
            let mut entries = vec![
                ("type".to_owned(), Document::text("command")),
                ("bash".to_owned(), Document::text(format!("{} {event}", self.command()))),
                ("timeoutSec".to_owned(), Document::Number(timeout)),
            ];
            entries.extend(matcher.map(|matcher| ("matcher".to_owned(), Document::text(matcher))));
            (event.to_owned(), Document::List(vec![Document::Object(entries)]))
        };
        let mut hooks = Vec::new();
        if self.asks() {
            hooks.push(handler("permissionRequest", self.held(), Some("bash|edit|create|write|web_fetch")));
            hooks.push(handler("postToolUse", BRIEF, None));
        } else {
            let matcher = "permission_prompt|elicitation_dialog|agent_completed";
            hooks.push(handler("notification", BRIEF, Some(matcher)));
        }
        hooks.push(handler("agentStop", BRIEF, None));
        hooks.push(handler("userPromptSubmitted", BRIEF, None));
        Document::object([("version", Document::Number(1)), ("hooks", Document::Object(hooks))])
    }

    fn goose(&self) -> Document {
        let group = |timeout| {
            Document::List(vec![Document::object([(
                "hooks",
                Document::List(vec![self.handler(timeout, &[])]),
            )])])
        };
        let mut events = Vec::new();
        if self.asks() {
            events.push(("PreToolUse".to_owned(), group(self.held())));
        }
        events.push(("Stop".to_owned(), group(BRIEF)));
        Document::object([("hooks", Document::Object(events))])
    }

    fn kiro(&self) -> Document {
        let action = Document::object([
            ("type", Document::text("command")),
            ("command", Document::text(self.command())),
        ]);
        let hook = Document::object([
            ("name", Document::text("plyn-notify")),
            ("trigger", Document::text("Stop")),
            ("action", action),
            ("timeout", Document::Number(BRIEF)),
            ("enabled", Document::Switch(true)),
        ]);
        Document::object([("version", Document::text("v1")), ("hooks", Document::List(vec![hook]))])
    }

    /// The plugin, with our program and mode in it.
    fn plugin(&self) -> String {
        let Wish { mode, program, .. } = self.wish;
        let text = |text: &str| serde_json::Value::from(text).to_string();
        PLUGIN
            .replace("\"@PROGRAM@\"", &text(program))
            .replace("\"@MODE@\"", &text(mode.name()))
            .replace("@VERSION@", env!("CARGO_PKG_VERSION"))
    }
}

/// Whether an agent has been used here: its folder is there.
pub(super) fn folder(agent: Agent, places: &Places) -> PathBuf {
    let home = |name: &str| places.home.join(name);
    match agent {
        Agent::ClaudeCode => places.claude.clone(),
        Agent::Codex => places.codex.clone(),
        Agent::Copilot => places.copilot.clone(),
        Agent::Opencode => places.config.join("opencode"),
        Agent::Qwen => home(".qwen"),
        Agent::Gemini => home(".gemini"),
        Agent::Cursor => home(".cursor"),
        Agent::Crush => places.config.join("crush"),
        Agent::Goose => places.config.join("goose"),
        Agent::Kiro => home(".kiro"),
        Agent::Aider => home(".aider.conf.yml"),
    }
}

/// The names of an agent's program.
pub(super) fn programs(agent: Agent) -> &'static [&'static str] {
    match agent {
        Agent::ClaudeCode => &["claude"],
        Agent::Codex => &["codex"],
        Agent::Opencode => &["opencode"],
        Agent::Qwen => &["qwen"],
        Agent::Copilot => &["copilot"],
        Agent::Gemini => &["gemini"],
        Agent::Cursor => &["cursor-agent", "cursor"],
        Agent::Crush => &["crush"],
        Agent::Goose => &["goose"],
        Agent::Kiro => &["kiro-cli", "kiro"],
        Agent::Aider => &["aider"],
    }
}

/// Where Codex keeps which hooks the user trusts, and by which name this one is known there.
pub(super) fn codex_trust(places: &Places, hooks: &Path) -> (PathBuf, String) {
    (places.codex.join("config.toml"), hooks.display().to_string())
}
