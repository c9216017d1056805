//! Implementations in this process: the reference codecs, their models, any Rust type, or functions on
//! text.
//!
//! In: a request. Out: the outcome of one function call. A panic is a fault of the request.

use std::any::Any;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::thread;

use acegate_codec::unicode::Version;
use acegate_codec::{Codec, Text, Value, codecs, models};

use super::Implementation;
use crate::clock::Moment;
use crate::observation::{Fault, Observation, Outcome, Refusal, SkipReason};
use crate::protocol::{
    CodecSupport, DeclaredLimits, Description, Identity, Idna, Request, ValueForm,
};

/// A set of codecs that are called in this process.
pub struct InProcess {
    description: Description,
    added: Vec<Box<dyn Codec + Send>>,
    /// Codecs of acegate.
    carried: &'static [&'static dyn Codec],
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
        let (name, codecs, unicode) = match registry {
            Registry::Reference => ("acegate reference", codecs(), Version::V18),
            Registry::Plain => ("acegate models", models(), Version::V16),
        };
        let supported = codecs.iter().map(|codec| support(*codec)).collect();
        let description = description(name, env!("CARGO_PKG_VERSION"), supported);
        let in_process = Self {
            description,
            added: Vec::new(),
            carried: codecs,
        };
        in_process.with_idna(Idna::Std3).with_unicode(unicode)
    }

    /// The same with this word on what is done to host names.
    #[must_use]
    pub fn with_idna(mut self, idna: Idna) -> Self {
        self.description = self.description.with_idna(Some(idna));
        self
    }

    /// The same with this version of Unicode for the codecs that check host names.
    #[must_use]
    pub fn with_unicode(mut self, version: Version) -> Self {
        self.description = self.description.with_unicode(version);
        self
    }

    /// Any codecs, under this name and version.
    #[must_use]
    pub fn new(name: &str, version: &str, codecs: Vec<Box<dyn Codec + Send>>) -> Self {
        let supported = codecs.iter().map(|codec| support(codec.as_ref())).collect();
        Self {
            description: description(name, version, supported),
            added: codecs,
            carried: &[],
        }
    }
}

/// The codec with its operations and parameters, for a description.
fn support(codec: &dyn Codec) -> (String, CodecSupport) {
    let all = codec
        .operations()
        .iter()
        .flat_map(|operation| operation.parameters);
    let names: BTreeSet<_> = all.map(|parameter| parameter.name).collect();
    let params = names.into_iter().collect();
    let ops = codec
        .operations()
        .iter()
        .map(|operation| operation.name.to_owned())
        .collect();
    (
        codec.id().to_owned(),
        CodecSupport {
            ops,
            params,
            ..CodecSupport::default()
        },
    )
}

impl Implementation for InProcess {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn answer(&mut self, request: &Request) -> Observation {
        observe(|| {
            let added = self.added.iter().map(|codec| &**codec as &dyn Codec);
            let mut codecs = added.chain(self.carried.iter().copied());
            let Some(codec) = codecs.find(|codec| codec.id() == request.codec) else {
                let reason = format!("no codec {:?}", request.codec);
                return Outcome::Skipped(SkipReason::Unsupported, reason);
            };
            codec
                .apply(&request.op, &request.params, &request.input)
                .into()
        })
    }
}

/// Functions from text to text, each an operation of a codec: the shortest way to check a Rust
/// library.
///
/// Parameters, and text that no `str` can contain, such as lone surrogates, are not sent to it. A type
/// that takes those implements [`Codec`] or [`Implementation`].
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
        let mut description = description(name, version, BTreeMap::new());
        description.values = vec![ValueForm::T];
        Self {
            description,
            operations: BTreeMap::new(),
        }
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
        if !ops.iter().any(|known| known == op) {
            ops.push(op.to_owned());
        }
        let function: Function =
            Box::new(move |text| function(text).map_err(|error| error.to_string()));
        self.operations
            .insert((codec.to_owned(), op.to_owned()), function);
        self
    }

    /// The same with these limits of a codec. Cases beyond them are skipped.
    #[must_use]
    pub fn limits(mut self, codec: &str, limits: DeclaredLimits) -> Self {
        self.support(codec).limits = limits;
        self
    }

    /// The same with this word on what is done to host names. The operations of Punycode must be named
    /// before.
    #[must_use]
    pub fn idna(mut self, idna: Idna) -> Self {
        self.description = self.description.with_idna(Some(idna));
        self
    }

    fn support(&mut self, codec: &str) -> &mut CodecSupport {
        self.description.codecs.entry(codec.to_owned()).or_default()
    }
}

impl Implementation for Functions {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn answer(&mut self, request: &Request) -> Observation {
        observe(|| {
            let operation = self
                .operations
                .get(&(request.codec.clone(), request.op.clone()));
            let text = request
                .input
                .as_text()
                .ok()
                .and_then(Text::to_scalar_string);
            let (Some(function), Some(text)) = (operation, text) else {
                let reason = format!("no {} {} of this input", request.codec, request.op);
                return Outcome::Skipped(SkipReason::Unsupported, reason);
            };
            match function(&text) {
                Ok(text) => Outcome::Value(Value::from(text.as_str())),
                Err(message) => Outcome::Refused(Refusal {
                    message: Some(message),
                    ..Refusal::default()
                }),
            }
        })
    }
}

fn description(name: &str, version: &str, codecs: BTreeMap<String, CodecSupport>) -> Description {
    let identity = Identity {
        name: name.into(),
        version: version.into(),
        language: "Rust".into(),
        url: String::new(),
    };
    Description::new(identity, codecs)
}

/// The observation of a call. A panic leaves no half-changed state: what is called has no state.
fn observe(call: impl FnOnce() -> Outcome) -> Observation {
    let start = Moment::now();
    let outcome = catch_panic(call).unwrap_or_else(|CaughtPanic { message, .. }| {
        let message = if message.is_empty() {
            "without a message"
        } else {
            &message
        };
        Outcome::Fault(Fault::Caught(format!("panic: {message}")))
    });
    Observation::new(outcome, start.elapsed())
}

/// A panic that was caught.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaughtPanic {
    /// The file and line; `None` if it did not come from a panic of the language.
    pub place: Option<String>,
    /// Its message; empty if it has none.
    pub message: String,
}

thread_local! {
    /// While a call runs: the place of its panic.
    static PLACE: RefCell<Option<Option<String>>> = const { RefCell::new(None) };
}

/// Calls a function and catches its panic, which prints nothing, also with `RUST_BACKTRACE=1`.
///
/// The first call puts a panic hook in front of the one that is there. Panics of other threads, and those
/// outside of such a call, go on to that one.
///
/// # Errors
///
/// The panic. State that the function has changed by then stays as it is.
///
/// # Examples
///
/// ```
/// use acegate::implementation::catch_panic;
///
/// assert_eq!(catch_panic(|| 1), Ok(1));
/// let panic = catch_panic(|| panic!("no {}", 2)).unwrap_err();
/// assert_eq!(panic.message, "no 2");
/// ```
pub fn catch_panic<T>(call: impl FnOnce() -> T) -> Result<T, CaughtPanic> {
    static HOOK: Once = Once::new();
    if !thread::panicking() {
        HOOK.call_once(|| {
            let others = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                let is_caught = keep_place(info);
                // Where a panic aborts, it is not caught.
                if cfg!(panic = "abort") || !is_caught {
                    others(info);
                }
            }));
        });
    }
    let outer = PLACE.replace(Some(None));
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    let place = PLACE.replace(outer).flatten();
    result.map_err(|panic| CaughtPanic {
        place,
        message: message_of(panic.as_ref()),
    })
}

/// Keeps the place of a panic for the call that it ends; `false` if no call of this thread catches it.
fn keep_place(info: &panic::PanicHookInfo<'_>) -> bool {
    let place = info
        .location()
        .map(|at| format!("{}:{}", at.file(), at.line()));
    let kept = PLACE.try_with(|caught| {
        let mut caught = caught.borrow_mut();
        if caught.is_none() {
            return false;
        }
        *caught = Some(place);
        true
    });
    // A thread that ends has no place any more, and no call.
    kept.unwrap_or(false)
}

/// The message of a panic; empty if it is no text.
fn message_of(panic: &(dyn Any + Send)) -> String {
    if let Some(text) = panic.downcast_ref::<&str>() {
        return (*text).to_owned();
    }
    match panic.downcast_ref::<String>() {
        Some(text) => text.clone(),
        None => String::new(),
    }
}
