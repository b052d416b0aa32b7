//! The page of the channels, from what is known about each server and terminal.

use super::{Block, Page, Span, spans};
use crate::engine::{
    capability::Buttons,
    channel::{
        desktop::quirks::{self as servers, Labels, Markup, Quiet, Withdrawal},
        terminal::{Version, quirks as terminals, signs},
    },
};

/// plyn-notify-channels(7).
pub(super) fn page() -> Page {
    let section = |title: &str| Block::Section(title.to_owned());
    let text = |text: &str| Block::Text(spans(text));
    let mut blocks = vec![
        section("Description"),
        text(
            "A prompt is announced on a channel: `desktop`, a notification server on the session's D-Bus; `terminal`, a \
             notification that the terminal raises itself; `remote`, the desktop of another host. `auto` takes the first \
             that is there. Whatever a channel can or cannot do, the question can be answered at the terminal, if there \
             is one. `-v` says on stderr which channel failed and why.",
        ),
        section("Notification servers"),
        text(
            "A server is known by the name and vendor that it gives itself. What is left out here it does as the \
             specification says. One that is not in this list is trusted with three buttons.",
        ),
    ];
    blocks.extend(servers::QUIRKS.iter().map(server));
    blocks.push(section("Terminals"));
    blocks.push(text(
        "The environment says which terminal it is, and where it is one that could bring an answer back, the terminal is \
         asked. It is never asked anything that it is not known to survive. Where it stays unknown, the bell rings. A \
         protocol set by `--protocol` or `protocol` in the configuration wins over all of this.",
    ));
    blocks.extend(terminals::QUIRKS.iter().map(terminal));
    blocks.push(section("Security"));
    blocks.push(text(
        "Programs that run as the same user can press a notification's buttons through the server's own interfaces, and so \
         can whoever has the desktop. A press counts only from the very server that showed the notification, on this \
         notification, with a key that was drawn for it; a signal that another program forges does not. Where even that \
         is too little, `--terminal-only` announces without buttons.",
    ));
    let about = "what each notification server and terminal does with a prompt".to_owned();
    Page { name: "plyn-notify-channels".to_owned(), section: 7, topic: "channels".to_owned(), about, blocks }
}

fn server(quirk: &servers::Quirk) -> Block {
    let mut term = vec![Span::Literal(quirk.name.to_owned())];
    term.extend(quirk.vendor.map(|vendor| Span::Plain(format!(" of {vendor}"))));
    let mut facts = vec![match quirk.buttons {
        Buttons::Never => "Draws no buttons: it is announced there, and answered at the terminal".to_owned(),
        Buttons::Shown(usize::MAX) => "Draws every button".to_owned(),
        Buttons::Shown(most) => format!("Gets at most {most} buttons"),
        Buttons::Row(_) => "Draws its buttons in a row, and gets as many as have room in it".to_owned(),
        Buttons::Menu => "Has no buttons, but a menu with all of them".to_owned(),
    }];
    if !quirk.body_click && quirk.buttons != Buttons::Never {
        facts.push("a click on the body is not told from other actions".to_owned());
    }
    facts.extend(
        (quirk.markup == Markup::Always).then(|| "reads the body as markup, whatever it says".to_owned()),
    );
    facts.extend((quirk.labels != Labels::Text).then(|| "reads labels as markup or mnemonics".to_owned()));
    facts.extend(quirk.says_expired.then(|| "reports a close by hand as an expiry".to_owned()));
    facts.extend(match quirk.withdrawal {
        Withdrawal::Close => None,
        Withdrawal::ExpireAndClose => Some("is made to expire before it is closed".to_owned()),
        Withdrawal::Never => Some("cannot be taken down".to_owned()),
    });
    facts.extend(quirk.unique_text.then(|| "gets a mark on the second of two equal texts".to_owned()));
    facts.extend((quirk.quiet != Quiet::Unknown).then(|| "says whether do-not-disturb is on".to_owned()));
    Block::Item(
        term,
        vec![spans(&format!("{}.", facts.join("; "))), spans(&format!("Why: {}.", quirk.reason))],
    )
}

fn terminal(quirk: &terminals::Quirk) -> Block {
    let spoken = quirk.speaks.iter().map(|(protocol, since)| {
        let numbers: Vec<String> = since.iter().map(u32::to_string).collect();
        let since = if numbers.is_empty() { String::new() } else { format!(" since {}", numbers.join(".")) };
        format!("`{protocol}`{since}")
    });
    let spoken: Vec<String> = spoken.collect();
    let mut facts = vec![if spoken.is_empty() {
        "The bell alone".to_owned()
    } else {
        format!("Shows {}", spoken.join(", "))
    }];
    if let Some(takes) = quirk.osc99(&Version(vec![u32::MAX])) {
        facts.push(match takes.buttons {
            0 => "no buttons".to_owned(),
            most => format!("at most {most} buttons, and the answer comes back"),
        });
        facts.extend((!takes.close).then(|| "cannot be taken down".to_owned()));
        facts.extend(takes.may_be_off.then(|| "its user may have switched it off".to_owned()));
    }
    let signs: Vec<String> = signs(quirk.kind).into_iter().map(|sign| format!("`{sign}`")).collect();
    let mut about = vec![spans(&format!("{}.", facts.join("; "))), spans(&format!("Why: {}.", quirk.reason))];
    if !signs.is_empty() {
        about.push(spans(&format!("Known by {}.", signs.join(", "))));
    }
    Block::Item(vec![Span::Literal(quirk.name.to_owned())], about)
}
