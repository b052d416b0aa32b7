//! A page as text, as `man` would print it into a file.

use unicode_width::UnicodeWidthStr as _;

use super::{Block, Page, Span};

/// How far text stands in, and text about a term.
const TEXT: usize = 7;
const ABOUT: usize = 14;

/// The whole page.
pub(super) fn page(page: &Page, width: usize) -> String {
    let mut lines =
        vec![format!("{}({})", page.name.to_uppercase(), page.section), String::new(), "NAME".to_owned()];
    wrap(&mut lines, &[Span::Plain(format!("{} - {}", page.name, page.about))], TEXT, width);
    let mut was_heading = false;
    for block in &page.blocks {
        if !was_heading && !matches!(block, Block::Line(_)) {
            lines.push(String::new());
        }
        was_heading = write(&mut lines, block, width);
    }
    lines.push(String::new());
    lines.join("\n")
}

/// Adds a block; whether it is a heading.
fn write(lines: &mut Vec<String>, block: &Block, width: usize) -> bool {
    match block {
        Block::Section(title) => lines.push(title.to_uppercase()),
        Block::Subsection(title) => lines.push(format!("   {title}")),
        Block::Text(spans) | Block::Line(spans) => wrap(lines, spans, TEXT, width),
        Block::Item(term, about) => {
            let mut text = Vec::new();
            for (at, paragraph) in about.iter().enumerate() {
                text.extend((at > 0).then(String::new));
                wrap(&mut text, paragraph, ABOUT, width);
            }
            let term: String = term.iter().map(Span::text).collect();
            let mut term = format!("{:TEXT$}{term}", "");
            // A short one has room for what begins below it.
            if term.width() < ABOUT && !text.is_empty() {
                term = format!("{term:ABOUT$}{}", text.remove(0).trim_start());
            }
            lines.push(term);
            lines.extend(text);
        }
        Block::Code(code) => lines.extend(code.iter().map(|line| format!("{:1$}{line}", "", TEXT + 4))),
    }
    matches!(block, Block::Section(_) | Block::Subsection(_))
}

fn wrap(lines: &mut Vec<String>, spans: &[Span], indent: usize, width: usize) {
    let text: String = spans.iter().map(Span::text).collect();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && indent + line.width() + 1 + word.width() > width {
            lines.push(format!("{:indent$}{line}", ""));
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(format!("{:indent$}{line}", ""));
}
