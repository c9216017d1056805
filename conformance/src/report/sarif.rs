//! SARIF 2.1.0, for code scanning.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value as Json, json};

use super::location::Location;
use super::reporter::{Format, ReportOptions};
use super::run::Run;
use super::wording::{facts, show_cause, show_finding};
use crate::escape::{percent, printable, printable_lines, printable_start};
use crate::event::{Finding, write_line};
use crate::judge::ExitStatus;

pub(super) const FORMAT: Format =
    Format::document("sarif", "sarif", "SARIF 2.1.0, for code scanning", write);

/// How many results of a run GitHub shows.
const SHOWN: usize = 5000;

/// How many characters GitHub takes of a description.
const DESCRIPTION: usize = 1024;

/// One result for every finding. Its rule is the cause.
fn write(run: &Run, options: &ReportOptions, out: &mut dyn Write) -> io::Result<()> {
    let (counting, advisory) = run.findings();
    let shown: Vec<_> = counting.into_iter().chain(advisory).take(SHOWN).collect();
    let location_of = Location::of_findings(run, options.location.as_ref());
    let results = shown.iter().enumerate();
    let results: Vec<_> = results
        .map(|(index, finding)| result(finding, index, location_of(finding), run))
        .collect();
    let is_whole = matches!(
        run.end.exit,
        ExitStatus::AsExpected | ExitStatus::Unexpected
    );
    let facts = facts(&run.end);
    let notes: Vec<_> = facts
        .iter()
        .map(|fact| json!({ "level": "note", "message": { "text": fact } }))
        .collect();
    let rules: Vec<_> = shown.iter().map(|finding| rule(finding)).collect();
    let name = printable_start(&run.start.implementation.name, DESCRIPTION);
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
                // Uploads of several implementations from one workflow do not replace each other.
                "automationDetails": { "id": format!("acegate/{name}/") },
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

/// The cause as a rule, with every field that GitHub requires.
fn rule(finding: &Finding) -> Json {
    let text = |text: String| json!({ "text": text.chars().take(DESCRIPTION).collect::<String>() });
    json!({
        "id": printable(&finding.id),
        "shortDescription": text(printable(&finding.summary)),
        "fullDescription": text(show_cause(finding)),
        "help": text(format!("Clauses: {}", printable(&finding.clauses.join(", ")))),
    })
}

fn result(finding: &Finding, index: usize, location: Option<Location>, run: &Run) -> Json {
    let text = format!(
        "{}, {}\n{}",
        finding.level,
        show_finding(finding),
        run.finding_text(finding)
    );
    let mut result = json!({
        "ruleId": printable(&finding.id),
        "ruleIndex": index,
        "level": if finding.unexpected > 0 { "error" } else { "warning" },
        "message": { "text": printable_lines(text.trim_end()) },
        "partialFingerprints": { "finding/v1": printable(&finding.id) },
    });
    // `acegate vectors show` takes the name.
    let named = run.example(finding).map(|check| {
        let name = printable(&check.case.name);
        ("logicalLocations", json!([{ "fullyQualifiedName": name }]))
    });
    let place = location.map(|Location { file, line }| {
        let uri = percent(&file, "/-._~");
        let region = json!({ "startLine": line });
        (
            "physicalLocation",
            json!({ "artifactLocation": { "uri": uri }, "region": region }),
        )
    });
    let location: BTreeMap<_, _> = named.into_iter().chain(place).collect();
    if !location.is_empty() {
        result["locations"] = json!([location]);
    }
    result
}
