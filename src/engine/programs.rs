//! Programs as a shell finds them.

use std::{
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

/// The programs of this name in these folders, in their order. A folder that depends on where one is does not count.
pub fn find<'a>(folders: &'a [PathBuf], name: &'a str) -> impl Iterator<Item = PathBuf> + 'a {
    let absolute = folders.iter().filter(|folder| folder.is_absolute());
    absolute.map(move |folder| folder.join(name)).filter(|file| is_program(file))
}

/// Whether it is a file that can be run.
fn is_program(file: &Path) -> bool {
    file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};

    use super::*;

    #[test]
    fn what_cannot_be_run_is_no_program() {
        let folder = tempfile::tempdir().unwrap();
        let folders: Vec<PathBuf> =
            ["text", "program", "folder", "link"].map(|name| folder.path().join(name)).into();
        for (at, mode) in [(0, 0o644), (1, 0o755)] {
            fs::create_dir(&folders[at]).unwrap();
            fs::write(folders[at].join("tool"), "").unwrap();
            fs::set_permissions(folders[at].join("tool"), Permissions::from_mode(mode)).unwrap();
        }
        fs::create_dir_all(folders[2].join("tool")).unwrap();
        fs::create_dir(&folders[3]).unwrap();
        std::os::unix::fs::symlink(folders[1].join("tool"), folders[3].join("tool")).unwrap();
        let found: Vec<PathBuf> = find(&folders, "tool").collect();
        assert_eq!(found, [folders[1].join("tool"), folders[3].join("tool")]);
        assert_eq!(find(&["relative".into()], "tool").count(), 0);
    }
}
