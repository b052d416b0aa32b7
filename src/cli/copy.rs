//! `plyn-notify version` and `plyn-notify update`: this copy of the program.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "package managers say whose file it is"
)]

use std::{
    ffi::OsString,
    fmt::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use crate::{
    cli::{
        Result,
        args::{Global, Update},
        exit::Exit,
        output::Output,
        report::Report,
    },
    engine::{
        config::Protocol,
        copy::{self, CargoSource, Installed},
        facts,
        run::{self, End},
        shell,
    },
};

/// Where it comes from, and what it is updated with.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Origin {
    /// Who installed it, in words.
    by: String,
    /// The commands that update it, one after the other.
    update: Vec<Vec<OsString>>,
}

impl Origin {
    /// What updates it, for a shell.
    fn line(&self) -> String {
        let word = |word: &OsString| shell::word(&word.to_string_lossy()).into_owned();
        let command = |words: &Vec<OsString>| words.iter().map(word).collect::<Vec<_>>().join(" ");
        self.update.iter().map(command).collect::<Vec<_>>().join(" && ")
    }
}

/// Prints the version; with `-v` all about this copy.
///
/// # Errors
///
/// When stdout does not take it.
pub(super) fn version(global: &Global, output: Output) -> Result<Exit> {
    let mut text = format!("plyn-notify {}\n", env!("CARGO_PKG_VERSION"));
    if global.verbose > 0 {
        about(&mut text);
    }
    output.text(&text).map(|()| Exit::OK)
}

fn about(text: &mut String) {
    // Set by whoever builds a release; a build cannot know it by itself without a build script.
    let commit = option_env!("PLYN_NOTIFY_COMMIT")
        .unwrap_or("not known; PLYN_NOTIFY_COMMIT was not set when it was built");
    let libc = match (cfg!(target_env = "gnu"), cfg!(target_env = "musl")) {
        (true, _) => "-gnu",
        (_, true) => "-musl",
        _ => "",
    };
    let (machine, system) = (std::env::consts::ARCH, std::env::consts::OS);
    let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
    let _ = writeln!(text, "commit: {commit}\ntarget: {machine}-{system}{libc}, {profile} build");
    let running = copy::running();
    match &running {
        Ok(file) => {
            let by = origin(file)
                .map_or_else(|| "nobody knows how it was installed".to_owned(), |origin| origin.by);
            let _ = writeln!(text, "running: {} ({by})", file.display());
        }
        Err(error) => {
            let _ = writeln!(text, "running: not known: {error}");
        }
    }
    let found = copy::on_path(&facts::search_path());
    if found.is_empty() {
        text.push_str("on the path: none\n");
    }
    for (path, file) in found {
        let is_this = running.as_ref().is_ok_and(|running| *running == file);
        let _ = writeln!(
            text,
            "on the path: {}, {}",
            path.display(),
            if is_this { "this one" } else { "another copy" }
        );
    }
    let protocols = Protocol::ALL.map(Protocol::name).join(", ");
    let _ = writeln!(text, "channels: desktop (D-Bus), terminal ({protocols})");
}

/// Prints the command that updates this copy, or runs it.
///
/// # Errors
///
/// When nobody knows it, and when it cannot be started.
pub(super) fn update(args: &Update, output: Output) -> Result<Exit> {
    let file =
        copy::running().map_err(|error| unknown(&format!("which file is running is not known: {error}")))?;
    let origin = origin(&file)
        .ok_or_else(|| unknown(&format!("nobody knows how {} was installed", file.display())))?;
    output.note(&format!("plyn-notify: {} was {}", file.display(), origin.by));
    output.text(&format!("{}\n", origin.line()))?;
    if args.dry_run || !args.yes {
        return Ok(Exit::OK);
    }
    for words in &origin.update {
        let finished = run::command(words).map_err(|error| super::run::cannot_run(words, &error))?;
        if finished.end != End::Status(0) {
            return Ok(Exit::of_command(finished.end));
        }
    }
    Ok(Exit::OK)
}

fn unknown(error: &str) -> Report {
    Report {
        exit: Exit::FAULTY,
        error: error.to_owned(),
        hints: vec!["Update it as you installed it.".to_owned()],
    }
}

/// By its place, else by who says that the file is theirs.
fn origin(file: &Path) -> Option<Origin> {
    match copy::installed(file) {
        Some(installed) => Some(of_place(&installed)),
        None => MANAGERS.iter().find_map(|manager| manager.asked(file)),
    }
}

fn of_place(installed: &Installed) -> Origin {
    let (by, update) = match installed {
        Installed::Cargo { root, from } => {
            let mut install = words("cargo install --locked --root");
            install.push(root.into());
            match from {
                CargoSource::Registry => install.push("plyn-notify".into()),
                CargoSource::Index(url) => {
                    install.extend(["--index".into(), url.into(), "plyn-notify".into()]);
                }
                CargoSource::Path(folder) => install.extend(["--path".into(), folder.into()]),
                CargoSource::Git { url, reference } => {
                    install.extend(["--git".into(), url.into()]);
                    if let Some((what, which)) = reference {
                        install.extend([format!("--{what}").into(), which.into()]);
                    }
                    install.push("plyn-notify".into());
                }
            }
            ("installed by cargo", vec![install])
        }
        Installed::Checkout { folder, target, profile } => {
            let mut build = words("cargo build --locked");
            match profile.to_str() {
                Some("debug") => {}
                Some("release") => build.push("--release".into()),
                _ => build.extend(["--profile".into(), profile.clone()]),
            }
            build.extend(target.iter().flat_map(|target| ["--target".into(), target.clone()]));
            build.extend(["--manifest-path".into(), folder.join("Cargo.toml").into()]);
            let pull = ["git".into(), "-C".into(), folder.into(), "pull".into(), "--ff-only".into()];
            ("built in a checkout", vec![pull.into(), build])
        }
        Installed::Nix => ("installed by nix", vec![words("nix profile upgrade plyn-notify")]),
        Installed::Brew { head } => {
            let fetch = if *head { " --fetch-HEAD" } else { "" };
            ("installed by brew", vec![words(&format!("brew upgrade{fetch} plyn-notify"))])
        }
    };
    Origin { by: by.to_owned(), update }
}

fn words(text: &str) -> Vec<OsString> {
    text.split(' ').map(OsString::from).collect()
}

/// A package manager that knows whose file a file is.
struct Manager {
    name: &'static str,
    /// Asks for the owner of the file that follows; 0 if there is one.
    ask: &'static [&'static str],
    /// Update it, one after the other, as root.
    update: &'static [&'static str],
}

const MANAGERS: [Manager; 3] = [
    Manager {
        name: "dpkg",
        ask: &["dpkg-query", "--search"],
        update: &["apt-get update", "apt-get install --only-upgrade plyn-notify"],
    },
    Manager { name: "rpm", ask: &["rpm", "--query", "--file"], update: &["dnf upgrade plyn-notify"] },
    // pacman updates all or nothing.
    Manager {
        name: "pacman",
        ask: &["pacman", "--query", "--owns"],
        update: &["pacman --sync --refresh --sysupgrade"],
    },
];

impl Manager {
    fn asked(&self, file: &Path) -> Option<Origin> {
        let (program, arguments) = self.ask.split_first()?;
        let mut command = Command::new(program);
        command.args(arguments).arg(file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if !command.status().is_ok_and(|status| status.success()) {
            return None;
        }
        let sudo = if rustix::process::geteuid().is_root() { "" } else { "sudo " };
        let update = self.update.iter().map(|part| words(&format!("{sudo}{part}"))).collect();
        Some(Origin { by: format!("installed by {}", self.name), update })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_its_command() {
        let cargo = |from| Installed::Cargo { root: "/opt/x".into(), from };
        let checkout = |folder: &str, target: Option<&str>, profile: &str| Installed::Checkout {
            folder: folder.into(),
            target: target.map(Into::into),
            profile: profile.into(),
        };
        let git = |reference: Option<(&str, &str)>| CargoSource::Git {
            url: "https://example.org/p".to_owned(),
            reference: reference.map(|(what, which)| (what.to_owned(), which.to_owned())),
        };
        for (installed, expected) in [
            (cargo(CargoSource::Registry), "cargo install --locked --root /opt/x plyn-notify"),
            (
                cargo(CargoSource::Index("sparse+https://example.org/".to_owned())),
                "cargo install --locked --root /opt/x --index sparse+https://example.org/ plyn-notify",
            ),
            (
                cargo(CargoSource::Path("/home/a b".into())),
                "cargo install --locked --root /opt/x --path '/home/a b'",
            ),
            (
                cargo(git(None)),
                "cargo install --locked --root /opt/x --git https://example.org/p plyn-notify",
            ),
            (
                cargo(git(Some(("branch", "it's")))),
                r"cargo install --locked --root /opt/x --git https://example.org/p --branch 'it'\''s' plyn-notify",
            ),
            (
                checkout("/it's", None, "release"),
                r"git -C '/it'\''s' pull --ff-only && cargo build --locked --release --manifest-path '/it'\''s/Cargo.toml'",
            ),
            (
                checkout("/p", None, "debug"),
                "git -C /p pull --ff-only && cargo build --locked --manifest-path /p/Cargo.toml",
            ),
            (
                checkout("/p", Some("a-b"), "dist"),
                "git -C /p pull --ff-only && cargo build --locked --profile dist --target a-b --manifest-path /p/Cargo.toml",
            ),
            (Installed::Nix, "nix profile upgrade plyn-notify"),
            (Installed::Brew { head: false }, "brew upgrade plyn-notify"),
            (Installed::Brew { head: true }, "brew upgrade --fetch-HEAD plyn-notify"),
        ] {
            assert_eq!(of_place(&installed).line(), expected);
        }
    }
}
