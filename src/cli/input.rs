//! What is read: stdin, and the file with the words to complete to.

use std::{collections::HashSet, fs::File, io::Read, os::fd::OwnedFd, path::Path};

use crate::engine::{field::is_typable, text};

/// The most that is read (spec §2 notify).
const LIMIT: usize = 1024 * 1024;

/// The largest text that is read whole: more than a pager is for.
const MOST: u64 = 64 * 1024 * 1024;

/// The text on stdin without the line breaks at its end: what is not UTF-8 becomes U+FFFD, and more than 1 MiB is cut
/// between two characters as a reader sees them, with `…`.
///
/// # Errors
///
/// When it cannot be read.
pub(super) fn stdin() -> std::io::Result<String> {
    read(std::io::stdin().lock())
}

/// A handle of stdin, to see whether somebody still writes to it.
///
/// # Errors
///
/// When the process has no file descriptors to spare.
pub(super) fn handle() -> std::io::Result<OwnedFd> {
    rustix::stdio::stdin().try_clone_to_owned()
}

/// All of a text that somebody decides by, from a file or, for `-`, from stdin: what is cut off could be what matters.
///
/// # Errors
///
/// When it cannot be read, or is larger than 64 MiB.
pub(super) fn whole(path: &Path) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        std::io::stdin().lock().take(MOST + 1).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(MOST + 1).read_to_end(&mut bytes)?;
    }
    if u64::try_from(bytes.len()).is_ok_and(|length| length > MOST) {
        return Err(std::io::Error::other("it is larger than 64 MiB"));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The lines of a file that could be typed, each once and in their order; of a file of more than 1 MiB those that are
/// whole within it.
///
/// # Errors
///
/// When it cannot be read.
pub(super) fn lines(path: &Path) -> std::io::Result<Vec<String>> {
    words(File::open(path)?)
}

fn words(input: impl Read) -> std::io::Result<Vec<String>> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(LIMIT).unwrap_or(u64::MAX);
    input.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() > LIMIT {
        bytes.truncate(LIMIT);
        bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').unwrap_or(0));
    }
    let text = String::from_utf8_lossy(&bytes);
    let mut seen = HashSet::new();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && is_typable(line));
    Ok(lines.filter(|line| seen.insert(*line)).map(str::to_owned).collect())
}

fn read(input: impl Read) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(LIMIT).unwrap_or(u64::MAX);
    input.take(limit + 1).read_to_end(&mut bytes)?;
    let is_cut = bytes.len() > LIMIT;
    bytes.truncate(LIMIT);
    if is_cut {
        // The last character may have been cut in two, and is not the caller's fault.
        let whole = bytes.utf8_chunks().map(|chunk| chunk.valid().len() + chunk.invalid().len());
        let last = bytes.utf8_chunks().last().map_or(0, |chunk| chunk.invalid().len());
        let whole = whole.sum::<usize>() - last;
        bytes.truncate(whole);
    }
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_end_matches(['\n', '\r']);
    Ok(if is_cut { text::cut_last(text) } else { text.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_as_it_is() {
        assert_eq!(read("a\n\\n\tb \r\n\n".as_bytes()).unwrap(), "a\n\\n\tb ");
        assert_eq!(read(&b"\xff\xfe|\xe2\x82"[..]).unwrap(), "\u{fffd}\u{fffd}|\u{fffd}");
        let whole = "x".repeat(LIMIT);
        assert_eq!(read(whole.as_bytes()).unwrap(), whole);
    }

    #[test]
    fn words_are_the_lines_that_could_be_typed() {
        let found = |text: &[u8]| words(text).unwrap();
        assert_eq!(found(b"main\r\n  topic \n\nmain\na\tb\n\x1b[0m\nlast"), ["main", "topic", "last"]);
        assert_eq!(found(b""), [""; 0]);
        let long = "x".repeat(LIMIT);
        assert_eq!(found(format!("one\ntwo{long}").as_bytes()), ["one"], "what is cut is no line");
        assert_eq!(found(long.as_bytes()), [long.as_str()]);
        assert_eq!(found(format!("{long}y").as_bytes()), [""; 0]);
    }

    #[test]
    fn a_mebibyte_is_cut_between_graphemes() {
        let cases = ["é", "🚀", "👩\u{200d}🚀", "e\u{301}", "x"];
        for grapheme in cases {
            for shift in 0..grapheme.len() {
                let text = "y".repeat(shift) + &grapheme.repeat(LIMIT / grapheme.len() + 2);
                let cut = read(text.as_bytes()).unwrap();
                let kept = cut.strip_suffix('…').unwrap();
                assert!(kept.len() <= LIMIT && kept.len() + 2 * grapheme.len() > LIMIT, "{grapheme} {shift}");
                let graphemes = kept.strip_prefix(&"y".repeat(shift)).unwrap();
                assert_eq!(graphemes.len() % grapheme.len(), 0, "{grapheme} {shift}");
            }
        }
    }
}
