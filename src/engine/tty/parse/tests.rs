use proptest::prelude::*;

use super::*;

fn keys(bytes: &[u8]) -> Vec<Key> {
    let mut parser = Parser::new();
    bytes.iter().filter_map(|&byte| parser.push(byte)).collect()
}

#[test]
fn knows_the_keys() {
    let table: &[(&[u8], Key)] = &[
        (b"a", Key::Char('a')),
        ("é".as_bytes(), Key::Char('é')),
        ("👍".as_bytes(), Key::Char('👍')),
        (b"\r", Key::Enter),
        (b"\n", Key::Enter),
        (b"\x1bOM", Key::Enter),
        (b"\x1b[13u", Key::Enter),
        (b"\t", Key::Tab),
        (b"\x1b[Z", Key::BackTab),
        (b"\x1b[9;2u", Key::BackTab),
        (b"\x7f", Key::Backspace),
        (b"\x08", Key::Backspace),
        (b"\x1b[3~", Key::Delete),
        (b"\x1b[D", Key::Left),
        (b"\x1bOC", Key::Right),
        (b"\x1b[A", Key::Up),
        (b"\x1b[1;2B", Key::Down),
        (b"\x1b[H", Key::Home),
        (b"\x1b[7~", Key::Home),
        (b"\x1bOF", Key::End),
        (b"\x1b[4~", Key::End),
        (b"\x1b[5~", Key::PageUp),
        (b"\x1b[6~", Key::PageDown),
        (b"\x1b[1;5D", Key::WordLeft),
        (b"\x1b[1;3D", Key::WordLeft),
        (b"\x1b\x1b[D", Key::Left),
        (b"\x1bOd", Key::WordLeft),
        (b"\x1bb", Key::WordLeft),
        (b"\x1b[1;5C", Key::WordRight),
        (b"\x1b[102;3u", Key::WordRight),
        (b"\x01", Key::Ctrl('a')),
        (b"\x04", Key::Ctrl('d')),
        (b"\x1f", Key::Ctrl('_')),
        (b"\0", Key::Ctrl('@')),
        (b"\x1b[100;5u", Key::Ctrl('d')),
        (b"\x1b[27;5;100~", Key::Ctrl('d')),
        (b"\x1bd", Key::Alt('d')),
        (b"\x1b\x7f", Key::Alt('\u{7f}')),
        ("\x1bé".as_bytes(), Key::Alt('é')),
        (b"\x1b[27u", Key::Esc),
        (b"\x1b[97u", Key::Char('a')),
        (b"\x1b[97:65;2u", Key::Char('A')),
        (b"\x1b[200~a\r\x1b[2b\x1b[201~", Key::Paste("a\r\x1b[2b".to_owned())),
        (b"\x1b[200~\x1b\x1b[201~", Key::Paste("\x1b".to_owned())),
        (b"\x1b[200~a\xff\x1b[201~", Key::Paste("a".to_owned())),
    ];
    for (bytes, key) in table {
        assert_eq!(keys(bytes), std::slice::from_ref(key), "{}", bytes.escape_ascii());
    }
}

#[test]
fn swallows_what_nobody_typed() {
    for bytes in [
        &b"\x1b[?62;4c"[..],
        b"\x1b[>1;4000;0c",
        b"\x1b[12;40R",
        b"\x1b[?2004;1$y",
        b"\x1b[I",
        b"\x1b[O",
        b"\x1b[<0;10;20M",
        b"\x1b[M !!",
        b"\x1b[[A",
        b"\x1b[15~",
        b"\x1b[97;1:3u",
        b"\x1b[57358u",
        b"\x1b]11;rgb:0000/0000/0000\x1b\\",
        b"\x1b]99;i=1:p=?;p=title\x07",
        b"\x1bP>|foot(1.21.0)\x1b\\",
        b"\x1b_Gi=1;OK\x1b\\",
        b"\x1b[1;2\x1b]0;x\x07",
        b"\x1b\r",
        b"\xc2\x9b",
        b"\xff\xfe\x80\xc0\x80\xed\xa0\x80",
        b"\x1b[13;5u",
        b"\x1b[97;9u",
    ] {
        assert_eq!(keys(bytes), [], "{}", bytes.escape_ascii());
    }
}

#[test]
fn time_tells_what_an_escape_was() {
    let mut parser = Parser::new();
    assert_eq!(parser.push(0x1b), None);
    assert!(parser.pending_escape());
    assert_eq!(parser.flush(), Some(Key::Esc));
    assert!(!parser.pending_escape());
    assert_eq!(parser.flush(), None);

    for &byte in b"\x1b[1;" {
        parser.push(byte);
    }
    assert!(!parser.pending_escape());
    assert_eq!(parser.flush(), None);
    assert_eq!(parser.push(b'x'), Some(Key::Char('x')));

    for &byte in b"\x1b]11;rgb" {
        parser.push(byte);
    }
    assert_eq!(parser.flush(), None, "the rest of a late reply is still a reply");
    assert_eq!(keys_of(&mut parser, b":00\x1b\\y"), [Key::Char('y')]);
}

fn keys_of(parser: &mut Parser, bytes: &[u8]) -> Vec<Key> {
    bytes.iter().filter_map(|&byte| parser.push(byte)).collect()
}

#[test]
fn enter_leaves_a_reply_that_never_ends() {
    assert_eq!(keys(b"\x1b]what\rok\r"), [Key::Char('o'), Key::Char('k'), Key::Enter]);
}

#[test]
fn a_paste_is_bounded() {
    let mut bytes = b"\x1b[200~".to_vec();
    bytes.extend(std::iter::repeat_n(b'x', PASTE_LIMIT + 10));
    bytes.extend(PASTE_END);
    bytes.push(b'y');
    assert_eq!(keys(&bytes), [Key::Paste("x".repeat(PASTE_LIMIT)), Key::Char('y')]);
}

fn size(parser: &Parser) -> usize {
    match &parser.state {
        State::Csi(parameters) => parameters.len(),
        State::Paste { bytes, .. } => bytes.len() - bytes.len().min(PASTE_LIMIT),
        _ => 0,
    }
}

proptest! {
    #[test]
    fn anything_goes_and_nothing_grows(bytes in noise(), pauses in prop::collection::vec(any::<bool>(), 64)) {
        let mut parser = Parser::new();
        for (index, byte) in bytes.into_iter().enumerate() {
            if let Some(Key::Char(c) | Key::Ctrl(c)) = parser.push(byte) {
                prop_assert!(!c.is_control());
            }
            prop_assert!(size(&parser) <= PARAMETER_LIMIT);
            if pauses[index % pauses.len()] {
                parser.flush();
                prop_assert!(!parser.pending_escape());
            }
        }
    }

    #[test]
    fn text_comes_out_as_it_went_in(text in "\\PC*") {
        let typed: String = keys(text.as_bytes())
            .into_iter()
            .map(|key| match key {
                Key::Char(c) => c,
                other => panic!("{other:?}"),
            })
            .collect();
        prop_assert_eq!(typed, text.chars().filter(|c| !c.is_control()).collect::<String>());
    }

    #[test]
    fn pieces_make_no_difference(bytes in noise(), at in any::<prop::sample::Index>()) {
        // What a parser has after a piece is all that the next piece depends on: no key waits for bytes to come along.
        let at = at.index(bytes.len() + 1);
        let mut parser = Parser::new();
        let mut pieces = keys_of(&mut parser, &bytes[..at]);
        pieces.extend(keys_of(&mut parser, &bytes[at..]));
        prop_assert_eq!(pieces, keys(&bytes));
    }

    #[test]
    fn a_reply_is_never_typing(
        lead in prop::sample::select(vec![&b"\x1b]"[..], b"\x1bP", b"\x1b_", b"\x1b^", b"\x1bX"]),
        body in prop::collection::vec(0x20_u8..=0xff, 0..200),
        end in prop::sample::select(vec![&b"\x07"[..], b"\x1b\\"]),
        pause in 0_usize..200,
    ) {
        let mut parser = Parser::new();
        for (index, &byte) in [lead, &body, end].concat().iter().enumerate() {
            prop_assert_eq!(parser.push(byte), None);
            if index >= lead.len() && index % 200 == pause {
                prop_assert_eq!(parser.flush(), None);
            }
        }
        prop_assert_eq!(parser.push(b'z'), Some(Key::Char('z')));
    }

    #[test]
    fn a_csi_report_is_never_typing(body in "[?>=<][0-9;:]{0,100}[ -/]{0,2}[@-~]") {
        prop_assert_eq!(keys(format!("\x1b[{body}z").as_bytes()), [Key::Char('z')]);
    }

    #[test]
    fn a_paste_holds_everything(text in "[^\u{1b}]*") {
        prop_assert_eq!(keys(format!("\x1b[200~{text}\x1b[201~").as_bytes()), [Key::Paste(text)]);
    }
}

/// Bytes with more structure than chance would give.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        &b"\x1b"[..],
        b"\x1b[",
        b"\x1b[200~",
        b"\x1b[201~",
        b"\x1b]",
        b"\x1bP",
        b"\x1b\\",
        b"\x07",
        b"\x1bO",
        b"~",
        b"u",
        b"1;5",
        b"\xe2\x82",
        b"\xf0\x9f",
    ]);
    let piece = prop_oneof![piece.prop_map(<[u8]>::to_vec), prop::collection::vec(any::<u8>(), 0..6)];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}
