//! `plyn-notify config` on disks that are full or read-only, and on files of other people.

use std::time::Duration;

use crate::program::{self, Output};

/// Runs a script where `/mnt` is a disk of one page, which a small file fills, with the program as `$PLYN`; nothing of it
/// is seen outside. The script's last lines say what became of the file.
#[track_caller]
fn run(script: &str) -> Output {
    let mount = "mount -t tmpfs -o size=4k,mode=755 none /mnt && cd /mnt || exit 99";
    let file = "printf '[notify]\r\nbell = false # mine' >config.toml; PLYN_NOTIFY_CONFIG=/mnt/config.toml; export PLYN_NOTIFY_CONFIG";
    let script = format!("PLYN=$0; {mount}; {file}; {script}");
    let program = program::plyn_notify().display().to_string();
    program::run(Duration::from_secs(20), ["unshare", "-m", "sh", "-c", &script, &program]).0
}

const OLD: &str = "[notify]\r\nbell = false # mine";

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_full_disk_leaves_the_old_file() {
    let error = "plyn-notify: /mnt/config.toml: cannot be written: no storage space\n  \
                 Nothing was changed. Make room on that disk and try again.\n";
    for command in ["set bell true", "unset bell", "edit"] {
        let script = format!("EDITOR=true \"$PLYN\" config {command}; echo $?; cat config.toml; echo; ls -A");
        assert_eq!(run(&script), Output::new(&format!("74\n{OLD}\nconfig.toml\n"), error, 0), "{command}");
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_read_only_disk_leaves_the_old_file() {
    let error = "plyn-notify: /mnt/config.toml: cannot be written: read-only filesystem or storage medium\n  \
                 Nothing was changed. That disk is mounted read-only; name another file with --file FILE.\n";
    for command in ["set bell true", "unset bell", "edit"] {
        let script = format!(
            "mount -o remount,ro /mnt; EDITOR=true \"$PLYN\" config {command}; echo $?; cat config.toml; echo; ls -A"
        );
        assert_eq!(run(&script), Output::new(&format!("74\n{OLD}\nconfig.toml\n"), error, 0), "{command}");
    }
    // There is nothing wrong with reading it.
    let script = "mount -o remount,ro /mnt; \"$PLYN\" config get bell";
    assert_eq!(run(script), Output::new("false\n", "", 0));
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn permissions_are_respected() {
    let nobody = "mount -o remount,size=64m /mnt; nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups \"$@\"; }";
    let error = "plyn-notify: /mnt/config.toml: cannot be written: permission denied\n  Nothing was changed. Allow \
                 yourself to write the file and its folder, or name another with --file FILE.\n";
    // Neither the file nor its folder may be written; the folder may, the file not; the file may, the folder not; there
    // is no file.
    for before in ["true", "chmod 777 .", "chmod 666 config.toml", "rm config.toml"] {
        let change = "nobody ./plyn config set bell true; echo $?";
        let script = format!("{nobody}; cp \"$PLYN\" /mnt/plyn; {before}; {change}; rm plyn; ls -A");
        let names = if before.starts_with("rm") { "" } else { "config.toml\n" };
        assert_eq!(run(&script), Output::new(&format!("74\n{names}"), error, 0), "{before}");
    }
}

/// Who may write a file and its folder gets the file, and takes from his group what the old group was allowed.
#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_file_that_is_taken_over_is_not_opened_to_another_group() {
    let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups";
    let script = format!(
        "mount -o remount,size=64m /mnt; cp \"$PLYN\" plyn; chmod 777 .; chmod 666 config.toml; \
         {nobody} ./plyn config set bell true && rm plyn && stat -c '%u:%g %a' config.toml && ls -A"
    );
    assert_eq!(run(&script), Output::new("65534:65534 606\nconfig.toml\n", "", 0));
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn root_keeps_another_users_file_his() {
    let script = "mount -o remount,size=1m /mnt; chown 1234:4321 config.toml; chmod 640 config.toml; \
                  \"$PLYN\" config set bell true && stat -c '%u:%g %a' config.toml && ls -A && cat config.toml";
    let expected = format!("1234:4321 640\nconfig.toml\n{}", OLD.replace("false", "true"));
    assert_eq!(run(script), Output::new(&expected, "", 0));
}
