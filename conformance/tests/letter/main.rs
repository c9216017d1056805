//! Right codecs, which no must of the suite is against: those that do what the words of their document say and
//! refuse nothing more, and those that offer only one value of a parameter.

mod declared;
mod functions;
mod idna2008;
mod idna2008_rules;

use acegate::implementation::{Implementation, InProcess};
use acegate::judge::judge;
use acegate::suite::request_for;
use acegate_codec::{About, Codec, Error, ErrorKind, Failure, Operation, Parameters, Value};
use acegate_deviations::{DeviantCodec, find};
use acegate_vectors::{Check, Level, Suite};

use functions::{
    decode, only_encoded_labels_of_lace, only_encoded_labels_of_race, unescape,
    with_capital_escapes, with_capital_headers, with_escapes, with_escapes_of_capitals,
};

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

/// RFC 5891 leaves some tests to an implementation. One that has none of these is right, and so is one that has all.
#[test]
fn no_must_is_against_either_process_of_rfc_5891() {
    let checks = Suite::embedded().expect("the suite is valid").checks();
    for function in [
        idna2008::only_musts,
        idna2008::every_test,
        idna2008::exact_strings,
    ] {
        for row in MUSTS_OF_IDNA2008 {
            let mut letter = letter("idna2008", &[row.op], function);
            let own = checks.iter().filter(|check| {
                let process = check.case.params.get("process");
                let is_lookup = process.is_some_and(|given| given.to_string() == "lookup");
                check.codec() == "idna2008" && check.op == row.op && is_lookup == row.is_lookup
            });
            let tally = ask_musts(&mut letter, own);
            assert!(tally.asked >= row.at_least, "{row:?}: {}", tally.asked);
            assert!(tally.against.is_empty(), "{row:?}: {:#?}", tally.against);
        }
    }
}

/// An operation of IDNA 2008 in a process, and how many musts the suite has of it at least.
#[derive(Debug)]
struct MustsOf {
    op: &'static str,
    is_lookup: bool,
    at_least: usize,
}

const MUSTS_OF_IDNA2008: [MustsOf; 8] = [
    musts_of("to-ascii", false, 230),
    musts_of("to-ascii", true, 190),
    musts_of("to-unicode", false, 210),
    musts_of("to-unicode", true, 175),
    musts_of("check", false, 215),
    musts_of("check", true, 20),
    musts_of("is-u-label", false, 190),
    musts_of("is-a-label", false, 195),
];

const fn musts_of(op: &'static str, is_lookup: bool, at_least: usize) -> MustsOf {
    MustsOf {
        op,
        is_lookup,
        at_least,
    }
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
    let mut implementation = letter(id, ops, function);
    assert_none_is_against(&mut implementation, id, ops);
}

/// An implementation of these operations of a codec by a function.
fn letter(id: &str, ops: &[&str], function: Function) -> InProcess {
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
    InProcess::new("by the letter", "1", vec![Box::new(letter)])
}

fn assert_none_is_against(implementation: &mut InProcess, id: &str, ops: &[&str]) {
    let checks = Suite::embedded().expect("the suite is valid").checks();
    let own = checks
        .iter()
        .filter(|it| it.codec() == id && ops.contains(&&*it.op));
    let tally = ask_musts(implementation, own);
    let name = implementation.describe().implementation.name.clone();
    assert!(tally.asked > 40, "{name}: {}", tally.asked);
    assert!(
        tally.against.is_empty(),
        "{name}: {}: {:#?}",
        tally.against.len(),
        tally.against
    );
}

/// How many musts were asked, and those that the implementation fails.
struct Tally {
    asked: usize,
    against: Vec<String>,
}

fn ask_musts<'a>(implementation: &mut InProcess, checks: impl Iterator<Item = &'a Check>) -> Tally {
    let mut tally = Tally {
        asked: 0,
        against: Vec::new(),
    };
    for check in checks {
        if check.case.level != Level::Must {
            continue;
        }
        let answer = implementation.answer(&request_for(check));
        tally.asked += 1;
        if judge(check, &answer.outcome, false).verdict.is_failure() {
            tally.against.push(check.name.to_string());
        }
    }
    tally
}
