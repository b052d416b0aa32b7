//! The manual: a page for the program and for each of its commands, one for the configuration, one for the channels
//! and one for coding agents.
//!
//! Nothing of it is written twice: the pages are made of the doc comments in `args`, of the table of keys and of what is
//! known about servers and terminals, when they are asked for. `man/` holds what packages install; a test keeps it fresh.

mod agents;
mod channels;
mod command;
mod configuration;
pub(super) mod help;
mod plain;
mod roff;

use clap::CommandFactory as _;

use crate::cli::args::Args;

/// The day the text of the manual was last gone through for a release.
const DATE: &str = "2026-11-30";

/// One page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its name, as `man` wants it.
    pub name: String,
    /// The section of the manual: 1 commands, 5 files, 7 everything else.
    pub section: u8,
    /// The word for it after `plyn-notify man`.
    pub topic: String,
    /// What it is about, in half a sentence.
    about: String,
    blocks: Vec<Block>,
}

/// A piece of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Block {
    Section(String),
    Subsection(String),
    Text(Vec<Span>),
    /// A line by itself, as of a synopsis.
    Line(Vec<Span>),
    /// A term and the paragraphs about it.
    Item(Vec<Span>, Vec<Vec<Span>>),
    /// Lines as they are typed.
    Code(Vec<String>),
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Span {
    Plain(String),
    /// As it is typed.
    Literal(String),
    /// What something else stands for.
    Variable(String),
}

impl Span {
    fn text(&self) -> &str {
        match self {
            Self::Plain(text) | Self::Literal(text) | Self::Variable(text) => text,
        }
    }
}

impl Page {
    /// The name of its file.
    pub fn file(&self) -> String {
        format!("{}.{}", self.name, self.section)
    }

    /// What it is about, in half a sentence.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// For `man`.
    pub fn roff(&self) -> String {
        roff::page(self)
    }

    /// For a reader without `man`: lines of at most so many columns.
    pub fn plain(&self, width: usize) -> String {
        plain::page(self, width)
    }
}

/// All pages, the program's own first.
pub fn pages() -> Vec<Page> {
    let mut program = Args::command();
    program.build();
    let mut pages = vec![command::program(&program)];
    let commands = program.get_subcommands().filter(|command| !command.is_hide_set());
    pages.extend(commands.map(command::page));
    pages.push(configuration::page());
    pages.push(channels::page());
    pages.push(agents::page());
    let names: Vec<(String, u8)> = pages.iter().map(|page| (page.name.clone(), page.section)).collect();
    for page in &mut pages {
        page.see_also(&names);
    }
    pages
}

/// The page of this topic, name or file name.
pub fn find(pages: &[Page], wanted: &str) -> Option<Page> {
    let is = |page: &&Page| page.topic == wanted || page.file() == wanted || page.name == wanted;
    pages.iter().find(is).cloned()
}

impl Page {
    /// The program's page names all others, which name it and the two that are no command's.
    fn see_also(&mut self, names: &[(String, u8)]) {
        let is_first = names.first().is_some_and(|first| *first == (self.name.clone(), self.section));
        let others = names.iter().enumerate().filter(|(at, (name, section))| {
            (*name != self.name || *section != self.section) && (is_first || *at == 0 || *section != 1)
        });
        let mut spans = Vec::new();
        for (_, (name, section)) in others {
            if !spans.is_empty() {
                spans.push(Span::Plain(", ".to_owned()));
            }
            spans.push(Span::Literal(name.clone()));
            spans.push(Span::Plain(format!("({section})")));
        }
        self.blocks.push(Block::Section("See also".to_owned()));
        self.blocks.push(Block::Text(spans));
    }
}

/// A text with what is to be typed in it marked: what stands between backquotes, and options.
fn spans(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    for (at, part) in text.split('`').enumerate() {
        if at % 2 == 1 {
            spans.push(Span::Literal(part.to_owned()));
            continue;
        }
        let mut plain = String::new();
        for word in part.split_inclusive(char::is_whitespace) {
            let start = word.len() - word.trim_start_matches(['(', '"']).len();
            let (before, option) = word.split_at(start);
            let end = option.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
            let (option, after) = option.split_at(end.unwrap_or(option.len()));
            let letters = option.trim_start_matches('-');
            if option.starts_with('-') && letters.starts_with(|c: char| c.is_ascii_alphabetic()) {
                plain.push_str(before);
                spans.push(Span::Plain(std::mem::take(&mut plain)));
                spans.push(Span::Literal(option.to_owned()));
                plain.push_str(after);
            } else {
                plain.push_str(word);
            }
        }
        spans.push(Span::Plain(plain));
    }
    spans.retain(|span| !span.text().is_empty());
    spans
}

#[cfg(test)]
mod tests;
