//! `OSC 99`, kitty's desktop notifications, the one protocol that can bring an answer back
//! (<https://sw.kovidgoyal.net/kitty/desktop-notifications/>, facts/terminals.md §3). Pure.

mod encode;
pub mod report;

pub(super) use encode::{close, encode};
