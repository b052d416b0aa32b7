//! A command as the one text that ssh hands to the login shell of another host.
//!
//! ssh joins its words by spaces and the login shell takes that apart again, by rules of its own: `!` is special to csh
//! even between quotes, `\` to fish, a line break ends a word of csh's, and csh has a limit on the length of one. So what
//! reaches the login shell is letters, digits, a little punctuation and octal numbers, in short words between single
//! quotes, which every shell takes alike; a POSIX `sh` makes the command of them.
//!
//! Pure: no clock, no environment, no input or output.

/// The longest word that is sent, in bytes: tcsh's limit is four times as much, that of the older csh about twice.
const WORD: usize = 500;

/// What `sh` runs: the words put together are a script.
const UNPACK: &str = r#"exec sh -c 'eval "$(printf %b "$@")"' sh"#;

/// What follows the command. Its status reaches us through ssh, which has 255 for itself: so that one is explained where it
/// is known whose it is. `sh` outlives a key that the command dies of, since of a shell that a signal ended ssh
/// says 255 too.
const EPILOGUE: &str = "\ns=$?
[ $s != 255 ] || echo 'plyn-notify: the exit status 255 is the command'\\''s own' >&2
exit $s";

/// The text that runs a command with these arguments, its name first. No byte but NUL is special in them.
pub fn for_login_shell(words: &[&[u8]]) -> String {
    let mut script = b"trap : INT QUIT\n".to_vec();
    for word in words {
        script.push(b'\'');
        for byte in *word {
            match byte {
                b'\'' => script.extend_from_slice(br"'\''"),
                byte => script.push(*byte),
            }
        }
        script.extend_from_slice(b"' ");
    }
    script.extend_from_slice(EPILOGUE.as_bytes());
    packed(&script)
}

/// The script as words that no shell changes.
fn packed(script: &[u8]) -> String {
    let mut text = UNPACK.to_owned();
    let mut word = String::new();
    let flush = |word: &mut String, text: &mut String| {
        text.extend([" '", word, "'"]);
        word.clear();
    };
    for &byte in script {
        // An octal escape is never parted, and has all its digits, so that none of what follows joins it.
        if is_plain(byte) {
            word.push(char::from(byte));
        } else {
            word.extend(format!("\\0{byte:03o}").chars());
        }
        if word.len() >= WORD {
            flush(&mut word, &mut text);
        }
    }
    flush(&mut word, &mut text);
    text
}

/// Whether every shell, and `printf %b`, leaves the byte alone between single quotes.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b" _-./:=,+@".contains(&byte)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_plain_characters_are_sent() {
        let text = for_login_shell(&[b"printf", b"a'b\\c!d\n$(e)`f`\"g\"*?~#\xff"]);
        let sent = text.strip_prefix(UNPACK).unwrap();
        assert!(sent.bytes().all(|byte| is_plain(byte) || b"'\\".contains(&byte)), "{sent}");
        assert!(sent.contains(r"a\0047\0134\0047\0047b\0134c\0041d\0012\0044\0050e\0051"), "{sent}");
    }

    proptest! {
        #[test]
        fn no_word_is_long_and_none_is_parted(words in prop::collection::vec(prop::collection::vec(1_u8.., 0..2000), 1..4)) {
            let words: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
            let text = for_login_shell(&words);
            for word in text.strip_prefix(UNPACK).unwrap().split('\'').skip(1).step_by(2) {
                prop_assert!(word.len() < WORD + 5);
                for escape in word.split('\\').skip(1) {
                    prop_assert!(escape.bytes().take(4).all(|byte| byte.is_ascii_digit()) && escape.len() >= 4);
                }
            }
        }
    }
}
