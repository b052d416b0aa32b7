//! The hosts that ssh knows by name, for whoever completes one: from its configuration and its lists of known hosts.
//!
//! It only reads, regular files of bounded size, and what cannot be read has no hosts in it.

use std::{
    collections::{BTreeSet, HashSet},
    fs,
    path::{Path, PathBuf},
};

use directories::BaseDirs;

use crate::engine::files;

/// More than any human has of hosts, and little enough to be read between two keys.
const MOST_BYTES: u64 = 4 << 20;
const MOST_FILES: usize = 256;

/// All of them, each once.
pub fn known() -> Vec<String> {
    let mut hosts = Hosts::default();
    if let Some(home) = BaseDirs::new().map(|dirs| dirs.home_dir().join(".ssh")) {
        hosts.configured(&home.join("config"), &home);
        hosts.recorded(&home.join("known_hosts"));
    }
    hosts.configured(Path::new("/etc/ssh/ssh_config"), Path::new("/etc/ssh"));
    hosts.recorded(Path::new("/etc/ssh/ssh_known_hosts"));
    hosts.found.into_iter().collect()
}

/// The hosts, and where they were looked for.
#[derive(Debug, Default)]
struct Hosts {
    found: BTreeSet<String>,
    /// Without links: what includes itself is read once.
    files: HashSet<PathBuf>,
    bytes: u64,
}

impl Hosts {
    fn read(&mut self, path: &Path) -> String {
        let bytes = match path.canonicalize() {
            Ok(path) if self.files.len() < MOST_FILES && self.files.insert(path.clone()) => {
                files::head(&path, MOST_BYTES.saturating_sub(self.bytes)).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        self.bytes += u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The names after `Host`, patterns left out, in a file and in those that it includes.
    fn configured(&mut self, path: &Path, folder: &Path) {
        for line in self.read(path).lines() {
            let line = line.trim_start();
            let (word, rest) = line.split_once([' ', '\t', '=']).unwrap_or((line, ""));
            let words = arguments(rest.trim_start_matches([' ', '\t', '=']));
            if word.eq_ignore_ascii_case("host") {
                self.found.extend(words.into_iter().filter(|name| is_name(name)));
            } else if word.eq_ignore_ascii_case("include") {
                for path in words.iter().flat_map(|pattern| included(pattern, folder)) {
                    self.configured(&path, folder);
                }
            }
        }
    }

    /// The names in a list of known hosts. Those that are hashed nobody can read, and addresses are no names.
    fn recorded(&mut self, path: &Path) {
        let text = self.read(path);
        let lines = text.lines().map(str::trim_start).filter(|line| !line.starts_with(['#', '@', '|']));
        for name in lines.filter_map(|line| line.split_whitespace().next()).flat_map(|names| names.split(','))
        {
            let name = name.strip_prefix('[').and_then(|rest| rest.split(']').next()).unwrap_or(name);
            if is_name(name) && name.parse::<std::net::IpAddr>().is_err() {
                self.found.insert(name.to_owned());
            }
        }
    }
}

/// The arguments of a line: in double quotes one may hold spaces, and a `#` before one begins a comment.
fn arguments(rest: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = rest.trim();
    while !rest.is_empty() && !rest.starts_with('#') {
        let (word, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once([' ', '\t']).unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

/// The files that an `Include` names; a pattern only in the last part, which is where it is used.
fn included(pattern: &str, folder: &Path) -> Vec<PathBuf> {
    let path = match pattern.strip_prefix("~/") {
        Some(rest) => BaseDirs::new().map(|dirs| dirs.home_dir().join(rest)).unwrap_or_default(),
        None => folder.join(pattern),
    };
    let Some((start, end)) =
        path.file_name().and_then(|name| name.to_str()).and_then(|name| name.split_once('*'))
    else {
        return vec![path];
    };
    let entries = path.parent().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let matches = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(matches).collect();
    paths.sort();
    paths
}

/// Whether it can be given to ssh as it is, and names one host.
fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '@' | ':');
    !name.is_empty() && !name.starts_with('-') && name.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn found(folder: &Path, look: impl FnOnce(&mut Hosts, &Path)) -> Vec<String> {
        let mut hosts = Hosts::default();
        look(&mut hosts, folder);
        hosts.found.into_iter().collect()
    }

    fn configured(folder: &Path) -> Vec<String> {
        found(folder, |hosts, folder| hosts.configured(&folder.join("config"), folder))
    }

    #[test]
    fn a_configuration_names_hosts_and_other_files() {
        let folder = folder(&[
            (
                "config",
                "Include config.d/*.conf \"one more\" # config.d/*\n# Host no\nHost laptop desk* !bad \"quoted\"\n\
                \tHostName x\nhost=equals\nHost a#b commented # a comment\nHost #nobody\nMatch all",
            ),
            ("config.d/a.conf", "Host included\nInclude ../config\n"),
            ("config.d/b.txt", "Host not\n"),
            ("one more", "HOST = \"two words\" spaced\n"),
        ]);
        let expected = ["commented", "equals", "included", "laptop", "quoted", "spaced"];
        assert_eq!(configured(folder.path()), expected);
        fs::remove_file(folder.path().join("config")).unwrap();
        assert_eq!(configured(folder.path()), [""; 0]);
    }

    /// With a depth as the only limit this would be read 2^16 times.
    #[test]
    fn what_includes_itself_is_read_once() {
        let folder =
            folder(&[("config", "Include config config ./config link\nHost laptop\nInclude config\n")]);
        std::os::unix::fs::symlink("config", folder.path().join("link")).unwrap();
        assert_eq!(configured(folder.path()), ["laptop"]);
    }

    #[test]
    fn no_more_is_read_than_a_human_has() {
        let long = "#".repeat(1 << 20) + "\n";
        let mut files: Vec<(String, String)> =
            (0..=MOST_FILES).map(|n| (format!("few/{n:03}"), format!("Host h{n:03}\n"))).collect();
        files.extend((0..5).map(|n| (format!("long/{n}"), format!("Host l{n}\n{long}"))));
        files.push(("config".to_owned(), "Include long/*\nInclude few/*\n".to_owned()));
        let files: Vec<(&str, &str)> =
            files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let folder = folder(&files);
        assert_eq!(configured(folder.path()), ["l0", "l1", "l2", "l3"]);
        fs::write(folder.path().join("config"), "Include few/*\n").unwrap();
        assert_eq!(configured(folder.path()).len(), MOST_FILES - 1, "itself is one");
    }

    #[test]
    fn known_hosts_are_names_that_can_be_read() {
        let text = "laptop,192.0.2.1 ssh-ed25519 AAAA\n[desk.example]:2222 ssh-rsa AAAA\n|1|hash= ssh-rsa A\n\
            @cert-authority *.x ssh-rsa A\n# c\n[::1]:22 ssh-rsa A\n-oProxy ssh-rsa A\n\n";
        let folder = folder(&[("known_hosts", text)]);
        let hosts = found(folder.path(), |hosts, folder| hosts.recorded(&folder.join("known_hosts")));
        assert_eq!(hosts, ["desk.example", "laptop"]);
    }
}
