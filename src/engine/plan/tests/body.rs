//! The body: its lines, their order, and what gives way.

use super::*;

/// A request with everything that a body can have.
fn full() -> Request {
    Request {
        reason: Some("they are old".into()),
        include_reason: true,
        objects: vec![object("program", "/usr/bin/rm -rf /"), object("target", "/home/me/todo.md")],
        deadline: Some(Deadline {
            after: Duration::from_secs(30),
            otherwise: Some(Answer::Choice(choice("deny"))),
        }),
        ..choices("allow deny")
    }
}

#[test]
fn the_lines_stand_in_their_order() {
    let lines =
        ["Question?", "they are old", "program: rm · target: todo.md", "no answer in 30s = deny", "here"];
    assert_eq!(body_of(&full()), lines);
}

#[test]
fn the_reason_travels_by_consent_only() {
    let request = Request { include_reason: false, ..full() };
    assert!(!body_of(&request).contains(&"they are old".to_owned()));
    let request = Request { reason: None, ..full() };
    assert_eq!(body_of(&request).len(), 4);
}

#[test]
fn what_is_empty_has_no_line() {
    let request = Request {
        question: "\u{200b}".into(),
        reason: Some(" \n ".into()),
        include_reason: true,
        source: String::new(),
        objects: vec![object("program", "  "), object("target", "/"), object("kind", "")],
        ..choices("allow deny")
    };
    assert_eq!(body_of(&request), [""; 0]);
}

#[test]
fn only_names_travel() {
    for (kind, value, shown) in [
        ("program", "rm", Some("program: rm")),
        ("program", "/usr/bin/rm -rf /home", Some("program: rm")),
        ("program", "  ./run.sh\targ", Some("program: run.sh")),
        ("program", "/opt/x/", Some("program: x")),
        ("program", "/", None),
        ("program", "", None),
        ("program", " \t", None),
        ("program", "curl https://example.org", None),
        ("target", "/home/me/notes/to do.md", Some("target: to do.md")),
        ("target", "notes/", Some("target: notes")),
        ("target", "//", None),
        ("target", "https://example.org/x", None),
        ("tools", "a,b", Some("tools: a,b")),
        ("tools", " a/b c ", Some("tools: a/b c")),
        ("url", "ftp://example.org", None),
        ("kind", "directory", Some("kind: directory")),
        ("kind", "", None),
        // What cleaning takes away may not hide an address, or stand for a name.
        ("url", "https:\u{200b}//example.org", None),
        ("url", "https:/\u{ad}/example.org", None),
        ("kind", "\u{200b}", None),
        ("program", "\u{200b} rm", Some("program: rm")),
        ("target", "notes/\u{feff}", Some("target: notes")),
        ("https://example.org", "x", None),
    ] {
        let request =
            Request { question: String::new(), objects: vec![object(kind, value)], ..choices("allow") };
        let expected: Vec<&str> = shown.into_iter().chain(["here"]).collect();
        assert_eq!(body_of(&request), expected, "{kind}={value:?}");
    }
}

#[test]
fn an_object_that_may_not_travel_leaves_the_others_alone() {
    let objects = vec![object("url", "a://b"), object("kind", "directory"), object("tools", "a,b")];
    let request = Request { objects, ..choices("allow") };
    assert_eq!(body_of(&request)[1], "kind: directory · tools: a,b");
}

#[test]
fn text_is_one_clean_line_each() {
    let request = Request {
        title: "Ti\u{202e}tle\n2".into(),
        question: "Delete\nthis\u{200b}\t file?".into(),
        reason: Some("line\r\nbreak".into()),
        include_reason: true,
        source: "he\u{1b}re".into(),
        ..choices("allow")
    };
    let rendering = at_terminal(&request, &shown(3));
    assert_eq!(rendering.summary, "Title 2");
    assert_eq!(rendering.lines, ["Delete this file?", "line break", "here"]);
}

#[test]
fn a_title_of_nothing_is_the_kind_s() {
    for title in ["", "  ", "\u{200b}"] {
        let request = Request { title: title.into(), kind: Kind::Limit, ..choices("allow") };
        assert_eq!(at_terminal(&request, &shown(3)).summary, "A limit was reached");
    }
}

#[test]
fn titles_and_lines_are_cut_between_graphemes() {
    let limits = TextLimits::DESKTOP;
    let long = |count: usize| "x".repeat(count);
    for (count, cut) in [(80, false), (81, true)] {
        let request = Request { title: long(count), ..choices("allow") };
        let summary = at_terminal(&request, &shown(3)).summary;
        assert_eq!((summary.chars().count(), summary.ends_with('…')), (limits.title, cut));
    }
    for (count, cut) in [(240, false), (241, true)] {
        let request = Request { question: long(count), ..choices("allow") };
        let line = body_of(&request).remove(0);
        assert_eq!((line.chars().count(), line.ends_with('…')), (limits.line, cut));
    }
    let family = "👩\u{200d}👩\u{200d}👧";
    let request = Request { question: format!("{}{family}{}", long(236), long(9)), ..choices("allow") };
    assert_eq!(body_of(&request)[0], format!("{}…", long(236)), "half a family is none");
}

#[test]
fn lines_are_taken_whole_and_in_order_and_the_tail_is_reserved() {
    let long = |count: usize| "x".repeat(count);
    // 500 characters: 240, a break, the reason, a break, and 23 + 1 + 4 of the tail.
    for (reason, fits) in [(230, true), (231, false)] {
        let request = Request { question: long(240), reason: Some(long(reason)), objects: vec![], ..full() };
        let rendering = at_terminal(&request, &shown(9));
        let total = rendering.lines.join("\n").chars().count();
        assert_eq!(rendering.lost.contains(&Loss::Line), !fits, "{reason}");
        assert_eq!(rendering.lines.len(), if fits { 4 } else { 3 }, "{reason}");
        assert_eq!(total, if fits { 500 } else { 500 - 231 }, "{reason}");
        assert_eq!(rendering.lines.last().map(String::as_str), Some("here"));
    }
}

#[test]
fn after_a_line_that_does_not_fit_no_other_is_taken() {
    let request = Request { question: "x".repeat(240), reason: Some("y".repeat(240)), ..full() };
    let rendering = at_terminal(&request, &shown(9));
    assert_eq!(rendering.lines[1..], ["no answer in 30s = deny", "here"]);
    assert_eq!(rendering.lost, [Loss::Line]);
}

#[test]
fn a_long_source_gives_way_to_the_deadline_and_keeps_its_mark() {
    let key = "k".repeat(300);
    let request = Request {
        question: "q".repeat(300),
        source: "s".repeat(300),
        deadline: Some(Deadline { after: HOUR, otherwise: Some(Answer::Choice(choice(&key))) }),
        ..choices("a b c d e")
    };
    for text in [TextLimits::DESKTOP, TextLimits::TERMINAL] {
        let capability = Capability { unique_text: true, text, ..shown(3) };
        let scene = Scene { mark: "1a2b", ..AT_TERMINAL };
        let lines = render(&request, &capability, scene).unwrap().lines;
        assert_eq!(lines.join("\n").chars().count(), text.body);
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert_eq!(lines[0], "the rest is at the terminal");
        assert!(lines[1].starts_with("no answer in 1h = kkk") && lines[1].chars().count() == text.line);
        assert!(lines[2].starts_with("sss") && lines[2].ends_with("s… #1a2b"), "{lines:?}");
    }
}

#[test]
fn equal_texts_are_told_apart_only_where_a_server_swallows_them() {
    for (unique_text, mark, source, line) in [
        (true, "1a2b", "here", Some("here #1a2b")),
        (true, "", "here", Some("here")),
        (false, "1a2b", "here", Some("here")),
        (true, "1a2b", "", Some("#1a2b")),
        (false, "1a2b", "", None),
    ] {
        let capability = Capability { unique_text, ..shown(3) };
        let request = Request { source: source.into(), question: String::new(), ..choices("allow") };
        let rendering = render(&request, &capability, Scene { mark, ..AT_TERMINAL }).unwrap();
        assert_eq!(rendering.lines, line.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn the_body_says_where_the_other_answers_are() {
    let rest = Some("the rest is at the terminal");
    let answer = Some("answer at the terminal");
    let menu = Some("the answers are in its menu");
    let reply = |buttons| Capability { reply: true, ..can(buttons) };
    for (answers, capability, terminal, hint) in [
        (question("a b c", false), shown(3), true, None),
        (question("a b c d", false), shown(3), true, rest),
        (question("a b", true), shown(3), true, rest),
        (question("a b", true), reply(Buttons::Shown(3)), true, None),
        (question("a b", true), shown(3), false, None),
        (question("a b", false), can(Buttons::Never), true, answer),
        (question("a b", false), can(Buttons::Menu), true, menu),
        (question("a b", false), can(Buttons::Menu), false, menu),
        (question("a b", true), can(Buttons::Menu), true, rest),
        (Question::Reply, can(Buttons::Never), true, answer),
        (Question::Reply, shown(3), true, answer),
        (Question::Reply, can(Buttons::Menu), true, answer),
        (Question::Reply, reply(Buttons::Menu), true, None),
        (Question::Reply, reply(Buttons::Menu), false, None),
    ] {
        let scene = Scene { terminal, ..AT_TERMINAL };
        let request = Request { question: String::new(), ..request(answers.clone()) };
        let lines = render(&request, &capability, scene).unwrap().lines;
        let expected: Vec<&str> = hint.into_iter().chain(["here"]).collect();
        assert_eq!(lines, expected, "{answers:?} on {:?}", capability.buttons);
    }
    let request = Request { question: String::new(), ..choices("a b") };
    let scene = Scene { actions: false, ..AT_TERMINAL };
    let lines = render(&request, &can(Buttons::Menu), scene).unwrap().lines;
    assert_eq!(lines, ["answer at the terminal", "here"], "a menu that is not offered is not spoken of");
}
