//! No text of any kind ends, opens or changes a sequence, in any protocol and any wrapping.

use proptest::prelude::*;

use super::*;

/// Behind what.
const CHAINS: [&[Mux]; 6] = [
    &[],
    &[Mux::Tmux],
    &[Mux::Tmux, Mux::Tmux],
    &[Mux::Tmux, Mux::Tmux, Mux::Tmux],
    &[Mux::Screen],
    &[Mux::Zellij],
];

/// In front of what: one of each way to read it.
const TERMINALS: [(&str, Protocol); 8] = [
    ("TERM=xterm-kitty", Protocol::Osc99),
    ("TERM=foot", Protocol::Osc99),
    ("TERM=xterm-256color", Protocol::Osc99),
    ("TERM=xterm-256color", Protocol::Osc777),
    ("TERM=xterm-ghostty", Protocol::Osc777),
    ("TERM=rxvt-unicode", Protocol::Osc777),
    ("TERM=xterm-256color", Protocol::Osc9),
    ("TERM=xterm-256color", Protocol::Iterm2),
];

/// What has gone wrong before (facts/terminals.md §5.1 and §6), and what each syntax is made of.
const PIECES: [&str; 46] = [
    "\x1b",
    "\x07",
    "\x1b\\",
    "\u{9c}",
    "\u{9d}",
    "\u{90}",
    "\x1b]0;PWNED\x07",
    "\x1b]99;i=0:p=?;\x1b\\",
    // CVE-2022-41322 and its like: an id that runs a command when it is echoed.
    "\x1b]99;i=\nid\n;x\x1b\\",
    ":p=close;",
    ";i=0:a=report;",
    // CVE-2008-2383, CVE-2022-45872: a request that is echoed.
    "\x1bP$q\nid\n\x1b\\",
    "\x1bP+q\x1b\\",
    "\x1b[21t",
    "\x1bGQ",
    // ConEmu#687, and what begins a command in OSC 9.
    "9;7;calc",
    "4;1;50",
    "12",
    "5 tests failed",
    "9;9;C:\\",
    ";",
    "0",
    "1",
    "٣",
    // Through screen: the low byte of each of these is a control character.
    "ć",
    "ě",
    "一",
    "😀",
    "ć ě]0;PWNEDć",
    "\x1bPtmux;\x1b\x1b]0;x\x07\x1b\\",
    "\x1bP\x1b]0;x\x07\x1b\\",
    // The extension of urxvt.
    "'; touch /tmp/pwned; '",
    "$(id)",
    "`id`",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "\x7f",
    "\u{2028}",
    "\u{202e}",
    "\u{200d}",
    "—",
    "я",
    "e\u{301}",
    " ",
];

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        // xorshift64.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % most
    }

    /// Pieces, characters and bytes of every kind, of a length that may be over every limit.
    fn text(&mut self) -> String {
        let longest = [3, 12, 40, 400][self.below(4)];
        let mut bytes = Vec::new();
        for _ in 0..self.below(longest + 1) {
            match self.below(4) {
                0 => bytes.extend(PIECES[self.below(PIECES.len())].bytes()),
                1 => bytes.push(u8::try_from(self.below(256)).unwrap()),
                2 => bytes.extend(b"abc xyz:,."[self.below(10)..].first()),
                _ => {
                    let widest = [0x80, 0x100, 0x3000, 0x11_0000][self.below(4)];
                    let code = u32::try_from(self.below(widest)).unwrap();
                    let c = char::from_u32(code).unwrap_or('x');
                    bytes.extend(c.to_string().bytes());
                }
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn notification(&mut self) -> Notification {
        let mut notification = Notification::new(Id::new(self.0), self.text(), self.text());
        notification.buttons = (0..self.below(4)).map(|_| self.text()).collect();
        notification.application = (self.below(2) == 0).then(|| self.text());
        notification.icon = (self.below(2) == 0).then(|| self.text());
        notification.bell = self.below(2) == 0;
        notification
    }
}

/// It is one notification and nothing else, everywhere.
fn is_safe(notification: &Notification, everywhere: &[(Detection, &[Mux])]) -> Result<(), String> {
    for (detection, chain) in everywhere {
        let protocol = detection.protocol.unwrap();
        let place = || format!("{protocol} through {chain:?}: {notification:?}");
        let encoded = encode(detection, notification).map_err(|error| format!("{error}: {}", place()))?;
        if encoded.bytes == [0x07] {
            return Err(format!("it only rings: {}", place()));
        }
        if chain.contains(&Mux::Screen) && !(encoded.bytes.is_ascii() && encoded.bytes.len() <= 701) {
            return Err(format!("too much for screen: {}", place()));
        }
        if matches!(protocol, Protocol::Osc99 | Protocol::Iterm2) && !encoded.bytes.is_ascii() {
            return Err(format!("not ASCII: {}", place()));
        }
        let (popup, rang) = read(&encoded.bytes, chain).map_err(|error| format!("{error}: {}", place()))?;
        if rang != (notification.bell && !chain.is_empty()) {
            return Err(format!("rang: {rang}: {}", place()));
        }
        let Limits { title, body, .. } = detection.limits;
        if protocol != Protocol::Osc99 && (popup.title.len() > title + 2 || popup.body.len() > body + 2) {
            return Err(format!("{} and {} bytes: {}", popup.title.len(), popup.body.len(), place()));
        }
        if protocol == Protocol::Osc99
            && (popup.title.chars().count() > 1024 || popup.body.chars().count() > 1024)
        {
            return Err(format!("too many characters: {}", place()));
        }
        if !popup.buttons.is_empty() && popup.buttons.len() != notification.buttons.len() {
            return Err(format!("{:?}: {}", popup.buttons, place()));
        }
        let label_bytes = popup.buttons.join("");
        if detection.limits.osc99.ascii_labels && !label_bytes.is_ascii() {
            return Err(format!("labels: {label_bytes:?}: {}", place()));
        }
        let shell = |text: &str| text.contains(['\'', '"', '`', '$', '\\', '&', '|', '<', '>']);
        if detection.limits.shell
            && protocol == Protocol::Osc777
            && (shell(&popup.title) || shell(&popup.body))
        {
            return Err(format!("for a shell: {popup:?}: {}", place()));
        }
    }
    Ok(())
}

fn everywhere() -> Vec<(Detection, &'static [Mux])> {
    let terminals = TERMINALS.iter().flat_map(|(variables, protocol)| {
        CHAINS.iter().map(move |chain| (speaking(variables, *protocol, chain), *chain))
    });
    terminals.collect()
}

fn run(count: usize, seed: u64) {
    let everywhere = everywhere();
    let mut random = Random(seed);
    for _ in 0..count {
        let notification = random.notification();
        is_safe(&notification, &everywhere).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn random_texts_are_one_notification_and_nothing_else() {
    run(100, 0x9e37_79b9_7f4a_7c15);
}

#[test]
#[ignore = "takes minutes; run by .ci/run"]
fn fifty_thousand_random_texts_are_one_notification_and_nothing_else() {
    run(50_000, 0x2545_f491_4f6c_dd1d);
}

#[test]
#[ignore = "takes minutes; run by .ci/run"]
fn fifty_thousand_other_random_texts_are_one_notification_and_nothing_else() {
    run(50_000, 0xda94_2042_e4dd_58b5);
}

#[test]
fn each_piece_alone_and_each_pair_in_osc_9() {
    let everywhere = everywhere();
    for piece in PIECES {
        let notification = Notification {
            buttons: vec![piece.to_owned(), "b".to_owned()],
            application: Some(piece.to_owned()),
            icon: Some(piece.to_owned()),
            ..Notification::new(Id::new(1), piece, piece)
        };
        is_safe(&notification, &everywhere).unwrap_or_else(|error| panic!("{error}"));
    }
    // Bug 16: whatever a text begins with, it is no command.
    let detection = speaking("TERM=xterm-256color", Protocol::Osc9, &[]);
    for first in ' '..='~' {
        for second in ' '..='~' {
            let notification = Notification::new(Id::new(1), format!("{first}{second}"), "");
            let encoded = encode(&detection, &notification).unwrap();
            read(&encoded.bytes, &[]).unwrap_or_else(|error| panic!("{first}{second}: {error}"));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn arbitrary_unicode(title in any::<String>(), body in any::<String>()) {
        let notification = Notification::new(Id::new(1), title, body);
        prop_assert_eq!(is_safe(&notification, &everywhere()), Ok(()));
    }

    #[test]
    fn arbitrary_bytes(title in any::<Vec<u8>>(), body in any::<Vec<u8>>()) {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let notification = Notification::new(Id::new(1), text(&title), text(&body));
        prop_assert_eq!(is_safe(&notification, &everywhere()), Ok(()));
    }
}
