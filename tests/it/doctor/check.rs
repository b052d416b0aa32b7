//! `--check`: one line and a status.
