//! `acegate serve`.

use std::io;

use super::arguments::ServeArguments;
use super::output::Output;
use crate::implementation::{InProcess, Registry};
use crate::judge::ExitStatus;
use crate::serve::serve;

pub(super) fn run(arguments: &ServeArguments, output: &Output) -> ExitStatus {
    let registry = match arguments.implementation.as_str() {
        "plain" => Registry::Plain,
        _ => Registry::Reference,
    };
    let mut implementation = InProcess::registry(registry);
    let served = serve(&mut implementation, &mut io::stdin().lock(), &mut io::stdout().lock());
    match served {
        Ok(()) => ExitStatus::AsExpected,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitStatus::AsExpected,
        Err(error) => output.error(ExitStatus::Usage, error),
    }
}
