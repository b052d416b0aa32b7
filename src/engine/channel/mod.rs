//! The ways to reach the human, one module each.
//!
//! A channel knows how to show one prompt and how to bring an answer back; it does not know when it is its turn, and
//! it does not know the other channels.

pub mod prompt;
