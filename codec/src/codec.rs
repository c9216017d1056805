//! One object-safe interface through which every operation of every codec is reached.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::error::Error;
use crate::facts::{Effect, Family, Input, Verb};

/// A codec: a named set of operations from one document.
///
/// The names of codecs, operations and parameters are kebab-case and stable: they are the
/// vocabulary of the line protocol and of the vectors.
pub trait Codec: Sync {
    /// The name of the codec, its document and its operations.
    fn about(&self) -> About;

    /// Carries out one operation.
    ///
    /// It is total: any input gives a value or an error, never a panic.
    ///
    /// # Errors
    ///
    /// [`Failure::Refused`] if the codec refuses the input. The position counts code points of a
    /// [`Value::Text`], octets of a [`Value::Octets`] and values of a [`Value::List`].
    /// [`Failure::Unsupported`] if the codec does not have the operation or a parameter, or does not
    /// take this form of value.
    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure>;

    /// The stable name, such as `punycode`.
    fn id(&self) -> &'static str {
        self.about().id
    }

    /// The document that defines the codec, such as `RFC 3492`.
    fn document(&self) -> &'static str {
        self.about().document
    }

    /// The operations, in the order in which they are documented.
    fn operations(&self) -> &'static [Operation] {
        self.about().operations
    }
}

/// The facts about a codec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The stable name, such as `punycode`.
    pub id: &'static str,
    /// The name as people write it, such as `Punycode`.
    pub title: &'static str,
    /// The kind of text that the codec encodes, and the way.
    pub family: Family,
    /// The prefix of the labels that the codec writes; `None` if there is none.
    pub prefix: Option<&'static str>,
    /// The digits that the codec reads, in words.
    pub digits: &'static str,
    /// The document that defines the codec, such as `RFC 3492`.
    pub document: &'static str,
    /// The operations, in the order in which they are documented.
    pub operations: &'static [Operation],
}

/// The facts about an operation of a codec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The stable name, such as `decode`.
    pub name: &'static str,
    /// The kind of operation.
    pub verb: Verb,
    /// The inverse operation; `None` if there is none.
    pub inverse: Option<&'static str>,
    /// The parameters that the operation takes.
    pub parameters: &'static [ParameterSpec],
    /// The form of the input.
    pub input: Input,
    /// The input, in words.
    pub takes: &'static str,
    /// The result, in words.
    pub gives: &'static str,
    /// Whether the case of letters of ASCII in the input changes no result.
    pub case_is_free: bool,
}

/// A parameter of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParameterSpec {
    /// The stable name, such as `width`.
    pub name: &'static str,
    /// The allowed values as on a command line, the default first. Empty if any value that the
    /// summary describes is allowed.
    pub values: &'static [&'static str],
    /// One sentence that describes the choice.
    pub summary: &'static str,
}

impl About {
    /// The operation with this verb; `None` if the codec has none.
    #[must_use]
    pub fn operation(&self, verb: Verb) -> Option<&'static Operation> {
        self.operations
            .iter()
            .find(|operation| operation.verb == verb)
    }

    /// Whether the codec has an operation with this verb.
    #[must_use]
    pub fn has(&self, verb: Verb) -> bool {
        self.operation(verb).is_some()
    }
}

impl Operation {
    /// An operation that takes a text and no parameter, with the input and the result in words.
    ///
    /// Letter case counts.
    #[must_use]
    pub const fn new(verb: Verb, takes: &'static str, gives: &'static str) -> Self {
        let inverse = match verb.inverse() {
            Some(inverse) => Some(inverse.name()),
            None => None,
        };
        Self {
            name: verb.name(),
            verb,
            inverse,
            parameters: &[],
            input: Input::Text,
            takes,
            gives,
            case_is_free: false,
        }
    }

    /// The same with these parameters.
    pub(crate) const fn with(self, parameters: &'static [ParameterSpec]) -> Self {
        Self { parameters, ..self }
    }

    /// The same with another form of input.
    pub(crate) const fn taking(self, input: Input) -> Self {
        Self { input, ..self }
    }

    /// The same, where the case of letters of ASCII in the input changes no result.
    pub(crate) const fn in_any_case(self) -> Self {
        Self {
            case_is_free: true,
            ..self
        }
    }

    /// Whether it makes a code or takes one.
    #[must_use]
    pub const fn effect(&self) -> Effect {
        self.verb.effect()
    }

    /// Selects the operation with this name and checks the parameters of a request against it.
    ///
    /// # Errors
    ///
    /// [`Failure::Unsupported`] for an operation or a parameter that `operations` does not have, and
    /// for a value that the parameter does not allow.
    pub fn select<'a>(
        operations: &'a [Self],
        name: &str,
        parameters: &'a Parameters,
    ) -> Result<Arguments<'a>, Failure> {
        let operation = operations
            .iter()
            .find(|operation| operation.name == name)
            .ok_or_else(|| Failure::unsupported(format!("no operation {name:?}")))?;
        for (name, value) in parameters {
            let spec = operation
                .parameters
                .iter()
                .find(|spec| spec.name == name)
                .ok_or_else(|| {
                    Failure::unsupported(format!("{} has no parameter {name:?}", operation.name))
                })?;
            let word = value.to_string();
            if !spec.values.is_empty() && !spec.values.contains(&word.as_str()) {
                return Err(Failure::unsupported(format!(
                    "parameter {name} is one of {}, not {word:?}",
                    spec.values.join(", ")
                )));
            }
        }
        Ok(Arguments {
            operation,
            parameters,
        })
    }
}

/// The parameters of one request, checked against the operation that takes them.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a> {
    /// The operation.
    pub operation: &'a Operation,
    parameters: &'a Parameters,
}

impl Arguments<'_> {
    /// The value of the parameter as a word: the given one, or its default, or the empty word if it
    /// has no default.
    #[must_use]
    pub fn word(&self, name: &str) -> String {
        if let Some(value) = self.parameters.get(name) {
            return value.to_string();
        }
        self.operation
            .parameters
            .iter()
            .find(|spec| spec.name == name)
            .and_then(|spec| spec.values.first())
            .map_or_else(String::new, |&default| default.to_owned())
    }

    /// The choice for the value of the parameter: `choices` has one for each allowed value, in
    /// the same order. If the operation does not take the parameter, it is the first one.
    pub(crate) fn choice<T: Copy, const N: usize>(&self, name: &str, choices: [T; N]) -> T {
        let word = self.word(name);
        let spec = self
            .operation
            .parameters
            .iter()
            .find(|spec| spec.name == name);
        let chosen = spec.and_then(|spec| spec.values.iter().position(|&value| value == word));
        choices[chosen.unwrap_or(0)]
    }

    /// Whether the request gives the parameter.
    #[must_use]
    pub fn given(&self, name: &str) -> bool {
        self.parameters.contains_key(name)
    }

    /// Whether the parameter has this value, either given or by default.
    #[must_use]
    pub fn is(&self, name: &str, value: &str) -> bool {
        self.word(name) == value
    }
}

/// The parameters of one request. A missing parameter has its default.
pub type Parameters = BTreeMap<String, Parameter>;

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Parameter {
    /// `true` or `false`.
    Boolean(bool),
    /// A number.
    Integer(u64),
    /// A name.
    Text(String),
}

impl Parameter {
    /// Parses a word of a command line: a boolean, a number, or otherwise a name. A word that is not
    /// the usual way to write its number, such as `007`, is a name.
    #[must_use]
    pub fn from_word(word: &str) -> Self {
        match word {
            "true" => Self::Boolean(true),
            "false" => Self::Boolean(false),
            _ => match word.parse::<u64>() {
                Ok(number) if number.to_string() == word => Self::Integer(number),
                _ => Self::Text(word.to_owned()),
            },
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boolean(value) => value.fmt(f),
            Self::Integer(value) => value.fmt(f),
            Self::Text(value) => value.fmt(f),
        }
    }
}

/// The input or the result of an operation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A sequence of code points. It can hold any number, so that surrogates and numbers above
    /// 10FFFF can be expressed and refused.
    Text(Text),
    /// A sequence of octets.
    Octets(Vec<u8>),
    /// Several values, in order of preference.
    List(Vec<Value>),
}

/// A sequence of code points, with a mixed-case annotation if the request wants one.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text {
    /// The code points.
    pub code_points: Vec<u32>,
    /// One flag for each code point: true for uppercase (RFC 3492, appendix A).
    pub flags: Option<Vec<bool>>,
}

impl Value {
    /// The text with these code points, without flags.
    #[must_use]
    pub fn from_code_points(code_points: impl Into<Vec<u32>>) -> Self {
        Self::Text(Text {
            code_points: code_points.into(),
            flags: None,
        })
    }

    /// The text of a [`Value::Text`].
    ///
    /// # Errors
    ///
    /// [`Failure::Unsupported`] for another form of value.
    pub fn as_text(&self) -> Result<&Text, Failure> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Octets(_) | Self::List(_) => {
                Err(Failure::unsupported("this operation takes text"))
            }
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::from_code_points(text.chars().map(u32::from).collect::<Vec<_>>())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<Vec<String>> for Value {
    fn from(texts: Vec<String>) -> Self {
        Self::List(texts.into_iter().map(Self::from).collect())
    }
}

impl Text {
    /// The text as a Rust string; `None` if a code point is not a Unicode scalar value.
    #[must_use]
    pub fn to_scalar_string(&self) -> Option<String> {
        self.code_points
            .iter()
            .map(|&c| char::from_u32(c))
            .collect()
    }
}

/// Why an operation gave no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The codec refuses the input.
    Refused(Error),
    /// The codec does not have the operation, the parameter or the form of value that the text
    /// names.
    Unsupported(String),
}

impl Failure {
    /// The failure of a request for something that the codec does not have.
    #[must_use]
    pub fn unsupported(what: impl Into<String>) -> Self {
        Self::Unsupported(what.into())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(error) => error.fmt(f),
            Self::Unsupported(what) => write!(f, "unsupported: {what}"),
        }
    }
}

impl core::error::Error for Failure {}
