//! The steps of RACE, sections 2.4.1 and 2.4.2.

use acegate_codec::race::model::{ESCAPE, ESCAPED_ESCAPE, Race, TWO_OCTETS, Unit};
use acegate_codec::race::{self, PREFIX};

use super::label::{self, Compression};
use super::trace::{Entry, Trace};
use super::{Drawing, hex, hex_unit};

/// RACE in steps.
pub(super) const DRAWING: Drawing = Drawing {
    codec: race::ABOUT,
    encoding: |_, text, answer| label::encoding(text, &COMPRESSION, answer),
    decoding: |_, text, trace| label::decoding(text, &COMPRESSION, trace),
};

const COMPRESSION: Compression = Compression {
    prefix: PREFIX,
    compress: race::compress,
    writing,
    reading,
};

fn writing(units: &[[u8; 2]], octets: &[u8], trace: &mut Trace) {
    let Some(&row) = octets.first() else { return };
    write_header(row, trace);
    trace.rows(
        "The octets of each unit",
        &["unit", "octets", "reason"],
        units.iter().map(|unit| written_entry(row, *unit)),
    );
}

/// A unit with its octets, and the reason for them if it is not simply one of this row.
fn written_entry(row: u8, unit: [u8; 2]) -> Entry<3> {
    let mut octets = unit.to_vec();
    let mut reason = "";
    if row != TWO_OCTETS {
        octets = (Race::DRAFT.write)(row, unit).unwrap_or_default();
        reason = match octets[..] {
            [ESCAPE, ESCAPED_ESCAPE] => "for FF alone announces a unit of row 00",
            [ESCAPE, _] => "of row 00",
            _ => "",
        };
    }
    let unit = hex_unit(unit);
    let octets = hex(&octets, " ");
    let comma = if reason.is_empty() { "" } else { ", " };
    let words = format!("{unit}: {octets}{comma}{reason}");
    Entry {
        cells: [unit, octets, reason.to_owned()],
        steps: vec![("unit", words)],
    }
}

fn reading(octets: &[u8], trace: &mut Trace) {
    let Some((&row, mut rest)) = octets.split_first() else {
        return;
    };
    write_header(row, trace);
    let mut entries = Vec::new();
    while let [first, ref tail @ ..] = *rest {
        let unit = match tail {
            [second, ..] if row == TWO_OCTETS => Unit {
                pair: [first, *second],
                length: 2,
            },
            [] if row == TWO_OCTETS => break,
            // An octet that is not allowed here, such as 99 in row 00, is shown as a unit of the row.
            _ => (Race::DRAFT.read)(row, rest).unwrap_or(Unit {
                pair: [row, first],
                length: 1,
            }),
        };
        let read = hex(&rest[..unit.length], " ");
        let unit_read = match rest {
            [ESCAPE] if row != TWO_OCTETS => "nothing follows".to_owned(),
            _ => hex_unit(unit.pair),
        };
        let words = format!("{read}: {unit_read}");
        entries.push(Entry {
            cells: [read, unit_read],
            steps: vec![("unit", words)],
        });
        rest = &rest[unit.length..];
    }
    trace.rows("The unit of each octet", &["octets", "unit"], entries);
}

fn write_header(row: u8, trace: &mut Trace) {
    let header = match row {
        TWO_OCTETS => "D8: units of several rows, two octets each".to_owned(),
        row => format!("{row:02X}: the row of every unit that has no FF before it"),
    };
    trace.fact("header", header);
}
