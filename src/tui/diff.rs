//! What changes in a text, line by line.
//!
//! Pure.

/// How many lines of what stays are shown around a change.
const AROUND: usize = 2;
/// More pairs of lines than this are not compared: what is between the first and the last change counts as changed.
const MOST: usize = 4_000_000;

/// A line of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Line {
    /// It stays; with its number, from 1.
    Same(usize, String),
    /// It goes.
    Old(usize, String),
    /// It comes.
    New(usize, String),
    /// Lines that stay are left out.
    Gap,
}

/// The lines that differ, and what is around them.
pub(in crate::tui) fn diff(before: &str, after: &str) -> Vec<Line> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let room = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(room).take_while(|(old, new)| old == new).count();
    let (middle_old, middle_new) = (&old[start..old.len() - end], &new[start..new.len() - end]);

    let mut lines: Vec<Line> = Vec::new();
    let text = |line: &&str| (*line).to_owned();
    lines.extend(old[..start].iter().enumerate().map(|(at, line)| Line::Same(at + 1, text(line))));
    let (mut at_old, mut at_new) = (0, 0);
    for (same_old, same_new) in
        common(middle_old, middle_new).into_iter().chain([(middle_old.len(), middle_new.len())])
    {
        let range = |from: usize, to: usize| (from..to).map(|at| (start + at + 1, at));
        lines.extend(range(at_old, same_old).map(|(number, at)| Line::Old(number, text(&middle_old[at]))));
        lines.extend(range(at_new, same_new).map(|(number, at)| Line::New(number, text(&middle_new[at]))));
        if let Some(line) = middle_old.get(same_old) {
            lines.push(Line::Same(start + same_new + 1, text(line)));
        }
        (at_old, at_new) = (same_old + 1, same_new + 1);
    }
    let first = new.len() - end;
    lines.extend(new[first..].iter().enumerate().map(|(at, line)| Line::Same(first + at + 1, text(line))));
    shortened(lines)
}

/// The pairs of lines that are the same on both sides, as many as there can be, in order.
fn common(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    if old.len().saturating_mul(new.len()) > MOST {
        return Vec::new();
    }
    let wide = new.len() + 1;
    let mut best = vec![0_u32; (old.len() + 1) * wide];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            best[i * wide + j] = if old[i] == new[j] {
                best[(i + 1) * wide + j + 1] + 1
            } else {
                best[(i + 1) * wide + j].max(best[i * wide + j + 1])
            };
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < old.len() && j < new.len() {
        if old[i] == new[j] {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if best[(i + 1) * wide + j] >= best[i * wide + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

fn shortened(lines: Vec<Line>) -> Vec<Line> {
    let is_change = |line: &Line| matches!(line, Line::Old(..) | Line::New(..));
    let changes: Vec<usize> =
        lines.iter().enumerate().filter(|(_, line)| is_change(line)).map(|(at, _)| at).collect();
    let is_near = |at: usize| {
        let next = changes.partition_point(|&change| change < at);
        let near = |change: Option<&usize>| change.is_some_and(|change| change.abs_diff(at) <= AROUND);
        near(changes.get(next)) || near(next.checked_sub(1).and_then(|last| changes.get(last)))
    };
    let mut kept = Vec::new();
    for (at, line) in lines.into_iter().enumerate() {
        if is_near(at) {
            kept.push(line);
        } else if !kept.is_empty() && kept.last() != Some(&Line::Gap) {
            kept.push(Line::Gap);
        }
    }
    if kept.last() == Some(&Line::Gap) {
        kept.pop();
    }
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(before: &str, after: &str) -> Vec<String> {
        let line = |line: Line| match line {
            Line::Same(at, text) => format!("{at}  {text}"),
            Line::Old(at, text) => format!("{at} -{text}"),
            Line::New(at, text) => format!("{at} +{text}"),
            Line::Gap => "~".to_owned(),
        };
        diff(before, after).into_iter().map(line).collect()
    }

    #[test]
    fn shows_what_changes_and_two_lines_around() {
        assert_eq!(shown("a\nb\n", "a\nb\n"), [""; 0]);
        assert_eq!(
            shown("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\nx\n5\n6\n7\n8\nz\n9\n"),
            ["2  2", "3  3", "4 -4", "4 +x", "5  5", "6  6", "7  7", "8  8", "9 +z", "10  9"]
        );
        assert_eq!(
            shown("a\n1\n2\n3\n4\n5\n6\nb\n", "x\n1\n2\n3\n4\n5\n6\ny\n"),
            ["1 -a", "1 +x", "2  1", "3  2", "~", "6  5", "7  6", "8 -b", "8 +y"]
        );
        assert_eq!(shown("", "a\n"), ["1 +a"]);
        assert_eq!(shown("a\n", ""), ["1 -a"]);
    }

    proptest! {
        #[test]
        fn old_and_new_lines_are_all_there(before in "[ab\n]{0,30}", after in "[ab\n]{0,30}") {
            let lines = diff(&before, &after);
            let changed = |text: &str, which: fn(&Line) -> Option<(usize, &String)>| {
                lines.iter().filter_map(which).all(|(at, line)| text.lines().nth(at - 1) == Some(line))
            };
            let is_old_there = changed(&before, |line| match line { Line::Old(at, text) => Some((*at, text)), _ => None });
            let is_new_there = changed(&after, |line| match line {
                Line::New(at, text) | Line::Same(at, text) => Some((*at, text)),
                _ => None,
            });
            prop_assert!(is_old_there && is_new_there, "{:?}", lines);
            prop_assert_eq!(lines.is_empty(), before.lines().eq(after.lines()));
        }
    }
}
