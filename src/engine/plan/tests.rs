//! What a prompt offers where, by spec §2 `--object`, §3 rules 4, 7 and 10, and §4.

use proptest::prelude::*;

use super::*;
use crate::engine::{
    answer::Answer,
    capability::TextLimits,
    field::Field,
    request::{Choice, Kind},
};

const DESKTOP: ChannelKind = ChannelKind::Desktop;
const TERMINAL: ChannelKind = ChannelKind::Terminal;
const HOUR: Duration = Duration::from_hours(1);

/// A choice whose key carries its verdict, with the key in capitals as its label.
fn choice(key: &str) -> Choice {
    Choice { key: key.to_owned(), label: key.to_uppercase(), verdict: Verdict::of_key(key) }
}

fn question(keys: &str, reply: bool) -> Question {
    Question::Choice { choices: keys.split_whitespace().map(choice).collect(), reply }
}

fn list(keys: &str) -> Question {
    let choices = keys.split_whitespace().map(choice).collect();
    Question::List { choices, other: false, multi: false }
}

fn form(labels: &str) -> Question {
    let field = |label: &str| Field {
        name: label.to_lowercase(),
        label: label.to_owned(),
        preset: Some("secret value".into()),
        pattern: None,
    };
    Question::Form(labels.split_whitespace().map(field).collect())
}

fn request(answers: Question) -> Request {
    Request {
        kind: Kind::Confirm,
        title: "Title".into(),
        question: "Question?".into(),
        reason: None,
        include_reason: false,
        objects: Vec::new(),
        answers,
        deadline: None,
        default: None,
        source: "here".into(),
    }
}

fn choices(keys: &str) -> Request {
    request(question(keys, false))
}

/// A server with so many buttons and nothing else.
fn shown(limit: usize) -> Capability {
    can(Buttons::Shown(limit))
}

fn can(buttons: Buttons) -> Capability {
    Capability { buttons, reply: false, body_click: false, unique_text: false, text: TextLimits::DESKTOP }
}

const AT_TERMINAL: Scene<'_> = Scene { terminal: true, actions: true, mark: "" };
const ALONE: Scene<'_> = Scene { terminal: false, actions: true, mark: "" };

/// What the buttons say, with a bar between.
fn labels(rendering: &Rendering) -> String {
    rendering.buttons.iter().map(|button| button.label.as_str()).collect::<Vec<_>>().join("|")
}

/// Rendered where there is a terminal, which never fails.
fn at_terminal(request: &Request, capability: &Capability) -> Rendering {
    render(request, capability, AT_TERMINAL).unwrap()
}

fn body_of(request: &Request) -> Vec<String> {
    at_terminal(request, &shown(9)).lines
}

fn object(kind: &str, value: &str) -> Object {
    Object { kind: kind.into(), value: value.into() }
}

// --- the plan ---

fn wishes() -> Wishes {
    Wishes {
        enabled: true,
        channels: vec![DESKTOP, TERMINAL],
        actions: true,
        terminal_only: false,
        grace: Duration::from_secs(5),
        min_interval: Duration::from_secs(10),
        continues: false,
        bell: true,
    }
}

/// The channels of a plan, and what is said about those that it leaves out.
fn plan_of(answers: &Question, wishes: &Wishes, terminal: bool) -> (Vec<ChannelKind>, Vec<String>) {
    let plan = Plan::new(&request(answers.clone()), wishes, terminal);
    let failures = plan.failures.iter().map(|f| format!("{}: {}", f.channel.name(), f.error));
    (plan.channels, failures.collect())
}

#[test]
fn at_a_terminal_every_channel_may_announce_whatever_may_answer() {
    for actions in [true, false] {
        for terminal_only in [true, false] {
            let wishes = Wishes { actions, terminal_only, ..wishes() };
            let plan = plan_of(&question("allow deny", false), &wishes, true);
            assert_eq!(plan, (vec![DESKTOP, TERMINAL], vec![]), "{actions} {terminal_only}");
        }
    }
}

#[test]
fn without_a_terminal_only_a_channel_that_can_be_answered_is_left() {
    let none = "terminal: there is no terminal";
    let only = "desktop: only the terminal may answer, and there is none";
    let off = "desktop: buttons are switched off, and there is no terminal to answer at";
    for (actions, terminal_only, channels, failures) in [
        (true, false, vec![DESKTOP], vec![none]),
        (true, true, vec![], vec![only, none]),
        (false, true, vec![], vec![only, none]),
        (false, false, vec![], vec![off, none]),
    ] {
        let wishes = Wishes { actions, terminal_only, ..wishes() };
        for answers in [question("allow deny", false), Question::Reply] {
            let failures: Vec<String> = failures.iter().map(|&failure| failure.to_owned()).collect();
            assert_eq!(plan_of(&answers, &wishes, false), (channels.clone(), failures));
        }
    }
}

#[test]
fn a_secret_is_announced_nowhere_and_so_is_nothing_when_it_is_switched_off() {
    for terminal in [true, false] {
        for actions in [true, false] {
            for terminal_only in [true, false] {
                let wishes = Wishes { actions, terminal_only, ..wishes() };
                assert_eq!(plan_of(&Question::Secret, &wishes, terminal), (vec![], vec![]));
                let wishes = Wishes { enabled: false, ..wishes };
                assert_eq!(plan_of(&question("allow deny", false), &wishes, terminal), (vec![], vec![]));
            }
        }
    }
}

#[test]
fn a_list_and_a_form_are_for_the_terminal_alone() {
    for (answers, what) in [(list("a b"), "a list"), (form("A B"), "a form")] {
        for actions in [true, false] {
            let wishes = Wishes { actions, ..wishes() };
            assert_eq!(plan_of(&answers, &wishes, true), (vec![DESKTOP, TERMINAL], vec![]));
            let only = format!("desktop: {what} can only be answered at the terminal, and there is none");
            let none = "terminal: there is no terminal".to_owned();
            assert_eq!(plan_of(&answers, &wishes, false), (vec![], vec![only.clone(), none]));
            // Should the terminal go while it is being announced.
            let scene = Scene { actions, ..ALONE };
            let error = render(&request(answers.clone()), &can(Buttons::Menu), scene).unwrap_err();
            assert_eq!(format!("desktop: {error}"), only);
        }
    }
}

#[test]
fn channels_keep_the_order_they_were_named_in() {
    for channels in [vec![], vec![TERMINAL], vec![DESKTOP], vec![TERMINAL, DESKTOP]] {
        let wishes = Wishes { channels: channels.clone(), ..wishes() };
        assert_eq!(plan_of(&Question::Reply, &wishes, true), (channels, vec![]));
    }
}

#[test]
fn there_is_grace_at_a_terminal_only_and_not_within_an_exchange() {
    for (terminal, continues, grace) in [
        (true, false, Duration::from_secs(5)),
        (true, true, Duration::ZERO),
        (false, false, Duration::ZERO),
        (false, true, Duration::ZERO),
    ] {
        let plan = Plan::new(&choices("allow"), &Wishes { continues, ..wishes() }, terminal);
        assert_eq!(plan.grace, grace, "{terminal} {continues}");
        assert_eq!((plan.terminal, plan.continues), (terminal, continues));
        assert_eq!(plan.min_interval, Duration::from_secs(10), "what expired comes back no sooner");
    }
}

#[test]
fn the_bell_rings_where_it_is_wanted_and_there_is_a_terminal() {
    for (bell, terminal, rings) in
        [(true, true, true), (true, false, false), (false, true, false), (false, false, false)]
    {
        let plan = Plan::new(&choices("allow"), &Wishes { bell, ..wishes() }, terminal);
        assert_eq!(plan.bell, rings, "{bell} {terminal}");
    }
}

#[test]
fn the_deadline_is_the_request_s() {
    let deadline = Deadline { after: HOUR, otherwise: Some(Answer::Choice(choice("deny"))) };
    let request = Request { deadline: Some(deadline.clone()), ..choices("allow deny") };
    assert_eq!(Plan::new(&request, &wishes(), true).deadline, Some(deadline));
    assert_eq!(Plan::new(&choices("allow deny"), &wishes(), true).deadline, None);
}

// --- the buttons ---

#[test]
fn above_the_limit_the_terminal_goes_first_then_choices_from_the_end_and_refusing_ones_never() {
    let rows: [(&str, usize, &str, &str); 20] = [
        ("allow deny", 3, "ALLOW|DENY|Go to terminal", ""),
        ("allow deny", 2, "ALLOW|DENY", "Go to terminal"),
        ("allow deny", 1, "DENY", "allow, Go to terminal"),
        ("allow deny", 0, "", "allow, deny, Go to terminal"),
        ("allow deny", usize::MAX, "ALLOW|DENY|Go to terminal", ""),
        ("deny allow", 1, "DENY", "allow, Go to terminal"),
        ("allow review deny", 4, "ALLOW|REVIEW|DENY|Go to terminal", ""),
        ("allow review deny", 3, "ALLOW|REVIEW|DENY", "Go to terminal"),
        ("allow review deny", 2, "ALLOW|DENY", "review, Go to terminal"),
        ("deny review allow", 2, "DENY|REVIEW", "allow, Go to terminal"),
        ("a b c d e deny", 3, "A|B|DENY", "e, d, c, Go to terminal"),
        ("deny a b c d e", 3, "DENY|A|B", "e, d, c, Go to terminal"),
        ("a stop b deny c no", 3, "STOP|DENY|NO", "c, b, a, Go to terminal"),
        ("a stop b deny c no", 2, "STOP|DENY", "c, b, a, no, Go to terminal"),
        ("deny no stop", 1, "DENY", "stop, no, Go to terminal"),
        ("a b c d", 3, "A|B|C", "d, Go to terminal"),
        ("a b c d", 1, "A", "d, c, b, Go to terminal"),
        ("a", 1, "A", "Go to terminal"),
        ("a", 2, "A|Go to terminal", ""),
        ("a b c d e f g h i j k no", 3, "A|B|NO", "k, j, i, h, g, f, e, d, c, Go to terminal"),
    ];
    for (keys, limit, buttons, lost) in rows {
        let rendering = at_terminal(&choices(keys), &shown(limit));
        assert_eq!(labels(&rendering), buttons, "{keys} on {limit}");
        let shown: Vec<String> = rendering.lost.iter().map(loss).collect();
        assert_eq!(shown.join(", "), lost, "{keys} on {limit}");
    }
}

fn loss(loss: &Loss) -> String {
    match loss {
        Loss::Choice(key) => key.clone(),
        Loss::GoToTerminal => "Go to terminal".into(),
        Loss::Reply => "reply".into(),
        Loss::Line => "line".into(),
    }
}

#[test]
fn a_choice_refuses_by_its_verdict_and_not_by_its_key() {
    let mut request = choices("allow deny leave");
    let Question::Choice { choices, .. } = &mut request.answers else { unreachable!() };
    choices[1].verdict = Verdict::None;
    choices[2].verdict = Verdict::Refuse;
    assert_eq!(labels(&at_terminal(&request, &shown(1))), "LEAVE");
    assert_eq!(labels(&at_terminal(&request, &shown(2))), "ALLOW|LEAVE");
}

#[test]
fn a_button_presses_the_choice_that_it_names_even_after_others_were_dropped() {
    let rendering = at_terminal(&choices("allow review always deny"), &shown(2));
    let presses: Vec<Press> = rendering.buttons.iter().map(|button| button.press).collect();
    assert_eq!(presses, [Press::Choice(0), Press::Choice(3)]);
    let rendering = at_terminal(&choices("allow"), &shown(2));
    assert_eq!(rendering.buttons[1].press, Press::GoToTerminal);
}

#[test]
fn a_lone_choice_gets_a_harmless_second_action() {
    let alone = |limit| render(&choices("allow"), &shown(limit), ALONE).unwrap();
    assert_eq!(labels(&alone(3)), "ALLOW|Dismiss");
    assert_eq!(labels(&alone(2)), "ALLOW|Dismiss");
    assert_eq!(alone(2).buttons[1].press, Press::Dismiss);
    assert_eq!(labels(&alone(1)), "ALLOW", "there is no room for a second");
    assert_eq!(alone(2).lost, []);
    assert_eq!(labels(&at_terminal(&choices("allow"), &shown(3))), "ALLOW|Go to terminal");
    assert_eq!(labels(&render(&choices("allow deny"), &shown(3), ALONE).unwrap()), "ALLOW|DENY");
    let with_reply = Capability { reply: true, ..shown(3) };
    let rendering = render(&request(question("allow", true)), &with_reply, ALONE).unwrap();
    assert_eq!(labels(&rendering), "ALLOW", "the reply field is the second");
    let menu = render(&choices("allow"), &can(Buttons::Menu), ALONE).unwrap();
    assert_eq!(labels(&menu), "ALLOW|Dismiss");
}

#[test]
fn without_a_terminal_every_answer_has_to_fit_or_it_says_why() {
    let few = "it shows 3 of 4 choices, and there is no terminal for the rest";
    let none = "it shows 0 of 2 choices, and there is no terminal for the rest";
    let never = "it shows no buttons, and there is no terminal to answer at";
    let field = "it has no field for typed text, and there is no terminal to answer at";
    let reply = |buttons| Capability { reply: true, ..can(buttons) };
    for (answers, capability, expected) in [
        (question("a b c", false), shown(3), Ok("A|B|C")),
        (question("a b c d", false), shown(3), Err(few)),
        (question("a b c d", false), shown(4), Ok("A|B|C|D")),
        (question("a b c d", false), can(Buttons::Menu), Ok("A|B|C|D")),
        (question("allow deny", false), shown(0), Err(none)),
        (question("allow deny", false), can(Buttons::Never), Err(never)),
        (question("allow deny", false), reply(Buttons::Never), Err(never)),
        (question("allow deny", true), shown(3), Ok("ALLOW|DENY")),
        (question("allow deny", true), reply(Buttons::Shown(3)), Ok("ALLOW|DENY")),
        (question("allow deny", true), reply(Buttons::Never), Err(never)),
        (Question::Reply, reply(Buttons::Shown(3)), Ok("")),
        (Question::Reply, reply(Buttons::Never), Ok("")),
        (Question::Reply, shown(3), Err(field)),
        (Question::Reply, can(Buttons::Never), Err(field)),
    ] {
        let rendering = render(&request(answers.clone()), &capability, ALONE);
        let result = rendering.as_ref().map(labels);
        assert_eq!(result.as_deref().map_err(|error| error.as_str()), expected, "{answers:?}");
    }
}

#[test]
fn without_actions_nothing_can_be_pressed() {
    let scene = Scene { actions: false, ..AT_TERMINAL };
    let capability = Capability { reply: true, body_click: true, ..shown(9) };
    let rendering = render(&request(question("allow deny", true)), &capability, scene).unwrap();
    assert_eq!((rendering.buttons, rendering.reply, rendering.body_click), (vec![], false, false));
    assert_eq!(
        rendering.lost,
        [Loss::Choice("allow".into()), Loss::Choice("deny".into()), Loss::GoToTerminal, Loss::Reply]
    );
    assert_eq!(rendering.lines, ["Question?", "answer at the terminal", "here"]);
    let scene = Scene { actions: false, ..ALONE };
    assert!(render(&choices("allow deny"), &capability, scene).is_err());
    assert!(render(&request(Question::Reply), &capability, scene).is_err());
}

#[test]
fn a_reply_field_is_offered_where_there_is_one_and_text_is_an_answer() {
    for (answers, capable, reply, lost) in [
        (Question::Reply, true, true, false),
        (Question::Reply, false, false, true),
        (question("allow deny", true), true, true, false),
        (question("allow deny", true), false, false, true),
        (question("allow deny", false), true, false, false),
    ] {
        let capability = Capability { reply: capable, ..shown(3) };
        let rendering = at_terminal(&request(answers.clone()), &capability);
        assert_eq!(rendering.reply, reply, "{answers:?}");
        assert_eq!(rendering.lost.contains(&Loss::Reply), lost, "{answers:?}");
        assert!(labels(&rendering).ends_with(GO_TO_TERMINAL), "{answers:?}");
    }
}

#[test]
fn of_a_list_and_a_form_nothing_can_be_pressed_and_all_is_named() {
    let able = Capability { reply: true, body_click: true, ..shown(9) };
    let other = Question::List { choices: vec![choice("a"), choice("deny")], other: true, multi: false };
    for (answers, named) in
        [(list("a deny"), "A · DENY"), (other, "A · DENY"), (form("Version Branch"), "Version · Branch")]
    {
        for capability in [able, can(Buttons::Menu), can(Buttons::Never)] {
            let rendering = at_terminal(&request(answers.clone()), &capability);
            assert_eq!((rendering.buttons, rendering.reply, rendering.body_click), (vec![], false, false));
            assert_eq!(
                rendering.lines,
                ["Question?", named, "answer at the terminal", "here"],
                "{answers:?}"
            );
        }
    }
    let many: Vec<String> = (1..=300).map(|number| format!("choice-{number}")).collect();
    let lines = body_of(&request(list(&many.join(" "))));
    assert!(lines[1].starts_with("CHOICE-1 · CHOICE-2 · ") && lines[1].ends_with(" more"), "{lines:?}");
    let told = lines[1].matches("CHOICE").count();
    assert!(lines[1].ends_with(&format!(" · and {} more", 300 - told)), "{lines:?}");
    assert!((220..=240).contains(&lines[1].chars().count()), "{lines:?}");
    let long = request(list(&"x".repeat(400)));
    assert!(body_of(&long)[1].ends_with("X…"));
    let terminal = Capability { text: TextLimits::TERMINAL, ..shown(0) };
    let lines = at_terminal(&request(list(&many.join(" "))), &terminal).lines;
    assert!(lines[1].chars().count() <= 100 && lines[1].ends_with(" more"), "{lines:?}");
}

#[test]
fn a_click_on_the_body_goes_to_the_terminal_if_there_is_one_and_the_server_can_tell() {
    for (terminal, body_click) in [(true, true), (true, false), (false, true), (false, false)] {
        let capability = Capability { body_click, ..shown(3) };
        let rendering =
            render(&choices("allow deny"), &capability, Scene { terminal, ..AT_TERMINAL }).unwrap();
        assert_eq!(rendering.body_click, terminal && body_click);
    }
}

// --- the body ---

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

// --- whatever is asked, wherever ---

fn any_choices() -> impl Strategy<Value = Vec<Choice>> {
    let verdict = prop_oneof![Just(Verdict::Affirm), Just(Verdict::Refuse), Just(Verdict::None)];
    prop::collection::vec(verdict, 1..13).prop_map(|verdicts| {
        let numbered = verdicts.into_iter().enumerate();
        numbered
            .map(|(at, verdict)| Choice { key: format!("k{at}"), label: format!("Label {at}"), verdict })
            .collect()
    })
}

fn any_question() -> impl Strategy<Value = Question> {
    prop_oneof![
        4 => (any_choices(), any::<bool>())
            .prop_map(|(choices, reply)| Question::Choice { choices, reply }),
        1 => Just(Question::Reply),
        1 => (any_choices(), any::<bool>())
            .prop_map(|(choices, other)| Question::List { choices, other, multi: !other }),
        1 => prop::collection::vec("[A-C]{1,90}", 1..5).prop_map(|labels| form(&labels.join(" "))),
    ]
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![2 => "[a-z \n\u{200b}é👩\u{200d}]{0,40}", 1 => "[ab \u{301}日]{0,600}", 1 => Just(String::new())]
}

fn any_request() -> impl Strategy<Value = Request> {
    let object = (prop_oneof![Just("program"), Just("target"), Just("kind")], "[a/: \u{200b}]{0,12}")
        .prop_map(|(kind, value)| object(kind, &value));
    let otherwise = prop_oneof![Just(None), any_text().prop_map(|text| Some(Answer::Text(text)))];
    let deadline = prop::option::of(
        (0_u64..400_000, otherwise)
            .prop_map(|(after, otherwise)| Deadline { after: Duration::from_millis(after), otherwise }),
    );
    let texts = (any_text(), any_text(), prop::option::of(any_text()), any_text(), any::<bool>());
    (any_question(), texts, prop::collection::vec(object, 0..5), deadline).prop_map(
        |(answers, (title, question, reason, source, include_reason), objects, deadline)| Request {
            title,
            question,
            reason,
            include_reason,
            objects,
            deadline,
            source,
            ..request(answers)
        },
    )
}

fn any_capability() -> impl Strategy<Value = Capability> {
    let buttons = prop_oneof![
        Just(Buttons::Never),
        Just(Buttons::Menu),
        Just(Buttons::Shown(usize::MAX)),
        (0_usize..14).prop_map(Buttons::Shown),
    ];
    let limits = prop_oneof![Just(TextLimits::DESKTOP), Just(TextLimits::TERMINAL)];
    (buttons, any::<[bool; 3]>(), limits).prop_map(|(buttons, [reply, body_click, unique_text], text)| {
        Capability { buttons, reply, body_click, unique_text, text }
    })
}

/// The choices of the request that have a button, by index.
fn pressable(rendering: &Rendering) -> Vec<usize> {
    let index = |button: &Button| match button.press {
        Press::Choice(at) => Some(at),
        Press::GoToTerminal | Press::Dismiss => None,
    };
    rendering.buttons.iter().filter_map(index).collect()
}

proptest! {
    #[test]
    fn whatever_is_asked_the_buttons_keep_the_rules(
        request in any_request(),
        capability in any_capability(),
        terminal: bool,
        actions: bool,
    ) {
        let scene = Scene { terminal, actions, mark: "1a2b" };
        let actions = actions && request.answers.terminal_only().is_none();
        let limit = if actions { capability.buttons.limit() } else { 0 };
        let choices = request.answers.choices();
        let reply = actions && capability.reply && request.answers.takes_text();
        let result = render(&request, &capability, scene);
        if !terminal {
            let all = choices.len() <= limit && (reply || !choices.is_empty());
            prop_assert_eq!(result.is_ok(), all);
        }
        let Ok(rendering) = result else {
            prop_assert!(!terminal, "with a terminal every choice is reachable there");
            return Ok(());
        };
        prop_assert!(rendering.buttons.len() <= limit);
        prop_assert_eq!(rendering.reply, reply);
        prop_assert_eq!(rendering.body_click, terminal && actions && capability.body_click);

        let kept = pressable(&rendering);
        prop_assert!(kept.is_sorted_by(|one, two| one < two), "in the caller's order");
        for button in &rendering.buttons {
            prop_assert!(!button.label.is_empty());
            if let Press::Choice(at) = button.press {
                prop_assert_eq!(&button.label, &choices[at].label);
            }
        }
        let dropped: Vec<usize> = (0..choices.len()).filter(|at| !kept.contains(at)).collect();
        let refuses = |at: &&usize| choices[**at].verdict == Verdict::Refuse;
        if dropped.iter().any(|at| refuses(&at)) {
            prop_assert!(kept.iter().all(|at| refuses(&at)), "a refusing choice goes last");
        }
        for same in [true, false] {
            let last_kept = kept.iter().filter(|at| refuses(at) == same).max();
            let first_dropped = dropped.iter().filter(|at| refuses(at) == same).min();
            prop_assert!(first_dropped.is_none() || last_kept < first_dropped, "from the end");
        }
        if !dropped.is_empty() {
            prop_assert_eq!(kept.len(), limit, "no choice is dropped without need");
        }

        let others: Vec<Press> = rendering.buttons.iter().skip(kept.len()).map(|button| button.press).collect();
        if terminal {
            let expected = if kept.len() < limit { vec![Press::GoToTerminal] } else { vec![] };
            prop_assert_eq!(others, expected, "last, where there is room");
        } else {
            let lone = kept.len() == 1 && !reply && limit > 1;
            prop_assert_eq!(others, if lone { vec![Press::Dismiss] } else { vec![] });
        }

        let mut lost = rendering.lost.clone();
        lost.retain(|loss| *loss != Loss::Line);
        let mut expected: Vec<Loss> =
            dropped.iter().map(|&at| Loss::Choice(choices[at].key.clone())).collect();
        expected.extend((terminal && kept.len() >= limit).then_some(Loss::GoToTerminal));
        expected.extend((request.answers.takes_text() && !reply).then_some(Loss::Reply));
        prop_assert_eq!(lost.len(), expected.len());
        prop_assert!(expected.iter().all(|loss| lost.contains(loss)), "{:?} is not {:?}", lost, expected);
    }

    #[test]
    fn whatever_is_said_the_text_keeps_its_limits(
        request in any_request(),
        capability in any_capability(),
        terminal: bool,
    ) {
        let scene = Scene { terminal, actions: true, mark: "1a2b" };
        let Ok(rendering) = render(&request, &capability, scene) else { return Ok(()) };
        let limits = capability.text;
        let count = |text: &str| text.chars().count();
        prop_assert!((1..=limits.title).contains(&count(&rendering.summary)));
        prop_assert!(count(&rendering.lines.join("\n")) <= limits.body, "{:?}", rendering.lines);
        for line in &rendering.lines {
            prop_assert!((1..=limits.line).contains(&count(line)));
            prop_assert_eq!(&text::clean(line), line, "one clean line");
        }
        prop_assert!(!rendering.lines.iter().any(|line| line.contains("://")));
        if capability.unique_text {
            prop_assert!(rendering.lines.last().is_some_and(|line| line.ends_with("#1a2b")));
        }
        if let Some(deadline) = &request.deadline {
            let line = text::cut(&text::clean(&deadline.line()), limits.line);
            prop_assert!(rendering.lines.contains(&line), "the deadline is always there");
        }
    }
}
