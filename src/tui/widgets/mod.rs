//! The pieces that screens are made of.

pub(in crate::tui) mod dialog;
pub(in crate::tui) mod footer;
pub(in crate::tui) mod header;
pub(in crate::tui) mod path;
pub(in crate::tui) mod rows;
pub(in crate::tui) mod signs;
