//! Lists as they are drawn.

use super::*;

#[test]
fn a_list_has_numbers_and_scrolls() {
    let many = choice(
        "a=Amsterdam,b=Berlin,c=Copenhagen,d=Dublin,e=Edinburgh,f=Florence,g=Geneva,h=Helsinki,i=Istanbul,j=Jerusalem",
    );
    let list = |typed, height| {
        let all = drawn(&many, typed, screen(40, height));
        all.lines().filter(|line| line.contains(". ")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(list("", 24).len(), 10);
    assert_eq!(list("", 24)[0], "   1. Amsterdam");
    assert_eq!(list("10", 24)[9], "❯ 10. Jerusalem");
    assert_eq!(
        list("", 8),
        [
            "   1. Amsterdam",
            "   2. Berlin",
            "   3. Copenhagen",
            "   4. Dublin",
            "   5. Edinburgh",
            "↓  6. Florence"
        ]
    );
    assert_eq!(list("e", 6), ["↑  4. Dublin", "❯  5. Edinburgh", "   6. Florence", "↓  7. Geneva"]);
    assert_eq!(list("j", 5), ["↑  8. Helsinki", "   9. Istanbul", "❯ 10. Jerusalem"]);
    let numbered = choice("10=Ten of them,20=Twenty of them,5=Five of them");
    let all = drawn(&numbered, "2", screen(24, 24));
    assert!(all.contains("  10. Ten of them\n❯ 20. Twenty of them\n   5. Five of them\n"), "{all}");
}

#[test]
fn a_long_list_leaves_room_for_what_it_is_about() {
    let keys: Vec<String> = (0..50).map(|n| format!("choice{n}")).collect();
    let mut request = choice(&keys.join(","));
    request.reason = Some("Because.".to_owned());
    let all = drawn(&request, "", screen(40, 12));
    assert_eq!(all.lines().count(), 12);
    assert!(all.starts_with("? Deploy?\n  Because.\n   1. choice0\n"), "{all}");
    assert!(all.ends_with("↓  9. choice8\n› |"), "{all}");
}

#[test]
fn long_labels_wrap_beside_their_number() {
    let request = choice("a=The first of two rather long labels,b=The second");
    let all = drawn(&request, "", screen(24, 24));
    assert!(all.contains("  1. The first of two\n     rather long labels\n  2. The second\n"), "{all}");
}

#[test]
fn a_short_list_is_numbered_whatever_its_length() {
    let small = list("a,b=Bee");
    assert_eq!(
        drawn(&small, "", screen(80, 24)),
        "? Deploy?\n  1. a\n  2. Bee\n› |\n  type a number, ↑↓ to choose · Enter takes it · Esc dismisses"
    );
    assert_eq!(
        drawn(&small, "2", screen(80, 24)),
        "? Deploy?\n  1. a\n❯ 2. Bee\n› 2|  → Bee\n  type a number, ↑↓ to choose · Enter takes it · Esc dismisses"
    );
}

#[test]
fn a_long_list_is_narrowed_by_what_is_typed() {
    let hint = "\n  type to filter, ↑↓ to choose · Enter takes it · Esc dismisses";
    assert_eq!(
        drawn(&list(CITIES), "york", screen(80, 24)),
        format!("? Deploy?\n   1. New York\n❯  3. York\n  10 of 12 hidden\n› york|  → York{hint}")
    );
    assert_eq!(
        drawn(&list(CITIES), "new", screen(80, 24)),
        format!(
            "? Deploy?\n   1. New York\n   2. New Delhi\n  10 of 12 hidden\n› new|  → more than one{hint}"
        )
    );
    assert_eq!(
        drawn(&list(CITIES), "elhi", screen(80, 24)),
        format!("? Deploy?\n❯  2. New Delhi\n  11 of 12 hidden\n› elhi|  → New Delhi{hint}")
    );
    assert_eq!(
        drawn(&list(CITIES), "zz", screen(80, 24)),
        format!("? Deploy?\n  12 of 12 hidden\n› zz|  → no such answer{hint}")
    );
    let own = drawn(&list_or_text(CITIES), "elhi", screen(80, 24));
    assert!(own.contains("\n   2. New Delhi\n  11 of 12 hidden\n› elhi|  → as your own text\n"), "{own}");
}

#[test]
fn marks_are_in_brackets() {
    assert_eq!(
        drawn(&several("a=Alpha,b=Beta,c=Gamma"), " \x1b[B\x1b[B ", screen(80, 24)),
        "? Deploy?\n  1. [x] Alpha\n  2. [ ] Beta\n❯ 3. [x] Gamma\n  2 marked\n› |\n  \
         ↑↓, Space marks · Enter takes all 2 · type a number · Esc dismisses"
    );
    assert_eq!(
        drawn(&several(CITIES), "12 \x15gr", Screen { unicode: false, ..screen(80, 24) }),
        "? Deploy?\n> 12. [x] Graz\n  1 marked - 11 of 12 hidden\n> gr|  -> the 1 marked\n  \
         arrows, Space marks - Enter takes the one - type to filter - Esc dismisses"
    );
    let to_mark = drawn(&several(CITIES), "ros\x15graz", screen(80, 24));
    assert!(to_mark.contains("› graz|  → mark Graz\n  ↑↓, Space marks · Enter marks it · "), "{to_mark}");
    let in_the_way = drawn(&several(CITIES), "12 \x15zz", screen(80, 24));
    assert!(
        in_the_way.contains("› zz|  → no such answer\n  ↑↓, Space marks · type to filter"),
        "{in_the_way}"
    );
}

#[test]
fn a_list_on_a_small_screen() {
    assert_eq!(
        drawn(&several(CITIES), "2 ", screen(20, 6)),
        "? Deploy?\n❯  2. [x] New Delhi\n  1 marked · 11 of\n  12 hidden\n› 2|  → the 1 mark…\n  ↑↓, Space marks"
    );
    assert_eq!(
        drawn(&several(CITIES), "ber ", screen(20, 5)),
        "? Deploy?\n❯  4. [x] Berlin\n   9. [ ] Bern\n  1 marked · 10 of…\n› ber|  → the 1 ma…"
    );
}

#[test]
fn a_list_keeps_what_says_how_it_is_filtered() {
    let all = drawn(&list(CITIES), "", screen(80, 12));
    assert_eq!(all.lines().count(), 12);
    assert!(
        all.starts_with("? Deploy?\n   1. New York\n") && all.contains("\n↓  9. Bern\n› |\n  type to filter"),
        "{all}"
    );
}
