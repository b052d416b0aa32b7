//! A receiver of lacode's, which knows six fields: three buttons, and a bare name for an answer.

use std::fs;

use super::{Far, asked};
use crate::support::Script;

/// Shows the first two fields, and answers what the file `answer` holds where there is a request id.
const SIX: &str = r#"
printf '%s\n' "$payload" | head -n 6 >"$HERE/fields"
[ -n "$(sed -n 6p "$HERE/fields")" ] || exit 0
until [ -e "$HERE/answer" ]; do sleep 0.01; done
cat "$HERE/answer"
"#;
const CHOICES: &str = "once=Allow once,always=Always allow,reject=Deny";

#[test]
fn the_three_answers_that_it_knows_come_back() {
    for (answer, stdout, code) in
        [("once\n", "once\n", 0), ("always\n", "always\n", 0), ("reject\n", "reject\n", 1)]
    {
        let far = Far::new(Script::default());
        fs::write(far.folder.path().join("answer"), answer).unwrap();
        let program = far.wait(&["--choices", CHOICES, "Run it?"]).env("FAR", SIX);
        program.run().is(stdout, "", code);
        let fields = fs::read_to_string(far.folder.path().join("fields")).unwrap();
        let fields: Vec<&str> = fields.lines().collect();
        assert!(
            fields[0].ends_with("Confirmation needed") && fields[1].starts_with("(here) Run it?"),
            "{fields:?}"
        );
        assert_eq!(fields[2..5], ["normal", "dialog-information", "none"]);
    }
}

#[test]
fn what_it_has_no_buttons_for_it_cannot_answer() {
    let far = Far::new(Script::default());
    let program = far.wait(&["--channels", "remote", "Deploy?"]).env("FAR", SIX);
    program.run().is(
        "",
        "plyn-notify: nobody can be asked: the terminal is switched off (--no-terminal); \
         remote: what runs at laptop takes no such answers, and there is no terminal to answer at\n",
        69,
    );
}

#[test]
fn what_it_prints_means_nothing_to_other_questions() {
    let (far, program, note) = asked(Script::default(), &["Deploy?"]);
    far.server.press(note.id, "Deny");
    program.end().is("deny\n", "", 1);
    let far = Far::new(Script::default());
    let program = far.wait(&["--channels", "remote", "Deploy?"]).env("FAR", "echo allow; echo once; exit 1");
    let ended = program.run();
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(69)), "{ended:?}");
}
