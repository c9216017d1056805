//! From an input that breaks a claim to something that is never lost: minimised under the same
//! signature, compared with what is known, and written as a vector.

mod known;
mod minimise;
mod vector;
mod worker;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::failure::{FailureKind, Signature};
use crate::targets::Target;

pub use known::Known;
pub use minimise::{Effort, minimise};
pub use vector::vector_file;
pub use worker::{Judge, Verdict, Worker, serve};

/// An input that breaks a claim, as small as it could be made.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The target.
    pub target: &'static Target,
    /// The smallest input with this signature.
    pub octets: Vec<u8>,
    /// What makes it the same finding as another.
    pub signature: Signature,
    /// In which way the claim is broken.
    pub kind: FailureKind,
    /// What was seen.
    pub detail: String,
    /// The octets of the input that it was found with.
    pub from: usize,
}

/// How long the code may take for one input before it hangs.
pub const PATIENCE: Duration = Duration::from_secs(2);

/// The finding in an input, or nothing where the claim holds for it.
///
/// # Errors
///
/// Where no process for the trials can be started.
pub fn investigate(
    target: &'static Target,
    octets: &[u8],
    effort: Effort,
) -> io::Result<Option<Finding>> {
    let mut worker = Worker::start(target, PATIENCE)?;
    let Verdict::Broken(first) = worker.judge(octets)? else { return Ok(None) };
    let smallest = minimise(&mut worker, octets, &first.signature, effort)?;
    let last = match worker.judge(&smallest)? {
        Verdict::Broken(last) if last.signature == first.signature => last,
        // What depends on time may not show a second time; the first sight counts.
        _ => first,
    };
    Ok(Some(Finding {
        target,
        octets: smallest,
        signature: last.signature,
        kind: last.kind,
        detail: last.detail,
        from: octets.len(),
    }))
}

impl Finding {
    /// A name for files: the target and a digest of the signature.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}-{:08x}", self.target.name.replace('_', "-"), digest(&self.signature.0))
    }

    /// Whether the raw input is kept besides, or instead of, a vector: where the code did not end
    /// properly, and where no vector can say it.
    #[must_use]
    pub fn needs_raw_file(&self) -> bool {
        let improper = [FailureKind::Panic, FailureKind::Hang, FailureKind::Death];
        improper.contains(&self.kind) || vector_file(self).is_none()
    }

    /// Writes what is to be kept of the finding below `folder`: `NAME.yaml` with the vector, and
    /// `TARGET/NAME` with the raw input where it is needed. Gives the paths.
    ///
    /// # Errors
    ///
    /// Where a file cannot be written.
    pub fn write(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut written = Vec::new();
        let mut write = |path: PathBuf, octets: &[u8]| {
            path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            std::fs::write(&path, octets)?;
            written.push(path);
            io::Result::Ok(())
        };
        if let Some(text) = vector_file(self) {
            write(folder.join(format!("{}.yaml", self.name())), text.as_bytes())?;
        }
        if self.needs_raw_file() {
            write(folder.join(self.target.name).join(self.name()), &self.octets)?;
        }
        Ok(written)
    }
}

/// 32 bits of FNV-1a: names only have to be stable and seldom the same.
pub(crate) fn digest(text: &str) -> u32 {
    text.bytes()
        .fold(0x811c_9dc5, |hash, octet| (hash ^ u32::from(octet)).wrapping_mul(0x0100_0193))
}
