//! `acegate serve`.

use std::io;

use acegate_deviations::{DeviantCodec, deviations, find};

use super::arguments::ServeArguments;
use super::output::Output;
use crate::implementation::{InProcess, Registry};
use crate::judge::ExitStatus;
use crate::nearest::nearest;
use crate::serve::serve;

pub(super) fn run(arguments: &ServeArguments, output: &Output) -> ExitStatus {
    let mut implementation = match &arguments.deviation {
        Some(id) => match find(id).and_then(DeviantCodec::new) {
            Some(codec) => InProcess::new(id, env!("CARGO_PKG_VERSION"), vec![Box::new(codec)]),
            None => {
                let text = unknown(id);
                return output.error(ExitStatus::Usage, text);
            }
        },
        None if arguments.implementation == "plain" => InProcess::registry(Registry::Plain),
        None => InProcess::registry(Registry::Reference),
    };
    let served = serve(&mut implementation, &mut io::stdin().lock(), &mut io::stdout().lock());
    match served {
        Ok(()) => ExitStatus::AsExpected,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitStatus::AsExpected,
        Err(error) => output.error(ExitStatus::Usage, error),
    }
}

/// What to write for a deviation that is not known: those that are like it, else all.
fn unknown(id: &str) -> String {
    let all: Vec<_> = deviations().map(|deviation| deviation.id).collect();
    let near = nearest(id, all.iter().copied());
    let (said, known) = match near.as_slice() {
        [] => ("expected one of", all.as_slice()),
        near => ("the nearest", &near[..near.len().min(NEAR)]),
    };
    format!("no deviation {id:?}: {said}\n  {}", known.join("\n  "))
}

/// How many deviations are named that are like an unknown one.
const NEAR: usize = 5;
