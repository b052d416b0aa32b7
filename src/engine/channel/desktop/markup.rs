//! The markup that a notification's body may hold: `b`, `i`, `u`, `a` and `img`, and XML's entities.
//!
//! A caller of `notify` may mean it, as one of `notify-send` does, or may not know that `a < b` is none. Whatever is
//! well-formed counts as meant, everything else is text. Pure.

use std::borrow::Cow;

use crate::engine::channel::desktop::quirks::Labels;

/// The elements of the notification specification (Markup).
const ELEMENTS: [&str; 5] = ["b", "i", "u", "a", "img"];
/// The entities of XML, and what they stand for.
const ENTITIES: [(&str, char); 5] = [("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\'')];

/// Whether the text reads the same with and without markup.
pub(super) fn is_plain(text: &str) -> bool {
    !text.contains(['&', '<', '>'])
}

/// The body for a server that reads markup, or does not.
///
/// Well-formed markup stays for one that reads it and is taken out for one that does not; any other text is escaped
/// for the first and stays for the second.
pub(in crate::engine::channel) fn body(text: &str, reads_markup: bool) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    match (strip(text), reads_markup) {
        (Some(_), true) | (None, false) => Cow::Borrowed(text),
        (Some(plain), false) => Cow::Owned(plain),
        (None, true) => Cow::Owned(escape(text)),
    }
}

/// A label as it has to be sent to be read as it was written.
///
/// Plasma takes a label for markup if there is a `<` in it, or `&lt;` before any: one with a `<` is escaped, so that the
/// second is the case.
pub(super) fn label(text: &str, labels: Labels) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    match labels {
        Labels::Text => Cow::Borrowed(text),
        Labels::Markup => Cow::Owned(escape(text)),
        Labels::Mnemonic => Cow::Owned(text.replace('&', "&&")),
        Labels::Guessed if text.contains('<') => Cow::Owned(without_mnemonics(&escape(text))),
        Labels::Guessed => Cow::Owned(without_mnemonics(text)),
    }
}

/// With another `&` before each that Plasma would drop.
fn without_mnemonics(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        out.push(c);
        if c == '&' && chars.peek().is_some_and(|next| *next != '&' && !next.is_whitespace()) {
            out.push('&');
        }
    }
    out
}

/// Markup characters as text. Quotes stay: they need no escape in text, and some servers show the escape.
pub(in crate::engine::channel) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c => out.push(c),
        }
    }
    out
}

/// The text without its markup; none if it is not well-formed, so that it is no markup at all.
fn strip(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>']) {
        let (before, special) = rest.split_at(at);
        out.push_str(before);
        rest = if let Some(entity) = special.strip_prefix('&') {
            let (name, after) = entity.split_once(';')?;
            out.push(character(name)?);
            after
        } else {
            let (tag, after) = element(special.strip_prefix('<')?)?;
            match tag {
                Tag::Open(name) => open.push(name),
                Tag::Close(name) => (open.pop()? == name).then_some(())?,
                Tag::Empty { text } => out.push_str(text),
            }
            after
        };
    }
    out.push_str(rest);
    open.is_empty().then_some(out)
}

/// What a tag does.
enum Tag<'t> {
    Open(&'t str),
    Close(&'t str),
    /// One that needs no end; `text` stands for it where it cannot be drawn.
    Empty {
        text: &'t str,
    },
}

/// The tag behind a `<`, and what follows its `>`.
fn element(text: &str) -> Option<(Tag<'_>, &str)> {
    if let Some(closing) = text.strip_prefix('/') {
        let (name, after) = closing.split_once('>')?;
        let name = name.trim_end();
        return ELEMENTS.contains(&name).then_some((Tag::Close(name), after));
    }
    let length = text.find(|c: char| !c.is_ascii_alphanumeric())?;
    let (name, mut rest) = text.split_at(length);
    if !ELEMENTS.contains(&name) {
        return None;
    }
    let mut alternative = "";
    loop {
        let trimmed = rest.trim_start();
        if let Some(after) = trimmed.strip_prefix("/>") {
            return Some((Tag::Empty { text: alternative }, after));
        }
        if let Some(after) = trimmed.strip_prefix('>') {
            // HTML's way to write a picture, which servers take as well.
            let tag = if name == "img" { Tag::Empty { text: alternative } } else { Tag::Open(name) };
            return Some((tag, after));
        }
        if trimmed.len() == rest.len() {
            return None;
        }
        let (attribute, value) = trimmed.split_once('=')?;
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, after) = value.get(1..)?.split_once(quote)?;
        if !attribute.chars().all(|c| c.is_ascii_alphanumeric()) || value.contains('<') {
            return None;
        }
        if attribute == "alt" {
            alternative = value;
        }
        rest = after;
    }
}

/// The character that an entity stands for.
fn character(name: &str) -> Option<char> {
    let Some(number) = name.strip_prefix('#') else {
        return ENTITIES.iter().find(|(known, _)| *known == name).map(|(_, c)| *c);
    };
    let code = match number.strip_prefix('x') {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => number.parse().ok()?,
    };
    char::from_u32(code).filter(|c| !c.is_control() || *c == '\n')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn markup_is_kept_or_taken_out_and_text_is_escaped_or_kept() {
        for (text, with, without) in [
            ("plain \"text\" it's", "plain \"text\" it's", "plain \"text\" it's"),
            ("<b>bold</b> &amp; <i>more</i>", "<b>bold</b> &amp; <i>more</i>", "bold & more"),
            (
                "<a href=\"https://e.org?a=1&amp;b\">link</a>",
                "<a href=\"https://e.org?a=1&amp;b\">link</a>",
                "link",
            ),
            ("<img src='x.png' alt='a cat'/>!", "<img src='x.png' alt='a cat'/>!", "a cat!"),
            ("<img src='x.png'>", "<img src='x.png'>", ""),
            ("&#65;&#x42;", "&#65;&#x42;", "AB"),
            ("a<b & c <user>", "a&lt;b &amp; c &lt;user&gt;", "a<b & c <user>"),
            ("1 < 2", "1 &lt; 2", "1 < 2"),
            ("a > b", "a &gt; b", "a > b"),
            ("AT&T", "AT&amp;T", "AT&T"),
            ("&nbsp;", "&amp;nbsp;", "&nbsp;"),
            ("&#0;&#x110000;", "&amp;#0;&amp;#x110000;", "&#0;&#x110000;"),
            ("<b>open", "&lt;b&gt;open", "<b>open"),
            (
                "<b><i>crossed</b></i>",
                "&lt;b&gt;&lt;i&gt;crossed&lt;/b&gt;&lt;/i&gt;",
                "<b><i>crossed</b></i>",
            ),
            ("</b>", "&lt;/b&gt;", "</b>"),
            ("<script>x</script>", "&lt;script&gt;x&lt;/script&gt;", "<script>x</script>"),
            ("<b", "&lt;b", "<b"),
            ("<a href=x>y</a>", "&lt;a href=x&gt;y&lt;/a&gt;", "<a href=x>y</a>"),
            (
                "<b class=\"x\"id='y'>z</b>",
                "&lt;b class=\"x\"id='y'&gt;z&lt;/b&gt;",
                "<b class=\"x\"id='y'>z</b>",
            ),
        ] {
            assert_eq!(body(text, true), with, "{text}");
            assert_eq!(body(text, false), without, "{text}");
        }
    }

    #[test]
    fn labels_are_written_so_that_they_read_as_they_were_given() {
        for (text, markup, mnemonic, guessed) in [
            ("Allow once", "Allow once", "Allow once", "Allow once"),
            ("R&D", "R&amp;D", "R&&D", "R&&D"),
            ("R&&D", "R&amp;&amp;D", "R&&&&D", "R&&&D"),
            ("a & b > c", "a &amp; b &gt; c", "a && b > c", "a & b > c"),
            ("a && b &", "a &amp;&amp; b &amp;", "a &&&& b &&", "a && b &"),
            ("1 < 2", "1 &lt; 2", "1 < 2", "1 &&lt; 2"),
            (
                "<b>B</b> & c",
                "&lt;b&gt;B&lt;/b&gt; &amp; c",
                "<b>B</b> && c",
                "&&lt;b&&gt;B&&lt;/b&&gt; &&amp; c",
            ),
        ] {
            assert_eq!(label(text, Labels::Text), text);
            assert_eq!(label(text, Labels::Markup), markup);
            assert_eq!(label(text, Labels::Mnemonic), mnemonic);
            assert_eq!(label(text, Labels::Guessed), guessed);
        }
    }

    proptest! {
        #[test]
        fn what_was_escaped_comes_back(text in any::<String>()) {
            let escaped = escape(&text);
            prop_assert_eq!(strip(&escaped), Some(text.clone()));
            prop_assert_eq!(is_plain(&text), escaped == text);
        }

        #[test]
        fn a_server_that_reads_markup_gets_well_formed_markup(text in "([<>&/a-c;=\"' #x0-9]|<b>|</b>|&amp;|<img src='a'/>){0,24}") {
            prop_assert!(strip(&body(&text, true)).is_some());
        }
    }
}
