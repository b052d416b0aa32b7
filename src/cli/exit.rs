//! How the process ends: the documented table of exit statuses (spec §2).

use crate::engine::{
    answer::{Answer, Ending},
    request::Verdict,
    run::End,
    signal,
};

/// The end of the process. A command that was run ends it by its own status, whatever that means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// By this status.
    Status(u8),
    /// By the signal of this number, with its default action.
    Signal(i32),
}

impl Exit {
    /// Answered: an affirming or neutral choice, or text.
    pub const OK: Self = Self::Status(0);
    /// With `run --pid`: there is no such process.
    pub const NO_PROCESS: Self = Self::Status(1);
    /// Answered: a refusing choice.
    pub const REFUSED: Self = Self::Status(1);
    /// The configuration has faults, or it does not have what was asked for or can take what was to be put in.
    pub const FAULTY: Self = Self::Status(1);
    /// With `receive`: nothing was shown, or nobody was left to hear of it.
    pub const NOT_RECEIVED: Self = Self::Status(1);
    /// A prompt could not be announced, or not be answered, as configured.
    pub const UNWELL: Self = Self::Status(1);
    /// Wrong usage.
    pub const USAGE: Self = Self::Status(2);
    /// Dismissed: a human declined to answer.
    pub const DISMISSED: Self = Self::Status(3);
    /// Nobody can be asked (`EX_UNAVAILABLE`).
    pub const UNREACHABLE: Self = Self::Status(69);
    /// A fault in this program (`EX_SOFTWARE`).
    pub const SOFTWARE: Self = Self::Status(70);
    /// The answer could not be written, or a file could not (`EX_IOERR`).
    pub const IO: Self = Self::Status(74);
    /// The deadline passed and there is no default, as of `timeout` and `gum`.
    pub const TIMED_OUT: Self = Self::Status(124);

    /// The command cannot be executed, as of shells, `env` and `nohup`.
    pub const NOT_EXECUTABLE: Self = Self::Status(126);
    /// The command is not found, as of shells, `env` and `nohup`.
    pub const NOT_FOUND: Self = Self::Status(127);

    /// The end of a command that was run.
    pub fn of_command(end: End) -> Self {
        match end {
            End::Status(status) => Self::Status(status),
            End::Signal(number) => Self::Signal(number),
        }
    }

    /// The end that an ending calls for.
    pub fn of(ending: &Ending) -> Self {
        match ending {
            Ending::Answered { answer, .. } => Self::of_answer(answer),
            // Over a connection its other end is told, and no status is read.
            Ending::Dismissed | Ending::ToTerminal => Self::DISMISSED,
            Ending::TimedOut => Self::TIMED_OUT,
            Ending::Unreachable => Self::UNREACHABLE,
            Ending::Interrupted(signal) => Self::Signal(signal.number()),
        }
    }

    fn of_answer(answer: &Answer) -> Self {
        match answer.verdict() {
            Verdict::Refuse => Self::REFUSED,
            Verdict::Affirm | Verdict::None => Self::OK,
        }
    }

    /// The status as a shell sees it.
    pub fn status(self) -> u8 {
        match self {
            Self::Status(status) => status,
            Self::Signal(number) => u8::try_from(number).map_or(u8::MAX, |number| number.saturating_add(128)),
        }
    }

    /// Ends the process like this, at once and from wherever it is called.
    pub fn take(self) -> ! {
        if let Self::Signal(number) = self {
            signal::die_by(number);
        }
        signal::end(self.status())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{
        answer::{Signal, Source},
        request::Choice,
    };

    fn answered(verdict: Verdict) -> Ending {
        let choice = Choice { key: "k".into(), label: "K".into(), verdict };
        Ending::Answered { answer: Answer::Choice(choice), source: Source::Default }
    }

    #[test]
    fn every_ending_has_its_status() {
        let rows = [
            (answered(Verdict::Affirm), 0),
            (answered(Verdict::None), 0),
            (answered(Verdict::Refuse), 1),
            (Ending::Answered { answer: Answer::Text("no".into()), source: Source::Terminal }, 0),
            (Ending::Dismissed, 3),
            (Ending::ToTerminal, 3),
            (Ending::Unreachable, 69),
            (Ending::TimedOut, 124),
            (Ending::Interrupted(Signal::Hup), 129),
            (Ending::Interrupted(Signal::Int), 130),
            (Ending::Interrupted(Signal::Quit), 131),
            (Ending::Interrupted(Signal::Term), 143),
        ];
        for (ending, status) in rows {
            assert_eq!(Exit::of(&ending).status(), status, "{ending:?}");
        }
    }

    #[test]
    fn a_command_ends_us_as_it_ended() {
        for (end, status) in
            [(End::Status(0), 0), (End::Status(255), 255), (End::Signal(9), 137), (End::Signal(64), 192)]
        {
            assert_eq!(Exit::of_command(end).status(), status, "{end:?}");
        }
    }
}
