//! SARIF 2.1.0, for code scanning.

use std::io::{self, Write};

use serde_json::{Map, Value as Json, json};

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
    let mut rules = Vec::new();
    let mut results = Vec::new();
    for (index, finding) in shown.into_iter().enumerate() {
        rules.push(rule(finding));
        results.push(result(finding, index, location_of(finding), run));
    }
    let is_whole = matches!(
        run.end.exit,
        ExitStatus::AsExpected | ExitStatus::Unexpected
    );
    let mut notes = Vec::new();
    for fact in facts(&run.end) {
        notes.push(json!({ "level": "note", "message": { "text": fact } }));
    }
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
    let clauses = printable(&finding.clauses.join(", "));
    json!({
        "id": printable(&finding.id),
        "shortDescription": description(&printable(&finding.summary)),
        "fullDescription": description(&show_cause(finding)),
        "help": description(&format!("Clauses: {clauses}")),
    })
}

fn description(text: &str) -> Json {
    let start: String = text.chars().take(DESCRIPTION).collect();
    json!({ "text": start })
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
    let mut place = Map::new();
    if let Some(check) = run.example(finding) {
        // `acegate vectors show` takes the name.
        let name = printable(&check.case.name);
        place.insert(
            "logicalLocations".to_owned(),
            json!([{ "fullyQualifiedName": name }]),
        );
    }
    if let Some(Location { file, line }) = location {
        let uri = percent(&file, "/-._~");
        place.insert(
            "physicalLocation".to_owned(),
            json!({ "artifactLocation": { "uri": uri }, "region": { "startLine": line } }),
        );
    }
    if !place.is_empty() {
        result["locations"] = json!([place]);
    }
    result
}
