//! `acegate explain`.

use acegate_codec::Parameters;

use super::arguments::ExplainArguments;
use super::output::Output;
use crate::judge::ExitStatus;

pub(super) fn run(
    arguments: &ExplainArguments,
    _parameters: &Parameters,
    output: &Output,
) -> ExitStatus {
    output.error(ExitStatus::Usage, format!("{arguments:?}"))
}
