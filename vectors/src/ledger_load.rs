//! The loader of the requirement ledger.
//!
//! In: files of YAML. Out: their rows, or the first error with its position.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::error::LoadError;
use crate::expectation::Level;
use crate::ledger::{Basis, Ledger, Requirement};
use crate::source::{Place, Source};
use crate::yaml::Located;

impl Ledger {
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
        let mut ledger = Self {
            requirements: Vec::new(),
        };
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
}

/// A file of the ledger: the requirements of one codec.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLedger {
    format: Located<u64>,
    codec: String,
    /// The document of the rows that name no other one.
    document: String,
    requirements: Vec<Located<RawRequirement>>,
}

/// A row as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRequirement {
    id: Located<String>,
    document: Option<Located<String>>,
    clause: Located<String>,
    #[serde(default)]
    also: Vec<Located<String>>,
    level: Level,
    basis: Located<Basis>,
    text: Located<String>,
    untestable: Option<Located<String>>,
}

/// The rows of one file, each with the position of its id.
fn read(source: &Source<'_>) -> Result<Vec<(Requirement, Place)>, LoadError> {
    let raw: RawLedger = source.parse()?;
    if raw.format.value != 1 {
        return Err(source.error(
            raw.format.at,
            format!("expected format 1, found {}", raw.format.value),
        ));
    }
    let mut requirements = Vec::with_capacity(raw.requirements.len());
    for Located { value: row, at } in raw.requirements {
        let RawRequirement {
            id,
            document,
            clause,
            also,
            level,
            basis,
            text,
            untestable,
        } = row;
        let mut filled = vec![&clause, &text];
        filled.extend(&document);
        filled.extend(&untestable);
        filled.extend(&also);
        for field in filled {
            if field.value.trim().is_empty() {
                return Err(source.error(field.at, "expected text, found none"));
            }
        }
        if level == Level::Must && basis.value == Basis::Reading {
            return Err(source.error(
                basis.at,
                "a must is carried by the document, not by a reading",
            ));
        }
        let number = id
            .value
            .strip_prefix(&raw.codec)
            .and_then(|rest| rest.strip_prefix('-'));
        if !number.is_some_and(is_row_number) {
            let message = format!(
                "expected \"{}-\" and a number, found {:?}",
                raw.codec, id.value
            );
            return Err(source.error(id.at, message));
        }
        let requirement = Requirement {
            id: id.value,
            codec: raw.codec.clone(),
            document: document.map_or_else(|| raw.document.clone(), |document| document.value),
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

/// Whether these are the digits of a number from 1 on, without a zero before others.
fn is_row_number(digits: &str) -> bool {
    let has_start = digits.starts_with(|first| first != '0');
    has_start && digits.bytes().all(|octet| octet.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "format: 1\ncodec: punycode\ndocument: \"RFC 3492\"\nrequirements:\n";

    /// A row with this id, and another field if there is one.
    fn row(id: &str, field: &str) -> String {
        let rest = "clause: \"6\"\n    level: must\n    basis: document\n    text: \"Text.\"\n";
        format!("  - id: \"{id}\"\n{field}    {rest}")
    }

    fn ledger(rows: &str) -> Result<Ledger, LoadError> {
        Ledger::from_sources([("x.yaml", format!("{HEAD}{rows}").as_bytes())])
    }

    #[test]
    fn wrong_rows_are_refused_with_their_place() {
        let row = |id| row(id, "");
        for (rows, expected) in [
            (
                row("race-1"),
                "x.yaml:5:9: expected \"punycode-\" and a number",
            ),
            (
                row("punycode-01"),
                "x.yaml:5:9: expected \"punycode-\" and a number",
            ),
            (
                row("punycode-1") + &row("punycode-1"),
                "x.yaml:10:9: duplicate id",
            ),
            (
                row("punycode-1").replace("Text.", " "),
                "x.yaml:9:11: expected text",
            ),
            (row("punycode-1").replace("text", "texts"), "x.yaml:9:5: "),
            (
                row("punycode-1").replace("document\n", "reading\n"),
                "x.yaml:8:12: a must is carried",
            ),
            (
                self::row("punycode-1", "    document: \" \"\n"),
                "x.yaml:6:15: expected text, found none",
            ),
        ] {
            let error = ledger(&rows).expect_err("wrong").to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn a_row_names_its_document_or_has_that_of_the_file() {
        let other = row("punycode-1", "    document: \"RFC 3490\"\n");
        let ledger = ledger(&(other + &row("punycode-2", ""))).expect("valid");
        let documents: Vec<_> = ledger
            .requirements
            .iter()
            .map(|row| &*row.document)
            .collect();
        assert_eq!(documents, ["RFC 3490", "RFC 3492"]);
    }

    #[test]
    fn a_clause_is_one_of_the_row_or_a_part_of_one() {
        let row = row("punycode-1", "    also: [\"4.1, step 3\"]\n").replace("\"6\"", "\"6.2\"");
        let ledger = ledger(&row).expect("valid");
        let row = &ledger.requirements[0];
        for clause in ["6.2", "6.2, step 1", "6.2 (A)", "4.1, step 3"] {
            assert!(row.has_clause(clause), "{clause}");
        }
        for clause in ["6", "6.20", "6.2.1", "6.3", "4.1", "4.1, step 30"] {
            assert!(!row.has_clause(clause), "{clause}");
        }
    }
}
