//! Forms as they are drawn.

use super::*;

const RELEASE: &str = "version=Version:1.2/[0-9.]+,branch=Branch:main,notes=Release notes";

#[test]
fn a_form_stands_in_columns() {
    assert_eq!(
        drawn(&form(RELEASE), "", screen(80, 24)),
        "? Deploy?\n› Version        1.2|\n  Branch         main\n  Release notes\n  Enter goes on · Esc dismisses"
    );
    assert_eq!(
        drawn(&form(RELEASE), "\r\x15日本\x1b[D", screen(80, 24)),
        "? Deploy?\n  Version        1.2\n› Branch         日|本\n  Release notes\n  \
         Enter goes on · Shift-Tab goes back · Esc dismisses"
    );
    assert_eq!(
        drawn(&form(RELEASE), "x\r", screen(80, 24)),
        "? Deploy?\n› Version        1.2x|\n  Branch         main\n  Release notes\n! Version has to match [0-9.]+\n  \
         Enter goes on · Esc dismisses"
    );
    assert!(drawn(&form(RELEASE), "\r\r", screen(80, 24)).contains("\n  Enter sends the form · "));
}

#[test]
fn a_form_on_small_screens() {
    // The label goes above where there is little room beside it; the value is seen around the cursor.
    assert_eq!(
        drawn(&form(RELEASE), "\r\x15a branch with a long name", screen(20, 6)),
        "? Deploy?\n  Version: 1.2\n  Branch\n› …ith a long name|\n  Release notes\n  Enter goes on"
    );
    let many = form("a=A,b=B,c=C,d=D,e=E,f=F,g=G,h=H,i=I");
    assert_eq!(drawn(&many, "1\r2\r3\r4\r5", screen(40, 5)), "? Deploy?\n↑ D  4\n› E  5|\n  F\n↓ G");
    assert_eq!(drawn(&many, "1\r2\r3", screen(40, 1)), "› C  3|");
    assert_eq!(drawn(&form(RELEASE), "\rx", screen(20, 1)), "› mainx|");
    assert_eq!(drawn(&form(RELEASE), "\rx", screen(3, 1)), "nx|");
}

#[test]
fn a_form_with_long_labels() {
    let asked =
        form("a=Announce to (addresses with commas between),b=B:x y z,c=Another one that is rather long");
    // The label of the field that is edited is read whole, and no label hides what was filled in.
    assert_eq!(
        drawn(&asked, "me@here", screen(30, 12)),
        "? Deploy?\n  Announce to (addresses with\n  commas between)\n› me@here|\n  B: x y z\n  \
         Another one that is rather…\n  Enter goes on"
    );
    assert_eq!(
        drawn(&asked, "me@here\r\rsomebody who is not here\x1b[A", screen(30, 12)),
        "? Deploy?\n  Announce to (addr… me@here\n  B\n› x y z|\n  Another one… somebody who…\n  Enter goes on"
    );
    assert_eq!(drawn(&asked, "me", screen(30, 3)), "? Deploy?\n  Announce to (addresses wit…\n› me|");
}

#[test]
fn a_form_that_fits_stays_whole() {
    let mut asked = form("a=A,b=B,c=C,d=D,e=E");
    asked.reason = Some("Because.".to_owned());
    asked.source = "here".to_owned();
    asked.title = "Release".to_owned();
    let fields = "› A  |\n  B\n  C\n  D\n  E";
    assert_eq!(
        drawn(&asked, "", screen(60, 8)),
        format!("? Deploy?\n  Because.\n{fields}\n  Enter goes on · Esc dismisses")
    );
    assert_eq!(drawn(&asked, "", screen(60, 7)), format!("? Deploy?\n  Because.\n{fields}"));
    assert_eq!(
        drawn(&asked, "", screen(60, 6)),
        format!("? Deploy?\n  Because.\n{}", "› A  |\n  B\n  C\n↓ D")
    );
}
