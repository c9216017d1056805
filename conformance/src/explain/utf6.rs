//! The steps of the UTF-6 draft, sections 2.4.1, 2.4.2 and 2.5.

use acegate_codec::utf6::model::{Header, Utf6};
use acegate_codec::utf6::{self, PREFIX, RULES};
use acegate_codec::{Arguments, Error, Failure, host};

use super::trace::{Entry, RowInWords, Trace};
use super::utf5::{WrittenNumber, split};
use super::{Answer, Drawing, refused};

const HYPHEN: &str = "hyphen";

/// UTF-6 in steps.
pub(super) const DRAWING: Drawing = Drawing {
    codec: utf6::ABOUT,
    encoding,
    decoding,
};

/// The steps of encoding a label.
fn encoding(_: Arguments<'_>, text: &str, _: &Answer) -> Result<Trace, Failure> {
    let label = host::encode_bare(text, &RULES)?;
    let units: Vec<u32> = text.encode_utf16().map(u32::from).collect();
    let header = (Utf6::DRAFT.header)(&units);
    let mask = header.map_or(u32::MAX, |header| header.mask);
    let mut entries = Vec::new();
    for unit in &units {
        entries.push(written_entry(*unit, mask)?);
    }
    let mut trace = Trace::default();
    write_shared(&units, &mut trace);
    let mode = match header {
        Some(Header {
            letter: 'y',
            number,
            ..
        }) => format!("\"y\", row {number:02X}"),
        Some(Header { number, .. }) => format!("\"z\", upper nibble {number:X}"),
        None => "no compression".to_owned(),
    };
    trace.fact("mode", format!("{mode}: {}", reason(&units, header)));
    let payload = &label[PREFIX.len()..];
    if header.is_some() {
        let mut digits = 0;
        for entry in &entries {
            let [.., digits_of_unit] = &entry.cells;
            digits += digits_of_unit.len();
        }
        trace.fact("header", &payload[..payload.len() - digits]);
    }
    trace.rows(
        "The digits of each unit",
        &["unit", "left of it", "digits"],
        entries,
    );
    trace.fact("payload", payload);
    match host::encode_label(text, &RULES) {
        Ok(label) => trace.fact("label", label),
        Err(error) => refused(error, &mut trace),
    }
    Ok(trace)
}

/// The facts that decide the mode: each unit, its row and its upper nibble.
fn write_shared(units: &[u32], trace: &mut Trace) {
    let mut entries = Vec::new();
    for &unit in units {
        let mut nibble = String::new();
        if !is_hyphen(unit) {
            nibble = format!("{:X}", unit >> NIBBLE);
        }
        entries.push([
            format!("{unit:04X}"),
            format!("{:02X}", unit >> ROW),
            nibble,
        ]);
    }
    trace.columns(
        "What the units have in common decides the mode",
        &["unit", "row", "upper nibble"],
        entries,
        &[
            RowInWords {
                name: "units",
                head: 0,
                before: "",
                between: " ",
            },
            // In words the rows stand below the last digits of their units.
            RowInWords {
                name: "rows",
                head: 1,
                before: "  ",
                between: "   ",
            },
        ],
    );
}

/// The bits below the row of a unit.
const ROW: u32 = 8;

/// The bits below the upper nibble of a unit.
const NIBBLE: u32 = 12;

fn is_hyphen(unit: u32) -> bool {
    (Utf6::DRAFT.hyphen)(unit)
}

/// Why units have this header.
fn reason(units: &[u32], header: Option<Header>) -> String {
    let count = units.iter().filter(|unit| !is_hyphen(**unit)).count();
    if let Some(header) = header {
        let number = header.number;
        if header.letter == 'y' {
            return format!("all {count} units besides hyphens are of row {number:02X}");
        }
        if let Some(rows) = Difference::above(ROW, units) {
            let places = rows.places();
            let [row, other] = rows.values;
            return format!(
                "rows differ ({row:02X} and {other:02X} at {places}), \
                 but all {count} upper nibbles are {number:X}"
            );
        }
    }
    match Difference::above(NIBBLE, units) {
        Some(nibbles) => {
            let places = nibbles.places();
            let [nibble, other] = nibbles.values;
            format!("upper nibbles differ ({nibble:X} and {other:X} at {places})")
        }
        None => "fewer than two units besides hyphens".to_owned(),
    }
}

/// The first unit that is not a hyphen, and the first one after it that differs from it in some upper bits.
struct Difference {
    at: [usize; 2],
    /// The upper bits of the two.
    values: [u32; 2],
}

impl Difference {
    /// The difference in the bits above so many; `None` if all units have the same.
    fn above(bits: u32, units: &[u32]) -> Option<Self> {
        let mut counted = units
            .iter()
            .enumerate()
            .filter(|(_, unit)| !is_hyphen(**unit));
        let (first, unit) = counted.next()?;
        let value = unit >> bits;
        for (other, unit) in counted {
            if unit >> bits != value {
                return Some(Self {
                    at: [first, other],
                    values: [value, unit >> bits],
                });
            }
        }
        None
    }

    fn places(&self) -> String {
        let [first, other] = self.at;
        format!("units {first} and {other}")
    }
}

/// How a unit is written. The second cell has the bits that the header leaves; it is empty if these are
/// all bits of the unit.
fn written_entry(unit: u32, mask: u32) -> Result<Entry<3>, Error> {
    let digits = Utf6::DRAFT.numbers(&[unit], mask)?;
    let masked = unit & mask;
    let cell = format!("{unit:04X}");
    let (left, words) = if is_hyphen(unit) {
        (HYPHEN.to_owned(), format!("{cell} is the hyphen: {digits}"))
    } else if masked == unit {
        (String::new(), format!("{cell}: {digits}"))
    } else {
        (
            format!("{masked:X}"),
            format!("{cell}, {masked:X} is left: {digits}"),
        )
    };
    Ok(Entry {
        cells: [cell, left, digits],
        steps: vec![("unit", words)],
    })
}

/// The steps of decoding a label (section 2.5): the header after the prefix, and each number.
fn decoding(_: Arguments<'_>, label: &str, trace: &mut Trace) {
    if !label.is_ascii() {
        return;
    }
    let Some((prefix, payload)) = label.split_at_checked(PREFIX.len()) else {
        return;
    };
    if !prefix.eq_ignore_ascii_case(PREFIX) {
        return;
    }
    let payload = payload.to_ascii_lowercase();
    let (header, rest) = split_at_header(&payload);
    let mut common = None;
    if let Some(mark @ ('y' | 'z')) = header.chars().next() {
        let value = value_of(&header[1..]).unwrap_or_default();
        let shift = if mark == 'y' {
            trace.fact("header", format!("{header}: row {value:02X}"));
            ROW
        } else {
            trace.fact("header", format!("{header}: upper nibble {value:X}"));
            NIBBLE
        };
        common = Some(value.checked_shl(shift).unwrap_or_default());
    }
    trace.rows(
        "The unit of each number",
        &["digits", "number", "unit"],
        read_entries(rest, common),
    );
}

/// The digits of each unit with their number, and the unit if the header has bits that every unit but the
/// hyphen shares.
fn read_entries(payload: &str, common: Option<u32>) -> Vec<Entry<3>> {
    let mut entries = Vec::new();
    for part in payload.split_inclusive('-') {
        for number in numbers_of(part.trim_end_matches('-')) {
            entries.push(read_entry(number, common));
        }
        if part.ends_with('-') {
            entries.push(Entry {
                cells: ["-", HYPHEN, ""].map(str::to_owned),
                steps: vec![("unit", "- is the hyphen".to_owned())],
            });
        }
    }
    entries
}

fn read_entry(number: WrittenNumber, common: Option<u32>) -> Entry<3> {
    let WrittenNumber { digits, value } = number;
    let mut words = format!("{digits}: {value}");
    let mut unit = String::new();
    if let (Some(common), Ok(number)) = (common, u32::from_str_radix(&value, 16)) {
        unit = format!("{:04X}", number | common);
        words += &format!(", so {unit}");
    }
    Entry {
        cells: [digits, value, unit],
        steps: vec![("unit", words)],
    }
}

/// The header and the rest: `yi7` and `g3` of `yi7g3`. A payload without one begins with neither `y` nor `z`.
fn split_at_header(payload: &str) -> (&str, &str) {
    if !payload.starts_with(['y', 'z']) {
        return ("", payload);
    }
    // The mark, the first digit of its number, and the hexadecimal digits after it.
    let after_first = payload.get(2..).unwrap_or_default();
    let others = after_first.find(|c: char| !c.is_ascii_hexdigit());
    let end = 2 + others.unwrap_or(after_first.len());
    payload.split_at(end.min(payload.len()))
}

/// The number that is written as a first digit and hexadecimal digits.
fn value_of(digits: &str) -> Option<u32> {
    let numbers = numbers_of(digits);
    u32::from_str_radix(&numbers.first()?.value, 16).ok()
}

fn numbers_of(digits: &str) -> Vec<WrittenNumber> {
    split(digits, b'g'..=b'v', |octet| octet.is_ascii_hexdigit())
}
