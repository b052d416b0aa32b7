//! The arguments of `askpass`.

/// The options of `askpass`.
#[derive(Debug, clap::Args)]
pub struct Askpass {
    /// What the program asks
    #[arg(value_name = "PROMPT", allow_hyphen_values = true)]
    pub prompt: Vec<String>,
}

/// The end of `askpass --help`.
pub(super) const MORE: &str = "\
A link of the name plyn-notify-askpass to plyn-notify is the program that SSH_ASKPASS, SUDO_ASKPASS and GIT_ASKPASS
want. A confirmation is asked at the terminal and on a notification with Allow and Deny. A name is asked at both too. A
secret is asked at the terminal alone: it is never announced, and where there is no terminal nobody is asked.

Exit status:
  0    answered, or allowed
  1    denied
  2    wrong usage
  3    dismissed
  69   nobody can be asked
  74   the answer could not be written
  128+n  ended by signal n

Environment:
  SSH_ASKPASS_PROMPT  set by ssh: confirm asks for permission, none tells that a key has to be touched

Examples:
  SSH_ASKPASS=plyn-notify-askpass SSH_ASKPASS_REQUIRE=prefer ssh-agent bash
  ssh-add -c ~/.ssh/id_ed25519
  SUDO_ASKPASS=/usr/bin/plyn-notify-askpass sudo -A true
  GIT_ASKPASS=plyn-notify-askpass git push

Security:
  A confirmation can be given by whoever can press a notification's buttons, and those are all programs that run as
  you. A secret is read without echo from the terminal itself and goes to stdout alone.";
