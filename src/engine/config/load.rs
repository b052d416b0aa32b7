//! Loading: finds the layers, reads them, and lays one over the other.
//!
//! The only file of the configuration that touches the world, and it only reads: regular files of bounded size, so that
//! nothing named as a configuration can hang or fill a prompt. Whatever goes wrong is a fault in the result.

use std::{
    collections::{BTreeMap, HashSet},
    ffi::{OsStr, OsString},
    io::ErrorKind,
    path::{Path, PathBuf},
};

use directories::ProjectDirs;
use figment::{
    Figment,
    value::{Dict, Value},
};

use crate::engine::files;

use super::{
    fault::{Fault, Problem},
    layer::Layer,
    origin::Origin,
    schema,
    settings::{AgentSettings, NotifySettings, RemoteSettings, Settings},
    toml, value, variables,
};

/// Where the layers are, lowest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// The system's files, the least important first. A missing one is no fault.
    pub system: Vec<PathBuf>,
    /// The user's file. A missing one is no fault.
    pub user: Option<PathBuf>,
    /// A file that was named, by `--config` or `PLYN_NOTIFY_CONFIG`: read instead of the user's. It may be another
    /// program's, then only its `[notify]` is read. A missing one is a fault.
    pub explicit: Option<PathBuf>,
    /// Variables by name and value; those that are no keys are passed over.
    pub environment: Vec<(String, String)>,
}

impl Sources {
    /// Asks the environment where the layers are; `config_flag` is the value of `--config`.
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place where configuration meets the environment"
    )]
    pub fn detect(config_flag: Option<PathBuf>) -> Self {
        let user = ProjectDirs::from("", "", "plyn-notify").map(|dirs| dirs.config_dir().join("config.toml"));
        Self::from_variables(config_flag, user, std::env::vars_os())
    }

    /// The same, but changes go to this file, whichever it is that is named now.
    #[must_use]
    pub fn changing(&self, path: &Path) -> Self {
        let is_user = self.user.as_deref() == Some(path);
        Self { explicit: (!is_user).then(|| path.to_owned()), ..self.clone() }
    }

    /// The files that are read, there or not, the least important first.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.system.iter().map(PathBuf::as_path).chain(self.target().map(|(path, _)| path))
    }

    /// Those of them that are there.
    pub fn present(&self) -> impl Iterator<Item = &Path> {
        self.files().filter(|path| path.exists())
    }

    /// The file that changes go to, and whether it was named explicitly; none without a home.
    pub fn target(&self) -> Option<(&Path, bool)> {
        let explicit = self.explicit.as_deref().map(|path| (path, true));
        explicit.or_else(|| self.user.as_deref().map(|path| (path, false)))
    }

    fn from_variables(
        config_flag: Option<PathBuf>,
        user: Option<PathBuf>,
        variables: impl Iterator<Item = (OsString, OsString)>,
    ) -> Self {
        let mut system = None;
        let mut explicit = None;
        let mut environment = Vec::new();
        for (name, value) in variables.filter(|(_, value)| !value.is_empty()) {
            match name.to_str() {
                Some("XDG_CONFIG_DIRS") => system = Some(value),
                Some("PLYN_NOTIFY_CONFIG") => explicit = Some(PathBuf::from(value)),
                // What is not UTF-8 is a wrong value, and its replacement characters make it one.
                _ if variables::is_ours(name.as_encoded_bytes()) => {
                    environment.push((name.to_string_lossy().into(), value.to_string_lossy().into()));
                }
                _ => {}
            }
        }
        // The system gives variables in no particular order; faults need one.
        environment.sort();
        Self {
            system: system_files(&system.unwrap_or_else(|| "/etc/xdg".into())),
            user,
            explicit: config_flag.or(explicit),
            environment,
        }
    }
}

/// The files in the directories of `XDG_CONFIG_DIRS`. There the first is the most important, and a relative one is to
/// be ignored.
fn system_files(directories: &OsStr) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::env::split_paths(directories)
        .filter(|directory| directory.is_absolute())
        .map(|directory| directory.join("plyn-notify/config.toml"))
        .collect();
    files.reverse();
    files
}

/// What the layers say together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    /// The settings, complete.
    pub settings: Settings,
    /// Where each key's value came from, by dotted name such as `notify.grace_seconds`: every key of `[notify]` and
    /// `[remote]`, and those of `[agents]` that are set.
    pub origins: BTreeMap<String, Origin>,
    /// What was wrong, layer by layer in the order of each; each fault once.
    pub faults: Vec<Fault>,
}

impl Loaded {
    /// Lays a flag of the command line over all layers: `key` is the dotted name of what `set` changes.
    pub fn set_by_flag(&mut self, key: &str, set: impl FnOnce(&mut Settings)) {
        set(&mut self.settings);
        self.origins.insert(key.to_owned(), Origin::Flag);
    }
}

/// Loads the configuration. It cannot fail: what is wrong is left out and reported in [`Loaded::faults`].
pub fn load(sources: &Sources) -> Loaded {
    let mut faults = Vec::new();
    let mut origins: BTreeMap<String, Origin> =
        schema::fixed_keys().map(|key| (key, Origin::Default)).collect();
    let mut figment = Figment::new();

    let system = sources.system.iter().map(|path| (path.as_path(), false));
    let files = system.chain(sources.target()).map(|(path, explicit)| file(path, explicit));
    let layers = [Ok(variables::lacode(&sources.environment))]
        .into_iter()
        .chain(files)
        .chain([Ok(variables::layer(&sources.environment))]);
    for layer in layers {
        match layer {
            Ok(layer) => {
                let layer = layer.checked(&mut faults);
                origins.extend(layer.entries.iter().map(|entry| (entry.key(), entry.origin.clone())));
                figment = figment.merge(layer);
            }
            Err(fault) => faults.push(fault),
        }
    }

    let mut seen = HashSet::new();
    faults.retain(|fault| seen.insert(fault.clone()));
    Loaded { settings: settings(&figment), origins, faults }
}

/// Reads one file as a layer; the fault of one that cannot be read or does not parse.
fn file(path: &Path, explicit: bool) -> Result<Layer, Fault> {
    let whole =
        |problem| Fault { origin: Origin::File { path: path.to_owned(), line: None }, key: None, problem };
    let bytes = match read(path) {
        Ok(bytes) => bytes,
        Err(Unreadable::Missing) if explicit => return Err(whole("no such file".to_owned())),
        Err(Unreadable::Missing) => return Ok(Layer::default()),
        Err(Unreadable::Because(why)) => return Err(whole(format!("cannot be read: {why}"))),
    };
    let mut layer = layer(path, bytes)?;
    if explicit && layer.is_foreign(path) {
        layer.keep_notify();
    }
    Ok(layer)
}

/// The bytes of a file as a layer; the fault of what does not parse.
pub(super) fn layer(path: &Path, bytes: Vec<u8>) -> Result<Layer, Fault> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|byte| *byte == b'\n').count();
        Fault {
            origin: Origin::File { path: path.to_owned(), line: Some(line) },
            key: None,
            problem: "does not parse, the whole file is ignored: not UTF-8".to_owned(),
        }
    })?;
    toml::parse(path, &text)
}

/// Why there is nothing to read.
pub(super) enum Unreadable {
    /// There is no such file.
    Missing,
    /// There is, but.
    Because(String),
}

/// The contents of a regular file of bounded size.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Unreadable> {
    /// Larger than any configuration, small enough to be read without being noticed.
    const LARGEST: u64 = 1 << 20;

    let bytes = files::head(path, LARGEST + 1).map_err(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Unreadable::Missing,
        // Our own.
        ErrorKind::Other => Unreadable::Because(error.to_string()),
        kind => Unreadable::Because(kind.to_string()),
    })?;
    if bytes.len() as u64 > LARGEST {
        return Err(Unreadable::Because("larger than 1 MiB".to_owned()));
    }
    Ok(bytes)
}

/// Takes the settings out of the merged layers key by key. Every value has been checked, so what cannot be taken is
/// not there.
fn settings(figment: &Figment) -> Settings {
    fn take<T>(figment: &Figment, key: &str, read: fn(&Value) -> Result<T, Problem>) -> Option<T> {
        figment.extract_inner::<Value>(key).ok().and_then(|value| read(&value).ok())
    }
    let switch = |key, default| take(figment, key, value::switch).unwrap_or(default);
    let seconds = |key, default| take(figment, key, value::seconds).unwrap_or(default);

    let default = NotifySettings::default();
    let notify = NotifySettings {
        enabled: switch("notify.enabled", default.enabled),
        grace: seconds("notify.grace_seconds", default.grace),
        min_interval: seconds("notify.min_interval_seconds", default.min_interval),
        channels: take(figment, "notify.channels", value::channels).unwrap_or(default.channels),
        actions: switch("notify.actions", default.actions),
        include_reason: switch("notify.include_reason", default.include_reason),
        protocol: take(figment, "notify.protocol", value::protocol).unwrap_or(default.protocol),
        bell: switch("notify.bell", default.bell),
        sound: switch("notify.sound", default.sound),
    };
    let remote = RemoteSettings {
        host: take(figment, "remote.host", value::word).flatten(),
        user: take(figment, "remote.user", value::word).flatten(),
        port: take(figment, "remote.port", value::port).flatten(),
        key: take(figment, "remote.key", value::path).flatten(),
        connect_timeout: take(figment, "remote.connect_timeout_seconds", value::seconds),
    };
    let agents = figment.extract_inner::<Dict>(schema::AGENTS).unwrap_or_default();
    let agents = agents.into_iter().map(|(name, table)| (name, agent(&table))).collect();
    Settings { notify, remote, agents }
}

/// An agent's name may hold dots, so its keys are not looked up by path.
fn agent(table: &Value) -> AgentSettings {
    let key = |name| table.as_dict().and_then(|table| table.get(name));
    AgentSettings {
        mode: key("mode").and_then(|value| value::word(value).ok()).flatten(),
        hold: key("hold_seconds").and_then(|value| value::seconds(value).ok()),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt as _;

    use super::*;

    fn detect(flag: Option<&str>, variables: &[(&str, &[u8])]) -> Sources {
        let variables =
            variables.iter().map(|(name, value)| (OsString::from(name), OsString::from_vec(value.to_vec())));
        Sources::from_variables(flag.map(PathBuf::from), Some("/home/me/config.toml".into()), variables)
    }

    #[test]
    fn the_system_files_are_those_of_xdg_the_last_first() {
        assert_eq!(detect(None, &[]).system, [PathBuf::from("/etc/xdg/plyn-notify/config.toml")]);
        assert_eq!(detect(None, &[("XDG_CONFIG_DIRS", b"")]), detect(None, &[]));
        let sources = detect(None, &[("XDG_CONFIG_DIRS", b"/first:relative:/second")]);
        let files = ["/second/plyn-notify/config.toml", "/first/plyn-notify/config.toml"];
        assert_eq!(sources.system, files.map(PathBuf::from));
    }

    #[test]
    fn the_flag_names_the_file_before_the_variable() {
        let variable: &[(&str, &[u8])] = &[("PLYN_NOTIFY_CONFIG", b"/by/variable\xff")];
        let odd = PathBuf::from(OsString::from_vec(b"/by/variable\xff".to_vec()));
        assert_eq!(detect(None, variable).explicit, Some(odd));
        assert_eq!(detect(Some("/by/flag"), variable).explicit, Some("/by/flag".into()));
        assert_eq!(detect(None, &[("PLYN_NOTIFY_CONFIG", b"")]).explicit, None);
        assert_eq!(detect(None, variable).user, Some("/home/me/config.toml".into()));
    }

    #[test]
    fn only_our_variables_are_taken_in_the_order_of_their_names() {
        let sources = detect(
            None,
            &[
                ("PLYN_NOTIFY_SOUND", b"done"),
                ("PLYN_NOTIFY_REMOTE__HOST", b"lap\xfftop"),
                ("PLYN_NOTIFY_BELL", b"off"),
                ("OC_LOCAL_USER", b"me"),
                ("HOME", b"/home/me"),
                ("PLYN_NOTIFY_ACTIONS", b""),
            ],
        );
        let expected = [
            ("OC_LOCAL_USER", "me"),
            ("PLYN_NOTIFY_BELL", "off"),
            ("PLYN_NOTIFY_REMOTE__HOST", "lap\u{fffd}top"),
            ("PLYN_NOTIFY_SOUND", "done"),
        ];
        assert_eq!(sources.environment, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
        // Half a host's name is no host's name.
        let loaded = load(&Sources { environment: sources.environment, ..Sources::default() });
        assert_eq!(loaded.settings.remote.host, None);
        assert_eq!(loaded.faults.len(), 1);
    }

    #[test]
    fn a_flag_lies_over_everything() {
        let mut loaded = load(&Sources::default());
        loaded.set_by_flag("notify.bell", |settings| settings.notify.bell = false);
        assert!(!loaded.settings.notify.bell);
        assert_eq!(loaded.origins["notify.bell"], Origin::Flag);
        assert_eq!(loaded.origins["notify.sound"], Origin::Default);
    }
}
