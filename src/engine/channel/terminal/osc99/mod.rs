//! OSC 99, kitty's protocol of desktop notifications: the one that can bring an answer back.

pub mod report;
