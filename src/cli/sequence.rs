//! `plyn-notify notify --print-sequence`: what the terminal would be sent, on stdout.

use std::{fmt::Write as _, time::Duration};

use crate::{
    cli::{
        Result,
        args::{Global, Notify},
        exit::Exit,
        output::Output,
        report::Report,
    },
    engine::{
        channel::terminal::{Detection, Encoded},
        config::NotifySettings,
        facts::Facts,
        notice::Notice,
        tell::Sequence,
    },
};

/// Prints the sequence of the protocol that is set or was detected, and does nothing else.
///
/// # Errors
///
/// When stdout does not take it; with `--strict`, when there is none.
#[cold]
#[inline(never)]
pub(super) fn print(
    global: &Global,
    args: &Notify,
    settings: &NotifySettings,
    facts: &Facts,
    notice: &Notice,
    output: Output,
) -> Result<Exit> {
    if !settings.enabled {
        let error = "no sequence: notifications are switched off (enabled = false)";
        return none(args.strict, error.to_owned(), Vec::new(), (global.verbose > 0).then_some(output));
    }
    let pinned = args.protocol.or(settings.protocol);
    let Sequence { detection, encoded } =
        Sequence::of(notice, &facts.environment, pinned, settings.bell, Duration::MAX);
    let encoded = match encoded {
        Ok(encoded) => encoded,
        Err(error) => {
            let error = format!("no sequence: {error} ({})", detection.evidence.join(", "));
            let hint = "--protocol prints the sequence of a terminal that takes one".to_owned();
            return none(args.strict, error, vec![hint], Some(output));
        }
    };
    if global.verbose > 0 {
        explain(&detection, &encoded, output);
    }
    output.sequence(&encoded.bytes, &escape(&encoded.bytes))?;
    Ok(Exit::OK)
}

/// There is none, which is no failure unless that was asked for.
fn none(strict: bool, error: String, hints: Vec<String>, output: Option<Output>) -> Result<Exit> {
    if strict {
        return Err(Report { exit: Exit::UNREACHABLE, error, hints });
    }
    if let Some(output) = output {
        output.note(&format!("plyn-notify: {error}"));
    }
    Ok(Exit::OK)
}

/// Which protocol, why, and what it leaves out.
fn explain(detection: &Detection, encoded: &Encoded, output: Output) {
    let Detection { protocol, rule, evidence, hint, losers, .. } = detection;
    let protocol = protocol.map_or("none", |protocol| protocol.name());
    output.note(&format!("plyn-notify: {protocol}: {} ({})", rule.sentence, evidence.join(", ")));
    for loser in losers {
        output.note(&format!("plyn-notify: not {}: {}", loser.evidence, loser.reason));
    }
    if !encoded.lost.is_empty() {
        let lost: Vec<&str> = encoded.lost.iter().map(|lost| lost.name()).collect();
        output.note(&format!("plyn-notify: {protocol} leaves out: {}", lost.join(", ")));
    }
    if let Some(hint) = hint {
        output.note(&format!("plyn-notify: {hint}"));
    }
}

/// The bytes as `printf` and `$'...'` read them back.
fn escape(bytes: &[u8]) -> String {
    let mut escaped = String::new();
    for c in String::from_utf8_lossy(bytes).chars() {
        match c {
            '\x1b' => escaped.push_str("\\e"),
            '\x07' => escaped.push_str("\\a"),
            '\\' => escaped.push_str("\\\\"),
            c if c.is_control() => {
                let _ = write!(escaped, "\\x{:02x}", u32::from(c));
            }
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_escaped_can_be_read() {
        assert_eq!(escape("\x1b]9;Ü\\n\x1b\\\x07\x01".as_bytes()), r"\e]9;Ü\\n\e\\\a\x01");
    }
}
