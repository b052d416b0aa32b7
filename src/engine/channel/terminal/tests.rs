//! What is written, byte for byte, and that nothing else ever is.

mod fuzz;
mod golden;

use super::{
    testing::{Event, Popup, popup, terminal, through},
    *,
};
use crate::engine::notice::{Expiry, Sound, Urgency};

/// A terminal that speaks this, behind these, the innermost first.
fn speaking(variables: &str, protocol: Protocol, chain: &[Mux]) -> Detection {
    let variables = if chain.contains(&Mux::Screen) {
        format!("{} STY=1.pts-0.host", variables.replace("TERM=", "TERM=screen."))
    } else {
        variables.to_owned()
    };
    let environment =
        variables.split_whitespace().filter_map(|variable| variable.split_once('=')).collect::<Environment>();
    let mut found = detect(&Sources { pinned: Some(protocol), ..Sources::of(&environment) });
    if chain.contains(&Mux::Screen) {
        assert_eq!(found.chain, chain);
    } else if !chain.is_empty() {
        found.two_way = None;
        found.chain = chain.to_vec();
    }
    found
}

/// The one notification that the terminal behind the chain raises, whether a bell rang, and nothing else.
fn read(bytes: &[u8], chain: &[Mux]) -> Result<(Popup, bool), String> {
    let end = if chain.contains(&Mux::Screen) { 0x07 } else { 0x1b };
    let mut commands = Vec::new();
    let mut bells = 0;
    for event in terminal(&through(bytes, chain)) {
        match event {
            Event::Osc(text, ended) if ended == end && bells == 0 => commands.push(text),
            Event::Bell => bells += 1,
            other => return Err(format!("{other:?}")),
        }
    }
    if bells > 1 {
        return Err(format!("{bells} bells"));
    }
    Ok((popup(&commands)?, bells == 1))
}
