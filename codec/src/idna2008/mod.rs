//! IDNA 2008: the names that registries, certificates and mail allow, by RFC 5890 to 5893, with the tables of Unicode
//! 18.
//!
//! A name is split at its full stops and each label is checked. A *U-label* is a text in normalisation form C whose
//! code points all have a [property](property()) that allows them; joiners and a few others are allowed only in some
//! contexts. An *A-label* is `xn--` and the Punycode of a U-label. [`to_ascii`] writes U-labels as A-labels,
//! [`to_unicode`] reads them back, and [`check`] only answers whether a name is valid. [`NameOptions`] choose the
//! process: registration (RFC 5891, section 4), or lookup (section 5), which checks less.
//!
//! Nothing is mapped, unless [`Mapping`] asks for it: `Bücher` is refused, not repaired. That is how IDNA 2008
//! differs from [UTS #46](crate::uts46), whose tables it shares.
//!
//! The [property](property()) is computed by the algorithm of RFC 5892, which is normative. The [model] reads the
//! published values by ranges, and tests compare the two on every code point, for each version of Unicode since 6.0.
//!
//! Most names are right and take the short way of UTS #46, with two look-ups a code point. Tests compare each answer
//! with that of the model.
//!
//! # Positions
//!
//! The position of an error is the start of its label in the given name, or the end of the name if it is wrong as a
//! whole. The first label at fault is reported, with the first rule in the order of [`Condition::ALL`].
//!
//! # Choices
//!
//! - In a lookup, `to_ascii` and `check` only test whether an A-label is Punycode. In a registration they decode and
//!   check it, as `to_unicode` always does.
//! - An A-label with capital letters is accepted and written in lower case. Other ASCII labels stay as they are.
//! - In a lookup, a U-label may begin or end with a hyphen, because RFC 5891, section 5.4, does not list it.

mod condition;
mod context;
mod facts;
mod letters;
mod mapping;
pub mod model;
mod options;
mod process;
mod property;
mod published;
mod quick;
mod terms;
mod versions;

use alloc::string::String;

pub use self::condition::{Condition, Refusal};
use self::options::OPERATIONS;
pub use self::options::{Mapping, NameOptions, Process};
pub use self::process::process;
pub use self::property::{property, property_in};
pub use self::published::age;
pub use self::terms::{Age, Property};
pub use self::versions::versions;
use crate::codec::{About, Codec, Failure, Operation, Parameters, Value};
use crate::error::Error;
use crate::facts::{Family, Verb};
use crate::text_request::apply_encoder;

/// The facts about the codec.
pub const ABOUT: About = About {
    id: "idna2008",
    title: "IDNA 2008",
    family: Family::Idna2008,
    prefix: None,
    digits: "a digit of the set",
    document: "RFC 5891",
    operations: &OPERATIONS,
};

/// IDNA 2008 as a [`Codec`], by any procedure: the reference, the model or a known fault.
pub struct Idna2008Codec {
    /// Answers an operation by its verb, the input and the options.
    pub process: fn(Verb, &str, &NameOptions) -> Result<String, Refusal>,
}

/// The reference.
pub const CODEC: Idna2008Codec = Idna2008Codec { process };

impl Codec for Idna2008Codec {
    fn about(&self) -> About {
        ABOUT
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        let arguments = Operation::select(&OPERATIONS, op, parameters)?;
        let options = NameOptions::from_arguments(&arguments);
        let verb = arguments.operation.verb;
        apply_encoder(input, |text| {
            (self.process)(verb, text, &options).map_err(Error::from)
        })
    }
}

/// The name with A-labels for its U-labels.
///
/// # Errors
///
/// The kind of the first rule that is broken: see [`Condition::kind`]. An A-label that is not Punycode has the kind that
/// [Punycode](crate::punycode) gives.
///
/// # Examples
///
/// ```
/// use acegate_codec::ErrorKind;
/// use acegate_codec::idna2008::{Mapping, NameOptions, to_ascii};
///
/// let options = NameOptions::REGISTRATION;
/// assert_eq!(to_ascii("bücher.example", &options)?, "xn--bcher-kva.example");
/// let error = to_ascii("Bücher.example", &options).unwrap_err();
/// assert_eq!(error.kind, ErrorKind::Disallowed);
///
/// let mapped = NameOptions { mapping: Mapping::Rfc5895, ..NameOptions::LOOKUP };
/// assert_eq!(to_ascii("Bücher.example", &mapped)?, "xn--bcher-kva.example");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn to_ascii(name: &str, options: &NameOptions) -> Result<String, Error> {
    Ok(process(Verb::ToAscii, name, options)?)
}

/// The name with U-labels for its A-labels. Each label is checked.
///
/// # Errors
///
/// As [`to_ascii`].
pub fn to_unicode(name: &str, options: &NameOptions) -> Result<String, Error> {
    Ok(process(Verb::ToUnicode, name, options)?)
}

/// Whether a name is valid.
///
/// # Errors
///
/// As [`to_ascii`].
pub fn check(name: &str, options: &NameOptions) -> Result<(), Error> {
    Ok(process::check(name, options)?)
}

/// Whether a label is a U-label (RFC 5890, section 2.3.2.1). Of the options, only the two checks matter.
///
/// # Errors
///
/// As [`to_ascii`]. A label that is all ASCII is none.
pub fn is_u_label(label: &str, options: &NameOptions) -> Result<(), Error> {
    process(Verb::IsULabel, label, options)?;
    Ok(())
}

/// Whether a label is an A-label (RFC 5890, section 2.3.2.1), in any case. Of the options, only the two checks
/// matter.
///
/// # Errors
///
/// As [`to_ascii`].
pub fn is_a_label(label: &str, options: &NameOptions) -> Result<(), Error> {
    process(Verb::IsALabel, label, options)?;
    Ok(())
}
