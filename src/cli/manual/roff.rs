//! A page as source for `man`, in the macros of man(7) that groff and mandoc share.

use std::fmt::Write as _;

use super::{Block, DATE, Page, Span};

/// The longest line that mandoc does not complain of.
const WIDTH: usize = 80;

/// The whole page.
pub(super) fn page(page: &Page) -> String {
    let mut text = format!(
        ".TH {} {} {DATE} \"plyn\\-notify {}\" \"plyn\\-notify manual\"\n",
        escape(&page.name.to_uppercase()),
        page.section,
        env!("CARGO_PKG_VERSION"),
    );
    let name = format!("{} \\- {}", escape(&page.name), escape(&page.about));
    let _ = writeln!(text, ".SH NAME\n{}", fill(&name));
    let mut is_first = true;
    for block in &page.blocks {
        // A paragraph's macro right after a heading does nothing, and mandoc says so.
        write(&mut text, block, is_first);
        is_first = matches!(block, Block::Section(_) | Block::Subsection(_));
    }
    text
}

fn write(text: &mut String, block: &Block, is_first: bool) {
    let _ = match block {
        Block::Section(title) => writeln!(text, ".SH {}", escape(&title.to_uppercase())),
        Block::Subsection(title) => writeln!(text, ".SS {}", escape(title)),
        Block::Text(spans) if is_first => writeln!(text, "{}", fill(&line(spans))),
        Block::Text(spans) => writeln!(text, ".PP\n{}", fill(&line(spans))),
        Block::Line(spans) if is_first => writeln!(text, "{}", line(spans)),
        Block::Line(spans) => writeln!(text, ".br\n{}", line(spans)),
        Block::Item(term, about) => {
            let paragraphs: Vec<String> = about.iter().map(|spans| fill(&line(spans))).collect();
            writeln!(text, ".TP\n{}\n{}", line(term), paragraphs.join("\n.IP\n"))
        }
        Block::Code(lines) => {
            let lines: Vec<String> = lines.iter().map(|line| guard(&escape(line))).collect();
            let start = if is_first { "" } else { ".PP\n" };
            writeln!(text, "{start}.RS 4\n.EX\n{}\n.EE\n.RE", lines.join("\n"))
        }
    };
}

fn line(spans: &[Span]) -> String {
    let text: String = spans
        .iter()
        .map(|span| match span {
            Span::Plain(text) => prose(text),
            Span::Literal(text) => format!("\\fB{}\\fR", escape(text)),
            Span::Variable(text) => format!("\\fI{}\\fR", escape(text)),
        })
        .collect();
    guard(text.trim())
}

/// Breaks a line where the words of the source's lines come to more than `WIDTH`, which changes nothing of what is shown.
fn fill(text: &str) -> String {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && line.len() + 1 + word.len() > WIDTH {
            lines.push(guard(&line));
            line.clear();
        } else if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(guard(&line));
    lines.join("\n")
}

/// A line that would be taken for a macro.
fn guard(line: &str) -> String {
    if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line.to_owned() }
}

/// What is typed: each character as itself.
fn escape(text: &str) -> String {
    text.chars().map(character).collect()
}

/// What is read: a hyphen may be one.
fn prose(text: &str) -> String {
    text.chars().map(|c| if c == '-' { "-".to_owned() } else { character(c) }).collect()
}

fn character(c: char) -> String {
    match c {
        '\\' => "\\e".to_owned(),
        '-' => "\\-".to_owned(),
        '\'' => "\\(aq".to_owned(),
        '`' => "\\(ga".to_owned(),
        '^' => "\\(ha".to_owned(),
        '~' => "\\(ti".to_owned(),
        '"' => "\\(dq".to_owned(),
        c if c.is_ascii() => c.to_string(),
        c => format!("\\[u{:04X}]", u32::from(c)),
    }
}
