//! Findings about a suite that loads, compared with the requirement ledger.

use std::collections::BTreeMap;

use crate::expectation::Level;
use crate::ledger::{Basis, Ledger, Requirement};
use crate::lint::{Finding, Severity, finding};
use crate::model::{Case, Suite};

/// Compares a suite with the ledger that its cases name. The findings are in the order of the cases.
///
/// Errors: a requirement that the ledger lacks; a clause that is none of the requirements of the
/// case; a `must` that rests on a reading, or on no `must` of the document. The clause of a case
/// that another document prints is not looked for: the requirements are of the document.
#[must_use]
pub fn lint_with_ledger(suite: &Suite, ledger: &Ledger) -> Vec<Finding> {
    let mut rows = BTreeMap::new();
    for row in &ledger.requirements {
        rows.insert(row.id.as_str(), row);
    }
    let mut findings = Vec::new();
    for case in &suite.cases {
        for message in lint_case(case, &rows) {
            findings.push(finding(case, Severity::Error, &message));
        }
    }
    findings
}

/// The errors of one case; `rows` are the requirements by their ids.
fn lint_case(case: &Case, rows: &BTreeMap<&str, &Requirement>) -> Vec<String> {
    let mut messages = Vec::new();
    let mut requirements = Vec::new();
    for id in &case.requirements {
        match rows.get(id.as_str()) {
            Some(row) => requirements.push(*row),
            None => messages.push(format!("the ledger has no requirement {id:?}")),
        }
    }
    if let Some(clause) = foreign_clause(case, &requirements) {
        messages.push(format!("no requirement of the case has clause {clause:?}"));
    }
    if case.level == Level::Must {
        let reading = requirements.iter().find(|row| row.basis == Basis::Reading);
        if let Some(row) = reading {
            messages.push(format!("a must rests on the reading {}", row.id));
        }
        if !requirements.iter().any(|row| row.level == Level::Must) {
            messages.push("a must rests on no must of the document".to_owned());
        }
    }
    messages
}

/// A clause of the case that none of its requirements has.
fn foreign_clause<'a>(case: &'a Case, rows: &[&Requirement]) -> Option<&'a str> {
    let mut rows = rows.to_vec();
    rows.retain(|row| row.document == case.document);
    if rows.is_empty() || case.clause.starts_with("draft-") {
        return None;
    }
    let parts: Vec<_> = case.clause.split(", ").collect();
    let are_clauses = parts
        .iter()
        .all(|part| part.starts_with(|first: char| first.is_ascii_digit()));
    // `6.2, 6.3` are two clauses, `6.2, step 3` is one.
    let clauses = if are_clauses {
        parts
    } else {
        vec![case.clause.as_str()]
    };
    clauses
        .into_iter()
        .find(|clause| !rows.iter().any(|row| row.has_clause(clause)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEDGER: &str = r#"
format: 1
codec: punycode
document: "RFC 3492"
requirements:
  - id: "punycode-1"
    clause: "6.2"
    level: must
    basis: document
    text: "Text."
  - id: "punycode-2"
    clause: "5"
    level: should
    basis: reading
    text: "Text."
"#;

    /// The messages about one case with this clause, these requirements and this level.
    fn messages(clause: &str, requirements: &str, level: &str) -> Vec<String> {
        let vectors = format!(
            "format: 1\ncodec: punycode\ndocument: \"RFC 3492\"\ntheme: x\nsummary: \"X.\"\ncases:\n  \
             - id: \"punycode/x/y\"\n    clause: \"{clause}\"\n    requirements: {requirements}\n    \
             level: {level}\n    op: decode\n    input: {{ t: \"!\" }}\n    \
             expect: {{ error: [bad-digit] }}\n    origin: derived\n"
        );
        let suite = Suite::from_sources([("x.yaml", vectors.as_bytes())]).expect("valid");
        let ledger = Ledger::from_sources([("y.yaml", LEDGER.as_bytes())]).expect("valid");
        let findings = lint_with_ledger(&suite, &ledger);
        findings
            .into_iter()
            .map(|finding| finding.message)
            .collect()
    }

    #[test]
    fn a_case_that_does_not_rest_on_its_requirements_is_found() {
        let both = r#"["punycode-1", "punycode-2"]"#;
        let reading = "a must rests on the reading punycode-2";
        for (clause, requirements, level, expected) in [
            ("6.2", r#"["punycode-1"]"#, "must", ""),
            ("6.2, step 3", r#"["punycode-1"]"#, "must", ""),
            ("5, 6.2", both, "should", ""),
            (
                "6.3",
                r#"["punycode-1"]"#,
                "must",
                "no requirement of the case has clause \"6.3\"",
            ),
            (
                "6.2, 6.3",
                r#"["punycode-1"]"#,
                "must",
                "has clause \"6.3\"",
            ),
            (
                "6.2",
                r#"["punycode-3"]"#,
                "should",
                "the ledger has no requirement \"punycode-3\"",
            ),
            ("6.2", both, "must", reading),
            ("5", r#"["punycode-2"]"#, "must", reading),
        ] {
            let messages = messages(clause, requirements, level);
            let found = messages.iter().any(|message| message.contains(expected));
            assert!(
                found != expected.is_empty(),
                "{clause} {requirements}: {messages:?}"
            );
        }
    }
}
