//! ENUM as a [`Codec`].

use alloc::string::String;

use super::{NumberRules, rewrite};
use crate::codec::{About, Arguments, Codec, Failure, Operation, ParameterSpec, Parameters, Value};
use crate::facts::{Family, Input, Verb};
use crate::text_request;

/// The codec `enum`.
///
/// `rewrite` takes a list: the number, then the records. It takes up to 16384 characters together,
/// because it reads them as one answer of a name server.
#[derive(Clone, Copy)]
pub struct Enum {
    numbers: NumberRules,
}

/// The reference codec, which is its own model.
pub const CODEC: Enum = Enum::with_numbers(NumberRules::RFC);

impl Enum {
    /// The codec with these rules of numbers.
    #[must_use]
    pub const fn with_numbers(numbers: NumberRules) -> Self {
        Self { numbers }
    }
}

impl Codec for Enum {
    fn about(&self) -> About {
        ABOUT
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        let arguments = Operation::select(ABOUT.operations, op, parameters)?;
        let verb = arguments.operation.verb;
        if verb == Verb::Rewrite {
            return uris(&arguments, input);
        }
        let named = named_tree(&arguments)?;
        let tree = (self.numbers.tree)(&named);
        text_request::apply_decoder(input, |text| match verb {
            Verb::ToDomain => self.numbers.to_domain(text, tree),
            _ => self.numbers.to_number(text, tree),
        })
    }
}

/// The most characters of a number and its records together.
const LONGEST_ANSWER: usize = 16384;

fn uris(arguments: &Arguments<'_>, input: &Value) -> Result<Value, Failure> {
    let list = "a list: a number and its records";
    let texts = text_request::read_list(input, list, "", LONGEST_ANSWER)?;
    let (number, records) = texts
        .split_first()
        .map_or(("", &[][..]), |(number, records)| (number, records));
    Ok(rewrite(number, records, &arguments.word("service"))?.into())
}

/// The tree that a request names; empty if it names none.
fn named_tree(arguments: &Arguments<'_>) -> Result<String, Failure> {
    let tree = arguments.word("tree");
    if tree.is_empty() {
        return Ok(tree);
    }
    let name = tree.strip_suffix('.').unwrap_or(&tree);
    if name.len() > LONGEST_TREE || !name.split('.').all(is_label) {
        return Err(Failure::unsupported(
            "tree is a domain name of at most 223 octets",
        ));
    }
    Ok(tree)
}

fn is_label(label: &str) -> bool {
    let mut octets = label.bytes();
    (1..=63).contains(&label.len())
        && octets.all(|octet| octet.is_ascii_alphanumeric() || b"-_".contains(&octet))
}

/// The most octets of a tree: a name has 253 at most, and the digits and their dots take 30 of them.
const LONGEST_TREE: usize = 223;

/// The facts about the codec.
pub const ABOUT: About = About {
    id: "enum",
    title: "ENUM",
    family: Family::Telephone,
    prefix: None,
    digits: "0-9",
    document: "RFC 6116",
    operations: &[
        Operation::new(
            Verb::ToDomain,
            "a telephone number, +44-116-496-0348",
            "its domain",
        )
        .with(&[TREE_OF_NUMBERS]),
        Operation::new(Verb::ToNumber, "the domain of a number", "the number")
            .with(&[TREE_OF_NUMBERS]),
        Operation::new(
            Verb::Rewrite,
            "a number and its NAPTR records, one a line",
            "its URIs",
        )
        .taking(Input::List)
        .with(&[SERVICE]),
    ],
};

const TREE_OF_NUMBERS: ParameterSpec = ParameterSpec {
    name: "tree",
    values: &[],
    summary: "The domain that holds the domains of the numbers.",
};

const SERVICE: ParameterSpec = ParameterSpec {
    name: "service",
    values: &[],
    summary: "The Enumservice that is wanted, such as sip or voice:tel.",
};
