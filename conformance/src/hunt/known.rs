//! What was found before: the signatures that are on file, and the questions that vectors ask.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use acegate_vectors::{LoadError, Suite};

use super::Finding;
use crate::request::Request;
use crate::seeds;

/// Everything that is known.
#[derive(Debug, Default)]
pub struct Known {
    signatures: BTreeSet<String>,
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
        Ok(Self { signatures: text.lines().map(str::to_owned).collect() })
    }

    /// Why the finding is nothing new, or nothing where it is. A new one is known from now on.
    ///
    /// # Errors
    ///
    /// Where the vectors do not load.
    pub fn learn(&mut self, finding: &Finding) -> io::Result<Option<&'static str>> {
        if seeds::of(finding.target).map_err(io::Error::other)?.contains(&finding.octets) {
            return Ok(Some("a vector asks this question already"));
        }
        let new = self.signatures.insert(finding.signature.0.clone());
        Ok((!new).then_some("the signature is on file"))
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
        let op = case.ops.iter().any(|op| op == request.operation.name);
        let same = case.expect.outcomes().iter().any(|known| match known {
            acegate_vectors::Outcome::Ok(_) | acegate_vectors::Outcome::Integers(_) => {
                outcome == "ok"
            }
            acegate_vectors::Outcome::Error { kinds, .. } => {
                kinds.iter().any(|kind| kind == outcome)
            }
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
    pub(crate) id: String,
    pub(crate) document: String,
    pub(crate) clause: String,
    pub(crate) requirements: Vec<String>,
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
        let mut learn = |finding: &Finding| known.learn(finding).expect("the vectors load");
        assert_eq!(learn(&finding(b"no seed a", "x")), None);
        assert_eq!(learn(&finding(b"no seed b", "x")), Some("the signature is on file"));
        assert_eq!(learn(&finding(b"no seed b", "y")), None);
    }

    #[test]
    fn a_seed_is_nothing_new() {
        let mut known = Known::default();
        let seeds = seeds::of(&crate::TARGETS[0]).expect("the vectors load");
        let seed = seeds.first().expect("every target has seeds");
        assert!(known.learn(&finding(seed, "x")).expect("the vectors load").is_some());
        // The signature was not new because of it, either.
        assert_eq!(known.learn(&finding(b"no seed", "x")).expect("the vectors load"), None);
    }
}
