//! Numbers and strings as they are written.
//!
//! Pure. Problems come with their offset in bytes.

use super::Fault;
use crate::engine::channel::desktop::value::{Basic, Type, Value};

impl Fault {
    /// The same, where offsets count from `start`.
    pub(super) fn after(self, start: usize) -> Self {
        Self { at: self.at + start, ..self }
    }
}

/// A number as one of this type.
pub(super) fn number(token: &str, kind: Basic) -> Result<Value, (usize, String)> {
    if kind == Basic::Double {
        return double(token).map(Value::Double);
    }
    let number = integer(token)?;
    let value = match kind {
        Basic::Byte => u8::try_from(number).map(Value::Byte),
        Basic::Int16 => i16::try_from(number).map(Value::Int16),
        Basic::UInt16 => u16::try_from(number).map(Value::UInt16),
        Basic::Int32 => i32::try_from(number).map(Value::Int32),
        Basic::UInt32 => u32::try_from(number).map(Value::UInt32),
        Basic::Int64 => i64::try_from(number).map(Value::Int64),
        Basic::UInt64 => u64::try_from(number).map(Value::UInt64),
        Basic::Double | Basic::Bool | Basic::Text | Basic::ObjectPath | Basic::Signature => {
            return Err((0, format!("expected a value of type {}, found a number", Type::Basic(kind))));
        }
    };
    value.map_err(|_| (0, format!("{} is out of range for type {}", shown(token), Type::Basic(kind))))
}

/// Decimal, octal after `0` or hexadecimal after `0x`, with a sign.
fn integer(token: &str) -> Result<i128, (usize, String)> {
    let unsigned = token.strip_prefix(['-', '+']).unwrap_or(token);
    let (digits, base) = match unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None if unsigned.len() > 1 && unsigned.starts_with('0') => (unsigned, 8),
        None => (unsigned, 10),
    };
    let start = token.len() - digits.len();
    if digits.is_empty() {
        return Err((0, format!("expected a digit after {}", shown(token))));
    }
    if let Some(at) = digits.find(|c: char| !c.is_digit(base)) {
        return Err((start + at, "expected a digit of an integer, found another character".to_owned()));
    }
    let number = u64::from_str_radix(digits, base)
        .map_err(|_| (0, format!("{} is too big for any type", shown(token))))?;
    Ok(if token.starts_with('-') { -i128::from(number) } else { i128::from(number) })
}

/// As C writes them, hexadecimal ones included.
pub(super) fn double(token: &str) -> Result<f64, (usize, String)> {
    let unsigned = token.strip_prefix(['-', '+']).unwrap_or(token);
    let wrong = || (0, format!("{} is not a number", shown(token)));
    let number = match unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")) {
        Some(digits) => hexadecimal(digits).ok_or_else(wrong)?,
        // Rust's own reader takes a sign, too.
        None if unsigned.starts_with(['-', '+']) => return Err(wrong()),
        None => unsigned.parse().map_err(|_| wrong())?,
    };
    if number.is_infinite() && unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return Err((0, format!("{} is too big for any type", shown(token))));
    }
    Ok(if token.starts_with('-') { -number } else { number })
}

/// What follows `0x`: digits with or without a point, and a power of two after `p`.
fn hexadecimal(text: &str) -> Option<f64> {
    /// Beyond this all is nothing or infinite, even where as many digits as an argument holds say otherwise.
    const FARTHEST: i64 = 1 << 20;

    let (digits, power) = text.split_once(['p', 'P']).map_or((text, None), |(d, p)| (d, Some(p)));
    let mut exponent = match power {
        None => 0,
        Some(power) => {
            let unsigned = power.strip_prefix(['-', '+']).unwrap_or(power);
            if unsigned.is_empty() || !unsigned.bytes().all(|b| b.is_ascii_digit()) {
                return None;
            }
            let far = if power.starts_with('-') { -FARTHEST } else { FARTHEST };
            power.parse::<i64>().unwrap_or(far).clamp(-FARTHEST, FARTHEST)
        }
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut mantissa = 0_u64;
    for (c, is_fraction) in whole.chars().map(|c| (c, false)).chain(fraction.chars().map(|c| (c, true))) {
        let digit = u64::from(c.to_digit(16)?);
        if mantissa >> 60 == 0 {
            mantissa = mantissa << 4 | digit;
            exponent -= if is_fraction { 4 } else { 0 };
        } else {
            // More than a double holds: all that matters is on which side of a half it is.
            mantissa |= u64::from(digit != 0);
            exponent += if is_fraction { 0 } else { 4 };
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "rounding to the nearest is what is wanted")]
    let mut number = mantissa as f64;
    while exponent != 0 && number != 0.0 && number.is_finite() {
        let step = i32::try_from(exponent.clamp(-1000, 1000)).unwrap_or_default();
        number *= 2_f64.powi(step);
        exponent -= i64::from(step);
    }
    Some(number)
}

/// The string at the start of `source`, which begins with `quote`, and how long it is there.
pub(super) fn text(source: &str, quote: char) -> Result<(String, usize), Fault> {
    let mut text = String::new();
    let mut chars = source.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            c if c == quote => return Ok((text, at + 1)),
            '\\' => match chars.next() {
                None => break,
                Some((_, 'u')) => text.push(unicode(source, at, 4, &mut chars)?),
                Some((_, 'U')) => text.push(unicode(source, at, 8, &mut chars)?),
                Some((_, '\n')) => {}
                Some((_, c)) => text.push(control(c).map_or(c, char::from)),
            },
            c => text.push(c),
        }
    }
    Err(Fault::new(source.len(), format!("expected {quote} after a string")))
}

/// The character of an escape whose digits come next.
fn unicode(
    source: &str,
    at: usize,
    length: usize,
    chars: &mut impl Iterator<Item = (usize, char)>,
) -> Result<char, Fault> {
    let digits = source.get(at + 2..at + 2 + length).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
    let found = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).and_then(char::from_u32);
    chars.by_ref().take(length).for_each(drop);
    found
        .filter(|c| *c != '\0')
        .ok_or_else(|| Fault::new(at, format!("expected the {length} hexadecimal digits of a character")))
}

/// The bytes of a byte string, which begins with `b` and a quote, and how long it is there. As in C, there is a NUL at
/// their end; one before that would cut them off, so it is refused.
pub(super) fn bytes(source: &str) -> Result<(Vec<u8>, usize), Fault> {
    let mut bytes = Vec::new();
    let raw = source.as_bytes();
    let quote = raw.get(1).copied().unwrap_or_default();
    let mut at = 2;
    while let Some(&byte) = raw.get(at) {
        if byte == quote {
            if bytes.last() != Some(&0) {
                bytes.push(0);
            }
            return Ok((bytes, at + 1));
        }
        if bytes.last() == Some(&0) {
            return Err(Fault::new(at, "expected the end of a byte string after its NUL"));
        }
        at += 1;
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        match raw.get(at) {
            None => break,
            Some(b'0'..=b'7') => {
                let rest = &source[at..];
                let digits = rest.bytes().take(3).take_while(|b| matches!(b, b'0'..=b'7')).count();
                let escaped = u8::from_str_radix(&rest[..digits], 8)
                    .map_err(|_| Fault::new(at, "expected at most \\377 in a byte string"))?;
                bytes.push(escaped);
                at += digits;
                continue;
            }
            Some(b'\n') => {}
            Some(&c) => bytes.push(control(char::from(c)).unwrap_or(c)),
        }
        at += 1;
    }
    Err(Fault::new(source.len(), format!("expected {} after a byte string", char::from(quote))))
}

/// The control character that C writes with this letter.
fn control(letter: char) -> Option<u8> {
    Some(match letter {
        'a' => 7,
        'b' => 8,
        't' => 9,
        'n' => 10,
        'v' => 11,
        'f' => 12,
        'r' => 13,
        _ => return None,
    })
}

/// A token cut to where it can be found by.
fn shown(token: &str) -> String {
    crate::engine::text::cut(token, 40)
}
