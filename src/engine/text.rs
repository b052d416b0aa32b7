//! Text from outside, made safe to show: one line, nothing invisible, nothing that reorders or draws over.
//!
//! This is the part of the sanitiser contract that holds for every channel; each channel's encoder still guards
//! its own syntax (what ends a sequence, what separates fields). Pure: it knows no channel, no width in columns and
//! no colour, and it never fails: what cannot be kept is dropped or becomes U+FFFD.

use std::ffi::OsStr;

use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthChar as _;

/// How many combining marks one base may carry. Real scripts need three or four; more is a tower that is drawn
/// over the lines above and below.
const MARKS_PER_BASE: usize = 4;

/// Zero-width joiner and non-joiner: meaning in some scripts and in emoji, disguise everywhere else.
const JOINERS: [char; 2] = ['\u{200C}', '\u{200D}'];

/// The text as one clean line: line breaks and tabs are spaces, runs of spaces are one, no space at either end, and
/// no control, bidi, zero-width, tag or filler characters. Joiners stay only between letters outside ASCII or emoji,
/// where they carry meaning. Cleaning twice changes nothing.
pub fn clean(text: &str) -> String {
    polish(&visible(text, false))
}

/// A choice's label as one clean line: as [`clean`], and without joiners, so that two labels that look alike are
/// equal.
pub fn clean_label(text: &str) -> String {
    polish(&visible(text, true))
}

/// At most `max_chars` characters (code points) of the text, cut between graphemes, with `…` inside that budget where
/// something was cut off.
pub fn cut(text: &str, max_chars: usize) -> String {
    if text.chars().count() <= max_chars {
        return text.to_owned();
    }
    let Some(budget) = max_chars.checked_sub(1) else { return String::new() };
    let mut kept = String::new();
    let mut used = 0;
    for grapheme in text.graphemes(true) {
        used += grapheme.chars().count();
        if used > budget {
            break;
        }
        kept.push_str(grapheme);
    }
    kept.truncate(kept.trim_end_matches(' ').len());
    kept.push('…');
    kept
}

/// The text without its last grapheme, which may lack its end, and with `…` instead.
pub fn cut_last(text: &str) -> String {
    let last = text.grapheme_indices(true).next_back().map_or(0, |(at, _)| at);
    format!("{}…", text.get(..last).unwrap_or_default())
}

/// Text of any number of lines, as it was written: only control characters go, but for line breaks and tabs.
pub fn clean_lines(text: &str) -> String {
    text.replace("\r\n", "\n").chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}

/// The text of an argument or a file name; what is not UTF-8 becomes U+FFFD.
pub fn lossy(text: &OsStr) -> String {
    text.to_string_lossy().into_owned()
}

/// Whether the character never belongs in one line of shown text, whatever stands beside it. Joiners and variation
/// selectors are not among them: they depend on their neighbours.
pub fn is_forbidden(c: char) -> bool {
    c.is_control() || is_bidi(c) || is_invisible(c)
}

/// The characters that stay, with every kind of space as a plain one (steps 1 to 4 of the contract, joiners and
/// selectors still undecided).
fn visible(text: &str, label: bool) -> Vec<char> {
    let mut kept = Vec::with_capacity(text.len());
    for c in text.chars() {
        // U+2800 is braille's blank; a label made of it would look empty.
        if c.is_whitespace() || c == '\u{2800}' {
            kept.push(' ');
        } else if is_forbidden(c) || (label && JOINERS.contains(&c)) {
        } else if is_noncharacter(c) {
            kept.push(char::REPLACEMENT_CHARACTER);
        } else {
            kept.push(c);
        }
    }
    kept
}

/// Decides what depends on neighbours: joiners, selectors, marks and spaces (steps 4 and 5).
fn polish(chars: &[char]) -> String {
    let mut out = String::with_capacity(chars.len());
    let mut previous = ' ';
    let mut marks = 0;
    for (index, &c) in chars.iter().enumerate() {
        if c == ' ' {
            if previous == ' ' {
                continue;
            }
            marks = 0;
        } else if JOINERS.contains(&c) {
            let next = chars.get(index + 1).copied().unwrap_or(' ');
            if !(is_joinable(previous) || is_mark(previous) || is_selector(previous)) || !is_joinable(next) {
                continue;
            }
            marks = 0;
        } else if is_selector(c) {
            if previous == ' ' || is_mark(previous) || is_selector(previous) || JOINERS.contains(&previous) {
                continue;
            }
        } else if is_mark(c) {
            if marks == MARKS_PER_BASE {
                continue;
            }
            marks += 1;
        } else {
            marks = 0;
        }
        out.push(c);
        previous = c;
    }
    out.truncate(out.trim_end_matches(' ').len());
    out
}

/// Whether a joiner beside this character can mean something: letters outside ASCII, and emoji.
fn is_joinable(c: char) -> bool {
    (!c.is_ascii() && c.is_alphabetic() && !is_mark(c)) || is_pictograph(c)
}

/// A combining mark, by its width; joiners and selectors have none either and are told apart before.
fn is_mark(c: char) -> bool {
    !JOINERS.contains(&c) && !is_selector(c) && c.width() == Some(0)
}

/// Variation selectors, Mongolian ones included.
fn is_selector(c: char) -> bool {
    matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' | '\u{180B}'..='\u{180D}' | '\u{180F}')
}

/// The blocks that emoji sequences are made of; wide rather than exact, since a joiner beside an arrow is harmless.
fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{203C}' | '\u{2049}' | '\u{2100}'..='\u{2BFF}' | '\u{3030}' | '\u{303D}' | '\u{3297}'
        | '\u{3299}' | '\u{1F000}'..='\u{1FAFF}')
}

/// Bidirectional controls: they can show a text in another order than it has (`CVE-2021-42574`).
fn is_bidi(c: char) -> bool {
    matches!(c, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{206F}')
}

/// Characters that draw nothing: soft hyphen, grapheme joiner, Hangul fillers, inherent Khmer vowels, zero-width
/// spaces and operators, annotations, shorthand and musical formats, tags, and the code points reserved for more.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{00AD}' | '\u{034F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180E}'
        | '\u{200B}' | '\u{2060}'..='\u{2065}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E00FF}'
        | '\u{E01F0}'..='\u{E0FFF}')
}

/// Code points that Unicode promises never to use.
fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{FDD0}'..='\u{FDEF}') || u32::from(c) & 0xFFFE == 0xFFFE
}

/// Undoes the `%XX` escapes of a URL or an address; what is none stays as it is.
pub fn percent_decoded(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).and_then(|byte| char::from(*byte).to_digit(16));
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let code = digit(at + 1).zip(digit(at + 2)).filter(|_| byte == b'%');
        let code = code.and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
        out.push(code.unwrap_or(byte));
        at += if code.is_some() { 3 } else { 1 };
    }
    out
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStrExt as _;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn cleans() {
        for (dirty, shown) in [
            ("", ""),
            ("  a \t b\r\nc\u{2028}d  ", "a b c d"),
            ("a\u{85}b\u{0B}c\u{0C}d", "a b c d"),
            ("\u{1b}[31mred\u{1b}[0m", "[31mred[0m"),
            ("a\u{9b}31mb\u{7f}", "a31mb"),
            ("abc\u{202e}fdp.exe", "abcfdp.exe"),
            ("pass\u{200b}word\u{feff}", "password"),
            ("pass\u{200d}word", "password"),
            ("soft\u{ad}hyphen", "softhyphen"),
            ("👩\u{200d}💻", "👩\u{200d}💻"),
            ("❤\u{fe0f}\u{200d}🔥", "❤\u{fe0f}\u{200d}🔥"),
            ("क्\u{200d}ष", "क्\u{200d}ष"),
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
            ("\u{fe0f}a \u{fe0f}b", "a b"),
            ("❤\u{fe0f}\u{fe0f}", "❤\u{fe0f}"),
            ("e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}x", "e\u{301}\u{301}\u{301}\u{301}x"),
            ("tag\u{e0041}\u{e007f}", "tag"),
            ("\u{3164}\u{115f}\u{ffa0}", ""),
            ("\u{2800}\u{3000}\u{a0}", ""),
            ("\u{fdd0}\u{ffff}", "\u{fffd}\u{fffd}"),
            ("日本語　テスト", "日本語 テスト"),
        ] {
            assert_eq!(clean(dirty), shown, "{dirty:?}");
        }
    }

    #[test]
    fn labels_have_no_joiners() {
        assert_eq!(clean_label("👩\u{200d}💻 ok\u{200c}"), "👩💻 ok");
    }

    #[test]
    fn cuts_between_graphemes() {
        assert_eq!(cut("abcdef", 6), "abcdef");
        assert_eq!(cut("abcdef", 5), "abcd…");
        assert_eq!(cut("abc def", 5), "abc…");
        assert_eq!(cut("abcdef", 1), "…");
        assert_eq!(cut("abcdef", 0), "");
        assert_eq!(cut("ae\u{301}bcd", 4), "ae\u{301}…");
        assert_eq!(cut("ae\u{301}bcd", 3), "a…");
        assert_eq!(cut("👩\u{200d}💻 code", 3), "…");
    }

    #[test]
    fn replaces_what_is_not_text() {
        assert_eq!(lossy(OsStr::from_bytes(b"a\xffb")), "a\u{fffd}b");
    }

    /// Any text, with far more of the characters that matter here than chance would give.
    fn nasty() -> impl Strategy<Value = String> {
        let special = prop::sample::select(vec![
            ' ',
            '\n',
            '\r',
            '\t',
            '\u{1b}',
            '\u{7f}',
            '\u{9b}',
            '\u{2028}',
            '\u{202e}',
            '\u{200d}',
            '\u{200c}',
            '\u{200b}',
            '\u{fe0f}',
            '\u{fe0e}',
            '\u{301}',
            '\u{308}',
            '\u{94d}',
            '\u{e0041}',
            '\u{1160}',
            'a',
            'é',
            'क',
            '日',
            '👩',
            '🏽',
            '💻',
            '❤',
            '🇫',
            '🇷',
            '\u{ffff}',
            '\u{2800}',
            '\u{180b}',
            '\u{1d165}',
        ]);
        prop::collection::vec(prop_oneof![3 => special, 1 => any::<char>()], 0..40)
            .prop_map(|chars| chars.into_iter().collect())
    }

    proptest! {
        #[test]
        fn cleaning_is_final(text in nasty()) {
            let once = clean(&text);
            prop_assert_eq!(clean(&once), once.clone());
            prop_assert_eq!(clean_label(&clean_label(&text)), clean_label(&text));
            prop_assert_eq!(clean_label(&once), clean_label(&text));
        }

        #[test]
        fn nothing_forbidden_survives(text in nasty()) {
            for shown in [clean(&text), clean_label(&text)] {
                prop_assert!(!shown.chars().any(|c| is_forbidden(c) || is_noncharacter(c)), "{:?}", shown);
                prop_assert!(!shown.chars().any(|c| c.is_whitespace() && c != ' '), "{:?}", shown);
                prop_assert!(!shown.contains("  ") && shown.trim() == shown, "{:?}", shown);
                let mut marks = 0;
                for c in shown.chars() {
                    marks = if is_mark(c) { marks + 1 } else if is_selector(c) { marks } else { 0 };
                    prop_assert!(marks <= MARKS_PER_BASE, "{:?}", shown);
                }
            }
            prop_assert!(!clean_label(&text).contains(JOINERS));
        }

        #[test]
        fn a_cut_keeps_whole_graphemes(text in nasty(), max in 0_usize..30) {
            let short = cut(&text, max);
            prop_assert!(short.chars().count() <= max);
            prop_assert_eq!(cut(&short, max), short.clone());
            if short != text && max > 0 {
                let kept = short.strip_suffix('…').unwrap();
                let boundary = kept.len() == text.len()
                    || text.grapheme_indices(true).any(|(at, _)| at == kept.len());
                prop_assert!(text.starts_with(kept) && boundary, "{:?} of {:?}", short, text);
            }
        }
    }

    #[test]
    fn what_is_no_escape_stays() {
        for (text, expected) in [
            ("/a%20b%2", "/a b%2"),
            ("%zz%", "%zz%"),
            ("%C3%BC", "ü"),
            ("%+1", "%+1"),
            ("%25%", "%%"),
            ("%4é", "%4é"),
        ] {
            assert_eq!(percent_decoded(text), expected.as_bytes(), "{text}");
        }
    }
}
