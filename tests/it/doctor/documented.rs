//! `docs/doctor.md` says what there is.

use std::{fs, path::Path};

use plyn_notify::engine::doctor::IDS;

#[test]
fn every_check_is_documented_in_its_order() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/doctor.md");
    let text = fs::read_to_string(path).expect("the page is there");
    let rows: Vec<(String, String)> = text
        .lines()
        .skip_while(|line| *line != "## The checks")
        .filter_map(|line| {
            let (name, about) = line.strip_prefix("| `")?.split_once("` | ")?;
            Some((name.to_owned(), about.strip_suffix(" |")?.to_owned()))
        })
        .collect();
    let known: Vec<(String, String)> =
        IDS.iter().map(|id| (id.name.to_owned(), id.about.to_owned())).collect();
    assert_eq!(rows, known);
}
