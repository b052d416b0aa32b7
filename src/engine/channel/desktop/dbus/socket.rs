//! The bus's socket as zbus drives it, but that our first messages go out with its handshake.
//!
//! A bus takes `Hello` before anything else, but nobody has to wait for its answer: what is asked right behind it is
//! answered one round trip sooner.

use std::{
    collections::VecDeque,
    io::{self, Read as _, Write as _},
    net::Shutdown,
    os::{
        fd::{BorrowedFd, OwnedFd},
        unix::net::UnixStream,
    },
    sync::Arc,
};

use zbus::{
    Message,
    connection::socket::{self, ReadHalf, Split, WriteHalf},
    export::async_trait::async_trait,
};
use zruntime::{AsyncIo, Shared, SharedRuntime};

type Stream = Arc<AsyncIo<UnixStream, Shared>>;

/// A connected socket, and what is to be said on it first.
#[derive(Debug)]
pub(super) struct Socket {
    stream: Stream,
    first: Vec<u8>,
}

impl Socket {
    /// The stream is in non-blocking mode already.
    pub(super) fn new(runtime: &SharedRuntime, stream: UnixStream, first: &[Message]) -> io::Result<Self> {
        let stream = AsyncIo::new_nonblocking(runtime, stream)?;
        let first = first.iter().flat_map(|message| message.data().iter().copied()).collect();
        Ok(Self { stream: Arc::new(stream), first })
    }
}

impl socket::Socket for Socket {
    type ReadHalf = Reader;
    type WriteHalf = Writer;

    fn split(self) -> Split<Reader, Writer> {
        let reader = Reader { stream: Arc::clone(&self.stream), rest: VecDeque::new() };
        Split::new(reader, Writer { stream: self.stream, unsent: Vec::new(), first: self.first })
    }
}

/// How much is read at a time: several messages of the usual size.
const PIECE: usize = 4096;

/// What comes in. File descriptors never do: neither half says that it passes them.
#[derive(Debug)]
pub(super) struct Reader {
    stream: Stream,
    /// What was read and not asked for yet.
    rest: VecDeque<u8>,
}

#[async_trait]
impl ReadHalf for Reader {
    /// zbus asks for a message's head first, then for what follows; both are there at once as a rule.
    async fn recvmsg(&mut self, buffer: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
        if self.rest.is_empty() && buffer.len() < PIECE {
            let mut piece = [0; PIECE];
            let count = self.stream.read_with(|mut stream| stream.read(&mut piece)).await?;
            self.rest.extend(piece.get(..count).unwrap_or_default());
        }
        let count = if self.rest.is_empty() && buffer.len() >= PIECE {
            self.stream.read_with(|mut stream| stream.read(buffer)).await?
        } else {
            self.rest.read(buffer)?
        };
        Ok((count, Vec::new()))
    }
}

/// What goes out: kept until zbus says that it is complete. The handshake is what it says first.
#[derive(Debug)]
pub(super) struct Writer {
    stream: Stream,
    unsent: Vec<u8>,
    first: Vec<u8>,
}

#[async_trait]
impl WriteHalf for Writer {
    async fn send_messages(&mut self, messages: &[Message]) -> zbus::Result<()> {
        for message in messages {
            self.unsent.extend_from_slice(message.data());
        }
        Ok(self.flush().await?)
    }

    async fn sendmsg(&mut self, bytes: &[u8], _: &[BorrowedFd<'_>]) -> io::Result<usize> {
        self.unsent.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    async fn flush(&mut self) -> io::Result<()> {
        self.unsent.append(&mut self.first);
        while !self.unsent.is_empty() {
            let count = self.stream.write_with(|mut stream| stream.write(&self.unsent)).await?;
            self.unsent.drain(..count);
        }
        Ok(())
    }

    async fn close(&mut self) -> io::Result<()> {
        self.stream.get_ref().shutdown(Shutdown::Both)
    }
}
