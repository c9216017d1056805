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
    let ids: Vec<&str> =
        arguments.deviations.iter().flat_map(|ids| ids.split('+').map(str::trim)).collect();
    let mut implementation = match ids.as_slice() {
        [_, ..] => match deviant(&ids) {
            Ok(codec) => {
                let name = ids.join("+");
                InProcess::new(&name, env!("CARGO_PKG_VERSION"), vec![Box::new(codec)])
            }
            Err(text) => return output.error(ExitStatus::Usage, text),
        },
        [] if arguments.implementation == "plain" => InProcess::registry(Registry::Plain),
        [] => InProcess::registry(Registry::Reference),
    };
    let served = serve(&mut implementation, &mut io::stdin().lock(), &mut io::stdout().lock());
    match served {
        Ok(()) => ExitStatus::AsExpected,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitStatus::AsExpected,
        Err(error) => output.error(ExitStatus::Usage, error),
    }
}

/// The codec with all of these deviations, or a message with what to write instead.
fn deviant(ids: &[&str]) -> Result<DeviantCodec, String> {
    let found = |id: &&str| find(id).ok_or_else(|| unknown_deviation(id));
    let deviations: Vec<_> = ids.iter().map(found).collect::<Result<_, _>>()?;
    let codecs: Vec<_> = deviations.iter().map(|deviation| deviation.codec()).collect();
    DeviantCodec::combined(deviations).ok_or_else(|| {
        format!("deviations of several codecs ({}): expected those of one", codecs.join(", "))
    })
}

/// The message for a deviation that is not known: the nearest ones, or all.
fn unknown_deviation(id: &str) -> String {
    let all: Vec<_> = deviations().map(|deviation| deviation.id).collect();
    let near = nearest(id, all.iter().copied());
    let (intro, known) = match near.as_slice() {
        [] => ("expected one of", all.as_slice()),
        near => ("the nearest", &near[..near.len().min(NEAR)]),
    };
    format!("no deviation {id:?}: {intro}\n  {}", known.join("\n  "))
}

/// How many of the nearest deviations are named.
const NEAR: usize = 5;
