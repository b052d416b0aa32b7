//! How each agent is told to call us: events, handlers and how long they may take.
//!
//! Pure: no clock, no environment, no input or output.

use super::Wish;
use crate::engine::{
    agents::{Agent, Mode},
    integrate::{
        document::Document,
        hooks::{CLOSED, Entry, WRAPPER},
    },
    shell,
};

/// The least time that an agent gives a hook beyond what the human has, in seconds.
const SPARE: u64 = 30;
/// How long a hook may take that only tells something, in seconds.
const BRIEF: u64 = 10;
/// How long Claude Code may wait for an answer, in seconds: it asks at its terminal meanwhile.
const PATIENT: u64 = 3600;
/// From there on Qwen Code takes seconds for milliseconds.
const QWEN_LIMIT: u64 = 999;
/// The event by which Codex and Qwen Code ask.
const ASK: &str = "PermissionRequest";
/// What the agent shows while its own question is held back.
const STATUS: &str = "Asking on your desktop";
/// The plugin for opencode.
const PLUGIN: &str = include_str!("../../../../assets/opencode-plugin.js");

/// One agent's way to call us.
pub(super) struct Call<'a> {
    pub(super) agent: Agent,
    pub(super) wish: &'a Wish,
}

impl Call<'_> {
    /// The command for a shell. It ends well where our program is gone.
    pub(super) fn command(&self) -> String {
        self.command_by(WRAPPER, "")
    }

    /// The command for an event that asks. A gate stays closed where our program is gone and where it cannot read what it
    /// is told, and is through with asking before the agent is through with waiting, whatever is configured by then.
    fn asking(&self, event: &str) -> String {
        if self.wish.mode != Mode::Gate {
            return self.command();
        }
        let hold =
            if self.agent == Agent::ClaudeCode { String::new() } else { format!(" --hold={}", self.hold()) };
        self.command_by(CLOSED, &format!(" {event}{hold}"))
    }

    fn command_by(&self, prefix: &str, words: &str) -> String {
        let program = shell::quoted(&self.wish.program);
        let mode = self.mode().map(|mode| format!(" {mode}")).unwrap_or_default();
        format!("{prefix}{program} hook {}{words}{mode}", self.agent.name())
    }

    /// The mode where it is not the usual one; otherwise the configuration has the word.
    fn mode(&self) -> Option<String> {
        let mode = self.wish.mode;
        (mode != self.agent.default_mode()).then(|| format!("--mode={}", mode.name()))
    }

    /// How long a question may wait there, in seconds.
    fn hold(&self) -> u64 {
        if self.agent == Agent::Qwen { self.wish.hold.min(QWEN_LIMIT - SPARE) } else { self.wish.hold }
    }

    fn asks(&self) -> bool {
        matches!(self.wish.mode, Mode::Answer | Mode::Gate)
    }

    fn held(&self) -> u64 {
        self.hold() + SPARE
    }

    fn handler(&self, timeout: u64, more: &[(&str, Document)]) -> Document {
        Self::handler_of(self.command(), timeout, more)
    }

    fn handler_of(command: String, timeout: u64, more: &[(&str, Document)]) -> Document {
        let mut entries = vec![
            ("type".to_owned(), Document::text("command")),
            ("command".to_owned(), Document::text(command)),
            ("timeout".to_owned(), Document::Number(timeout)),
        ];
        entries.extend(more.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
        Document::Object(entries)
    }

    pub(super) fn claude(&self) -> Vec<Entry> {
        let entry = |event, matcher, handler| Entry { event, matcher, handler };
        let brief = || self.handler(BRIEF, &[]);
        let aside = || self.handler(BRIEF, &[("async", Document::Switch(true))]);
        let mut entries = Vec::new();
        if self.asks() {
            let asking =
                |event, timeout| entry(event, None, Self::handler_of(self.asking(event), timeout, &[]));
            entries.push(asking("PermissionRequest", PATIENT));
            entries.push(asking("Elicitation", self.held()));
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

    pub(super) fn codex(&self) -> Vec<Entry> {
        let entry = |event, handler| Entry { event, matcher: None, handler };
        let status = [("statusMessage", Document::text(STATUS))];
        let timeout = if self.asks() { self.held() } else { BRIEF };
        let shown: &[_] = if self.asks() { &status } else { &[] };
        vec![
            entry(ASK, Self::handler_of(self.asking(ASK), timeout, shown)),
            entry("Stop", self.handler(BRIEF, &[])),
            entry("PostToolUse", self.handler(BRIEF, &[])),
            entry("UserPromptSubmit", self.handler(BRIEF, &[])),
        ]
    }

    pub(super) fn qwen(&self) -> Vec<Entry> {
        let name = [("name", Document::text("plyn-notify"))];
        let entry = |event, timeout| Entry { event, matcher: None, handler: self.handler(timeout, &name) };
        let timeout = if self.asks() { self.held() } else { BRIEF };
        let asking = Self::handler_of(self.asking(ASK), timeout, &name);
        vec![
            Entry { event: ASK, matcher: None, handler: asking },
            entry("Notification", BRIEF),
            entry("Stop", BRIEF),
            entry("PostToolUse", BRIEF),
            entry("UserPromptSubmit", BRIEF),
        ]
    }

    pub(super) fn gemini(&self) -> Vec<Entry> {
        let name = [("name", Document::text("plyn-notify"))];
        // It counts in milliseconds.
        let entry =
            |event, timeout| Entry { event, matcher: None, handler: self.handler(timeout * 1000, &name) };
        let mut entries = Vec::new();
        if self.asks() {
            let event = "BeforeTool";
            let handler = Self::handler_of(self.asking(event), self.held() * 1000, &name);
            entries.push(Entry { event, matcher: None, handler });
        } else {
            entries.push(entry("Notification", BRIEF));
        }
        entries.push(entry("AfterAgent", BRIEF));
        entries.push(entry("BeforeAgent", BRIEF));
        entries
    }

    pub(super) fn cursor(&self) -> Vec<Entry> {
        let entry = |event, timeout, closed: bool| {
            let command = if closed { self.asking(event) } else { self.command() };
            let mut handler = vec![
                ("command".to_owned(), Document::text(command)),
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

    pub(super) fn crush(&self) -> Vec<Entry> {
        if !self.asks() {
            return Vec::new();
        }
        let event = "PreToolUse";
        let handler = Document::object([
            ("name", Document::text("plyn-notify")),
            ("command", Document::text(self.asking(event))),
            ("timeout", Document::Number(self.held())),
        ]);
        let matcher = Some("^(bash|edit|multiedit|write|download|fetch)$");
        vec![Entry { event, matcher, handler }]
    }

    pub(super) fn copilot(&self) -> Document {
        let handler = |event: &str, timeout, matcher: Option<&str>| {
            let is_gate = self.wish.mode == Mode::Gate && event == "permissionRequest";
            let command = if is_gate { self.asking(event) } else { format!("{} {event}", self.command()) };
            let mut entries = vec![
                ("type".to_owned(), Document::text("command")),
                ("bash".to_owned(), Document::text(command)),
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

    pub(super) fn goose(&self) -> Document {
        let group =
            |handler| Document::List(vec![Document::object([("hooks", Document::List(vec![handler]))])]);
        let mut events = Vec::new();
        if self.asks() {
            let event = "PreToolUse";
            events.push((event.to_owned(), group(Self::handler_of(self.asking(event), self.held(), &[]))));
        }
        events.push(("Stop".to_owned(), group(self.handler(BRIEF, &[]))));
        Document::object([("hooks", Document::Object(events))])
    }

    pub(super) fn kiro(&self) -> Document {
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
    pub(super) fn plugin(&self) -> String {
        let mode: Vec<String> = self.mode().into_iter().collect();
        PLUGIN
            .replace("\"@PROGRAM@\"", &serde_json::Value::from(self.wish.program.as_str()).to_string())
            .replace("\"@MODE@\"", &serde_json::Value::from(mode).to_string())
            .replace("@VERSION@", env!("CARGO_PKG_VERSION"))
    }
}
