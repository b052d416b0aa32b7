//! Whatever is asked, wherever.

use proptest::prelude::*;

use super::*;

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
        (0_usize..99, 0_usize..9, any::<[bool; 2]>())
            .prop_map(|(room, gap, [equal, scrolls])| Buttons::Row(Row { room, gap, equal, scrolls })),
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
        let offered = if actions { capability.buttons } else { Buttons::Never };
        let fit = |labels: &[&str]| offered.fit(labels, terminal);
        let choices = request.answers.choices();
        let wanted: Vec<&str> = choices.iter().map(|choice| choice.label.as_str()).collect();
        let reply = actions && capability.reply && request.answers.takes_text();
        let result = render(&request, &capability, scene);
        if !terminal {
            let all = fit(&wanted) && (reply || !choices.is_empty());
            prop_assert_eq!(result.is_ok(), all);
        }
        let Ok(rendering) = result else {
            prop_assert!(!terminal, "with a terminal every choice is reachable there");
            return Ok(());
        };
        let labels: Vec<&str> = rendering.buttons.iter().map(|button| button.label.as_str()).collect();
        prop_assert!(fit(&labels));
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
        let last_dropped = rendering.lost.iter().rev().find_map(|loss| match loss {
            Loss::Choice(key) => choices.iter().position(|choice| choice.key == *key),
            _ => None,
        });
        let with = |more: Option<&'static str>, at: Option<usize>| {
            let labels = kept.iter().copied().chain(at).map(|at| choices[at].label.as_str());
            fit(&labels.chain(more).collect::<Vec<_>>())
        };
        if last_dropped.is_some() {
            prop_assert!(!with(None, last_dropped), "no choice is dropped without need");
        }

        let others: Vec<Press> = rendering.buttons.iter().skip(kept.len()).map(|button| button.press).collect();
        if terminal {
            let expected = if with(Some(GO_TO_TERMINAL), None) { vec![Press::GoToTerminal] } else { vec![] };
            prop_assert_eq!(others, expected, "last, where there is room");
        } else {
            let lone = kept.len() == 1 && !reply && with(Some(DISMISS), None);
            prop_assert_eq!(others, if lone { vec![Press::Dismiss] } else { vec![] });
        }

        let mut lost = rendering.lost.clone();
        lost.retain(|loss| *loss != Loss::Line);
        let mut expected: Vec<Loss> =
            dropped.iter().map(|&at| Loss::Choice(choices[at].key.clone())).collect();
        expected.extend((terminal && !with(Some(GO_TO_TERMINAL), None)).then_some(Loss::GoToTerminal));
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
