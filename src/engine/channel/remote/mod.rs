//! The remote channel: the desktop of another host, reached by ssh (spec §7).
//!
//! One run of ssh is one notification: it goes up with the command that ssh carries, its events are lines of the far end's
//! stdout, and it comes down when our end of the far end's stdin is closed, be it because this process is gone. The
//! channel has no clock and asks nobody anything; ssh is listened to on a thread of its own.

mod channel;
mod reader;
mod talk;
pub mod wire;

pub use channel::{Handle, Settings, Way};
pub use reader::{Reader, Said};
