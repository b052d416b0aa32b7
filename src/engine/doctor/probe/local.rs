//! Files of our own and of the user's: the configuration, the state, the programs, the key for ssh.

use std::{
    fs,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
};

use rustix::fs::{Access, access};

use crate::engine::{
    agents::Journal,
    answer::ChannelKind,
    channel::remote::Way,
    config, copy,
    doctor::{
        context::Context,
        found::{Config, Key, Programs, Remote, State},
    },
    facts::{self, AgentEnvironment},
    integrate::{self, Places, Standing, Wish},
    programs,
    ssh::target::Target,
    throttle::Throttle,
    tunnel::probe::{Reached, probe},
};

pub(super) fn config(context: &Context) -> Config {
    let sources = &context.sources;
    Config {
        loaded: config::load(sources),
        files: sources.files().map(|path| (path.to_owned(), path.exists())).collect(),
        target: sources.target().map(|(path, named)| (path.to_owned(), named)),
    }
}

pub(super) fn agents(context: &Context) -> Vec<Standing> {
    let environment = AgentEnvironment::read();
    let path = &context.surroundings.path;
    let Some(places) = Places::of(&environment) else { return Vec::new() };
    let program = integrate::program(path).ok().and_then(|path| path.to_str().map(str::to_owned));
    let settings = config::load(&context.sources).settings;
    integrate::list(&places, path, &Journal::new(facts::hook_log()), |agent| {
        Wish::of(agent, None, &settings, program.clone().unwrap_or_default())
    })
}

pub(super) fn state(context: &Context) -> State {
    let folder = context.facts.state_dir.clone();
    let throttle = Throttle::new(folder.as_deref(), &context.facts.caller);
    State {
        obstacle: match &folder {
            Some(folder) => obstacle(folder, context.facts.bus.uid),
            None => Some("there is no folder for it: neither XDG_RUNTIME_DIR nor HOME is set".to_owned()),
        },
        announced: throttle.announced(),
        handoff: throttle.handoff(),
        folder,
    }
}

/// Why nothing can be kept in the folder; it need not be there yet.
fn obstacle(folder: &Path, user: u32) -> Option<String> {
    let Ok(data) = folder.symlink_metadata() else {
        let parent = folder.ancestors().skip(1).find(|parent| parent.exists())?;
        let is_writable = access(parent, Access::WRITE_OK | Access::EXEC_OK).is_ok();
        return (!is_writable).then(|| format!("{} cannot be written to", parent.display()));
    };
    if !data.is_dir() {
        Some(format!("{} is no folder", folder.display()))
    } else if data.uid() != user {
        Some(format!("{} belongs to another user", folder.display()))
    } else if access(folder, Access::WRITE_OK | Access::EXEC_OK).is_err() {
        Some(format!("{} cannot be written to", folder.display()))
    } else {
        None
    }
}

pub(super) fn programs(context: &Context) -> Programs {
    let mut ours: Vec<(PathBuf, PathBuf)> = Vec::new();
    for (name, file) in copy::on_path(&context.surroundings.path) {
        // Several names for one file are no trouble.
        if !ours.iter().any(|(_, known)| *known == file) {
            ours.push((name, file));
        }
    }
    let running = context.surroundings.program.as_deref().and_then(|program| program.canonicalize().ok());
    let is_first = ours.first().map(|(_, first)| Some(first) == running.as_ref());
    Programs { is_first, ours: ours.into_iter().map(|(name, _)| name).collect() }
}

pub(super) fn remote(context: &Context) -> Remote {
    let settings = config::load(&context.sources).settings;
    let way = Way::new(&settings.remote, &context.facts);
    let home = context.surroundings.home.as_deref();
    let key = settings.remote.key.map(|path| {
        let path = match (path.strip_prefix("~"), home) {
            (Ok(rest), Some(home)) => home.join(rest),
            _ => path,
        };
        Key { mode: fs::metadata(&path).ok().map(|data| data.permissions().mode() & 0o777), path }
    });
    let leads_home = way.leads_home(&context.facts);
    let kinds = (context.channels)(&settings.notify.channels, leads_home);
    let client = programs::find(&context.surroundings.path, "ssh").next();
    // Nobody is connected to who would not be for a prompt.
    let is_asked = way.target.is_some() && kinds.contains(&ChannelKind::Remote) && client.is_some();
    let reached = is_asked.then(|| match probe(&way, false) {
        Ok(Reached { desk, took }) => Ok((desk, took)),
        Err(error) => Err(error.to_string()),
    });
    Remote { target: way.target.as_ref().map(Target::name), leads_home, reached, client, key }
}
