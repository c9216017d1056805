//! The output of a program that is not taken yet.
//!
//! In: octets, in pieces of any size. Out: whole lines.

/// Octets in order of arrival. Taking a line copies that line and nothing else.
#[derive(Debug, Default)]
pub(super) struct LineBuffer {
    octets: Vec<u8>,
    /// The index of the first octet that is not taken yet.
    start: usize,
    /// The octets up to this index have been searched: they hold no newline that is not taken.
    scanned: usize,
}

impl LineBuffer {
    pub(super) fn extend(&mut self, octets: &[u8]) {
        if self.start == self.octets.len() {
            self.clear();
        } else if self.start > self.octets.len() / 2 {
            // The octets that move have come since the last move, so each octet moves once.
            self.octets.drain(..self.start);
            self.scanned -= self.start;
            self.start = 0;
        }
        self.octets.extend_from_slice(octets);
    }

    /// How many octets are not taken yet.
    pub(super) fn len(&self) -> usize {
        self.octets.len() - self.start
    }

    /// The first whole line, without its newline; `None` if there is none.
    pub(super) fn take_line(&mut self) -> Option<Vec<u8>> {
        let from = self.scanned;
        let Some(at) = memchr::memchr(b'\n', &self.octets[from..]) else {
            self.scanned = self.octets.len();
            return None;
        };
        let line = self.octets[self.start..from + at].to_vec();
        self.start = from + at + 1;
        self.scanned = self.start;
        Some(line)
    }

    /// All octets that are not taken yet.
    pub(super) fn take_all(&mut self) -> Vec<u8> {
        let rest = self.octets.split_off(self.start);
        self.clear();
        rest
    }

    fn clear(&mut self) {
        self.octets.clear();
        self.start = 0;
        self.scanned = 0;
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
