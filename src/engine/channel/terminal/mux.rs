//! What a terminal multiplexer has to be given so that the terminal behind it gets what is meant for it.
//!
//! Pure. tmux hands on what stands in a `DCS tmux;` of its own with each escape character doubled, once a layer; GNU
//! screen hands on the body of any DCS, byte by byte, up to 768 of them; zellij hands on nothing and draws some
//! notifications itself (facts/terminals.md §4).

use super::sequence::EncodeError;

/// A program between this one and the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mux {
    /// tmux.
    Tmux,
    /// GNU screen.
    Screen,
    /// zellij.
    Zellij,
}

impl Mux {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tmux => "tmux",
            Self::Screen => "screen",
            Self::Zellij => "zellij",
        }
    }
}

/// What GNU screen is given at once. Its limit is 767 bytes; what is longer is lost, and the end of it printed.
const SCREEN_LIMIT: usize = 700;
/// tmux hands on at most 1 MiB (1 048 560 bytes; more is dropped in silence).
const TMUX_LIMIT: usize = 1_000_000;
/// As deep as anybody nests; each layer doubles the escape characters.
pub(super) const MOST_LAYERS: usize = 4;

const ESC: u8 = 0x1b;
const DCS: &[u8] = b"\x1bP";
const TMUX: &[u8] = b"\x1bPtmux;";
const ST: &[u8] = b"\x1b\\";

/// The bytes wrapped for the chain, the innermost first.
pub(super) fn wrap(bytes: &[u8], chain: &[Mux]) -> Result<Vec<u8>, EncodeError> {
    let mixed = chain.len() > 1 && chain.contains(&Mux::Screen);
    if mixed || chain.len() > MOST_LAYERS {
        return Err(EncodeError::TooLong);
    }
    let mut wrapped = bytes.to_vec();
    // The outermost layer is the first that the bytes are packed into.
    for mux in chain.iter().rev() {
        wrapped = match mux {
            Mux::Tmux => in_tmux(&wrapped),
            Mux::Screen => [DCS, &wrapped, ST].concat(),
            Mux::Zellij => wrapped,
        };
        let limit = if *mux == Mux::Screen { SCREEN_LIMIT } else { TMUX_LIMIT };
        if wrapped.len() > limit {
            return Err(EncodeError::TooLong);
        }
    }
    Ok(wrapped)
}

fn in_tmux(bytes: &[u8]) -> Vec<u8> {
    let mut wrapped = TMUX.to_vec();
    for &byte in bytes {
        if byte == ESC {
            wrapped.push(ESC);
        }
        wrapped.push(byte);
    }
    wrapped.extend_from_slice(ST);
    wrapped
}

/// What reaches the terminal behind the chain if each layer does as it is known to; none if a layer would do anything
/// else with any of it.
pub(super) fn unwrap(bytes: &[u8], chain: &[Mux]) -> Option<Vec<u8>> {
    let mut bytes = bytes.to_vec();
    for mux in chain {
        bytes = match mux {
            Mux::Tmux => undoubled(bytes.strip_prefix(TMUX)?.strip_suffix(ST)?)?,
            Mux::Screen => through_screen(bytes.strip_prefix(DCS)?.strip_suffix(ST)?)?,
            Mux::Zellij => bytes,
        };
    }
    Some(bytes)
}

/// Every escape character comes twice there.
fn undoubled(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut single = Vec::with_capacity(bytes.len());
    let mut rest = bytes.iter();
    while let Some(&byte) = rest.next() {
        if byte == ESC && rest.next() != Some(&ESC) {
            return None;
        }
        single.push(byte);
    }
    Some(single)
}

/// Screen keeps the low byte of each character: none but ASCII comes out as it was. A string terminator would end its
/// string too early, and an escape character before one would be taken for part of it.
fn through_screen(bytes: &[u8]) -> Option<Vec<u8>> {
    let ends_early = bytes.windows(ST.len()).any(|window| window == ST) || bytes.ends_with(&[ESC]);
    (bytes.is_ascii() && !ends_early).then(|| bytes.to_vec())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn escape_characters_double_with_each_layer() {
        let wrapped = |depth| wrap(b"\x1b]9;x\x07", &vec![Mux::Tmux; depth]).unwrap();
        assert_eq!(wrapped(0), b"\x1b]9;x\x07");
        assert_eq!(wrapped(1), b"\x1bPtmux;\x1b\x1b]9;x\x07\x1b\\");
        assert_eq!(wrapped(2), b"\x1bPtmux;\x1b\x1bPtmux;\x1b\x1b\x1b\x1b]9;x\x07\x1b\x1b\\\x1b\\");
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        let fits = vec![b'x'; 700 - 4];
        assert_eq!(wrap(&fits, &[Mux::Screen]).unwrap().len(), 700);
        assert_eq!(wrap(&[&fits[..], b"x"].concat(), &[Mux::Screen]), Err(EncodeError::TooLong));
        assert_eq!(wrap(&vec![0x1b; 600_000], &[Mux::Tmux]), Err(EncodeError::TooLong));
        for chain in [&[Mux::Screen, Mux::Tmux][..], &[Mux::Tmux, Mux::Screen], &[Mux::Tmux; 5]] {
            assert_eq!(wrap(b"x", chain), Err(EncodeError::TooLong));
        }
    }

    #[test]
    fn a_layer_that_would_do_something_else_is_noticed() {
        for (bytes, chain) in [
            (&b"\x1bPtmux;\x1b]9;x\x1b\\"[..], &[Mux::Tmux][..]),
            (b"\x1b]9;x\x07", &[Mux::Tmux]),
            (b"\x1bPtmux;x\x1b\\y", &[Mux::Tmux]),
            (b"\x1bP\x1b]9;x\x1b\\\x1b\\", &[Mux::Screen]),
            (b"\x1bP\x1b]9;\xc4\x87\x07\x1b\\", &[Mux::Screen]),
            (b"\x1bPx\x1b\x1b\\", &[Mux::Screen]),
        ] {
            assert_eq!(unwrap(bytes, chain), None, "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_wrapped_comes_out_again(bytes in prop::collection::vec(any::<u8>(), 0..60), depth in 0_usize..4) {
            let chain = vec![Mux::Tmux; depth];
            prop_assert_eq!(unwrap(&wrap(&bytes, &chain).unwrap(), &chain), Some(bytes));
        }
    }
}
