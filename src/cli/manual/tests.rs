use super::*;

fn shown(text: &str) -> String {
    let show = |span: &Span| match span {
        Span::Plain(text) => text.clone(),
        Span::Literal(text) => format!("[{text}]"),
        Span::Variable(text) => format!("<{text}>"),
    };
    spans(text).iter().map(show).collect()
}

#[test]
fn what_is_typed_is_marked() {
    for (text, expected) in [
        ("plain", "plain"),
        ("with --multi, and (-v) or -vv.", "with [--multi], and ([-v]) or [-vv]."),
        ("a `--x y` b", "a [--x y] b"),
        ("- reads stdin; 5 -3 well-known", "- reads stdin; 5 -3 well-known"),
        ("`only`", "[only]"),
        ("", ""),
    ] {
        assert_eq!(shown(text), expected);
    }
}

fn page(blocks: Vec<Block>) -> Page {
    Page { name: "a-b".into(), section: 7, topic: "b".into(), about: "what it is".into(), blocks }
}

fn example() -> Page {
    page(vec![
        Block::Section("Exit status".into()),
        Block::Text(spans("first `x-y` and --z")),
        Block::Text(spans("'second' C:\\ ~ ^ … well-known")),
        Block::Item(vec![Span::Literal("0".into())], vec![spans("one two three"), spans("four")]),
        Block::Code(vec![".start 'a'".into(), "  b".into()]),
    ])
}

#[test]
fn source_says_each_character_as_itself() {
    let roff = example().roff();
    let (head, body) = roff.split_once(".SH EXIT STATUS\n").unwrap();
    assert!(head.starts_with(".TH A\\-B 7 "), "{head}");
    assert!(head.ends_with(".SH NAME\na\\-b \\- what it is\n"), "{head}");
    let expected = "first \\fBx\\-y\\fR and \\fB\\-\\-z\\fR\n\
        .PP\n\\(aqsecond\\(aq C:\\e \\(ti \\(ha \\[u2026] well-known\n\
        .TP\n\\fB0\\fR\none two three\n.IP\nfour\n\
        .PP\n.RS 4\n.EX\n\\&.start \\(aqa\\(aq\n  b\n.EE\n.RE\n";
    assert_eq!(body, expected);
}

#[test]
fn long_source_is_broken_and_no_line_of_it_becomes_a_macro() {
    let words = format!("{} .dot 'quote {}", "x".repeat(78), "y".repeat(75));
    let roff = page(vec![Block::Section("S".into()), Block::Text(spans(&words))]).roff();
    let (_, body) = roff.split_once(".SH S\n").unwrap();
    assert_eq!(body, format!("{}\n\\&.dot \\(aqquote\n{}\n", "x".repeat(78), "y".repeat(75)));
}

#[test]
fn text_keeps_to_its_width() {
    let expected = "\
A-B(7)

NAME
       a-b - what it
       is

EXIT STATUS
       first x-y and
       --z

       'second' C:\\ ~
       ^ … well-known

       0      one two
              three

              four

           .start 'a'
             b
";
    assert_eq!(example().plain(22), expected);
}
