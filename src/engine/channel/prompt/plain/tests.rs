use proptest::prelude::*;

use super::*;
use crate::engine::channel::prompt::fixtures::{
    choice, choice_or_text, form, full, list, list_or_text, request, screen, several, with_default,
};

#[test]
fn introduces_itself() {
    assert_eq!(
        Plain::new(&full()).intro(None, &Screen { unicode: false, ..screen(80, 24) }),
        "Release\nThe tests passed and the change was reviewed.\nprogram: rm - target: todo.md\n\
         no answer in 30s = deny\nshop@build\nDeploy to production? [allow/deny; Enter = deny] "
    );
    let bare = |request: Request| Plain::new(&request).intro(None, &screen(80, 24));
    assert_eq!(bare(choice("allow,deny")), "Deploy? [allow/deny] ");
    assert_eq!(bare(choice_or_text("allow,deny")), "Deploy? [allow/deny/your own text] ");
    assert_eq!(bare(request(Question::Reply)), "Deploy? ");
    assert_eq!(bare(request(Question::Secret)), "Deploy? [not shown] ");
    assert_eq!(
        bare(with_default(request(Question::Reply), Some("main"))),
        "no answer in 30s = main\nDeploy? [Enter = main] "
    );
}

#[test]
fn holds_no_escape() {
    let mut request = full();
    request.question = "\u{1b}[1mx\u{9b}?".to_owned();
    assert!(
        !Plain::new(&request).intro(None, &screen(80, 24)).contains(|c: char| c.is_control() && c != '\n')
    );
}

#[test]
fn judges_a_line() {
    let confirm = choice("allow=Allow once,deny=Deny");
    let judged = |request: &Request, line: &str| match Plain::new(request).judge(line) {
        Judgement::Answered(answer) => answer.text().into_owned(),
        Judgement::Dismissed => "(dismissed)".to_owned(),
        Judgement::Reask(text) => text,
    };
    let again = "Please answer allow or deny\nDeploy? [allow/deny] ";
    for (line, result) in [
        ("allow\n", "allow"),
        ("  Y \r\n", "allow"),
        ("2", "deny"),
        ("allow once\n", "allow"),
        ("\n", again),
        ("", again),
        ("what\n", again),
        ("\u{1b}[B\n", again),
        ("\u{1b}\n", "(dismissed)"),
    ] {
        assert_eq!(judged(&confirm, line), result, "{line:?}");
    }
    assert_eq!(judged(&with_default(confirm, Some("deny")), "\n"), "deny");
    assert_eq!(judged(&request(Question::Reply), " as typed \n"), " as typed ");
    assert_eq!(judged(&request(Question::Reply), "\n"), "Please type an answer\nDeploy? ");
    assert_eq!(
        Plain::new(&request(Question::Secret)).judge("hunter2\n"),
        Judgement::Answered(Answer::Secret(Zeroizing::new("hunter2".to_owned())))
    );
}

/// The lines typed one after the other: what is written after each, and the answer at last.
fn talk(request: &Request, lines: &[&str]) -> Vec<String> {
    let mut plain = Plain::new(request);
    let mut said = vec![plain.intro(None, &screen(80, 24))];
    for line in lines {
        said.push(match plain.judge(line) {
            Judgement::Answered(answer) => format!("= {}", answer.text()),
            Judgement::Dismissed => "(dismissed)".to_owned(),
            Judgement::Reask(text) => text,
        });
    }
    said
}

#[test]
fn a_list_is_numbered() {
    let cities = "ber=Berlin,par=Paris,rom=Rome";
    let intro = "Deploy?\n1. Berlin\n2. Paris\n3. Rome\n";
    let ask = "Deploy? [1-3] ";
    assert_eq!(talk(&list(cities), &["2\n"]), [format!("{intro}{ask}"), "= par".to_owned()]);
    let again = format!("Please answer ber, par or rom\n{ask}");
    assert_eq!(
        talk(&list(cities), &["\n", "4\n", "rome\n"])[1..],
        [again.clone(), again, "= rom".to_owned()]
    );
    let own = talk(&list_or_text(cities), &["Oslo\n"]);
    assert_eq!(own, [format!("{intro}Deploy? [1-3, or your own text] "), "= Oslo".to_owned()]);
    let numbers = talk(&list("10=Ten,5=Five"), &["5\n"]);
    assert_eq!(numbers, ["Deploy?\n10. Ten\n 5. Five\nDeploy? [a key] ", "= 5"]);
}

#[test]
fn several_of_a_list() {
    let cities = several("ber=Berlin,ny=New York,nd=New Delhi,rom=Rome");
    let ask = "Deploy? [1-4, or several] ";
    let said = |line: &str| talk(&cities, &[line]).pop().unwrap();
    for (line, answer) in [
        ("1\n", "= ber"),
        ("4,1\n", "= ber\nrom"),
        ("4 1 1\n", "= ber\nrom"),
        ("new york, rome\n", "= ny\nrom"),
        (" 1, ,2,\n", "= ber\nny"),
        ("new york\n", "= ny"),
    ] {
        assert_eq!(said(line), answer, "{line:?}");
    }
    for (line, fault) in [
        ("\n", "Please answer ber, ny, nd or rom, or several with commas between"),
        (" , \n", "Please answer ber, ny, nd or rom, or several with commas between"),
        ("1,new\n", "new: that could be more than one"),
        ("1,oslo\n", "oslo: there is no such answer"),
    ] {
        assert_eq!(said(line), format!("{fault}\n{ask}"), "{line:?}");
    }
    let Question::List { choices, .. } = &cities.answers else { unreachable!() };
    let offered = Answer::Choices(choices[2..].to_vec());
    let cities = Request { default: Some(offered), ..cities.clone() };
    let said = talk(&cities, &["\n"]);
    assert!(said[0].ends_with("Deploy? [1-4, or several; Enter = nd, rom] "), "{said:?}");
    assert_eq!(said[1], "= nd\nrom");
}

#[test]
fn a_form_is_asked_field_by_field() {
    let form = form("version=Version/[0-9.]+,branch=Branch:main,notes=Notes");
    assert_eq!(
        talk(&form, &["1.x\n", "\n", "1.2\n", "\n", "it's\tfine\r\n"]),
        [
            "Deploy?\nVersion: ",
            "Version has to match [0-9.]+\nVersion: ",
            "Version has to match [0-9.]+\nVersion: ",
            "Branch [main]: ",
            "Notes: ",
            "= version='1.2'\nbranch='main'\nnotes='it'\\''s fine'",
        ]
    );
    assert_eq!(talk(&form, &["1\n", "\u{1b}\n"])[2], "(dismissed)");
    let mut plain = Plain::new(&form);
    plain.judge("1\n");
    assert_eq!(plain.intro(None, &screen(80, 24)), "Deploy?\nBranch [main]: ", "it goes on where it was");
}

#[test]
fn a_label_with_a_sign_of_its_own_gets_no_other() {
    let said = talk(&form("a=Who?,b=How old?:40,c=C:"), &["x\n", "\n", "\n"]);
    assert_eq!(said, ["Deploy?\nWho? ", "How old? [40] ", "C: ", "= a='x'\nb='40'\nc=''"]);
}

proptest! {
    #[test]
    fn any_lines(lines in prop::collection::vec("[a-c1-3, \u{1b}\t日é]{0,8}", 1..6), kind in 0..6) {
        let request = match kind {
            0 => choice("a,b,c"),
            1 => list("a,b,c=bc,d"),
            2 => several("a,b,c=bc,d"),
            3 => list_or_text("a,b"),
            4 => form("a=A/[a-c]*,b=B:x"),
            _ => request(Question::Reply),
        };
        let mut plain = Plain::new(&request);
        for line in &lines {
            match plain.judge(line) {
                Judgement::Answered(answer) => {
                    let is_whole = match &answer {
                        Answer::Choices(choices) => {
                            request.answers.takes_several() && !choices.is_empty() && choices.iter().all(|choice| request.answers.choices().contains(choice))
                        }
                        Answer::Form(values) => values.len() == request.answers.fields().len(),
                        Answer::Choice(choice) => request.answers.choices().contains(choice),
                        Answer::Text(text) => request.answers.takes_text() && !text.trim().is_empty(),
                        Answer::Secret(_) => false,
                    };
                    prop_assert!(is_whole, "{:?}", answer);
                    return Ok(());
                }
                Judgement::Dismissed => prop_assert!(line.as_bytes().contains(&0x1b)),
                Judgement::Reask(text) => {
 let is_clean = text.ends_with(' ') && !text.contains('\u{1b}');
 prop_assert!(is_clean, "{:?}", text);
 }
            }
        }
    }
}
