//! The tables of the page say what the code has, no more and no less.

use std::collections::BTreeSet;
use std::time::Duration;

use acegate::implementation::{
    Implementation, InProcess, InputForm, OutputForm, Registry, Template,
};
use acegate::judge::Verdict;
use acegate::observation::{Death, Exhausted, Fault, Outcome, ProtocolFault, Stream};
use acegate::protocol::MAX_LINE;
use acegate::suite::request_for;
use acegate::supervisor::Limits;
use acegate_codec::{ErrorKind, Value, codecs};
use acegate_vectors::Suite;
use clap::ValueEnum;

use super::page::{code, table};

#[test]
fn the_operations_and_their_parameters_are_those_of_the_codecs() {
    let shown: Vec<_> = table("codec | operation")
        .iter()
        .map(|row| {
            assert!(!row[2].is_empty() && !row[3].is_empty(), "{row:?}");
            (
                code(&row[0]).concat(),
                code(&row[1]).concat(),
                code(&row[4]),
            )
        })
        .collect();
    let operations = codecs().iter().flat_map(|codec| {
        codec.operations().iter().map(|operation| {
            let parameters = operation.parameters.iter().map(|spec| spec.name.to_owned());
            (
                codec.id().to_owned(),
                operation.name.to_owned(),
                parameters.collect(),
            )
        })
    });
    assert_eq!(shown, operations.collect::<Vec<_>>());
}

#[test]
fn the_values_of_parameters_are_those_of_the_codecs() {
    let mut shown = BTreeSet::new();
    for row in table("codec | parameter") {
        for codec in code(&row[0]) {
            assert!(!row[2].is_empty() && !row[3].is_empty(), "{row:?}");
            let parameter = (codec, code(&row[1]).concat(), code(&row[2]));
            assert!(shown.insert(parameter), "{row:?}");
        }
    }
    let parameters = codecs().iter().flat_map(|codec| {
        codec
            .operations()
            .iter()
            .flat_map(|operation| operation.parameters)
            .map(|spec| {
                let values = spec
                    .values
                    .iter()
                    .map(|&it| it.to_owned())
                    .collect::<Vec<_>>();
                (codec.id().to_owned(), spec.name.to_owned(), values)
            })
    });
    assert_eq!(shown, parameters.collect());
}

#[test]
fn the_kinds_of_errors_are_those_of_the_codecs() {
    let kinds: Vec<_> = ErrorKind::ALL.iter().map(|kind| kind.code()).collect();
    assert_eq!(first_codes("kind | the input"), kinds);
}

#[test]
fn the_codes_of_faults_are_the_verdicts_that_are_no_answer() {
    let shown = first_codes("code | cause");
    let limit = Duration::ZERO;
    let faults = [
        Fault::Died(Death::Exited(1)),
        Fault::Timeout {
            limit,
            partial: 0,
            exhausted: Exhausted::Cpu,
        },
        Fault::OutputLimit {
            limit: 1,
            stream: Stream::Output,
        },
        Fault::MemoryLimit { limit: 1 },
        Fault::Protocol(ProtocolFault::AnotherHello),
        Fault::NotRun(String::new()),
    ];
    assert_eq!(shown, faults.each_ref().map(Fault::code));
    let answers = [Verdict::Pass, Verdict::Fail, Verdict::Skip];
    let others = Verdict::ALL
        .iter()
        .filter(|verdict| !answers.contains(verdict));
    let others: BTreeSet<_> = others.map(|verdict| verdict.code().to_owned()).collect();
    assert_eq!(shown.into_iter().collect::<BTreeSet<_>>(), others);
}

#[test]
fn the_limits_are_the_defaults() {
    let shown: Vec<_> = table("limit | default")
        .into_iter()
        .map(|row| row[1].clone())
        .collect();
    let limits = Limits::default();
    let expected = [
        format!("{} s", limits.time.as_secs()),
        format!("{} s", limits.start.as_secs()),
        "1 048 576 bytes".into(),
        format!("{} MiB", limits.memory >> 20),
    ];
    assert_eq!(shown, expected);
    assert_eq!(
        (limits.output, limits.end.as_secs(), MAX_LINE),
        (1_048_576, 2, 1_048_576)
    );
    assert_eq!(
        Limits::ceiling(Duration::from_secs(10)),
        Duration::from_secs(300)
    );
    assert_eq!(
        Limits::ceiling(Duration::from_secs(1)),
        Duration::from_secs(60)
    );
}

#[test]
fn the_places_and_forms_of_one_shot_commands_are_those_that_are_read() {
    let places = first_codes("place | replaced by");
    let unknown = Template::parse("tool {x}")
        .expect_err("an unknown place")
        .to_string();
    assert!(unknown.ends_with(&places.join(" ")), "{unknown}");
    assert_eq!(
        BTreeSet::from_iter(first_codes("`--stdin`")),
        names::<InputForm>()
    );
    assert_eq!(
        BTreeSet::from_iter(first_codes("`--stdout`")),
        names::<OutputForm>()
    );
}

#[test]
fn every_position_is_an_index_of_the_input_and_octets_are_sent_to_one_operation_alone() {
    let suite = Suite::embedded().expect("the embedded suite is valid");
    let mut reference = InProcess::registry(Registry::Reference);
    let (mut refused, mut with_octets) = (0, BTreeSet::new());
    for check in suite.checks() {
        let request = request_for(&check);
        let length = match &request.input {
            Value::Text(text) => text.code_points.len(),
            Value::Octets(octets) => {
                with_octets.insert(format!("{} {}", check.codec(), check.op));
                octets.len()
            }
            Value::List(values) => values.len(),
        };
        if let Outcome::Refused(refusal) = reference.answer(&request).outcome {
            let at = refusal.at.expect("the reference says where");
            assert!(at <= length as u64, "{}: {at} of {length}", check.name);
            refused += 1;
        }
    }
    assert!(refused > 1000, "only {refused} refusals");
    assert_eq!(with_octets, ["uri2dec escape".to_owned()].into());
}

/// The words that the first column of a table sets as code, row by row.
fn first_codes(head: &str) -> Vec<String> {
    table(head)
        .iter()
        .map(|row| code(&row[0]).concat())
        .collect()
}

fn names<T: ValueEnum>() -> BTreeSet<String> {
    let names = T::value_variants()
        .iter()
        .filter_map(ValueEnum::to_possible_value);
    names.map(|value| value.get_name().to_owned()).collect()
}
