use proptest::prelude::*;

use super::*;

use crate::engine::tty::report::REPORT_LIMIT;

fn inputs(bytes: &[u8]) -> Vec<Input> {
    let mut parser = Parser::new();
    bytes.iter().filter_map(|&byte| parser.push(byte)).collect()
}

fn keys(bytes: &[u8]) -> Vec<Key> {
    inputs(bytes).into_iter().filter_map(Input::key).collect()
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
    assert_eq!(keys_of(&mut parser, b"x"), [Key::Char('x')]);

    for &byte in b"\x1b]11;rgb" {
        parser.push(byte);
    }
    assert_eq!(parser.flush(), None, "the rest of a late reply is still a reply");
    assert_eq!(keys_of(&mut parser, b":00\x1b\\y"), [Key::Char('y')]);
}

#[test]
fn hands_over_what_the_terminal_says() {
    let csi = |private, parameters: &str, last| Report::Csi { private, parameters: parameters.into(), last };
    let table: &[(&[u8], Report)] = &[
        (b"\x1b]99;i=pn1;2\x1b\\", Report::Osc(b"99;i=pn1;2".to_vec())),
        (b"\x1b]99;i=pn1;\x07", Report::Osc(b"99;i=pn1;".to_vec())),
        (b"\x1b]99;i=pn1;\x9c", Report::Osc(b"99;i=pn1;".to_vec())),
        // 0x9c as a part of a character is no end.
        ("\x1b]0;Ü✓\x07".as_bytes(), Report::Osc("0;Ü✓".into())),
        (b"\x1b]0;\xc3\x28\x9c", Report::Osc(b"0;\xc3\x28".to_vec())),
        (b"\x1bP>|kitty(0.41.1)\x1b\\", Report::Dcs(b">|kitty(0.41.1)".to_vec())),
        (b"\x1bP\x1b\\", Report::Dcs(Vec::new())),
        (b"\x1b[?62;52;c", csi(b'?', "62;52;", b'c')),
        (b"\x1b[>84;0;0c", csi(b'>', "84;0;0", b'c')),
        (b"\x1b[?2026;1$y", csi(b'?', "2026;1$", b'y')),
        (b"\x1b[<0;10;20M", csi(b'<', "0;10;20", b'M')),
        // One that was cut off by another.
        (b"\x1b]99;i=pn1\x1b]99;i=pn1;1\x07", Report::Osc(b"99;i=pn1;1".to_vec())),
        (b"\x1b]99;i=pn1\x1b\x1b]99;i=pn1;1\x07", Report::Osc(b"99;i=pn1;1".to_vec())),
        (b"\x1b[?6\x1b[?62c", csi(b'?', "62", b'c')),
    ];
    for (bytes, report) in table {
        assert_eq!(inputs(bytes), [Input::Report(report.clone())], "{}", bytes.escape_ascii());
    }
    for bytes in [&b"\x1b[12;40R"[..], b"\x1b[I", b"\x1b[c", b"\x1b_Gi=1;OK\x1b\\", b"\x1b]99;i=pn1;1\r"] {
        assert_eq!(inputs(bytes), [], "{}", bytes.escape_ascii());
    }
}

#[test]
fn the_reply_to_da1_is_known() {
    for bytes in [&b"\x1b[?62;52;c"[..], b"\x1b[?1;2c", b"\x1b[?c", b"\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c"]
    {
        let input = inputs(bytes);
        assert!(matches!(&input[..], [Input::Report(report)] if report.is_primary_attributes()), "{input:?}");
    }
    for bytes in [&b"\x1b[>1;4000;41c"[..], b"\x1b[=0c", b"\x1b[?62n", b"\x1b[?1$c", b"\x1b]?62c\x07"] {
        let input = inputs(bytes);
        assert!(
            matches!(&input[..], [Input::Report(report)] if !report.is_primary_attributes()),
            "{input:?}"
        );
    }
}

#[test]
fn a_report_is_bounded() {
    for (over, expected) in [(0, 1), (1, 0), (10 * REPORT_LIMIT, 0)] {
        let mut bytes = b"\x1b]".to_vec();
        bytes.extend(std::iter::repeat_n(b'x', REPORT_LIMIT + over));
        bytes.extend(b"\x1b\\y");
        let inputs = inputs(&bytes);
        let (key, reports) = inputs.split_last().unwrap();
        assert_eq!((key, reports.len()), (&Input::Key(Key::Char('y')), expected));
    }
}

#[test]
fn escape_pressed_just_before_a_report_is_heard() {
    for bytes in [&b"\x1b\x1b]99;i=1;2\x07"[..], b"\x1b\x1bP>|x\x1b\\", b"\x1b\x1b[?62c"] {
        let inputs = inputs(bytes);
        assert!(matches!(inputs[..], [Input::Key(Key::Esc), Input::Report(_)]), "{inputs:?}");
    }
    // Between two keys it still may be Alt.
    assert_eq!(keys(b"\x1b\x1b[1;3D"), [Key::WordLeft]);
}

fn keys_of(parser: &mut Parser, bytes: &[u8]) -> Vec<Key> {
    bytes.iter().filter_map(|&byte| parser.push(byte)?.key()).collect()
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
        State::Csi { parameters, .. } => parameters.len(),
        State::String(string) => string.len().saturating_sub(REPORT_LIMIT),
        State::Paste { bytes, .. } => bytes.len() - bytes.len().min(PASTE_LIMIT),
        _ => 0,
    }
}

proptest! {
    #[test]
    fn anything_goes_and_nothing_grows(bytes in noise(), pauses in prop::collection::vec(any::<bool>(), 64)) {
        let mut parser = Parser::new();
        for (index, byte) in bytes.into_iter().enumerate() {
            match parser.push(byte) {
                Some(Input::Key(Key::Char(c) | Key::Ctrl(c))) => prop_assert!(!c.is_control()),
                Some(Input::Report(Report::Osc(bytes) | Report::Dcs(bytes))) => {
                    prop_assert!(bytes.iter().all(|&byte| byte >= 0x20));
                }
                _ => {}
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
        let mut pieces: Vec<Input> = bytes[..at].iter().filter_map(|&byte| parser.push(byte)).collect();
        pieces.extend(bytes[at..].iter().filter_map(|&byte| parser.push(byte)));
        prop_assert_eq!(pieces, inputs(&bytes));
    }

    #[test]
    fn a_reply_is_never_typing(
        lead in prop::sample::select(vec![&b"\x1b]"[..], b"\x1bP", b"\x1b_", b"\x1b^", b"\x1bX"]),
        body in body(),
        end in prop::sample::select(vec![&b"\x07"[..], b"\x1b\\"]),
        pause in 0_usize..200,
    ) {
        let mut parser = Parser::new();
        for (index, &byte) in [lead, &body, end].concat().iter().enumerate() {
            prop_assert_eq!(parser.push(byte).and_then(Input::key), None);
            if index >= lead.len() && index % 200 == pause {
                prop_assert_eq!(parser.flush(), None);
            }
        }
        prop_assert_eq!(parser.push(b'z'), Some(Input::Key(Key::Char('z'))));
    }

    #[test]
    fn reports_and_keys_come_apart_however_they_are_mixed(
        typed in prop::collection::vec(key(), 0..20),
        said in prop::collection::vec(report(), 0..10),
        order in prop::collection::vec(any::<bool>(), 30),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
    ) {
        let (mut bytes, mut expected) = (Vec::new(), Vec::new());
        let (mut keys, mut reports) = (typed.into_iter(), said.into_iter());
        for key_first in order.into_iter().chain([true; 20]).chain([false; 10]) {
            let next = if key_first { keys.next() } else { reports.next() };
            if let Some((sent, input)) = next {
                bytes.extend(sent);
                expected.push(input);
            }
        }
        let mut cuts: Vec<usize> = cuts.iter().map(|at| at.index(bytes.len() + 1)).collect();
        cuts.sort_unstable();
        let mut parser = Parser::new();
        let mut got = Vec::new();
        for (at, &byte) in bytes.iter().enumerate() {
            // A pause at any place but behind a lone ESC and inside a key changes nothing.
            if cuts.contains(&at) && !matches!(parser.state, State::Escape { .. } | State::Csi { .. } | State::Ss3 | State::Utf8 { .. }) {
                prop_assert_eq!(parser.flush(), None);
            }
            got.extend(parser.push(byte));
        }
        prop_assert_eq!(got, expected);
    }

    #[test]
    fn a_report_in_a_paste_is_text(
        text in "[^\u{1b}]{0,20}",
        said in "\u{1b}[\\]P][^\u{0}-\u{1f}]{0,60}(\u{7}|\u{1b}\\\\)",
    ) {
        let pasted = format!("{text}{said}{text}");
        let sent = format!("\x1b[200~{pasted}\x1b[201~");
        prop_assert_eq!(inputs(sent.as_bytes()), [Input::Key(Key::Paste(pasted))]);
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

/// The inside of a string: anything without a control byte and without the one-byte ST.
fn body() -> impl Strategy<Value = Vec<u8>> {
    let byte = (0x20_u8..=0xff).prop_filter("ST", |&byte| byte != 0x9c);
    prop_oneof![prop::collection::vec(byte, 0..200), "[^\u{0}-\u{1f}]{0,60}".prop_map(String::into_bytes)]
}

fn end() -> impl Strategy<Value = &'static [u8]> {
    prop::sample::select(vec![&b"\x07"[..], b"\x1b\\", b"\x9c"])
}

/// A report as it is sent, and as it has to come out.
fn report() -> impl Strategy<Value = (Vec<u8>, Input)> {
    // Whole characters, so that the one-byte end behind them is one.
    let string = ("[^\u{0}-\u{1f}]{0,60}", end(), any::<bool>()).prop_map(|(text, end, is_osc)| {
        let bytes = text.into_bytes();
        let lead: &[u8] = if is_osc { b"\x1b]" } else { b"\x1bP" };
        let sent = [lead, &bytes, end].concat();
        (sent, Input::Report(if is_osc { Report::Osc(bytes) } else { Report::Dcs(bytes) }))
    });
    let control = ("[?>=<]", "[0-9;]{0,100}[ -/]{0,1}", "[@-~]").prop_map(|(private, parameters, last)| {
        let (private, last) = (private.as_bytes()[0], last.as_bytes()[0]);
        let sent = [b"\x1b[", &[private][..], parameters.as_bytes(), &[last]].concat();
        (sent, Input::Report(Report::Csi { private, parameters: parameters.into_bytes(), last }))
    });
    prop_oneof![string, control]
}

/// A key as it is sent, and as it has to come out. Escape alone is told by time, and has its own test.
fn key() -> impl Strategy<Value = (Vec<u8>, Input)> {
    let named = prop::sample::select(vec![
        (&b"\r"[..], Key::Enter),
        (b"\x7f", Key::Backspace),
        (b"\x1b[A", Key::Up),
        (b"\x1b[1;5C", Key::WordRight),
        (b"\x1b\x1b[D", Key::Left),
        (b"\x1bOH", Key::Home),
        (b"\x1bq", Key::Alt('q')),
        (b"\x15", Key::Ctrl('u')),
        (b"\x1b[200~]99;i=1;2\x1b\\\r\x1b[201~", Key::Paste("]99;i=1;2\x1b\\\r".to_owned())),
    ]);
    prop_oneof![
        named.prop_map(|(sent, key)| (sent.to_vec(), Input::Key(key))),
        any::<char>()
            .prop_filter("a control", |c| !c.is_control())
            .prop_map(|c| (c.to_string().into_bytes(), Input::Key(Key::Char(c)))),
    ]
}
