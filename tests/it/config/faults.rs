//! What a wrong configuration says, word for word.

use std::fs;

use plyn_notify::engine::config::Settings;

use super::Files;

/// What each wrong file says, word for word; the number is the line.
#[test]
fn faults_name_the_line_the_key_and_the_nearest() {
    let cases: &[(&str, &[&str])] = &[
        (
            "[notify]\ngrace_second = 3",
            &["2: notify.grace_second: unknown key, did you mean notify.grace_seconds?"],
        ),
        (
            "[notify]\ncolour = 3",
            &["2: notify.colour: unknown key, expected enabled, grace_seconds, min_interval_seconds, \
               channels, actions, include_reason, protocol, bell or sound"],
        ),
        ("[notify]\nport = 22", &["2: notify.port: unknown key, did you mean remote.port?"]),
        ("[notfy]\nbell = true", &["1: notfy: unknown table, did you mean [notify]?"]),
        ("enabled = false", &["1: enabled: unknown key, did you mean notify.enabled?"]),
        ("\n\n[[weather]]\na = 1", &["3: weather: unknown table, expected [notify], [remote] or [agents]"]),
        ("notify = 3", &["1: notify: expected a table, found 3"]),
        ("[[notify]]\nbell = true", &["1: notify: expected a table, found a list"]),
        ("[agents]\nclaude = 'ask'", &["2: agents.claude: expected a table, found \"ask\""]),
        ("[agents.x]\nhold = 3", &["2: agents.x.hold: unknown key, did you mean agents.x.hold_seconds?"]),
        ("[notify.bell]\nx = 1", &["1: notify.bell: expected true or false, found a table"]),
        ("[notify]\nbell = 'ja'", &["2: notify.bell: expected true or false, found \"ja\""]),
        ("[notify]\nbell = 1979-05-27", &["2: notify.bell: expected true or false, found a date or time"]),
        (
            "[notify]\ngrace_seconds = '5s'",
            &["2: notify.grace_seconds: expected decimal seconds, found \"5s\""],
        ),
        (
            "[notify]\ngrace_seconds = -0.5",
            &["2: notify.grace_seconds: -0.5 is negative, the nearest valid value is 0"],
        ),
        (
            "[notify]\nmin_interval_seconds = 100_000",
            &["2: notify.min_interval_seconds: 100000 is more than a day, the nearest valid value is 86400"],
        ),
        ("[notify]\ngrace_seconds = nan", &["2: notify.grace_seconds: expected decimal seconds, found NaN"]),
        (
            "[notify]\nchannels = [\n  'desktop',\n  'terminl',\n]",
            &["4: notify.channels: unknown channel \"terminl\", did you mean \"terminal\"?"],
        ),
        ("[notify]\nchannels = ['desktop', 3]", &["2: notify.channels: expected a channel's name, found 3"]),
        (
            "[notify]\nchannels = []",
            &[
                "2: notify.channels: the list is empty, expected one or more of \"auto\", \"desktop\", \"terminal\", \
               \"remote\"; enabled = false turns announcements off",
            ],
        ),
        ("[notify]\nchannels = 3", &["2: notify.channels: expected a list such as [\"auto\"], found 3"]),
        (
            "[notify]\nprotocol = 'osc8'",
            &["2: notify.protocol: unknown protocol \"osc8\", did you mean \"osc9\"?"],
        ),
        (
            "[notify]\nprotocol = 'sixel'",
            &["2: notify.protocol: unknown protocol \"sixel\", expected \"osc99\", \"osc777\", \"osc9\", \
               \"iterm2\" or \"bell\""],
        ),
        ("[remote]\nport = 0", &["2: remote.port: 0 is no port, the nearest valid value is 1"]),
        ("[remote]\nhost = '-oX'", &["2: remote.host: \"-oX\" may not start with a dash"]),
        (
            "[notify]\r\nbell = 0\r\n\r\nsuond = 1\r\n",
            &["4: notify.suond: unknown key, did you mean notify.sound?"],
        ),
        ("\u{feff}[notify]\nsuond = 1", &["2: notify.suond: unknown key, did you mean notify.sound?"]),
        (
            "[remote]\nprot = 1\n[notify]\nbel = true\n[remotes]\n[notify.x]\ny = 1",
            &[
                "2: remote.prot: unknown key, did you mean remote.port?",
                "4: notify.bel: unknown key, did you mean notify.bell?",
                "5: remotes: unknown table, did you mean [remote]?",
                "6: notify.x: unknown key, expected enabled, grace_seconds, min_interval_seconds, \
               channels, actions, include_reason, protocol, bell or sound",
            ],
        ),
        (
            "[notify]\nbell = true\nbell = false",
            &["3: does not parse, the whole file is ignored: duplicate key"],
        ),
    ];
    for (text, expected) in cases {
        let expected: Vec<String> = expected.iter().map(|fault| format!("config.toml:{fault}")).collect();
        assert_eq!(Files::new().user(text).faults(), expected, "{text}");
    }
}

#[test]
fn faults_name_the_variable_and_the_nearest() {
    let cases: &[(&str, &str, &str)] = &[
        ("GRACE_SECOND", "3", "notify.grace_second: unknown key, did you mean PLYN_NOTIFY_GRACE_SECONDS?"),
        ("NOTIFY__SUOND", "1", "notify.suond: unknown key, did you mean PLYN_NOTIFY_NOTIFY__SOUND?"),
        ("HOST", "laptop", "notify.host: unknown key, did you mean PLYN_NOTIFY_REMOTE__HOST?"),
        ("REMOTE__PROT", "22", "remote.prot: unknown key, did you mean PLYN_NOTIFY_REMOTE__PORT?"),
        ("REMOTE__PORT__X", "22", "remote.port.x: unknown key, it lies too deep"),
        ("REMOT__HOST", "x", "remot.host: unknown table, did you mean [remote]?"),
        ("GRACE_SECONDS", "5s", "notify.grace_seconds: expected decimal seconds, found \"5s\""),
        (
            "CHANNELS",
            "desktop,termnal",
            "notify.channels: unknown channel \"termnal\", did you mean \"terminal\"?",
        ),
        ("AGENTS__X", "ask", "agents.x: expected a table, found \"ask\""),
        ("AGENTS__X__Y", "1", "agents.x.y: unknown key, expected mode or hold_seconds"),
    ];
    for (name, value, expected) in cases {
        let variable = format!("PLYN_NOTIFY_{name}");
        let files = Files::new().variable(&variable, value);
        assert_eq!(files.faults(), [format!("{variable}: {expected}")]);
        assert_eq!(files.load().settings, Settings::default(), "{name}");
    }
}

#[test]
fn what_cannot_be_read_is_one_fault() {
    let mut files = Files::new();
    fs::create_dir(files.path("directory")).unwrap();
    std::os::unix::fs::symlink("loop", files.path("loop")).unwrap();
    let too_large = format!("[notify]\nbell = false\n{}", "#\n".repeat(1 << 19));
    files.write("huge", too_large);
    files.write("binary", b"[notify]\nbell = false\n\xff\xfe\0\x7f");
    files.write("nul", b"[notify]\nbell = false\0\n");
    files.write("empty", "");
    files.write("deep", format!("notify.bell = false\n{}x = 1", "a.".repeat(100_000)));
    files.write("nested", format!("[notify]\nbell = false\nx = {}", "[".repeat(100_000)));

    let cases: &[(&str, &[&str])] = &[
        ("directory", &["directory: cannot be read: is a directory"]),
        // Such a file may be endless, or keep its reader waiting.
        ("/dev/null", &["/dev/null: cannot be read: not a regular file"]),
        ("huge", &["huge: cannot be read: larger than 1 MiB"]),
        ("binary", &["binary:3: does not parse, the whole file is ignored: not UTF-8"]),
        ("missing", &["missing: no such file"]),
        ("empty/file", &["empty/file: no such file"]),
        ("empty", &[]),
    ];
    for (name, expected) in cases {
        files.sources.explicit = Some(files.path(name));
        assert_eq!(files.faults(), *expected);
        assert_eq!(files.load().settings, Settings::default());
    }
    for (name, start) in [
        ("loop", "loop: cannot be read: "),
        ("nul", "nul:2: does not parse, the whole file is ignored: "),
        // Where the parser does not say itself.
        ("deep", "deep:2: does not parse, the whole file is ignored: recursion limit"),
        ("nested", "nested:3: does not parse, the whole file is ignored: "),
    ] {
        files.sources.explicit = Some(files.path(name));
        let [fault] = &files.faults()[..] else { panic!("{:?}", files.faults()) };
        assert!(fault.starts_with(start), "{fault}");
        assert_eq!(files.load().settings, Settings::default());
    }
}

#[test]
fn faults_come_in_order_and_once() {
    let mut files = Files::new()
        .system("system.toml", "[notify]\nsuond = 1")
        .user("[notify]\nbell = 3\nsuond = 1")
        .variable("PLYN_NOTIFY_BELL", "3");
    let again = files.sources.system[0].clone();
    files.sources.system.push(again);
    let expected = [
        "system.toml:2: notify.suond: unknown key, did you mean notify.sound?",
        "config.toml:2: notify.bell: expected true or false, found 3",
        "config.toml:3: notify.suond: unknown key, did you mean notify.sound?",
        "PLYN_NOTIFY_BELL: notify.bell: expected true or false, found \"3\"",
    ];
    assert_eq!(files.faults(), expected);
}
