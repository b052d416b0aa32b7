//! The buttons: which of them, and what was lost.

use super::*;

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

#[test]
fn a_row_that_does_not_grow_takes_what_is_seen_and_without_a_terminal_what_can_be_reached() {
    let row = |scrolls| can(Buttons::Row(Row { room: 20, gap: 1, equal: true, scrolls }));
    let few = "it shows 2 of 3 choices, and there is no terminal for the rest";
    for (keys, scrolls, terminal, expected) in [
        ("allow deny", true, true, Ok("ALLOW|DENY")),
        ("allow later deny", true, true, Ok("ALLOW|LATER|DENY")),
        ("allow tomorrow deny", true, true, Ok("ALLOW|DENY")),
        ("allow tomorrow deny", true, false, Ok("ALLOW|TOMORROW|DENY")),
        ("allow tomorrow deny", false, false, Err(few)),
        ("once-and-never-again", false, false, Ok("ONCE-AND-NEVER-AGAIN")),
        ("once-and-never-again", true, false, Ok("ONCE-AND-NEVER-AGAIN|Dismiss")),
    ] {
        let scene = Scene { terminal, ..AT_TERMINAL };
        let result = render(&choices(keys), &row(scrolls), scene).map(|rendering| labels(&rendering));
        assert_eq!(result.as_deref().map_err(String::as_str), expected, "{keys}");
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
