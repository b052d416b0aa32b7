//! The settings of a terminal, as a value.

use std::os::fd::AsFd;

use rustix::termios::{self, ControlModes, InputModes, LocalModes, OutputModes, SpecialCodeIndex as Code};

/// The settings of a terminal: equal before and after means that a program left it as it found it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stty {
    pub(crate) input: InputModes,
    pub(crate) output: OutputModes,
    pub(crate) control: ControlModes,
    pub(crate) local: LocalModes,
    pub(crate) discipline: u8,
    pub(crate) codes: [u8; 16],
    pub(crate) speeds: (u32, u32),
}

impl Stty {
    /// The settings of the terminal behind `fd`.
    pub(crate) fn of(fd: impl AsFd) -> Self {
        let termios = termios::tcgetattr(fd).expect("a terminal");
        let codes = [
            Code::VINTR,
            Code::VQUIT,
            Code::VERASE,
            Code::VKILL,
            Code::VEOF,
            Code::VTIME,
            Code::VMIN,
            Code::VSTART,
            Code::VSTOP,
            Code::VSUSP,
            Code::VEOL,
            Code::VREPRINT,
            Code::VDISCARD,
            Code::VWERASE,
            Code::VLNEXT,
            Code::VEOL2,
        ];
        Self {
            input: termios.input_modes,
            output: termios.output_modes,
            control: termios.control_modes,
            local: termios.local_modes,
            discipline: termios.line_discipline,
            codes: codes.map(|code| termios.special_codes[code]),
            speeds: (termios.input_speed(), termios.output_speed()),
        }
    }

    /// Whether keys reach the program one at a time (ICANON is off).
    pub(crate) fn is_raw(&self) -> bool {
        !self.local.contains(LocalModes::ICANON)
    }

    /// Whether typed characters are shown by the terminal.
    pub(crate) fn echoes(&self) -> bool {
        self.local.contains(LocalModes::ECHO)
    }
}
