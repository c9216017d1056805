//! The steps of RACE, sections 2.4.1 and 2.4.2.

use acegate_codec::race::{self, PREFIX};

use super::label::Compression;
use super::trace::{Direction, Part, Table, each};
use super::units;

pub(super) const COMPRESSION: Compression =
    Compression { prefix: PREFIX, compress: race::compress, writing, reading };

const TWO_OCTETS: u8 = 0xD8;
const ESCAPE: u8 = 0xFF;
const ESCAPED_ESCAPE: u8 = 0x99;

fn mode(header: u8) -> Part {
    Part::Fact(
        "header",
        match header {
            TWO_OCTETS => "D8: units of several rows, two octets each".to_owned(),
            row => format!("{row:02X}: the row of every unit that has no FF before it"),
        },
    )
}

fn writing(text: &str, octets: &[u8]) -> Vec<Part> {
    let Some(&header) = octets.first() else { return Vec::new() };
    let entry = |unit: u16| {
        let [row, low] = unit.to_be_bytes();
        let (written, reason) = match (header, low) {
            (TWO_OCTETS, _) => (format!("{row:02x} {low:02x}"), ""),
            (_, ESCAPE) if row == header => {
                ("ff 99".to_owned(), "for FF alone announces a unit of row 00")
            }
            _ if row == header => (format!("{low:02x}"), ""),
            _ => (format!("ff {low:02x}"), "of row 00"),
        };
        vec![format!("{unit:04X}"), written, reason.to_owned()]
    };
    let table = Table {
        caption: "The octets of each unit",
        direction: Direction::Down,
        heads: &["unit", "octets", "reason"],
        entries: units(text).into_iter().map(entry).collect(),
        in_words: |entries| {
            each(entries, "unit", |entry| match entry[2].as_str() {
                "" => format!("{}: {}", entry[0], entry[1]),
                reason => format!("{}: {}, {reason}", entry[0], entry[1]),
            })
        },
    };
    vec![mode(header), Part::Table(table)]
}

fn reading(octets: &[u8]) -> Vec<Part> {
    let Some((&header, rest)) = octets.split_first() else { return Vec::new() };
    let entry = |octets: String, unit: String| vec![octets, unit];
    let mut entries = Vec::new();
    if header == TWO_OCTETS {
        entries.extend(rest.chunks_exact(2).map(|pair| {
            entry(
                format!("{:02x} {:02x}", pair[0], pair[1]),
                format!("{:02X}{:02X}", pair[0], pair[1]),
            )
        }));
    } else {
        let mut rest = rest.iter();
        while let Some(&low) = rest.next() {
            entries.push(match (low, rest.as_slice().first()) {
                (ESCAPE, None) => entry("ff".to_owned(), "nothing follows".to_owned()),
                (ESCAPE, Some(&next)) => {
                    rest.next();
                    let (row, low) =
                        if next == ESCAPED_ESCAPE { (header, ESCAPE) } else { (0, next) };
                    entry(format!("ff {next:02x}"), format!("{row:02X}{low:02X}"))
                }
                (low, _) => entry(format!("{low:02x}"), format!("{header:02X}{low:02X}")),
            });
        }
    }
    let table = Table {
        caption: "The unit of each octet",
        direction: Direction::Down,
        heads: &["octets", "unit"],
        entries,
        in_words: |entries| each(entries, "unit", |entry| format!("{}: {}", entry[0], entry[1])),
    };
    vec![mode(header), Part::Table(table)]
}
