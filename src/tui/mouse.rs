//! The mouse, as the terminal reports it in SGR encoding (xterm's mode 1006).
//!
//! Pure.

use crate::engine::tty::report::Report;

/// What the mouse did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Gesture {
    /// The first button was pressed.
    Press,
    /// The wheel was turned up.
    WheelUp,
    /// The wheel was turned down.
    WheelDown,
}

/// What the mouse did, and where, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) struct Mouse {
    pub(in crate::tui) gesture: Gesture,
    pub(in crate::tui) column: u16,
    pub(in crate::tui) row: u16,
}

/// The report as something that the mouse did; none if it is nothing of interest.
pub(in crate::tui) fn mouse(report: &Report) -> Option<Mouse> {
    let Report::Csi { private: b'<', parameters, last: b'M' } = report else { return None };
    let mut fields = std::str::from_utf8(parameters).ok()?.split(';').map(str::parse::<u16>);
    let mut next = || fields.next()?.ok();
    let (button, column, row) = (next()?, next()?, next()?);
    // Four bits are the modifiers and movement.
    let gesture = match button & !0b1_1100 {
        0 => Gesture::Press,
        64 => Gesture::WheelUp,
        65 => Gesture::WheelDown,
        _ => return None,
    };
    Some(Mouse { gesture, column: column.checked_sub(1)?, row: row.checked_sub(1)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(parameters: &str, last: u8) -> Option<Mouse> {
        mouse(&Report::Csi { private: b'<', parameters: parameters.as_bytes().to_vec(), last })
    }

    #[test]
    fn presses_and_wheels_are_told_from_the_rest() {
        assert_eq!(of("0;1;1", b'M'), Some(Mouse { gesture: Gesture::Press, column: 0, row: 0 }));
        assert_eq!(of("64;300;20", b'M'), Some(Mouse { gesture: Gesture::WheelUp, column: 299, row: 19 }));
        assert_eq!(of("65;3;2", b'M').map(|mouse| mouse.gesture), Some(Gesture::WheelDown));
        assert_eq!(of("0;1;1", b'm'), None, "released");
        assert_eq!(of("2;1;1", b'M'), None, "the third button");
        assert_eq!(of("0;0;0", b'M'), None);
        assert_eq!(of("0;1", b'M'), None);
        assert_eq!(of("0;99999;1", b'M'), None);
    }
}
