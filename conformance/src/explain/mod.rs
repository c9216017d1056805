//! The worked steps of an encoding or decoding, as the documents print them.
//!
//! In: a codec, its parameters and an input. Out: named steps, such as `delta` and `3907`, the steps of
//! one kind as a table.

mod bootstring;
pub mod catalogue;
mod e164;
#[cfg(feature = "uts46")]
mod idna2008;
mod label;
mod lace;
mod race;
pub mod refusal;
#[cfg(feature = "uts46")]
pub mod standards;
mod trace;
mod uri2dec;
mod utf5;
mod utf6;
#[cfg(feature = "uts46")]
mod uts46;

use acegate_codec::{
    About, Arguments, Codec, Effect, Error, Failure, Family, Operation, Parameters, Text, Value,
    Verb,
};

use catalogue::Operator;
use label::write_result;
pub use trace::{Direction, Part, Step, Table, Trace};

/// The operations of a codec that have steps, in the order of the codec.
pub fn operations(codec: &dyn Codec) -> impl Iterator<Item = &'static str> {
    let shown = codec
        .operations()
        .iter()
        .filter(|operation| has_steps(operation.verb));
    shown.map(|operation| operation.name)
}

/// Whether the document works out the operation in steps.
fn has_steps(verb: Verb) -> bool {
    match verb {
        Verb::Encode
        | Verb::Decode
        | Verb::ToAscii
        | Verb::ToUnicode
        | Verb::Check
        | Verb::IsULabel
        | Verb::IsALabel
        | Verb::ToDomain
        | Verb::ToNumber
        | Verb::Rewrite
        | Verb::Hash
        | Verb::Invert
        | Verb::Key
        | Verb::Parses
        | Verb::Assign => true,
        Verb::WriteRecord
        | Verb::ReadRecord
        | Verb::Escape
        | Verb::Unescape
        | Verb::Choices
        | Verb::Book => false,
    }
}

/// A codec whose texts or labels are drawn, and how.
struct Drawing {
    codec: About,
    /// The steps of writing a text, from its answer on.
    encoding: fn(Arguments<'_>, &str, &Answer) -> Result<Trace, Failure>,
    /// Writes the steps of reading a code.
    decoding: fn(Arguments<'_>, &str, &mut Trace),
}

/// The answer of a codec.
type Answer = Result<Value, Failure>;

const DRAWINGS: [Drawing; 4] = [utf5::DRAWING, utf6::DRAWING, race::DRAWING, lace::DRAWING];

/// Explains how `codec` answers an operation, such as `encode` or `decode`.
///
/// If the input is refused in the middle, the last step is `refused`.
///
/// # Errors
///
/// [`Failure::Refused`] if the codec refuses the input before the first step,
/// [`Failure::Unsupported`] for operations without steps and for parameters that it does not take.
pub fn explain(
    codec: &dyn Codec,
    op: &str,
    parameters: &Parameters,
    input: &Value,
) -> Result<Trace, Failure> {
    if !operations(codec).any(|name| name == op) {
        let named = operations(codec).collect::<Vec<_>>().join(", ");
        let id = codec.id();
        return Err(Failure::unsupported(format!(
            "{id} shows the steps of {named}, not of {op:?}; `acegate apply` shows its result"
        )));
    }
    let arguments = Operation::select(codec.operations(), op, parameters)?;
    let verb = arguments.operation.verb;
    if verb == Verb::Rewrite {
        return e164::rewriting(codec, arguments, parameters, input);
    }
    let text = input.as_text()?;
    match codec.about().family {
        // Only a Bootstring takes what is no character.
        Family::Bootstring if verb == Verb::Encode => {
            bootstring::encoding(arguments, &text.code_points)
        }
        Family::Bootstring if verb == Verb::Decode => {
            bootstring::decoding(arguments, &text.code_points)
        }
        Family::Telephone => Ok(e164::converting(codec, verb, parameters, &scalar(text)?)),
        Family::Addresses => uri2dec::explaining(codec, arguments, parameters, &scalar(text)?),
        #[cfg(feature = "uts46")]
        Family::Idna => Ok(uts46::converting(
            codec,
            arguments,
            parameters,
            &scalar(text)?,
        )),
        #[cfg(feature = "uts46")]
        Family::Idna2008 => Ok(idna2008::converting(
            codec,
            arguments,
            parameters,
            &scalar(text)?,
        )),
        #[cfg(not(feature = "uts46"))]
        Family::Idna | Family::Idna2008 => Err(no_steps(codec.id())),
        Family::Bootstring | Family::Labels | Family::Texts if verb.is_of_host_names() => {
            label::converting_host(codec, verb, parameters, &scalar(text)?)
        }
        Family::Bootstring | Family::Labels | Family::Texts => {
            drawn(codec, arguments, parameters, &scalar(text)?)
        }
    }
}

/// The steps of writing or reading one text or label.
fn drawn(
    codec: &dyn Codec,
    arguments: Arguments<'_>,
    parameters: &Parameters,
    text: &str,
) -> Result<Trace, Failure> {
    let mut drawings = DRAWINGS.iter();
    let id = codec.id();
    let Some(drawing) = drawings.find(|drawing| drawing.codec.id == id) else {
        return Err(no_steps(id));
    };
    let answer = codec.apply(arguments.operation.name, parameters, &Value::from(text));
    if arguments.operation.effect() == Effect::Writes {
        return (drawing.encoding)(arguments, text, &answer);
    }
    let mut trace = Trace::of(text);
    (drawing.decoding)(arguments, text, &mut trace);
    write_result("text", &answer, &mut trace);
    Ok(trace)
}

/// The beginning of the steps of writing a text: its numbers.
fn of_numbers(text: &str) -> Trace {
    Trace::of(numbers(text.chars().map(u32::from)))
}

fn no_steps(codec: &str) -> Failure {
    Failure::unsupported(format!("the steps of {codec} are not kept"))
}

/// The steps of an operation, with a refusal in the words of [`refusal`]: which symbol is refused, and where.
///
/// # Errors
///
/// Those of [`explain`].
pub fn explain_in_words(operator: &Operator<'_>, input: &Value) -> Result<Trace, Failure> {
    let mut trace = explain(
        operator.codec,
        operator.operation.name,
        operator.parameters,
        input,
    )?;
    let Some(Part::Fact("refused", text)) = trace.parts.last_mut() else {
        return Ok(trace);
    };
    if let Err(failure) = operator.apply(input) {
        let sentence = refusal::sentence(&failure, operator, input);
        // The steps may find another error than the codec, which then stays as it is.
        if sentence.split(':').next() == text.split(':').next() {
            *text = sentence;
        }
    }
    Ok(trace)
}

fn scalar(text: &Text) -> Result<String, Failure> {
    text.to_scalar_string()
        .ok_or_else(|| Failure::unsupported("only text of Unicode scalar values has such steps"))
}

fn refused(error: Error, trace: &mut Trace) {
    trace.fact("refused", format!("{}: {error}", error.code()));
}

/// Code points, such as `U+0062 U+00FC`.
pub(crate) fn numbers(code_points: impl IntoIterator<Item = u32>) -> String {
    let numbers: Vec<_> = code_points
        .into_iter()
        .map(|c| format!("U+{c:04X}"))
        .collect();
    if numbers.is_empty() {
        "empty".into()
    } else {
        numbers.join(" ")
    }
}

fn hex(octets: &[u8], between: &str) -> String {
    octets
        .iter()
        .map(|octet| format!("{octet:02x}"))
        .collect::<Vec<_>>()
        .join(between)
}

fn hex_unit(unit: [u8; 2]) -> String {
    format!("{:04X}", u16::from_be_bytes(unit))
}

#[cfg(test)]
mod tests {
    use acegate_codec::{codec, codecs};

    use super::*;

    fn steps(id: &str, op: &str, input: &str) -> Vec<Step> {
        let codec = codec(id).expect("a codec");
        explain(codec, op, &Parameters::new(), &Value::from(input))
            .expect("it has steps")
            .steps()
    }

    fn all<'s>(steps: &'s [Step], name: &str) -> Vec<&'s str> {
        let found = steps.iter().filter(|(it, _)| *it == name);
        found.map(|(_, text)| text.as_str()).collect()
    }

    /// The header has the bits that the digits lack, and both are the payload.
    #[test]
    fn the_header_and_the_digits_of_utf_6_are_its_payload() {
        let suite = acegate_vectors::Suite::embedded().expect("the embedded suite is valid");
        let cases = suite.cases.iter();
        let texts = cases.filter(|case| case.codec == "utf6" && case.ops[0] == "encode");
        let texts: Vec<_> = texts
            .filter_map(|case| case.input.to_scalar_string())
            .collect();
        assert!(texts.len() > 200, "{}", texts.len());
        for text in texts.into_iter().filter(|text| !text.is_empty()) {
            let steps = steps("utf6", "encode", &text);
            let digits = all(&steps, "unit")
                .into_iter()
                .filter_map(|unit| unit.split(": ").nth(1));
            let whole: String = all(&steps, "header").into_iter().chain(digits).collect();
            assert_eq!(all(&steps, "payload"), [&whole], "{text:?}");
            let label = format!("{}{whole}", acegate_codec::utf6::PREFIX);
            assert_eq!(
                acegate_codec::host::encode_bare(&text, &acegate_codec::utf6::RULES),
                Ok(label),
                "{text:?}"
            );
        }
    }

    #[test]
    fn all_codecs_are_explained_both_ways() {
        for codec in codecs()
            .iter()
            .filter(|codec| codec.operations()[0].name == "encode" || codec.id() == "uri2dec")
        {
            let text = if codec.id() == "uri2dec" {
                "alice@commandus.com"
            } else {
                "bücher"
            };
            let encoding = steps(codec.id(), "encode", text);
            let encoded = codec
                .apply("encode", &Parameters::new(), &Value::from(text))
                .expect("encodes");
            let encoded = encoded
                .as_text()
                .expect("text")
                .to_scalar_string()
                .expect("scalars");
            let last = &encoding.last().expect("a step").1;
            assert!(last.contains(&encoded), "{}: {last}", codec.id());
            let decoding = steps(codec.id(), "decode", &encoded);
            assert!(decoding.len() >= 3, "{}: {decoding:?}", codec.id());
            let expected = match codec.id() {
                "uri2dec" => ("decoded", text.to_owned()),
                _ => ("text", numbers(text.chars().map(u32::from))),
            };
            assert_eq!(decoding.last(), Some(&expected), "{}", codec.id());
        }
    }

    #[test]
    fn the_steps_of_a_host_name_write_every_label_of_the_suite() {
        let suite = acegate_vectors::Suite::embedded().expect("the embedded suite is valid");
        let (mut names, mut labels) = (0, 0);
        for check in suite.checks() {
            let request = crate::suite::request_for(&check);
            if !matches!(&*request.op, "to-ascii" | "to-unicode") {
                continue;
            }
            let codec = codec(&request.codec).expect("a codec of the suite");
            let answer = codec.apply(&request.op, &request.params, &request.input);
            let Ok(trace) = explain(codec, &request.op, &request.params, &request.input) else {
                assert!(answer.is_err(), "{}", check.name);
                continue;
            };
            let steps = trace.steps();
            names += 1;
            let Ok(answer) = answer else {
                assert_eq!(
                    steps.last().map(|it| it.0),
                    Some("refused"),
                    "{}",
                    check.name
                );
                continue;
            };
            let answer = answer
                .as_text()
                .expect("text")
                .to_scalar_string()
                .expect("scalars");
            assert_eq!(
                steps.last(),
                Some(&("name", answer.clone())),
                "{}",
                check.name
            );
            if request.op == "to-ascii" {
                for code in all(&steps, "output")
                    .into_iter()
                    .chain(all(&steps, "written"))
                {
                    let code = code.trim_matches('"').to_ascii_lowercase();
                    assert!(
                        answer.to_ascii_lowercase().contains(&code),
                        "{}: {code}",
                        check.name
                    );
                    labels += 1;
                }
            }
        }
        assert!(
            names > 500 && labels > 200,
            "{names} names, {labels} labels"
        );
    }
}
