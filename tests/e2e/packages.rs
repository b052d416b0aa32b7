//! The Debian package, installed and removed in a Debian that has nothing of ours: the desk's, below a layer that is thrown
//! away.

use crate::program::{self, plyn_notify};
use crate::pty::LIMIT;

/// `$1` the project, `$2` the chroot; PROGRAM is the program.
const SCRIPT: &str = r#"
set -eu
cd "$1"
packaging/debian/build >/dev/null
layer=$(mktemp -d)
mount -t tmpfs tmpfs "$layer"
mkdir "$layer/upper" "$layer/work" "$layer/root"
mount -t overlay overlay -o "lowerdir=$2,upperdir=$layer/upper,workdir=$layer/work" "$layer/root"
root=$layer/root
mount --bind /proc "$root/proc"
list() { (cd "$root" && find etc usr var/lib/plyn* 2>/dev/null | sort); }
cp target/plyn-notify_*.deb "$root/plyn-notify.deb"
list >"$layer/before"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "$@"; }
inside dpkg --install /plyn-notify.deb >/dev/null
inside plyn-notify version --verbose | grep "running: /usr/bin/plyn-notify (installed by dpkg)"
inside plyn-notify update --quiet
inside plyn-notify man wait | head -n1
inside sh -c 'zcat /usr/share/man/man1/plyn-notify-wait.1.gz' | head -n1 | cut -d' ' -f1-3
inside plyn-notify-askpass "Password: " </dev/null 2>&1 | head -n1 | cut -d: -f1-2
inside bash -c '. /usr/share/bash-completion/completions/plyn-notify && complete -p plyn-notify'
inside dpkg --purge plyn-notify >/dev/null
list >"$layer/after"
diff "$layer/before" "$layer/after" && echo "nothing left"
umount "$root/proc" "$root" "$layer"
rmdir "$layer"
"#;

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_debian_package_comes_and_goes() {
    let project = program::project().display().to_string();
    let program = format!("PROGRAM={}", plyn_notify().display());
    let argv =
        ["env", &program, "setsid", "--wait", "unshare", "--mount", "sh", "-c", SCRIPT, "sh", &project];
    let (output, _) = program::run(LIMIT * 6, argv.into_iter().chain([DESK]));
    let expected = "\
running: /usr/bin/plyn-notify (installed by dpkg)
apt-get update && apt-get install --only-upgrade plyn-notify
PLYN-NOTIFY-WAIT(1)
.TH PLYN\\-NOTIFY\\-WAIT 1
plyn-notify: nobody can be asked
complete -F _plyn_notify plyn-notify
nothing left
";
    assert_eq!(output, program::Output::new(expected, "", 0));
}

/// Where `tests/desk/desk setup` puts it.
const DESK: &str = "/var/tmp/desk-trixie";

/// Spec §9; and cargo forgets to strip what has a profile of its own.
#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn the_program_is_small_and_has_no_symbols() {
    let program = plyn_notify();
    assert!(program.metadata().expect("it is built").len() <= 4 << 20, "it is larger than 4 MiB");
    let (output, _) = program::run(LIMIT, ["nm", &program.display().to_string()]);
    assert_eq!((output.stdout.as_str(), output.code), ("", Some(0)), "{}", output.stderr);
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn desktop_file_and_metadata_are_valid() {
    for argv in [
        &["desktop-file-validate", "assets/plyn-notify.desktop"][..],
        &["appstreamcli", "validate", "--no-net", "--no-color", "assets/plyn-notify.metainfo.xml"],
    ] {
        let (output, _) = program::run(LIMIT, argv);
        assert_eq!(output.code, Some(0), "{argv:?}: {}{}", output.stdout, output.stderr);
    }
}
