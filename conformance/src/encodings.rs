//! A text in every encoding, with the worked steps of each, also as a part of a page.

use acegate_codec::{Codec, Error, Failure, Parameter, Parameters, Text, Value, codec};

use crate::explain::{Trace, explain};
use crate::report::html::markup::{Markup, each, html, number, table};
use crate::report::html::trace;
use crate::report::{Worked, explain_command};

/// The text in every encoding and the worked steps of each, as HTML. All that is of the text is escaped.
#[must_use]
pub fn markup_of(text: &str) -> String {
    let all = encodings(text);
    html!(
        "<table class=\"encodings\">{}</table><h2>Worked steps</h2>{}",
        table(&["Encoding", "Code", "Characters:"], &each(&all, code)),
        each(&all, steps),
    )
    .into_string()
}

/// A text in one encoding.
struct Encoding {
    /// The name of the encoding.
    title: &'static str,
    /// The document that defines it.
    document: &'static str,
    /// The code of the text, or the reason why there is none.
    code: Result<String, Error>,
    /// A remark on the code, such as its form in a host name.
    note: Option<String>,
    /// Each part of the text that is encoded by itself, with its steps.
    works: Vec<Work>,
}

/// A part of a text that is encoded by itself.
struct Work {
    /// The part.
    text: String,
    /// The steps of its encoding.
    trace: Trace,
    /// The command that shows the steps.
    command: String,
}

/// The text in every encoding.
///
/// A host name, which has dots between labels of letters, digits and hyphens, is encoded label by
/// label; any other text is one label. An address of uri2dec that the text cannot be is the text with
/// escapes. ENUM is there for a telephone number, which begins with a plus sign.
fn encodings(text: &str) -> Vec<Encoding> {
    let rows = ROWS
        .into_iter()
        .filter(|(id, ..)| *id != "enum" || text.starts_with('+'));
    rows.filter_map(|row| encoding(row, text)).collect()
}

/// The codec, the title, the operation that is shown, and the parameter set of Bootstring.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    Option<&'static str>,
);

const ROWS: [Row; 9] = [
    ("uri2dec", "uri2dec", "encode", None),
    ("punycode", "Punycode", "encode", None),
    ("uts46", "UTS #46", "to-ascii", None),
    (
        "bootstring",
        "Bootstring of Rust symbols",
        "encode",
        Some("rust-v0"),
    ),
    ("utf6", "UTF-6", "encode", None),
    ("utf5", "UTF-5", "encode", None),
    ("race", "RACE", "encode", None),
    ("lace", "LACE", "encode", None),
    ("enum", "ENUM", "to-domain", None),
];

fn encoding((id, title, op, set): Row, text: &str) -> Option<Encoding> {
    let codec = codec(id)?;
    let set = set.map(|set| ("set".to_owned(), Parameter::Text(set.to_owned())));
    let parameters: Parameters = set.into_iter().collect();
    let asked = |op: &str, text: &str| ask(codec, op, &parameters, text);
    let (mut parts, mut note) = (vec![text.to_owned()], None);
    let code = if is_host_name(text) && id != "uri2dec" && op == "encode" {
        let labels = text.split('.').map(str::to_owned);
        parts = labels
            .filter(|label| !label.is_ascii() || !has_host_names(codec))
            .collect();
        if has_host_names(codec) {
            note = Some("as a host name: labels in ASCII stay as they are".to_owned());
            asked("to-ascii", text)
        } else {
            note = Some("label by label".to_owned());
            let codes: Result<Vec<_>, _> = text
                .split('.')
                .map(|label| asked("encode", label))
                .collect();
            codes.map(|codes| codes.join("."))
        }
    } else if id == "uri2dec" {
        let code = asked("encode", text);
        match asked("escape", text) {
            Ok(address) if code.is_err() => {
                let code = asked("encode", &address);
                note = Some(format!(
                    "of the address {address}, which is the text with escapes"
                ));
                parts = vec![address];
                code
            }
            _ => code,
        }
    } else {
        let code = asked(op, text);
        if has_host_names(codec) {
            let name = asked("to-ascii", text)
                .ok()
                .filter(|name| Ok(name) != code.as_ref());
            note = name.map(|name| format!("in a host name: {name}"));
        }
        code
    };
    let works = parts
        .into_iter()
        .filter_map(|part| work(codec, op, &parameters, part));
    Some(Encoding {
        title,
        document: codec.document(),
        code,
        note,
        works: works.collect(),
    })
}

fn has_host_names(codec: &dyn Codec) -> bool {
    codec
        .operations()
        .iter()
        .any(|operation| operation.name == "to-ascii")
}

/// Whether a text has dots between labels that a host name may have.
fn is_host_name(text: &str) -> bool {
    let may = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || c == '-';
    text.contains('.')
        && text
            .split('.')
            .all(|label| !label.is_empty() && label.chars().all(may))
}

fn ask(codec: &dyn Codec, op: &str, parameters: &Parameters, text: &str) -> Result<String, Error> {
    match codec.apply(op, parameters, &Value::from(text)) {
        Ok(value) => Ok(value
            .as_text()
            .ok()
            .and_then(Text::to_scalar_string)
            .unwrap_or_default()),
        Err(Failure::Refused(error)) => Err(error),
        // No codec asks for more than a text here.
        Err(Failure::Unsupported(_)) => Ok(String::new()),
    }
}

fn work(
    codec: &'static dyn Codec,
    op: &'static str,
    parameters: &Parameters,
    text: String,
) -> Option<Work> {
    let input = Value::from(text.as_str());
    let trace = explain(codec, op, parameters, &input).ok()?;
    let worked = Worked {
        codec: codec.id().to_owned(),
        op,
        parameters: parameters.clone(),
        input,
    };
    let command = explain_command(&worked)?;
    Some(Work {
        text,
        trace,
        command,
    })
}

fn code(encoding: &Encoding) -> Markup {
    let length = encoding.code.as_ref().ok().map(|code| code.chars().count());
    html!(
        "<tr><th scope=\"row\">{}</th><td>{}{}</td>{}</tr>",
        encoding.title,
        match &encoding.code {
            Ok(code) => html!("<code>{}</code>", code),
            Err(error) => {
                html!(
                    "<span class=\"mark advisory\">refused: {}</span>",
                    error.to_string()
                )
            }
        },
        encoding
            .note
            .as_ref()
            .map(|note| html!("<p class=\"meta\">{}</p>", note)),
        number(length),
    )
}

fn steps(encoding: &Encoding) -> Markup {
    let works = &encoding.works;
    let is_titled = works.len() > 1;
    let steps = each(works, |work| {
        html!(
            "{}{}<p class=\"meta\"><code>{}</code></p>",
            is_titled.then(|| html!("<h3 dir=\"auto\">{}</h3>", work.text)),
            trace(&work.trace),
            work.command
        )
    });
    let title = format!("{}, {}", encoding.title, encoding.document);
    match works.is_empty() {
        true => Markup::default(),
        false => html!(
            "<details class=\"worked\"><summary>{}</summary>{}</details>",
            title,
            steps
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_that_is_encoded_by_itself_has_its_steps() {
        let works = |text: &str| {
            encodings(text)
                .iter()
                .map(|it| it.works.len())
                .collect::<Vec<_>>()
        };
        assert_eq!(works("bü.cü.dü"), [1, 3, 1, 3, 3, 3, 3, 3]);
        // ASCII stays as it is where the codec has host names.
        assert_eq!(works("bü.example"), [1, 1, 1, 2, 1, 2, 1, 1]);
        assert_eq!(
            encodings("+44")[8].works[0].command,
            "acegate explain enum --op to-domain +44"
        );
    }

    /// The codes of a text, or the kinds of the refusals.
    fn codes(text: &str) -> Vec<String> {
        let mut codes = Vec::new();
        for encoding in encodings(text) {
            codes.push(match encoding.code {
                Ok(code) => code,
                Err(error) => format!("refused: {}", error.code()),
            });
        }
        codes
    }

    /// Section 3.1 of the UTF-6 draft prints this name in four encodings. It prints `f5` at the end of the
    /// second LACE label, which is no padding of zeros, and another prefix.
    #[test]
    fn the_name_that_the_utf_6_draft_prints_has_the_codes_that_it_prints() {
        let name = "\u{645}\u{648}\u{642}\u{639}.\u{648}\u{644}\u{64a}\u{62f}.\u{634}\u{631}\u{643}\u{629}";
        let codes = codes(name);
        assert_eq!(codes[4], "wq--ymk5k8k2j9.wq--ymk8k4kaif.wq--ymj4j1k3i9");
        assert_eq!(codes[5], "M45M48M42M39.M48M44M4AM2F.M34M31M43M29");
        assert_eq!(codes[6], "bq--azcuqqrz.bq--azeeisrp.bq--ay2dcqzj");
        assert_eq!(codes[7], "lq--aqdekscche.lq--aqdeqrckf4.lq--aqddimkdfe");
    }

    #[test]
    fn a_text_without_a_code_has_its_refusal_and_a_telephone_number_has_enum() {
        let refused = "refused: ldh-only";
        let expected = [
            "25423 1 5622999999",
            "alice-",
            "alice",
            "alice_",
            refused,
            "M1MCM9M3M5",
            refused,
            refused,
        ];
        assert_eq!(codes("alice"), expected);
        let enum_domain = "8.4.1.0.6.4.9.7.0.2.4.4.e164.arpa";
        assert_eq!(codes("+44-20-7946-0148")[8], enum_domain);
    }

    #[test]
    fn a_text_holds_no_markup() {
        let markup = markup_of("<script>\u{202e}");
        assert!(markup.contains("&lt;script&gt;"), "{markup}");
        assert!(!markup.contains("<script"), "{markup}");
        assert!(!markup.contains('\u{202e}'), "{markup}");
        assert!(markup_of("b\u{fc}cher").contains("<code>bcher-kva</code>"));
    }
}
