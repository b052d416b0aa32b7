//! Where the session bus may listen: the addresses to try, in order.
//!
//! Pure: it reads what [`crate::engine::facts`] collected and opens nothing. zbus takes one address, undecoded, and
//! fails on an empty variable, so lists and escapes are taken apart here (facts/servers.md §7).

use std::path::PathBuf;

use crate::engine::text::percent_decoded;

/// What the environment says about the bus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BusEnvironment {
    /// `DBUS_SESSION_BUS_ADDRESS`.
    pub address: Option<String>,
    /// `XDG_RUNTIME_DIR`.
    pub runtime_dir: Option<PathBuf>,
    /// The effective user id.
    pub uid: u32,
    /// `SUDO_UID`, where we are root and it names somebody else.
    pub sudo_uid: Option<u32>,
}

/// One place to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Where it is.
    pub target: Target,
    /// Guessed, not told: the socket has to belong to this user before anything is said to it.
    pub owner: Option<u32>,
    /// The user to connect as, where it is not ourselves: the bus takes its own user only, not even root.
    pub user: Option<u32>,
}

/// The address itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A socket in the file system.
    Path(PathBuf),
    /// A name in Linux's abstract socket namespace.
    Abstract(Vec<u8>),
    /// Any other transport, as it stands in the variable, for zbus to take.
    Other(String),
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Path(path) => write!(f, "{}", path.display()),
            Self::Abstract(name) => write!(f, "@{}", String::from_utf8_lossy(name)),
            Self::Other(address) => f.write_str(address),
        }
    }
}

/// The places to try, in order.
///
/// # Errors
///
/// When the variable switches the bus off with `disabled:`.
pub fn candidates(environment: &BusEnvironment) -> Result<Vec<Candidate>, String> {
    let mut found = Vec::new();
    let address = environment.address.as_deref().unwrap_or_default().trim();
    for entry in address.split(';').map(str::trim).filter(|entry| !entry.is_empty()) {
        if entry.starts_with("disabled:") {
            return Err("the session bus is switched off (DBUS_SESSION_BUS_ADDRESS=disabled:)".to_owned());
        }
        found.extend(target(entry).map(|target| Candidate { target, owner: None, user: None }));
    }
    let uid = environment.uid;
    let mut guess = |directory: PathBuf, uid: u32, user: Option<u32>| {
        let target = Target::Path(directory.join("bus"));
        if !found.iter().any(|known| known.target == target) {
            found.push(Candidate { target, owner: Some(uid), user });
        }
    };
    if let Some(directory) = environment.runtime_dir.as_ref().filter(|directory| directory.is_absolute()) {
        guess(directory.clone(), uid, None);
    }
    guess(PathBuf::from(format!("/run/user/{uid}")), uid, None);
    if let Some(sudo_uid) = environment.sudo_uid.filter(|sudo_uid| *sudo_uid != uid) {
        guess(PathBuf::from(format!("/run/user/{sudo_uid}")), sudo_uid, Some(sudo_uid));
    }
    Ok(found)
}

/// Whether no bus is in any of these places, as far as that can be told without connecting.
pub fn is_nowhere(environment: &BusEnvironment) -> bool {
    candidates(environment).unwrap_or_default().iter().all(|candidate| match &candidate.target {
        Target::Path(path) => !path.exists(),
        Target::Abstract(_) | Target::Other(_) => false,
    })
}

/// One entry of an address list; none if it names no place that could be connected to.
fn target(entry: &str) -> Option<Target> {
    let (transport, rest) = entry.split_once(':')?;
    let value = |wanted: &str| {
        rest.split(',').find_map(|pair| {
            let (key, value) = pair.split_once('=')?;
            (key == wanted).then(|| percent_decoded(value))
        })
    };
    match transport {
        "unix" => {
            if let Some(path) = value("path") {
                let path = String::from_utf8(path).ok()?;
                Some(Target::Path(PathBuf::from(path)))
            } else {
                value("abstract").map(Target::Abstract)
            }
        }
        "tcp" | "nonce-tcp" => Some(Target::Other(entry.to_owned())),
        // autolaunch: and unixexec: start programs, launchd: is another platform's.
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bus_is_nowhere_only_where_each_place_is_seen_to_be_empty() {
        let rows = [
            (None, true),
            (Some("disabled:"), true),
            (Some("unix:path=/nowhere/bus"), true),
            (Some("autolaunch:"), true),
            (Some("unix:abstract=/nowhere"), false),
            (Some("tcp:host=localhost,port=1"), false),
            (Some("unix:path=/nowhere/bus;unix:path=/dev/null"), false),
        ];
        for (address, nowhere) in rows {
            let environment = BusEnvironment { uid: u32::MAX, ..environment(address, Some("/nowhere")) };
            assert_eq!(is_nowhere(&environment), nowhere, "{address:?}");
        }
    }

    fn environment(address: Option<&str>, runtime_dir: Option<&str>) -> BusEnvironment {
        BusEnvironment {
            address: address.map(str::to_owned),
            runtime_dir: runtime_dir.map(PathBuf::from),
            uid: 1000,
            sudo_uid: None,
        }
    }

    fn tried(address: Option<&str>, runtime_dir: Option<&str>) -> Vec<String> {
        let found = candidates(&environment(address, runtime_dir)).unwrap();
        found.iter().map(|candidate| candidate.target.to_string()).collect()
    }

    #[test]
    fn every_row_of_the_table_of_addresses() {
        let rows: [(Option<&str>, Option<&str>, &[&str]); 12] = [
            (None, Some("/run/user/7"), &["/run/user/7/bus", "/run/user/1000/bus"]),
            (None, None, &["/run/user/1000/bus"]),
            (None, Some(""), &["/run/user/1000/bus"]),
            (Some(""), Some("/r"), &["/r/bus", "/run/user/1000/bus"]),
            (Some("  \n"), None, &["/run/user/1000/bus"]),
            (Some("unix:path=/a;unix:path=/b"), None, &["/a", "/b", "/run/user/1000/bus"]),
            (Some("unix:path=/a%2fb%20c"), None, &["/a/b c", "/run/user/1000/bus"]),
            (Some("unix:path=/a\n"), None, &["/a", "/run/user/1000/bus"]),
            (Some("unix:path=/a,guid=00"), None, &["/a", "/run/user/1000/bus"]),
            (Some("unix:abstract=/tmp/dbus-x,guid=0"), None, &["@/tmp/dbus-x", "/run/user/1000/bus"]),
            (Some("autolaunch:;tcp:host=h,port=1"), None, &["tcp:host=h,port=1", "/run/user/1000/bus"]),
            (Some("garbage"), None, &["/run/user/1000/bus"]),
        ];
        for (address, runtime_dir, expected) in rows {
            assert_eq!(tried(address, runtime_dir), expected, "{address:?} {runtime_dir:?}");
        }
    }

    #[test]
    fn a_bus_that_is_switched_off_stays_off() {
        let error = candidates(&environment(Some("disabled:"), Some("/run/user/7"))).unwrap_err();
        assert!(error.contains("switched off"), "{error}");
    }

    #[test]
    fn only_guesses_have_to_belong_to_the_user() {
        let found = candidates(&environment(Some("unix:path=/a"), None)).unwrap();
        assert_eq!(found.iter().map(|candidate| candidate.owner).collect::<Vec<_>>(), [None, Some(1000)]);
    }

    #[test]
    fn under_sudo_the_caller_s_own_bus_is_tried_last_and_as_that_user() {
        let environment = BusEnvironment { uid: 0, sudo_uid: Some(1000), ..BusEnvironment::default() };
        let found = candidates(&environment).unwrap();
        let last = found.last().unwrap();
        assert_eq!(last.target, Target::Path("/run/user/1000/bus".into()));
        assert_eq!((last.owner, last.user), (Some(1000), Some(1000)));
        assert_eq!(found.len(), 2);
    }
}
