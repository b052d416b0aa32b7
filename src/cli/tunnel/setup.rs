//! `plyn-notify tunnel setup`.

use std::{ffi::OsString, path::Path};

use super::{Desk, ask::Consent, keyless, name, tried, unchanged, unreached};
use crate::{
    cli::{Result, args::tunnel::Setup, exit::Exit, report::Report},
    engine::{
        config::{Change, RemoteSettings, Survey},
        run::{self, End},
        ssh::{
            command::for_login_shell,
            failure::SSH_FAILED,
            host::{self, NoName},
            session::known_hosts,
            target::TUNNEL_PORT,
        },
        tunnel::{authorized::PublicKey, key, probe::ProbeError, record::Authorized},
    },
};

/// What runs on the desktop's host to have a key added there or taken out: shells that nobody logs in to know few folders.
const ELSEWHERE: &str = r#"PATH=$PATH:$HOME/.cargo/bin:$HOME/.local/bin:/usr/local/bin
program=$1
shift
command -v "$program" >/dev/null || { echo "plyn-notify is not installed here" >&2; exit 127; }
exec "$program" tunnel authorize "$@""#;

impl Desk {
    pub(super) fn setup(mut self, args: &Setup) -> Result<Exit> {
        let consent = Consent { yes: args.yes, dry_run: args.dry_run };
        // All that can be wrong is found before anything is done.
        let program = args.program.as_deref().unwrap_or("plyn-notify");
        if program.is_empty() || program.starts_with('-') || program.chars().any(char::is_control) {
            return Err(Report::usage(format!("{program:?} is no program")));
        }
        let wanted = self.wanted(args)?;
        let changes = self.changes(&wanted)?;
        let path = wanted.key.as_deref().map(|key| self.expanded(key)).unwrap_or_default();
        let public = self.make_key(consent, &path)?;
        if let Some(on) = &args.install_on {
            self.authorize_on(consent, on, public.as_ref(), program)?;
        } else if let Some(public) = &public {
            self.output.text(&format!(
                "The desktop's host needs this line in ~/.ssh/authorized_keys:\n{}\nor, run there: {program} tunnel authorize '{}'\n",
                public.line(program),
                public.text()
            ))?;
        }
        self.configure(consent, &changes)?;
        if consent.dry_run {
            return Ok(Exit::OK);
        }
        self.prove(consent, &wanted)
    }

    /// What `[remote]` is to say.
    fn wanted(&self, args: &Setup) -> Result<RemoteSettings> {
        let wrong = |word: &str, error: NoName| Report::usage(format!("{word:?}: {error}"));
        if let Some(host) = &args.host {
            host::check(host).map_err(|error| wrong(host, error))?;
        }
        if let Some(user) = &args.user {
            host::check_user(user).map_err(|error| wrong(user, error))?;
        }
        let set = self.loaded.settings.remote.clone();
        let on = args.install_on.as_deref().map(destination).transpose()?.unwrap_or_default();
        let host = args.host.clone().or_else(|| on.host.clone()).or_else(|| set.host.clone());
        let key = match (&args.key, set.key.clone()) {
            (Some(key), _) => {
                let is_odd = key.to_string_lossy().chars().any(char::is_control);
                let path = std::path::absolute(key).ok().filter(|_| !is_odd);
                path.ok_or_else(|| {
                    Report::usage(format!("{:?} is no file for a key", key.to_string_lossy()))
                })?
            }
            (None, Some(key)) => key,
            (None, None) => self.places.home.join(".ssh/plyn-notify_ed25519"),
        };
        // What was said of another host is not meant for this one.
        let of_it = |settings: RemoteSettings| {
            if settings.host == host { settings } else { RemoteSettings::default() }
        };
        let (on, set) = (of_it(on), of_it(set));
        let port = args.port.or(on.port).or(set.port);
        Ok(RemoteSettings {
            port: if host.is_none() { port.or(Some(TUNNEL_PORT)) } else { port },
            user: args.user.clone().or(on.user).or(set.user),
            key: Some(key),
            connect_timeout: self.loaded.settings.remote.connect_timeout,
            host,
        })
    }

    /// What has to be changed in the configuration file for that, as far as it can be.
    ///
    /// # Errors
    ///
    /// When it cannot.
    fn changes(&self, wanted: &RemoteSettings) -> Result<Vec<Change>> {
        let set = &self.loaded.settings.remote;
        let key = |settings: &RemoteSettings| settings.key.as_ref().map(|key| name(key));
        let port = |settings: &RemoteSettings| settings.port.map(|port| port.to_string());
        let rows = [
            ("remote.host", set.host.clone(), wanted.host.clone()),
            ("remote.user", set.user.clone(), wanted.user.clone()),
            ("remote.port", port(set), port(wanted)),
            ("remote.key", key(set), key(wanted)),
        ];
        let changes = rows.into_iter().filter(|(_, set, wanted)| set != wanted);
        let mut changes: Vec<Change> = changes.map(|(key, _, wanted)| (key.to_owned(), wanted)).collect();
        if changes.is_empty() {
            return Ok(changes);
        }
        let survey = Survey::of(&self.sources).map_err(|error| unchanged(&error))?;
        survey.changed(&changes).map_err(|error| unchanged(&error))?;
        // What another layer sets is not this file's to unset.
        let is_there =
            |change: &Change| survey.changed(std::slice::from_ref(change)).ok() != Some(survey.text.clone());
        changes.retain(|change| change.1.is_some() || is_there(change));
        Ok(changes)
    }

    /// The key's public half; none where it would still have to be made.
    fn make_key(&mut self, consent: Consent, path: &Path) -> Result<Option<PublicKey>> {
        if !path.exists() {
            let what = format!("make the key {} (ed25519, without a passphrase)", name(path));
            if !self.may(consent, &what)? {
                return Ok(None);
            }
            self.record.note_folders(path);
            self.record.note_folders(&self.places.record.clone());
            let made = key::make(path, &format!("plyn-notify@{}", self.facts.host));
            // What is there now was not before.
            if path.exists() && !self.record.keys.iter().any(|known| known == path) {
                self.record.keys.push(path.to_owned());
            }
            self.save()?;
            made.map_err(|error| keyless(&error))?;
            self.output.text(&format!("made the key {}\n", name(path)))?;
        }
        key::public(path).map(Some).map_err(|error| keyless(&error))
    }

    fn authorize_on(
        &mut self,
        consent: Consent,
        on: &str,
        public: Option<&PublicKey>,
        program: &str,
    ) -> Result<()> {
        let authorized = Authorized {
            host: on.to_owned(),
            program: program.to_owned(),
            key: public.map(PublicKey::text).unwrap_or_default(),
        };
        if self.record.authorized_on.contains(&authorized) && self.is_reached() {
            return Ok(());
        }
        let what = format!("let it have questions shown on {on}, by a line in ~/.ssh/authorized_keys there");
        if !self.may(consent, &what)? {
            return Ok(());
        }
        elsewhere(on, &[program, &authorized.key]).map_err(|Unauthorized { why, interrupted }| Report {
            exit: interrupted.map_or(Exit::UNREACHABLE, Exit::Signal),
            error: format!("the key's line was not changed on {on}: {why}"),
            hints: vec![
                format!("Install plyn-notify there, or try by hand: ssh {on}"),
                "Undo what was done before: plyn-notify tunnel remove".to_owned(),
            ],
        })?;
        self.record.note_folders(&self.places.record.clone());
        let known = (&authorized.host, &authorized.key);
        self.record.authorized_on.retain(|other| (&other.host, &other.key) != known);
        self.record.authorized_on.push(authorized);
        self.save()?;
        self.output.text(&format!("{on} lets it have questions shown\n"))
    }

    /// Whether the way works as it is configured.
    fn is_reached(&self) -> bool {
        tried(&self.way(&self.loaded.settings.remote), false).is_ok()
    }

    fn configure(&mut self, consent: Consent, changes: &[Change]) -> Result<()> {
        if changes.is_empty() {
            return Ok(());
        }
        let survey = Survey::of(&self.sources).map_err(|error| unchanged(&error))?;
        let path = survey.path.clone();
        let set = changes.iter().filter_map(|(key, value)| Some(format!("{key} = {:?}", value.as_ref()?)));
        let unset = changes.iter().filter(|(_, value)| value.is_none()).map(|(key, _)| key.clone());
        let lists = [("set", set.collect::<Vec<_>>()), ("unset", unset.collect())];
        let lists = lists.iter().filter(|(_, list)| !list.is_empty());
        let what =
            lists.map(|(verb, list)| format!("{verb} {}", list.join(", "))).collect::<Vec<_>>().join(" and ");
        if !self.may(consent, &format!("{what} in {}", name(&path)))? {
            return Ok(());
        }
        self.record.note_folders(&path);
        self.record.note_folders(&self.places.record.clone());
        survey.save(changes).map_err(|error| unchanged(&error))?;
        let after = survey.changed(changes).map_err(|error| unchanged(&error))?;
        let before = (!survey.is_new).then_some(survey.text);
        let keys: Vec<&str> = changes.iter().map(|(key, _)| key.as_str()).collect();
        self.record.note_configuration(&path, before, after, &keys);
        self.save()?;
        self.output.text(&format!("{what}\n"))
    }

    /// Tries it, as it is to be used.
    fn prove(&mut self, consent: Consent, wanted: &RemoteSettings) -> Result<Exit> {
        let way = self.way(wanted);
        let mut answer = tried(&way, false);
        if let Err(ProbeError::UnknownHost(_)) = &answer {
            let target =
                way.target.as_ref().map(crate::engine::ssh::target::Target::name).unwrap_or_default();
            let what = format!("trust the host key that {target} shows now, and keep it beside our key");
            if self.may(consent, &what)? {
                let key = wanted.key.as_deref().map(|key| self.expanded(key));
                // What belongs to a key of our own goes with it.
                let key = key.filter(|key| !self.record.keys.contains(key));
                let made = key.map(|key| known_hosts(&key)).filter(|path| !path.exists());
                answer = tried(&way, true);
                if let Some(made) = made.filter(|path| path.exists()) {
                    self.record.known_hosts.push(made);
                    self.save()?;
                }
            }
        }
        let answer = answer.map_err(|error| {
            unreached(&error).hint("Everything on this host is set up; try again: plyn-notify tunnel status")
        })?;
        self.output.text(&format!("{answer}\n"))?;
        Ok(Exit::OK)
    }
}

/// Why a key's line was not changed on another host.
pub(super) struct Unauthorized {
    /// A lowercase fragment.
    pub(super) why: String,
    /// The signal that ended it, if one did.
    pub(super) interrupted: Option<i32>,
}

/// Has plyn-notify on another host change its `authorized_keys`; ssh may ask for whatever it needs.
pub(super) fn elsewhere(on: &str, arguments: &[&str]) -> std::result::Result<(), Unauthorized> {
    let words: Vec<&[u8]> =
        ["sh", "-c", ELSEWHERE, "sh"].iter().chain(arguments).map(|word| word.as_bytes()).collect();
    let ssh = ["ssh", "-T", "--", on, &for_login_shell(&words)].map(OsString::from);
    let failed = |why: String| Unauthorized { why, interrupted: None };
    let finished = run::command(&ssh).map_err(|error| failed(error.to_string()))?;
    let interrupted = |number| Unauthorized { why: "interrupted".to_owned(), interrupted: Some(number) };
    match (finished.end, finished.asked) {
        (End::Status(0), _) => Ok(()),
        (End::Status(SSH_FAILED), Some(number)) | (End::Signal(number), _) => Err(interrupted(number)),
        (End::Status(SSH_FAILED), None) => Err(failed("ssh failed".to_owned())),
        (End::Status(status), _) => Err(failed(format!("exit status {status}"))),
    }
}

/// The parts of `HOST`, `USER@HOST` or `ssh://USER@HOST:PORT`.
fn destination(text: &str) -> Result<RemoteSettings> {
    let wrong = || Report::usage(format!("{text:?} names no host: HOST, USER@HOST or ssh://USER@HOST:PORT"));
    let url = text.strip_prefix("ssh://");
    let rest = url.unwrap_or(text).trim_end_matches('/');
    let (user, rest) = match rest.rsplit_once('@') {
        Some((user, rest)) => (Some(user.to_owned()).filter(|user| !user.is_empty()), rest),
        None => (None, rest),
    };
    let (host, port) = match rest.rsplit_once(':') {
        Some((host, port)) if url.is_some() && !port.ends_with(']') => {
            (host, Some(port.parse().map_err(|_| wrong())?))
        }
        _ => (rest, None),
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host::check(host).map_err(|_| wrong())?;
    if let Some(user) = &user {
        host::check_user(user).map_err(|error| Report::usage(format!("{text:?}: {error}")))?;
    }
    Ok(RemoteSettings { host: Some(host.to_owned()), user, port, ..RemoteSettings::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_destination_has_its_parts() {
        let parts = |text| {
            let RemoteSettings { host, user, port, .. } = destination(text).unwrap();
            (host.unwrap(), user, port)
        };
        let me = Some("me".to_owned());
        assert_eq!(parts("laptop"), ("laptop".to_owned(), None, None));
        assert_eq!(parts("me@laptop"), ("laptop".to_owned(), me.clone(), None));
        assert_eq!(parts("ssh://me@laptop:2222/"), ("laptop".to_owned(), me.clone(), Some(2222)));
        assert_eq!(parts("ssh://me@[::1]:2222"), ("::1".to_owned(), me, Some(2222)));
        assert_eq!(parts("ssh://[fe80::1]"), ("fe80::1".to_owned(), None, None));
        for text in ["", "me@", "ssh://laptop:port", "me@-x", "a b"] {
            assert!(destination(text).is_err(), "{text}");
        }
    }
}
