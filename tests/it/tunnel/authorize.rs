//! The line in the laptop's own `authorized_keys`.

use super::*;

#[test]
fn a_key_that_may_log_in_keeps_its_line() {
    let hosts = Hosts::new();
    assert_eq!(hosts.run(&["setup", "--host", "laptop", "--yes"]).code, Some(69));
    let key = hosts.text("server/.ssh/plyn-notify_ed25519.pub");
    let file = "laptop/.ssh/authorized_keys";
    let authorize = |args: &[&str]| {
        let program =
            hosts.tunnel(&[&["authorize", key.trim()], args].concat()).env("HOME", hosts.at("laptop"));
        let ended = program.run();
        let stderr = ended.stderr.replace(hosts.folder.path().to_str().unwrap(), "");
        Ended { stderr, ..ended }
    };
    for login in [key.clone(), format!("from=\"10.0.0.0/8\" {key}"), format!("command=\"rsync a\" {key}")] {
        let text = format!("# mine\n{login}");
        hosts.write(file, &text);
        let refused = "plyn-notify: /laptop/.ssh/authorized_keys: line 2 has the key already, and not for plyn-notify; it is \
                       left as it is\n  \
                       Use a key that is for this alone: plyn-notify tunnel setup --key FILE\n";
        for args in [&[][..], &["--remove"]] {
            authorize(args).is("", refused, 1);
            assert_eq!(hosts.text(file), text);
        }
    }
    hosts.write(file, &format!("#{key}other\n"));
    assert_eq!(authorize(&[]).code, Some(0));
    assert!(hosts.text(file).ends_with(&format!("\n#{key}other\n")), "a comment is not a line of the key's");
    assert_eq!(authorize(&["--remove"]).code, Some(0));
    assert_eq!(hosts.text(file), format!("#{key}other\n"));
}
