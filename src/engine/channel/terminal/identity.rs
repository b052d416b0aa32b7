//! Who a terminal says that it is. Pure.

/// What a terminal answered when it was asked who it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name as it writes it, for example `kitty`; empty where it answered other questions and not this one.
    pub name: String,
    /// Its version as it writes it, for example `0.41.1`; may be empty.
    pub version: String,
}

impl Identity {
    /// Reads the text of an XTVERSION report: `kitty(0.41.1)`, `ghostty 1.3.1`, `libghostty`.
    pub fn from_xtversion(text: &str) -> Self {
        let end = text.find([' ', '(']).unwrap_or(text.len());
        let (name, version) = text.split_at(end);
        let version = version.trim_start_matches([' ', '(']).trim_end_matches(')');
        Self { name: name.to_owned(), version: version.trim().to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_of_xtversion() {
        for (text, name, version) in [
            ("kitty(0.41.1)", "kitty", "0.41.1"),
            ("ghostty 1.3.1", "ghostty", "1.3.1"),
            ("WezTerm 20240203-110809-5046fc22", "WezTerm", "20240203-110809-5046fc22"),
            ("Warp(v0.2026.05)", "Warp", "v0.2026.05"),
            ("libghostty", "libghostty", ""),
            ("", "", ""),
        ] {
            let identity = Identity::from_xtversion(text);
            assert_eq!((identity.name.as_str(), identity.version.as_str()), (name, version));
        }
    }
}
