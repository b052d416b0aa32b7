//! The page of the configuration file, from the table of keys and the file that names them all.

use super::{Block, Page, Span, spans};
use crate::engine::config::{self, ANY_AGENT, Effective, KnownKey, Sources};

/// plyn-notify(5).
pub(super) fn page() -> Page {
    let defaults = config::load(&Sources::default());
    let section = |title: &str| Block::Section(title.to_owned());
    let text = |text: &str| Block::Text(spans(text));
    let mut blocks = vec![
        section("Description"),
        text(
            "The configuration is TOML. Later wins: the defaults, the system's file, the user's file, variables, the \
             options of the call. A wrong value or an unknown key costs only itself: it keeps the value of the layer \
             below, and one line on stderr says where it stands and what was likely meant. A file that does not parse is \
             ignored whole.",
        ),
        text(
            "`plyn-notify config` shows, checks and changes it. A file of another program that has a table `[notify]`, \
             such as plyngent's `plyngent.toml`, can be named by `--config`; only that table is read of it.",
        ),
        text(
            "Each key has an environment variable, which holds its value for one run. Switches also take yes, no, on, off, \
             1 and 0 there, and a list takes its elements between commas.",
        ),
    ];
    blocks.push(section("Keys"));
    let mut table = "";
    let keys = config::known_keys();
    for known in &keys {
        let (of, name) = known.key.rsplit_once('.').unwrap_or(("", &known.key));
        if of != table {
            table = of;
            blocks.push(Block::Subsection(format!("[{table}]")));
            blocks.push(text(introduction(table)));
        }
        let default = defaults.get(&known.key).ok().and_then(|listed| listed.value);
        blocks.push(item(name, known, default.as_ref()));
    }
    blocks.push(section("Files"));
    for (file, about) in [
        ("~/.config/plyn-notify/config.toml", "The user's, or under `XDG_CONFIG_HOME`."),
        ("/etc/xdg/plyn-notify/config.toml", "The system's, or in each folder of `XDG_CONFIG_DIRS`."),
    ] {
        blocks.push(Block::Item(vec![Span::Literal(file.to_owned())], vec![spans(about)]));
    }
    blocks.push(section("Examples"));
    let example = [
        "[notify]",
        "grace_seconds = 2.5",
        "channels = [\"desktop\", \"terminal\"]",
        "include_reason = true",
    ];
    blocks.push(Block::Code(example.map(str::to_owned).into()));
    let about = "configuration of plyn-notify".to_owned();
    Page { name: "plyn-notify".to_owned(), section: 5, topic: "configuration".to_owned(), about, blocks }
}

fn introduction(table: &str) -> &'static str {
    match table {
        "notify" => "When and how a prompt is announced.",
        "remote" => "The host whose desktop is asked. Nothing is set by default.",
        _ => "How the hook of one coding agent behaves; NAME is the agent's.",
    }
}

fn item(name: &str, known: &KnownKey, default: Option<&Effective>) -> Block {
    let term = vec![
        Span::Literal(name.to_owned()),
        Span::Plain(" = ".to_owned()),
        Span::Variable(known.takes.to_owned()),
    ];
    let mut about: Vec<Vec<Span>> = comment(known).map(|text| spans(&text)).into_iter().collect();
    let default = default.map_or("not set".to_owned(), |value| format!("`{}`", value.toml()));
    about.push(spans(&format!("By default {default}. Variable: `{}`.", known.variable)));
    Block::Item(term, about)
}

/// What the file with all the keys says above one.
fn comment(known: &KnownKey) -> Option<String> {
    let mut table = String::new();
    let mut said: Vec<&str> = Vec::new();
    for line in config::TEMPLATE.lines() {
        if let Some(name) = line.strip_prefix('[') {
            name.trim_end_matches(']').clone_into(&mut table);
        }
        let bare = line.trim_start_matches(['#', ' ']);
        let is_key = bare.split_once(" = ").is_some_and(|(key, _)| format!("{table}.{key}") == known.key);
        if is_key {
            break;
        }
        match line.strip_prefix("# ") {
            Some(words) => said.push(words),
            None => said.clear(),
        }
    }
    let text = said.join(" ");
    (!text.is_empty() && !known.key.contains(ANY_AGENT)).then_some(text)
}
