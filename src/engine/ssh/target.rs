//! The host whose desktop is asked, and how ssh is told to go there.
//!
//! Pure: no clock, no environment, no input or output.

use std::{
    ffi::{OsStr, OsString},
    hash::{DefaultHasher, Hash as _, Hasher as _},
    path::{Path, PathBuf},
    time::Duration,
};

use crate::engine::config::RemoteSettings;

/// Where a tunnel back to the desktop's host begins, where nothing else is said: lacode's (spec §7).
pub const TUNNEL_PORT: u16 = 10022;
/// How long connecting may take, where nothing else is said: longer than any network that is fit for use.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How often ssh asks whether the other host is still there, and how often in vain.
const KEEPALIVE: (u64, u64) = (5, 3);
/// How long a connection stays without use for the next prompt: as long as an exchange may pause (spec §3 rule 4).
const PERSIST: Duration = Duration::from_mins(1);
/// The longest name of a socket (unix(7)), without what ssh appends while it makes one.
const LONGEST_SOCKET: usize = 107 - 18;

/// A host whose desktop can be asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// Its name, as ssh takes it.
    pub host: String,
    /// The login name there; none is ssh's choice.
    pub user: Option<String>,
    /// The port; none is ssh's choice.
    pub port: Option<u16>,
    /// The private key; none leaves that, and all that comes with it, to ssh.
    pub key: Option<PathBuf>,
    /// How long connecting may take.
    pub connect_timeout: Duration,
}

/// What else is there to connect with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Company<'a> {
    /// A folder of our own for sockets.
    pub sockets: Option<&'a Path>,
    /// The file of host keys that was made together with the key.
    pub known_hosts: Option<&'a Path>,
    /// Whether the key of a host that has none yet is accepted, and kept there.
    pub accept: bool,
    /// How long connecting may take at most, whatever is configured.
    pub within: Option<Duration>,
}

impl Target {
    /// The host that is configured: one by its name, or with anything else the near end of a tunnel. None where nothing is.
    pub fn of(settings: &RemoteSettings) -> Option<Self> {
        let RemoteSettings { host, user, port, key, connect_timeout } = settings.clone();
        if host.is_none() && user.is_none() && port.is_none() && key.is_none() {
            return None;
        }
        let port = if host.is_some() { port } else { port.or(Some(TUNNEL_PORT)) };
        let host = host.unwrap_or_else(|| "localhost".to_owned());
        Some(Self { host, user, port, key, connect_timeout: connect_timeout.unwrap_or(CONNECT_TIMEOUT) })
    }

    /// How it is called in a sentence.
    pub fn name(&self) -> String {
        let user = self.user.as_deref().map(|user| format!("{user}@")).unwrap_or_default();
        let port = self.port.map(|port| format!(":{port}")).unwrap_or_default();
        format!("{user}{}{port}", self.host)
    }

    /// Whether it is the near end of a tunnel.
    pub fn is_tunnel(&self) -> bool {
        ["localhost", "127.0.0.1", "::1"].contains(&self.host.as_str())
    }

    /// How long connecting may take, in whole seconds as ssh has it.
    pub fn connecting(&self, within: Option<Duration>) -> Duration {
        let most = within.map_or(self.connect_timeout, |within| within.min(self.connect_timeout));
        Duration::from_secs(most.as_secs().max(1))
    }

    /// ssh and its arguments for a run that asks nobody anything; the command follows.
    pub fn ssh(&self, company: Company<'_>) -> Vec<OsString> {
        let mut words: Vec<OsString> = vec!["ssh".into(), "-T".into()];
        let mut option = |text: String| words.extend(["-o".into(), OsString::from(text)]);
        option("BatchMode=yes".to_owned());
        option(format!("ConnectTimeout={}", self.connecting(company.within).as_secs()));
        option("ConnectionAttempts=1".to_owned());
        option(format!("ServerAliveInterval={}", KEEPALIVE.0));
        option(format!("ServerAliveCountMax={}", KEEPALIVE.1));
        // What the user has set for this host for his own use.
        option("ClearAllForwardings=yes".to_owned());
        option("ForwardAgent=no".to_owned());
        option("ForwardX11=no".to_owned());
        option("PermitLocalCommand=no".to_owned());
        option("RemoteCommand=none".to_owned());
        option("LogLevel=ERROR".to_owned());
        match (&self.key, company.sockets.and_then(|folder| self.socket(folder))) {
            // A connection that was made with another key does not end at the forced command.
            (Some(_), Some(socket)) => {
                option("ControlMaster=auto".to_owned());
                option(format!("ControlPersist={}", PERSIST.as_secs()));
                words.extend(["-S".into(), socket.into_os_string()]);
            }
            (Some(_), None) => option("ControlPath=none".to_owned()),
            // One that others use must not end with us.
            (None, _) => option("ControlMaster=no".to_owned()),
        }
        self.identify(company, &mut words);
        words.extend(["--".into(), OsString::from(&self.host)]);
        words
    }

    /// Who we are, where to, and whom we know.
    fn identify(&self, company: Company<'_>, words: &mut Vec<OsString>) {
        if let Some(key) = &self.key {
            for option in ["IdentitiesOnly=yes", "PreferredAuthentications=publickey"] {
                words.extend(["-o", option].map(OsString::from));
            }
            words.extend([OsStr::new("-i"), key.as_os_str()].map(OsString::from));
        }
        if let Some(file) = company.known_hosts {
            let mut option = OsString::from("UserKnownHostsFile=\"");
            option.push(file);
            option.push("\" ~/.ssh/known_hosts ~/.ssh/known_hosts2");
            words.extend(["-o".into(), option]);
            if company.accept {
                words.extend(["-o", "StrictHostKeyChecking=accept-new"].map(OsString::from));
            }
        }
        if let Some(user) = &self.user {
            words.extend(["-l", user].map(OsString::from));
        }
        if let Some(port) = self.port {
            words.extend(["-p".to_owned(), port.to_string()].map(OsString::from));
        }
    }

    /// Where a connection to it is shared; none where its name would be too long for the system.
    fn socket(&self, folder: &Path) -> Option<PathBuf> {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        let path = folder.join(format!("ssh-{:016x}", hasher.finish()));
        let plain = path.as_os_str().as_encoded_bytes();
        // ssh reads tokens in it.
        (plain.len() <= LONGEST_SOCKET && !plain.contains(&b'%')).then_some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(host: &str) -> RemoteSettings {
        RemoteSettings { host: Some(host.to_owned()), ..RemoteSettings::default() }
    }

    fn words(target: &Target, company: Company<'_>) -> String {
        target.ssh(company).join(OsStr::new(" ")).into_string().unwrap()
    }

    #[test]
    fn what_is_configured_is_a_host_or_a_tunnel() {
        let name = |settings: &RemoteSettings| Target::of(settings).map(|target| target.name());
        assert_eq!(name(&RemoteSettings::default()), None);
        assert_eq!(name(&settings("laptop")).as_deref(), Some("laptop"));
        assert_eq!(name(&settings("localhost")).as_deref(), Some("localhost"));
        let me = RemoteSettings { user: Some("me".to_owned()), ..RemoteSettings::default() };
        assert_eq!(name(&me).as_deref(), Some("me@localhost:10022"));
        let port = RemoteSettings { port: Some(2222), ..RemoteSettings::default() };
        assert_eq!(name(&port).as_deref(), Some("localhost:2222"));
        let timeout =
            RemoteSettings { connect_timeout: Some(Duration::from_secs(9)), ..RemoteSettings::default() };
        assert_eq!(name(&timeout), None, "that is no host");
    }

    #[test]
    fn the_host_comes_last_and_is_no_option() {
        let target = Target::of(&RemoteSettings {
            user: Some("me".to_owned()),
            port: Some(2222),
            key: Some("/home/me/a key".into()),
            ..settings("laptop")
        });
        let target = target.unwrap();
        let line = words(&target, Company::default());
        assert!(line.starts_with("ssh -T -o BatchMode=yes -o ConnectTimeout=5 "), "{line}");
        assert!(line.contains(" -o ServerAliveInterval=5 -o ServerAliveCountMax=3 "), "{line}");
        let end = " -o ControlPath=none -o IdentitiesOnly=yes -o PreferredAuthentications=publickey \
                   -i /home/me/a key -l me -p 2222 -- laptop";
        assert!(line.ends_with(end), "{line}");
        let company = Company {
            sockets: Some(Path::new("/run/user/1000/plyn-notify")),
            known_hosts: Some(Path::new("/k h")),
            ..Company::default()
        };
        let line = words(&target, company);
        assert!(
            line.contains(" -o ControlMaster=auto -o ControlPersist=60 -S /run/user/1000/plyn-notify/ssh-"),
            "{line}"
        );
        assert!(
            line.contains(" -o UserKnownHostsFile=\"/k h\" ~/.ssh/known_hosts ~/.ssh/known_hosts2 "),
            "{line}"
        );
    }

    #[test]
    fn a_connection_is_shared_only_with_the_same_key() {
        let sockets = |folder| Company { sockets: Some(Path::new(folder)), ..Company::default() };
        let plain = Target::of(&settings("laptop")).unwrap();
        let line = words(&plain, sockets("/run"));
        assert!(line.contains("-o ControlMaster=no ") && !line.contains(" -S "), "{line}");
        let keyed = |key: &str| Target { key: Some(key.into()), ..plain.clone() };
        let socket = |key: &str| keyed(key).socket(Path::new("/run")).unwrap();
        assert_ne!(socket("a"), socket("b"));
        assert_eq!(socket("a"), socket("a"));
        for folder in ["/run/100%", &format!("/{}", "x".repeat(100))] {
            assert!(words(&keyed("a"), sockets(folder)).contains("-o ControlPath=none "), "{folder}");
        }
    }

    #[test]
    fn connecting_may_take_a_second_at_least() {
        let line = |millis, within: Option<u64>| {
            let connect_timeout = Some(Duration::from_millis(millis));
            let target = Target::of(&RemoteSettings { connect_timeout, ..settings("x") }).unwrap();
            words(&target, Company { within: within.map(Duration::from_millis), ..Company::default() })
        };
        assert!(line(200, None).contains(" ConnectTimeout=1 "));
        assert!(line(9000, None).contains(" ConnectTimeout=9 "));
        assert!(line(9000, Some(2400)).contains(" ConnectTimeout=2 "));
        assert!(line(9000, Some(0)).contains(" ConnectTimeout=1 "));
        assert!(line(3000, Some(18_000)).contains(" ConnectTimeout=3 "));
    }
}
