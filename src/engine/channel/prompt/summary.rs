//! The one line that stays when a prompt is over.
//!
//! Pure. It never holds a secret, and never an escape sequence.

use crate::engine::{
    answer::{Ending, Source},
    channel::prompt::{
        columns::{fit, width},
        view::Screen,
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
        Ending::TimedOut => "no answer".to_owned(),
        Ending::Unreachable => "nobody could be asked".to_owned(),
        Ending::Interrupted(_) => "interrupted".to_owned(),
    }
}
