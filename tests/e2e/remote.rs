//! Over ssh to this machine, through an sshd of our own.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;

use crate::program::{self, Output, Server, fresh_stty, with_program};
use crate::pty::{Exit, PtyCommand};

/// An sshd on a free port, which lets in whoever has its key.
struct Sshd {
    _server: Server,
    folder: TempDir,
    port: u16,
}

impl Sshd {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for key in ["host", "user"] {
            let file = folder.path().join(key).display().to_string();
            let argv = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", &file];
            let (output, _) = program::run(Duration::from_secs(10), argv);
            assert_eq!(output, Output::new("", "", 0));
        }
        fs::create_dir_all("/run/sshd").unwrap(); // sshd insists
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).unwrap().port();
        let config = folder.path().join("sshd_config");
        fs::write(&config, configuration(folder.path(), port)).unwrap();
        let args = ["-D", "-e", "-f", config.to_str().unwrap()];
        let server = Server::start_on_stderr("/usr/sbin/sshd", args, "Server listening on");
        Self { _server: server, folder, port }
    }

    /// `ssh OPTIONS localhost COMMAND`, in words.
    fn ssh(&self, options: &[&str], command: &str) -> Vec<String> {
        let key = self.folder.path().join("user").display().to_string();
        let port = self.port.to_string();
        let fixed = ["-F", "none", "-i", &key, "-p", &port, "-o", "StrictHostKeyChecking=no"];
        let quiet = ["-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "-o", "BatchMode=yes"];
        let words = ["ssh"].into_iter().chain(fixed).chain(quiet).chain(options.iter().copied());
        words.chain(["root@127.0.0.1", command]).map(str::to_owned).collect()
    }
}

fn configuration(folder: &Path, port: u16) -> String {
    let folder = folder.display();
    format!(
        "ListenAddress 127.0.0.1:{port}\nHostKey {folder}/host\nAuthorizedKeysFile {folder}/user.pub\nPidFile none\n\
         StrictModes no\nPermitRootLogin prohibit-password\nPasswordAuthentication no\n\
         KbdInteractiveAuthentication no\nUsePAM yes\nPrintMotd no\nPrintLastLog no\n"
    )
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn ssh_with_a_terminal_asks_there() {
    let sshd = Sshd::start();
    let ask = format!("{} wait 'Deploy?'", program::plyn_notify().display());
    for (keys, answer, code) in [("y", "allow", 0), ("n", "deny", 1)] {
        let words = sshd.ssh(&["-t"], &ask);
        let mut pty = with_program(PtyCommand::new(&words[0]).args(&words[1..])).spawn();
        pty.wait_text("Deploy?");
        pty.answer(keys);
        assert_eq!(pty.wait_exit(), Exit::code(code), "{}", pty.contents());
        assert!(pty.contents().lines().any(|line| line == answer), "{}", pty.contents());
        assert_eq!(pty.stty(), fresh_stty());
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn ssh_without_a_terminal_says_so_at_once() {
    let sshd = Sshd::start();
    let ask = format!("env -u DBUS_SESSION_BUS_ADDRESS {} wait 'Deploy?'", program::plyn_notify().display());
    let (output, took) = program::run(Duration::from_secs(10), sshd.ssh(&["-T"], &ask));
    assert_eq!((output.stdout.as_str(), output.code), ("", Some(69)), "{output:?}");
    assert_eq!(output.stderr.lines().count(), 1, "{output:?}");
    assert!(took < Duration::from_secs(3), "{took:?}");
}
