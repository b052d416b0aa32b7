//! A page as text, as `man` would print it into a file.

use unicode_width::UnicodeWidthStr as _;

use super::{Block, Page, Span};

/// How wide it is, and how far its parts stand in.
pub(super) struct Layout {
    pub(super) width: usize,
    pub(super) text: usize,
    /// Text about a term.
    pub(super) about: usize,
    pub(super) code: usize,
}

/// The whole page.
pub(super) fn page(page: &Page, width: usize) -> String {
    let mut lines =
        vec![format!("{}({})", page.name.to_uppercase(), page.section), String::new(), "NAME".to_owned()];
    let layout = Layout { width, text: 7, about: 14, code: 11 };
    wrap(&mut lines, &[Span::Plain(format!("{} - {}", page.name, page.about))], layout.text, width);
    let mut was_heading = false;
    for block in &page.blocks {
        if !was_heading && !matches!(block, Block::Line(_)) {
            lines.push(String::new());
        }
        was_heading = write(&mut lines, block, &layout);
    }
    lines.push(String::new());
    lines.join("\n")
}

/// Adds a block; whether it is a heading.
pub(super) fn write(lines: &mut Vec<String>, block: &Block, layout: &Layout) -> bool {
    let Layout { width, text: indent, about: column, code } = *layout;
    match block {
        Block::Section(title) => lines.push(title.to_uppercase()),
        Block::Subsection(title) => lines.push(format!("   {title}")),
        Block::Text(spans) | Block::Line(spans) => wrap(lines, spans, indent, width),
        Block::Item(term, about) => {
            let mut text = Vec::new();
            for (at, paragraph) in about.iter().enumerate() {
                text.extend((at > 0).then(String::new));
                wrap(&mut text, paragraph, column, width);
            }
            let term: String = term.iter().map(Span::text).collect();
            let mut term = format!("{:indent$}{term}", "");
            // A short one has room for what begins below it.
            if term.width() + 1 < column && !text.is_empty() {
                term = format!("{term:column$}{}", text.remove(0).trim_start());
            }
            lines.push(term);
            lines.extend(text);
        }
        Block::Code(typed) => lines.extend(typed.iter().map(|line| format!("{:code$}{line}", ""))),
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
