//! UTS #46, Unicode IDNA Compatible Processing, revision 33 with the tables of Unicode 18: the layer in
//! which most libraries offer Punycode.
//!
//! A name is mapped, normalised and broken into labels; each label is decoded and judged by the validity
//! criteria (section 4.1), by the rules for joiners (RFC 5892, appendices A.1 and A.2) and, in a name that
//! has a character written to the left, by the Bidi rule (RFC 5893, section 2). [`to_ascii`] then encodes
//! the labels. [`Settings`] are the flags of the document.
//!
//! The tables are those of ICU4X. The [model] has Unicode 16 from other crates, and
//! tests compare the two on every code point.
//!
//! Most names are right and need no second thought: they take a short way, with one look-up a code point.
//! Tests compare it with the long way on every code point in several places of a name. Programs that look up
//! many names use [`to_ascii_into`], which writes into one string, or [`to_ascii_cow`], which borrows a name that
//! is its own result.
//!
//! # Positions
//!
//! The position of an error is the start of its label in the given name, or the end of the name if it is
//! wrong as a whole. The first label at fault is reported, with the first condition in the order of
//! [`Code::ALL`].

mod codes;
pub(crate) mod direction;
pub(crate) mod facts;
pub(crate) mod joiners;
pub mod model;
mod process;
mod properties;
pub(crate) mod quick;
mod settings;
mod versions;

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;

pub use self::codes::{Code, Codes};
use self::process::process_any;
pub use self::process::{Processed, process};
pub use self::properties::{general_category, script};
use self::settings::OPERATIONS;
pub use self::settings::{EDITION, Edition, Settings};
pub use self::versions::versions;
use crate::codec::{About, Codec, Failure, Operation, Parameters, Value};
use crate::error::Error;
#[cfg(doc)]
use crate::error::ErrorKind;
use crate::facts::Family;
use crate::text_request::apply_encoder;

/// The facts about the codec.
pub const ABOUT: About = About {
    id: "uts46",
    title: "UTS #46",
    family: Family::Idna,
    prefix: None,
    digits: "a digit of the set",
    document: "UTS #46",
    operations: &OPERATIONS,
};

/// The codec `uts46`.
pub(crate) const CODEC: Uts46Codec = Uts46Codec { process };

/// UTS #46 as a [`Codec`], by any procedure: the reference, the model or a known fault.
pub struct Uts46Codec {
    /// Processes a name by the operation and the settings.
    pub process: fn(&str, &str, &Settings) -> Processed,
}

impl Codec for Uts46Codec {
    fn about(&self) -> About {
        ABOUT
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        let arguments = Operation::select(&OPERATIONS, op, parameters)?;
        let settings = Settings::from_arguments(&arguments);
        let name = arguments.operation.name;
        apply_encoder(input, |text| {
            (self.process)(name, text, &settings).into_result()
        })
    }
}

/// ToASCII (section 4.2): the name in ASCII.
///
/// # Errors
///
/// The kind of the first condition that is broken: see [`Code::kind`]. A label whose Punycode fails has
/// the kind that Punycode gives, [`NotBasic`](ErrorKind::NotBasic) if its code is not ASCII,
/// [`LdhOnly`](ErrorKind::LdhOnly) if its text is ASCII, and [`Empty`](ErrorKind::Empty) if it has none.
///
/// # Examples
///
/// ```
/// use acegate_codec::uts46::{Settings, to_ascii};
///
/// assert_eq!(to_ascii("Bücher.example", &Settings::STRICT)?, "xn--bcher-kva.example");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn to_ascii(name: &str, settings: &Settings) -> Result<String, Error> {
    owned(true, name, settings)
}

/// ToASCII as [`to_ascii`], without an allocation if the name is its own result.
///
/// # Errors
///
/// The errors of [`to_ascii`].
///
/// # Examples
///
/// ```
/// use std::borrow::Cow;
///
/// use acegate_codec::uts46::{Settings, to_ascii_cow};
///
/// let borrowed = to_ascii_cow("www.example", &Settings::STRICT)?;
/// assert!(matches!(borrowed, Cow::Borrowed("www.example")));
/// # Ok::<(), acegate_codec::Error>(())
/// ```
#[inline]
pub fn to_ascii_cow<'a>(name: &'a str, settings: &Settings) -> Result<Cow<'a, str>, Error> {
    if quick::is_its_own_result(name, settings) {
        return Ok(Cow::Borrowed(name));
    }
    to_ascii(name, settings).map(Cow::Owned)
}

/// ToASCII as [`to_ascii`], appended to `out`. A program with many names reuses one string.
///
/// # Errors
///
/// The errors of [`to_ascii`]. After an error, `out` is unchanged.
pub fn to_ascii_into(name: &str, settings: &Settings, out: &mut String) -> Result<(), Error> {
    append(true, name, settings, out)
}

/// ToUnicode (section 4.3): the name with its labels decoded.
///
/// Where the document gives a text and the note that there was an error, this is an error.
///
/// # Errors
///
/// As [`to_ascii`], without the lengths.
pub fn to_unicode(name: &str, settings: &Settings) -> Result<String, Error> {
    owned(false, name, settings)
}

/// ToUnicode as [`to_unicode`], without an allocation if the name is its own result.
///
/// # Errors
///
/// The errors of [`to_unicode`].
#[inline]
pub fn to_unicode_cow<'a>(name: &'a str, settings: &Settings) -> Result<Cow<'a, str>, Error> {
    if quick::is_its_own_result(name, settings) {
        return Ok(Cow::Borrowed(name));
    }
    to_unicode(name, settings).map(Cow::Owned)
}

/// ToUnicode as [`to_unicode`], appended to `out`.
///
/// # Errors
///
/// The errors of [`to_unicode`]. After an error, `out` is unchanged.
pub fn to_unicode_into(name: &str, settings: &Settings, out: &mut String) -> Result<(), Error> {
    append(false, name, settings, out)
}

fn owned(is_to_ascii: bool, name: &str, settings: &Settings) -> Result<String, Error> {
    if quick::is_its_own_result(name, settings) {
        return Ok(name.to_owned());
    }
    let mut text = String::new();
    if quick::append_changed(is_to_ascii, name, settings, &mut text) {
        return Ok(text);
    }
    process_any(is_to_ascii, name, settings).into_result()
}

fn append(
    is_to_ascii: bool,
    name: &str,
    settings: &Settings,
    out: &mut String,
) -> Result<(), Error> {
    if !quick::append(is_to_ascii, name, settings, out) {
        out.push_str(&process_any(is_to_ascii, name, settings).into_result()?);
    }
    Ok(())
}

/// Whether the General_Category is one of the letters, marks and decimal digits that RFC 5892 allows (section
/// 2.1, LetterDigits).
#[must_use]
pub fn is_letter_mark_or_digit(c: char) -> bool {
    use icu_properties::props::GeneralCategory as Category;
    let category = icu_properties::CodePointMapData::<Category>::new().get(c);
    matches!(
        category,
        Category::LowercaseLetter
            | Category::OtherLetter
            | Category::ModifierLetter
            | Category::NonspacingMark
            | Category::SpacingMark
            | Category::DecimalNumber
    )
}

/// The offset at which a label of a name begins: after that many full stops, of all the characters that
/// are mapped to one. The end of the name if it has fewer.
pub(crate) fn start_of_label(name: &str, index: usize) -> usize {
    let dots = name.match_indices(['.', '\u{3002}', '\u{FF0E}', '\u{FF61}']);
    let mut starts = core::iter::once(0).chain(dots.map(|(at, dot)| at + dot.len()));
    starts.nth(index).unwrap_or(name.len())
}
