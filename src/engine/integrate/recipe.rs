//! What each agent's settings need: which file, and what in it.
//!
//! Pure: no clock, no environment, no input or output.

mod call;

use std::path::{Path, PathBuf};

use super::{
    block::Block,
    document::{Document, Layout},
    hooks::{Hooks, Shape},
    yaml::Keys,
};
use crate::engine::{
    agents::{Agent, Mode, popup::HOLD},
    config::Settings,
};
use call::Call;

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

/// The most that a hook may hold an agent, whatever is configured: an hour, in seconds.
const LONGEST_HOLD: u64 = 3600;

impl Wish {
    /// What is wanted of an agent: this mode, else the configured one, else its own.
    pub fn of(agent: Agent, mode: Option<Mode>, settings: &Settings, program: String) -> Self {
        let settings = settings.agents.get(agent.name());
        let hold = settings.and_then(|settings| settings.hold).unwrap_or(HOLD);
        // What the configuration says counts whenever the hook is called; what is written is what it is called for.
        let configured = settings.and_then(|settings| Mode::find(settings.mode.as_deref()?));
        let configured = configured.filter(|mode| *mode != Mode::Off);
        Self {
            mode: mode.or(configured).unwrap_or(agent.default_mode()),
            program,
            hold: hold.as_secs().clamp(1, LONGEST_HOLD),
        }
    }
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
