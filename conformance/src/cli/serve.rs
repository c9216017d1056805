//! `acegate serve`.

use std::io;

use super::arguments::ServeArguments;
use super::output::Output;
use crate::deviations::{deviation, deviations};
use crate::implementation::{InProcess, Registry};
use crate::judge::ExitStatus;
use crate::serve::serve;

pub(super) fn run(arguments: &ServeArguments, output: &Output) -> ExitStatus {
    let mut implementation = match &arguments.deviation {
        Some(id) => match deviation(id).and_then(InProcess::deviation) {
            Some(implementation) => implementation,
            None => {
                let known: Vec<_> = deviations().map(|deviation| deviation.id).collect();
                let text =
                    format!("no deviation {id:?}: expected one of\n  {}", known.join("\n  "));
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
