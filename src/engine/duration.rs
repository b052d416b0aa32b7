//! Durations as people write and read them: `30s`, `5m`, `1h30m`, or plain decimal seconds.
//!
//! Pure: no clock.

use std::{fmt::Write as _, time::Duration};

/// The shortest spelling: `500ms`, `2.5s`, `30s`, `5m`, `1h30m`, `2d`. Exact to the millisecond below a minute and to
/// the second above; nothing but zero is shown as zero.
pub fn compact(duration: Duration) -> String {
    if duration < Duration::from_secs(1) {
        let millis = duration.as_nanos().div_ceil(1_000_000);
        return match millis {
            0 => "0s".to_owned(),
            1000 => "1s".to_owned(),
            _ => format!("{millis}ms"),
        };
    }
    if duration < Duration::from_mins(1) {
        let millis = duration.as_millis();
        let mut shown = format!("{}.{:03}", millis / 1000, millis % 1000);
        shown.truncate(shown.trim_end_matches('0').trim_end_matches('.').len());
        shown.push('s');
        return shown;
    }
    let mut rest = duration.as_secs();
    let mut shown = String::new();
    for (unit, name) in [(86_400, 'd'), (3600, 'h'), (60, 'm'), (1, 's')] {
        if rest >= unit {
            let _ = write!(shown, "{}{name}", rest / unit);
            rest %= unit;
        }
    }
    shown
}

/// Reads a duration: `30s`, `5m`, `1h30m`, `500ms`, or a plain decimal number of seconds such as `2.5`. The error is
/// a fragment that reads after "invalid duration: ".
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("it is empty; write one like 30s, 5m, 1h30m or 2.5".to_owned());
    }
    if text.starts_with('-') {
        return Err(format!("`{text}` is negative"));
    }
    let is_plain = text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let spelled = match (is_plain, text.starts_with('.')) {
        (true, true) => format!("0{text}s"),
        (true, false) => format!("{text}s"),
        _ => text.to_owned(),
    };
    humantime::parse_duration(&spelled).map_err(|error| match error {
        humantime::DurationError::NumberOverflow => {
            format!("`{text}` is too large, or finer than a nanosecond")
        }
        _ => format!("`{text}` is not a duration; write one like 30s, 5m, 1h30m or 2.5"),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn shows_the_shortest_spelling() {
        for (millis, shown) in [
            (0, "0s"),
            (1, "1ms"),
            (500, "500ms"),
            (1000, "1s"),
            (2500, "2.5s"),
            (2050, "2.05s"),
            (30_000, "30s"),
            (60_000, "1m"),
            (90_000, "1m30s"),
            (300_000, "5m"),
            (5_400_000, "1h30m"),
            (3_601_000, "1h1s"),
            (86_400_000, "1d"),
            (180_000_000, "2d2h"),
        ] {
            assert_eq!(compact(Duration::from_millis(millis)), shown);
        }
        assert_eq!(compact(Duration::from_nanos(1)), "1ms");
        assert_eq!(compact(Duration::from_nanos(999_999_999)), "1s");
    }

    #[test]
    fn reads_what_people_write() {
        for (text, millis) in [
            ("30s", 30_000),
            ("5m", 300_000),
            ("1h30m", 5_400_000),
            ("1h 30m", 5_400_000),
            ("500ms", 500),
            ("2.5s", 2500),
            ("2.5", 2500),
            (".5", 500),
            ("0", 0),
            (" 10 ", 10_000),
        ] {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
    }

    #[test]
    fn refuses_the_rest_and_says_why() {
        for (text, part) in [
            ("", "empty"),
            ("-5", "negative"),
            ("-5s", "negative"),
            ("soon", "not a duration"),
            ("5x", "not a duration"),
            ("1h30", "not a duration"),
            ("1.2.3", "not a duration"),
            (".", "not a duration"),
            ("inf", "not a duration"),
            ("1e9", "not a duration"),
            ("5 m x", "not a duration"),
            ("99999999999999999999999", "too large"),
        ] {
            let error = parse_duration(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn what_is_shown_can_be_read(millis in 0_u64..400_000_000) {
            let exact = Duration::from_millis(millis);
            let read = parse_duration(&compact(exact)).unwrap();
            let lost = exact.abs_diff(read);
            let unit = if millis < 60_000 { Duration::from_millis(1) } else { Duration::from_secs(1) };
            prop_assert!(lost < unit);
        }

        #[test]
        fn nothing_panics(text in ".*") {
            let _ = parse_duration(&text);
        }
    }
}
