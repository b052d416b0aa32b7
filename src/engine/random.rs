//! Numbers that nobody can guess.

use rustix::{
    io::Errno,
    rand::{GetRandomFlags, getrandom},
};

/// Such a number, from the system.
///
/// # Errors
///
/// When the system has none.
pub fn number() -> Result<u64, Errno> {
    let mut bytes = [0_u8; 8];
    let mut filled = 0;
    while let Some(rest) = bytes.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        filled += getrandom(rest, GetRandomFlags::empty())?;
    }
    Ok(u64::from_ne_bytes(bytes))
}
