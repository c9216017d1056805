//! The suite and the ledger as the library embeds them: the build writes them, and every program reads them,
//! which takes less time than reading text.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::expectation::{Expectation, Level, Outcome};
use crate::integer::Integer;
use crate::ledger::{Basis, Ledger, Requirement};
use crate::model::{Case, File, Origin};
use crate::parts::{Part, parts};
use crate::value::{Param, Value};

/// A value that the build writes as octets and the library reads back.
pub(crate) trait Packed: Sized {
    #[allow(dead_code, reason = "the library only reads what its build writes")]
    fn write(&self, out: &mut Vec<u8>);
    fn read(from: &mut &[u8]) -> Option<Self>;
}

/// Seven bits an octet, the lowest first; all octets but the last have the highest bit.
impl Packed for u64 {
    fn write(&self, out: &mut Vec<u8>) {
        let mut rest = *self;
        while rest >= 0x80 {
            out.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        out.push(rest as u8);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let mut number = 0;
        let mut shift = 0;
        loop {
            let octet = u8::read(from)?;
            number |= u64::from(octet & 0x7f).checked_shl(shift)?;
            if octet < 0x80 {
                return Some(number);
            }
            shift += 7;
        }
    }
}

impl Packed for u8 {
    fn write(&self, out: &mut Vec<u8>) {
        out.push(*self);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let (&octet, rest) = from.split_first()?;
        *from = rest;
        Some(octet)
    }
}

impl Packed for usize {
    fn write(&self, out: &mut Vec<u8>) {
        (*self as u64).write(out);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        u64::read(from)?.try_into().ok()
    }
}

impl Packed for String {
    fn write(&self, out: &mut Vec<u8>) {
        self.len().write(out);
        out.extend(self.as_bytes());
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let length = usize::read(from)?;
        let (text, rest) = from.split_at_checked(length)?;
        *from = rest;
        std::str::from_utf8(text).ok().map(str::to_owned)
    }
}

impl<T: Packed> Packed for Vec<T> {
    fn write(&self, out: &mut Vec<u8>) {
        self.len().write(out);
        for item in self {
            item.write(out);
        }
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let length = usize::read(from)?;
        let mut items = Self::with_capacity(length);
        for _ in 0..length {
            items.push(T::read(from)?);
        }
        Some(items)
    }
}

/// Code points, as the parts that repeat.
impl Packed for Vec<u32> {
    fn write(&self, out: &mut Vec<u8>) {
        self.len().write(out);
        for Part { piece, times } in parts(self) {
            times.write(out);
            piece.len().write(out);
            for point in piece {
                u64::from(*point).write(out);
            }
        }
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let length = usize::read(from)?;
        let mut text = Self::with_capacity(length);
        while text.len() < length {
            let times = usize::read(from)?;
            let start = text.len();
            for _ in 0..usize::read(from)? {
                text.push(u64::read(from)?.try_into().ok()?);
            }
            match text[start..] {
                [one] => text.resize(start + times, one),
                _ => {
                    let end = text.len();
                    for _ in 1..times {
                        text.extend_from_within(start..end);
                    }
                }
            }
        }
        Some(text)
    }
}

impl<T: Packed> Packed for Arc<T> {
    fn write(&self, out: &mut Vec<u8>) {
        (**self).write(out);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        T::read(from).map(Self::new)
    }
}

impl<T: Packed, U: Packed> Packed for (T, U) {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
        self.1.write(out);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        Some((T::read(from)?, U::read(from)?))
    }
}

impl<T: Packed + Clone + Ord, U: Packed + Clone> Packed for BTreeMap<T, U> {
    fn write(&self, out: &mut Vec<u8>) {
        self.clone().into_iter().collect::<Vec<_>>().write(out);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        Vec::read(from).map(Self::from_iter)
    }
}

impl Packed for bool {
    fn write(&self, out: &mut Vec<u8>) {
        u64::from(*self).write(out);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        Some(u64::read(from)? != 0)
    }
}

/// A type as the number of its variant and the fields in this order. A structure has one variant.
macro_rules! packed {
    ($($type:ident $(<$item:ident>)? {
        $($tag:literal => $variant:path { $($field:tt: $value:ident),* })*
    })*) => {$(
        impl$(<$item: Packed>)? Packed for $type $(<$item>)? {
            fn write(&self, out: &mut Vec<u8>) {
                match self {
                    $($variant { $($field: $value),* } => {
                        u64::write(&$tag, out);
                        $($value.write(out);)*
                    })*
                }
            }

            fn read(from: &mut &[u8]) -> Option<Self> {
                Some(match u64::read(from)? {
                    $($tag => {
                        $(let $value = Packed::read(from)?;)*
                        $variant { $($field: $value),* }
                    })*
                    _ => return None,
                })
            }
        }
    )*};
}

packed! {
    Option<T> { 0 => Self::None {} 1 => Self::Some { 0: value } }
    File {
        0 => Self {
            path: path, comments: comments, codec: codec, document: document, theme: theme,
            summary: summary, groups: groups
        }
    }
    Case {
        0 => Self {
            id: id, codec: codec, document: document, clause: clause, requirements: requirements,
            level: level, ops: ops, params: params, input: input, expect: expect, origin: origin,
            confirmed: confirmed, note: note, file: file, line: line
        }
    }
    Ledger { 0 => Self { requirements: requirements } }
    Requirement {
        0 => Self {
            id: id, codec: codec, document: document, clause: clause, also: also, level: level,
            basis: basis, text: text, untestable: untestable, file: file, line: line
        }
    }
    Basis { 0 => Self::Document {} 1 => Self::Reading {} }
    Level { 0 => Self::May {} 1 => Self::Should {} 2 => Self::Must {} }
    Origin { 0 => Self::Printed {} 1 => Self::Corrected {} 2 => Self::Derived {} 3 => Self::Found {} }
    Param { 0 => Self::Boolean { 0: value } 1 => Self::Integer { 0: value } 2 => Self::Text { 0: value } }
    Expectation { 0 => Self { 0: outcomes } }
    Outcome {
        0 => Self::Ok { 0: value }
        1 => Self::Integers { 0: integers }
        2 => Self::Error { kinds: kinds, at: at }
    }
    Integer { 0 => Self { 0: digits } }
    Value {
        0 => Self::Text { code_points: code_points, flags: flags }
        1 => Self::Octets { 0: octets }
        2 => Self::List { 0: values }
    }
}
