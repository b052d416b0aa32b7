use proptest::prelude::*;

use super::*;

#[track_caller]
fn reads(osc: &str, reply: impl Into<Option<Reply>>) {
    assert_eq!(parse(osc.as_bytes(), "pn7k", 3), reply.into(), "{osc}");
}

#[test]
fn what_became_of_a_notification() {
    reads("99;i=pn7k;", Reply::Clicked);
    reads("99;i=pn7k;1", Reply::Pressed(0));
    reads("99;i=pn7k;3", Reply::Pressed(2));
    reads("99;i=pn7k:p=close;", Reply::Closed);
    reads("99;p=close:i=pn7k;", Reply::Closed);
    reads("99;i=pn7k:p=close;untracked", Reply::Untracked);
    reads("99;i=pn7k:p=alive;pn7k,other", Reply::Alive(vec!["pn7k".to_owned(), "other".to_owned()]));
    reads("99;i=pn7k:p=alive;", Reply::Alive(Vec::new()));
}

#[test]
fn only_a_button_that_was_shown_can_be_pressed() {
    for payload in [
        "0", "4", "01", "1 ", " 1", "+1", "-1", "1;", "1;2", "1.0", "10", "99", "100", "1\u{a0}", "²", "one",
        "MQ==",
    ] {
        reads(&format!("99;i=pn7k;{payload}"), None);
    }
    assert_eq!(parse(b"99;i=pn7k;1", "pn7k", 0), None);
    assert_eq!(parse(b"99;i=pn7k;12", "pn7k", 12), Some(Reply::Pressed(11)));
    assert_eq!(parse(b"99;i=pn7k;100", "pn7k", 200), None);
}

#[test]
fn other_ids_are_not_ours() {
    for osc in [
        "99;i=pn7;1",
        "99;i=pn7kk;1",
        "99;i=;1",
        "99;;1",
        "99;i=0;1",
        "99; i=pn7k;1",
        "99;i=pn7k ;1",
        "99;I=pn7k;1",
        "99;i=other:i=pn7k;1",
        "99;i=pn7k:i=other;1",
        "99;i=other:p=close;",
        "99;i=other:p=?;p=title",
        "99;p=title:x=pn7k;1",
    ] {
        reads(osc, None);
    }
}

#[test]
fn what_is_not_of_the_protocol_is_nothing() {
    for osc in [
        "",
        "99",
        "99;i=pn7k",
        "9;i=pn7k;1",
        "099;i=pn7k;1",
        "777;notify;i=pn7k;1",
        "99;i=pn7k:;1",
        "99;i=pn7k:x;1",
        "99;i=pn7k:e=1;MQ==",
        "99;i=pn7k:e=1;1",
        "99;i=pn7k:p=title;1",
        "99;i=pn7k:p=buttons;1",
        "99;i=pn7k:p=close;1",
        "99;i=pn7k:p=close:p=close;",
    ] {
        reads(osc, None);
    }
    assert_eq!(parse(b"99;i=pn7k;1\xff", "pn7k", 3), None);
}

/// A terminal in echo mode, a loop on a serial line: everything that we write comes back.
#[test]
fn what_we_send_is_no_answer_when_it_comes_back() {
    for osc in [
        "99;i=pn7k:d=0:a=report:o=always:u=1:e=1;MQ==",
        "99;i=pn7k:d=0:a=report:o=always:u=1;1",
        "99;i=pn7k:a=report:o=always:u=1:p=body;",
        "99;i=pn7k:a=report:p=buttons:e=1;MQ==",
        "99;i=pn7k:p=?;",
        "99;i=pn7k:d=1;",
    ] {
        reads(osc, None);
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn the_four_shapes_of_a_reply_to_a_query() {
    let full = Capabilities {
        payloads: words("title body ? close icon alive buttons"),
        actions: words("focus report"),
        occasions: words("always unfocused invisible"),
        urgencies: words("0 1 2"),
        sounds: words("system silent error warn warning info question"),
        reports_close: true,
        expires: true,
    };
    // kitty 0.41.
    reads(
        "99;i=pn7k:p=?;a=focus,report:o=always,unfocused,invisible:u=0,1,2:p=title,body,?,close,icon,alive,buttons:c=1:w=1:s=system,silent,error,warn,warning,info,question",
        Reply::Capabilities(full.clone()),
    );
    // foot 1.27, where it inhibits what is focused.
    reads(
        "99;i=pn7k:p=?;p=title,body,?,close,alive,icon,buttons:a=focus,report:o=unfocused:u=0,1,2:c=1:w=1:s=system,silent",
        Reply::Capabilities(Capabilities {
            payloads: words("title body ? close alive icon buttons"),
            occasions: words("unfocused"),
            sounds: words("system silent"),
            ..full.clone()
        }),
    );
    // Konsole 25.04.
    reads(
        "99;i=pn7k;p=?;p=title,body,buttons:a=report,focus:o=always,unfocus,invisible:u=0,1,2:c=1",
        Reply::Capabilities(Capabilities {
            payloads: words("title body buttons"),
            actions: words("report focus"),
            occasions: words("always unfocus invisible"),
            sounds: Vec::new(),
            expires: false,
            ..full.clone()
        }),
    );
    // VS Code 1.110.
    reads(
        "99;i=pn7k:p=?:a=report,focus:c=1:o=always,unfocused,invisible:p=title,body,buttons,close,alive,?:u=0,1,2:w=1;",
        Reply::Capabilities(Capabilities {
            payloads: words("title body buttons close alive ?"),
            actions: words("report focus"),
            sounds: Vec::new(),
            ..full
        }),
    );
}

#[test]
fn what_may_be_sent_is_what_was_listed() {
    let said = parse(b"99;i=q;p=?;p=title,body,buttons:a=report", "q", 0);
    let Some(Reply::Capabilities(konsole)) = said else { panic!("{said:?}") };
    assert!(konsole.has_payload("buttons") && konsole.reports());
    assert!(!konsole.has_payload("close") && !konsole.has_payload("?") && !konsole.has_payload(""));
}

proptest! {
    #[test]
    fn anything_is_read_without_harm(osc in prop::collection::vec(any::<u8>(), 0..200), buttons in 0_usize..120) {
        parse(&osc, "pn7k", buttons);
    }

    #[test]
    fn nothing_but_the_number_of_a_button_is_a_press(
        metadata in "(i=pn7k|p=close|p=\\?|p=title|a=report|e=1|d=0|x)(:(i=pn7k|i=other|p=close|p=\\?|e=1|d=0))?",
        payload in "[0-9;:=?]{0,4}",
        buttons in 0_usize..120,
    ) {
        if let Some(Reply::Pressed(index)) = parse(format!("99;{metadata};{payload}").as_bytes(), "pn7k", buttons) {
            prop_assert!(index < buttons);
            prop_assert_eq!(payload, (index + 1).to_string());
            prop_assert_eq!(metadata, "i=pn7k");
        }
    }
}
