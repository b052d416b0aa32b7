//! The one line that stays when a prompt is over.
//!
//! Pure. It never holds a secret, and never an escape sequence.

use crate::engine::{
    answer::{Ending, Source},
    channel::prompt::{
        columns::{fit, width},
        screen::Screen,
        words,
    },
    duration::compact,
    request::Request,
};

/// `Deploy? allow (desktop)`, without a line break, cut to the screen's width: the question gives way first, so that
/// what became of it can be read.
pub fn summary(request: &Request, ending: &Ending, screen: &Screen) -> String {
    let columns = screen.columns();
    let ellipsis = screen.signs().ellipsis;
    let end = ended(request, ending);
    let headline = words::headline(request);
    let room = columns.saturating_sub(width(&end) + 1);
    if width(&headline) > room && room < 2 * width(ellipsis) {
        return fit(&end, columns, ellipsis);
    }
    format!("{} {end}", fit(&headline, room, ellipsis))
}

fn ended(request: &Request, ending: &Ending) -> String {
    match ending {
        Ending::Answered { answer, source } => {
            let whence = match (source, &request.deadline) {
                (Source::Default, Some(deadline)) => format!("no answer in {}", compact(deadline.after)),
                (Source::Terminal | Source::Channel(_) | Source::Default, _) => source.name().to_owned(),
            };
            format!("{} ({whence})", answer.shown())
        }
        Ending::Dismissed => "dismissed".to_owned(),
        Ending::ToTerminal => "to be answered at its terminal".to_owned(),
        Ending::TimedOut => "no answer".to_owned(),
        Ending::Unreachable => "nobody could be asked".to_owned(),
        Ending::Interrupted(_) => "interrupted".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use zeroize::Zeroizing;

    use super::*;
    use crate::engine::{
        answer::{Answer, ChannelKind, Signal},
        channel::prompt::fixtures::{choice, request, screen, with_default},
        request::Question,
    };

    #[test]
    fn says_what_became_of_it() {
        let request_with = with_default(choice("allow,deny"), Some("deny"));
        let chosen = |index: usize, source| {
            let answer = Answer::Choice(request_with.answers.choices()[index].clone());
            Ending::Answered { answer, source }
        };
        let desktop = Source::Channel(ChannelKind::Desktop);
        for (ending, line) in [
            (chosen(0, desktop), "Deploy? allow (desktop)"),
            (chosen(0, Source::Terminal), "Deploy? allow (terminal)"),
            (chosen(1, Source::Default), "Deploy? deny (no answer in 30s)"),
            (Ending::Dismissed, "Deploy? dismissed"),
            (Ending::ToTerminal, "Deploy? to be answered at its terminal"),
            (Ending::TimedOut, "Deploy? no answer"),
            (Ending::Unreachable, "Deploy? nobody could be asked"),
            (Ending::Interrupted(Signal::Int), "Deploy? interrupted"),
        ] {
            assert_eq!(summary(&request_with, &ending, &screen(80, 24)), line);
        }
    }

    #[test]
    fn shows_texts_and_hides_secrets() {
        let typed = |answer| Ending::Answered { answer, source: Source::Terminal };
        let text = typed(Answer::Text("two\nlines\u{1b}[0m".to_owned()));
        assert_eq!(
            summary(&request(Question::Reply), &text, &screen(80, 24)),
            "Deploy? two lines[0m (terminal)"
        );
        let secret = typed(Answer::Secret(Zeroizing::new("hunter2".to_owned())));
        assert_eq!(
            summary(&request(Question::Secret), &secret, &screen(80, 24)),
            "Deploy? answered (terminal)"
        );
    }

    #[test]
    fn the_question_gives_way_first() {
        let mut request = request(Question::Reply);
        request.question = "A question that is longer than the screen?".to_owned();
        for (columns, line) in [
            (40, "A question that is longer th… no answer"),
            (16, "A qu… no answer"),
            (11, "no answer"),
            (6, "no a…"),
            (1, "…"),
        ] {
            let shown = summary(&request, &Ending::TimedOut, &screen(columns, 24));
            assert_eq!(shown, line);
            assert!(width(&shown) <= usize::from(columns));
        }
    }
}
