//! The steps of LACE, sections 2.4.1 and 2.4.2.

use acegate_codec::Arguments;
use acegate_codec::lace::{self, PREFIX, PREFIX_DRAFT_00};

use super::label::Compression;
use super::{Step, hex, units};

/// The compression, with the prefix of the requested draft.
pub(super) fn compression(arguments: Arguments<'_>) -> Compression {
    let prefix = if arguments.is("draft", "0") { PREFIX_DRAFT_00 } else { PREFIX };
    Compression { prefix, compress: lace::compress, writing, reading }
}

const UNCOMPRESSED: u8 = 0xFF;

fn writing(text: &str, octets: &[u8]) -> Vec<Step> {
    let units = units(text);
    let runs: Vec<_> = units.chunk_by(|a, b| a >> 8 == b >> 8).collect();
    let mut steps = Vec::new();
    for run in &runs {
        let lows: Vec<_> = run.iter().map(|unit| unit.to_be_bytes()[1]).collect();
        let (count, row) = (run.len(), run[0] >> 8);
        steps.push(("run", format!("{count:02x} units of row {row:02x}: {}", hex(&lows))));
    }
    let (compressed, plain) = (2 * runs.len() + units.len(), 2 * units.len());
    let chosen = match octets.first() {
        Some(&UNCOMPRESSED) => "more, so FF and the units are written",
        _ => "no more, so the runs are written",
    };
    steps.push((
        "lengths",
        format!("{compressed} octets as runs against {plain} of the units: {chosen}"),
    ));
    steps
}

fn reading(octets: &[u8]) -> Vec<Step> {
    if let Some((&UNCOMPRESSED, rest)) = octets.split_first() {
        return vec![("units", format!("{} after FF, two octets each", hex(rest)))];
    }
    let mut steps = Vec::new();
    let mut rest = octets;
    while let [count, tail @ ..] = rest {
        let count = usize::from(*count);
        let Some((&row, lows)) =
            tail.split_first().filter(|(_, lows)| count > 0 && lows.len() >= count)
        else {
            steps.push(("run", format!("{count:02x} units, which are not there: {}", hex(tail))));
            break;
        };
        let (lows, after) = lows.split_at(count);
        steps.push(("run", format!("{count:02x} units of row {row:02x}: {}", hex(lows))));
        rest = after;
    }
    steps
}
