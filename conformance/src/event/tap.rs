//! A reader that shows what is read.

use std::io::{self, BufRead, Read};

/// Hands all octets that are read from it to a function as well.
pub(crate) struct Tap<R, F> {
    input: R,
    show: F,
}

impl<R: BufRead, F: FnMut(&[u8])> Tap<R, F> {
    pub(crate) const fn new(input: R, show: F) -> Self {
        Self { input, show }
    }
}

impl<R: BufRead, F: FnMut(&[u8])> Read for Tap<R, F> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let octets = self.input.fill_buf()?;
        let count = octets.len().min(into.len());
        into[..count].copy_from_slice(&octets[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead, F: FnMut(&[u8])> BufRead for Tap<R, F> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        if count == 0 {
            return;
        }
        // The buffer is not empty, so that nothing is read for it.
        if let Ok(octets) = self.input.fill_buf() {
            (self.show)(&octets[..count]);
        }
        self.input.consume(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_read_is_shown_once() {
        let mut shown = Vec::new();
        let text = b"one\ntwo\nthree".as_slice();
        let input = io::BufReader::with_capacity(2, text);
        let mut tap = Tap::new(input, |octets: &[u8]| shown.extend_from_slice(octets));
        let (mut line, mut two, mut rest) = (Vec::new(), [0; 2], Vec::new());
        tap.read_until(b'\n', &mut line).expect("memory is read");
        tap.read_exact(&mut two).expect("memory is read");
        tap.read_to_end(&mut rest).expect("memory is read");
        assert_eq!(
            (line, two, rest),
            (b"one\n".to_vec(), *b"tw", b"o\nthree".to_vec())
        );
        assert_eq!(shown, text);
    }
}
