//! `acegate implementations`.

use std::io::{self, Write};

use super::output::Output;
use crate::implementation::adapters;
use crate::judge::ExitStatus;

pub(super) fn run(output: &Output) -> ExitStatus {
    output.finish(print(output))
}

fn print(output: &Output) -> io::Result<ExitStatus> {
    let mut out = output.out();
    writeln!(out, "{:28}  {:11}  the codecs that acegate carries", "reference", "runs")?;
    writeln!(out, "{:28}  {:11}  the slow models, which judge the fast codecs", "plain", "runs")?;
    for adapter in adapters() {
        let manifest = match adapter.manifest() {
            Ok(manifest) => manifest,
            Err(error) => return Ok(output.error(ExitStatus::Usage, error)),
        };
        let state = match manifest.missing() {
            None => "runs".to_owned(),
            Some(program) => format!("no {program}"),
        };
        writeln!(
            out,
            "{:28}  {state:11}  {} ({})",
            adapter.name, manifest.summary, manifest.language
        )?;
    }
    Ok(ExitStatus::AsExpected)
}
