//! Right codecs, which no must of the suite is against: those that do what the words of their document say and
//! refuse nothing more, and those that offer only one value of a parameter.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::iter;
use std::time::Duration;

use acegate::event::{Recording, record};
use acegate::findings::behaves_like;
use acegate::implementation::{Implementation, InProcess, Registry};
use acegate::judge::{Verdict, judge};
use acegate::observation::{Observation, Outcome, Refusal, StartError};
use acegate::protocol::{Description, ReadParameters, Request};
use acegate::runner::RunOptions;
use acegate::suite::{request_for, screen};
use acegate_codec::{
    About, Codec, Error, ErrorKind, Failure, Operation, Parameter, Parameters, Text, Value, codecs,
};
use acegate_deviations::{DeviantCodec, find};
use acegate_vectors::{Check, Level, Suite};

/// A codec that offers one value of a parameter: the reference, which reads every other parameter.
struct OneValue {
    codec: &'static str,
    parameter: &'static str,
    value: Parameter,
    reference: InProcess,
    description: Description,
}

impl OneValue {
    fn new(codec: &'static str, parameter: &'static str, value: &str) -> Self {
        let reference = InProcess::registry(Registry::Reference);
        let mut description = reference.describe().clone();
        let support = description
            .codecs
            .get_mut(codec)
            .expect("a codec of acegate");
        let mut values: Vec<(&str, &[&str])> = vec![(parameter, &[])];
        let read: Vec<String> = support.params.names().map(str::to_owned).collect();
        values.extend(
            read.iter()
                .filter(|name| *name != parameter)
                .map(|name| (&**name, &[][..])),
        );
        let offered = [value];
        values[0].1 = &offered;
        support.params = ReadParameters::from(&values[..]);
        let value = Parameter::from_word(value);
        Self {
            codec,
            parameter,
            value,
            reference,
            description,
        }
    }

    /// Whether the input is a number that shows another profile, form or kind of record than this one.
    fn is_of_another_value(&self, request: &Request) -> bool {
        let Ok(Some(number)) = request.input.as_text().map(Text::to_scalar_string) else {
            return false;
        };
        let words: Vec<&str> = number.split(' ').collect();
        let [hash, marker, _] = words[..] else {
            return false;
        };
        let is_read = matches!(&*request.op, "decode" | "read-record");
        let value = self.value.to_string();
        let hash = hash.rsplit(':').next().unwrap_or_default();
        let has_hash = hash.chars().all(|c| c.is_ascii_digit());
        is_read
            && match &*value {
                "shifted" => "89".contains(marker),
                "octal" => "01".contains(marker),
                "direct" => "09".contains(marker),
                "pre-inverted" => "18".contains(marker),
                "address" => request.op == "read-record" && has_hash,
                "hash" => request.op == "read-record" && !has_hash,
                _ => false,
            }
    }

    /// Whether the operation takes the parameter.
    fn takes(&self, op: &str) -> bool {
        let operations = acegate_codec::codec(self.codec)
            .expect("a codec")
            .operations();
        let operation = operations.iter().find(|operation| operation.name == op);
        operation.is_some_and(|it| it.parameters.iter().any(|spec| spec.name == self.parameter))
    }
}

impl Implementation for OneValue {
    fn describe(&self) -> &Description {
        &self.description
    }

    /// The answer under the one value, whatever the request says. A number of another value is refused.
    fn answer(&mut self, request: &Request) -> Observation {
        let mut request = request.clone();
        if self.codec == "uri2dec" && self.is_of_another_value(&request) {
            let outcome = Outcome::Refused(Refusal::default());
            return Observation::new(outcome, Duration::ZERO);
        }
        if self.takes(&request.op) {
            request
                .params
                .insert(self.parameter.to_owned(), self.value.clone());
        }
        self.reference.answer(&request)
    }
}

/// Values of the parameters that take any value: the default and another one.
const FREE: [(&str, &str, &[&str]); 10] = [
    ("bootstring", "base", &["36"]),
    ("bootstring", "tmin", &["1"]),
    ("bootstring", "tmax", &["26"]),
    ("bootstring", "skew", &["38", "19"]),
    ("bootstring", "damp", &["700", "100"]),
    ("bootstring", "initial-bias", &["72", "36"]),
    ("bootstring", "initial-n", &["128", "97"]),
    ("enum", "tree", &["e164.arpa", "example.org"]),
    ("enum", "service", &["sip"]),
    ("uri2dec", "capacity", &["100", "3"]),
];

/// Every codec with each of its parameters and each value.
fn codecs_of_one_value() -> Vec<OneValue> {
    let mut all = Vec::new();
    for codec in codecs() {
        let parameters = codec
            .operations()
            .iter()
            .flat_map(|operation| operation.parameters);
        let mut seen = BTreeSet::new();
        for spec in parameters {
            if seen.insert(spec.name) {
                let values = spec.values.iter();
                all.extend(values.map(|value| OneValue::new(codec.id(), spec.name, value)));
            }
        }
    }
    for (codec, parameter, values) in FREE {
        all.extend(
            values
                .iter()
                .map(|value| OneValue::new(codec, parameter, value)),
        );
    }
    all
}

#[test]
fn no_must_is_against_a_codec_that_offers_one_value_of_a_parameter() {
    let checks = Suite::embedded().expect("the suite is valid").checks();
    let (mut reasons, mut accused) = (String::new(), String::new());
    for mut codec in codecs_of_one_value() {
        let row = format!("{} {} {}", codec.codec, codec.parameter, codec.value);
        let (mut asked, mut musts, mut skips) = (0, 0, BTreeSet::new());
        let id = codec.codec;
        for check in checks.iter().filter(|check| check.codec() == id) {
            match screen(check, codec.describe()) {
                Ok(request) => {
                    asked += 1;
                    musts += usize::from(is_must_failure(check, &codec.answer(&request)));
                }
                Err((_, why)) if why.contains("offers only") => {
                    skips.insert(why);
                }
                Err(_) => {}
            }
        }
        if musts > 0 {
            writeln!(accused, "{row}: {musts} of {asked}").expect("a line");
        }
        if asked == 0 {
            writeln!(reasons, "{row}: no case of the suite is about it").expect("a line");
        }
        for why in skips {
            writeln!(reasons, "{row}: {why}").expect("a line");
        }
    }
    assert!(
        accused.is_empty(),
        "must failures of right codecs:\n{accused}"
    );
    snapbox::assert_data_eq!(reasons, snapbox::file!["offered.txt"].raw());
}

/// The function ToASCII or ToUnicode of RFC 3490 itself, which takes one label: a separator in it is no letter, digit or
/// hyphen.
struct OneLabel {
    reference: InProcess,
    description: Description,
}

impl OneLabel {
    /// `labels` is what it declares of the labels of a name.
    fn new(labels: Option<u64>) -> Self {
        let reference = InProcess::registry(Registry::Reference);
        let mut description = reference.describe().clone();
        description.codecs.retain(|id, _| id == "punycode");
        let support = description.codecs.get_mut("punycode").expect("the codec");
        support.ops.retain(|op| op.starts_with("to-"));
        support.limits.labels = labels;
        Self {
            reference,
            description,
        }
    }
}

impl Implementation for OneLabel {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn answer(&mut self, request: &Request) -> Observation {
        let label = request.input.as_text().expect("a text");
        let is_dot = |c: &u32| [0x2E, 0x3002, 0xFF0E, 0xFF61].contains(c);
        if label.code_points.iter().any(is_dot) {
            return Observation::new(Outcome::Refused(Refusal::default()), Duration::ZERO);
        }
        self.reference.answer(request)
    }
}

#[test]
fn no_must_is_against_a_function_of_one_label_that_says_so() {
    let checks = Suite::embedded().expect("the suite is valid").checks();
    struct Row {
        labels: Option<u64>,
        is_accused: bool,
        fewest_asked: usize,
        reason: &'static str,
    }
    for row in [
        Row {
            labels: None,
            is_accused: true,
            fewest_asked: 500,
            reason: "",
        },
        Row {
            labels: Some(1),
            is_accused: false,
            fewest_asked: 250,
            reason: "the name has 2 labels, the implementation accepts 1",
        },
    ] {
        let mut function = OneLabel::new(row.labels);
        let (mut asked, mut musts, mut reasons) = (0, 0, BTreeSet::new());
        for check in checks.iter().filter(|check| check.codec() == "punycode") {
            match screen(check, function.describe()) {
                Ok(request) => {
                    asked += 1;
                    musts += usize::from(is_must_failure(check, &function.answer(&request)));
                }
                Err((_, why)) => {
                    reasons.insert(why);
                }
            }
        }
        assert_eq!(
            musts > 0,
            row.is_accused,
            "{:?}: {musts} of {asked}",
            row.labels
        );
        assert!(asked >= row.fewest_asked, "{:?}: {asked}", row.labels);
        assert!(
            row.reason.is_empty() || reasons.contains(row.reason),
            "{reasons:?}"
        );
    }
}

#[test]
fn a_right_host_parser_of_urls_is_told_its_settings_in_one_line() {
    let start = || -> Result<Box<dyn Implementation>, StartError> {
        let mut codec = OneValue::new("uts46", "profile", "whatwg");
        codec.description.codecs.retain(|id, _| id == "uts46");
        let support = codec
            .description
            .codecs
            .get_mut("uts46")
            .expect("the codec");
        support.params = ReadParameters::default();
        Ok(Box::new(codec))
    };
    let mut checks = Suite::embedded().expect("the suite is valid").checks();
    checks.retain(|check| check.codec() == "uts46");
    let recording = Recording {
        diagnose: Some(behaves_like),
        ..Recording::default()
    };
    let end = record(
        &checks,
        &start,
        &RunOptions::default(),
        &recording,
        &mut |_| (),
    );
    let end = end.expect("it starts");
    let advice: Vec<_> = end
        .remarks
        .iter()
        .filter(|it| it.contains("settings"))
        .collect();
    let [advice] = advice[..] else {
        panic!("{:?}", end.remarks)
    };
    assert!(end.totals.unexpected > 100, "{}", end.totals.unexpected);
    let all = format!(
        "{0} of {0} failures of uts46 come from settings",
        end.totals.unexpected
    );
    assert!(advice.starts_with(&all), "{advice}");
    assert!(
        advice.ends_with(r#"declare "params":{"profile":["whatwg"]} in codecs.uts46"#),
        "{advice}"
    );
}

fn is_must_failure(check: &Check, observation: &Observation) -> bool {
    let judgement = judge(check, &observation.outcome, false);
    judgement.level == Level::Must
        && judgement.verdict != Verdict::Pass
        && judgement.verdict.is_failure()
}

#[test]
fn no_must_is_against_what_a_document_says() {
    // uri2dec reads any key as its sections 7.2 and 7.3 do, and like ECMAScript leaves text that is not an
    // escape. UTF-6 emits the headers that its section 2.4.2 prints. RACE and LACE decode the labels that
    // have the prefix, and no step looks at the others.
    let writers = ["hash", "key", "encode", "invert", "write-record"];
    assert_no_must_is_against("uri2dec", &["decode"], decode);
    assert_no_must_is_against("uri2dec", &["unescape"], unescape);
    assert_no_must_is_against("uri2dec", &["escape"], with_capital_escapes);
    assert_no_must_is_against("uri2dec", &writers, with_escapes);
    assert_no_must_is_against("uri2dec", &writers, with_escapes_of_capitals);
    assert_no_must_is_against("utf6", &["encode", "to-ascii"], with_capital_headers);
    assert_no_must_is_against("race", &["to-unicode"], only_encoded_labels_of_race);
    assert_no_must_is_against("lace", &["to-unicode"], only_encoded_labels_of_lace);
}

/// Some deviations do what their documents say, or what no sentence is against.
#[test]
fn no_must_is_against_what_a_document_leaves_open() {
    let both = ["encode", "decode", "to-ascii", "to-unicode"];
    for (deviation, operations) in [
        ("utf6/hyphen-masked", &both[..]),
        ("utf6/final-hyphen", &both),
        ("utf6/labels-of-any-length", &both),
        ("utf6/names-of-any-length", &both),
        ("utf6/other-spellings", &both),
        ("utf6/inner-dot", &both),
        (
            "race/labels-of-any-length",
            &["decode", "to-unicode", "to-ascii"],
        ),
        ("race/inner-dot", &both),
        (
            "lace/labels-of-any-length",
            &["decode", "to-unicode", "to-ascii"],
        ),
        ("lace/inner-dot", &both),
        ("uri2dec/any-count-of-nines", &["decode", "read-record"]),
    ] {
        let codec = find(deviation)
            .and_then(DeviantCodec::new)
            .expect(deviation);
        let mut implementation = InProcess::new(deviation, "1", vec![Box::new(codec)]);
        let id = deviation.split('/').next().expect("a codec");
        assert_none_is_against(&mut implementation, id, operations);
    }
}

/// An operation that is written here, from parameters and text.
type Function = fn(&str, &Parameters, &str) -> Option<Vec<u32>>;

/// Some operations of a codec, by the letter of its document.
struct Letter {
    model: &'static dyn Codec,
    operations: &'static [Operation],
    function: Function,
}

impl Codec for Letter {
    fn about(&self) -> About {
        About {
            operations: self.operations,
            ..self.model.about()
        }
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        Operation::select(self.operations, op, parameters)?;
        let text = input.as_text()?.to_scalar_string();
        let answer = text.and_then(|text| (self.function)(op, parameters, &text));
        let refused = Failure::from(Error::new(ErrorKind::Syntax, 0));
        answer.map(Value::from_code_points).ok_or(refused)
    }
}

fn assert_no_must_is_against(id: &str, ops: &[&str], function: Function) {
    let model = acegate_codec::model(id).expect("a codec");
    let operations = model
        .operations()
        .iter()
        .filter(|it| ops.contains(&it.name))
        .copied();
    let letter = Letter {
        model,
        operations: operations.collect::<Vec<_>>().leak(),
        function,
    };
    let mut implementation = InProcess::new("by the letter", "1", vec![Box::new(letter)]);
    assert_none_is_against(&mut implementation, id, ops);
}

fn assert_none_is_against(implementation: &mut InProcess, id: &str, ops: &[&str]) {
    let checks = Suite::embedded().expect("the suite is valid").checks();
    let own = checks
        .iter()
        .filter(|it| it.codec() == id && ops.contains(&&*it.op));
    let mut musts = 0;
    let mut against = Vec::new();
    for check in own.filter(|it| it.case.level == Level::Must) {
        let answer = implementation.answer(&request_for(check));
        musts += 1;
        if judge(check, &answer.outcome, false).verdict.is_failure() {
            against.push(&check.name);
        }
    }
    let name = implementation.describe().implementation.name.clone();
    assert!(musts > 40, "{name}: {musts}");
    assert!(
        against.is_empty(),
        "{name}: {}: {against:#?}",
        against.len()
    );
}

/// uri2dec, sections 7.1 to 7.3.
fn decode(_: &str, parameters: &Parameters, number: &str) -> Option<Vec<u32>> {
    let is = |name: &str, value: &str| {
        parameters
            .get(name)
            .is_some_and(|it| it.to_string() == value)
    };
    let body = number.trim_end_matches('9');
    let (hash, marker, key) = if is("style", "dialled") {
        let markers = if is("profile", "octal") {
            ['8', '9']
        } else {
            ['0', '1']
        };
        let at = body.rfind(markers)?;
        (&body[..at], &body[at..=at], &body[at + 1..])
    } else {
        let parts: Vec<&str> = body.split(' ').collect();
        let [hash, marker, key] = parts.try_into().ok()?;
        (hash, marker, key)
    };
    let (zero, is_inverted) = match marker {
        "1" | "0" => (b'1', marker == "0"),
        "8" | "9" => (b'0', marker == "9"),
        _ => return None,
    };
    let mut bits = Vec::new();
    for digit in key.bytes().rev() {
        let value = digit.checked_sub(zero).filter(|value| *value < 8)?;
        bits.extend([value & 1, value >> 1 & 1, value >> 2]);
    }
    let extra = bits.first()? + 2 * bits[1];
    let mut bits = bits
        .into_iter()
        .skip(2 + usize::from(extra))
        .chain(iter::repeat(0));
    let hash = if is_inverted {
        inverted(hash)
    } else {
        hash.to_owned()
    };
    let is_first_revision = is("packing", "inverted-msb");
    let order = if is_first_revision {
        reversed(&inverted(&hash))
    } else {
        hash
    };
    let mut symbol = |digit: char| {
        let symbols = TABLE_2[digit.to_digit(10)? as usize];
        let width = symbols.len().ilog2();
        let code: u8 = (0..width).map(|bit| bits.next().unwrap_or(0) << bit).sum();
        symbols.chars().nth(code.into())
    };
    let symbols = order.chars().map(&mut symbol).collect::<Option<String>>()?;
    let address = if is_first_revision {
        inverted(&reversed(&symbols))
    } else {
        symbols
    };
    Some(address.chars().map(u32::from).collect())
}

/// Table 2, by key.
const TABLE_2: [&str; 10] = [
    ".@%0", "1", "cab2", "def3", "ghi4", "jkl5", "omn6", "pqrs-7/:", "tuv8", "wxyz_9?&",
];

/// uri2dec, section 5.3.
fn inverted(text: &str) -> String {
    let is_separator = |c: char| TABLE_2[0].contains(c);
    let word = |word| -> [&str; 2] {
        str::split_at(word, word.trim_end_matches(is_separator).len()).into()
    };
    let words: Vec<_> = text.split_inclusive(is_separator).flat_map(word).collect();
    words.into_iter().rev().collect()
}

fn reversed(text: &str) -> String {
    text.chars().rev().collect()
}

/// uri2dec, sections 8.1 and 8.3, as `unescape` of ECMAScript reads what they write.
fn unescape(_: &str, _: &Parameters, address: &str) -> Option<Vec<u32>> {
    let mut units = Vec::new();
    let mut rest = address;
    while let Some(first) = rest.chars().next() {
        let number = |from: usize, to: usize| {
            let digits = rest.get(from..to)?;
            let is_number = first == '%' && digits.bytes().all(|c| c.is_ascii_hexdigit());
            Some((
                u16::from_str_radix(digits, 16).ok().filter(|_| is_number)?,
                to,
            ))
        };
        let is_long = rest
            .get(1..2)
            .is_some_and(|it| it.eq_ignore_ascii_case("u"));
        let taken = match if is_long { number(2, 6) } else { number(1, 3) } {
            Some((unit, length)) => {
                units.push(unit);
                length
            }
            None => {
                units.extend_from_slice(first.to_ascii_lowercase().encode_utf16(&mut [0; 2]));
                first.len_utf8()
            }
        };
        rest = &rest[taken..];
    }
    let code = |unit: Result<char, std::char::DecodeUtf16Error>| {
        unit.map_or_else(|half| half.unpaired_surrogate().into(), u32::from)
    };
    Some(char::decode_utf16(units).map(code).collect())
}

/// UTF-6, section 2.4.2, steps 3b and 4b.
fn with_capital_headers(op: &str, _: &Parameters, text: &str) -> Option<Vec<u32>> {
    let model = acegate_codec::model("utf6").expect("a codec");
    let code = model.apply(op, &Parameters::new(), &text.into()).ok()?;
    let code = code.as_text().ok()?.to_scalar_string()?;
    let emitted = code.replace("wq--y", "wq--Y").replace("wq--z", "wq--Z");
    Some(emitted.chars().map(u32::from).collect())
}

/// uri2dec, section 8.3: `escape` with capital hexadecimal digits, as the section prints them.
fn with_capital_escapes(op: &str, parameters: &Parameters, text: &str) -> Option<Vec<u32>> {
    let escaped = answer_of_model("uri2dec", op, parameters, text)?;
    let mut capital = String::new();
    let mut is_escape_left = 0;
    for c in escaped.chars() {
        let is_long = capital.ends_with('%') && c == 'u';
        is_escape_left = match c {
            '%' => 2,
            'u' if is_long => 4,
            _ if is_escape_left > 0 => {
                capital.push(c.to_ascii_uppercase());
                is_escape_left -= 1;
                continue;
            }
            _ => 0,
        };
        capital.push(c);
    }
    Some(capital.chars().map(u32::from).collect())
}

/// uri2dec, sections 8.1 and 8.3: what table 1 lacks is escaped here; letters are small.
fn with_escapes(op: &str, parameters: &Parameters, address: &str) -> Option<Vec<u32>> {
    let escaped = escaped(&address.to_ascii_lowercase())?;
    let answer = answer_of_model("uri2dec", op, parameters, &escaped)?;
    Some(answer.chars().map(u32::from).collect())
}

/// The same, but a capital letter is meant as one.
fn with_escapes_of_capitals(op: &str, parameters: &Parameters, address: &str) -> Option<Vec<u32>> {
    let answer = answer_of_model("uri2dec", op, parameters, &escaped(address)?)?;
    Some(answer.chars().map(u32::from).collect())
}

/// The address with all escaped that table 1 lacks; a percent sign is a symbol of the table.
fn escaped(address: &str) -> Option<String> {
    let symbols = TABLE_2.concat();
    let mut out = String::new();
    for c in address.chars() {
        if symbols.contains(c) {
            out.push(c);
        } else {
            out += &answer_of_model("uri2dec", "escape", &Parameters::new(), &c.to_string())?;
        }
    }
    Some(out)
}

fn answer_of_model(id: &str, op: &str, parameters: &Parameters, text: &str) -> Option<String> {
    let model = acegate_codec::model(id).expect("a codec");
    let answer = model.apply(op, parameters, &text.into()).ok()?;
    answer.as_text().ok()?.to_scalar_string()
}

/// RACE and LACE, sections 2.3 and 2.3.1: only labels with the prefix are decoded.
fn only_encoded_labels(
    id: &str,
    prefix: &str,
    parameters: &Parameters,
    name: &str,
) -> Option<Vec<u32>> {
    let mut labels = Vec::new();
    for label in name.split('.') {
        let is_encoded = label
            .get(..4)
            .is_some_and(|first| first.eq_ignore_ascii_case(prefix));
        labels.push(if is_encoded {
            answer_of_model(id, "decode", parameters, label)?
        } else {
            label.to_owned()
        });
    }
    Some(labels.join(".").chars().map(u32::from).collect())
}

fn only_encoded_labels_of_race(_: &str, parameters: &Parameters, name: &str) -> Option<Vec<u32>> {
    only_encoded_labels("race", "bq--", parameters, name)
}

fn only_encoded_labels_of_lace(_: &str, parameters: &Parameters, name: &str) -> Option<Vec<u32>> {
    let is_first_draft = parameters
        .get("draft")
        .is_some_and(|draft| draft.to_string() == "0");
    let prefix = if is_first_draft { "bq--" } else { "lq--" };
    only_encoded_labels("lace", prefix, parameters, name)
}
