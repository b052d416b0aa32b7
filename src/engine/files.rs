//! Files that others write: regular ones alone, since opening a pipe that nobody writes to would wait for ever, and no more
//! of them than is wanted.

use std::{
    fs::File,
    io::{self, ErrorKind, Read as _},
    path::Path,
};

/// The beginning of a file, `most` bytes of it at most.
///
/// # Errors
///
/// When there is none, when it is not a regular one, and when it cannot be read.
pub fn head(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Looked at before it is opened, for the sake of pipes.
    let kind = path.metadata()?.file_type();
    if kind.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if !kind.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The beginning of a small file as text; what cannot be read has none.
pub fn text(path: &Path) -> Option<String> {
    /// Settings and lists are a few kilobytes.
    const MOST: u64 = 1 << 20;
    head(path, MOST).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use rustix::fs::{CWD, FileType, Mode, mknodat};

    use super::*;

    #[test]
    fn only_so_much_of_a_regular_file_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("file"), b"ab\xff").unwrap();
        assert_eq!(head(&at("file"), 1).unwrap(), b"a");
        assert_eq!(text(&at("file")).as_deref(), Some("ab\u{fffd}"));
        mknodat(CWD, at("pipe"), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        let why = |name: &str| head(&at(name), 1).unwrap_err();
        assert_eq!(why("pipe").to_string(), "not a regular file");
        assert_eq!(why("").kind(), ErrorKind::IsADirectory);
        assert_eq!(why("nothing").kind(), ErrorKind::NotFound);
        assert_eq!(text(&at("pipe")), None);
    }
}
