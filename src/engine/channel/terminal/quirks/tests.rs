use super::*;

#[test]
fn each_kind_has_one_row_and_each_row_a_reason() {
    for quirk in &QUIRKS {
        assert_eq!(find(quirk.kind), quirk);
        assert_eq!(QUIRKS.iter().filter(|other| other.kind == quirk.kind).count(), 1, "{}", quirk.name);
        assert!(quirk.reason.len() > 10 && !quirk.name.is_empty(), "{quirk:?}");
        if !quirk.identity.is_empty() {
            assert_eq!(identified(&quirk.identity.to_uppercase()), quirk.kind);
        }
    }
    assert_eq!(find(Kind::Unknown), &UNKNOWN);
    assert_eq!(identified(""), Kind::Unknown);
    assert_eq!(identified("libghostty"), Kind::Unknown);
}

#[test]
fn who_speaks_osc_99_says_what_it_takes_of_it() {
    for quirk in &QUIRKS {
        let speaks = quirk.speaks.iter().any(|&(protocol, _)| protocol == Protocol::Osc99);
        assert_eq!(speaks, quirk.osc99(&Version(vec![u32::MAX])).is_some(), "{}", quirk.name);
    }
}

#[test]
fn the_version_decides() {
    let best = |kind, version: &str| find(kind).best(&Version::parse(version));
    for (kind, version, protocol) in [
        (Kind::Foot, "1.27.0", Protocol::Osc99),
        (Kind::Foot, "1.18.0", Protocol::Osc99),
        (Kind::Foot, "1.17.2", Protocol::Osc777),
        (Kind::Foot, "1.5.0", Protocol::Bell),
        (Kind::Foot, "", Protocol::Osc777),
        (Kind::Kitty, "0.41.1", Protocol::Osc99),
        (Kind::Kitty, "", Protocol::Osc99),
        (Kind::Kitty, "0.18", Protocol::Bell),
        (Kind::Konsole, "24.12.0", Protocol::Osc99),
        (Kind::Konsole, "24.08.3", Protocol::Osc777),
        (Kind::Konsole, "22.12", Protocol::Bell),
        (Kind::Contour, "0.6.3", Protocol::Osc99),
        (Kind::Contour, "0.6.2", Protocol::Osc777),
        (Kind::Iterm2, "3.6.9", Protocol::Iterm2),
        (Kind::Iterm2, "3.4.23", Protocol::Osc9),
        (Kind::Iterm2, "", Protocol::Osc9),
        (Kind::Rio, "0.2.9", Protocol::Bell),
        (Kind::Rio, "", Protocol::Osc777),
        (Kind::VsCode, "1.109.3", Protocol::Bell),
        (Kind::VsCode, "1.110.0", Protocol::Osc99),
        (Kind::ConEmu, "", Protocol::Bell),
    ] {
        assert_eq!(best(kind, version), protocol, "{kind:?} {version}");
    }
}
