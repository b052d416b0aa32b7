//! `plyn-notify tunnel`: what it makes, and that nothing of it is left. The other host is a home folder and a server on a
//! bus of its own, and ssh a script.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod authorize;
mod questions;
mod remove;
mod setup;

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::{Path, PathBuf},
};

use tempfile::TempDir;

use crate::{
    forward::script,
    pty::{Case, Run},
    support::{Bus, Ended, Program, Script, Server, pty::Exit},
};

/// With the user's own key anything runs there; with ours its forced command, if the key's line is there.
const SSH: &str = r#"#!/bin/sh
for command; do :; done
export HOME="$HERE/laptop"
case "$*" in
*BatchMode=yes*)
  case "$*" in *accept-new*) rm -f "$HERE/unknown"; [ ! -e "$HERE/keeps" ] || date >>"$(cat "$HERE/keeps")" ;; esac
  [ ! -e "$HERE/unknown" ] || { echo 'Host key verification failed.' >&2; exit 255; }
  [ ! -e "$HERE/fails" ] || { cat "$HERE/fails" >&2; exit 255; }
  line=$(grep plyn-notify@ "$HOME/.ssh/authorized_keys") || { echo 'laptop: Permission denied (publickey).' >&2; exit 255; }
  forced=${line#*command=\"}
  export SSH_ORIGINAL_COMMAND="$command" DBUS_SESSION_BUS_ADDRESS="$FAR_BUS"
  exec sh -c "${forced%%\"*}"
  ;;
*)
  [ ! -e "$HERE/gone" ] || { echo 'ssh: it is gone' >&2; exit 255; }
  exec sh -c "$command"
  ;;
esac
"#;

struct Hosts {
    folder: TempDir,
    bus: Bus,
    server: Server,
}

impl Hosts {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["bin", "server", "laptop", "run"] {
            fs::create_dir(at(name)).unwrap();
        }
        script(&at("bin"), "ssh", SSH);
        symlink(env!("CARGO_BIN_EXE_plyn-notify"), at("bin/plyn-notify")).unwrap();
        let bus = Bus::start();
        let server = Server::start(&bus, Script::default());
        Self { folder, bus, server }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::create_dir_all(self.at(name).parent().unwrap()).unwrap();
        fs::write(self.at(name), text).unwrap();
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap_or_default()
    }

    fn variables(&self) -> [(&'static str, String); 6] {
        let at = |name: &str| self.at(name).display().to_string();
        [
            ("HOME", at("server")),
            ("XDG_RUNTIME_DIR", at("run")),
            ("XDG_CONFIG_DIRS", at("nowhere")),
            ("HERE", self.folder.path().display().to_string()),
            ("FAR_BUS", self.bus.address()),
            ("PATH", format!("{}:/usr/bin:/bin", at("bin"))),
        ]
    }

    fn tunnel(&self, args: &[&str]) -> Program {
        let program = Program::new().args(["tunnel"]).args(args);
        self.variables().iter().fold(program, |program, (name, value)| program.env(name, value))
    }

    /// The same at a terminal, at the end of a script.
    fn at_terminal(&self, before: &str, args: &str) -> Run {
        let case = Case::script("sh", &format!("{before}exec plyn-notify tunnel {args} >out 2>err"));
        self.variables().iter().fold(case, |case, (name, value)| case.env(name, value)).start()
    }

    /// Runs it; what is in its folder is named from there, and keys and times are not repeated.
    #[track_caller]
    fn run(&self, args: &[&str]) -> Ended {
        let ended = self.tunnel(args).run();
        let here = self.folder.path().to_str().unwrap();
        let host = rustix::system::uname().nodename().to_str().unwrap().to_owned();
        let host = host.split('.').next().unwrap();
        let plain = |text: &str| {
            let text = text.replace(here, "").replace(env!("CARGO_BIN_EXE_plyn-notify"), "plyn-notify");
            let line = |line: &str| match line.split_once(" answers in ") {
                Some((name, rest)) => {
                    assert_eq!(name, host);
                    let (_, who) = rest.split_once(": ").unwrap();
                    format!("it answers: {who}\n")
                }
                None => format!("{line}\n"),
            };
            let text: String = text.lines().map(line).collect();
            match (text.find("AAAA"), text.find(&format!(" plyn-notify@{host}"))) {
                (Some(start), Some(end)) => {
                    let letters = text[start..end].to_owned();
                    text.replace(&letters, "AAAA").replace(&format!("plyn-notify@{host}"), "plyn-notify@here")
                }
                _ => text,
            }
        };
        Ended { stdout: plain(&ended.stdout), stderr: plain(&ended.stderr), ..ended }
    }
}

/// Every file under a folder, what it holds, and whether others can read it; links as what they lead to.
fn tree(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, u32)> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let metadata = path.symlink_metadata().unwrap();
            let bytes = if metadata.is_dir() {
                folders.push(path.clone());
                Vec::new()
            } else if metadata.is_symlink() {
                fs::read_link(&path).unwrap().to_str().unwrap().into()
            } else {
                fs::read(&path).unwrap()
            };
            found.insert(path, (bytes, metadata.permissions().mode()));
        }
    }
    found
}

const WHO: &str = concat!("it answers: plyn-notify ", env!("CARGO_PKG_VERSION"), " on scripted\n");

/// What setting up without an answer from the other host is like.
#[track_caller]
fn set_up_unreached(hosts: &Hosts, args: &[&str]) {
    hosts.write("fails", "ssh: connect to host x port 1: Connection refused\n");
    let ended = hosts.run(args);
    assert_eq!(ended.code, Some(69), "{ended:?}");
}
