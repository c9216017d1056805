//! The requirement ledger: every MUST, SHOULD and MAY of the documents, numbered, in our words.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::embedded::LEDGER;
use crate::error::LoadError;
use crate::expectation::Level;
use crate::source::{Place, Source};
use crate::word::words;
use crate::yaml::Located;

/// All requirements, in the order of the files and of the rows in them. Their ids are distinct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    /// The rows.
    pub requirements: Vec<Requirement>,
}

/// One requirement of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// The stable name: the codec and a number, such as `punycode-12`.
    pub id: String,
    /// The codec that it is about.
    pub codec: String,
    /// The document.
    pub document: String,
    /// The clause that says it.
    pub clause: String,
    /// Further clauses that a case about it may name: examples, and the procedures that apply it.
    pub also: Vec<String>,
    /// How binding it is; never [`Level::Must`] for a reading.
    pub level: Level,
    /// The basis: the document says it, or we chose it.
    pub basis: Basis,
    /// The requirement, in our words.
    pub text: String,
    /// Why no case can show that it is broken, where none can.
    pub untestable: Option<String>,
    /// The file, as it was given.
    pub file: String,
    /// The line of the file, from 1.
    pub line: usize,
}

words! {
    /// The basis of a requirement: the document says it, or we chose it.
    Basis {
        /// A sentence, table, procedure or example of the document.
        Document = "document",
        /// A choice of ours, because the document is silent or contradicts itself. A good implementation
        /// may choose otherwise, so no `must` rests on it.
        Reading = "reading",
    }
}

impl Requirement {
    /// Whether a case that names this clause is about the requirement: the clause is one of its
    /// own, or a part of one, as `6.2, step 3` and `7.1 (A)` are parts of `6.2` and `7.1`.
    #[must_use]
    pub fn has_clause(&self, clause: &str) -> bool {
        let is_part = |own: &str| match clause.strip_prefix(own) {
            Some(rest) => !rest.starts_with(|next: char| next == '.' || next.is_alphanumeric()),
            None => false,
        };
        is_part(&self.clause) || self.also.iter().any(|own| is_part(own))
    }
}

impl Ledger {
    /// The ledger that is part of this library.
    ///
    /// # Errors
    ///
    /// The errors of the loader. There are none in a library that passed its tests, which load it.
    pub fn embedded() -> Result<Self, LoadError> {
        Self::from_sources(LEDGER.iter().map(|&(path, text)| (path, text.as_bytes())))
    }

    /// The ledger in these files, given as name and content.
    ///
    /// # Errors
    ///
    /// The first error of the first file that has one: what the vector loader refuses as text or
    /// YAML, an id that is not the codec and a number, or was used before, empty fields, and a
    /// `must` whose basis is a reading.
    pub fn from_sources<'a>(
        sources: impl IntoIterator<Item = (&'a str, &'a [u8])>,
    ) -> Result<Self, LoadError> {
        let mut ledger = Self { requirements: Vec::new() };
        let mut lines = BTreeMap::new();
        for (path, octets) in sources {
            let source = Source::of_subset(path, octets)?;
            for (requirement, at) in read(&source)? {
                let here = (requirement.file.clone(), requirement.line);
                if let Some((file, first)) = lines.insert(requirement.id.clone(), here) {
                    let id = &requirement.id;
                    let message = format!("duplicate id {id:?}, first used in {file}:{first}");
                    return Err(source.error(at, message));
                }
                ledger.requirements.push(requirement);
            }
        }
        Ok(ledger)
    }

    /// The requirement with this id.
    ///
    /// # Complexity
    ///
    /// Linear in the number of requirements.
    #[must_use]
    pub fn requirement(&self, id: &str) -> Option<&Requirement> {
        self.requirements.iter().find(|requirement| requirement.id == id)
    }
}

/// A file of the ledger: the requirements of one document.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLedger {
    format: Located<u64>,
    codec: String,
    document: String,
    requirements: Vec<Located<RawRequirement>>,
}

/// A row as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRequirement {
    id: Located<String>,
    clause: Located<String>,
    #[serde(default)]
    also: Vec<Located<String>>,
    level: Level,
    basis: Located<Basis>,
    text: Located<String>,
    #[serde(default)]
    untestable: Option<Located<String>>,
}

/// The rows of one file, each with the place of its id.
fn read(source: &Source<'_>) -> Result<Vec<(Requirement, Place)>, LoadError> {
    let raw: RawLedger = source.parse()?;
    let refuse = |at: Place, message: &str| Err(source.error(at, message));
    if raw.format.value != 1 {
        return refuse(raw.format.at, &format!("expected format 1, found {}", raw.format.value));
    }
    let mut requirements = Vec::with_capacity(raw.requirements.len());
    for Located { value: row, at } in raw.requirements {
        let RawRequirement { id, clause, also, level, basis, text, untestable } = row;
        for field in [&clause, &text].into_iter().chain(&untestable).chain(&also) {
            if field.value.trim().is_empty() {
                return refuse(field.at, "expected text, found none");
            }
        }
        if level == Level::Must && basis.value == Basis::Reading {
            return refuse(basis.at, "a must is carried by the document, not by a reading");
        }
        let number = id.value.strip_prefix(&raw.codec).and_then(|rest| rest.strip_prefix('-'));
        if !number
            .is_some_and(|n| n.starts_with(|c| c != '0') && n.bytes().all(|b| b.is_ascii_digit()))
        {
            let message = format!("expected \"{}-\" and a number, found {:?}", raw.codec, id.value);
            return refuse(id.at, &message);
        }
        let requirement = Requirement {
            id: id.value,
            codec: raw.codec.clone(),
            document: raw.document.clone(),
            clause: clause.value,
            also: also.into_iter().map(|clause| clause.value).collect(),
            level,
            basis: basis.value,
            text: text.value,
            untestable: untestable.map(|reason| reason.value),
            file: source.path.to_owned(),
            line: at.line,
        };
        requirements.push((requirement, id.at));
    }
    Ok(requirements)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "format: 1\ncodec: punycode\ndocument: \"RFC 3492\"\nrequirements:\n";

    fn error(rows: &str) -> String {
        let text = format!("{HEAD}{rows}");
        Ledger::from_sources([("x.yaml", text.as_bytes())]).expect_err("wrong").to_string()
    }

    #[test]
    fn the_embedded_ledger_is_valid_and_every_case_names_rows_of_it() {
        let ledger = Ledger::embedded().expect("valid");
        let suite = crate::Suite::embedded().expect("valid");
        for case in &suite.cases {
            for id in &case.requirements {
                assert!(
                    ledger.requirement(id).is_some(),
                    "{}:{}: no requirement {id:?}",
                    case.file,
                    case.line
                );
            }
        }
    }

    #[test]
    fn wrong_rows_are_refused_with_their_place() {
        let row = |id: &str| {
            let rest = "clause: \"6\"\n    level: must\n    basis: document\n    text: \"Text.\"\n";
            format!("  - id: \"{id}\"\n    {rest}")
        };
        for (rows, expected) in [
            (row("race-1"), "x.yaml:5:9: expected \"punycode-\" and a number"),
            (row("punycode-01"), "x.yaml:5:9: expected \"punycode-\" and a number"),
            (row("punycode-1") + &row("punycode-1"), "x.yaml:10:9: duplicate id"),
            (row("punycode-1").replace("Text.", " "), "x.yaml:9:11: expected text"),
            (row("punycode-1").replace("text", "texts"), "x.yaml:9:5: "),
            (
                row("punycode-1").replace("document\n", "reading\n"),
                "x.yaml:8:12: a must is carried",
            ),
        ] {
            let error = error(&rows);
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn a_clause_is_one_of_the_row_or_a_part_of_one() {
        let rows = "  - id: \"punycode-1\"\n    clause: \"6.2\"\n    also: [\"4.1, step 3\"]\n    \
                    level: must\n    basis: document\n    text: \"Text.\"\n";
        let text = format!("{HEAD}{rows}");
        let ledger = Ledger::from_sources([("x.yaml", text.as_bytes())]).expect("valid");
        let row = &ledger.requirements[0];
        for clause in ["6.2", "6.2, step 1", "6.2 (A)", "4.1, step 3"] {
            assert!(row.has_clause(clause), "{clause}");
        }
        for clause in ["6", "6.20", "6.2.1", "6.3", "4.1", "4.1, step 30"] {
            assert!(!row.has_clause(clause), "{clause}");
        }
    }
}
