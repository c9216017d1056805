//! Conversion of UTF-16 code units to text, for the encodings that are defined on units.

use alloc::string::String;

use crate::error::{Error, ErrorKind};

/// Appends code units to a string, joins surrogate pairs and remembers the first unpaired surrogate.
///
/// The error is reported by [`finish`](Self::finish). So a reader of units can report an error of
/// their form first, even one at a later position.
pub(crate) struct UnitWriter<'a> {
    text: &'a mut String,
    high: Option<(u16, usize)>,
    fault: Option<usize>,
}

impl<'a> UnitWriter<'a> {
    pub(crate) fn new(text: &'a mut String) -> Self {
        Self { text, high: None, fault: None }
    }

    /// Appends the next unit, which was read at `position`.
    pub(crate) fn push(&mut self, unit: u16, position: usize) {
        if let Some((high, high_position)) = self.high.take() {
            if let Some(Ok(pair)) = char::decode_utf16([high, unit]).next() {
                self.text.push(pair);
                return;
            }
            self.fault.get_or_insert(high_position);
        }
        match char::from_u32(u32::from(unit)) {
            Some(scalar) => self.text.push(scalar),
            None if unit < 0xDC00 => self.high = Some((unit, position)),
            None => {
                self.fault.get_or_insert(position);
            }
        }
    }

    /// Appends units of two octets each, the upper octet first. The first octet is at `position`.
    pub(crate) fn push_pairs(&mut self, octets: &[u8], position: usize) {
        for (pair, position) in octets.chunks_exact(2).zip((position..).step_by(2)) {
            self.push(u16::from_be_bytes([pair[0], pair[1]]), position);
        }
    }

    /// # Errors
    ///
    /// [`Surrogate`](ErrorKind::Surrogate) at the position of the first unpaired surrogate.
    pub(crate) fn finish(self) -> Result<(), Error> {
        match self.fault.or(self.high.map(|(_, position)| position)) {
            Some(position) => Err(Error::new(ErrorKind::Surrogate, position)),
            None => Ok(()),
        }
    }
}
