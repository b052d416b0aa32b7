use std::num::NonZero;

use proptest::prelude::*;

use super::*;
use crate::engine::channel::prompt::{
    Screen,
    fixtures::{choice, choice_or_text, form, full, keys, prompt, request, several},
    frame as draw,
};
use crate::engine::request::{Question, Request};

/// Rows of the pretended terminal: more than any frame here.
const ROWS: u16 = 32;

/// Rows for a block that a narrower terminal has rewrapped.
const TALL: u16 = 160;

/// What was on it before, in its first row.
const ABOVE: &str = "$\r\n";

fn terminal(width: u16) -> vt100::Parser {
    terminal_of(ROWS, width)
}

fn terminal_of(rows: u16, width: u16) -> vt100::Parser {
    let mut terminal = vt100::Parser::new(NonZero::new(rows).unwrap(), NonZero::new(width).unwrap(), 0);
    terminal.process(ABOVE.as_bytes());
    terminal
}

fn size(width: u16) -> (NonZero<u16>, NonZero<u16>) {
    (NonZero::new(ROWS).unwrap(), NonZero::new(width).unwrap())
}

/// What the terminal shows, line by line.
fn contents(terminal: &vt100::Parser) -> Vec<String> {
    let (_, width) = terminal.screen().size();
    let mut rows: Vec<String> =
        terminal.screen().rows(0, width.get()).map(|row| row.trim_end().to_owned()).collect();
    while rows.last().is_some_and(String::is_empty) {
        rows.pop();
    }
    rows
}

/// What it shows if it is new, and this frame is all that was ever drawn.
fn fresh(width: u16, frame: &Frame) -> Vec<String> {
    let mut terminal = terminal(width);
    terminal.process(frame.lines.join("\r\n").as_bytes());
    contents(&terminal)
}

fn drawn(request: &Request, typed: &str, width: u16) -> Frame {
    let mut prompt = prompt(request);
    for key in keys(typed) {
        prompt.key(key);
    }
    draw(&prompt, &Screen { width, height: 24, color: true, unicode: true })
}

fn requests() -> Vec<Request> {
    let mut wide = choice("a=日本語のラベル,b=A label that is longer than some screens,c=👍 ok");
    wide.question = "本番環境にデプロイしますか？ 👍 cafe\u{301} re\u{301}sume\u{301}".to_owned();
    let mut text = choice_or_text("allow=Allow once,deny=Deny");
    text.reason = Some("क्षत्रिय ไทย 한국어 ".repeat(5));
    let filled =
        form("version=Version:1.2/[0-9.]+,branch=日本語:main,notes=A label that is longer than some screens");
    let marked = several("a=日本語のラベル,b=Beta,c,d,e,f,g,h,i,j=👍 ok,k,l");
    vec![full(), wide, text, request(Question::Reply), request(Question::Secret), filled, marked]
}

const TYPED: [&str; 6] =
    ["", "\x1b[C", "日本語 ab cd", "cafe\u{301}\u{1b}[D", "👍👍\r", "a long text that goes on and on\x01"];

#[test]
fn a_paint_is_one_piece_in_place() {
    let frame = |lines: &[&str], cursor| Frame {
        lines: lines.iter().map(|&line| line.to_owned()).collect(),
        widths: lines.iter().map(|line| line.len()).collect(),
        cursor,
    };
    let mut painter = Painter::new(8);
    assert_eq!(
        painter.paint(&frame(&["one", "> a", "two"], (1, 3))),
        "\x1b[?25l        \r\x1b[Jone\r\n> a\r\ntwo\x1b[1A\r\x1b[3C\x1b[?25h"
    );
    assert_eq!(
        painter.paint(&frame(&["one", "› é"], (1, 3))),
        "\x1b[?25l\r\x1b[1A\x1b[Jone\r\n› é\r› é\x1b[?25h",
        "past more than ASCII the line itself moves the cursor"
    );
    assert_eq!(painter.erase(), "\r\x1b[1A\x1b[J");
    assert_eq!(painter.erase(), "");
}

#[test]
fn begins_on_a_line_of_its_own() {
    for (before, rows) in [
        ("", vec!["$", "?"]),
        ("make\r\n", vec!["$", "make", "?"]),
        ("Working...", vec!["$", "Working...", "?"]),
    ] {
        let mut terminal = terminal(20);
        terminal.process(before.as_bytes());
        let frame = Frame { lines: vec!["?".to_owned()], widths: vec![1], cursor: (0, 1) };
        terminal.process(Painter::new(20).paint(&frame).as_bytes());
        assert_eq!(contents(&terminal), rows);
    }
}

#[test]
fn only_the_last_frame_is_on_the_screen() {
    for width in 1..=120 {
        for request in requests() {
            let mut terminal = terminal(width);
            let top = terminal.screen().cursor_position().0;
            let mut painter = Painter::new(width);
            for typed in TYPED {
                let frame = drawn(&request, typed, width);
                terminal.process(painter.paint(&frame).as_bytes());
                assert_eq!(contents(&terminal), fresh(width, &frame), "{typed:?} at {width}");
                let (row, column) = terminal.screen().cursor_position();
                let (at, _) = frame.cursor;
                assert_eq!(usize::from(row), usize::from(top) + at, "{typed:?} at {width}");
                assert_eq!(usize::from(column), frame.cursor.1, "{typed:?} at {width}");
            }
            terminal.process(painter.erase().as_bytes());
            assert_eq!(contents(&terminal), fresh(width, &Frame::default()));
            assert_eq!(terminal.screen().cursor_position(), (top, 0));
        }
    }
}

#[test]
fn at_the_bottom_everything_scrolls_and_nothing_is_lost() {
    for height in [2, 3, 6, 8, 9, 30] {
        let mut terminal = terminal_of(8, 40);
        terminal.process("\r\n".repeat(20).as_bytes());
        let mut painter = Painter::new(40);
        let frame = |typed| {
            let mut prompt = prompt(&full());
            for key in keys(typed) {
                prompt.key(key);
            }
            draw(&prompt, &Screen { width: 40, height: height.min(8), color: true, unicode: true })
        };
        for typed in TYPED {
            let frame = frame(typed);
            terminal.process(painter.paint(&frame).as_bytes());
            let mut alone = terminal_of(8, 40);
            alone.process("\r\n".repeat(20).as_bytes());
            alone.process(frame.lines.join("\r\n").as_bytes());
            let shown =
                |terminal| contents(terminal).into_iter().skip_while(String::is_empty).collect::<Vec<_>>();
            assert_eq!(shown(&terminal), shown(&alone), "{typed:?} in {height} rows");
        }
    }
}

#[test]
fn a_terminal_that_cuts_lines_is_repainted() {
    for (width, next) in (1..=120).zip((1..=120).rev()).chain([(80, 79), (79, 80), (80, 3), (3, 80)]) {
        for request in requests() {
            let mut terminal = terminal(width);
            let mut painter = Painter::new(width);
            terminal.process(painter.paint(&drawn(&request, "日本 ab", width)).as_bytes());
            let (rows, columns) = size(next);
            terminal.screen_mut().set_size(rows, columns);
            painter.resized(next, false);
            let frame = drawn(&request, "日本 ab", next);
            terminal.process(painter.paint(&frame).as_bytes());
            assert_eq!(contents(&terminal), fresh(next, &frame), "{width} to {next}");
        }
    }
}

/// A terminal that has rewrapped this frame to a width, with the cursor where it was in the text; none where the
/// cursor stands behind a full row, since terminals differ there.
fn rewrapped(frame: &Frame, width: u16) -> Option<vt100::Parser> {
    let mut terminal = terminal_of(TALL, width);
    let (row, column) = frame.cursor;
    for line in &frame.lines[..row] {
        terminal.process(format!("{line}\r\n").as_bytes());
    }
    let line = &frame.lines[row];
    let (mut used, mut end) = (0, 0);
    for (index, (grapheme, wide)) in graphemes_at(line) {
        if used >= column {
            break;
        }
        used += wide;
        end = index + grapheme.len();
    }
    terminal.process(&line.as_bytes()[..end]);
    let before = terminal.screen().cursor_position();
    let rest = &line[end..];
    terminal.process(rest.as_bytes());
    let next = graphemes_at(rest).map(|(_, (_, wide))| wide).find(|&wide| wide > 0);
    let (at_row, at_column) = match next {
        Some(wide) if usize::from(before.1) + wide > usize::from(width) => (before.0 + 1, 0),
        None if before.1 >= width => return None,
        _ => before,
    };
    for line in &frame.lines[row + 1..] {
        terminal.process(format!("\r\n{line}").as_bytes());
    }
    terminal.process(format!("\x1b[{};{}H", at_row + 1, at_column + 1).as_bytes());
    Some(terminal)
}

#[test]
fn a_terminal_that_rewraps_lines_is_repainted() {
    let mut tried = 0;
    for (width, next) in
        (4..=120).step_by(3).zip((4..=120).rev().step_by(2)).chain([(80, 79), (79, 80), (120, 11), (12, 80)])
    {
        for (request, typed) in requests().iter().flat_map(|request| TYPED.map(|typed| (request, typed))) {
            let old = drawn(request, typed, width);
            let Some(mut terminal) = rewrapped(&old, next) else { continue };
            tried += 1;
            let mut painter = Painter::new(width);
            painter.paint(&old);
            painter.resized(next, true);
            let frame = drawn(request, typed, next);
            terminal.process(painter.paint(&frame).as_bytes());
            assert_eq!(contents(&terminal), fresh(next, &frame), "{typed:?}, {width} to {next}");
        }
    }
    assert!(tried > 800, "{tried}");
}

proptest! {
       #[test]
       fn any_keys_at_any_width(
           typed in prop::collection::vec("[a-z 日👍é\r\u{301}\u{1b}]{0,12}", 1..5),
           widths in prop::collection::vec(4_u16..100, 5),
           which in 0_usize..7,
       ) {
           let request = &requests()[which];
           let mut terminal = terminal(widths[0]);
           let mut painter = Painter::new(widths[0]);
           for (typed, &width) in typed.iter().zip(&widths) {
               let (rows, columns) = size(width);
terminal.screen_mut().set_size(rows, columns);
               painter.resized(width, false);
               let frame = drawn(request, typed, width);
               terminal.process(painter.paint(&frame).as_bytes());
               prop_assert_eq!(contents(&terminal), fresh(width, &frame));
           }
       }
   }
