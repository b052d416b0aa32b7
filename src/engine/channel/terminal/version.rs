//! Versions of terminals, in every shape that they are written in. Pure.

use std::fmt;

/// The first three numbers of a version; what is missing is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub [u32; 3]);

impl Version {
    /// A version of two numbers.
    pub const fn new(major: u32, minor: u32) -> Self {
        Self([major, minor, 0])
    }

    /// Reads `0.41.1`, `v0.2026.05`, `20240203-110809-5046fc22`, `390` and the like; none where there is no number.
    pub fn parse(text: &str) -> Option<Self> {
        let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
        let mut number = || numbers.next().map(|number| number.parse().unwrap_or(u32::MAX));
        Some(Self([number()?, number().unwrap_or(0), number().unwrap_or(0)]))
    }

    /// Reads `241203`, Konsole's variable for 24.12.3.
    pub fn of_konsole(text: &str) -> Option<Self> {
        let number: u32 = text.parse().ok()?;
        Some(Self([number / 10_000, number / 100 % 100, number % 100]))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([major, minor, patch]) = self;
        write!(f, "{major}.{minor}.{patch}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape() {
        for (text, version) in [
            ("0.41.1", Some([0, 41, 1])),
            ("1.27.0-18-g22ea7111", Some([1, 27, 0])),
            ("v0.2026.05.06", Some([0, 2026, 5])),
            ("20240203-110809-5046fc22", Some([20_240_203, 110_809, 5046])),
            ("390", Some([390, 0, 0])),
            ("3.5.0beta7", Some([3, 5, 0])),
            ("99999999999", Some([u32::MAX, 0, 0])),
            ("", None),
            ("unknown", None),
        ] {
            assert_eq!(Version::parse(text), version.map(Version), "{text}");
        }
        assert_eq!(Version::of_konsole("241203"), Some(Version([24, 12, 3])));
        assert_eq!(Version::of_konsole("24.12"), None);
        assert!(Version::new(0, 9) < Version::new(0, 36));
        assert_eq!(Version([24, 12, 3]).to_string(), "24.12.3");
    }
}
