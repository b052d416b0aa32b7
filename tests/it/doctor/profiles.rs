//! Every server of `tests/profiles`.

use super::{json, with};
use crate::support::Script;

#[test]
fn every_server_is_described() {
    for (name, script) in Script::all() {
        let document = json(&with(script, &["--json"]));
        eprintln!(
            "{name}: {} {} {}",
            document["verdict"]["announced"], document["verdict"]["answerable"], document["verdict"]["would"]
        );
    }
}
