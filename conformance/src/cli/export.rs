//! `acegate vectors export`: the cases as JSON, for programs that need only the data.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::panic::resume_unwind;
use std::thread;

use acegate_codec::{Parameter, Parameters, codecs};
use acegate_vectors::{Check, Ledger, Level, Origin, SUITE_VERSION, Suite};
use serde::Serialize;

use super::conflicts::{Conflicts, conflicts};
use super::needs::{Needs, WIDTH, needs_of};
use crate::event::{Expected, params, write_line};
use crate::observation::AnyValue;
use crate::suite::{codec_parameter, codec_value};

/// The version of the shape.
const FORMAT: u32 = 1;

/// One question to an implementation, and the answers that are right. A case of two operations is two
/// of these.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ExportedCase<'a> {
    /// The name: the id of the case, and `:` and the operation if the case has two.
    name: &'a str,
    /// The codec.
    codec: &'a str,
    /// The operation.
    op: &'a str,
    /// The parameters. A parameter that is left out has its default.
    #[serde(serialize_with = "params::serialize")]
    #[cfg_attr(
        test,
        schemars(with = "BTreeMap<String, crate::event::ParameterSchema>")
    )]
    params: Parameters,
    /// The input.
    input: AnyValue,
    /// The properties and declarations of an implementation that the check is for.
    needs: Needs,
    /// The right answers, the best first. Only these pass.
    expected: Vec<Expected>,
    /// The level: `must`, `should` or `may`.
    #[cfg_attr(test, schemars(with = "String"))]
    level: Level,
    /// The document.
    document: &'a str,
    /// The clause of the document.
    clause: &'a str,
    /// The requirements that it tests: their ids with their sentences, or `null` for an id that the
    /// ledger does not have.
    requirements: BTreeMap<&'a str, Option<&'a str>>,
    /// The origin: `printed`, `corrected`, `derived` or `found`.
    #[cfg_attr(test, schemars(with = "String"))]
    origin: Origin,
    /// The reason for the case, or `null`.
    note: Option<&'a str>,
    /// The names of checks of the same input that another document, or another edition of it, decides
    /// differently: no answer passes both.
    conflicts_with: Vec<&'a str>,
    /// The digest of codec, operation, parameters, input, expectation, level and clause.
    digest: String,
}

/// Writes the checks of a suite: a line for the head, with the defaults of their codecs, and one for each check.
pub(super) fn export(
    suite: &Suite,
    ledger: &Ledger,
    checks: &[Check],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut sentences = BTreeMap::new();
    for row in &ledger.requirements {
        sentences.insert(row.id.as_str(), row.text.as_str());
    }
    let acegate = env!("CARGO_PKG_VERSION");
    let digest = suite.digest();
    let codecs: BTreeSet<&str> = checks.iter().map(Check::codec).collect();
    let defaults = serde_json::to_string(&defaults(&codecs))?;
    write!(
        out,
        "{{\"format\":{FORMAT},\"version\":\"{SUITE_VERSION}\",\"acegate\":\"{acegate}\",\
         \"suite\":\"{digest}\",\"defaults\":{defaults},\"cases\":["
    )?;
    let all = suite.checks();
    let conflicts = conflicts(&all);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let shares = thread::scope(|scope| {
        let mut working = Vec::new();
        for first in 0..threads {
            // Neighbours cost the same, so each thread has its part of each kind.
            let share = checks.iter().skip(first).step_by(threads);
            working.push(scope.spawn(|| lines_of(share, &sentences, &conflicts)));
        }
        let mut shares = Vec::new();
        for thread in working {
            match thread.join() {
                Ok(lines) => shares.push(lines?),
                Err(panic) => resume_unwind(panic),
            }
        }
        Ok::<_, io::Error>(shares)
    })?;
    for index in 0..checks.len() {
        let comma = if index == 0 { "" } else { "," };
        writeln!(out, "{comma}")?;
        out.write_all(shares[index % threads][index / threads].trim_ascii_end())?;
    }
    out.write_all(b"\n]}\n")
}

/// The line of each of these checks.
fn lines_of<'a>(
    checks: impl Iterator<Item = &'a Check>,
    sentences: &BTreeMap<&str, &'a str>,
    conflicts: &Conflicts<'a>,
) -> io::Result<Vec<Vec<u8>>> {
    let mut lines = Vec::new();
    for check in checks {
        let mut line = Vec::new();
        write_line(&exported(check, sentences, conflicts), &mut line)?;
        lines.push(line);
    }
    Ok(lines)
}

/// The default of a parameter: a boolean, a number or a word.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum DefaultValue {
    Boolean(bool),
    Integer(u64),
    Text(String),
}

impl DefaultValue {
    fn of(word: &str) -> Self {
        match Parameter::from_word(word) {
            Parameter::Boolean(value) => Self::Boolean(value),
            Parameter::Integer(value) => Self::Integer(value),
            Parameter::Text(value) => Self::Text(value),
        }
    }
}

/// The values that the parameters of these codecs have if nothing else is said.
fn defaults(
    chosen: &BTreeSet<&str>,
) -> BTreeMap<&'static str, BTreeMap<&'static str, DefaultValue>> {
    let mut all = BTreeMap::new();
    for codec in codecs() {
        if !chosen.contains(codec.id()) {
            continue;
        }
        let mut of_codec = BTreeMap::new();
        for spec in codec.operations().iter().flat_map(|known| known.parameters) {
            if let Some(word) = spec.values.first()
                && spec.name != WIDTH
            {
                of_codec.insert(spec.name, DefaultValue::of(word));
            }
        }
        all.insert(codec.id(), of_codec);
    }
    all
}

fn exported<'a>(
    check: &'a Check,
    sentences: &BTreeMap<&str, &'a str>,
    conflicts: &Conflicts<'a>,
) -> ExportedCase<'a> {
    let case = &*check.case;
    let params = check.params().iter();
    let ids = case.requirements.iter().map(String::as_str);
    ExportedCase {
        name: &check.name,
        codec: &case.codec,
        op: &check.op,
        params: params
            .map(|(name, value)| (name.clone(), codec_parameter(value)))
            .collect(),
        input: AnyValue::Ordinary(codec_value(&check.input)),
        needs: needs_of(check),
        expected: check.expect.outcomes().iter().map(Expected::of).collect(),
        level: case.level,
        document: &case.document,
        clause: &case.clause,
        requirements: ids.map(|id| (id, sentences.get(id).copied())).collect(),
        origin: case.origin,
        note: case.note.as_deref(),
        conflicts_with: conflicts.of(&check.name),
        digest: check.digest().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use acegate_vectors::EXPORT_SCHEMA;

    use super::*;
    use crate::event::assert_schema;

    /// Test vectors of acegate, as `acegate vectors export` writes them.
    #[derive(Serialize, schemars::JsonSchema)]
    struct Export<'a> {
        /// The version of this shape.
        format: u32,
        /// The semantic version of the suite.
        version: &'a str,
        /// The version of acegate.
        acegate: &'a str,
        /// The digest of the complete suite, even if only a part was selected.
        suite: &'a str,
        /// The default of each parameter, by codec and name.
        defaults: BTreeMap<&'a str, BTreeMap<&'a str, DefaultValue>>,
        /// The checks.
        cases: Vec<ExportedCase<'a>>,
    }

    #[test]
    fn a_part_of_the_suite_has_the_defaults_of_its_codecs() {
        let suite = Suite::embedded().expect("the embedded suite is valid");
        let ledger = Ledger::embedded().expect("the ledger is valid");
        let mut checks = suite.checks();
        checks.retain(|check| check.codec() == "lace");
        let mut out = Vec::new();
        export(&suite, &ledger, &checks, &mut out).expect("it can be written");
        let written: serde_json::Value = serde_json::from_slice(&out).expect("it is JSON");
        let lace = serde_json::json!({"lace": {"draft": 1, "layer": "host"}});
        assert_eq!(written["defaults"], lace);
        let cases = written["cases"].as_array().expect("the checks");
        let names: Vec<_> = cases.iter().map(|case| &case["name"]).collect();
        let expected: Vec<_> = checks.iter().map(|check| &*check.name).collect();
        assert_eq!(names, expected, "threads keep the order");
    }

    #[test]
    fn export_schema_json_is_up_to_date() {
        let id = format!("urn:acegate:vectors:{FORMAT}");
        assert_schema::<Export<'_>>("../vectors/export.schema.json", EXPORT_SCHEMA, &id, |_| ());
    }
}
