//! `plyn-notify man`.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "man and the pager are programs of the human's choice"
)]

use std::{
    io,
    process::{Command, ExitStatus},
};

use crate::{
    cli::{Result, args::Man, exit::Exit, manual, output::Output, report::Report},
    engine::{
        signal::Keyboard,
        tty::ask::{PAGER, in_memory},
    },
};

/// As `man` has it in a pipe.
const WIDTH: usize = 80;

/// Shows the page and says how the process ends.
///
/// # Errors
///
/// When there is no such page, and when it cannot be written.
pub(super) fn run(args: &Man, output: Output) -> Result<Exit> {
    let pages = manual::pages();
    let topics = || pages.iter().map(|page| page.topic.as_str()).collect::<Vec<_>>();
    if args.list {
        return output.text(&format!("{}\n", topics().join("\n"))).map(|()| Exit::OK);
    }
    let wanted = args.page.as_deref().unwrap_or("plyn-notify");
    let page = manual::find(&pages, wanted).ok_or_else(|| {
        Report::usage(format!("there is no page {wanted:?}"))
            .hint(format!("There are {}.", topics().join(", ")))
    })?;
    if args.roff {
        return output.text(&page.roff()).map(|()| Exit::OK);
    }
    let plain = page.plain(WIDTH);
    if !output.is_terminal() || !show(&page.roff(), &plain) {
        return output.text(&plain).map(|()| Exit::OK);
    }
    Ok(Exit::OK)
}

/// Shows it with `man`, else with a pager; whether one of them did.
fn show(roff: &str, plain: &str) -> bool {
    let Ok(keyboard) = Keyboard::take() else { return false };
    keyboard.lend(|| {
        let shown = |status: io::Result<ExitStatus>| status.is_ok_and(|status| status.success());
        // The `man` of a small system has no -l, and that of a container may say only that it was left out.
        let source = in_memory(roff);
        let man = source.and_then(|source| Command::new("man").args(["-l", "-"]).stdin(source).status());
        shown(man)
            || shown(
                in_memory(plain).and_then(|text| Command::new("sh").args(["-c", PAGER]).stdin(text).status()),
            )
    })
}
