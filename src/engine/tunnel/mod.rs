//! The hop to another host's desktop, as it is made: its key, its line at the other end, and what was changed for it.

pub mod authorized;
pub mod key;
pub mod probe;
pub mod record;
