//! The remote channel: the desktop of another host, reached by ssh (spec §7).

pub mod wire;
