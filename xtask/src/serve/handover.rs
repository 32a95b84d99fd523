//! Whether a paid answer was handed over: decided where its last byte leaves.
//!
//! A body hands its receipt to the connection together with its bytes; when
//! the connection says that everything written so far is with the system, the
//! receipt is delivered. A connection that ends before drops it, and then the
//! money is owed back.

use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, ready};

use axum::body::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::append::lock;
use super::reply::Receipt;

/// The receipts of answers that are written and not yet gone.
#[derive(Debug, Default)]
pub(crate) struct Handover(Mutex<Vec<Receipt>>);

impl Handover {
    /// Everything written so far is gone.
    fn gone(&self) {
        let receipts = std::mem::take(&mut *lock(&self.0));
        receipts.into_iter().for_each(Receipt::delivered);
    }
}

/// A body of one piece.
pub(crate) struct ReplyBody {
    bytes: Option<Bytes>,
    receipt: Option<Receipt>,
    handover: Arc<Handover>,
}

impl ReplyBody {
    /// A body with what is owed until it was handed over.
    pub(crate) fn new(bytes: Vec<u8>, receipt: Option<Receipt>, handover: Arc<Handover>) -> Self {
        Self {
            bytes: Some(bytes.into()),
            receipt,
            handover,
        }
    }
}

impl Body for ReplyBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        // From here on the bytes are in the connection's hands, and it flushes
        // after it has taken them.
        if let Some(receipt) = self.receipt.take() {
            lock(&self.handover.0).push(receipt);
        }
        Poll::Ready(self.bytes.take().map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        self.bytes.is_none()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.bytes.as_ref().map_or(0, |bytes| bytes.len() as u64))
    }
}

/// A socket that tells when everything written is gone.
pub(crate) struct Watched {
    io: TokioIo<TcpStream>,
    handover: Arc<Handover>,
}

impl Watched {
    /// Watches a socket.
    pub(crate) fn new(stream: TcpStream, handover: Arc<Handover>) -> Self {
        Self {
            io: TokioIo::new(stream),
            handover,
        }
    }

    /// The socket.
    pub(crate) fn into_inner(self) -> TcpStream {
        self.io.into_inner()
    }
}

impl Read for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_read(cx, into)
    }
}

impl Write for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        // The connection flushes its socket only once its own buffer is empty.
        ready!(Pin::new(&mut self.io).poll_flush(cx))?;
        self.handover.gone();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write_vectored(cx, slices)
    }
}
