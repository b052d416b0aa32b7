//! From a value as a file, a variable or a flag gives it to a setting, or to what is wrong with it.
//!
//! Pure: no clock, no environment, no input or output. Every reader takes a text where it takes a number or a switch,
//! since an environment variable has nothing else.

use std::{path::PathBuf, time::Duration};

use figment::value::Value;

use super::{
    fault::{Problem, quote},
    settings::{ChannelName, Protocol},
    toml,
};

/// A channel list as `--channels` and `PLYN_NOTIFY_CHANNELS` give it: `desktop,terminal`, `["desktop", "terminal"]`
/// or a single name. A repeated name counts once, where it stands first.
///
/// # Errors
///
/// What is wrong, the nearest valid name included: an unknown name or an empty list.
pub fn parse_channels(text: &str) -> Result<Vec<ChannelName>, String> {
    channels(&Value::from(text)).map_err(|problem| problem.to_string())
}

/// `true` or `false`, and the other words for them that an environment variable may hold.
pub(super) fn switch(value: &Value) -> Result<bool, Problem> {
    let wrong = || Problem::new(format!("expected true or false, found {}", describe(value)));
    if let Some(text) = value.as_str() {
        return match text.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "1" => Ok(true),
            "false" | "no" | "off" | "0" => Ok(false),
            _ => Err(wrong()),
        };
    }
    value
        .to_bool()
        .or_else(|| match value.to_i128() {
            Some(0) => Some(false),
            Some(1) => Some(true),
            _ => None,
        })
        .ok_or_else(wrong)
}

/// Decimal seconds, from none to a day.
pub(super) fn seconds(value: &Value) -> Result<Duration, Problem> {
    /// Nobody waits longer on purpose; a larger number is a number of milliseconds or a typing error.
    const DAY: f64 = 86_400.0;

    let wrong = || Problem::new(format!("expected decimal seconds, found {}", describe(value)));
    let found = match value.as_str() {
        Some(text) => text.trim().parse().map_err(|_| wrong())?,
        None => value.to_f64().or_else(|| whole(value)).ok_or_else(wrong)?,
    };
    let outside = |what, valid| {
        Problem::new(format!("{} is {what}, the nearest valid value is {valid}", describe(value)))
    };
    if found < 0.0 {
        Err(outside("negative", "0"))
    } else if found > DAY {
        Err(outside("more than a day", "86400"))
    } else {
        // What is left to fail here is a number that is none.
        Duration::try_from_secs_f64(found).map_err(|_| wrong())
    }
}

/// Seconds as a file has them.
pub(super) fn decimal(seconds: Duration) -> String {
    seconds.as_secs_f64().to_string()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a number too large for its digits is refused as too long anyway"
)]
fn whole(value: &Value) -> Option<f64> {
    value.to_i128().map(|number| number as f64)
}

/// At least one channel, each once.
pub(super) fn channels(value: &Value) -> Result<Vec<ChannelName>, Problem> {
    const EXPECTED: &str = "expected a list such as [\"auto\"]";
    if let Some(text) = value.as_str() {
        let text = text.trim();
        if text.starts_with('[') {
            let list = toml::list(text)
                .ok_or_else(|| Problem::new(format!("{EXPECTED}, found {}", describe(value))))?;
            return channels(&list);
        }
        let names: Vec<&str> = if text.is_empty() { Vec::new() } else { text.split(',').collect() };
        return channels(&Value::from(names));
    }
    let elements =
        value.as_array().ok_or_else(|| Problem::new(format!("{EXPECTED}, found {}", describe(value))))?;
    let mut found = Vec::new();
    for (index, element) in elements.iter().enumerate() {
        let channel = match element.as_str() {
            Some(name) => name.trim().parse(),
            None => Err(Problem::new(format!("expected a channel's name, found {}", describe(element)))),
        };
        let channel = channel.map_err(|problem| problem.at_element(index))?;
        if !found.contains(&channel) {
            found.push(channel);
        }
    }
    if found.is_empty() {
        let all = ChannelName::ALL.map(|channel| format!("\"{channel}\""));
        return Err(Problem::new(format!(
            "the list is empty, expected one or more of {}; enabled = false turns announcements off",
            all.join(", ")
        )));
    }
    Ok(found)
}

/// A protocol's name; an empty text asks for detection.
pub(super) fn protocol(value: &Value) -> Result<Option<Protocol>, Problem> {
    match value.as_str().map(str::trim) {
        Some("") => Ok(None),
        Some(name) => name.parse().map(Some),
        None => Err(Problem::new(format!("expected a protocol's name, found {}", describe(value)))),
    }
}

/// A port number; an empty text unsets it.
pub(super) fn port(value: &Value) -> Result<Option<u16>, Problem> {
    let wrong = || Problem::new(format!("expected a port from 1 to 65535, found {}", describe(value)));
    let found = match value.as_str().map(str::trim) {
        Some("") => return Ok(None),
        Some(text) => text.parse().map_err(|_| wrong())?,
        None => value.to_i128().ok_or_else(wrong)?,
    };
    let outside =
        |valid| Problem::new(format!("{} is no port, the nearest valid value is {valid}", describe(value)));
    match u16::try_from(found) {
        Ok(0) => Err(outside("1")),
        Ok(port) => Ok(Some(port)),
        Err(_) => Err(outside(if found < 0 { "1" } else { "65535" })),
    }
}

/// One word that becomes an argument of another program, such as a host's name; an empty text unsets it.
pub(super) fn word(value: &Value) -> Result<Option<String>, Problem> {
    let text = match value.as_str() {
        Some(text) => text.trim().to_owned(),
        None => value
            .to_i128()
            .map(|number| number.to_string())
            .ok_or_else(|| Problem::new(format!("expected a text, found {}", describe(value))))?,
    };
    // ssh would take it for an option, and some of its options run programs.
    if text.starts_with('-') {
        return Err(Problem::new(format!("{} may not start with a dash", quote(&text))));
    }
    if text.chars().any(|c| c.is_whitespace() || unprintable(c)) {
        return Err(Problem::new(format!("{} may not hold a space or a control character", quote(&text))));
    }
    Ok(Some(text).filter(|text| !text.is_empty()))
}

/// A file's name, as written; an empty text unsets it.
pub(super) fn path(value: &Value) -> Result<Option<PathBuf>, Problem> {
    let text = value
        .as_str()
        .ok_or_else(|| Problem::new(format!("expected a file's name, found {}", describe(value))))?;
    if text.chars().any(unprintable) {
        return Err(Problem::new(format!("{} may not hold a control character", quote(text))));
    }
    Ok(Some(text).filter(|text| !text.is_empty()).map(PathBuf::from))
}

/// What belongs in no name; the replacement character is what is left of a variable that is not UTF-8.
fn unprintable(c: char) -> bool {
    c.is_control() || c == char::REPLACEMENT_CHARACTER
}

/// A value as a message repeats it: numbers and texts themselves, of the rest only what it is.
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::String(_, text) => quote(text),
        Value::Char(_, letter) => quote(&letter.to_string()),
        Value::Bool(_, switch) => switch.to_string(),
        // `Debug` writes a large number with an exponent where `Display` writes three hundred digits.
        Value::Num(_, number) => match number.to_f64() {
            Some(number) => format!("{number:?}"),
            None => number.to_i128().map_or_else(|| "a number".to_owned(), |number| number.to_string()),
        },
        Value::Empty(..) => "a date or time".to_owned(),
        Value::Dict(..) => "a table".to_owned(),
        Value::Array(..) => "a list".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong<T: std::fmt::Debug>(found: Result<T, Problem>) -> String {
        found.unwrap_err().to_string()
    }

    #[test]
    fn a_switch_is_a_bool_a_word_or_a_digit() {
        for on in [Value::from(true), "true".into(), " Yes ".into(), "ON".into(), "1".into(), 1_i64.into()] {
            assert_eq!(switch(&on), Ok(true), "{on:?}");
        }
        for off in [Value::from(false), "false".into(), "no".into(), "off".into(), "0".into(), 0_i64.into()] {
            assert_eq!(switch(&off), Ok(false), "{off:?}");
        }
        for none in [Value::from(2_i64), 1.0_f64.into(), "".into(), "truee".into(), vec![true].into()] {
            assert!(switch(&none).is_err(), "{none:?}");
        }
    }

    #[test]
    fn seconds_are_decimal_and_stay_within_a_day() {
        let millis = |value: Value| seconds(&value).map(|found| found.as_millis());
        assert_eq!(millis(2.5_f64.into()), Ok(2500));
        assert_eq!(millis(3_i64.into()), Ok(3000));
        assert_eq!(millis(" 1.5 ".into()), Ok(1500));
        assert_eq!(millis("0".into()), Ok(0));
        assert_eq!(millis((-0.0_f64).into()), Ok(0));
        assert_eq!(millis(86_400_i64.into()), Ok(86_400_000));

        let fault = |value: Value| wrong(seconds(&value));
        assert_eq!(fault((-1_i64).into()), "-1 is negative, the nearest valid value is 0");
        assert_eq!(fault("-inf".into()), "\"-inf\" is negative, the nearest valid value is 0");
        assert_eq!(fault(1e300.into()), "1e300 is more than a day, the nearest valid value is 86400");
        assert_eq!(fault(f64::INFINITY.into()), "inf is more than a day, the nearest valid value is 86400");
        assert_eq!(fault(86_401_i64.into()), "86401 is more than a day, the nearest valid value is 86400");
        assert_eq!(fault(f64::NAN.into()), "expected decimal seconds, found NaN");
        assert_eq!(fault("nan".into()), "expected decimal seconds, found \"nan\"");
        assert_eq!(fault("5s".into()), "expected decimal seconds, found \"5s\"");
        assert_eq!(fault(true.into()), "expected decimal seconds, found true");
    }

    #[test]
    fn channels_come_as_a_list_a_comma_list_or_a_name() {
        use ChannelName::{Auto, Desktop, Terminal};
        assert_eq!(parse_channels("desktop,terminal"), Ok(vec![Desktop, Terminal]));
        assert_eq!(parse_channels(" Terminal , desktop "), Ok(vec![Terminal, Desktop]));
        assert_eq!(parse_channels(r#"["desktop", 'terminal']"#), Ok(vec![Desktop, Terminal]));
        assert_eq!(parse_channels("auto"), Ok(vec![Auto]));
        assert_eq!(parse_channels("auto,auto,desktop,auto"), Ok(vec![Auto, Desktop]));
    }

    #[test]
    fn a_wrong_channel_list_says_how_to_repair_it() {
        let fault = |text| parse_channels(text).unwrap_err();
        assert_eq!(fault("desktop,terminl"), r#"unknown channel "terminl", did you mean "terminal"?"#);
        let empty = "the list is empty, expected one or more of \"auto\", \"desktop\", \"terminal\", \"remote\"; \
                     enabled = false turns announcements off";
        assert_eq!(fault(""), empty);
        assert_eq!(fault("[]"), empty);
        assert_eq!(
            fault("desktop,"),
            r#"unknown channel "", expected "auto", "desktop", "terminal" or "remote""#
        );
        assert_eq!(fault(r#"["desktop""#), r#"expected a list such as ["auto"], found "[\"desktop\"""#);
        assert_eq!(fault("[[\"auto\"]]"), "expected a channel's name, found a list");
        // Anything that nests by the thousand must be refused, not followed.
        assert!(parse_channels(&"[".repeat(100_000)).is_err());
    }

    #[test]
    fn a_port_is_a_number_that_tcp_has() {
        assert_eq!(port(&22_i64.into()), Ok(Some(22)));
        assert_eq!(port(&" 10022 ".into()), Ok(Some(10_022)));
        assert_eq!(port(&"".into()), Ok(None));
        assert_eq!(wrong(port(&0_i64.into())), "0 is no port, the nearest valid value is 1");
        assert_eq!(wrong(port(&(-22_i64).into())), "-22 is no port, the nearest valid value is 1");
        assert_eq!(wrong(port(&"70000".into())), "\"70000\" is no port, the nearest valid value is 65535");
        assert_eq!(wrong(port(&22.5_f64.into())), "expected a port from 1 to 65535, found 22.5");
        assert_eq!(wrong(port(&"ssh".into())), "expected a port from 1 to 65535, found \"ssh\"");
    }

    #[test]
    fn a_word_can_never_become_an_option() {
        assert_eq!(word(&"laptop".into()), Ok(Some("laptop".into())));
        assert_eq!(word(&1000_i64.into()), Ok(Some("1000".into())));
        assert_eq!(word(&" ".into()), Ok(None));
        assert_eq!(wrong(word(&"-oProxyCommand=x".into())), "\"-oProxyCommand=x\" may not start with a dash");
        assert_eq!(wrong(word(&(-5_i64).into())), "\"-5\" may not start with a dash");
        for bad in ["a b", "a\nb", "a\u{1b}b", "a\u{fffd}"] {
            assert!(wrong(word(&bad.into())).ends_with("may not hold a space or a control character"));
        }
        assert_eq!(wrong(word(&true.into())), "expected a text, found true");
    }

    #[test]
    fn a_path_is_kept_as_written() {
        assert_eq!(path(&"~/.ssh/a key".into()), Ok(Some("~/.ssh/a key".into())));
        assert_eq!(path(&"".into()), Ok(None));
        assert_eq!(wrong(path(&"a\0b".into())), "\"a\\0b\" may not hold a control character");
        assert_eq!(wrong(path(&3_i64.into())), "expected a file's name, found 3");
    }

    #[test]
    fn a_protocol_is_a_name_or_detected() {
        assert_eq!(protocol(&" OSC99 ".into()), Ok(Some(Protocol::Osc99)));
        assert_eq!(protocol(&"".into()), Ok(None));
        assert_eq!(wrong(protocol(&99_i64.into())), "expected a protocol's name, found 99");
    }
}
