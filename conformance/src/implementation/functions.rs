//! Implementations made of Rust functions on text.
//!
//! In: a request. Out: the outcome of one function call. A panic is a fault of the request.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use acegate_codec::{Text, Value};

use super::Implementation;
use super::in_process::panic_text;
use crate::observation::{Fault, Observation, Outcome, Refusal, SkipReason};
use crate::protocol::{
    CodecSupport, DeclaredLimits, Description, Identity, Idna, Request, ValueForm,
};

/// Functions from text to text, each an operation of a codec: the shortest way to check a Rust
/// library.
///
/// Parameters, and text that no `str` holds, such as lone surrogates, are not asked of it. A type
/// that takes those implements [`Codec`](acegate_codec::Codec) or [`Implementation`].
///
/// # Examples
///
/// ```
/// use acegate::implementation::{Functions, Implementation};
///
/// let refused = |_: &str| Err::<String, _>("refused");
/// let mine = Functions::new("mine", "1.0").operation("punycode", "decode", refused);
/// assert_eq!(mine.describe().codecs["punycode"].ops, ["decode"]);
/// ```
pub struct Functions {
    description: Description,
    operations: BTreeMap<(String, String), Function>,
}

type Function = Box<dyn Fn(&str) -> Result<String, String> + Send>;

impl Functions {
    /// An implementation of this name and version, without an operation.
    #[must_use]
    pub fn new(name: &str, version: &str) -> Self {
        let identity = Identity {
            name: name.into(),
            version: version.into(),
            language: "Rust".into(),
            url: String::new(),
        };
        let mut description = Description::new(identity, BTreeMap::new());
        description.values = vec![ValueForm::T];
        Self { description, operations: BTreeMap::new() }
    }

    /// The same with this operation of a codec, such as `decode` of `punycode`. The function refuses
    /// an input with an error.
    #[must_use]
    pub fn operation<E: Display>(
        mut self,
        codec: &str,
        op: &str,
        function: impl Fn(&str) -> Result<String, E> + Send + 'static,
    ) -> Self {
        let ops = &mut self.support(codec).ops;
        if !ops.iter().any(|it| it == op) {
            ops.push(op.to_owned());
        }
        let function: Function = Box::new(move |text| function(text).map_err(|it| it.to_string()));
        self.operations.insert((codec.to_owned(), op.to_owned()), function);
        self
    }

    /// The same with these limits of a codec. Cases beyond them are skipped.
    #[must_use]
    pub fn limits(mut self, codec: &str, limits: DeclaredLimits) -> Self {
        self.support(codec).limits = limits;
        self
    }

    /// The same with this word on what is done to host names, of which the operations of Punycode must be
    /// named before.
    #[must_use]
    pub fn idna(mut self, idna: Idna) -> Self {
        self.description = self.description.with_idna(Some(idna));
        self
    }

    fn support(&mut self, codec: &str) -> &mut CodecSupport {
        self.description.codecs.entry(codec.to_owned()).or_default()
    }

    fn outcome(&self, request: &Request) -> Outcome {
        let operation = self.operations.get(&(request.codec.clone(), request.op.clone()));
        let text = request.input.as_text().ok().and_then(Text::to_scalar_string);
        let (Some(function), Some(text)) = (operation, text) else {
            let reason = format!("no {} {} of this input", request.codec, request.op);
            return Outcome::Skipped(SkipReason::Unsupported, reason);
        };
        match catch_unwind(AssertUnwindSafe(|| function(&text))) {
            Ok(Ok(text)) => Outcome::Value(Value::from(text.as_str())),
            Ok(Err(message)) => {
                Outcome::Refused(Refusal { message: Some(message), ..Refusal::default() })
            }
            Err(panic) => Outcome::Fault(Fault::Caught(panic_text(panic.as_ref()))),
        }
    }
}

impl Implementation for Functions {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn answer(&mut self, request: &Request) -> Observation {
        let start = Instant::now();
        let outcome = self.outcome(request);
        Observation::new(outcome, start.elapsed())
    }
}
