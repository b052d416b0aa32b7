//! Taking a notification down, in the way that its server needs.

use zbus::Message;

use super::message;
use crate::engine::channel::desktop::{
    quirks::{Quirk, Withdrawal},
    spec,
};

/// What takes it down, in order; nothing where others would go with it.
pub(super) fn withdraw(owner: &str, quirk: &Quirk, id: u32) -> zbus::Result<Vec<Message>> {
    Ok(match quirk.withdrawal {
        Withdrawal::Never => Vec::new(),
        Withdrawal::Close => vec![message::close(owner, id)?],
        // In this order, for what is closed cannot be replaced.
        Withdrawal::ExpireAndClose => {
            vec![message::notify(owner, &spec::expiry(id))?, message::close(owner, id)?]
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::channel::desktop::quirks::{UNKNOWN, find};

    fn members(quirk: &Quirk) -> Vec<String> {
        let messages = withdraw(":1.7", quirk, 3).unwrap();
        messages.iter().map(|message| message.header().member().unwrap().to_string()).collect()
    }

    #[test]
    fn each_server_is_told_what_it_needs_and_no_more() {
        assert_eq!(members(&UNKNOWN), ["CloseNotification"]);
        assert_eq!(members(&find("hyprnotify", "")), Vec::<String>::new());
        assert_eq!(members(&find("Notification Daemon", "GNOME")), ["Notify", "CloseNotification"]);
    }
}
