//! The steps of RACE, sections 2.4.1 and 2.4.2.

use acegate_codec::race::{self, PREFIX};

use super::label::Compression;
use super::{Step, units};

pub(super) const COMPRESSION: Compression =
    Compression { prefix: PREFIX, compress: race::compress, writing, reading };

const TWO_OCTETS: u8 = 0xD8;
const ESCAPE: u8 = 0xFF;
const ESCAPED_ESCAPE: u8 = 0x99;

fn mode(header: u8) -> Step {
    (
        "header",
        match header {
            TWO_OCTETS => "D8: units of several rows, two octets each".to_owned(),
            row => format!("{row:02X}: the row of every unit that has no FF before it"),
        },
    )
}

fn writing(text: &str, octets: &[u8]) -> Vec<Step> {
    let Some(&header) = octets.first() else { return Vec::new() };
    let mut steps = vec![mode(header)];
    for unit in units(text) {
        let [row, low] = unit.to_be_bytes();
        let written = match (header, low) {
            (TWO_OCTETS, _) => format!("{row:02x} {low:02x}"),
            (_, ESCAPE) if row == header => "ff 99, for FF alone announces a unit of row 00".into(),
            _ if row == header => format!("{low:02x}"),
            _ => format!("ff {low:02x}, of row 00"),
        };
        steps.push(("unit", format!("{unit:04X}: {written}")));
    }
    steps
}

fn reading(octets: &[u8]) -> Vec<Step> {
    let Some((&header, rest)) = octets.split_first() else { return Vec::new() };
    let mut steps = vec![mode(header)];
    if header == TWO_OCTETS {
        steps.extend(rest.chunks_exact(2).map(|pair| {
            ("unit", format!("{:02x} {:02x}: {:02X}{:02X}", pair[0], pair[1], pair[0], pair[1]))
        }));
        return steps;
    }
    let mut rest = rest.iter();
    while let Some(&low) = rest.next() {
        let step = match (low, rest.as_slice().first()) {
            (ESCAPE, None) => "ff: nothing follows".to_owned(),
            (ESCAPE, Some(&next)) => {
                rest.next();
                match next {
                    ESCAPED_ESCAPE => format!("ff 99: {header:02X}FF"),
                    next => format!("ff {next:02x}: 00{next:02X}"),
                }
            }
            (low, _) => format!("{low:02x}: {header:02X}{low:02X}"),
        };
        steps.push(("unit", step));
    }
    steps
}
