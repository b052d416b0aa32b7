//! The pages of the program and its commands, from what clap knows of them.

use clap::{Arg, Command, builder::Str};

use super::{Block, Page, Span, spans};

/// The page of the program itself.
pub(super) fn program(program: &Command) -> Page {
    let mut page = start(program);
    options(&mut page.blocks, program.get_arguments());
    page.blocks.push(Block::Section("Commands".to_owned()));
    for command in program.get_subcommands().filter(|command| !command.is_hide_set()) {
        let term = vec![
            Span::Literal(format!("{}-{}", program.get_name(), command.get_name())),
            Span::Plain("(1)".to_owned()),
        ];
        page.blocks.push(Block::Item(term, vec![spans(&about(command))]));
    }
    end(&mut page.blocks, program, Vec::new());
    page
}

/// The page of one command.
pub(super) fn page(command: &Command) -> Page {
    let mut page = start(command);
    options(&mut page.blocks, command.get_arguments().filter(|arg| !arg.is_global_set()));
    page.blocks
        .push(Block::Text(spans("The global options, such as `--config` and `-v`, are in plyn-notify(1).")));
    let mut deeper = command.get_subcommands().filter(|command| !command.is_hide_set()).peekable();
    if deeper.peek().is_some() {
        page.blocks.push(Block::Section("Commands".to_owned()));
    }
    let mut examples = Vec::new();
    for command in deeper {
        page.blocks.push(Block::Subsection(command.get_name().to_owned()));
        page.blocks.extend(synopsis(command));
        page.blocks.extend(description(command));
        let arguments = command.get_arguments().filter(|arg| !arg.is_global_set());
        page.blocks.extend(arguments.filter(|arg| is_shown(arg)).map(item));
        for part in after(command) {
            match part.title.as_deref() {
                Some("Examples") => examples.extend(part.blocks),
                _ => page.blocks.extend(part.blocks),
            }
        }
    }
    end(&mut page.blocks, command, examples);
    page
}

fn start(command: &Command) -> Page {
    let called = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let mut blocks = vec![Block::Section("Synopsis".to_owned())];
    blocks.extend(synopsis(command));
    blocks.push(Block::Section("Description".to_owned()));
    let mut said = description(command);
    // What the name's line has already said.
    if said.len() > 1 {
        said.remove(0);
    }
    blocks.extend(said);
    blocks
        .extend(after(command).into_iter().filter(|part| part.title.is_none()).flat_map(|part| part.blocks));
    let about = about(command);
    let mut letters = about.chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string()).unwrap_or_default();
    Page {
        name: called.replace(' ', "-"),
        section: 1,
        topic: command.get_name().to_owned(),
        about: format!("{first}{}", letters.as_str()).trim_end_matches('.').to_owned(),
        blocks,
    }
}

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

/// How it is called, a line a way.
fn synopsis(command: &Command) -> Vec<Block> {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage).to_owned();
    let called = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let forms = usage.lines().map(str::trim).filter(|line| !line.is_empty());
    forms
        .map(|form| {
            let rest = form.strip_prefix(called).unwrap_or(form);
            let mut line = vec![Span::Literal(called.to_owned())];
            for piece in rest.split_inclusive([' ', '[', ']', '<', '>', '|', '.']) {
                let word = piece.trim_end_matches([' ', '[', ']', '<', '>', '|', '.']);
                let is_name = word.starts_with(|c: char| c.is_ascii_uppercase());
                let wrap = if is_name { Span::Variable } else { Span::Plain };
                line.extend([wrap(word.to_owned()), Span::Plain(piece[word.len()..].to_owned())]);
            }
            line.retain(|span| !span.text().is_empty());
            Block::Line(line)
        })
        .collect()
}

fn description(command: &Command) -> Vec<Block> {
    let text = command.get_long_about().or(command.get_about()).map(ToString::to_string).unwrap_or_default();
    paragraphs(&text).into_iter().map(Block::Text).collect()
}

fn paragraphs(text: &str) -> Vec<Vec<Span>> {
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.lines().collect::<Vec<_>>().join(" "));
    paragraphs.filter(|paragraph| !paragraph.trim().is_empty()).map(|paragraph| spans(&paragraph)).collect()
}

fn options<'a>(blocks: &mut Vec<Block>, arguments: impl Iterator<Item = &'a Arg>) {
    let arguments: Vec<&Arg> = arguments.filter(|arg| is_shown(arg)).collect();
    if !arguments.is_empty() {
        blocks.push(Block::Section("Options".to_owned()));
    }
    let mut headings: Vec<Option<&str>> = Vec::new();
    for heading in arguments.iter().map(|arg| arg.get_help_heading()) {
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    // What has no heading would be taken for a part of the last one.
    headings.sort_by_key(Option::is_some);
    let one = headings.len() == 1;
    for heading in headings {
        blocks.extend(heading.filter(|_| !one).map(|title| Block::Subsection(title.to_owned())));
        let under = arguments.iter().filter(|arg| arg.get_help_heading() == heading);
        blocks.extend(under.map(|arg| item(arg)));
    }
}

/// Every command has --help and the program has --version; they are said once.
fn is_shown(arg: &Arg) -> bool {
    !arg.is_hide_set() && (arg.get_id() != "help" || arg.get_short() != Some('h'))
}

fn item(arg: &Arg) -> Block {
    let mut term = Vec::new();
    let short = arg.get_short().map(|short| format!("-{short}"));
    for name in [short, arg.get_long().map(|long| format!("--{long}"))].into_iter().flatten() {
        if !term.is_empty() {
            term.push(Span::Plain(", ".to_owned()));
        }
        term.push(Span::Literal(name));
    }
    if arg.is_positional() || arg.get_num_args().is_some_and(|range| range.takes_values()) {
        let names: Vec<&str> = arg.get_value_names().unwrap_or_default().iter().map(Str::as_str).collect();
        if !term.is_empty() {
            term.push(Span::Plain(" ".to_owned()));
        }
        term.push(Span::Variable(names.join(" ")));
    }
    let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut about = paragraphs(&help);
    let values: Vec<String> = arg
        .get_possible_values()
        .iter()
        .filter(|_| !arg.is_hide_possible_values_set())
        .map(|value| value.get_name().to_owned())
        .collect();
    if !values.is_empty() && arg.get_num_args().is_some_and(|range| range.takes_values()) {
        about.push(spans(&format!("One of `{}`.", values.join("`, `"))));
    }
    let defaults: Vec<String> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    if !defaults.is_empty() && arg.get_num_args().is_some_and(|range| range.takes_values()) {
        about.push(spans(&format!("By default `{}`.", defaults.join(" "))));
    }
    Block::Item(term, about)
}

/// A part of what follows the options in the help text.
pub(super) struct Part {
    /// Its heading; none of what belongs to the description.
    pub(super) title: Option<String>,
    pub(super) blocks: Vec<Block>,
}

/// The parts that have a heading, in the order of the manual whatever theirs is; the examples of a command's commands come
/// before its own.
fn end(blocks: &mut Vec<Block>, command: &Command, examples: Vec<Block>) {
    const EXAMPLES: &str = "Examples";
    const ORDER: [&str; 5] = ["Exit status", "Environment", "Files", EXAMPLES, "Security"];
    let mut parts: Vec<(String, Vec<Block>)> = Vec::new();
    if !examples.is_empty() {
        parts.push((EXAMPLES.to_owned(), examples));
    }
    for part in after(command) {
        let Some(title) = part.title else { continue };
        match parts.iter_mut().find(|(known, _)| *known == title) {
            Some((_, blocks)) => blocks.extend(part.blocks),
            None => parts.push((title, part.blocks)),
        }
    }
    parts.sort_by_key(|(title, _)| ORDER.iter().position(|known| known == title).unwrap_or(ORDER.len()));
    for (title, part) in parts {
        blocks.push(Block::Section(title));
        blocks.extend(part);
    }
}

/// What follows the options in the help text: a heading is a line that ends in a colon, with lines below it that stand in.
pub(super) fn after(command: &Command) -> Vec<Part> {
    let text = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    let mut parts = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let below = lines.peek().is_some_and(|next| next.starts_with("  "));
        if let (Some(title), true) = (line.strip_suffix(':'), below) {
            let mut inside = Vec::new();
            while let Some(next) = lines.next_if(|next| next.is_empty() || next.starts_with("  ")) {
                inside.push(next.get(2..).unwrap_or_default());
            }
            while inside.last().is_some_and(|line| line.is_empty()) {
                inside.pop();
            }
            let blocks = match title {
                "Examples" => vec![Block::Code(inside.into_iter().map(str::to_owned).collect())],
                "Exit status" | "Environment" | "Files" => rows(&inside),
                _ => paragraphs(&inside.join("\n")).into_iter().map(Block::Text).collect(),
            };
            parts.push(Part { title: Some(title.to_owned()), blocks });
        } else if !line.is_empty() {
            let mut paragraph = line.to_owned();
            while let Some(next) = lines.next_if(|next| !next.is_empty()) {
                paragraph.push(' ');
                paragraph.push_str(next.trim());
            }
            parts.push(Part { title: None, blocks: vec![Block::Text(spans(&paragraph))] });
        }
    }
    parts
}

/// A term, two spaces or more, and what it means; what stands further in goes on.
fn rows(lines: &[&str]) -> Vec<Block> {
    let mut rows: Vec<(Option<String>, String)> = Vec::new();
    for line in lines.iter().filter(|line| !line.is_empty()) {
        match (line.split_once("  "), rows.last_mut()) {
            (Some(("", more)), Some((_, text))) => {
                text.push(' ');
                text.push_str(more.trim());
            }
            (Some((term, text)), _) => rows.push((Some(term.to_owned()), text.trim().to_owned())),
            (None, _) => rows.push((None, (*line).to_owned())),
        }
    }
    rows.into_iter()
        .map(|(term, text)| match term {
            Some(term) => Block::Item(vec![Span::Literal(term)], vec![spans(&text)]),
            None => Block::Text(spans(&text)),
        })
        .collect()
}
