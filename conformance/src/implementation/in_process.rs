//! Implementations in this process: the reference codecs, their models, or any Rust type.
//!
//! In: a request. Out: the outcome of one function call. A panic is a fault of the request.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use acegate_codec::{Codec, Failure, Operation, Parameters, Value, codecs, plain};

use super::Implementation;
use crate::observation::{Fault, Observation, Outcome, Refusal, SkipReason};
use crate::protocol::{CodecSupport, Description, Identity, Idna, Request};

/// A set of codecs that are called in this process.
pub struct InProcess {
    description: Description,
    codecs: Vec<Box<dyn Codec + Send>>,
}

/// A codec of the registry.
struct Carried(&'static dyn Codec);

impl Codec for Carried {
    fn id(&self) -> &'static str {
        self.0.id()
    }

    fn document(&self) -> &'static str {
        self.0.document()
    }

    fn operations(&self) -> &'static [Operation] {
        self.0.operations()
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        self.0.apply(op, parameters, input)
    }
}

/// The two sets of codecs in acegate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registry {
    /// The fast codecs.
    Reference,
    /// Their models.
    Plain,
}

impl InProcess {
    /// One of the two sets in acegate.
    #[must_use]
    pub fn registry(registry: Registry) -> Self {
        let (name, codecs) = match registry {
            Registry::Reference => ("acegate reference", codecs()),
            Registry::Plain => ("acegate models", plain::codecs()),
        };
        let codecs = codecs.iter().map(|codec| Box::new(Carried(*codec)) as _).collect();
        Self::new(name, env!("CARGO_PKG_VERSION"), codecs).with_idna(Idna::Std3)
    }

    /// The same with this word on what is done to host names.
    #[must_use]
    pub fn with_idna(mut self, idna: Idna) -> Self {
        self.description = self.description.with_idna(Some(idna));
        self
    }

    /// Any codecs, under this name and version.
    #[must_use]
    pub fn new(name: &str, version: &str, codecs: Vec<Box<dyn Codec + Send>>) -> Self {
        let identity = Identity {
            name: name.into(),
            version: version.into(),
            language: "Rust".into(),
            url: String::new(),
        };
        let supported = codecs.iter().map(|codec| (codec.id().to_owned(), support(codec.as_ref())));
        Self { description: Description::new(identity, supported.collect()), codecs }
    }
}

/// The operations and parameters of the codec, for a description.
fn support(codec: &dyn Codec) -> CodecSupport {
    let mut params: Vec<String> = codec
        .operations()
        .iter()
        .flat_map(|operation| operation.parameters)
        .map(|parameter| parameter.name.to_owned())
        .collect();
    params.sort();
    params.dedup();
    let ops = codec.operations().iter().map(|operation| operation.name.to_owned()).collect();
    CodecSupport { ops, params, ..CodecSupport::default() }
}

impl Implementation for InProcess {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn answer(&mut self, request: &Request) -> Observation {
        let start = Instant::now();
        let codec = self.codecs.iter().find(|codec| codec.id() == request.codec);
        let Some(codec) = codec else {
            let reason = format!("no codec {:?}", request.codec);
            return Observation::new(
                Outcome::Skipped(SkipReason::Unsupported, reason),
                start.elapsed(),
            );
        };
        // A panic leaves no half-changed state: the codecs have no state.
        let answer = catch_unwind(AssertUnwindSafe(|| {
            codec.apply(&request.op, &request.params, &request.input)
        }));
        let outcome = match answer {
            Ok(Ok(value)) => Outcome::Value(value),
            Ok(Err(Failure::Refused(error))) => Outcome::Refused(Refusal {
                kind: Some(error.code().into()),
                at: Some(error.position as u64),
                message: Some(error.to_string()),
            }),
            Ok(Err(Failure::Unsupported(what))) => Outcome::Skipped(SkipReason::Unsupported, what),
            Err(panic) => Outcome::Fault(Fault::Caught(panic_text(panic.as_ref()))),
        };
        Observation::new(outcome, start.elapsed())
    }
}

/// The message of a panic.
pub(super) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panic: {}", text.unwrap_or("without a message"))
}
