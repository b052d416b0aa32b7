//! This copy of the program: which file it is, how that came here, and which others there are.
//!
//! It looks at names and small files alone; whoever asks a package manager starts it elsewhere.

use std::{
    env,
    ffi::OsString,
    io,
    os::unix::ffi::OsStringExt as _,
    path::{Path, PathBuf},
};

use toml_edit::Document;

use crate::engine::{files, programs, text::percent_decoded};

/// How a copy came to where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Installed {
    /// By `cargo install`.
    Cargo {
        /// The folder whose `bin` it is in. Which one cargo would take of itself depends on variables and files that may
        /// be others by now.
        root: PathBuf,
        /// Where it had it from.
        from: CargoSource,
    },
    /// It was built in a checkout, and runs there.
    Checkout {
        /// The checkout.
        folder: PathBuf,
        /// What it was built for, where that was said.
        target: Option<OsString>,
        /// The folder of the profile: `debug`, `release` or another's name.
        profile: OsString,
    },
    /// By a nix profile or system.
    Nix,
    /// By Homebrew.
    Brew {
        /// Whether from the repository, and not from a release.
        head: bool,
    },
}

/// Where cargo had a package from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CargoSource {
    /// The registry that cargo asks of itself.
    Registry,
    /// Another one.
    Index(String),
    /// A folder.
    Path(PathBuf),
    /// A repository.
    Git {
        /// Its address.
        url: String,
        /// What was wanted of it: `branch`, `tag` or `rev`, and which.
        reference: Option<(String, String)>,
    },
}

/// How cargo names the registry that it asks of itself, whatever it is replaced by.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

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

/// How the copy in this file was installed, as far as its place says it.
pub fn installed(file: &Path) -> Option<Installed> {
    if file.starts_with("/nix/store") {
        return Some(Installed::Nix);
    }
    // Cellar/plyn-notify/VERSION/bin/plyn-notify
    let mut parts = file.components().map(|part| part.as_os_str().to_string_lossy());
    if parts.any(|part| part == "Cellar") {
        return Some(Installed::Brew {
            head: parts.nth(1).is_some_and(|version| version.starts_with("HEAD")),
        });
    }
    let folder = file.parent()?;
    if let Some(checkout) = checkout(folder) {
        return Some(checkout);
    }
    let root = folder.parent().filter(|_| folder.ends_with("bin"))?;
    let from = source(&files::text(&root.join(".crates.toml"))?)?;
    Some(Installed::Cargo { root: root.to_owned(), from })
}

/// The checkout in which `FOLDER/target/PROFILE` or `FOLDER/target/TARGET/PROFILE` is.
fn checkout(folder: &Path) -> Option<Installed> {
    let profile = folder.file_name()?.to_owned();
    let above = folder.parent()?;
    let is_target = |folder: &Path| folder.join("CACHEDIR.TAG").is_file();
    let (target_folder, target) =
        if is_target(above) { (above, None) } else { (above.parent()?, Some(above.file_name()?.to_owned())) };
    let folder = target_folder.parent().filter(|_| is_target(target_folder))?;
    let manifest = files::text(&folder.join("Cargo.toml"))?;
    let is_ours = manifest.lines().any(|line| line.trim() == "name = \"plyn-notify\"");
    is_ours.then(|| Installed::Checkout { folder: folder.to_owned(), target, profile })
}

/// From the key `"plyn-notify 0.1.0 (registry+https://…)"` of cargo's list.
fn source(list: &str) -> Option<CargoSource> {
    let list = Document::parse(list).ok()?;
    let ours = |(name, _): (&str, _)| Some(name.strip_prefix("plyn-notify ")?.to_owned());
    let name = list.get("v1")?.as_table()?.iter().find_map(ours)?;
    let source = name.split_once(" (")?.1.strip_suffix(')')?;
    Some(match source.split_once('+')? {
        ("path", url) => {
            let path = percent_decoded(url.strip_prefix("file://").unwrap_or(url));
            CargoSource::Path(OsString::from_vec(path).into())
        }
        ("git", url) => {
            // The commit that was built.
            let url = url.rsplit_once('#').map_or(url, |(url, _)| url);
            let (url, reference) =
                url.split_once('?').map_or((url, None), |(url, wanted)| (url, Some(wanted)));
            let reference = reference.and_then(|wanted| wanted.split_once('='));
            let owned = |(what, which): (&str, &str)| (what.to_owned(), which.to_owned());
            CargoSource::Git { url: url.to_owned(), reference: reference.map(owned) }
        }
        _ if source == REGISTRY => CargoSource::Registry,
        ("registry", url) => CargoSource::Index(url.to_owned()),
        _ => CargoSource::Index(source.to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn cargo_s_list_says_where_it_had_it_from() {
        let list = |source: &str| {
            format!(
                "[v1]\n\"other 1.0.0 (registry+x)\" = [\"o\"]\n\"plyn-notify 0.1.0 ({source})\" = [\"plyn-notify\"]\n"
            )
        };
        let git = |url: &str, reference: Option<(&str, &str)>| CargoSource::Git {
            url: url.to_owned(),
            reference: reference.map(|(what, which)| (what.to_owned(), which.to_owned())),
        };
        // As cargo 1.95 writes them.
        for (text, expected) in [
            (REGISTRY, CargoSource::Registry),
            ("registry+https://example.org/i", CargoSource::Index("https://example.org/i".to_owned())),
            (
                "sparse+https://example.org/index/",
                CargoSource::Index("sparse+https://example.org/index/".to_owned()),
            ),
            ("path+file:///home/me/plyn", CargoSource::Path("/home/me/plyn".into())),
            ("path+file:///tmp/a%20b)c%20(d%25", CargoSource::Path("/tmp/a b)c (d%".into())),
            ("git+https://example.org/p#0123", git("https://example.org/p", None)),
            ("git+file:///tmp/a%20b)c%20(d#0123", git("file:///tmp/a%20b)c%20(d", None)),
            ("git+https://x/p?branch=feat/ü+x#01", git("https://x/p", Some(("branch", "feat/ü+x")))),
            ("git+https://x/p?branch=a#b=c#01", git("https://x/p", Some(("branch", "a#b=c")))),
            ("git+https://x/p?tag=v1#01", git("https://x/p", Some(("tag", "v1")))),
            ("git+ssh://git@x/p?rev=01#01", git("ssh://git@x/p", Some(("rev", "01")))),
        ] {
            assert_eq!(source(&list(text)), Some(expected), "{text}");
        }
        assert_eq!(source("[v1]\n\"other 1.0.0 (registry+x)\" = []\n"), None);
        assert_eq!(source("no list"), None);
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
        write("cargo/.crates.toml", &format!("[v1]\n\"plyn-notify 0.1.0 ({REGISTRY})\" = []\n"));
        let at = |name: &str| installed(&folder.join(name));
        let tree = |target: Option<&str>, profile: &str| {
            let target = target.map(Into::into);
            Some(Installed::Checkout { folder: folder.join("tree"), target, profile: profile.into() })
        };
        assert_eq!(at("tree/target/release/plyn-notify"), tree(None, "release"));
        let musl = "x86_64-unknown-linux-musl";
        assert_eq!(at(&format!("tree/target/{musl}/debug/plyn-notify")), tree(Some(musl), "debug"));
        assert_eq!(at("other/target/release/plyn-notify"), None);
        let root = folder.join("cargo");
        assert_eq!(at("cargo/bin/plyn-notify"), Some(Installed::Cargo { root, from: CargoSource::Registry }));
        let nowhere = |path: &str| installed(Path::new(path));
        assert_eq!(nowhere("/nix/store/x-plyn-notify/bin/plyn-notify"), Some(Installed::Nix));
        for (version, head) in [("0.1.0", false), ("HEAD-0123abc", true)] {
            let path = format!("/opt/homebrew/Cellar/plyn-notify/{version}/bin/plyn-notify");
            assert_eq!(nowhere(&path), Some(Installed::Brew { head }));
        }
        assert_eq!(nowhere("/usr/bin/plyn-notify"), None);
    }
}
