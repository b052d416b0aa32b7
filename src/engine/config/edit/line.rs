//! Lines and blanks of a text, by offsets into it.

/// Where the line starts that `at` is on; the byte order mark belongs to none.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    match before.rfind('\n') {
        Some(newline) => newline + 1,
        None if text.starts_with('\u{feff}') => '\u{feff}'.len_utf8(),
        None => 0,
    }
}

/// Where the line ends that `at` is on, its line ending left out.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let line = rest.split('\n').next().unwrap_or_default();
    let line = line.strip_suffix('\r').unwrap_or(line);
    at + line.len()
}

/// The line ending at `at`, else the file's first, else a newline.
pub(super) fn eol(text: &str, at: usize) -> &'static str {
    let first = |text: &str| {
        let newline = text.find('\n')?;
        Some(if text.get(..newline)?.ends_with('\r') { "\r\n" } else { "\n" })
    };
    text.get(at..).and_then(first).or_else(|| first(text)).unwrap_or("\n")
}

/// What the line that `at` is on starts with, up to the first letter.
pub(super) fn indent(text: &str, at: usize) -> String {
    let line = text.get(line_start(text, at)..).unwrap_or_default();
    line.chars().take_while(|c| matches!(c, ' ' | '\t')).collect()
}

/// The first byte that is neither blank nor in a comment.
pub(super) fn first_mark(text: &str) -> Option<usize> {
    let mut comment = false;
    text.bytes().position(|byte| {
        match byte {
            b'\n' => comment = false,
            b'#' => comment = true,
            _ => {}
        }
        !comment && !byte.is_ascii_whitespace()
    })
}
