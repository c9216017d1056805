//! The steps of LACE, sections 2.4.1 and 2.4.2.

use acegate_codec::Arguments;
use acegate_codec::lace::model::{Lace, MARK};
use acegate_codec::lace::{self, PREFIX, PREFIX_DRAFT_00};

use super::label::{self, Compression};
use super::trace::{Entry, Trace};
use super::{Drawing, hex};

/// LACE in steps.
pub(super) const DRAWING: Drawing = Drawing {
    codec: lace::ABOUT,
    encoding: |arguments, text, answer| label::encoding(text, &compression(arguments), answer),
    decoding: |arguments, text, trace| label::decoding(text, &compression(arguments), trace),
};

/// The compression, with the prefix of the requested draft.
fn compression(arguments: Arguments<'_>) -> Compression {
    let prefix = if arguments.is("draft", "0") {
        PREFIX_DRAFT_00
    } else {
        PREFIX
    };
    Compression {
        prefix,
        compress: lace::compress,
        writing,
        reading,
    }
}

fn writing(units: &[[u8; 2]], octets: &[u8], trace: &mut Trace) {
    let runs: Vec<_> = units.chunk_by(|[row, _], [next, _]| row == next).collect();
    let mut entries = Vec::new();
    for run in &runs {
        let [row, _] = run[0];
        entries.push(entry(row, &(Lace::DRAFT.run)(run)));
    }
    write_runs(entries, trace);
    // A run needs an octet for its length, one for its row and one for each unit.
    let compressed = 2 * runs.len() + units.len();
    let plain = 2 * units.len();
    let chosen = match octets.first() {
        Some(&MARK) => "more, so FF and the units are written",
        _ => "no more, so the runs are written",
    };
    trace.fact(
        "lengths",
        format!("{compressed} octets as runs against {plain} of the units: {chosen}"),
    );
}

fn reading(octets: &[u8], trace: &mut Trace) {
    if let Some((&MARK, rest)) = octets.split_first() {
        return trace.fact(
            "units",
            format!("{} after FF, two octets each", hex(rest, "")),
        );
    }
    let mut entries = Vec::new();
    let mut rest = octets;
    while let Ok(run) = (Lace::DRAFT.read)(rest) {
        entries.push(entry(run.row, &run.lowers));
        rest = &rest[run.length..];
    }
    write_runs(entries, trace);
    if let [count, tail @ ..] = rest {
        let tail = hex(tail, "");
        trace.fact(
            "run",
            format!("{count:02x} units, which are not there: {tail}"),
        );
    }
}

/// A run in cells and in words.
fn entry(row: u8, lowers: &[u8]) -> Entry<3> {
    let count = format!("{:02x}", lowers.len());
    let row = format!("{row:02x}");
    let lowers = hex(lowers, "");
    let words = format!("{count} units of row {row}: {lowers}");
    Entry {
        cells: [count, row, lowers],
        steps: vec![("run", words)],
    }
}

fn write_runs(runs: Vec<Entry<3>>, trace: &mut Trace) {
    trace.rows(
        "Runs of units of one row",
        &["count", "row", "lower octets"],
        runs,
    );
}
