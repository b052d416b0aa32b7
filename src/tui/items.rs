//! What the lists of what was found are made of, and going up and down in them.
//!
//! Pure. What is selected is known by its name and not by its place, since more is found while somebody looks.

use super::model::{Model, Screen};
use crate::engine::doctor::{Area, Capability, Channel, Check, Fact, Fix, Level, Row};

/// The name of something that can be selected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Name {
    Check(&'static str),
    Fact(Area, String),
    Ability(Capability),
}

/// A piece of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Item<'a> {
    Heading(String),
    Check(&'a Check),
    Fact(Area, &'a Fact),
    Ability(&'a Row, Channel),
    /// Words that are no row: that there is nothing.
    Words(String),
}

impl Item<'_> {
    /// Its name, if it can be selected.
    pub(in crate::tui) fn name(&self) -> Option<Name> {
        match self {
            Self::Check(check) => Some(Name::Check(check.id)),
            Self::Fact(area, fact) => Some(Name::Fact(*area, fact.name.clone())),
            Self::Ability(row, _) => Some(Name::Ability(row.capability)),
            Self::Heading(_) | Self::Words(_) => None,
        }
    }

    fn holds(&self, filter: &str) -> bool {
        let any = |texts: &[&str]| texts.iter().any(|text| text.to_lowercase().contains(filter));
        match self {
            Self::Check(check) => {
                let fix = match &check.fix {
                    Some(Fix::Text(text)) => text.as_str(),
                    Some(fix) => fix.command().unwrap_or_default(),
                    None => "",
                };
                any(&[
                    check.id,
                    check.level.name(),
                    check.area.title(),
                    &check.title,
                    &check.seen,
                    &check.why,
                    fix,
                ])
            }
            Self::Fact(_, fact) => any(&[&fact.name, &fact.value]),
            Self::Ability(row, channel) => {
                let cell = cell(row, *channel);
                any(&[row.capability.title(), cell.answer.name(), &cell.how])
            }
            Self::Heading(_) | Self::Words(_) => true,
        }
    }
}

/// The cell of a channel.
pub(in crate::tui) fn cell(row: &Row, channel: Channel) -> &crate::engine::doctor::Cell {
    match channel {
        Channel::Desktop => &row.desktop,
        Channel::Terminal => &row.terminal,
    }
}

/// The list of the screen that is shown.
pub(in crate::tui) fn items(model: &Model) -> Vec<Item<'_>> {
    let diagnosis = &model.diagnosis;
    let areas = model.screen.areas();
    let mut sections: Vec<(String, Vec<Item<'_>>)> = Vec::new();
    let of_level = |level| {
        let checks = diagnosis.checks_of(areas).filter(move |check| check.level == level);
        checks.map(Item::Check).collect::<Vec<_>>()
    };
    for (level, one, many) in [
        (Level::Problem, "problem", "problems"),
        (Level::Warning, "warning", "warnings"),
        (Level::Note, "good to know", "good to know"),
    ] {
        let found = of_level(level);
        let title = format!("{} {}", found.len(), if found.len() == 1 { one } else { many });
        sections.push((title, found));
    }
    let fine = of_level(Level::Ok);
    let fine = (format!("{} as it should be", fine.len()), fine);
    let facts = |area: Area| -> Vec<Item<'_>> {
        diagnosis.facts(area).iter().map(|fact| Item::Fact(area, fact)).collect()
    };
    let abilities = |channel| diagnosis.matrix.iter().map(|row| Item::Ability(row, channel)).collect();
    match model.screen {
        Screen::Overview => {
            sections.push(fine);
            sections.push(("This machine".to_owned(), facts(Area::System)));
            sections.push(("The configuration".to_owned(), facts(Area::Config)));
        }
        Screen::Desktop => {
            sections.push(("What it can do".to_owned(), abilities(Channel::Desktop)));
            sections.push(("What is there".to_owned(), facts(Area::Desktop)));
            sections.push(fine);
        }
        Screen::Terminal => {
            sections.push(("What its own notification can do".to_owned(), abilities(Channel::Terminal)));
            sections.push(("What is there".to_owned(), facts(Area::Terminal)));
            sections.push(fine);
        }
        Screen::Remote | Screen::Agents => {
            let area = areas.first().copied().unwrap_or(Area::Remote);
            sections.push(("What is there".to_owned(), facts(area)));
            sections.push(fine);
        }
        Screen::Tests | Screen::Config => return Vec::new(),
    }
    listed(model, sections)
}

fn listed<'a>(model: &Model, sections: Vec<(String, Vec<Item<'a>>)>) -> Vec<Item<'a>> {
    let filter = model.filter.text().trim().to_lowercase();
    let mut list = Vec::new();
    let is_empty = sections.iter().all(|(_, items)| items.is_empty());
    for (title, mut items) in sections {
        items.retain(|item| filter.is_empty() || item.holds(&filter));
        if !items.is_empty() {
            list.push(Item::Heading(title));
            list.extend(items);
        }
    }
    if list.is_empty() {
        list.push(Item::Words(match (is_empty, model.diagnosis.is_running()) {
            (true, true) => "Looking…".to_owned(),
            (true, false) if model.screen == Screen::Agents => {
                let list = model.invocation.command(&["integrate", "--list"]);
                format!("Nothing is known of coding agents here. Try: {list}")
            }
            (true, false) => "Nothing was found here.".to_owned(),
            (false, _) => format!("Nothing holds \"{}\". Esc shows everything.", model.filter.text().trim()),
        }));
    }
    list
}

/// The names of what can be selected, in order.
pub(in crate::tui) fn names(model: &Model) -> Vec<Name> {
    items(model).iter().filter_map(Item::name).collect()
}

/// What is selected after so many steps down; above the first is the top, where nothing is.
pub(in crate::tui) fn moved(model: &Model, by: isize) -> Option<Name> {
    let names = names(model);
    let at = model.selected().and_then(|name| names.iter().position(|other| other == name));
    // The top counts as the place before the first.
    let place = at.map_or(0, |at| at + 1).saturating_add_signed(by).min(names.len());
    names.into_iter().nth(place.checked_sub(1)?)
}
