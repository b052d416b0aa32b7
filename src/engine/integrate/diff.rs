//! What a change changes, line by line.
//!
//! Pure: no clock, no environment, no input or output.

use std::fmt::Write as _;

/// How many lines are shown around a change.
const CONTEXT: usize = 3;
/// The most lines that are compared one with another; of a longer text the whole middle is one change.
const MOST: usize = 2000;

/// One line of both texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line<'a> {
    Kept(&'a str),
    Gone(&'a str),
    New(&'a str),
}

/// The changes as `diff -u` has them, without a head.
pub(super) fn unified(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let lines = compare(&old, &new);
    let changed: Vec<usize> = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !matches!(line, Line::Kept(_)))
        .map(|(at, _)| at)
        .collect();
    let mut text = String::new();
    let mut next = 0;
    while let Some(&first) = changed.get(next) {
        let mut last = first;
        while let Some(&more) = changed.get(next).filter(|more| **more <= last + 2 * CONTEXT) {
            last = more;
            next += 1;
        }
        let hunk = first.saturating_sub(CONTEXT)..(last + CONTEXT + 1).min(lines.len());
        let count = |lines: &[Line<'_>], new: bool| {
            lines
                .iter()
                .filter(
                    |line| if new { !matches!(line, Line::Gone(_)) } else { !matches!(line, Line::New(_)) },
                )
                .count()
        };
        let (head, body) = (lines.get(..hunk.start).unwrap_or_default(), lines.get(hunk).unwrap_or_default());
        let start = |new: bool| count(head, new) + usize::from(count(body, new) > 0);
        let _ = writeln!(
            text,
            "@@ -{},{} +{},{} @@",
            start(false),
            count(body, false),
            start(true),
            count(body, true)
        );
        for line in body {
            let _ = match line {
                Line::Kept(line) => writeln!(text, " {line}"),
                Line::Gone(line) => writeln!(text, "-{line}"),
                Line::New(line) => writeln!(text, "+{line}"),
            };
        }
    }
    text
}

fn compare<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Line<'a>> {
    let head = old.iter().zip(new).take_while(|(one, other)| one == other).count();
    let most = old.len().min(new.len()) - head;
    let tail =
        old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(one, other)| one == other).count();
    let middle = (
        old.get(head..old.len() - tail).unwrap_or_default(),
        new.get(head..new.len() - tail).unwrap_or_default(),
    );
    let kept = |lines: &[&'a str]| lines.iter().map(|&line| Line::Kept(line)).collect::<Vec<_>>();
    let mut lines = kept(old.get(..head).unwrap_or_default());
    lines.extend(compare_middle(middle.0, middle.1));
    lines.extend(kept(old.get(old.len() - tail..).unwrap_or_default()));
    lines
}

/// By the longest common subsequence.
fn compare_middle<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Line<'a>> {
    let width = new.len() + 1;
    let mut longest = vec![0_u32; if old.len().max(new.len()) <= MOST { (old.len() + 1) * width } else { 0 }];
    let at = |table: &[u32], row: usize, column: usize| table.get(row * width + column).copied().unwrap_or(0);
    for row in (0..old.len()).rev() {
        for column in (0..new.len()).rev() {
            let best = if old.get(row) == new.get(column) {
                at(&longest, row + 1, column + 1) + 1
            } else {
                at(&longest, row + 1, column).max(at(&longest, row, column + 1))
            };
            if let Some(cell) = longest.get_mut(row * width + column) {
                *cell = best;
            }
        }
    }
    let (mut row, mut column) = (0, 0);
    let mut lines = Vec::new();
    loop {
        match (old.get(row), new.get(column)) {
            (Some(one), Some(other)) if one == other => {
                lines.push(Line::Kept(one));
                (row, column) = (row + 1, column + 1);
            }
            (Some(one), other)
                if other.is_none() || at(&longest, row + 1, column) >= at(&longest, row, column + 1) =>
            {
                lines.push(Line::Gone(one));
                row += 1;
            }
            (_, Some(other)) => {
                lines.push(Line::New(other));
                column += 1;
            }
            (_, None) => return lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_what_diff_says() {
        assert_eq!(unified("a\n", "a\n"), "");
        assert_eq!(unified("", "a\nb\n"), "@@ -0,0 +1,2 @@\n+a\n+b\n");
        assert_eq!(unified("a\nb\n", ""), "@@ -1,2 +0,0 @@\n-a\n-b\n");
        assert_eq!(
            unified("1\n2\n3\n4\n5\n", "1\n2\n3\nx\n4\n5\n"),
            "@@ -1,5 +1,6 @@\n 1\n 2\n 3\n+x\n 4\n 5\n"
        );
        let long: Vec<String> = (1..=20).map(|n| n.to_string()).collect();
        let before = long.join("\n");
        let after = before.replacen("2\n", "two\n", 1).replacen("19\n", "nineteen\n", 1);
        assert_eq!(
            unified(&before, &after),
            "@@ -1,5 +1,5 @@\n 1\n-2\n+two\n 3\n 4\n 5\n@@ -16,5 +16,5 @@\n 16\n 17\n 18\n-19\n+nineteen\n 20\n"
        );
        assert_eq!(unified("a\nb\nc", "c\na\nb"), "@@ -1,3 +1,3 @@\n+c\n a\n b\n-c\n");
    }
}
