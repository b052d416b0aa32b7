//! What packages install: `packaging/install` is their one list.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use super::project;
use plyn_notify::cli::manual;

/// The files below a folder, by their names in it.
fn files(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(current) = folders.pop() {
        for entry in fs::read_dir(current).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.strip_prefix(folder).expect("it is in there").display().to_string());
            }
        }
    }
    found
}

#[test]
fn a_package_has_everything_in_its_place() {
    let root = tempfile::tempdir().expect("a folder");
    let output = Command::new(project("packaging/install"))
        .arg(root.path())
        .env("PROGRAM", env!("CARGO_BIN_EXE_plyn-notify"))
        .output()
        .expect("a script");
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    let found = files(&root.path().join("usr"));
    let has = |name: &str| assert!(found.contains(name), "{name}: {found:#?}");
    for page in manual::pages() {
        has(&format!("share/man/man{}/{}", page.section, page.file()));
    }
    for name in [
        "bin/plyn-notify",
        "bin/plyn-notify-askpass",
        "share/bash-completion/completions/plyn-notify",
        "share/zsh/site-functions/_plyn-notify",
        "share/fish/vendor_completions.d/plyn-notify.fish",
        "share/applications/plyn-notify.desktop",
        "share/metainfo/plyn-notify.metainfo.xml",
        "share/icons/hicolor/scalable/apps/plyn-notify.svg",
        "share/icons/hicolor/48x48/apps/plyn-notify.png",
        "share/sounds/plyn-notify/index.theme",
        "share/doc/plyn-notify/recipes.md",
        "share/doc/plyn-notify/doctor.md",
    ] {
        has(name);
    }
    // Every asset and every completion is installed somewhere.
    let base = |name: &String| Path::new(name).file_name().expect("a name").to_string_lossy().into_owned();
    let installed: BTreeSet<String> = found.iter().map(base).collect();
    // Some have another name there, one is in the program, and the rest is about the others.
    let renamed =
        |name: &str| ["plyn-notify.bash", "opencode-plugin.js", "make", "README.md"].contains(&name);
    for folder in ["assets", "completions"] {
        for file in files(&project(folder)).into_iter().filter(|file| !file.starts_with("screenshots/")) {
            let name = base(&file);
            let is_size = file.starts_with("icons/") && name.starts_with("plyn-notify-");
            assert!(
                installed.contains(&name) || is_size || renamed(&name),
                "{folder}/{file} is not installed"
            );
        }
    }
    let link = fs::read_link(root.path().join("usr/bin/plyn-notify-askpass")).expect("a link");
    assert_eq!(link, Path::new("plyn-notify"));
}

#[test]
fn the_sounds_are_those_that_servers_are_told_of() {
    let sounds = files(&project("assets/sounds/stereo"));
    let names = ["complete.wav", "dialog-error.wav", "dialog-question.wav", "dialog-warning.wav"];
    assert_eq!(sounds, names.map(str::to_owned).into());
    for name in names {
        let bytes = fs::read(project("assets/sounds/stereo").join(name)).expect("a sound");
        assert!(bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WAVE"), "{name}");
        // 16 bits, one channel, 44.1 kHz: at most a second.
        assert!(bytes.len() < 88_200, "{name} is short");
    }
}

/// What cannot be read from Cargo.toml where it is used.
#[test]
fn packages_say_what_cargo_toml_says() {
    let (version, license) = (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_LICENSE"));
    let (about, home) = (env!("CARGO_PKG_DESCRIPTION"), env!("CARGO_PKG_HOMEPAGE"));
    let repository = env!("CARGO_PKG_REPOSITORY");
    let licenses: Vec<&str> = license.split(" OR ").collect();
    for (file, lines) in [
        (
            "packaging/rpm/plyn-notify.spec",
            vec![
                format!("Version:        {version}\n"),
                format!("Summary:        {about}\n"),
                format!("License:        {license}\n"),
                format!("URL:            {home}\n"),
            ],
        ),
        (
            "packaging/arch/PKGBUILD",
            vec![
                format!("pkgver={version}\n"),
                format!("pkgdesc='{about}'\n"),
                format!("license=('{license}')\n"),
                format!("url='{home}'\n"),
            ],
        ),
        (
            "packaging/homebrew/plyn-notify.rb",
            vec![
                format!("  desc \"{about}\"\n"),
                format!("  homepage \"{home}\"\n"),
                format!("  license any_of: {licenses:?}\n"),
            ],
        ),
        ("flake.nix", vec![format!("  description = \"{about}\";\n")]),
        (
            "assets/plyn-notify.metainfo.xml",
            vec![
                format!("<summary>{about}</summary>"),
                format!("<project_license>{license}</project_license>"),
                format!("<url type=\"homepage\">{home}</url>"),
                format!("<url type=\"vcs-browser\">{repository}</url>"),
            ],
        ),
        (
            "LICENSE-MIT",
            vec![format!(" {}\n", env!("CARGO_PKG_AUTHORS").split(" <").next().expect("a name"))],
        ),
    ] {
        let text = fs::read_to_string(project(file)).expect("a file");
        for line in lines {
            assert!(text.contains(&line), "{file} has no {line:?}, and Cargo.toml says so");
        }
    }
}

/// A package is put together anywhere, by anybody, under any umask.
#[test]
fn what_is_installed_is_for_everybody_and_where_the_caller_said() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("a folder");
    let output = Command::new("sh")
        .args(["-c", r#"umask 077; "$INSTALL" tree /opt/plyn"#])
        .env("INSTALL", project("packaging/install"))
        .env("PROGRAM", env!("CARGO_BIN_EXE_plyn-notify"))
        .current_dir(folder.path())
        .output()
        .expect("a script");
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    let root = folder.path().join("tree/opt/plyn");
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o7777;
    for file in files(&root) {
        let path = root.join(&file);
        let expected = if file.starts_with("bin/") { 0o755 } else { 0o644 };
        assert_eq!(mode(&path), expected, "{file}");
        for above in path.ancestors().skip(1).take_while(|above| *above != folder.path()) {
            assert_eq!(mode(above), 0o755, "{}", above.display());
        }
    }
}
