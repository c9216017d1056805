//! The published values of the derived property by ranges, each with the version of Unicode that assigned its code
//! points: `derived.txt`, read while the crate is built.
//!
//! An entry of the table is one number: the first code point of a range in bits 0 to 20, its property in bits 21 to
//! 23, and its version in bits 24 to 28. It reaches to the next entry. A gap of the file is an entry too, with the
//! property UNASSIGNED.

use super::terms::{Age, Property};

const FILE: &[u8] = include_bytes!("derived.txt");
const START: u32 = 0x1F_FFFF;
const PROPERTY_SHIFT: u32 = 21;
const AGE_SHIFT: u32 = 24;
/// More entries than the file can give: a line is at least ten characters long and gives two at most.
const ROOM: usize = FILE.len() / 5;

const COUNT: usize = entries().count;
static TABLE: [u32; COUNT] = {
    let all = entries().all;
    let mut table = [0; COUNT];
    let mut index = 0;
    while index < COUNT {
        table[index] = all[index];
        index += 1;
    }
    table
};

/// The version that assigned the code point, Unicode 6.0 if it is older; `None` if none has.
#[must_use]
pub fn age(code_point: u32) -> Option<Age> {
    let (property, age) = entry(code_point);
    (property != Property::Unassigned).then_some(age)
}

/// The published property in Unicode 18.
#[must_use]
pub(super) fn published(code_point: u32) -> Property {
    entry(code_point).0
}

fn entry(code_point: u32) -> (Property, Age) {
    let after = TABLE.partition_point(|&entry| entry & START <= code_point);
    // The first entry begins with U+0000.
    let entry = TABLE[after - 1];
    let property = Property::ALL[(entry >> PROPERTY_SHIFT & 7) as usize];
    (property, Age::ALL[(entry >> AGE_SHIFT) as usize])
}

/// The entries of the file, at the start of an array that has room for more.
struct Entries {
    all: [u32; ROOM],
    count: usize,
}

/// Reads the file.
const fn entries() -> Entries {
    let mut entries = Entries {
        all: [0; ROOM],
        count: 0,
    };
    let mut at = 0;
    // The first code point after the last range.
    let mut next = 0;
    while at < FILE.len() {
        if FILE[at] != b'#' && FILE[at] != b'\n' {
            let first = number(at, 16);
            let mut last = first;
            if FILE[first.end] == b'.' {
                last = number(first.end + 2, 16);
            }
            if first.value > next {
                entries.push(next, Property::Unassigned, Age::V6_0);
            }
            let property = property(FILE[last.end + 1]);
            entries.push(first.value, property, version(last.end + 3));
            next = last.value + 1;
        }
        while FILE[at] != b'\n' {
            at += 1;
        }
        at += 1;
    }
    entries.push(next, Property::Unassigned, Age::V6_0);
    entries
}

impl Entries {
    const fn push(&mut self, start: u32, property: Property, age: Age) {
        self.all[self.count] =
            start | (property as u32) << PROPERTY_SHIFT | (age as u32) << AGE_SHIFT;
        self.count += 1;
    }
}

/// A number of the file, and the place after it.
#[derive(Clone, Copy)]
struct Number {
    value: u32,
    end: usize,
}

const fn number(start: usize, radix: u32) -> Number {
    let mut number = Number {
        value: 0,
        end: start,
    };
    while let Some(digit) = (FILE[number.end] as char).to_digit(radix) {
        number.value = number.value * radix + digit;
        number.end += 1;
    }
    number
}

const fn property(letter: u8) -> Property {
    match letter {
        b'P' => Property::Pvalid,
        b'J' => Property::ContextJ,
        b'O' => Property::ContextO,
        b'D' => Property::Disallowed,
        _ => panic!("a property of derived.txt"),
    }
}

const fn version(start: usize) -> Age {
    let major = number(start, 10);
    let minor = number(major.end + 1, 10);
    match (major.value, minor.value) {
        (6, 0) => Age::V6_0,
        (6, 1) => Age::V6_1,
        (6, 2) => Age::V6_2,
        (6, 3) => Age::V6_3,
        (7, 0) => Age::V7_0,
        (8, 0) => Age::V8_0,
        (9, 0) => Age::V9_0,
        (10, 0) => Age::V10_0,
        (11, 0) => Age::V11_0,
        (12, 0) => Age::V12_0,
        (12, 1) => Age::V12_1,
        (13, 0) => Age::V13_0,
        (14, 0) => Age::V14_0,
        (15, 0) => Age::V15_0,
        (15, 1) => Age::V15_1,
        (16, 0) => Age::V16_0,
        (17, 0) => Age::V17_0,
        (18, 0) => Age::V18_0,
        _ => panic!("a version of derived.txt"),
    }
}
