mod forms;
mod lists;

use proptest::prelude::*;

use super::*;
use crate::engine::{
    channel::prompt::{
        PromptOptions,
        fixtures::{
            CITIES, choice, choice_or_text, form, full, keys, list, list_or_text, prompt, request, screen,
            several, with_default,
        },
    },
    request::{Question, Request},
};

/// The frame after these keys, a line each, the cursor as `|`.
fn drawn(request: &Request, typed: &str, screen: Screen) -> String {
    let mut prompt = prompt(request);
    for key in keys(typed) {
        prompt.key(key);
    }
    shown(&frame(&prompt, &screen))
}

fn shown(frame: &Frame) -> String {
    let (row, column) = frame.cursor;
    let mut lines = frame.lines.clone();
    let mut at = lines[row].len();
    for (index, _) in frame.lines[row].char_indices() {
        if width(&frame.lines[row][..index]) == column {
            at = index;
            break;
        }
    }
    lines[row].insert(at, '|');
    lines.join("\n")
}

#[test]
fn everything_there_is() {
    let wide = "  Release\n\
                ? Deploy to production?\n\
                \u{20} The tests passed and the change was reviewed.\n\
                \u{20} program: rm · target: todo.md\n\
                \u{20} no answer in 30s = deny · shop@build\n\
                \u{20} Allow once  [Deny]\n\
                › |\n\
                \u{20} type or ←→ to choose · Enter takes it · Esc dismisses";
    assert_eq!(drawn(&full(), "", screen(80, 24)), wide);

    let narrow = "  Release\n\
                  ? Deploy to\n\
                  \u{20} production?\n\
                  \u{20} The tests passed\n\
                  \u{20} and the change was\n\
                  \u{20} reviewed.\n\
                  \u{20} program: rm ·\n\
                  \u{20} target: todo.md\n\
                  \u{20} no answer in 30s =\n\
                  \u{20} deny\n\
                  \u{20} shop@build\n\
                  \u{20} Allow once  [Deny]\n\
                  › |";
    assert_eq!(drawn(&full(), "", screen(21, 24)), narrow);
}

#[test]
fn the_least_important_goes_first() {
    let rows = |height| drawn(&full(), "", screen(80, height)).lines().map(str::to_owned).collect::<Vec<_>>();
    let starts =
        |height| rows(height).iter().map(|row| row.trim().chars().take(6).collect()).collect::<Vec<String>>();
    assert_eq!(starts(7), ["Releas", "? Depl", "The te", "progra", "no ans", "Allow ", "› |"]);
    assert_eq!(starts(6), ["? Depl", "The te", "progra", "no ans", "Allow ", "› |"]);
    assert_eq!(starts(5), ["? Depl", "progra", "no ans", "Allow ", "› |"]);
    assert_eq!(starts(4), ["? Depl", "no ans", "Allow ", "› |"]);
    assert_eq!(starts(3), ["? Depl", "Allow ", "› |"]);
    assert_eq!(rows(2), ["  Allow once  [Deny]", "› |"]);
    assert_eq!(rows(1), ["› |→ Deny"]);
    assert_eq!(rows(0), rows(1));
}

#[test]
fn typing_shows_what_enter_takes() {
    let confirm = choice("allow=Allow once,deny=Deny");
    let last = |request: &Request, typed| {
        let all = drawn(request, typed, Screen { height: 3, ..screen(50, 3) });
        all.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(last(&confirm, ""), ["  Allow once   Deny", "› |"]);
    assert_eq!(last(&confirm, "a"), [" [Allow once]  Deny", "› a|  → Allow once"]);
    assert_eq!(last(&confirm, "\x1b[D"), ["  Allow once  [Deny]", "› |"]);
    assert_eq!(last(&confirm, "x"), ["  Allow once   Deny", "› x|  → no such answer"]);
    assert_eq!(last(&choice("now,deny"), "n"), ["  now   deny", "› n|  → more than one"]);
    let either = choice_or_text("allow=Allow once,deny=Deny");
    assert_eq!(last(&either, "Monday\x01"), ["  Allow once   Deny", "› |Monday  → as your own text"]);
}

#[test]
fn asks_again() {
    assert_eq!(
        drawn(&choice("allow,deny"), "x\r", Screen { unicode: false, ..screen(60, 24) }),
        "? Deploy?\n  allow   deny\n> |\n! Please answer allow or deny\n  type or arrows to choose - Enter takes it - Esc dismisses"
    );
}

#[test]
fn texts_and_secrets() {
    let hint = |text: &str| format!("\n  {text} · Esc dismisses");
    let at = screen(60, 24);
    let ask = request(Question::Reply);
    assert_eq!(drawn(&ask, "", at), "? Deploy?\n› |".to_owned() + &hint("Enter sends it"));
    assert_eq!(drawn(&ask, "ma\u{e4}n", at), "? Deploy?\n› ma\u{e4}n|".to_owned() + &hint("Enter sends it"));
    let ask = with_default(ask, Some("main"));
    assert_eq!(
        drawn(&ask, "", at),
        "? Deploy?\n  no answer in 30s = main\n› |(main)".to_owned() + &hint("Enter takes the text shown")
    );
    let secret = request(Question::Secret);
    let empty = drawn(&secret, "", at);
    assert_eq!(empty, "? Deploy?\n› |(not shown)".to_owned() + &hint("Enter sends it"));
    assert_eq!(drawn(&secret, "hunter2", at), empty);
    let options =
        PromptOptions { placeholder: "a name".to_owned(), no_hint: true, ..PromptOptions::default() };
    let prompt = Prompt::new(&request(Question::Reply), options);
    assert_eq!(shown(&frame(&prompt, &at)), "? Deploy?\n› |(a name)");
}

#[test]
fn colours_mark_what_signs_say_already() {
    let color = Screen { color: true, ..screen(60, 24) };
    let frame = frame(&prompt(&full()), &color);
    assert_eq!(frame.lines[1], "\x1b[1m?\x1b[0m \x1b[1mDeploy to production?\x1b[0m");
    assert_eq!(frame.lines[4], "  \x1b[2mno answer in 30s = deny · shop@build\x1b[0m");
    assert_eq!(frame.lines[5], "  Allow once  \x1b[7m[Deny]\x1b[0m");
}

#[test]
fn text_from_outside_is_clean() {
    let mut request = full();
    request.question = "Really\u{1b}]0;x\u{7}\n\u{202e}?".to_owned();
    request.reason = Some("\u{1b}[2J".to_owned());
    request.source = "a\tb".to_owned();
    let all = drawn(&request, "", screen(80, 24));
    assert!(!all.contains(['\u{1b}', '\u{7}', '\u{202e}', '\t']), "{all:?}");
    assert!(all.contains("? Really]0;x ?\n  [2J\n"), "{all}");
}

#[test]
fn candidates_stand_in_columns_below_the_line() {
    let completions: Vec<String> = (1..=30).map(|number| format!("branch-{number}")).collect();
    let drawn = |keys_typed: &str, screen: Screen| {
        let options =
            PromptOptions { completions: completions.clone(), no_hint: true, ..PromptOptions::default() };
        let mut prompt = Prompt::new(&request(Question::Reply), options);
        for key in keys(keys_typed) {
            prompt.key(key);
        }
        shown(&frame(&prompt, &screen))
    };
    assert_eq!(drawn("b\t", screen(40, 12)), "? Deploy?\n› branch-|");
    assert_eq!(
        drawn("b\t\t", screen(40, 12)),
        "? Deploy?\n› branch-|\n  branch-1    branch-2    branch-3\n  branch-4    branch-5    branch-6\n  \
         branch-7    branch-8    branch-9\n  … 21 more"
    );
    assert_eq!(drawn("b\t\t\t\t", screen(40, 12)).lines().nth(2), Some("  branch-1   [branch-2]   branch-3"));
    assert_eq!(
        drawn("b\t\t\t\x1b[Z\x1b[Z", screen(40, 12)),
        "? Deploy?\n› branch-30|\n  branch-28   branch-29  [branch-30]\n  … 27 more"
    );
    assert_eq!(drawn("b\t\tx", screen(40, 12)), "? Deploy?\n› branch-x|");
}

proptest! {
    #[test]
    fn it_fits_any_screen(
        width in 0_u16..60, height in 0_u16..16, color: bool, unicode: bool,
        typed in "[a-z 日👍é\r\t\u{301}]{0,30}", kind in 0..9, question in "[a-f 日👍e\u{301}]{0,80}",
    ) {
        let mut request = match kind {
            0 => full(),
            1 => choice_or_text("a=日本語のラベル,b=A label that is longer than some screens,c=👍"),
            2 => choice("1,2,3,4,5,6,7,8,9,10,11,12,13"),
            3 => request(Question::Reply),
            4 => several("a=日本語のラベル,b=A label that is longer than some screens,c=👍"),
            5 => several("1,2,3,4,5,6,7,8,9,10,11,12,13"),
            6 => list_or_text("a,b,c,d,e,f,g=日本語,h,i,aa,ab,ac,ad"),
            7 => form("version=Version:1/[0-9.]*,branch=日本語のラベル:a long branch name 日本 👍,notes=Notes,x=A label that is longer than some"),
            _ => request(Question::Secret),
        };
        request.question = question;
        let options = PromptOptions { completions: vec!["aaa".into(), "abb 日本".into(), "a".repeat(70)], ..PromptOptions::default() };
        let mut prompt = Prompt::new(&request, options);
        for key in keys(&typed) {
            prompt.key(key);
        }
        let screen = Screen { width, height, color, unicode };
        let frame = frame(&prompt, &screen);
        prop_assert!(!frame.lines.is_empty() && frame.lines.len() <= usize::from(height.max(1)));
        prop_assert_eq!(frame.lines.len(), frame.widths.len());
        for (line, &wide) in frame.lines.iter().zip(&frame.widths) {
            let plain = ["\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[7m", "\x1b[33m"]
                .iter()
                .fold(line.clone(), |line, code| line.replace(code, ""));
            prop_assert_eq!(crate::engine::channel::prompt::columns::width(&plain), wide);
            prop_assert!(wide <= usize::from(width.max(1)), "{:?}", line);
            prop_assert!(color || plain == *line);
        }
        prop_assert!(frame.cursor.0 < frame.lines.len());
        prop_assert!(frame.cursor.1 < usize::from(width.max(1)));
    }
}
