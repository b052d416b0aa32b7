//! What the channels can do, and how that is known.
//!
//! Pure. What was tried here counts for more than what a program says of itself or is known for.

use super::{
    evidence::Evidence,
    known::{self, Stays},
    table::{Answer, Capability, Cell, Channel, Known, Row},
};
use crate::engine::{
    capability::Buttons,
    channel::{
        desktop::quirks::{Markup, Withdrawal},
        terminal::Detection,
    },
    config::Protocol,
};

pub(super) fn rows(evidence: &Evidence) -> Vec<Row> {
    let detection = evidence.detection().filter(|_| evidence.at_terminal() == Some(Ok(())));
    let row = |capability| Row {
        capability,
        desktop: tried(evidence, capability, Channel::Desktop)
            .unwrap_or_else(|| desktop(evidence, capability)),
        terminal: tried(evidence, capability, Channel::Terminal).unwrap_or_else(|| {
            detection.as_ref().map_or_else(nobody, |detection| terminal(detection, capability))
        }),
    };
    Capability::ALL.into_iter().map(row).collect()
}

fn tried(evidence: &Evidence, capability: Capability, channel: Channel) -> Option<Cell> {
    let proof =
        evidence.proofs.iter().find(|proof| proof.capability == capability && proof.channel == channel)?;
    Some(cell(proof.answer, Known::Tried, proof.how.as_str()))
}

fn cell(answer: Answer, known: Known, how: impl Into<String>) -> Cell {
    Cell { answer, known, how: how.into() }
}

/// There is nobody to ask.
fn nobody() -> Cell {
    cell(Answer::No, Known::Seen, "there is none")
}

fn desktop(evidence: &Evidence, wanted: Capability) -> Cell {
    let Some((server, quirk, capability)) = evidence.server() else {
        return if evidence.desktop.is_some() {
            nobody()
        } else {
            cell(Answer::Unproven, Known::Assumed, "")
        };
    };
    let known = known::find(&server.name, &server.vendor);
    let says = |word: &str| server.capabilities.iter().any(|can| can == word);
    let said = |word: &str| {
        let (answer, how) = if says(word) { (Answer::Yes, "") } else { (Answer::No, "not ") };
        cell(answer, Known::Said, format!("{how}among its capabilities: {word}"))
    };
    match wanted {
        Capability::Shown => match evidence.quiet() {
            Some((true, _)) => cell(Answer::No, Known::Seen, "do-not-disturb is on"),
            _ => cell(Answer::Unproven, Known::Said, "it answers"),
        },
        Capability::Buttons => match capability.buttons {
            Buttons::Never if says("actions") => cell(Answer::No, Known::Listed, "it says so and draws none"),
            Buttons::Never => said("actions"),
            Buttons::Menu => match evidence.desktop.as_ref().and_then(|desktop| desktop.menu.as_ref()) {
                Some(menu) if !menu.is_there => {
                    cell(Answer::No, Known::Seen, "the program for its menu is missing")
                }
                _ => cell(Answer::Yes, Known::Listed, "in a menu"),
            },
            Buttons::Shown(usize::MAX) => cell(Answer::Yes, Known::Listed, "all of them"),
            Buttons::Shown(most) if quirk.name.is_empty() => {
                cell(Answer::Unproven, Known::Said, format!("trusted with {most}"))
            }
            Buttons::Shown(most) => cell(Answer::Yes, Known::Listed, format!("{most} at most")),
            Buttons::Row(row) => {
                cell(Answer::Yes, Known::Listed, format!("a row of {} characters", row.room))
            }
        },
        Capability::Reply if says("inline-reply") && known.reply.is_some() => {
            cell(Answer::Unproven, Known::Said, "it says so whether it is switched on or not")
        }
        Capability::Reply => said("inline-reply"),
        Capability::BodyClick => {
            let answer = if capability.body_click { Answer::Yes } else { Answer::No };
            let known = if quirk.name.is_empty() { Known::Assumed } else { Known::Listed };
            cell(answer, known, "")
        }
        Capability::LongText | Capability::Unicode => {
            cell(Answer::Unproven, Known::Assumed, "up to 500 characters")
        }
        Capability::Markup => match quirk.markup {
            Markup::Always => {
                cell(Answer::Yes, Known::Listed, "it reads markup without saying so; escaped for it")
            }
            Markup::AsAdvertised if says("body-markup") => {
                cell(Answer::Yes, Known::Said, "it reads markup; escaped for it")
            }
            Markup::AsAdvertised => cell(Answer::Yes, Known::Said, "it reads no markup"),
        },
        Capability::Stays => match known.stays {
            Stays::Yes => cell(Answer::Yes, Known::Listed, ""),
            Stays::No(how) => cell(Answer::No, Known::Listed, how),
            Stays::Unknown if says("persistence") => cell(Answer::Unproven, Known::Said, "persistence"),
            Stays::Unknown => cell(Answer::Unproven, Known::Assumed, ""),
        },
        Capability::Withdrawn => match quirk.withdrawal {
            Withdrawal::Never => cell(Answer::No, Known::Listed, "others would go with it"),
            Withdrawal::Close if quirk.name.is_empty() => cell(Answer::Unproven, Known::Assumed, ""),
            Withdrawal::Close | Withdrawal::ExpireAndClose => cell(Answer::Yes, Known::Listed, ""),
        },
        Capability::Sound => said("sound"),
    }
}

fn terminal(detection: &Detection, wanted: Capability) -> Cell {
    let Some(protocol) = detection.protocol else { return nobody() };
    let two_way = detection.two_way;
    let is_osc99 = protocol == Protocol::Osc99;
    let yes = |is: bool, how: &str| cell(if is { Answer::Yes } else { Answer::No }, Known::Listed, how);
    if protocol == Protocol::Bell {
        return cell(Answer::No, Known::Listed, "it can only ring");
    }
    match wanted {
        Capability::Shown => cell(Answer::Unproven, Known::Listed, protocol.name()),
        Capability::Buttons => match two_way {
            Some(way) if way.buttons > 0 => {
                cell(Answer::Yes, Known::Said, format!("{} at most", way.buttons))
            }
            _ => yes(false, "nothing comes back"),
        },
        Capability::Reply => yes(false, "no terminal has that"),
        Capability::BodyClick => yes(two_way.is_some_and(|way| way.body_click), ""),
        Capability::LongText => {
            let most = if is_osc99 { detection.limits.osc99.chars } else { detection.limits.body };
            let unit = if is_osc99 { "characters" } else { "bytes" };
            yes(most >= 200, &format!("up to {} {unit}", most.min(200)))
        }
        Capability::Markup => yes(true, "no terminal reads markup"),
        Capability::Unicode if detection.limits.ascii => yes(false, "ASCII alone gets through"),
        Capability::Unicode => cell(Answer::Unproven, Known::Assumed, ""),
        Capability::Stays => cell(Answer::Unproven, Known::Assumed, "as the desktop likes"),
        Capability::Withdrawn => yes(is_osc99 && two_way.is_some_and(|way| way.close), ""),
        Capability::Sound => yes(is_osc99 && detection.limits.osc99.decoration, ""),
    }
}
