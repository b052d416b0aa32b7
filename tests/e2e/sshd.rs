//! An sshd of our own on this machine, and the ssh that reaches it.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use crate::program::{self, Output, Server};

/// An sshd on a free port of the loopback interface, with keys made for it.
pub(crate) struct Sshd {
    _server: Server,
    folder: TempDir,
    address: String,
    port: u16,
}

impl Sshd {
    /// One that lets in whoever has its key.
    pub(crate) fn start() -> Self {
        Self::with("", &[])
    }

    /// One whose key may only run this command, as `tunnel setup` has it, with these variables besides.
    pub(crate) fn forced(command: &str, variables: &[(&str, &str)]) -> Self {
        Self::with(&format!("restrict,command=\"{}\" ", command.replace('"', "\\\"")), variables)
    }

    /// One whose key has these options in `authorized_keys`, each followed by a comma but the last by a space.
    pub(crate) fn with(key_options: &str, variables: &[(&str, &str)]) -> Self {
        Self::at("127.0.0.1", &[], key_options, variables)
    }

    /// The same at another address, started by another program that gets it and its arguments after these.
    pub(crate) fn at(address: &str, under: &[&str], key_options: &str, variables: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for key in ["host", "user"] {
            let file = folder.path().join(key).display().to_string();
            let argv = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", &file];
            let (output, _) = program::run(Duration::from_secs(10), argv);
            assert_eq!(output, Output::new("", "", 0));
        }
        let key = fs::read_to_string(folder.path().join("user.pub")).unwrap();
        fs::write(folder.path().join("authorized_keys"), format!("{key_options}{key}")).unwrap();
        fs::create_dir_all("/run/sshd").unwrap(); // sshd insists
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).unwrap().port();
        let config = folder.path().join("sshd_config");
        fs::write(&config, configuration(folder.path(), address, port, variables)).unwrap();
        let sshd = ["/usr/sbin/sshd", "-D", "-e", "-f", config.to_str().unwrap()];
        let words: Vec<&str> = under.iter().copied().chain(sshd).collect();
        let server = Server::start_on_stderr(words[0], &words[1..], "Server listening on");
        let host_key = fs::read_to_string(folder.path().join("host.pub")).unwrap();
        let known = format!("[{address}]:{port} {host_key}");
        fs::write(folder.path().join("user.known_hosts"), known).unwrap();
        Self { _server: server, folder, address: address.to_owned(), port }
    }

    /// The port it listens on.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Where everything of it is; its `authorized_keys` too.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The variables by which `plyn-notify` reaches it from a session that came over ssh.
    pub(crate) fn way(&self) -> Vec<(&'static str, String)> {
        vec![
            ("PLYN_NOTIFY_REMOTE__HOST", self.address.clone()),
            ("PLYN_NOTIFY_REMOTE__PORT", self.port.to_string()),
            ("PLYN_NOTIFY_REMOTE__USER", "root".to_owned()),
            ("PLYN_NOTIFY_REMOTE__KEY", self.key().display().to_string()),
            ("SSH_CONNECTION", "192.0.2.1 50000 192.0.2.2 22".to_owned()),
            ("DBUS_SESSION_BUS_ADDRESS", "disabled:".to_owned()),
        ]
    }

    /// The private key that it lets in.
    pub(crate) fn key(&self) -> PathBuf {
        self.folder.path().join("user")
    }

    /// The line of a `known_hosts` file by which it is known as `localhost`.
    pub(crate) fn known_host(&self) -> String {
        let key = fs::read_to_string(self.folder.path().join("host.pub")).unwrap();
        format!("[localhost]:{} {key}", self.port)
    }

    /// `ssh OPTIONS localhost COMMAND`, in words.
    pub(crate) fn ssh(&self, options: &[&str], command: &str) -> Vec<String> {
        let key = self.key().display().to_string();
        let port = self.port.to_string();
        let fixed = ["-F", "none", "-i", &key, "-p", &port, "-o", "StrictHostKeyChecking=no"];
        let quiet = ["-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "-o", "BatchMode=yes"];
        let words = ["ssh"].into_iter().chain(fixed).chain(quiet).chain(options.iter().copied());
        words.chain(["root@127.0.0.1", command]).map(str::to_owned).collect()
    }
}

fn configuration(folder: &Path, address: &str, port: u16, variables: &[(&str, &str)]) -> String {
    let folder = folder.display();
    // Of several lines sshd takes the first.
    let variables: Vec<String> =
        variables.iter().map(|(name, value)| format!(" \"{name}={value}\"")).collect();
    let set = if variables.is_empty() { String::new() } else { format!("SetEnv{}\n", variables.concat()) };
    format!(
        "ListenAddress {address}:{port}\nHostKey {folder}/host\nAuthorizedKeysFile {folder}/authorized_keys\n\
         PidFile none\nStrictModes no\nPermitRootLogin prohibit-password\nPasswordAuthentication no\n\
         KbdInteractiveAuthentication no\nUsePAM yes\nPrintMotd no\nPrintLastLog no\nMaxStartups 200\nMaxSessions 200\n\
         {set}"
    )
}
