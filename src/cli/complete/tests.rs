use super::*;

/// What is offered after this line; the last word is the unfinished one.
fn words(line: &str) -> Vec<String> {
    let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    match offer(&words) {
        Offer::Words(words) => words.into_iter().map(|(word, _)| word).collect(),
        other => vec![format!("{other:?}")],
    }
}

#[test]
fn commands_and_options_are_offered_where_they_can_stand() {
    assert!(words("plyn-notify ").contains(&"wait".to_owned()));
    assert!(!words("plyn-notify ").contains(&"complete".to_owned()), "it is the scripts' own");
    assert_eq!(words("plyn-notify wa"), ["wait"]);
    assert_eq!(words("plyn-notify config se"), ["set"]);
    assert_eq!(words("plyn-notify wait --inc"), ["--include-reason"]);
    assert_eq!(words("plyn-notify -q wait --verb"), ["--verbose"]);
    assert_eq!(words("plyn-notify wait --reply --repl"), [""; 0], "once is enough");
    assert_eq!(words("plyn-notify wait --choice a --choic"), ["--choice", "--choices"]);
    assert_eq!(words("plyn-notify wait -- --inc"), [""; 0]);
    assert_eq!(words("plyn-notify nonsense --inc"), [""; 0]);
}

#[test]
fn values_are_offered_in_every_form() {
    assert_eq!(words("plyn-notify wait --kind con"), ["confirm"]);
    assert_eq!(words("plyn-notify wait --kind=con"), ["--kind=confirm"]);
    assert_eq!(words("plyn-notify wait --kind = con"), ["confirm"], "as bash has it");
    assert_eq!(words("plyn-notify notify -u cr"), ["critical"]);
    assert_eq!(words("plyn-notify notify -eu cr"), ["critical"]);
    assert_eq!(words("plyn-notify notify --sound q"), ["question"]);
    assert_eq!(words("plyn-notify wait --protocol osc9"), ["osc99", "osc9"]);
    assert_eq!(
        words("plyn-notify wait --channels desktop,"),
        ["desktop,auto", "desktop,terminal", "desktop,remote"]
    );
    assert_eq!(words("plyn-notify wait --object p"), ["program="]);
    assert_eq!(words("plyn-notify wait --detail x"), ["Files"]);
    assert_eq!(words("plyn-notify wait --detail=x"), ["Files"]);
    assert_eq!(words("plyn-notify --config "), ["Files"]);
    assert_eq!(words("plyn-notify wait --title "), [""; 0]);
    assert_eq!(words("plyn-notify wait Q"), [""; 0]);
}

#[test]
fn choices_are_those_of_the_question_so_far() {
    assert_eq!(words("plyn-notify wait --choices allow,r"), ["allow,review,deny"]);
    assert_eq!(words("plyn-notify wait --default "), ["allow", "deny"]);
    assert_eq!(words("plyn-notify wait --kind limit --default "), ["continue", "always", "stop"]);
    assert_eq!(words("plyn-notify wait --choices=a=One,b --choice c --refuse "), ["a", "b", "c"]);
    assert_eq!(words("plyn-notify wait --kind ask --default "), [""; 0]);
}

#[test]
fn the_configuration_is_offered_key_by_key() {
    assert_eq!(words("plyn-notify config set gra"), ["grace_seconds"]);
    assert_eq!(words("plyn-notify config get remote.h"), ["remote.host"]);
    assert_eq!(words("plyn-notify config set bell "), ["true", "false"]);
    assert_eq!(words("plyn-notify config set notify.protocol b"), ["bell"]);
    assert_eq!(words("plyn-notify config set channels terminal,d"), ["terminal,desktop"]);
    assert_eq!(words("plyn-notify config set remote.host "), [""; 0]);
    assert_eq!(words("plyn-notify config unset gra"), ["grace_seconds"]);
    assert_eq!(words("plyn-notify config --file "), ["Files"]);
}

#[test]
fn a_command_is_left_to_the_shell() {
    assert_eq!(words("plyn-notify run "), ["Command(2)"]);
    assert_eq!(words("plyn-notify run -- "), ["Command(3)"]);
    assert_eq!(words("plyn-notify run --after 5 -- git comm"), ["Command(5)"]);
    assert_eq!(words("plyn-notify run git --ver"), ["Command(2)"]);
    assert_eq!(words("plyn-notify run --ti"), ["--title"]);
}

#[test]
fn the_doctor_s_checks_are_a_list() {
    assert_eq!(words("plyn-notify doctor --only config.gr"), ["config.grace"]);
    let more = words("plyn-notify doctor --only config.grace,config.");
    assert!(more.contains(&"config.grace,config.files".to_owned()) && !more.is_empty(), "{more:?}");
    assert!(!more.contains(&"config.grace,config.grace".to_owned()), "{more:?}");
}

#[test]
fn the_other_host_s_command_is_left_to_the_shell() {
    assert_eq!(words("plyn-notify forward laptop ls"), ["Command(3)"]);
    assert_eq!(words("plyn-notify forward -t laptop -- ls"), ["Command(5)"]);
    assert_eq!(words("plyn-notify hook cl"), ["claude-code"]);
    assert_eq!(words("plyn-notify integrate claude-code cod"), ["codex"]);
}

#[test]
fn pages_and_shells_are_offered() {
    assert_eq!(words("plyn-notify man ch"), ["channels"]);
    assert_eq!(words("plyn-notify man conf"), ["config", "configuration"]);
    assert_eq!(words("plyn-notify completions p"), ["powershell"]);
}
