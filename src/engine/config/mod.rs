//! The configuration: what `[notify]`, `[remote]` and `[agents]` say, and where each value came from (spec §5).
//!
//! [`load()`] reads the layers of a [`Sources`], later wins: defaults, system files, the user's file, the environment;
//! the command line writes its flags on top with [`Loaded::set_by_flag`]. A wrong value or an unknown key costs that
//! one key: it keeps the value of the layer below, and a [`Fault`] says so.
//!
//! [`set`], [`unset`] and [`Draft`] change the file that a [`Sources`] ends with, by splicing (`edit.rs`) and all at
//! once (`write.rs`).
//!
//! It may not break a prompt: loading cannot fail, panic or wait, whatever the files hold, and writes nothing. It may not
//! print or start a program, and only [`Sources::detect`] reads the environment. There is one TOML parser in the program,
//! and only `toml.rs` and `edit.rs` here name it.

mod change;
mod draft;
mod edit;
pub(super) mod fault;
mod key;
mod known;
mod layer;
mod listing;
mod load;
mod origin;
mod schema;
mod settings;
mod survey;
mod toml;
mod value;
mod variables;
mod write;

pub use self::{
    change::{ChangeError, Changed, put_back, set, unset},
    draft::Draft,
    edit::Obstacle,
    fault::{Fault, Problem},
    known::{ANY_AGENT, KnownKey, TEMPLATE, known_keys},
    listing::{Effective, Listed},
    load::{Loaded, Sources, load},
    origin::Origin,
    schema::Shape,
    settings::{AgentSettings, ChannelName, NotifySettings, Protocol, RemoteSettings, Settings},
    survey::{Candidate, Change, Row, Survey, candidates, read},
    value::parse_channels,
    write::{Rewrite, WriteError, contents, rewrite},
};
pub(super) use self::{
    toml::{has_table, is_valid as is_toml, names_within, text_at},
    write::Held,
};
