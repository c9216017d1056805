//! UTF-16 code units to text, for the encodings that are defined on them.

use alloc::string::String;

use crate::error::{Error, ErrorKind};

/// Appends code units to a string, joins surrogate pairs and remembers the first unit that is
/// half of none.
///
/// The fault is reported at the end, so that whoever reads the units can report what is wrong with
/// their form first, wherever it stands.
pub(crate) struct UnitWriter<'a> {
    text: &'a mut String,
    high: Option<(u16, usize)>,
    fault: Option<usize>,
}

impl<'a> UnitWriter<'a> {
    pub(crate) fn new(text: &'a mut String) -> Self {
        Self { text, high: None, fault: None }
    }

    /// Takes the next unit, which was read at this position.
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

    /// Takes units of two octets each, the upper first, of which the first stands at `position`.
    pub(crate) fn push_pairs(&mut self, octets: &[u8], position: usize) {
        for (pair, position) in octets.chunks_exact(2).zip((position..).step_by(2)) {
            self.push(u16::from_be_bytes([pair[0], pair[1]]), position);
        }
    }

    /// # Errors
    ///
    /// [`Surrogate`](ErrorKind::Surrogate) where the first unpaired unit was read.
    pub(crate) fn finish(self) -> Result<(), Error> {
        match self.fault.or(self.high.map(|(_, position)| position)) {
            Some(position) => Err(Error::new(ErrorKind::Surrogate, position)),
            None => Ok(()),
        }
    }
}
