//! The `plyn-notify` program.

fn main() {}
