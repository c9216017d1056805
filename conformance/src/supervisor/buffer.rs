//! The output of a program that is not taken yet.
//!
//! In: octets, in pieces of any size. Out: whole lines.

use std::collections::VecDeque;
use std::mem;

/// Octets in order of arrival.
#[derive(Debug, Default)]
pub(super) struct LineBuffer {
    octets: VecDeque<u8>,
    /// How many octets have been searched: they contain no newline.
    scanned: usize,
}

impl LineBuffer {
    pub(super) fn extend(&mut self, octets: &[u8]) {
        self.octets.extend(octets);
    }

    pub(super) fn len(&self) -> usize {
        self.octets.len()
    }

    /// The first whole line, without its newline; `None` if there is none.
    pub(super) fn take_line(&mut self) -> Option<Vec<u8>> {
        let octets = self.octets.make_contiguous();
        let Some(at) = memchr::memchr(b'\n', &octets[self.scanned..]) else {
            self.scanned = octets.len();
            return None;
        };
        let line = octets[..mem::take(&mut self.scanned) + at].to_vec();
        self.octets.drain(..=line.len());
        Some(line)
    }

    pub(super) fn take_all(&mut self) -> Vec<u8> {
        mem::take(self).octets.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_out_as_they_went_in_from_pieces_of_any_size() {
        let text = b"one\n\ntwo two\nlast";
        for size in 1..=text.len() {
            let mut buffer = LineBuffer::default();
            let mut lines = Vec::new();
            for piece in text.chunks(size) {
                buffer.extend(piece);
                lines.extend(std::iter::from_fn(|| buffer.take_line()));
            }
            assert_eq!(lines, [b"one".to_vec(), b"".to_vec(), b"two two".to_vec()]);
            assert_eq!((buffer.len(), buffer.take_all()), (4, b"last".to_vec()));
            assert_eq!(buffer.len(), 0);
        }
    }
}
