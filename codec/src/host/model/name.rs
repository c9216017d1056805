//! Names and labels as the rules see them: strings or numbers. Only characters of ASCII matter.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Index, Range};

use crate::error::{Error, ErrorKind};

pub(super) const HYPHEN: u32 = '-' as u32;
pub(super) const DOT: u32 = '.' as u32;

/// A name or a label: a string, or numbers that need not all be characters.
///
/// The rules name only characters of ASCII, so the octets of a string are enough.
pub trait Name: ToOwned<Owned: Default> + Index<Range<usize>, Output = Self> {
    /// The octets of a string, or the numbers. Positions count them.
    fn units(&self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator;

    /// Appends the whole to another.
    fn append_to(&self, out: &mut Self::Owned);

    /// Appends a text of ASCII.
    fn append_ascii(out: &mut Self::Owned, text: &str);
}

impl Name for str {
    fn units(&self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator {
        self.bytes().map(u32::from)
    }

    fn append_to(&self, out: &mut String) {
        out.push_str(self);
    }

    fn append_ascii(out: &mut String, text: &str) {
        out.push_str(text);
    }
}

impl Name for [u32] {
    fn units(&self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator {
        self.iter().copied()
    }

    fn append_to(&self, out: &mut Vec<u32>) {
        out.extend_from_slice(self);
    }

    fn append_ascii(out: &mut Vec<u32>, text: &str) {
        out.extend(text.bytes().map(u32::from));
    }
}

pub(super) fn length<N: Name + ?Sized>(text: &N) -> usize {
    text.units().len()
}

pub(super) fn has_dot<N: Name + ?Sized>(text: &N) -> bool {
    text.units().any(|c| c == DOT)
}

pub(super) fn is_last_hyphen<N: Name + ?Sized>(label: &N) -> bool {
    label.units().next_back() == Some(HYPHEN)
}

pub(super) fn check_edges<N: Name + ?Sized>(label: &N) -> Result<(), Error> {
    if label.units().next() == Some(HYPHEN) {
        return refuse(ErrorKind::Hyphen, 0);
    }
    if is_last_hyphen(label) {
        refuse(ErrorKind::Hyphen, length(label) - 1)
    } else {
        Ok(())
    }
}

pub(super) fn check_ldh<N: Name + ?Sized>(label: &N) -> Result<(), Error> {
    let foreign = label.units().position(|c| !is_ldh_unit(c));
    foreign.map_or(Ok(()), |at| refuse(ErrorKind::NotLdh, at))
}

pub(super) fn is_ldh<N: Name + ?Sized>(label: &N) -> bool {
    label.units().all(is_ldh_unit)
}

pub(super) fn is_ldh_unit(c: u32) -> bool {
    u8::try_from(c).is_ok_and(|c| c.is_ascii_alphanumeric() || c == b'-')
}

pub(super) fn folded<N: Name + ?Sized>(text: &N) -> impl Iterator<Item = u32> {
    text.units().map(fold)
}

/// The small letter of a letter of ASCII.
pub(super) fn fold(c: u32) -> u32 {
    u8::try_from(c).map_or(c, |c| c.to_ascii_lowercase().into())
}

pub(super) fn refuse<T>(kind: ErrorKind, position: usize) -> Result<T, Error> {
    Err(Error::new(kind, position))
}
