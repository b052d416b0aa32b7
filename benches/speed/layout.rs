//! Which functions a short run calls, for `packaging/layout.ld`: `cargo bench --bench speed -- layout`.
//!
//! Where a page of the program is touched the kernel maps fifteen more beside it, and unmaps them at the end. Scattered over
//! the program, these functions have nearly all of it mapped; side by side they take a quarter of that.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Stdio,
};

use crate::{
    desk::{self, Desk},
    support::{
        Server,
        pty::{Exit, Pty, PtyCommand},
    },
};

/// What is written, in the project's folder.
const FILE: &str = "packaging/layout.ld";

const HEAD: &str = "\
/* The functions that a short run calls, side by side in a section of their own. Made by
 *     cargo bench --bench speed -- layout
 * and given to the linker by build.rs. A name that is not there any more does no harm. Each function is named as this
 * compiler spells it, and further down without the hashes, for other compilers: that fits others of its kind as well. */
SECTIONS {
  .text.first : {
    *crt1.o(.text*)
    *crtbegin*.o(.text*)
    *(.text*.main)
";
const TAIL: &str = "  }
} INSERT BEFORE .text;
";

/// A prompt with the answers of this benchmark.
const WAIT: [&str; 4] = ["wait", "--choices", "yes=Yes,no=No", "Go?"];

/// Runs the program in the ways that people run it most, and writes down what it calls.
pub(crate) fn write() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = with_names(root);
    let desk = Desk::start();
    let server = desk.server();
    let mut runs = Runs { desk: &desk, server: &server, program: &program, shown: 0, recorded: Vec::new() };
    // What matters most comes first.
    runs.short(&["notify", "The build is done", "All 312 tests pass."]);
    // The second finds what the first has left for it.
    for _ in 0..2 {
        runs.pressed(&[&["wait", "--no-terminal"], &WAIT[1..]].concat());
    }
    runs.pressed(&["notify", "-A", "yes=Yes", "-A", "no=No", "Go?"]);
    runs.typed(&WAIT, |_, pty| pty.answer("yes"));
    let at_once = [&["wait", "--grace", "0"], &WAIT[1..]].concat();
    runs.typed(&at_once, |runs, pty| {
        runs.next();
        pty.answer("yes");
    });
    runs.typed(&at_once, |runs, _| {
        let id = runs.next();
        runs.server.press(id, "Yes");
    });
    runs.short(&["--version"]);
    let calls: Vec<_> = runs.recorded.iter().map(|record| called(record, &program)).collect();
    let mut text = HEAD.to_owned();
    for section in [exactly, anyhow] {
        let names = in_order(&calls, section);
        assert!(!names.is_empty(), "callgrind does not know the names of the functions");
        for name in &names {
            // What is marked as rarely called is in `.text.unlikely`, and may be called once in each run all the same.
            writeln!(text, "    *(.text*.{name})").expect("a string takes all");
        }
        println!("{} functions in {FILE}", names.len());
    }
    text.push_str(TAIL);
    fs::write(root.join(FILE), text).expect("the file can be written");
}

/// All that the first run calls is in one piece, and in that, and behind it, all that the second calls, and so on.
fn in_order(calls: &[BTreeSet<String>], section: fn(&str) -> Option<String>) -> Vec<String> {
    let mut callers = BTreeMap::<String, Vec<bool>>::new();
    for (run, names) in calls.iter().enumerate() {
        for name in names.iter().filter_map(|name| section(name)) {
            callers.entry(name).or_insert_with(|| vec![false; calls.len()])[run] = true;
        }
    }
    let mut names: Vec<_> = callers.into_iter().collect();
    names.sort_by_cached_key(|(name, callers)| (Reverse(callers.clone()), name.clone()));
    names.into_iter().map(|(name, _)| name).collect()
}

/// The program as it is released, but with the names of its functions, and without a layout: valgrind reads the names of
/// those in `.text` alone. A linker that is named keeps build.rs from giving it one. The profile is the release's, since
/// the hashes in the names depend on it: only the compiler is told to keep the names.
fn with_names(root: &Path) -> PathBuf {
    let target = root.join("target/layout");
    let status = desk::command(env!("CARGO"), "cargo")
        .args(["rustc", "--release", "--quiet", "--bin", "plyn-notify", "--target-dir"])
        .arg(&target)
        .args(["--config", "target.x86_64-unknown-linux-gnu.linker='cc'", "--", "-Cstrip=none"])
        .current_dir(root)
        .status();
    assert!(status.is_ok_and(|status| status.success()), "the program cannot be built");
    target.join("release/plyn-notify")
}

struct Runs<'a> {
    desk: &'a Desk,
    server: &'a Server,
    program: &'a Path,
    /// How many notifications there have been.
    shown: usize,
    /// What callgrind wrote, run by run.
    recorded: Vec<PathBuf>,
}

impl Runs<'_> {
    /// What runs the program and writes down what it calls.
    fn recorder(&mut self) -> Vec<String> {
        let record = self.desk.folder().join(format!("{}.callgrind", self.recorded.len()));
        let out = format!("--callgrind-out-file={}", record.display());
        self.recorded.push(record);
        let program = self.program.display().to_string();
        vec!["--quiet".to_owned(), "--tool=callgrind".to_owned(), "--demangle=no".to_owned(), out, program]
    }

    fn short(&mut self, args: &[&str]) {
        let recorder = self.recorder();
        let mut command = self.desk.command("valgrind", "valgrind");
        let status =
            command.args(recorder).args(args).stdout(Stdio::null()).status().expect("valgrind starts");
        assert!(status.success(), "{args:?}: {status}");
        self.shown += usize::from(args[0] == "notify");
    }

    /// Answered on the notification.
    fn pressed(&mut self, args: &[&str]) {
        let recorder = self.recorder();
        let mut command = self.desk.command("valgrind", "valgrind");
        let child =
            command.args(recorder).args(args).stdout(Stdio::piped()).spawn().expect("valgrind starts");
        let id = self.next();
        self.server.press(id, "Yes");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((output.stdout.as_slice(), output.status.code()), (&b"yes\n"[..], Some(0)), "{args:?}");
    }

    /// At a terminal.
    fn typed(&mut self, args: &[&str], answer: impl FnOnce(&mut Self, &mut Pty)) {
        let command = PtyCommand::new("valgrind").args(self.recorder()).args(args);
        let mut pty = self.desk.at_terminal(command, self.recorded.len()).spawn();
        answer(self, &mut pty);
        assert_eq!(pty.wait_exit(), Exit::code(0), "{}", pty.contents());
    }

    /// The next notification's id.
    fn next(&mut self) -> u32 {
        self.shown += 1;
        self.server.wait_notify(self.shown).id
    }
}

/// The names of a program's functions that were called, as callgrind has them: each has a number when it is first named
/// (<https://valgrind.org/docs/manual/cl-format.html>).
fn called(record: &Path, program: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(record).expect("callgrind writes what was called");
    let program = program.display().to_string();
    let (mut objects, mut functions) = (BTreeMap::new(), BTreeMap::new());
    let (mut is_ours, mut names) = (false, BTreeSet::new());
    for line in text.lines() {
        let Some((kind, value)) = line.split_once('=') else { continue };
        let names_of = match kind {
            "ob" | "cob" => &mut objects,
            "fn" | "cfn" => &mut functions,
            _ => continue,
        };
        let (number, name) = value.split_once(' ').unwrap_or((value, ""));
        let name = match name {
            "" => names_of[number],
            name => *names_of.entry(number).or_insert(name),
        };
        match kind {
            "ob" => is_ours = name == program,
            "fn" if is_ours => drop(names.insert(name.to_owned())),
            _ => {}
        }
    }
    names
}

/// What a Rust function's section is called behind its prefix, whichever copy of the function it is: their numbers change
/// with the folder of the build.
fn exactly(name: &str) -> Option<String> {
    let name = function(name);
    (name.starts_with("_ZN") || name.starts_with("_R")).then(|| format!("{name}*"))
}

/// The same, whatever else changes with the compiler and with every library: the hashes in its name.
fn anyhow(name: &str) -> Option<String> {
    let name = function(name);
    if let Some(path) = name.strip_suffix('E').filter(|_| name.starts_with("_ZN")) {
        let at = path.len().checked_sub("17h0123456789abcdef".len())?;
        return path[at..].starts_with("17h").then(|| format!("{}17h*", &path[..at]));
    }
    // The other spelling of names: https://doc.rust-lang.org/rustc/symbol-mangling/v0.html
    let mut parts = name.starts_with("_R").then(|| name.split("Cs"))?;
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once('_') {
            Some((hash, rest)) if hash.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
                write!(text, "Cs*_{rest}").ok()?;
            }
            _ => write!(text, "Cs{part}").ok()?,
        }
    }
    Some(text + "*")
}

/// A name without how deep it calls itself, which callgrind writes behind a mark, and without its copy.
fn function(name: &str) -> &str {
    without_copy(name.split('\'').next().unwrap_or_default())
}

/// A name without the `.23` or `.llvm.23` by which the linker's optimiser tells copies of a function apart.
fn without_copy(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((head, "llvm")) => without_copy(head),
        Some((head, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => without_copy(head),
        _ => name,
    }
}
