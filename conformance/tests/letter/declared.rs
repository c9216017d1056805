//! Right codecs that offer less than the reference and say so: one value of a parameter, or one label at a time.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Duration;

use acegate::event::{Recording, record};
use acegate::findings::behaves_like;
use acegate::implementation::{Implementation, InProcess, Registry};
use acegate::judge::{Verdict, judge};
use acegate::observation::{Observation, Outcome, Refusal, StartError};
use acegate::protocol::{Description, ReadParameters, Request};
use acegate::runner::RunOptions;
use acegate::suite::screen;
use acegate_codec::{Parameter, Text, codecs};
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
