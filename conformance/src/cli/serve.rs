//! `acegate serve`.

use std::io;

use acegate_codec::unicode::Version;
use acegate_deviations::{DeviantCodec, DeviantValue, deviations, find};
use clap::Args;

use super::output::{CliError, Ended, printed};
use crate::implementation::{Implementation, InProcess, Registry};
use crate::nearest::did_you_mean;
use crate::observation::{AnyValue, Observation, Outcome};
use crate::protocol::{Description, Idna, Request};
use crate::serve::serve;

#[derive(Debug, Args)]
pub(super) struct ServeArguments {
    /// `reference` or `plain`.
    #[arg(default_value = "reference", value_parser = ["reference", "plain"])]
    implementation: String,
    /// Serve the reference codec with one known fault instead, such as
    /// `punycode/leading-delimiter-consumed`; with several, given more than once or joined with
    /// `+`, all of them together.
    #[arg(
        long = "deviation",
        value_name = "ID",
        conflicts_with = "implementation"
    )]
    deviations: Vec<String>,
}

pub(super) fn run(arguments: &ServeArguments) -> Ended {
    let mut ids = Vec::new();
    for joined in &arguments.deviations {
        ids.extend(joined.split('+').map(str::trim));
    }
    let mut implementation: Box<dyn Implementation> = if !ids.is_empty() {
        Box::new(Deviant::new(&ids)?)
    } else if arguments.implementation == "plain" {
        Box::new(InProcess::registry(Registry::Plain))
    } else {
        Box::new(InProcess::registry(Registry::Reference))
    };
    let served = serve(
        implementation.as_mut(),
        &mut io::stdin().lock(),
        &mut io::stdout().lock(),
    );
    match served {
        // The fault is in the input.
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Err(error.to_string().into()),
        served => printed(served),
    }
}

/// A codec with deviations, which may answer with integers of more than 32 bits.
struct Deviant {
    codec: DeviantCodec,
    /// The same, for every other answer.
    ordinary: InProcess,
}

impl Deviant {
    fn new(ids: &[&str]) -> Result<Self, CliError> {
        let codecs = vec![Box::new(deviant(ids)?) as _];
        let ordinary = InProcess::new(&ids.join("+"), env!("CARGO_PKG_VERSION"), codecs);
        Ok(Self {
            codec: deviant(ids)?,
            ordinary: ordinary.with_idna(Idna::Std3).with_unicode(Version::V18),
        })
    }
}

impl Implementation for Deviant {
    fn describe(&self) -> &Description {
        self.ordinary.describe()
    }

    fn answer(&mut self, request: &Request) -> Observation {
        let observation = self.ordinary.answer(request);
        if !matches!(observation.outcome, Outcome::Skipped(..)) {
            return observation;
        }
        // Integers that are not characters are no value of a codec, so the ordinary one skips them.
        let answer = self
            .codec
            .answer(&request.op, &request.params, &request.input);
        match answer {
            Ok(DeviantValue::Integers(integers)) => Observation {
                outcome: AnyValue::from_integers(&integers).into(),
                ..observation
            },
            _ => observation,
        }
    }
}

/// The codec with all of these deviations, or a message with what to write instead.
fn deviant(ids: &[&str]) -> Result<DeviantCodec, CliError> {
    let mut found = Vec::new();
    for id in ids {
        let Some(deviation) = find(id) else {
            let near = did_you_mean(id, deviations().map(|deviation| deviation.id));
            let list = "`acegate coverage --format markdown`";
            let what = format!("no deviation {id:?}: expected one that {list} lists{near}");
            return Err(what.into());
        };
        found.push(deviation);
    }
    let mut codecs = Vec::new();
    for deviation in &found {
        codecs.push(deviation.codec());
    }
    let Some(codec) = DeviantCodec::combined(found) else {
        let codecs = codecs.join(", ");
        let what = format!("deviations of several codecs ({codecs}): expected those of one");
        return Err(what.into());
    };
    Ok(codec)
}
