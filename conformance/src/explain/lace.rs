//! The steps of LACE, sections 2.4.1 and 2.4.2.

use acegate_codec::Arguments;
use acegate_codec::lace::{self, PREFIX, PREFIX_DRAFT_00};
use acegate_codec::plain::lace::{Lace, MARK};

use super::label::Compression;
use super::trace::{Direction, Part, Table, each};
use super::{hex, units};

/// The compression, with the prefix of the requested draft.
pub(super) fn compression(arguments: Arguments<'_>) -> Compression {
    let prefix = if arguments.is("draft", "0") { PREFIX_DRAFT_00 } else { PREFIX };
    Compression { prefix, compress: lace::compress, writing, reading }
}

fn writing(text: &str, octets: &[u8]) -> Vec<Part> {
    let units = units(text);
    let runs: Vec<_> = units.chunk_by(|a, b| a >> 8 == b >> 8).collect();
    let entries = runs.iter().map(|run| {
        let lows: Vec<_> = run.iter().map(|unit| unit.to_be_bytes()[1]).collect();
        entry(run.len(), run[0] >> 8, &lows)
    });
    let (compressed, plain) = (2 * runs.len() + units.len(), 2 * units.len());
    let chosen = match octets.first() {
        Some(&MARK) => "more, so FF and the units are written",
        _ => "no more, so the runs are written",
    };
    let lengths = format!("{compressed} octets as runs against {plain} of the units: {chosen}");
    vec![table(entries.collect()), Part::Fact("lengths", lengths)]
}

fn reading(octets: &[u8]) -> Vec<Part> {
    if let Some((&MARK, rest)) = octets.split_first() {
        let units = format!("{} after FF, two octets each", hex(rest));
        return vec![Part::Fact("units", units)];
    }
    let mut entries = Vec::new();
    let mut missing = None;
    let mut rest = octets;
    while let [count, tail @ ..] = rest {
        let Ok(run) = (Lace::DRAFT.read)(rest) else {
            let text = format!("{count:02x} units, which are not there: {}", hex(tail));
            missing = Some(Part::Fact("run", text));
            break;
        };
        entries.push(entry(run.lowers.len(), run.row.into(), &run.lowers));
        rest = &rest[run.length..];
    }
    let runs = Some(entries).filter(|entries| !entries.is_empty()).map(table);
    runs.into_iter().chain(missing).collect()
}

fn entry(count: usize, row: u16, lows: &[u8]) -> Vec<String> {
    vec![format!("{count:02x}"), format!("{row:02x}"), hex(lows)]
}

fn table(entries: Vec<Vec<String>>) -> Part {
    Part::Table(Table {
        caption: "Runs of units of one row",
        direction: Direction::Down,
        heads: &["count", "row", "lower octets"],
        entries,
        in_words: |entries| {
            each(entries, "run", |entry| {
                format!("{} units of row {}: {}", entry[0], entry[1], entry[2])
            })
        },
    })
}
