//! Real servers and terminals.
