//! What the integration tests stand on.

pub(crate) mod pty;
