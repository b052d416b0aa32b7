//! What one prompt leaves for the next, on a real file system.

use super::*;
use crate::engine::state::{file_name, open, start_of};

const TEN: Duration = Duration::from_secs(10);

fn trace(id: u32) -> Trace {
    Trace { bus: "b".into(), owner: ":1.7".into(), id }
}

#[test]
fn a_slot_is_given_once_in_an_interval() {
    let dir = tempfile::tempdir().unwrap();
    let throttle = Throttle::new(Some(dir.path()), "session 1");
    assert_eq!(throttle.take(TEN, false), Slot::Granted);
    let Slot::Held(rest) = throttle.take(TEN, false) else { panic!("granted twice") };
    assert!(rest <= TEN && rest > Duration::from_secs(9), "{rest:?}");
    assert_eq!(Throttle::new(Some(dir.path()), "session 2").take(TEN, false), Slot::Granted);
    assert_eq!(throttle.take(TEN, true), Slot::Granted);
}

#[test]
fn a_slot_is_free_again_after_the_interval_and_when_the_clock_was_set_back() {
    let dir = tempfile::tempdir().unwrap();
    let throttle = Throttle::new(Some(dir.path()), "s");
    for announced_ms in [now_ms() - 10_001, now_ms() + 3_600_000] {
        throttle.file.change(1, |state| state.announced_ms = Some(announced_ms)).unwrap();
        assert_eq!(throttle.take(TEN, false), Slot::Granted);
    }
}

#[test]
fn a_lock_that_is_held_is_not_waited_for() {
    let dir = tempfile::tempdir().unwrap();
    let throttle = Throttle::new(Some(dir.path()), "s");
    let file = open(throttle.file.path().unwrap()).unwrap();
    file.lock().unwrap();
    assert_eq!(throttle.take(TEN, false), Slot::Busy);
    drop(file);
    assert_eq!(throttle.take(TEN, false), Slot::Granted);
}

#[test]
fn the_file_is_kept_open_without_its_lock() {
    let dir = tempfile::tempdir().unwrap();
    let (mine, other) = (Throttle::new(Some(dir.path()), "s"), Throttle::new(Some(dir.path()), "s"));
    for _ in 0..3 {
        assert_eq!(mine.take(TEN, true), Slot::Granted);
        assert_eq!(other.take(TEN, true), Slot::Granted);
    }
}

#[test]
fn a_file_that_was_removed_meanwhile_is_made_anew() {
    let dir = tempfile::tempdir().unwrap();
    let throttle = Throttle::new(Some(dir.path()), "s");
    let path = throttle.file.path().map(Path::to_owned).unwrap();
    for id in 1..4 {
        throttle.up(&trace(id));
        assert_eq!(Throttle::new(Some(dir.path()), "s").file.peek().popups.len(), 1);
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn nothing_of_a_longer_state_is_left_behind_a_shorter_one() {
    let dir = tempfile::tempdir().unwrap();
    let throttle = Throttle::new(Some(dir.path()), "s");
    throttle.take(TEN, false);
    let announced = std::fs::read_to_string(throttle.file.path().unwrap()).unwrap();
    throttle.up(&trace(1));
    throttle.up(&trace(2));
    throttle.end(None, &[trace(1), trace(2)]);
    assert_eq!(std::fs::read_to_string(throttle.file.path().unwrap()).unwrap(), announced);
}

#[test]
fn without_a_place_everything_is_granted_and_nothing_is_known() {
    let throttle = Throttle::new(None, "s");
    assert_eq!(throttle.take(TEN, false), Slot::Granted);
    assert_eq!(throttle.take(TEN, false), Slot::Granted);
    throttle.end(Some(true), &[]);
    assert!(!throttle.handoff());
}

#[test]
fn a_file_of_garbage_is_as_none() {
    let dir = tempfile::tempdir().unwrap();
    let throttle = Throttle::new(Some(dir.path()), "s");
    let path = throttle.file.path().map(Path::to_owned).unwrap();
    for garbage in ["", "{", "[1]", "\u{0}\u{1}", "{\"announced_ms\": \"x\"}"] {
        std::fs::write(&path, garbage).unwrap();
        assert!(!throttle.handoff());
        assert_eq!(throttle.take(TEN, false), Slot::Granted, "{garbage:?}");
    }
}

#[test]
fn a_symbolic_link_in_its_place_is_not_followed() {
    let dir = tempfile::tempdir().unwrap();
    let throttle = Throttle::new(Some(&dir.path().join("state")), "s");
    throttle.end(Some(true), &[]);
    let path = throttle.file.path().map(Path::to_owned).unwrap();
    let target = dir.path().join("precious");
    std::fs::write(&target, "precious").unwrap();
    std::fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink(&target, &path).unwrap();
    assert_eq!(throttle.take(TEN, false), Slot::Granted);
    assert_eq!(std::fs::read_to_string(target).unwrap(), "precious");
}

#[test]
fn a_folder_that_others_may_write_to_is_not_used() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    std::fs::set_permissions(dir.path(), std::fs::Permissions::from_mode(0o777)).unwrap();
    let throttle = Throttle::new(Some(dir.path()), "s");
    assert_eq!(throttle.take(TEN, false), Slot::Granted);
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn a_folder_of_somebody_else_is_not_used() {
    let dir = tempfile::tempdir().unwrap();
    if std::os::unix::fs::chown(dir.path(), Some(1), None).is_err() {
        // Only root can give a folder away, and only root could write to it afterwards.
        return;
    }
    let throttle = Throttle::new(Some(dir.path()), "s");
    assert_eq!(throttle.take(TEN, false), Slot::Granted);
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn an_exchange_stays_on_the_notifications_for_a_minute() {
    let dir = tempfile::tempdir().unwrap();
    let throttle = Throttle::new(Some(dir.path()), "s");
    throttle.end(Some(true), &[]);
    assert!(throttle.handoff());
    throttle.end(Some(false), &[]);
    assert!(!throttle.handoff());
    for (ago, lasts) in [(58_000, true), (60_500, false)] {
        throttle.file.change(1, |state| state.handoff_ms = Some(now_ms() - ago)).unwrap();
        assert_eq!(throttle.handoff(), lasts, "{ago} ms");
    }
}

#[test]
fn only_notifications_of_dead_processes_are_left_over_and_only_once() {
    let dir = tempfile::tempdir().unwrap();
    let throttle = Throttle::new(Some(dir.path()), "s");
    throttle.up(&trace(1));
    throttle.up(&trace(2));
    assert_eq!(throttle.leftovers(), []);
    throttle.file.change(1, |state| state.popups.iter_mut().for_each(|popup| popup.started += 1)).unwrap();
    throttle.up(&trace(3));
    assert_eq!(throttle.leftovers(), [trace(1), trace(2)]);
    assert_eq!(throttle.leftovers(), []);
    throttle.end(None, &[trace(3)]);
    assert_eq!(throttle.file.peek().popups, []);
}

#[test]
fn processes_of_another_pid_namespace_are_not_taken_for_dead() {
    let dir = tempfile::tempdir().unwrap();
    let throttle = Throttle::new(Some(dir.path()), "s");
    throttle.up(&trace(1));
    throttle.up(&trace(2));
    throttle
        .file
        .change(1, |state| {
            state.popups.iter_mut().for_each(|popup| popup.started += 1);
            state.popups[0].namespace = "pid:[1]".to_owned();
        })
        .unwrap();
    assert_eq!(throttle.leftovers(), [trace(2)]);
    assert_eq!(throttle.file.peek().popups.len(), 1);
}

#[test]
fn only_the_very_notification_is_taken_off_the_list() {
    let dir = tempfile::tempdir().unwrap();
    let throttle = Throttle::new(Some(dir.path()), "s");
    let other_owner = Trace { owner: ":1.8".into(), ..trace(1) };
    let other_bus = Trace { bus: "c".into(), ..trace(1) };
    for trace in [&trace(1), &trace(2), &other_owner, &other_bus] {
        throttle.up(trace);
    }
    throttle.end(None, &[trace(1)]);
    throttle.file.change(1, |state| state.popups.iter_mut().for_each(|popup| popup.started += 1)).unwrap();
    assert_eq!(throttle.leftovers(), [trace(2), other_owner, other_bus]);
}

#[test]
fn the_last_64_notifications_are_remembered() {
    let dir = tempfile::tempdir().unwrap();
    let throttle = Throttle::new(Some(dir.path()), "s");
    (0..70).for_each(|id| throttle.up(&trace(id)));
    let kept: Vec<u32> = throttle.file.peek().popups.iter().map(|popup| popup.id).collect();
    assert_eq!(kept, (6..70).collect::<Vec<_>>());
}

#[test]
fn a_file_that_is_far_too_long_is_as_none() {
    let dir = tempfile::tempdir().unwrap();
    let throttle = Throttle::new(Some(dir.path()), "s");
    throttle.end(Some(true), &[]);
    let path = throttle.file.path().map(Path::to_owned).unwrap();
    let state = std::fs::read_to_string(&path).unwrap();
    for (padding, known) in [(64 * 1024 - state.len(), true), (64 * 1024 - state.len() + 1, false)] {
        std::fs::write(&path, format!("{}{state}", " ".repeat(padding))).unwrap();
        assert_eq!(throttle.handoff(), known, "{padding}");
    }
}

#[test]
fn a_lock_is_tried_for_a_while_where_losing_it_would_lose_something() {
    let dir = tempfile::tempdir().unwrap();
    let throttle = Throttle::new(Some(dir.path()), "s");
    let file = open(throttle.file.path().unwrap()).unwrap();
    file.lock().unwrap();
    let started = now_ms();
    throttle.end(Some(true), &[]);
    assert!(!throttle.handoff(), "it is not waited for");
    assert!(now_ms() - started >= 19, "{} ms", now_ms() - started);
    drop(file);
    throttle.end(Some(true), &[]);
    assert!(throttle.handoff());
}

#[test]
fn when_a_process_started_is_read_past_any_name() {
    let fields: Vec<String> = (3..=52).map(|field| (field * 10).to_string()).collect();
    for name in ["sh", "", "a b", ") 1 2 3", "x) R (y", "\n"] {
        assert_eq!(start_of(&format!("7 ({name}) {}\n", fields.join(" "))), Some(220), "{name:?}");
    }
    assert_eq!(start_of("7 (sh) R 1 2"), None);
    assert_eq!(start_of(""), None);
    assert!(start_time(std::process::id()).is_some());
    assert_eq!(start_time(u32::MAX), None, "no process has that number");
}

#[test]
fn the_name_of_a_caller_cannot_leave_the_folder() {
    assert!(!file_name("../../etc/passwd").contains('/'));
    assert_ne!(file_name("a/b"), file_name("a-b"));
    assert!(file_name(&"x".repeat(5000)).len() < 100);
}
