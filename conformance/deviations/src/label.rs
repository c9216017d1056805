//! Host labels under rules that are partly broken, for the deviations of RACE, LACE and UTF-6, and the
//! deviations that these share.
//!
//! Each shared row is a function from an id and the requirements that are broken, so that the tables of
//! the encodings read like all others: `inner_dot::<Race>("race/inner-dot", &["race-18"])`.

pub(super) use acegate_codec::host::model::HostRules as Rules;

use acegate_codec::host::model::Host;
use acegate_codec::{Error, ErrorKind, Failure, Parameter, Value, Verb};

use super::base32::Base32;
use super::{Answer, Call, Deviation, Model, Reads, Writes, deviation};

/// The encoding of a label, right or wrong. `None` is a rejection.
pub(super) trait Payload {
    /// Encodes a label of scalar values.
    fn encode(&self, label: &[u32]) -> Option<String>;

    /// Decodes a payload.
    fn decode(&self, payload: &[u32]) -> Option<Vec<u32>>;
}

/// An encoding of host labels.
pub(super) trait LabelEncoding: Payload + Model + Sized + 'static {
    /// The encoding without a fault.
    const RIGHT: Self;

    /// The encoding that writes and reads unpaired surrogates.
    const UNPAIRED: Self;

    /// The rules of labels for a call.
    fn rules(call: &Call<'_>) -> Rules;
}

/// An encoding of host labels in Base32.
pub(super) trait InBase32: LabelEncoding {
    /// The encoding with this Base32.
    fn with(base32: Base32) -> Self;
}

macro_rules! rows {
    ($trait:ident: $($name:ident: $summary:literal, $how:expr;)*) => {$(
        pub(super) const fn $name<E: $trait>(
            id: &'static str,
            breaks: &'static [&'static str],
        ) -> Deviation {
            deviation(id, breaks).summary($summary).how($how)
        }
    )*};
}

rows! { LabelEncoding:
    labels_of_any_length:
        "The limit of 63 octets for a label is not checked.",
        |call| (Rules { label_limit: false, ..E::rules(call) }, E::RIGHT).answer(call);
    names_of_any_length:
        "The limit of 253 characters for a name is not checked.",
        |call| (Rules { name_limit: false, ..E::rules(call) }, E::RIGHT).answer(call);
    plain_labels_encoded:
        "Labels of only letters, digits and hyphens are encoded and decoded instead of passed on \
         unchanged.",
        |call| (Rules { plain_labels: false, ..E::rules(call) }, E::RIGHT).answer(call);
    plain_by_label:
        "A label of only letters, digits and hyphens is encoded if it begins or ends with a \
         hyphen.",
        |call| (Rules { plain_by_character: false, ..E::rules(call) }, E::RIGHT).answer(call);
    inner_dot:
        "The decoder does not reject a label whose text contains a dot.",
        |call| (Rules { dots: false, ..E::rules(call) }, E::RIGHT).answer(call);
    undecodable_label_passed:
        "A label that cannot be decoded is returned unchanged instead of rejected.",
        |call| Reads((Rules { undecodable: false, ..E::rules(call) }, E::RIGHT)).answer(call);
    prefix_in_capitals_unknown:
        "The prefix is recognised in lower case only.",
        |call| (Rules { prefix_in_any_case: false, ..E::rules(call) }, E::RIGHT).answer(call);
    prefix_not_compared:
        "The decoder removes the first four characters of a label without checking that they are \
         the prefix.",
        |call| Reads((Rules { prefix_compared: false, ..E::rules(call) }, E::RIGHT)).answer(call);
    prefix_encoded_again:
        "A label that already begins with the prefix is passed on or encoded instead of rejected.",
        |call| Writes((Rules { prefix_reserved: false, ..E::rules(call) }, E::RIGHT)).answer(call);
    empty_labels_encoded:
        "Empty labels of a name are accepted.",
        |call| {
            let names = call.verb().is_some_and(Verb::is_of_host_names);
            if !names {
                return None;
            }
            (Rules { not_empty: false, ..E::rules(call) }, E::RIGHT).answer(call)
        };
    surrogates:
        "Unpaired surrogates are encoded and decoded instead of rejected.",
        |call| {
            let surrogates = |c: &u32| (0xD800..0xE000).contains(c);
            let scalars = !call.code_points().iter().any(surrogates);
            (Rules { scalars, ..E::rules(call) }, E::UNPAIRED).answer(call)
        };
    ideographic_dots:
        "U+3002, U+FF0E and U+FF61 separate labels, as in IDNA.",
        |call| answer_to_mapped(call, |c| match c {
            '\u{3002}' | '\u{FF0E}' | '\u{FF61}' => vec!['.'],
            _ => vec![c],
        });
    folded_first:
        "The encoder lower-cases the text first.",
        |call| answer_to_mapped(call, |c| c.to_lowercase().collect());
    folded_when_read:
        "The decoder lower-cases its result.",
        |call| {
            if !call.reads() {
                return None;
            }
            Some(call.answer().map(|value| changed(value, |text| {
                let characters = text.iter().copied().filter_map(char::from_u32);
                characters.flat_map(char::to_lowercase).map(u32::from).collect()
            })))
        };
    white_space_ignored:
        "The decoder removes white space from labels.",
        |call| {
            if !call.reads() {
                return None;
            }
            let mut rest = call.code_points().to_vec();
            rest.retain(|&c| char::from_u32(c).is_none_or(|c| !c.is_ascii_whitespace()));
            Some(call.answer_to(&Value::from_code_points(rest)))
        };
}

rows! { InBase32:
    foreign_digits_as_31:
        "The decoder reads a character that is no Base32 digit, such as `1`, as 31.",
        |call| {
            let rules = Rules { ldh: false, ..E::rules(call) };
            Reads((rules, E::with(Base32::ForeignAs31))).answer(call)
        };
    digits_from_3:
        "The Base32 digits are `a` to `z` and `3` to `8` instead of `2` to `7`.",
        |call| E::with(Base32::From3).answer(call);
    left_over_bits:
        "The decoder does not check that the filling bits of the last digit are zero.",
        |call| Reads(E::with(Base32::LeftOverBits)).answer(call);
    any_length:
        "The decoder accepts a number of digits that no number of octets gives, and drops the \
         last digit.",
        |call| Reads(E::with(Base32::AnyLength)).answer(call);
}

/// An encoding under these rules.
impl<P: Payload + Sync> Model for (Rules, P) {
    fn answer(&self, call: &Call<'_>) -> Answer {
        answer_under(&self.0, &self.1, call)
    }
}

/// The answer of an encoding under rules. An input that the reference also rejects is rejected with the
/// same error.
pub(super) fn answer_under(rules: &Rules, payload: &dyn Payload, call: &Call<'_>) -> Answer {
    let input = call.code_points();
    let bare = call.parameters.get("layer") == Some(&Parameter::Text("bare".to_owned()));
    let host = Host {
        rules: *rules,
        encode: &|label: &[u32], out| {
            out.extend(payload.encode(label).ok_or(REFUSED)?.chars().map(u32::from));
            Ok(())
        },
        decode: &|code: &[u32], out| {
            out.extend(payload.decode(code).ok_or(REFUSED)?);
            Ok(())
        },
    };
    let is_refused =
        call.writes() && rules.scalars && input.iter().any(|&c| char::from_u32(c).is_none());
    let own = if is_refused {
        None
    } else {
        host.apply(call.op, bare, input).ok()
    };
    Some(answer_or_refusal(call, own))
}

const REFUSED: Error = Error::new(ErrorKind::NotCanonical, 0);

/// The value of a deviation or its rejection, with the error of the reference if that also rejects.
pub(super) fn answer_or_refusal(call: &Call<'_>, own: Option<Vec<u32>>) -> Result<Value, Failure> {
    own.map(Value::from_code_points)
        .ok_or_else(|| call.refusal(REFUSED.kind))
}

/// The answer to the input with every character mapped before it is encoded.
fn answer_to_mapped(call: &Call<'_>, map: impl Fn(char) -> Vec<char>) -> Answer {
    let mapped = call
        .code_points()
        .iter()
        .flat_map(|&c| match char::from_u32(c) {
            Some(c) => map(c).into_iter().map(u32::from).collect(),
            None => vec![c],
        });
    let mapped = Value::from_code_points(mapped.collect::<Vec<_>>());
    if !call.writes() {
        return None;
    }
    Some(call.answer_to(&mapped))
}

/// The value with its text changed, if it is one.
pub(super) fn changed(value: Value, change: impl FnOnce(&[u32]) -> Vec<u32>) -> Value {
    match value {
        Value::Text(text) => Value::from_code_points(change(&text.code_points)),
        other => other,
    }
}

/// The characters of a code. One that is no scalar value is U+FFFD, which is no digit either.
pub(super) fn characters(code: &[u32]) -> String {
    code.iter()
        .map(|&c| char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

pub(super) const HYPHEN: u32 = '-' as u32;
