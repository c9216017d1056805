//! The codec `bootstring`, and the parts that the codec `punycode` shares with it.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::{Bootstring, ParameterSet, Width};
use crate::codec::{
    About, Arguments, Codec, Failure, Operation, ParameterSpec, Parameters, Text, Value,
};
use crate::error::Error;
use crate::facts::{Effect, Family, Verb};

/// The facts about the codec.
pub const ABOUT: About = About {
    id: "bootstring",
    title: "Bootstring",
    family: Family::Bootstring,
    prefix: None,
    digits: "a digit of the set",
    document: "RFC 3492",
    operations: &operations(&SET),
};

/// The two operations of a Bootstring, which writes no prefix.
pub(crate) const fn operations(parameters: &'static [ParameterSpec]) -> [Operation; 2] {
    [
        Operation::new(Verb::Encode, "any text", "its code, without a prefix").with(parameters),
        Operation::new(Verb::Decode, "a code, without a prefix", "the text").with(parameters),
    ]
}

/// The codec `bootstring`.
pub(crate) const CODEC: BootstringCodec = BootstringCodec {
    engine: Engine::REFERENCE,
};

/// The procedures of one implementation of Bootstring: the fast one or its plain model.
pub(crate) struct Engine {
    pub(crate) encode: fn(&Bootstring, &[u32]) -> Result<Vec<u8>, Error>,
    pub(crate) decode: fn(&Bootstring, &[u32]) -> Result<Vec<u32>, Error>,
    pub(crate) encode_annotated: EncodeAnnotated,
    pub(crate) decode_annotated: fn(&Bootstring, &[u32]) -> Result<Annotated, Error>,
}

/// An encoder that takes one flag for each code point.
type EncodeAnnotated = fn(&Bootstring, &[u32], &[bool]) -> Result<Vec<u8>, Error>;

/// Code points and their flags.
type Annotated = (Vec<u32>, Vec<bool>);

/// Bootstring with any parameters.
pub(crate) struct BootstringCodec {
    pub(crate) engine: Engine,
}

impl Engine {
    /// The procedures of this module.
    pub(crate) const REFERENCE: Self = Self {
        encode: Bootstring::encode,
        decode: Bootstring::decode::<u32>,
        encode_annotated: Bootstring::encode_annotated,
        decode_annotated: Bootstring::decode_annotated::<u32>,
    };

    pub(crate) fn apply(
        &self,
        bootstring: &Bootstring,
        arguments: Arguments<'_>,
        input: &Value,
    ) -> Result<Value, Failure> {
        let Text { code_points, flags } = input.as_text()?;
        let annotated = arguments.is("annotation", "true");
        if annotated && !bootstring.carries_case() {
            return Err(Failure::unsupported("digits of this set do not carry case"));
        }
        let encodes = arguments.operation.effect() == Effect::Writes;
        if flags.is_some() != (annotated && encodes) {
            return Err(Failure::unsupported(if flags.is_some() {
                "flags are only for encoding with annotation"
            } else {
                "encoding with annotation takes text with flags"
            }));
        }
        match (encodes, flags) {
            (true, Some(flags)) => Ok(code(&(self.encode_annotated)(
                bootstring,
                code_points,
                flags,
            )?)),
            (true, None) => Ok(code(&(self.encode)(bootstring, code_points)?)),
            (false, _) if annotated => {
                let (code_points, flags) = (self.decode_annotated)(bootstring, code_points)?;
                Ok(Value::Text(Text {
                    code_points,
                    flags: Some(flags),
                }))
            }
            (false, _) => Ok(Value::from_code_points((self.decode)(
                bootstring,
                code_points,
            )?)),
        }
    }
}

impl Codec for BootstringCodec {
    fn about(&self) -> About {
        ABOUT
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        let arguments = Operation::select(self.operations(), op, parameters)?;
        self.engine
            .apply(&Bootstring::from_arguments(arguments)?, arguments, input)
    }
}

pub(crate) const WIDTH: ParameterSpec = ParameterSpec {
    name: "width",
    values: &["32", "26", "31"],
    summary: "The number of bits of the integers in which the encoder and the decoder count.",
};

pub(crate) const ANNOTATION: ParameterSpec = ParameterSpec {
    name: "annotation",
    values: &["false", "true"],
    summary: "Whether each code point carries a flag: true for uppercase, false for lowercase.",
};

const SET: [ParameterSpec; 12] = [
    WIDTH,
    ANNOTATION,
    ParameterSpec {
        name: "set",
        values: &["punycode", "rust-v0", "swift"],
        summary: "The named set of parameters. Parameters that are given replace its numbers.",
    },
    any("base", "The number of digit values."),
    any("tmin", "The lowest threshold."),
    any("tmax", "The highest threshold."),
    any("skew", "The steepness of the bias adaptation."),
    any("damp", "The divisor of the first delta."),
    any("initial-bias", "The bias before the first delta."),
    any(
        "initial-n",
        "The code point from which the first delta counts.",
    ),
    any("delimiter", "The character after the literal part."),
    any(
        "digits",
        "The characters of the digits, from zero on. They are read in either case and written in lower case, unless a letter is there in both cases.",
    ),
];

const fn any(name: &'static str, summary: &'static str) -> ParameterSpec {
    ParameterSpec {
        name,
        values: &[],
        summary,
    }
}

pub(crate) fn width(arguments: Arguments<'_>) -> Result<Width, Failure> {
    let bits = number(arguments, "width", 32)?;
    Width::from_bits(bits).ok_or_else(|| Failure::unsupported("width is 26, 31 or 32"))
}

impl Bootstring {
    /// The Bootstring of a request to the codec `bootstring` or `punycode`: the named set, with the numbers
    /// that the request gives.
    ///
    /// # Errors
    ///
    /// [`Failure::Unsupported`] if Bootstring cannot work with this set.
    pub fn from_arguments(arguments: Arguments<'_>) -> Result<Self, Failure> {
        let set = match arguments.word("set").as_str() {
            "rust-v0" => ParameterSet::RUST_V0,
            "swift" => ParameterSet::SWIFT,
            _ => ParameterSet::PUNYCODE,
        };
        let digits = arguments.word("digits");
        let delimiter = arguments.word("delimiter");
        let mut characters = delimiter.chars();
        let delimiter = match (characters.next(), characters.next()) {
            (None, _) => set.delimiter,
            (Some(delimiter), None) => delimiter,
            (Some(_), Some(_)) => return Err(Failure::unsupported("delimiter is one character")),
        };
        let parameters = ParameterSet {
            base: number(arguments, "base", set.base)?,
            t_min: number(arguments, "tmin", set.t_min)?,
            t_max: number(arguments, "tmax", set.t_max)?,
            skew: number(arguments, "skew", set.skew)?,
            damp: number(arguments, "damp", set.damp)?,
            initial_bias: number(arguments, "initial-bias", set.initial_bias)?,
            initial_n: number(arguments, "initial-n", set.initial_n)?,
            delimiter,
            digits: if digits.is_empty() {
                set.digits
            } else {
                &digits
            },
            fold_case: if digits.is_empty() {
                set.fold_case
            } else {
                !has_both_cases(&digits)
            },
            width: width(arguments)?,
            ..set
        };
        Self::new(&parameters).map_err(|error| Failure::unsupported(error.to_string()))
    }
}

fn has_both_cases(digits: &str) -> bool {
    digits
        .chars()
        .any(|digit| digit.is_ascii_lowercase() && digits.contains(digit.to_ascii_uppercase()))
}

fn number(arguments: Arguments<'_>, name: &str, default: u32) -> Result<u32, Failure> {
    let word = arguments.word(name);
    if word.is_empty() {
        return Ok(default);
    }
    word.parse()
        .map_err(|_| Failure::unsupported(format!("parameter {name} is a number, not {word:?}")))
}

fn code(octets: &[u8]) -> Value {
    Value::from_code_points(octets.iter().copied().map(u32::from).collect::<Vec<_>>())
}
