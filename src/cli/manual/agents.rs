//! The page of coding agents, and of any other program that asks.

use super::{Block, Page, Span, spans};
use crate::engine::agents::{Agent, Mode};

/// plyn-notify-agents(7).
pub(super) fn page() -> Page {
    let section = |title: &str| Block::Section(title.to_owned());
    let text = |text: &str| Block::Text(spans(text));
    let item = |term: &str, text: &str| Block::Item(vec![Span::Literal(term.to_owned())], vec![spans(text)]);
    let mut blocks = vec![
        section("Description"),
        text(
            "A coding agent stops and asks whether it may run something. `plyn-notify integrate` writes a hook into its \
             settings, `plyn-notify hook` is that hook: it asks on a notification, and answers in the agent's own words. \
             Where nobody can be asked, or nobody answers, the agent asks as if the hook were not there.",
        ),
        text(
            "A notification names the tool, and programs, files and hosts that it is to work on; never arguments. What the \
             agent says about it is shown with `include_reason`. Always is offered only where the agent suggests a rule, \
             and then the rule is on the button: what does not fit there is not offered.",
        ),
        section("Agents"),
    ];
    blocks.extend(Agent::ALL.into_iter().map(|agent| item(agent.name(), &about(agent))));
    blocks.extend([
        section("Programs of your own"),
        text(
            "A program that asks hands its question to `plyn-notify wait --json` and reads one object from its stdout, \
             whatever the outcome. It needs no terminal of its own for that; with one, it is asked there as well. To ask no \
             more it sends SIGTERM, and the notification is taken down.",
        ),
        item("confirm, policy, access", "`--kind` of that name: allow, or deny."),
        item("batch", "`--kind batch`: allow, review or deny."),
        item("skills", "`--kind skills`: allow, chat or deny."),
        item("limit", "`--kind limit`: continue, always or stop."),
        item("ask", "`--kind ask`: the typed text, where the notification has a field for it or there is a terminal."),
        item("choose", "`--kind choose --choice KEY=LABEL`: at a terminal; a notification only says what there is."),
        item("secret", "`--kind secret`: at a terminal, and announced nowhere."),
        item(
            "session/request_permission of ACP",
            "One `--choice OPTIONID=NAME` for each option, and `--refuse OPTIONID` for those of a kind that rejects. The \
             key that comes back is the optionId; no answer is the outcome cancelled.",
        ),
        item(
            "elicitation/create of MCP",
            "A field with an enum: `--choice` for each value. Exit status 3 is the action cancel, 1 is decline.",
        ),
        text(
            "Exit status: 0 is an answer that means yes, or neither; 1 one that means no; 3 dismissed; 69 nobody can be asked, \
             which is said at once; 124 no answer in time. Anything but 0 is safe to take for a no.",
        ),
        Block::Code(vec![
            "answer=$(plyn-notify wait --json --kind confirm --title \"plyngent: run rm?\" \\".to_owned(),
            "    --object program=rm --timeout 30s --default deny) && run".to_owned(),
        ]),
    ]);
    let about = "coding agents, and other programs that ask".to_owned();
    Page { name: "plyn-notify-agents".to_owned(), section: 7, topic: "agents".to_owned(), about, blocks }
}

fn about(agent: Agent) -> String {
    let how = match agent {
        Agent::ClaudeCode => {
            "Its dialog is on the screen meanwhile, and the first answer counts. In a subagent in the background it comes \
             after ours. Its questions with one answer can be answered too."
        }
        Agent::Opencode => {
            "Its dialog is on the screen meanwhile, and the first answer counts. A plugin hands its events on, and replies."
        }
        Agent::Codex => {
            "It shows nothing meanwhile, for 20 seconds at most. Its user has to accept the hook once (/hooks). A reviewer \
             that is configured is left to review."
        }
        Agent::Qwen => "It shows nothing meanwhile, for 20 seconds at most.",
        Agent::Copilot => {
            "It asks its hook about everything, before its own rules, and shows nothing meanwhile."
        }
        Agent::Cursor => "It asks its hook about every command, before its own list.",
        Agent::Crush => {
            "It asks its hook about every call. Without an answer it is not told of: it tells by itself."
        }
        Agent::Gemini | Agent::Goose => {
            "Its hook can deny and not allow, so a gate is all there is beside being told."
        }
        Agent::Kiro | Agent::Aider => "It takes no decision from a hook.",
    };
    let modes: Vec<&str> =
        agent.modes().iter().filter(|mode| **mode != Mode::Off).map(|mode| mode.name()).collect();
    format!(
        "{}: {}. By default {}; modes: {}.",
        agent.title(),
        how.trim_end_matches('.'),
        agent.default_mode().name(),
        modes.join(", ")
    )
}
