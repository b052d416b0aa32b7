//! `plyn-notify tunnel setup`.

use std::{ffi::OsString, path::Path};

use super::{Desk, ask::Consent, keyless, name, tried, unchanged, unreached, unwritten};
use crate::{
    cli::{Result, args::tunnel::Setup, exit::Exit, report::Report},
    engine::{
        config::{self, ChangeError, RemoteSettings, contents},
        run::{self, End},
        ssh::{command::for_login_shell, host, target::TUNNEL_PORT},
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
        let wanted = self.wanted(args)?;
        let path = wanted.key.as_deref().map(|key| self.expanded(key)).unwrap_or_default();
        let public = self.make_key(consent, &path)?;
        let program = args.program.as_deref().unwrap_or("plyn-notify");
        if let Some(on) = &args.install_on {
            self.authorize_on(consent, on, public.as_ref(), program)?;
        } else if let Some(public) = &public {
            self.output.text(&format!(
                "The desktop's host needs this line in ~/.ssh/authorized_keys:\n{}\nor, run there: {program} tunnel authorize '{}'\n",
                public.line(program),
                public.text()
            ))?;
        }
        self.configure(consent, &wanted)?;
        if consent.dry_run {
            return Ok(Exit::OK);
        }
        self.prove(consent, &wanted)
    }

    /// What `[remote]` is to say.
    fn wanted(&self, args: &Setup) -> Result<RemoteSettings> {
        let set = &self.loaded.settings.remote;
        let on = args.install_on.as_deref().map(destination).transpose()?.unwrap_or_default();
        for host in args.host.iter().chain(&args.install_on) {
            host::check(host).map_err(|error| Report::usage(format!("{host:?}: {error}")))?;
        }
        let host = args.host.clone().or(on.host).or_else(|| set.host.clone());
        let key = match (&args.key, &set.key) {
            (Some(key), _) => {
                std::path::absolute(key).map_err(|error| Report::usage(format!("{}: {error}", name(key))))?
            }
            (None, Some(key)) => key.clone(),
            (None, None) => self.places.home.join(".ssh/plyn-notify_ed25519"),
        };
        let port = args.port.or(on.port).or(set.port);
        Ok(RemoteSettings {
            port: if host.is_none() { port.or(Some(TUNNEL_PORT)) } else { port },
            host,
            user: args.user.clone().or(on.user).or_else(|| set.user.clone()),
            key: Some(key),
            connect_timeout: set.connect_timeout,
        })
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
            key::make(path, &format!("plyn-notify@{}", self.facts.host)).map_err(|error| keyless(&error))?;
            self.record.key = Some(path.to_owned());
            self.save()?;
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
        let authorized = Authorized { host: on.to_owned(), program: program.to_owned() };
        if self.record.authorized_on.contains(&authorized) && self.is_reached() {
            return Ok(());
        }
        let what = format!("let it have questions shown on {on}, by a line in ~/.ssh/authorized_keys there");
        if !self.may(consent, &what)? {
            return Ok(());
        }
        let Some(public) = public else { return Ok(()) };
        elsewhere(on, &[program, &public.text()])?;
        self.record.note_folders(&self.places.record.clone());
        self.record.authorized_on.retain(|authorized| authorized.host != on);
        self.record.authorized_on.push(authorized);
        self.save()?;
        self.output.text(&format!("{on} lets it have questions shown\n"))
    }

    /// Whether the way works as it is configured.
    fn is_reached(&self) -> bool {
        tried(&self.way(&self.loaded.settings.remote), false).is_ok()
    }

    fn configure(&mut self, consent: Consent, wanted: &RemoteSettings) -> Result<()> {
        let set = &self.loaded.settings.remote;
        let key = |settings: &RemoteSettings| settings.key.as_ref().map(|key| name(key));
        let port = |settings: &RemoteSettings| settings.port.map(|port| port.to_string());
        let rows = [
            ("remote.host", &set.host, wanted.host.clone()),
            ("remote.user", &set.user, wanted.user.clone()),
            ("remote.port", &port(set), port(wanted)),
            ("remote.key", &key(set), key(wanted)),
        ];
        let changes: Vec<(&str, String)> = rows
            .into_iter()
            .filter(|(_, set, wanted)| *set != wanted)
            .filter_map(|(key, _, wanted)| Some((key, wanted?)))
            .collect();
        if changes.is_empty() {
            return Ok(());
        }
        let path = self.sources.target().map(|(path, _)| path.to_owned()).ok_or(ChangeError::NoHome);
        let path = path.map_err(|error| unchanged(&error))?;
        let shown: Vec<String> = changes.iter().map(|(key, value)| format!("{key} = {value:?}")).collect();
        let what = format!("set {} in {}", shown.join(", "), name(&path));
        if !self.may(consent, &what)? {
            return Ok(());
        }
        let text = |bytes: Option<Vec<u8>>| bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let before = text(contents(&path).map_err(|error| unwritten(&error))?);
        self.record.note_folders(&path);
        self.record.note_folders(&self.places.record.clone());
        for (key, value) in &changes {
            config::set(&self.sources, key, value).map_err(|error| unchanged(&error))?;
        }
        let after = text(contents(&path).map_err(|error| unwritten(&error))?).unwrap_or_default();
        let keys: Vec<&str> = changes.iter().map(|(key, _)| *key).collect();
        self.record.note_configuration(&path, before, after, &keys);
        self.save()?;
        self.output.text(&format!("set {}\n", shown.join(", ")))
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
                answer = tried(&way, true);
            }
        }
        let answer = answer.map_err(|error| {
            unreached(&error).hint("Everything on this host is set up; try again: plyn-notify tunnel status")
        })?;
        self.output.text(&format!("{answer}\n"))?;
        Ok(Exit::OK)
    }
}

/// Has plyn-notify on another host change its `authorized_keys`; ssh may ask for whatever it needs.
pub(super) fn elsewhere(on: &str, arguments: &[&str]) -> Result<()> {
    let words: Vec<&[u8]> =
        ["sh", "-c", ELSEWHERE, "sh"].iter().chain(arguments).map(|word| word.as_bytes()).collect();
    let ssh = ["ssh", "-T", "--", on, &for_login_shell(&words)].map(OsString::from);
    let failed = |error: String, exit| Report {
        exit,
        error: format!("the key's line was not changed on {on}: {error}"),
        hints: vec![format!("Install plyn-notify there, or try by hand: ssh {on}")],
    };
    let finished = run::command(&ssh).map_err(|error| failed(error.to_string(), Exit::UNREACHABLE))?;
    match finished.end {
        End::Status(0) => Ok(()),
        End::Status(255) => Err(failed("ssh failed".to_owned(), Exit::UNREACHABLE)),
        End::Status(status) => Err(failed(format!("exit status {status}"), Exit::UNREACHABLE)),
        End::Signal(number) => Err(failed("interrupted".to_owned(), Exit::Signal(number))),
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
