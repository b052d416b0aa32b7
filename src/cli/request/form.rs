//! The fields of a form: `--field`, and what `--default` and `--validate` say about each.

use crate::{
    cli::{Result, args::Wait, report::Report},
    engine::{
        field::{Field, Pattern, is_identifier, is_typable},
        request::Question,
        text,
    },
};

/// The form that the arguments describe.
///
/// # Errors
///
/// When it has no field, one twice, or one whose name no shell could read, and when an option speaks of a field that is not
/// there, or says something that cannot be.
pub(super) fn build(args: &Wait) -> Result<Question> {
    let mut fields: Vec<Field> = Vec::new();
    for item in &args.fields {
        let field = parse_field(item)?;
        if fields.iter().any(|other| other.name == field.name) {
            return Err(Report::usage(format!("--field {item}: {} is there twice", field.name)));
        }
        fields.push(field);
    }
    if fields.is_empty() {
        return Err(
            Report::usage("--kind form has no fields").hint("Name at least one: --field NAME=PROMPT.")
        );
    }
    for item in &args.validate {
        let (field, source) = named("--validate", item, "REGEX", &mut fields)?;
        if field.pattern.is_some() {
            return Err(Report::usage(format!("--validate {item}: {} has one already", field.name)));
        }
        let pattern =
            Pattern::new(source).map_err(|error| Report::usage(format!("--validate {item}: {error}")))?;
        field.pattern = Some(pattern);
    }
    for item in &args.default {
        let (field, value) = named("--default", item, "VALUE", &mut fields)?;
        if field.preset.is_some() {
            return Err(Report::usage(format!("--default {item}: {} has one already", field.name)));
        }
        if !is_typable(value) {
            let error =
                format!("--default {item:?}: the value has a character that cannot be typed in a line");
            return Err(Report::usage(error));
        }
        if !field.accepts(value) {
            let pattern = field.pattern.as_ref().map_or("", |pattern| pattern.source());
            return Err(Report::usage(format!("--default {item}: the value does not match {pattern}")));
        }
        field.preset = Some(value.to_owned());
    }
    Ok(Question::Form(fields))
}

/// `NAME` or `NAME=PROMPT`.
fn parse_field(item: &str) -> Result<Field> {
    let (name, prompt) = item.split_once('=').unwrap_or((item, item));
    if !is_identifier(name) {
        let error =
            format!("--field {item:?}: a name is made of letters, digits and _, and begins with no digit");
        return Err(Report::usage(error));
    }
    let label = Some(text::clean(prompt)).filter(|label| !label.is_empty());
    Ok(Field {
        name: name.to_owned(),
        label: label.unwrap_or_else(|| name.to_owned()),
        preset: None,
        pattern: None,
    })
}

/// The field that `NAME=…` speaks of, and what is said about it.
fn named<'a, 'b>(
    option: &str,
    item: &'b str,
    what: &str,
    fields: &'a mut [Field],
) -> Result<(&'a mut Field, &'b str)> {
    let Some((name, said)) = item.split_once('=') else {
        return Err(Report::usage(format!("{option} {item:?}: expected NAME={what}")));
    };
    let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    let hint = format!("The fields are {}.", names.join(", "));
    let field = fields.iter_mut().find(|field| field.name == name);
    field
        .map(|field| (field, said))
        .ok_or_else(|| Report::usage(format!("{option} {item:?}: there is no field {name:?}")).hint(hint))
}
