//! What was found before: the signatures that are on file, and the questions that vectors ask.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use acegate_vectors::{LoadError, Names, Suite};

use super::Finding;
use crate::request::Request;
use crate::seeds::unpack;

/// Everything that is known.
#[derive(Debug, Default)]
pub struct Known {
    signatures: BTreeSet<String>,
    /// Inputs, by target, that the seeds already hold.
    seeds: BTreeSet<(String, Vec<u8>)>,
}

/// Where the signatures of findings are kept, below the package.
const FILE: &str = "regressions/signatures.txt";

impl Known {
    /// What is known in the package at `root`.
    ///
    /// # Errors
    ///
    /// Where a file cannot be read.
    pub fn read(root: &Path) -> io::Result<Self> {
        let text = match fs::read_to_string(root.join(FILE)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let mut known = Self::default();
        known.signatures.extend(text.lines().map(str::to_owned));
        for target in crate::TARGETS {
            let Ok(text) = fs::read_to_string(crate::seeds::seed_file(root, target.name)) else {
                continue;
            };
            for seed in unpack(&text).unwrap_or_default() {
                known.seeds.insert((target.name.to_owned(), seed));
            }
        }
        Ok(known)
    }

    /// Why the finding is nothing new, or nothing where it is. A new one is known from now on.
    pub fn learn(&mut self, finding: &Finding) -> Option<&'static str> {
        if self.seeds.contains(&(finding.target.name.to_owned(), finding.octets.clone())) {
            return Some("a vector asks this question already");
        }
        let new = self.signatures.insert(finding.signature.0.clone());
        (!new).then_some("the signature is on file")
    }

    /// Writes the signatures down.
    ///
    /// # Errors
    ///
    /// Where the file cannot be written.
    pub fn write(&self, root: &Path) -> io::Result<()> {
        let lines: String = self.signatures.iter().map(|line| format!("{line}\n")).collect();
        fs::write(root.join(FILE), lines)
    }
}

/// The case of the suite that asks this request, if any.
///
/// # Errors
///
/// Those of the loader of the embedded vectors.
pub(crate) fn nearest(request: &Request, outcome: &str) -> Result<Option<Nearest>, LoadError> {
    let suite = Suite::embedded()?;
    let distance = |case: &acegate_vectors::Case| {
        if case.codec != request.codec {
            return None;
        }
        let op = case.ops.contains(request.operation.name);
        let same = case.expect.outcomes().iter().any(|known| match known {
            acegate_vectors::Outcome::Ok(_) => outcome == "ok",
            acegate_vectors::Outcome::Error { kinds, .. } => kinds.contains(outcome),
        });
        Some((!op, !same))
    };
    let best = suite
        .cases
        .iter()
        .filter_map(|case| Some((distance(case)?, case)))
        .min_by_key(|(distance, _)| *distance);
    Ok(best.map(|(_, case)| Nearest {
        id: case.id.clone(),
        document: case.document.clone(),
        clause: case.clause.clone(),
        requirements: case.requirements.clone(),
        level: case.level,
    }))
}

/// What a new case takes over from the nearest known one.
pub(crate) struct Nearest {
    pub(crate) id: Cow<'static, str>,
    pub(crate) document: Cow<'static, str>,
    pub(crate) clause: Cow<'static, str>,
    pub(crate) requirements: Names,
    pub(crate) level: acegate_vectors::Level,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::{FailureKind, Signature};

    fn finding(octets: &[u8], signature: &str) -> Finding {
        Finding {
            target: &crate::TARGETS[0],
            octets: octets.to_vec(),
            signature: Signature(signature.into()),
            kind: FailureKind::Law,
            detail: String::new(),
            from: octets.len(),
        }
    }

    #[test]
    fn one_signature_is_learned_once() {
        let mut known = Known::default();
        assert_eq!(known.learn(&finding(b"a", "x")), None);
        assert_eq!(known.learn(&finding(b"b", "x")), Some("the signature is on file"));
        assert_eq!(known.learn(&finding(b"b", "y")), None);
    }

    #[test]
    fn a_seed_is_nothing_new() {
        let mut known = Known::default();
        known.seeds.insert((crate::TARGETS[0].name.into(), b"a".to_vec()));
        assert!(known.learn(&finding(b"a", "x")).is_some());
        // The signature was not new because of it, either.
        assert_eq!(known.learn(&finding(b"b", "x")), None);
    }
}
