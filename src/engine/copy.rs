//! This copy of the program: which file it is, how that came here, and which others there are.
//!
//! It looks at names and small files alone; whoever asks a package manager starts it elsewhere.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use crate::engine::programs;

/// How a copy came to where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Installed {
    /// By `cargo install`.
    Cargo {
        /// Where cargo keeps what it has installed, if that is not its own folder.
        root: Option<PathBuf>,
        /// Where it had it from.
        from: CargoSource,
    },
    /// It was built in a checkout, and runs there.
    Checkout {
        /// The checkout.
        folder: PathBuf,
        /// Whether with optimisation.
        release: bool,
    },
    /// By a nix profile or system.
    Nix,
    /// By Homebrew.
    Brew,
}

/// Where cargo had a package from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CargoSource {
    /// A registry.
    Registry,
    /// A folder.
    Path(PathBuf),
    /// A repository.
    Git(String),
}

/// The file that is running, without links.
///
/// # Errors
///
/// When the system does not say.
pub fn running() -> io::Result<PathBuf> {
    env::current_exe()?.canonicalize()
}

/// The programs of our name in these folders, in their order: each as it is found, and the file that it is.
pub fn on_path(folders: &[PathBuf]) -> Vec<(PathBuf, PathBuf)> {
    programs::find(folders, "plyn-notify")
        .filter_map(|path| path.canonicalize().ok().map(|file| (path, file)))
        .collect()
}

/// How the copy in this file was installed, as far as its place says it; `cargo` are the places that cargo installs to.
pub fn installed(file: &Path, cargo: &[PathBuf]) -> Option<Installed> {
    if file.starts_with("/nix/store") {
        return Some(Installed::Nix);
    }
    if file.components().any(|part| part.as_os_str() == "Cellar") {
        return Some(Installed::Brew);
    }
    let folder = file.parent()?;
    if let Some(checkout) = checkout(folder) {
        return Some(Installed::Checkout { folder: checkout, release: folder.ends_with("release") });
    }
    if !folder.ends_with("bin") {
        return None;
    }
    let root = folder.parent()?;
    let from = source(&fs::read_to_string(root.join(".crates.toml")).ok()?)?;
    let is_own = cargo.iter().any(|own| own.canonicalize().is_ok_and(|own| own == root));
    Some(Installed::Cargo { root: (!is_own).then(|| root.to_owned()), from })
}

/// The checkout in which `FOLDER/target/PROFILE` or `FOLDER/target/TARGET/PROFILE` is.
fn checkout(profile: &Path) -> Option<PathBuf> {
    let target = profile.ancestors().skip(1).take(2).find(|folder| folder.join("CACHEDIR.TAG").is_file())?;
    let folder = target.parent()?;
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).ok()?;
    manifest.lines().any(|line| line.trim() == "name = \"plyn-notify\"").then(|| folder.to_owned())
}

/// From the line `"plyn-notify 0.1.0 (registry+https://…)" = ["plyn-notify"]` of cargo's list.
fn source(list: &str) -> Option<CargoSource> {
    let line = list.lines().find(|line| line.starts_with("\"plyn-notify "))?;
    let (_, rest) = line.split_once('(')?;
    let (source, _) = rest.split_once(')')?;
    match source.split_once('+')? {
        ("path", url) => Some(CargoSource::Path(url.strip_prefix("file://").unwrap_or(url).into())),
        ("git", url) => Some(CargoSource::Git(url.split(['?', '#']).next().unwrap_or(url).to_owned())),
        _ => Some(CargoSource::Registry),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_s_list_says_where_it_had_it_from() {
        let list = |source: &str| {
            format!(
                "[v1]\n\"other 1.0.0 (registry+x)\" = [\"o\"]\n\"plyn-notify 0.1.0 ({source})\" = [\"plyn-notify\"]\n"
            )
        };
        for (text, expected) in [
            ("registry+https://example.org/index", CargoSource::Registry),
            ("sparse+https://example.org/index/", CargoSource::Registry),
            ("path+file:///home/me/plyn", CargoSource::Path("/home/me/plyn".into())),
            ("git+https://example.org/p?branch=main#0123", CargoSource::Git("https://example.org/p".into())),
        ] {
            assert_eq!(source(&list(text)), Some(expected), "{text}");
        }
        assert_eq!(source("[v1]\n\"other 1.0.0 (registry+x)\" = []\n"), None);
    }

    #[test]
    fn a_place_says_how_it_was_installed() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("tree/target/CACHEDIR.TAG", "");
        write("tree/Cargo.toml", "[package]\nname = \"plyn-notify\"\n");
        write("other/target/CACHEDIR.TAG", "");
        write("other/Cargo.toml", "[package]\nname = \"other\"\n");
        write("cargo/.crates.toml", "[v1]\n\"plyn-notify 0.1.0 (registry+x)\" = []\n");
        let at = |name: &str| installed(&folder.join(name), &[folder.join("cargo")]);
        let tree = |release| Some(Installed::Checkout { folder: folder.join("tree"), release });
        assert_eq!(at("tree/target/release/plyn-notify"), tree(true));
        assert_eq!(at("tree/target/x86_64-unknown-linux-musl/debug/plyn-notify"), tree(false));
        assert_eq!(at("other/target/release/plyn-notify"), None);
        assert_eq!(
            at("cargo/bin/plyn-notify"),
            Some(Installed::Cargo { root: None, from: CargoSource::Registry })
        );
        let elsewhere = installed(&folder.join("cargo/bin/plyn-notify"), &[]);
        let root = Some(folder.join("cargo"));
        assert_eq!(elsewhere, Some(Installed::Cargo { root, from: CargoSource::Registry }));
        assert_eq!(
            installed(Path::new("/nix/store/x-plyn-notify/bin/plyn-notify"), &[]),
            Some(Installed::Nix)
        );
        let brew = "/opt/homebrew/Cellar/plyn-notify/0.1.0/bin/plyn-notify";
        assert_eq!(installed(Path::new(brew), &[]), Some(Installed::Brew));
        assert_eq!(installed(Path::new("/usr/bin/plyn-notify"), &[]), None);
    }
}
