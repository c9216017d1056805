//! SARIF 2.1.0, for code scanning.

use std::collections::BTreeSet;
use std::io::{self, Write};

use serde_json::{Value as Json, json};

use super::reporter::Format;
use super::run::{CheckEntry, Document, Run};
use super::wording::facts;
use crate::escape::printable;
use crate::event::{Evidence, write_line};
use crate::judge::ExitStatus;

pub(super) const FORMAT: Format = Format {
    name: "sarif",
    extension: "sarif",
    help: "SARIF 2.1.0, for code scanning",
    evidence: Evidence::OfFailures,
    is_styled: false,
    make: |_| Document::boxed(write),
};

/// How many results of a run GitHub shows.
const SHOWN: usize = 5000;

/// One result for every failure. The rule that it breaks is a clause of a document.
fn write(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    let failures = run.checks.iter().filter(|check| check.case.verdict.is_failure());
    let (errors, warnings): (Vec<_>, Vec<_>) = failures.partition(|check| check.case.unexpected);
    let shown: Vec<_> = errors.into_iter().chain(warnings).take(SHOWN).collect();
    let rules: BTreeSet<_> = shown.iter().map(|check| rule(check)).collect();
    let rules: Vec<_> = rules.into_iter().collect();
    let results: Vec<_> = shown.iter().map(|check| result(check, &rules, run)).collect();
    let is_whole = matches!(run.end.exit, ExitStatus::AsExpected | ExitStatus::Unexpected);
    let facts = facts(&run.end);
    let notes: Vec<_> =
        facts.iter().map(|fact| json!({ "level": "note", "message": { "text": fact } })).collect();
    let rules: Vec<_> = rules
        .into_iter()
        .map(|rule| json!({ "id": rule, "shortDescription": { "text": rule } }))
        .collect();
    write_line(
        &json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "acegate",
                    "version": printable(&run.start.acegate),
                    "rules": rules,
                } },
                "invocations": [{
                    "executionSuccessful": is_whole,
                    "toolExecutionNotifications": notes,
                }],
                "results": results,
            }],
        }),
        out,
    )
}

/// The rule that a check is about.
fn rule(check: &CheckEntry) -> String {
    printable(&format!("{}, {}", check.case.document, check.case.clause))
}

fn result(check: &CheckEntry, rules: &[String], run: &Run) -> Json {
    let (case, rule) = (&check.case, rule(check));
    let text = format!("{}: {}\n{}", check.headline(), printable(&case.name), check.text(&run.end));
    json!({
        "ruleId": rule,
        "ruleIndex": rules.binary_search(&rule).unwrap_or_default(),
        "level": if case.unexpected { "error" } else { "warning" },
        "message": { "text": text.trim_end() },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": uri(&case.file) },
            "region": { "startLine": case.line.max(1) },
        } }],
        "partialFingerprints": { "check/v1": printable(&case.name) },
    })
}

/// The path as a reference of RFC 3986.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for octet in path.bytes() {
        match octet {
            b'/' | b'-' | b'.' | b'_' | b'~' => out.push(octet.into()),
            octet if octet.is_ascii_alphanumeric() => out.push(octet.into()),
            octet => out += &format!("%{octet:02X}"),
        }
    }
    out
}
