//! More of the surroundings, which only `doctor` wants to know.

use std::{
    env,
    path::{Path, PathBuf},
};

use super::text;

/// What the environment says about the session and the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// The folders of `PATH`, in order.
    pub path: Vec<PathBuf>,
    /// The folders of `XDG_DATA_HOME` and `XDG_DATA_DIRS`, the most important first.
    pub data: Vec<PathBuf>,
    /// The folders of `XDG_CONFIG_HOME` and `XDG_CONFIG_DIRS`, the most important first.
    pub config: Vec<PathBuf>,
    /// `HOME`.
    pub home: Option<PathBuf>,
    /// `XDG_CURRENT_DESKTOP`.
    pub desktop: Option<String>,
    /// `DISPLAY` or `WAYLAND_DISPLAY`, as `NAME=value`.
    pub display: Option<String>,
    /// Where an ssh session comes from, the first word of `SSH_CONNECTION`.
    pub ssh_from: Option<String>,
    /// Who called sudo.
    pub sudo_user: Option<String>,
    /// `FLATPAK_ID` or `SNAP_NAME`, as `NAME=value`.
    pub sandbox: Option<String>,
    /// `container`, which systemd-nspawn, podman and toolbox set.
    pub container: Option<String>,
    /// Whether this is a job of a build server (`CI`).
    pub is_ci: bool,
    /// This program's file.
    pub program: Option<PathBuf>,
}

impl Surroundings {
    /// Reads them.
    pub fn read() -> Self {
        let home = env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
        let under = |name: &str, usual: &str| {
            let named = env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
            named.or_else(|| Some(home.as_deref()?.join(usual)))
        };
        let list = |name: &str, usual: &str| -> Vec<PathBuf> {
            let value = env::var_os(name).filter(|value| !value.is_empty()).unwrap_or_else(|| usual.into());
            env::split_paths(&value).filter(|path| path.is_absolute()).collect()
        };
        let first = |names: [&str; 2]| {
            names.into_iter().find_map(|name| text(name).map(|value| format!("{name}={value}")))
        };
        let ssh = text("SSH_CONNECTION").or_else(|| text("SSH_CLIENT"));
        Self {
            path: super::search_path(),
            data: under("XDG_DATA_HOME", ".local/share")
                .into_iter()
                .chain(list("XDG_DATA_DIRS", "/usr/local/share:/usr/share"))
                .collect(),
            config: under("XDG_CONFIG_HOME", ".config")
                .into_iter()
                .chain(list("XDG_CONFIG_DIRS", "/etc/xdg"))
                .collect(),
            home,
            desktop: text("XDG_CURRENT_DESKTOP"),
            display: first(["WAYLAND_DISPLAY", "DISPLAY"]),
            ssh_from: ssh.and_then(|value| value.split_whitespace().next().map(str::to_owned)),
            sudo_user: text("SUDO_USER"),
            sandbox: first(["FLATPAK_ID", "SNAP_NAME"]),
            container: text("container"),
            is_ci: text("CI").is_some(),
            program: env::current_exe().ok(),
        }
    }

    /// A path as it is shown: with `~` for the home.
    pub fn shown(&self, path: &Path) -> String {
        let home = self.home.as_deref().filter(|home| home.components().count() > 1);
        match home.and_then(|home| path.strip_prefix(home).ok()) {
            Some(rest) => format!("~/{}", rest.display()),
            None => path.display().to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_home_is_a_tilde() {
        let with = |home: &str| Surroundings { home: Some(home.into()), ..Surroundings::default() };
        assert_eq!(with("/home/me").shown(Path::new("/home/me/a/b")), "~/a/b");
        assert_eq!(with("/home/me").shown(Path::new("/home/menu")), "/home/menu");
        assert_eq!(with("/").shown(Path::new("/a")), "/a");
        assert_eq!(Surroundings::default().shown(Path::new("/a")), "/a");
    }
}
