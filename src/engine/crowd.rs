//! How many there may be of something at once, across processes: a seat is a locked file, and the kernel unlocks it when
//! its process ends, however that ends.

use std::{
    fs::{File, TryLockError},
    path::Path,
};

use crate::engine::state;

/// A seat, for as long as it is held.
#[derive(Debug)]
pub struct Seat {
    _lock: Option<File>,
}

/// All seats are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} notifications of other hosts are open already")]
pub struct Full(pub usize);

/// Takes one of `seats` in this folder. Where there is no folder, or it cannot be used, nobody is counted.
///
/// # Errors
///
/// When all are taken.
pub fn sit(folder: Option<&Path>, seats: usize) -> Result<Seat, Full> {
    let Some(folder) = folder else { return Ok(Seat { _lock: None }) };
    for seat in 0..seats {
        let file = match state::open(&folder.join(format!("{seat}.lock"))) {
            Ok(file) => file,
            Err(error) => {
                tracing::warn!(%error, ?folder, "cannot count the notifications");
                return Ok(Seat { _lock: None });
            }
        };
        match file.try_lock() {
            Ok(()) => return Ok(Seat { _lock: Some(file) }),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => {
                tracing::warn!(%error, ?folder, "cannot count the notifications");
                return Ok(Seat { _lock: None });
            }
        }
    }
    Err(Full(seats))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn there_are_so_many_seats_and_one_that_is_left_is_free() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("crowd");
        let mut seats: Vec<Seat> = (0..3).map(|_| sit(Some(&folder), 3).unwrap()).collect();
        assert_eq!(sit(Some(&folder), 3).unwrap_err(), Full(3));
        drop(seats.remove(1));
        let _again = sit(Some(&folder), 3).unwrap();
        assert_eq!(
            sit(Some(&folder), 3).unwrap_err().to_string(),
            "3 notifications of other hosts are open already"
        );
    }

    #[test]
    fn where_nobody_can_be_counted_everybody_may_sit() {
        assert!(sit(None, 0).is_ok());
        let folder = tempfile::tempdir().unwrap();
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o777)).unwrap();
        assert!((0..5).map(|_| sit(Some(folder.path()), 1)).all(|seat| seat.is_ok()));
    }
}
