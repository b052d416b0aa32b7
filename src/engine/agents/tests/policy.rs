//! Who is asked what, and what is never offered or asked.

use super::*;

fn decided(heard: &Heard, mode: Mode, subagents: bool) -> String {
    summary(&decide(heard, Policy { mode, subagents }))
}

#[test]
fn always_is_offered_for_rules_alone_and_never_changes_a_mode() {
    // Case 7: the list is not what the dialog shows.
    let offered = |suggestions: Value| {
        let heard = with("claude-code.PermissionRequest.bash", |payload| {
            payload["permission_suggestions"] = suggestions;
        });
        decided(&heard, Mode::Answer, true).contains("Always")
    };
    let rule =
        |behavior: &str, rules: Value| json!({"type": "addRules", "rules": rules, "behavior": behavior});
    let one = json!([{"toolName": "Bash", "ruleContent": "ls"}]);
    assert!(offered(json!([{"type": "setMode", "mode": "acceptEdits"}, rule("allow", one.clone())])));
    assert!(offered(json!([rule("allow", json!([{"toolName": "WebFetch"}]))])));
    for odd in [
        json!([{"type": "setMode", "mode": "acceptEdits", "destination": "session"}]),
        json!([{"type": "addDirectories", "directories": ["/"], "destination": "session"}]),
        json!([rule("deny", one.clone())]),
        json!([rule("allow", json!([]))]),
        json!([rule("allow", json!([{"ruleContent": "ls"}]))]),
        json!([rule("allow", json!("Bash"))]),
        // Nobody would have read it all.
        json!([rule("allow", json!([{"toolName": "Bash", "ruleContent": "x".repeat(60)}]))]),
        // It would read as something else.
        json!([rule("allow", json!([{"toolName": "Bash", "ruleContent": "touch a\nrm -rf b"}]))]),
        json!([rule("allow", json!([{"toolName": "Bash", "ruleContent": "rm \u{202e}x"}]))]),
        json!([rule("allow", json!([{"toolName": "Bash", "ruleContent": 7}]))]),
        json!({}),
    ] {
        assert!(!offered(odd.clone()), "{odd}");
    }
}

#[test]
fn nobody_is_asked_where_nobody_is_to_be() {
    // Cases 8, 11, 26, 34.
    let mode = |name: &str, mode: &str| {
        decided(&with(name, |payload| payload["permission_mode"] = mode.into()), Mode::Answer, true)
    };
    let bypass = "nothing: nobody is to be asked in this mode";
    assert_eq!(mode("claude-code.PermissionRequest.bash", "bypassPermissions"), bypass);
    assert_eq!(mode("qwen.PermissionRequest", "yolo"), bypass);
    assert_eq!(mode("codex.PermissionRequest", "bypassPermissions"), bypass);
    // But for a gate, which is for agents that ask nobody.
    for (name, mode) in [
        ("claude-code.PermissionRequest.bash", "bypassPermissions"),
        ("qwen.PermissionRequest", "yolo"),
        ("codex.PermissionRequest", "bypassPermissions"),
    ] {
        let heard = with(name, |payload| payload["permission_mode"] = mode.into());
        assert!(decided(&heard, Mode::Gate, true).starts_with("ask"), "{name}");
        assert_eq!(decided(&heard, Mode::Alert, true), bypass, "{name}");
    }
    assert!(mode("claude-code.PermissionRequest.bash", "acceptEdits").starts_with("ask"));
    assert!(mode("claude-code.PermissionRequest.AskUserQuestion", "bypassPermissions").starts_with("ask"));
    assert!(mode("claude-code.PermissionRequest.ExitPlanMode", "bypassPermissions").starts_with("ask"));

    let subagent = heard("claude-code.PermissionRequest.subagent");
    assert_eq!(decided(&subagent, Mode::Answer, false), "nothing: it is a subagent's");

    let looks = with("copilot.permissionRequest", |payload| payload["toolInput"]["command"] = "ls -l".into());
    assert_eq!(decided(&looks, Mode::Answer, true), "nothing: it only looks");
    assert!(decided(&looks, Mode::Gate, true).starts_with("ask"), "a gate trusts nobody");
    for name in
        ["copilot.permissionRequest", "crush.PreToolUse", "cursor.beforeShellExecution", "gemini.BeforeTool"]
    {
        assert_eq!(decided(&heard(name), Mode::Alert, true), "nothing: it may not ask at all", "{name}");
    }
    for (name, news) in [
        ("claude-code.PermissionRequest.bash", "tell asks for permission"),
        ("claude-code.PermissionRequest.AskUserQuestion", "tell has a question"),
        ("codex.PermissionRequest", "tell asks for permission"),
    ] {
        assert_eq!(decided(&heard(name), Mode::Alert, true), news);
        assert_eq!(decided(&heard(name), Mode::Off, true), "nothing: it is switched off");
    }
}

#[test]
fn a_question_that_cannot_be_answered_whole_is_not_answered_at_all() {
    let question = json!({"question": "Which size?", "options": [{"label": "S"}, {"label": "L"}]});
    for (name, list, flag) in [
        ("claude-code.PermissionRequest.AskUserQuestion", "/tool_input/questions", "multiSelect"),
        ("opencode.question.asked", "/properties/questions", "multiple"),
    ] {
        let change = |change: &dyn Fn(&mut Vec<Value>)| {
            let heard =
                with(name, |payload| change(payload.pointer_mut(list).unwrap().as_array_mut().unwrap()));
            decided(&heard, Mode::Answer, true)
        };
        let terminal = "ask Which colour?: ";
        assert_eq!(change(&|list| list.push(question.clone())), terminal, "{name}: two questions");
        assert_eq!(change(&|list| list[0][flag] = true.into()), terminal, "{name}: several answers");
        let twice = |list: &mut Vec<Value>| list[0]["options"][1]["label"] = "Red".into();
        assert_eq!(change(&twice), terminal, "{name}: two that look the same");
        let alike = |list: &mut Vec<Value>| list[0]["options"][1]["label"] = "R\u{200d}ed".into();
        assert_eq!(change(&alike), terminal, "{name}: two that look the same but are not");
        let long = |list: &mut Vec<Value>| {
            for (at, end) in ["a", "b"].into_iter().enumerate() {
                list[0]["options"][at]["label"] = format!("{}{end}", "x".repeat(90)).into();
            }
        };
        assert_eq!(change(&long), terminal, "{name}: two that differ where nobody sees it");
        assert_eq!(change(&|list| list.clear()), "nothing: a question without one");
    }
}

#[test]
fn an_answer_needs_the_question_that_it_is_known_by() {
    let heard = with("claude-code.PermissionRequest.AskUserQuestion", |payload| {
        let question = payload.pointer_mut("/tool_input/questions/0").unwrap();
        question.as_object_mut().unwrap().remove("question");
        question["header"] = "Colour".into();
    });
    assert_eq!(decided(&heard, Mode::Answer, true), "ask Colour: ");
}

#[test]
fn a_typed_value_or_an_address_is_not_asked_on_a_notification() {
    let schema = |schema: Value| {
        let heard = with("claude-code.Elicitation.form", |payload| payload["requested_schema"] = schema);
        decided(&heard, Mode::Answer, true)
    };
    let field = |field: Value| schema(json!({"type": "object", "properties": {"x": field}}));
    assert_eq!(field(json!({"type": "boolean"})), "ask Pick a region server=demo: Yes | No | Deny, serial");
    for odd in [
        json!({"type": "string"}),
        json!({"type": "string", "format": "password"}),
        json!({"type": "integer"}),
    ] {
        assert_eq!(field(odd), "tell has a question");
    }
    let two = json!({"x": {"type": "boolean"}, "y": {"type": "boolean"}});
    assert_eq!(schema(json!({"properties": two})), "tell has a question");
    assert_eq!(schema(json!(null)), "tell has a question");
}
