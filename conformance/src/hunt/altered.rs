//! Implementations for tests: the reference with other answers, and deviations.

use acegate_deviations::{DeviantCodec, find};

use crate::implementation::InProcess;

pub(super) use crate::runner::scripted::Scripted;

pub(super) fn deviant(id: &str) -> InProcess {
    let codec = find(id).and_then(DeviantCodec::new).expect("a deviation");
    InProcess::new(id, "", vec![Box::new(codec)])
}
