//! Links the program so that a short run costs less: the functions that such a run calls lie side by side
//! (`packaging/layout.ld`), and what it needs of gcc's library is in it. For the library and for debug builds, and with a
//! linker or link options of the builder's own, it does nothing.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "cargo tells a build script by variables what it builds, and hears on stdout what to do"
)]

use std::{env, fs, path::Path, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=packaging/layout.ld");
    let (Some(sources), Some(out)) = (env::var_os("CARGO_MANIFEST_DIR"), env::var_os("OUT_DIR")) else {
        return;
    };
    if !is_known() {
        return;
    }
    println!("cargo::rustc-link-arg-bins=-T{}", Path::new(&sources).join("packaging/layout.ld").display());
    // The linker looks in the folders of the command line first, and takes a text like this for the library itself.
    if let Some(unwinder) = unwinder()
        && fs::write(Path::new(&out).join("libgcc_s.so"), format!("INPUT(\"{unwinder}\")\n")).is_ok()
    {
        println!("cargo::rustc-link-arg-bins=-L{}", Path::new(&out).display());
    }
}

/// Whether this is a build that the layout was tried with: others may have a linker that knows no such scripts.
fn is_known() -> bool {
    let known = [
        ("PROFILE", "release"),
        ("HOST", "x86_64-unknown-linux-gnu"),
        ("TARGET", "x86_64-unknown-linux-gnu"),
    ];
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    known.iter().all(|(name, value)| env::var(name).is_ok_and(|is| is == *value))
        && env::var_os("RUSTC_LINKER").is_none()
        && !flags.contains("link")
}

/// Where the C compiler has the part of gcc's library that walks the stack, to be linked and not loaded.
fn unwinder() -> Option<String> {
    let name = "libgcc_eh.a";
    let output = Command::new("cc").arg(format!("-print-file-name={name}")).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (path != name && Path::new(&path).is_file()).then_some(path)
}
