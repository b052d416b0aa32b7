//! The arguments of `receive`, of which there are none.

/// The options of `receive`, which are the global ones.
#[derive(Debug, clap::Args)]
pub struct Receive {}

/// The end of `receive --help`.
pub(super) const MORE: &str = "\
Exit status:
  0    it was shown; what was answered is on stdout, and nothing if nothing was
  1    it was not shown, or the connection ended

A notification stays as long as its asker waits; for one that does not say how long that is,
10 minutes. At most 64 are open at once.

What is sent is one argument of ssh: title, text, urgency, icon, sound and request id, a line
each, and fewer will do. With a request id it waits until Allow once, Always allow or Deny is
chosen, and prints once, always or reject.

Examples:
  echo 'restrict,command=\"plyn-notify receive\" ssh-ed25519 AAAA… build' \\
      >>~/.ssh/authorized_keys
  ssh -i ~/.ssh/plyn-notify_ed25519 laptop -- \\
      \"$(printf 'Built\\nall tests pass')\"
  ssh -i ~/.ssh/plyn-notify_ed25519 laptop -- \\
      \"$(printf 'May I?\\nrm -rf build\\n\\n\\n\\n1')\"";
