//! What runs in a coding agent's own process.

use std::time::Duration;

use crate::program::{self, Output};

#[test]
#[ignore = "needs Node.js; .ci/run"]
fn the_plugin_for_opencode_replies_once_and_breaks_nothing() {
    let script = program::project().join("tests/plugin/opencode.mjs");
    let (Output { stdout, stderr, code }, _) =
        program::run(Duration::from_mins(2), ["node".to_owned(), script.display().to_string()]);
    assert_eq!((stderr.as_str(), code), ("", Some(0)), "{stdout}");
    assert_eq!(stdout.lines().filter(|line| line.starts_with("ok: ")).count(), 9, "{stdout}");
}

/// Calls every agent's hook with every payload, three times, and names those that say anything, fail, or take 300 ms each
/// time; `$1` is the program, `$2` the payloads' folder, `$3` where.
const CALL_ALL: &str = r#"
call_all() {
  for payload in "$2"/*; do
    name=${payload##*/}
    case $name in *.out.* | acp.* | mcp.* | codex-appserver.* | *.session-status.*) continue ;; esac
    best=
    for _ in 1 2 3; do
      start=${EPOCHREALTIME/./}
      said=$("$1" hook "${name%%.*}" --mode answer <"$payload" 2>&1)
      status=$?
      took=$((${EPOCHREALTIME/./} - start))
      [ -z "$best" ] || [ "$took" -lt "$best" ] && best=$took
      [ "$status" = 0 ] && [ -z "$said" ] || echo "$3: $name: $status $said"
    done
    [ "$best" -lt 300000 ] || echo "$3: $name: $best us"
    calls=$((calls + 1)) most=$((best > most ? best : most))
  done
}
calls=0 most=0
export PLYN_NOTIFY_GRACE_SECONDS=0
"#;

/// What is said where nothing can be kept, shown or found.
#[track_caller]
fn call_all(script: &str) -> String {
    let fixtures = program::project().join("tests/agents").display().to_string();
    let plyn = program::plyn_notify().display().to_string();
    let script = format!(
        "{CALL_ALL}{script}\n[ \"$calls\" -gt 40 ] || echo \"only $calls calls\"; echo \"$most us\" >&2"
    );
    let words =
        ["unshare", "-m", "env", "-i", "PATH=/usr/bin:/bin", "bash", "-c", &script, "bash", &plyn, &fixtures];
    let (Output { stdout, stderr, code }, _) = program::run(Duration::from_mins(2), words);
    assert_eq!((stdout.as_str(), code), ("", Some(0)), "{stderr}");
    stderr
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn on_a_full_or_a_read_only_disk_and_without_a_home_every_hook_is_silent_and_quick() {
    let home =
        "mount -t tmpfs -o size=4k,mode=700 none /mnt && export HOME=/mnt TMPDIR=/mnt XDG_RUNTIME_DIR=/mnt";
    let full = "head -c 65536 /dev/zero >/mnt/full 2>/dev/null; echo x 2>/dev/null >/mnt/x && exit 98";
    let inodes = home.replace("size=4k", "size=4k,nr_inodes=2");
    for (name, before) in [
        ("no home", "true".to_owned()),
        ("a home that is not there", "export HOME=/nonexistent XDG_RUNTIME_DIR=/nonexistent/run".to_owned()),
        ("full", format!("{home}; {full}")),
        ("nowhere to make a file", format!("{inodes}; {full}; mkdir /mnt/y 2>/dev/null && exit 97")),
        ("read-only", format!("{home}; mount -o remount,ro /mnt")),
    ] {
        call_all(&format!("{before}; call_all \"$@\" '{name}'"));
    }
}

/// A bus of its own, where no program can be started.
const EMPTY_BUS: &str = "<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context=\"default\">\
    <allow send_destination=\"*\" eavesdrop=\"true\"/><allow eavesdrop=\"true\"/><allow own=\"*\"/></policy></busconfig>";

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn without_a_bus_or_a_server_every_hook_is_silent_and_quick() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let home = folder.path().display();
    let config = folder.path().join("bus.conf");
    std::fs::write(&config, EMPTY_BUS).expect("it can be written");
    let bus = config.display();
    let started =
        format!("dbus-daemon --config-file={bus} --fork --print-address=1 --print-pid=1 2>/dev/null");
    for (name, call) in [
        ("no bus", "call_all \"$@\" 'no bus'".to_owned()),
        ("a bus that is gone", "DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent call_all \"$@\" 'gone'".to_owned()),
        (
            "no server",
            format!(
                "{{ read -r DBUS_SESSION_BUS_ADDRESS; read -r pid; }} < <({started}); export DBUS_SESSION_BUS_ADDRESS
                call_all \"$@\" 'no server'; kill \"$pid\" || exit 96"
            ),
        ),
    ] {
        let most = call_all(&format!("export HOME={home}; {call}"));
        assert!(most.ends_with(" us\n"), "{name}: {most}");
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn without_the_program_every_command_that_was_written_is_silent_and_a_gate_denies() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let home = folder.path().display();
    // What is in the settings, with the program that is then taken away.
    let script = format!(
        r#"export HOME={home}; cd "$HOME"; cp "$1" "$HOME/plyn-notify"; PATH=$HOME:$PATH
        for mode in answer gate; do
          "$HOME/plyn-notify" integrate -q --mode $mode codex qwen claude-code gemini cursor crush copilot goose || exit 1
          mv plyn-notify away
          grep -rhoE '"(command|bash)": "([^"\\]|\\.)*"' --include=*.json . | sed 's/^"[a-z]*": //' | sort -u >commands
          while read -r line; do
            command=$(python3 -c 'import json, sys; print(json.loads(sys.argv[1]))' "$line")
            said=$(bash -c "$command" </dev/null 2>&1)
            case "$? $command" in
            "0 "*--hold=*) echo "a gate is open: $command" ;;
            "0 "*) [ -z "$said" ] || echo "$command: $said" ;;
            "2 "*--mode=gate*) [ "$said" = "plyn-notify is gone" ] || echo "$command: $said" ;;
            *) echo "$command: fails" ;;
            esac
            calls=$((calls + 1))
          done <commands
          mv away plyn-notify
        done
        [ "$calls" -gt 20 ] && calls=41"#
    );
    call_all(&script);
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn settings_on_a_full_disk_stay_as_they_are() {
    let script = r#"mount -t tmpfs -o size=8k,mode=700 none /mnt; export HOME=/mnt; mkdir /mnt/.claude
        printf '{\r\n\t"model": "x" }' >/mnt/.claude/settings.json; cp /mnt/.claude/settings.json "$2/before"
        head -c 65536 /dev/zero >/mnt/full 2>/dev/null
        "$1" integrate claude-code; echo $?; cmp "$2/before" /mnt/.claude/settings.json; ls -A /mnt/.claude"#;
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let plyn = program::plyn_notify().display().to_string();
    let kept = folder.path().display().to_string();
    let words = ["unshare", "-m", "bash", "-c", script, "bash", &plyn, &kept];
    let (output, _) = program::run(Duration::from_secs(20), words);
    let error = "plyn-notify: /mnt/.claude/settings.json.plyn-notify.bak: cannot be written: no storage space\n  \
                 Make room on that disk and try again.\n";
    assert_eq!(output, Output::new("74\nsettings.json\n", error, 0));
}
