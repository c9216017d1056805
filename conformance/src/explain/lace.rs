//! The steps of LACE, sections 2.4.1 and 2.4.2.

use acegate_codec::Arguments;
use acegate_codec::lace::{self, PREFIX, PREFIX_DRAFT_00};
use acegate_codec::plain::lace::{Lace, MARK};

use super::hex;
use super::label::Compression;
use super::trace::{Step, Trace};

/// The compression, with the prefix of the requested draft.
pub(super) fn compression(arguments: Arguments<'_>) -> Compression {
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
    write_runs(
        runs.iter()
            .map(|run| entry(run[0][0], &(Lace::DRAFT.run)(run))),
        trace,
    );
    let (compressed, plain) = (2 * runs.len() + units.len(), 2 * units.len());
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
fn entry(row: u8, lowers: &[u8]) -> ([String; 3], Vec<Step>) {
    let cells = [
        format!("{:02x}", lowers.len()),
        format!("{row:02x}"),
        hex(lowers, ""),
    ];
    let [count, row, lowers] = &cells;
    let step = ("run", format!("{count} units of row {row}: {lowers}"));
    (cells, vec![step])
}

fn write_runs(runs: impl IntoIterator<Item = ([String; 3], Vec<Step>)>, trace: &mut Trace) {
    trace.rows(
        "Runs of units of one row",
        &["count", "row", "lower octets"],
        runs,
    );
}
