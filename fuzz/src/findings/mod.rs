//! Findings: an input that breaks a property, minimised under its signature, compared with what is
//! known, and kept as a vector or a file.

mod worker;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use acegate::hunt::{
    Effort, KnownSignatures, Violation, ViolationKind, case_that_asks, digest, vector_file,
};

use crate::targets::Target;

pub use worker::{Worker, serve};

/// An input that breaks a property, as small as it could be made.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The target.
    pub target: &'static Target,
    /// The simplest input with the signature of the violation.
    pub octets: Vec<u8>,
    /// The violation.
    pub violation: Violation,
    /// How many octets the input had with which it was found.
    pub from: usize,
}

/// How long the code may take for one input before it hangs.
pub const PATIENCE: Duration = Duration::from_secs(2);

/// The file of known signatures, below the package.
pub const SIGNATURES: &str = "regressions/signatures.txt";

/// The finding in an input; `None` if the property holds for it.
///
/// # Errors
///
/// The errors of [`Worker::judge`].
pub fn investigate(
    target: &'static Target,
    octets: &[u8],
    effort: Effort,
) -> io::Result<Option<Finding>> {
    let mut worker = Worker::new(target, PATIENCE)?;
    let Some(first) = worker.judge(octets)? else { return Ok(None) };
    let signature = first.signature();
    let smallest = worker.minimise(octets, &signature, effort)?;
    let last = worker.judge(&smallest)?;
    // A violation that depends on time may not show again: then the first sight counts.
    let violation = last.filter(|last| last.signature() == signature).unwrap_or(first);
    Ok(Some(Finding { target, octets: smallest, violation, from: octets.len() }))
}

impl Finding {
    /// A name for files: the target and a digest of the signature.
    #[must_use]
    pub fn name(&self) -> String {
        let digest = digest(&self.violation.signature().0);
        format!("{}-{digest:08x}", self.target.name.replace('_', "-"))
    }

    /// Why the finding is nothing new; `None` if it is new. Its signature is known from now on.
    ///
    /// # Errors
    ///
    /// If the vectors do not load.
    pub fn known_as(&self, known: &mut KnownSignatures) -> io::Result<Option<&'static str>> {
        if let Some(request) = self.target.request(&self.octets)
            && case_that_asks(&request).map_err(io::Error::other)?.is_some()
        {
            return Ok(Some("a vector asks this question already"));
        }
        let new = known.insert(&self.violation.signature());
        Ok((!new).then_some("the signature is on file"))
    }

    /// The text of a vector file with the request of the finding. `None` for a finding that no vector
    /// can say: of a reader of acegate, of a request without an answer, of one that may hang.
    #[must_use]
    pub fn vector(&self) -> Option<String> {
        // The model is asked in this process.
        if matches!(self.violation.kind, ViolationKind::Hang | ViolationKind::Death) {
            return None;
        }
        let Violation { detail, kind, .. } = &self.violation;
        let (target, kind) = (self.target.name, kind.as_str());
        let from = self.from;
        let reason = format!(
            "Found by the fuzz target {target}: {detail} ({kind}, from an input of {from} octets)"
        );
        vector_file(&self.target.request(&self.octets)?, &reason)
    }

    /// Whether the raw input is kept, too: the code did not end properly, or no vector can say it.
    #[must_use]
    pub fn needs_raw_file(&self) -> bool {
        let improper = [ViolationKind::Panic, ViolationKind::Hang, ViolationKind::Death];
        improper.contains(&self.violation.kind) || self.vector().is_none()
    }

    /// Writes what is to be kept of the finding below `folder`: `NAME.yaml` with the vector, and
    /// `TARGET/NAME` with the raw input if it is needed. Returns the paths.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn write(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut written = Vec::new();
        let mut write = |path: PathBuf, octets: &[u8]| {
            path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            std::fs::write(&path, octets)?;
            written.push(path);
            io::Result::Ok(())
        };
        if let Some(text) = self.vector() {
            write(folder.join(format!("{}.yaml", self.name())), text.as_bytes())?;
        }
        if self.needs_raw_file() {
            write(folder.join(self.target.name).join(self.name()), &self.octets)?;
        }
        Ok(written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(target: &str, octets: &[u8]) -> Finding {
        let target = Target::named(target).expect("a target");
        let violation = Violation::new("x", ViolationKind::Value, "ok", "ok", "\"a\" and \"b\"");
        Finding { target, octets: octets.to_vec(), violation, from: 40 }
    }

    #[test]
    fn a_finding_of_a_codec_is_a_vector_that_names_the_target() {
        let text = finding("impl_punycode", b"100-tda").vector().expect("a vector");
        assert!(text.contains("Found by the fuzz target impl_punycode"), "{text}");
        assert!(text.contains("from an input of 40 octets"), "{text}");
    }

    #[test]
    fn a_finding_of_a_reader_is_kept_as_octets() {
        let finding = finding("harness_texts", b"0x");
        assert_eq!(finding.vector(), None);
        let folder = std::env::temp_dir().join(format!("acegate-finding-{}", std::process::id()));
        let written = finding.write(&folder).expect("it is written");
        assert_eq!(written, [folder.join("harness_texts").join(finding.name())]);
        assert_eq!(std::fs::read(&written[0]).expect("it is there"), b"0x");
        std::fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn a_finding_is_new_if_no_vector_asks_it_and_no_file_names_it() {
        let mut known = KnownSignatures::default();
        let mut known_as = |octets| finding("impl_punycode", octets).known_as(&mut known).unwrap();
        // RFC 3492, section 7.1 (S).
        assert_eq!(known_as(b"100-> $1.00 <--"), Some("a vector asks this question already"));
        assert_eq!(known_as(b"100no vector asks this"), None);
        assert_eq!(known_as(b"100nor this"), Some("the signature is on file"));
    }
}
