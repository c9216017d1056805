//! The commands that measure what the documentation says.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use acegate_codec::{Codec, codecs};

use super::Ending;
use super::arguments::PlantedArguments;
use crate::evidence::{self, Measurement};
use crate::planted::{self, Found, Trial};

pub(super) fn compare(
    codec: Option<&'static dyn Codec>,
    requests: u64,
    seed: u64,
    out: &mut impl Write,
) -> io::Result<Ending> {
    let mut ending = Ending::Clean;
    for &codec in codec.as_ref().map_or(codecs(), std::slice::from_ref) {
        match evidence::compare(codec, requests, seed).map_err(io::Error::other)? {
            Ok(found) => writeln!(
                out,
                "{:10} {requests} requests, one answer: {} values, {} refusals, {} unsupported",
                codec.id(),
                found.values,
                found.refusals,
                found.unsupported
            )?,
            Err(violation) => {
                writeln!(out, "{:10} {violation}", codec.id())?;
                ending = Ending::Found;
            }
        }
        out.flush()?;
    }
    Ok(ending)
}

/// The table has the slowest input of each operation; what is out of bounds is shown whole.
pub(super) fn measure(
    octets: usize,
    folder: Option<&Path>,
    out: &mut impl Write,
) -> io::Result<Ending> {
    let (mut count, mut slowest): (usize, Vec<Measurement>) = (0, Vec::new());
    let (mut hungriest, mut unbounded) = (0.0_f64, Vec::new());
    evidence::measure(octets, |found| {
        count += 1;
        hungriest = hungriest.max(found.octets_an_element());
        if !found.is_bounded() {
            unbounded.push(found.clone());
        }
        match slowest.last_mut() {
            Some(last) if last.request == found.request => {
                if last.time < found.time {
                    *last = found.clone();
                }
            }
            _ => slowest.push(found.clone()),
        }
    });
    let mut text = format!(
        "# Every operation on inputs of {octets} octets\n\n\
         Made by `cargo run --release -p acegate-fuzz -- measure --out reports`: {count} \
         measurements, each operation with each value of each parameter on each kind of input. \
         The table has the slowest input of each. *Growth* is the exponent from a tenth of the \
         size: 1 is linear. Memory is what the operation holds at one time above its input, \
         result included; the most of all was {hungriest:.0} octets for an element.\n\n{}\n",
        Measurement::HEAD
    );
    for found in &slowest {
        text.push_str(&found.row());
        text.push('\n');
    }
    text.push_str(&format!("\nOut of bounds: {}\n", unbounded.len()));
    for found in &unbounded {
        text.push_str(&found.row());
        text.push('\n');
    }
    match folder {
        Some(folder) => {
            fs::create_dir_all(folder)?;
            fs::write(folder.join("bounds.md"), text)?;
            writeln!(out, "{}", folder.join("bounds.md").display())?;
        }
        None => out.write_all(text.as_bytes())?,
    }
    Ok(if unbounded.is_empty() { Ending::Clean } else { Ending::Found })
}

pub(super) fn planted(arguments: &PlantedArguments, out: &mut impl Write) -> io::Result<Ending> {
    let PlantedArguments { codec, runs, seed, out: folder } = arguments;
    let codecs = codec.as_ref().map_or(codecs(), std::slice::from_ref);
    let mut said = Ok(());
    let mut each = |Found { deviation, laws }: &Found| {
        let found: Vec<_> =
            laws.iter().filter_map(|(law, number)| Some((law, (*number)?.request))).collect();
        if said.is_ok() {
            said = writeln!(out, "{:50} {found:?}", deviation.id);
        }
    };
    let trial = Trial { seed: *seed, executions: *runs };
    let table = match planted::measure(trial, codecs, &mut each).map_err(io::Error::other)? {
        Ok(table) => table,
        Err(violation) => {
            writeln!(out, "a codec without a deviation: {violation}")?;
            return Ok(Ending::Found);
        }
    };
    said?;
    if let Some(folder) = folder {
        fs::create_dir_all(folder)?;
        fs::write(folder.join("planted.md"), table.markdown())?;
        let json = serde_json::to_string_pretty(&table.json())? + "\n";
        fs::write(folder.join("planted.json"), json)?;
    }
    let missed = table.missed().count();
    writeln!(out, "{} deviations, {missed} found by no law", table.rows.len())?;
    Ok(if table.is_enough() { Ending::Clean } else { Ending::Found })
}
