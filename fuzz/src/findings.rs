//! Findings: an input that breaks a property, minimised under its signature, compared with what is
//! known, and kept as a vector or a file.

use std::path::{Path, PathBuf};
use std::{fs, io};

use acegate::hunt::{Effort, Violation, case_that_asks, digest, minimise, vector_file};
use acegate::implementation::catch_panic;
use acegate::protocol::Request;
use acegate_codec::Value;

use crate::subject::ask;
use crate::targets::Target;

/// An input that breaks a property, as small as it could be made.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    target: &'static Target,
    /// The simplest input with the signature of the violation.
    pub(crate) octets: Vec<u8>,
    pub(crate) violation: Violation,
    /// How many octets the input had with which it was found.
    pub(crate) from: usize,
}

/// Writes an input as it was found below `folder`, and returns the path. Its name is a digest of it, because its
/// violation is not known yet.
pub(crate) fn keep_input(target: &Target, octets: &[u8], folder: &Path) -> io::Result<PathBuf> {
    let digest = digest(&octets.escape_ascii().to_string());
    write(
        folder.join(target.name).join(format!("input-{digest:08x}")),
        octets,
    )
}

/// An input as it was found; `None` if it satisfies the property. Every input is judged in this process,
/// so that one that hangs or ends the process is for `cargo fuzz tmin`.
pub(crate) fn found(target: &'static Target, octets: &[u8]) -> Option<Finding> {
    let violation = target.replay(octets).err()?;
    Some(Finding {
        target,
        octets: octets.to_vec(),
        violation,
        from: octets.len(),
    })
}

/// The same finding with the smallest input that could be made.
pub(crate) fn minimised(found: Finding) -> Finding {
    let Finding {
        target,
        octets,
        violation: first,
        from,
    } = found;
    let signature = first.signature();
    let smallest = minimise_octets(target, &octets, &signature);
    let violation = match target.replay(&smallest) {
        Err(last) if last.signature() == signature => last,
        // A violation that depends on time may not show again: then the first sight counts.
        _ => first,
    };
    Finding {
        target,
        octets: smallest,
        violation,
        from,
    }
}

/// The simplest input that was found with the same signature: by the requests that inputs are, or by
/// their octets if the target is about no codec.
fn minimise_octets(target: &Target, octets: &[u8], signature: &str) -> Vec<u8> {
    let effort = Effort::default();
    if let Some(request) = target.request(octets)
        && target.octets(octets, &request).is_some()
    {
        let smallest = minimise(
            &mut |simpler: &Request| match target.octets(octets, simpler) {
                Some(simpler) => shows(target, &simpler, signature),
                None => false,
            },
            request,
            effort,
        );
        let smallest = target.octets(octets, &smallest);
        return smallest.unwrap_or_else(|| octets.to_vec());
    }
    let smallest = minimise(
        &mut |simpler: &Value| match simpler {
            Value::Octets(simpler) => shows(target, simpler, signature),
            Value::Text(_) | Value::List(_) => false,
        },
        Value::Octets(octets.to_vec()),
        effort,
    );
    match smallest {
        Value::Octets(octets) => octets,
        Value::Text(_) | Value::List(_) => Vec::new(),
    }
}

/// Whether an input breaks the property with this signature.
fn shows(target: &Target, octets: &[u8], signature: &str) -> bool {
    match target.replay(octets) {
        Ok(()) => false,
        Err(violation) => violation.signature() == signature,
    }
}

impl Finding {
    /// A name for files: the target and a digest of the signature.
    fn name(&self) -> String {
        let digest = digest(&self.violation.signature());
        format!("{}-{digest:08x}", self.target.name.replace('_', "-"))
    }

    /// Why the finding is nothing new; `None` if it is new.
    pub(crate) fn known_as(&self, regressions: &Path) -> io::Result<Option<String>> {
        if let Some(request) = self.target.request(&self.octets) {
            let known = catch_panic(|| case_that_asks(&request));
            let known = known.unwrap_or(Ok(None)).map_err(io::Error::other)?;
            if let Some(case) = known {
                return Ok(Some(format!("{case} tests this input already")));
            }
        }
        let is_kept = regressions
            .join(self.target.name)
            .join(self.name())
            .exists();
        if !is_kept {
            return Ok(None);
        }
        Ok(Some("an input with its signature is on file".to_owned()))
    }

    /// The text of a vector file with the request of the finding. `None` for a finding that no vector
    /// can say: of a reader of acegate, or of a request without an answer.
    fn vector(&self) -> Option<String> {
        let target = self.target.name;
        let detail = &self.violation.detail;
        let from = self.from;
        let reason =
            format!("Found by the fuzz target {target}: {detail} (from an input of {from} octets)");
        let request = self.target.request(&self.octets)?;
        let observed = acegate::observation::Outcome::from(ask(&request));
        vector_file(&request, Some(&observed), &reason)
    }

    /// Writes the minimised input below `folder` as `TARGET/NAME`, and returns the path.
    fn write_input(&self, folder: &Path) -> io::Result<PathBuf> {
        write(
            folder.join(self.target.name).join(self.name()),
            &self.octets,
        )
    }

    /// Writes what is to be kept of the finding: `NAME.yaml` with the vector below `folder`; and
    /// `TARGET/NAME` with the raw input there and below `regressions`, if the code panicked or no vector can
    /// say it. Returns the paths.
    pub(crate) fn write(&self, folder: &Path, regressions: &Path) -> io::Result<Vec<PathBuf>> {
        self.write_with(folder, regressions, Self::vector)
    }

    /// Making the vector runs the codec again. It may panic there as it did before, and then has no vector.
    fn write_with(
        &self,
        folder: &Path,
        regressions: &Path,
        vector: impl FnOnce(&Self) -> Option<String>,
    ) -> io::Result<Vec<PathBuf>> {
        let mut written = Vec::new();
        let vector = catch_panic(|| vector(self)).unwrap_or_default();
        if let Some(text) = &vector {
            written.push(write(
                folder.join(format!("{}.yaml", self.name())),
                text.as_bytes(),
            )?);
        }
        if vector.is_none() || self.violation.place.is_some() {
            for folder in [folder, regressions] {
                written.push(self.write_input(folder)?);
            }
        }
        Ok(written)
    }
}

/// Writes a file, and the folders that it is in. Returns its path.
fn write(path: PathBuf, octets: &[u8]) -> io::Result<PathBuf> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&path, octets)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(target: &str, octets: &[u8]) -> Finding {
        let target = Target::named(target).expect("a target");
        let violation = Violation::new("x", "ok", "ok", "\"a\" and \"b\"");
        Finding {
            target,
            octets: octets.to_vec(),
            violation,
            from: 40,
        }
    }

    #[test]
    fn a_finding_of_a_codec_is_a_vector_that_names_the_target() {
        let text = finding("impl_punycode", b"100-tda")
            .vector()
            .expect("a vector");
        assert!(
            text.contains("Found by the fuzz target impl_punycode"),
            "{text}"
        );
        assert!(text.contains("from an input of 40 octets"), "{text}");
        // RFC 3492, section 7.1 (S).
        let known = finding("impl_punycode", b"100-> $1.00 <--").known_as(Path::new("none"));
        let known = known.expect("vectors").expect("it is known");
        assert!(known.starts_with("punycode/"), "{known}");
    }

    #[test]
    fn a_finding_of_a_reader_is_kept_as_octets_and_known_from_then_on() {
        let folder = tempfile::tempdir().expect("a folder");
        let [findings, regressions] = ["findings", "regressions"].map(|it| folder.path().join(it));
        let finding = finding("harness_texts", b"0x");
        assert_eq!(finding.known_as(&regressions).expect("vectors"), None);
        let written = finding
            .write(&findings, &regressions)
            .expect("it is written");
        let kept = [findings, regressions.clone()]
            .map(|folder| folder.join("harness_texts").join(finding.name()));
        assert_eq!(written, kept);
        assert_eq!(fs::read(&written[0]).expect("it is there"), b"0x");
        let known = finding.known_as(&regressions).expect("vectors");
        let on_file = "an input with its signature is on file";
        assert_eq!(known.as_deref(), Some(on_file));
    }

    #[test]
    fn an_input_is_kept_although_its_vector_cannot_be_made() {
        let folder = tempfile::tempdir().expect("a folder");
        let [findings, regressions] = ["findings", "regressions"].map(|it| folder.path().join(it));
        let finding = finding("impl_uts46", b"00x");
        let written = finding.write_with(&findings, &regressions, |_| panic!("again in the codec"));
        let kept =
            [findings, regressions].map(|folder| folder.join("impl_uts46").join(finding.name()));
        assert_eq!(written.expect("it is written"), kept);
        assert_eq!(fs::read(&kept[0]).expect("it is there"), b"00x");
    }
}
