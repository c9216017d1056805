//! Hints at the operation that was probably meant, for an input that looks like that of another one.
//!
//! In: `encode punycode bücher.example` and its result. Out: `this looks like a host name; to-ascii
//! gives xn--bcher-kva.example`.

use acegate_codec::{Codec, Failure, Parameter, Parameters, Text, Value, codec};

use super::output::{Ended, Output};
use crate::escape::printable;
use crate::explain::catalogue::{self, Operator};
use crate::explain::refusal;
use crate::judge::ExitStatus;

/// Prints a refusal with a mark under the place, and hints.
pub(super) fn report_refusal(
    failure: &Failure,
    operator: &Operator<'_>,
    input: &Value,
    output: &Output,
) -> Ended {
    let text = refusal::sentence(failure, operator, input);
    let Failure::Refused(error) = failure else {
        return Err(text.into());
    };
    output.error(text + &refusal::pointer(*error, input));
    for hint in on_refusal(operator, input) {
        output.note(hint);
    }
    Ok(ExitStatus::Unexpected)
}

/// The prefix of LACE in its first draft, which is also that of RACE.
const OLD_LACE: &str = acegate_codec::lace::PREFIX_DRAFT_00;

/// The longest input that a hint repeats.
const REPEATED: usize = 80;

/// The hints on a result, which may not be the one that was meant.
pub(super) fn on_success(operator: &Operator<'_>, input: &Value, result: &Value) -> Vec<String> {
    let Some(text) = short_text(input) else {
        return Vec::new();
    };
    let mut hints: Vec<_> = host_name(operator, &text, Some(result))
        .into_iter()
        .collect();
    hints.extend(other_profile(operator, &text));
    hints
}

/// The hint on dialled digits, which do not show their profile, that are also a number of the other one.
fn other_profile(operator: &Operator<'_>, text: &str) -> Option<String> {
    if (operator.codec.id(), operator.op, &*operator.word("style"))
        != ("uri2dec", "decode", "dialled")
    {
        return None;
    }
    let other = if operator.word("profile") == "octal" {
        "shifted"
    } else {
        "octal"
    };
    let mut parameters = operator.parameters.clone();
    parameters.insert("profile".into(), Parameter::Text(other.into()));
    let address = applied(operator.codec, operator.op, &parameters, text)?;
    Some(format!(
        "with --profile {other} the same digits read {}",
        printable(&address)
    ))
}

pub(super) fn on_refusal(operator: &Operator<'_>, input: &Value) -> Vec<String> {
    let Some(text) = short_text(input) else {
        return Vec::new();
    };
    let mut hints: Vec<_> = host_name(operator, &text, None).into_iter().collect();
    if operator.codec.id() == "uri2dec" {
        hints.extend(other_style(operator, &text).map(str::to_owned));
    }
    hints
}

fn short_text(input: &Value) -> Option<String> {
    let text = input.as_text().ok().filter(|text| text.flags.is_none())?;
    Text::to_scalar_string(text).filter(|text| text.chars().count() <= REPEATED)
}

/// The hint on an input that looks like a host name or a label of one: the operation for those.
fn host_name(operator: &Operator<'_>, text: &str, result: Option<&Value>) -> Option<String> {
    let id = operator.codec.id();
    match operator.op {
        "encode" if text.contains('.') && could_be_host(text) => {
            let other = applied(operator.codec, "to-ascii", &Parameters::new(), text)?;
            (Some(&Value::from(other.as_str())) != result).then(|| {
                format!(
                    "this looks like a host name; to-ascii gives {}\n  {}",
                    printable(&other),
                    command(operator.codec, "to-ascii", "", text)
                )
            })
        }
        "decode" if could_be_host(text) => {
            let (meant, parameters) = prefixed(text)?;
            let host = text.contains('.') || meant.id() == "punycode";
            let op = if host { "to-unicode" } else { "decode" };
            if meant.id() == id && op == "decode" && parameters.is_empty() {
                return None;
            }
            let other = applied(meant, op, &parameters, text)?;
            let options: String = parameters
                .iter()
                .map(|(name, value)| format!(" --{name} {value}"))
                .collect();
            let prefix = if parameters.is_empty() {
                catalogue::prefix(meant.id())?
            } else {
                OLD_LACE
            };
            Some(format!(
                "{prefix} begins a label of a host name in {}; {op} gives {}\n  {}",
                catalogue::title(meant.id()),
                printable(&other),
                command(meant, op, &options, text)
            ))
        }
        _ => None,
    }
}

fn could_be_host(text: &str) -> bool {
    text.chars().all(|c| match c.is_ascii() {
        true => c.is_ascii_alphanumeric() || matches!(c, '-' | '.'),
        false => !c.is_whitespace() && !c.is_control(),
    })
}

/// The codec whose prefix a label of the name has, and the parameters that it needs.
fn prefixed(name: &str) -> Option<(&'static dyn Codec, Parameters)> {
    let lower = name.to_ascii_lowercase();
    let draft_0 = Parameters::from([("draft".to_owned(), Parameter::Integer(0))]);
    let ids = ["punycode", "utf6", "race", "lace"].map(|id| (id, Parameters::new()));
    ids.into_iter()
        .chain([("lace", draft_0)])
        .find_map(|(id, parameters)| {
            let prefix = if parameters.is_empty() {
                catalogue::prefix(id)?
            } else {
                OLD_LACE
            };
            let begins = lower.split('.').any(|label| label.starts_with(prefix));
            let codec = codec(id).filter(|_| begins)?;
            // RACE and the first LACE share a prefix: what reads it is what it is.
            applied(codec, "to-unicode", &parameters, name).map(|_| (codec, parameters))
        })
}

/// The result as a text, or the first text of a list.
fn applied(codec: &dyn Codec, op: &str, parameters: &Parameters, text: &str) -> Option<String> {
    let result = codec.apply(op, parameters, &Value::from(text)).ok()?;
    let first = if let Value::List(values) = &result {
        values.first()?
    } else {
        &result
    };
    first.as_text().ok()?.to_scalar_string()
}

fn command(codec: &dyn Codec, op: &str, options: &str, text: &str) -> String {
    let end = if text.starts_with("--") { "-- " } else { "" };
    let input = shell_words::quote(text);
    let id = codec.id();
    let command = match op {
        "encode" | "decode" => format!("{op} {id}"),
        _ => format!("apply {id} {op}"),
    };
    printable(&format!("acegate {command}{options} {end}{input}"))
}

fn other_style(operator: &Operator<'_>, text: &str) -> Option<&'static str> {
    if operator.op != "decode" {
        return None;
    }
    let digits = !text.is_empty() && text.bytes().all(|octet| octet.is_ascii_digit());
    let is_dialled = operator.word("style") == "dialled";
    if digits && !is_dialled {
        return Some("digits without spaces are a dialled number: add --style dialled");
    }
    (is_dialled && text.contains(' '))
        .then_some("a number with spaces is of the other style: leave out --style dialled")
}
