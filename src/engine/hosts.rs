//! The hosts that ssh knows by name, for whoever completes one: from its configuration and its lists of known hosts.
//!
//! It only reads, regular files of bounded size, and what cannot be read has no hosts in it.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::Read as _,
    path::{Path, PathBuf},
};

use directories::BaseDirs;

/// Larger than any list of hosts that a human reads, small enough to be read between two keys.
const LARGEST: u64 = 4 << 20;
/// How deep one configuration may include another, as ssh has it.
const DEEPEST: usize = 16;

/// All of them, each once.
pub fn known() -> Vec<String> {
    let mut found = BTreeSet::new();
    if let Some(home) = BaseDirs::new().map(|dirs| dirs.home_dir().join(".ssh")) {
        configured(&home.join("config"), &home, 0, &mut found);
        recorded(&read(&home.join("known_hosts")), &mut found);
    }
    configured(Path::new("/etc/ssh/ssh_config"), Path::new("/etc/ssh"), 0, &mut found);
    recorded(&read(Path::new("/etc/ssh/ssh_known_hosts")), &mut found);
    found.into_iter().collect()
}

fn read(path: &Path) -> String {
    let mut bytes = Vec::new();
    if path.metadata().is_ok_and(|metadata| metadata.is_file())
        && let Ok(file) = File::open(path)
    {
        let _ = file.take(LARGEST).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The names after `Host`, patterns left out, in a file and in those that it includes.
fn configured(path: &Path, folder: &Path, depth: usize, found: &mut BTreeSet<String>) {
    for line in read(path).lines() {
        let line = line.trim_start();
        let (word, rest) = line.split_once([' ', '\t', '=']).unwrap_or((line, ""));
        let words =
            rest.trim_start_matches([' ', '\t', '=']).split_whitespace().map(|word| word.trim_matches('"'));
        if word.eq_ignore_ascii_case("host") {
            found.extend(words.filter(|name| is_name(name)).map(str::to_owned));
        } else if word.eq_ignore_ascii_case("include") && depth < DEEPEST {
            for path in words.flat_map(|pattern| included(pattern, folder)) {
                configured(&path, folder, depth + 1, found);
            }
        }
    }
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

/// The names in a list of known hosts. Those that are hashed nobody can read, and addresses are no names.
fn recorded(text: &str, found: &mut BTreeSet<String>) {
    let lines = text.lines().map(str::trim_start).filter(|line| !line.starts_with(['#', '@', '|']));
    for name in lines.filter_map(|line| line.split_whitespace().next()).flat_map(|names| names.split(',')) {
        let name = name.strip_prefix('[').and_then(|rest| rest.split(']').next()).unwrap_or(name);
        if is_name(name) && name.parse::<std::net::IpAddr>().is_err() {
            found.insert(name.to_owned());
        }
    }
}

/// Whether it can be given to ssh as it is, and names one host.
fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '@' | ':');
    !name.is_empty() && !name.starts_with('-') && name.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(look: impl FnOnce(&mut BTreeSet<String>)) -> Vec<String> {
        let mut found = BTreeSet::new();
        look(&mut found);
        found.into_iter().collect()
    }

    #[test]
    fn a_configuration_names_hosts_and_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        fs::create_dir(folder.path().join("config.d")).unwrap();
        write(
            "config",
            "Include config.d/*.conf\n# Host no\nHost laptop desk* !bad \"quoted\"\n  HostName x\nhost=equals\nMatch all",
        );
        write("config.d/a.conf", "Host included\nInclude ../config\n");
        write("config.d/b.txt", "Host not\n");
        let path = folder.path();
        assert_eq!(
            found(|found| configured(&path.join("config"), path, 0, found)),
            ["equals", "included", "laptop", "quoted"]
        );
        assert_eq!(found(|found| configured(&path.join("nothing"), path, 0, found)), [""; 0]);
    }

    #[test]
    fn known_hosts_are_names_that_can_be_read() {
        let text = "laptop,192.0.2.1 ssh-ed25519 AAAA\n[desk.example]:2222 ssh-rsa AAAA\n|1|hash= ssh-rsa A\n\
            @cert-authority *.x ssh-rsa A\n# c\n[::1]:22 ssh-rsa A\n-oProxy ssh-rsa A\n\n";
        assert_eq!(found(|found| recorded(text, found)), ["desk.example", "laptop"]);
    }
}
