//! What a loop wakes up for: a message from the bus, or a command from our own side.

use std::{future::poll_fn, pin::Pin, task::Poll};

use zbus::{Message, MessageStream, export::futures_core::Stream};

use crate::engine::channel::desktop::mailbox::Mailbox;

/// How many messages go before a command that waits; more are a flood.
const IN_A_ROW: u32 = 16;

/// One of them.
pub(super) enum Input<T> {
    Command(T),
    Message(zbus::Result<Message>),
    End,
}

/// Both, in order. What the bus has said already goes first: a server that closes what was pressed says so right
/// behind the press, and then nobody has to close it.
pub(super) struct Inputs<'a, T> {
    stream: MessageStream,
    mailbox: &'a Mailbox<T>,
    in_a_row: u32,
}

impl<'a, T> Inputs<'a, T> {
    pub(super) fn new(stream: MessageStream, mailbox: &'a Mailbox<T>) -> Self {
        Self { stream, mailbox, in_a_row: 0 }
    }

    pub(super) async fn next(&mut self) -> Input<T> {
        poll_fn(|context| {
            if self.in_a_row < IN_A_ROW
                && let Poll::Ready(message) = Pin::new(&mut self.stream).poll_next(context)
            {
                self.in_a_row += 1;
                return Poll::Ready(message.map_or(Input::End, Input::Message));
            }
            self.in_a_row = 0;
            if let Poll::Ready(command) = self.mailbox.poll(context) {
                return Poll::Ready(Input::Command(command));
            }
            Pin::new(&mut self.stream)
                .poll_next(context)
                .map(|message| message.map_or(Input::End, Input::Message))
        })
        .await
    }
}
