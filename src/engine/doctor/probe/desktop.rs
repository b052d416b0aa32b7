//! The bus, the server, and the files that start one.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

use crate::engine::{
    channel::desktop,
    clock::now,
    doctor::{
        context::Context,
        found::{Desktop, Menu, Process, Service},
        quiet,
    },
    facts::Surroundings,
    files, programs,
};

/// The name on the bus that a file has to claim.
const NAME: &str = "org.freedesktop.Notifications";
/// dunst's menu, where its configuration names none (dunst's `settings_data.h`).
const DUNST_MENU: &str = "/usr/bin/dmenu -p dunst";

/// Looks at the bus and the server, and at what belongs to that server alone.
pub(super) fn look(context: &Context, until: Instant) -> Desktop {
    let begun = now();
    let look = desktop::look(&context.facts.bus, until);
    let took = now().duration_since(begun);
    let process = look.process.is().map(|&id| process(id));
    let name = look.quirk().name;
    let menu = (name == "dunst").then(|| menu(&context.surroundings, look.process.is().copied()));
    let quiet = if look.quiet.is().is_none() {
        let server = look.server();
        quiet::ask((&server.name, &server.vendor), &context.surroundings, until)
    } else {
        None
    };
    Desktop { look, took, process, menu, quiet }
}

fn process(id: u32) -> Process {
    let program = program(id);
    let groups = files::text(Path::new(&format!("/proc/{id}/cgroup"))).unwrap_or_default();
    Process { id, unit: unit(&groups, &program), program }
}

/// The unit of the user's systemd that a process is in, by its control groups (`cgroups(7)`), if that unit is its own: what a
/// session bus starts may be in the bus's, and a program that was started from a terminal in the terminal's.
fn unit(groups: &str, program: &str) -> Option<String> {
    let own = Path::new(program).file_name()?.to_str()?;
    let (_, below) = groups.lines().find_map(|line| line.split_once("/user@"))?;
    let unit = below.rsplit('/').next()?;
    (unit.ends_with(".service") && unit.contains(own)).then(|| unit.to_owned())
}

/// The program of a process: its file, or its name where that cannot be seen.
fn program(id: u32) -> String {
    let file = fs::read_link(format!("/proc/{id}/exe")).map(|path| path.display().to_string());
    let name = || fs::read_to_string(format!("/proc/{id}/comm")).map(|name| name.trim().to_owned());
    file.or_else(|_| name()).unwrap_or_else(|_| "an unknown program".to_owned())
}

/// The program that shows dunst's menu, by the configuration of the running one.
fn menu(surroundings: &Surroundings, process: Option<u32>) -> Menu {
    let arguments = process.and_then(|id| files::text(Path::new(&format!("/proc/{id}/cmdline"))));
    let named = arguments.as_deref().and_then(config_argument).map(PathBuf::from);
    let usual = surroundings.config.iter().map(|folder| folder.join("dunst/dunstrc"));
    let files = named.into_iter().chain(usual).chain(["/etc/dunst/dunstrc".into()]);
    let found = files.into_iter().find_map(|path| {
        let text = files::text(&path)?;
        Some((path, text))
    });
    let configured = found.and_then(|(path, text)| Some((path, dmenu(&text)?)));
    let (file, command) = match configured {
        Some((path, command)) => (Some(path), command),
        None => (None, DUNST_MENU.to_owned()),
    };
    let is_there = has_program(&surroundings.path, &command);
    Menu { command, file, is_there }
}

/// The file in `dunst -config FILE`, each argument ending with a zero.
fn config_argument(arguments: &str) -> Option<&str> {
    let mut arguments = arguments.split('\0');
    arguments.find(|argument| matches!(*argument, "-config" | "--config" | "-conf"))?;
    arguments.next().filter(|path| !path.is_empty())
}

/// The value of `dmenu` in a dunstrc.
fn dmenu(text: &str) -> Option<String> {
    text.lines().rev().find_map(|line| {
        let (key, value) = line.split_once('=')?;
        let value = value.trim().trim_matches('"');
        (key.trim() == "dmenu" && !value.is_empty()).then(|| value.to_owned())
    })
}

/// Whether the program that a command begins with is there.
fn has_program(path: &[PathBuf], command: &str) -> bool {
    let Some(word) = command.split_whitespace().next() else { return false };
    if word.contains('/') { Path::new(word).is_file() } else { programs::find(path, word).next().is_some() }
}

/// The files that claim the name, the most important folder first.
pub(super) fn services(context: &Context) -> Vec<Service> {
    let surroundings = &context.surroundings;
    let runtime = context.facts.bus.runtime_dir.iter().cloned();
    let folders = runtime.chain(surroundings.data.iter().cloned());
    let mut services = Vec::new();
    for folder in folders.map(|folder| folder.join("dbus-1/services")) {
        let Ok(entries) = fs::read_dir(folder) else { continue };
        let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        for path in paths.into_iter().filter(|path| path.extension().is_some_and(|end| end == "service")) {
            services.extend(service(path, &surroundings.path));
        }
    }
    services
}

fn service(path: PathBuf, programs: &[PathBuf]) -> Option<Service> {
    let text = files::text(&path)?;
    let value = |wanted: &str| {
        text.lines().find_map(|line| {
            let (key, value) = line.split_once('=')?;
            (key.trim() == wanted).then(|| value.trim().to_owned())
        })
    };
    if value("Name")? != NAME {
        return None;
    }
    let command = value("Exec").unwrap_or_default();
    let is_there = has_program(programs, &command);
    Some(Service { path, command, unit: value("SystemdService"), is_there })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_configuration_that_dunst_was_started_with() {
        assert_eq!(config_argument("dunst\0-config\0/run/dunstrc\0"), Some("/run/dunstrc"));
        assert_eq!(config_argument("/usr/bin/dunst\0--config\0a b\0-v\0"), Some("a b"));
        assert_eq!(config_argument("dunst\0"), None);
        assert_eq!(config_argument("dunst\0-config\0"), None);
    }

    #[test]
    fn the_unit_of_a_server_and_of_nothing_else() {
        let of = |path: &str, program| {
            unit(&format!("1:name=x:/\n0::/user.slice/user-1000.slice/{path}\n"), program)
        };
        let dunst = of("user@1000.service/app.slice/dunst.service", "/usr/bin/dunst");
        assert_eq!(dunst.as_deref(), Some("dunst.service"));
        let plasma = of("user@1000.service/session.slice/plasma-plasmashell.service", "/usr/bin/plasmashell");
        assert_eq!(plasma.as_deref(), Some("plasma-plasmashell.service"));
        assert_eq!(of("user@1000.service/app.slice/dbus.service", "/usr/bin/dunst"), None);
        assert_eq!(of("user@1000.service/app.slice/vte-spawn-1.scope", "/usr/bin/dunst"), None);
        assert_eq!(of("session-2.scope", "/usr/bin/dunst"), None);
        assert_eq!(unit("0::/system.slice/dunst.service", "/usr/bin/dunst"), None);
        assert_eq!(unit("", "dunst"), None);
    }

    #[test]
    fn the_menu_of_a_dunstrc() {
        let text = "[global]\n    font = x\n    # dmenu = no\n    dmenu = /usr/bin/rofi -dmenu -p dunst\n";
        assert_eq!(dmenu(text).as_deref(), Some("/usr/bin/rofi -dmenu -p dunst"));
        assert_eq!(dmenu("dmenu=\"wofi -d\"").as_deref(), Some("wofi -d"));
        assert_eq!(dmenu("dmenu =\nbrowser = x"), None);
        assert_eq!(dmenu("#dmenu = x"), None);
    }
}
