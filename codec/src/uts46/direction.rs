//! The Bidi rule (RFC 5893, section 2) over the classes of a label, whatever their order in between.

use super::model::Bidi;
use super::{Code, Codes};

/// A set of Bidi classes: the bit of a class is its place in [`Bidi`].
pub(crate) type Classes = u16;

/// The set of one class.
pub(crate) const fn set(class: Bidi) -> Classes {
    1 << class as Classes
}

/// The classes that make a name a Bidi name.
const RIGHT: Classes = set(Bidi::R) | set(Bidi::AL) | set(Bidi::AN);

/// The classes that are allowed in labels of both directions.
const NEUTRAL: Classes = set(Bidi::EN)
    | set(Bidi::ES)
    | set(Bidi::CS)
    | set(Bidi::ET)
    | set(Bidi::ON)
    | set(Bidi::BN)
    | set(Bidi::NSM);

/// The classes of a label, as far as the rule needs them. Each field is a set.
#[derive(Clone, Copy, Default)]
pub(crate) struct Direction {
    pub(crate) all: Classes,
    pub(crate) first: Classes,
    /// The last class, nonspacing marks not counted.
    pub(crate) last: Classes,
}

impl Direction {
    /// Takes the next character of the label.
    pub(crate) fn push(&mut self, class: Classes) {
        if self.all == 0 {
            self.first = class;
        }
        self.all |= class;
        if class != set(Bidi::NSM) {
            self.last = class;
        }
    }

    /// Whether a character makes the name a Bidi name.
    pub(crate) const fn has_right_to_left(self) -> bool {
        self.all & RIGHT != 0
    }

    /// The rules that the label breaks, if it is one of a Bidi name.
    pub(crate) fn broken(self) -> Codes {
        let Self { all, first, last } = self;
        let mut codes = Codes::NONE;
        if first == 0 {
            // An empty label has no first character.
        } else if first == set(Bidi::L) {
            codes.insert_if(Code::B5, all & !(NEUTRAL | set(Bidi::L)) != 0);
            codes.insert_if(Code::B6, last & (set(Bidi::L) | set(Bidi::EN)) == 0);
        } else if first & (set(Bidi::R) | set(Bidi::AL)) != 0 {
            let numbers = set(Bidi::EN) | set(Bidi::AN);
            codes.insert_if(Code::B2, all & !(NEUTRAL | RIGHT) != 0);
            codes.insert_if(Code::B3, last & (RIGHT | numbers) == 0);
            codes.insert_if(Code::B4, all & numbers == numbers);
        } else {
            codes.insert(Code::B1);
        }
        codes
    }
}
