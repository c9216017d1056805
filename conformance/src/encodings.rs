//! A text in every encoding, with the worked steps of each, also as a part of a page.

use acegate_codec::{
    About, Codec, Error, Failure, Family, Parameter, Parameters, Text, Value, Verb, bootstring,
    codec, codecs, lace, punycode, race, uri2dec, utf5, utf6,
};
#[cfg(feature = "uts46")]
use acegate_codec::{idna2008, uts46};

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
    let mut encodings = Vec::new();
    for codec in in_order() {
        if codec.family != Family::Telephone || text.starts_with('+') {
            encodings.extend(Encoder::new(&codec).map(|encoder| encoder.encoding(text)));
        }
    }
    encodings
}

/// The codecs in the order of the page. Those that it does not name come last.
fn in_order() -> Vec<About> {
    let mut order = FIRST.to_vec();
    for codec in codecs() {
        let about = codec.about();
        if !order.contains(&about) {
            order.push(about);
        }
    }
    order
}

const FIRST: &[About] = &[
    punycode::ABOUT,
    #[cfg(feature = "uts46")]
    uts46::ABOUT,
    #[cfg(feature = "uts46")]
    idna2008::ABOUT,
    bootstring::ABOUT,
    utf6::ABOUT,
    utf5::ABOUT,
    race::ABOUT,
    lace::ABOUT,
    uri2dec::ABOUT,
];

/// A codec with the operation and the parameters that the page shows.
struct Encoder {
    codec: &'static dyn Codec,
    about: About,
    verb: Verb,
    parameters: Parameters,
}

/// The code of a text, with a remark and the parts that are encoded by themselves.
struct Code {
    code: Result<String, Error>,
    note: Option<String>,
    parts: Vec<String>,
}

impl Encoder {
    /// The operation that writes a text; `None` if the codec has none.
    fn new(about: &About) -> Option<Self> {
        let mut writers = [Verb::Encode, Verb::ToAscii, Verb::ToDomain].into_iter();
        let mut parameters = Parameters::new();
        if about.id == bootstring::ABOUT.id {
            parameters.insert("set".to_owned(), Parameter::Text("rust-v0".to_owned()));
        }
        Some(Self {
            codec: codec(about.id)?,
            about: *about,
            verb: writers.find(|verb| about.has(*verb))?,
            parameters,
        })
    }

    fn encoding(&self, text: &str) -> Encoding {
        let Code { code, note, parts } = self.code(text);
        let mut works = Vec::new();
        for part in parts {
            works.extend(self.work(part));
        }
        let is_of_rust = self.about.id == bootstring::ABOUT.id;
        Encoding {
            title: if is_of_rust {
                "Bootstring of Rust symbols"
            } else {
                self.about.title
            },
            document: self.about.document,
            code,
            note,
            works,
        }
    }

    fn code(&self, text: &str) -> Code {
        if self.about.family == Family::Addresses {
            self.address(text)
        } else if is_host_name(text) && self.verb == Verb::Encode {
            self.labels(text)
        } else {
            self.whole(text)
        }
    }

    /// The code of a host name, label by label.
    fn labels(&self, text: &str) -> Code {
        let has_host_names = self.about.has(Verb::ToAscii);
        let mut parts = Vec::new();
        for label in text.split('.') {
            if !label.is_ascii() || !has_host_names {
                parts.push(label.to_owned());
            }
        }
        if has_host_names {
            return Code {
                code: self.ask(Verb::ToAscii, text),
                note: Some("as a host name: labels in ASCII stay as they are".to_owned()),
                parts,
            };
        }
        let codes: Result<Vec<_>, _> = text
            .split('.')
            .map(|label| self.ask(Verb::Encode, label))
            .collect();
        Code {
            code: codes.map(|codes| codes.join(".")),
            note: Some("label by label".to_owned()),
            parts,
        }
    }

    /// The number of an address, or of the text with escapes if it is none.
    fn address(&self, text: &str) -> Code {
        let code = self.ask(Verb::Encode, text);
        if code.is_err()
            && let Ok(address) = self.ask(Verb::Escape, text)
        {
            let note = format!("of the address {address}, which is the text with escapes");
            return Code {
                code: self.ask(Verb::Encode, &address),
                note: Some(note),
                parts: vec![address],
            };
        }
        Code {
            code,
            note: None,
            parts: vec![text.to_owned()],
        }
    }

    /// The code of a text that is one label, or no host name.
    fn whole(&self, text: &str) -> Code {
        let code = self.ask(self.verb, text);
        let mut note = None;
        if self.about.has(Verb::ToAscii)
            && let Ok(name) = self.ask(Verb::ToAscii, text)
            && Ok(&name) != code.as_ref()
        {
            note = Some(format!("in a host name: {name}"));
        }
        Code {
            code,
            note,
            parts: vec![text.to_owned()],
        }
    }

    fn ask(&self, verb: Verb, text: &str) -> Result<String, Error> {
        let answer = self
            .codec
            .apply(verb.name(), &self.parameters, &Value::from(text));
        match answer {
            Ok(value) => Ok(value
                .as_text()
                .ok()
                .and_then(Text::to_scalar_string)
                .unwrap_or_default()),
            Err(Failure::Refused(error)) => Err(error),
            // No codec needs more than a text here.
            Err(Failure::Unsupported(_)) => Ok(String::new()),
        }
    }

    fn work(&self, text: String) -> Option<Work> {
        let input = Value::from(text.as_str());
        let trace = explain(self.codec, self.verb.name(), &self.parameters, &input).ok()?;
        let worked = Worked {
            codec: self.about.id.to_owned(),
            verb: self.verb,
            parameters: self.parameters.clone(),
            input,
        };
        let command = explain_command(&worked)?;
        Some(Work {
            text,
            trace,
            command,
        })
    }
}

/// Whether a text has dots between labels that a host name may have.
fn is_host_name(text: &str) -> bool {
    let may = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || c == '-';
    text.contains('.')
        && text
            .split('.')
            .all(|label| !label.is_empty() && label.chars().all(may))
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
    // UTS #46 is the name of the encoding and of its document.
    let mut title = encoding.title.to_owned();
    if encoding.title != encoding.document {
        title = format!("{title}, {}", encoding.document);
    }
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
        assert_eq!(works("bü.cü.dü"), [3, 1, 1, 3, 3, 3, 3, 3, 1]);
        // ASCII stays as it is where the codec has host names.
        assert_eq!(works("bü.example"), [1, 1, 1, 2, 1, 2, 1, 1, 1]);
        assert_eq!(
            encodings("+44")[9].works[0].command,
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
            "alice-",
            "alice",
            "alice",
            "alice_",
            refused,
            "M1MCM9M3M5",
            refused,
            refused,
            "25423 1 5622999999",
        ];
        assert_eq!(codes("alice"), expected);
        let enum_domain = "8.4.1.0.6.4.9.7.0.2.4.4.e164.arpa";
        assert_eq!(codes("+44-20-7946-0148")[9], enum_domain);
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
