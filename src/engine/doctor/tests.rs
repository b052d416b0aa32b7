//! What is made of what was found.

use super::{
    fixtures::all,
    found::{Desktop, Process},
    *,
};
use crate::engine::channel::desktop::look::{Look, Told};

#[test]
fn what_would_happen_on_every_machine() {
    let rows: Vec<(&str, bool, bool)> = vec![
        ("plasma", true, true),
        ("plasma-no-terminal", true, true),
        ("dunst", true, true),
        ("dunst-no-menu", true, true),
        ("dunst-no-menu-no-terminal", true, false),
        ("quiet", false, true),
        ("no-server", true, true),
        ("started-when-needed", true, true),
        ("two-starters", true, true),
        ("agents", true, true),
        ("hung", true, true),
        ("cron", false, false),
        ("kitty-over-ssh", true, true),
        ("tmux-closed", true, true),
        ("home-over-ssh", true, true),
        ("home-is-away", true, true),
        ("remote-alone", false, true),
        ("misconfigured", true, true),
    ];
    let machines = all();
    assert_eq!(machines.len(), rows.len());
    for ((name, machine), row) in machines.into_iter().zip(rows) {
        let verdict = machine.report().verdict();
        assert_eq!((name, verdict.announced, verdict.answerable), row, "{}", verdict.would);
        assert!(verdict.settled, "{name}");
        assert!(verdict.would.ends_with('.'), "{name}: {}", verdict.would);
    }
}

#[test]
fn a_problem_is_there_if_and_only_if_prompts_do_not_what_they_should() {
    for (name, machine) in all() {
        let report = machine.report();
        let problems: Vec<Check> =
            report.checks().into_iter().filter(|check| check.level == Level::Problem).collect();
        // What is held back on purpose is no problem, but it is no announcement either.
        if name != "quiet" {
            assert_eq!(problems.is_empty(), report.verdict().is_well(), "{name}: {problems:#?}");
        }
    }
}

#[test]
fn every_check_says_something_and_says_how_to_mend_it() {
    for (name, machine) in all() {
        for check in machine.report().checks() {
            assert!(!check.title.is_empty() && !check.seen.is_empty(), "{name}: {check:?}");
            assert!(check.title.starts_with(|c: char| !c.is_whitespace()), "{name}: {check:?}");
            let explains = !check.why.is_empty() || check.fix.is_some();
            assert!(check.level == Level::Ok || explains, "{name}: {check:?}");
            assert_eq!(find(check.id).map(|id| id.area), Some(check.area), "{name}: {check:?}");
        }
    }
}

#[test]
fn a_value_is_mended_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.toml");
    std::fs::write(&file, "[notify]\nenabled = false\nactions = false\nchannels = [\"remote\"]\n").unwrap();
    let sources = crate::engine::config::Sources { user: Some(file.clone()), ..Default::default() };
    let mend = || {
        let context = Context { sources: sources.clone(), ..fixtures::machine().context };
        let report = look(&context, &[Probe::Config], None);
        let fixes = report.checks().into_iter().filter(|check| check.level > Level::Ok);
        let fixes: Vec<_> = fixes.map(|check| (check.id, check.fix)).collect();
        for (_, fix) in &fixes {
            let Some(Fix::Config { key, value, .. }) = fix else { panic!("{fixes:?}") };
            crate::engine::config::set(&sources, key, value).unwrap();
        }
        fixes.into_iter().map(|(id, _)| id).collect::<Vec<_>>()
    };
    assert_eq!(mend(), ["config.enabled", "config.channels", "config.actions"]);
    assert_eq!(mend(), Vec::<&str>::new());
    // Where a variable has the last word, a file would change nothing.
    let checks = fixtures::named("remote-alone").checks();
    let check = checks.iter().find(|check| check.id == "config.channels").unwrap();
    assert_eq!(check.fix, Some(Fix::Command("unset PLYN_NOTIFY_CHANNELS".to_owned())));
}

#[test]
fn checks_keep_their_order_while_more_is_found() {
    for (name, machine) in all() {
        let mut report = Report::new(machine.context.clone());
        let mut before: Vec<&str> = Vec::new();
        for (probe, found) in machine.findings() {
            report.add(Finding::Started(probe));
            assert!(report.is_running(probe.area()), "{name}");
            report.add(Finding::Finished(probe, Box::new(found)));
            let now: Vec<&str> = report.checks().iter().map(|check| check.id).collect();
            let place = |id: &&str| IDS.iter().position(|known| known.name == *id);
            assert!(now.is_sorted_by_key(place), "{name}: {now:?}");
            before = now;
        }
        assert!(before.len() > 10, "{name}: {before:?}");
        assert!(report.running().is_empty());
    }
}

#[test]
fn what_is_given_up_is_said() {
    for probe in Probe::ALL {
        let mut report = Report::new(fixtures::machine().context);
        report.add(Finding::Started(probe));
        report.add(Finding::GivenUp(probe));
        let checks = report.checks();
        assert_eq!(checks.len(), 1, "{probe:?}: {checks:?}");
        assert!(checks[0].level >= Level::Warning && checks[0].seen.contains("2 s"), "{checks:?}");
        assert!(!report.verdict().is_well());
    }
}

#[test]
fn nothing_found_is_nothing_said() {
    let report = Report::new(fixtures::machine().context);
    assert_eq!(report.checks(), []);
    assert!(!report.verdict().settled && !report.verdict().is_well());
    assert!(report.matrix().iter().all(|row| row.desktop.answer != Answer::Yes));
}

#[test]
fn what_was_tried_counts_for_more() {
    let mut report = fixtures::named("dunst");
    let cell = |report: &Report| {
        let rows = report.matrix();
        let row = rows.into_iter().find(|row| row.capability == Capability::Buttons).unwrap();
        (row.desktop.answer, row.desktop.known, row.desktop.how)
    };
    assert_eq!(cell(&report), (Answer::Yes, Known::Listed, "in a menu".to_owned()));
    for answer in [Answer::No, Answer::Yes] {
        let how = "Deny was pressed after 41 ms".to_owned();
        let proof = Proof { capability: Capability::Buttons, channel: Channel::Desktop, answer, how };
        report.prove(proof.clone());
        assert_eq!(cell(&report), (answer, Known::Tried, proof.how));
    }
    let checks = report.checks();
    let check = checks.iter().find(|check| check.id == "desktop.buttons").unwrap();
    assert_eq!((check.level, check.seen.as_str()), (Level::Ok, "Deny was pressed after 41 ms"));
    let look_again = |report: &mut Report, owner: &str| {
        let look = Look { owner: Told::Is(Some(owner.to_owned())), ..fixtures::machine().look };
        let desktop = Desktop { look, ..Desktop::default() };
        report.add(Finding::Finished(Probe::Desktop, Box::new(Found::Desktop(Box::new(desktop)))));
        cell(report).1
    };
    let owner = fixtures::machine().look.owner.is().cloned().flatten().unwrap();
    assert_eq!(look_again(&mut report, &owner), Known::Tried);
    assert_ne!(look_again(&mut report, ":1.999"), Known::Tried, "another server has proven nothing");
}

#[test]
fn tmux_is_told_how_to_let_notifications_through() {
    let checks = fixtures::named("tmux-closed").checks();
    let check = checks.iter().find(|check| check.id == "terminal.tmux").unwrap();
    assert_eq!(check.fix, Some(Fix::Command("tmux set -g allow-passthrough all".to_owned())));
}

#[test]
fn a_server_that_hangs_is_ended_in_a_way_that_it_cannot_miss() {
    let fix = |program: &str, unit: Option<&str>, can_start| {
        let mut report = Report::new(fixtures::machine().context);
        let plasma = fixtures::machine().look;
        let look = Look { information: Told::Waiting, capabilities: Told::Waiting, can_start, ..plasma };
        let process = Process { id: 812, program: program.to_owned(), unit: unit.map(str::to_owned) };
        let desktop = Desktop { look, process: Some(process), ..Desktop::default() };
        report.add(Finding::Finished(Probe::Desktop, Box::new(Found::Desktop(Box::new(desktop)))));
        let check = report.checks().into_iter().find(|check| check.id == "desktop.server").unwrap();
        match check.fix.unwrap() {
            Fix::Command(text) | Fix::Text(text) => text,
            Fix::Config { .. } => panic!("{}", check.title),
        }
    };
    let dunst = "/usr/bin/dunst";
    assert_eq!(fix(dunst, None, Told::Is(true)), "kill -9 812");
    assert_eq!(fix(dunst, None, Told::Is(false)), "End it, and start it again: kill -9 812; /usr/bin/dunst");
    assert_eq!(
        fix(dunst, Some("dunst.service"), Told::Is(false)),
        "systemctl --user kill -s KILL dunst.service; systemctl --user restart dunst.service"
    );
    let shell = fix("/usr/bin/gnome-shell", Some("org.gnome.Shell@wayland.service"), Told::Is(false));
    assert!(shell.contains("kill -9 812") && shell.contains("log out"), "{shell}");
}

#[test]
fn a_probe_that_hangs_holds_nobody() {
    use std::sync::mpsc;
    // A bus that takes connections and says nothing.
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("bus");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let mut context = fixtures::machine().context;
    context.facts.bus.address = Some(format!("unix:path={}", socket.display()));
    context.facts.state_dir = None;
    let (sender, findings) = mpsc::channel();
    let lookout = Lookout::new(&context, move |finding| drop(sender.send(finding)));
    lookout.look(&[Probe::Desktop, Probe::Config]);
    let findings: Vec<Finding> = findings.iter().take(4).collect();
    let over: Vec<Probe> = findings[2..].iter().map(Finding::probe).collect();
    assert_eq!(over, [Probe::Config, Probe::Desktop]);
    let mut report = Report::new(context);
    for finding in findings {
        report.add(finding);
    }
    let bus = report.checks().into_iter().find(|check| check.id == "desktop.bus").unwrap();
    assert_eq!(bus.title, "the session bus does not answer");
}

#[test]
fn a_lookout_ends_with_whoever_wanted_to_know() {
    use std::sync::mpsc::{RecvTimeoutError, channel};
    let (sender, findings) = channel::<Finding>();
    drop(Lookout::new(&fixtures::machine().context, move |finding| drop(sender.send(finding))));
    let ended = findings.recv_timeout(std::time::Duration::from_secs(10));
    assert_eq!(ended.err(), Some(RecvTimeoutError::Disconnected));
}

/// Every desktop there is a fixture of, with every terminal and every configuration: what is said holds together.
#[test]
fn verdict_and_checks_agree_whatever_meets() {
    let bus = |bus| Look { bus, ..Look::default() };
    let cosmic = fixtures::look("cosmic-notifications", "System76", "1", "body actions");
    let looks: Vec<(Look, Option<bool>)> = vec![
        (fixtures::machine().look, None),
        (fixtures::dunst(), Some(true)),
        (fixtures::dunst(), Some(false)),
        (Look { quiet: Told::Is(true), ..fixtures::machine().look }, None),
        (cosmic, None),
        (fixtures::look("Xfce Notify Daemon", "Xfce", "0.9", "body"), None),
        (fixtures::look("", "", "", "body"), None),
        (fixtures::nobody(), None),
        (Look { can_start: Told::Is(true), ..fixtures::nobody() }, None),
        (Look { information: Told::Waiting, capabilities: Told::Waiting, ..fixtures::machine().look }, None),
        (Look { owner: Told::Waiting, ..bus(fixtures::nobody().bus) }, None),
        (bus(Told::Failed("no session bus".to_owned())), None),
        (bus(Told::Waiting), None),
    ];
    let configurations: [&[(&str, &str)]; 7] = [
        &[],
        &[("PLYN_NOTIFY_ENABLED", "false")],
        &[("PLYN_NOTIFY_ACTIONS", "false")],
        &[("PLYN_NOTIFY_CHANNELS", "terminal")],
        &[("PLYN_NOTIFY_CHANNELS", "remote")],
        &[("PLYN_NOTIFY_GRACE_SECONDS", "0")],
        &[("PLYN_NOTIFY_PROTOCOL", "osc777")],
    ];
    for (at, (look, menu)) in looks.iter().enumerate() {
        for variables in configurations {
            for terminal in 0..4 {
                let mut machine = fixtures::machine();
                machine.look = look.clone();
                machine.menu = menu.map(fixtures::menu);
                machine.variables = variables.to_vec();
                match terminal {
                    1 => machine = machine.without_terminal(),
                    2 => machine.terminal.obstacle = Some("the terminal belongs to another job".to_owned()),
                    3 => {
                        machine = machine.in_terminal(&[("TERM", "dumb")]);
                        machine.context.facts.terminal.ansi = false;
                    }
                    _ => {}
                }
                let report = machine.report();
                let (verdict, checks) = (report.verdict(), report.checks());
                let what = format!("desktop {at}, {variables:?}, terminal {terminal}: {}", verdict.would);
                let bad: Vec<&Check> = checks.iter().filter(|check| check.level == Level::Problem).collect();
                let is_quiet =
                    checks.iter().any(|check| check.id == "desktop.quiet" && check.level == Level::Warning);
                if verdict.is_well() {
                    assert!(bad.is_empty(), "{what}: {bad:#?}");
                } else {
                    assert!(!bad.is_empty() || is_quiet, "{what}: {checks:#?}");
                }
                assert!(verdict.would.ends_with('.') && !verdict.would.contains(" ."), "{what}");
                let known = |hop: &Hop| hop.check.is_some_and(|id| find(id).is_some());
                assert!(verdict.path.iter().all(known), "{what}: {:?}", verdict.path);
                let taken = verdict.path.iter().filter(|hop| hop.state == State::Spare).count();
                assert!(taken == 0 || verdict.announced || is_quiet, "{what}: {:?}", verdict.path);
            }
        }
    }
}

#[test]
fn an_agent_that_is_here_calls_the_hook_or_it_is_said_how() {
    let report = fixtures::named("agents");
    let said: Vec<(Level, String, bool)> = report
        .checks()
        .into_iter()
        .filter(|check| check.id == "agents.hook")
        .map(|check| (check.level, check.title, check.fix.is_some()))
        .collect();
    let line = |level, title: &str, fix| (level, title.to_owned(), fix);
    assert_eq!(
        said,
        [
            line(Level::Ok, "Claude Code asks through plyn-notify", false),
            line(Level::Warning, "Codex does not call the hook yet", true),
            line(Level::Warning, "opencode calls the hook in another way than this version would", true),
            line(Level::Note, "Qwen Code does not ask through plyn-notify", true),
            line(Level::Warning, "Gemini has settings that cannot be read", true),
        ]
    );
    assert!(report.verdict().is_well());
}

#[test]
fn another_version_at_the_other_end_is_said() {
    let (_, mut machine) = all().into_iter().find(|(name, _)| *name == "home-over-ssh").unwrap();
    let took = std::time::Duration::from_millis(41);
    machine.remote.reached = Some(Ok((fixtures::laptop("9.9.9"), took)));
    let checks = machine.report().checks();
    let check = checks.iter().find(|check| check.id == "remote.target").unwrap();
    assert_eq!(check.level, Level::Note);
    assert_eq!(check.seen, "laptop says it is laptop with dunst, plyn-notify 9.9.9, after 41 ms");
}
