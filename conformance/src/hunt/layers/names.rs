//! Host names of labels that are each valid, wrong or at an edge.

use acegate_codec::Value;
use acegate_vectors::Outcome;

use super::material::{mutate, word};
use crate::hunt::exact::exact_outcome;
use crate::hunt::generator::Space;
use crate::hunt::known::elements;
use crate::hunt::oracle::WIDE_DOTS;
use crate::hunt::random::Random;
use crate::hunt::request::prefix_of;
use crate::protocol::Request;

/// Host names with prefixes in every letter case, long labels, hyphens, empty labels and other dots.
pub(super) fn make(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    let operation =
        space.choose(random, |it| matches!(it.operation.name, "to-ascii" | "to-unicode"))?;
    if random.one_in(16) {
        return Some(vec![operation.request(Value::from_code_points(long(random)), random)]);
    }
    let mut name = Vec::new();
    for label in 0..=random.below(3) {
        if label > 0 {
            let is_wide = random.one_in(8);
            name.push(if is_wide { *random.choose(&WIDE_DOTS)? } else { 0x2E });
        }
        name.extend(label_for(operation.codec, random));
    }
    if random.one_in(8) {
        name.push(0x2E);
    }
    Some(vec![operation.request(Value::from_code_points(name), random)])
}

/// A name of labels that are valid each, about as long as a name may be: 253 characters, and one more
/// for the dot of the root.
fn long(random: &mut Random) -> Vec<u32> {
    let length = random.between(251, 256);
    let mut name: Vec<u32> =
        (0..length).map(|at| if at % 62 == 61 { 0x2E } else { 0x61 }).collect();
    match random.below(4) {
        0 => name.push(0x2E),
        1 => name[0] = 0xFC,
        _ => {}
    }
    name
}

fn label_for(codec: &'static str, random: &mut Random) -> Vec<u32> {
    let mut label = match random.below(8) {
        0 => return Vec::new(),
        1 => vec![0x61; random.between(55, 70)],
        2 => "a-b--c1".chars().map(u32::from).collect(),
        3 => word(random),
        _ => encoded(codec, random),
    };
    match random.below(6) {
        0 => mutate(&mut label, random),
        1 => label.iter_mut().filter(|it| (0x61..0x7B).contains(*it)).for_each(|it| *it -= 0x20),
        2 => {
            let hyphen = if random.one_in(2) { 0x2D } else { 0x5F };
            label.insert(random.below(label.len() + 1), hyphen);
        }
        _ => {}
    }
    label
}

/// A label that the model has encoded, its prefix in any letter case; also the code of surrogates, which
/// the model refuses.
fn encoded(codec: &'static str, random: &mut Random) -> Vec<u32> {
    let mut text = word(random);
    if random.one_in(16) {
        let at = random.below(text.len() + 1);
        let low = [0xDC00, 0xDEF7, 0xDFFF, 0x61][random.below(4)];
        text.splice(at..at, [[0xD800, 0xD83D, 0xDBFF][random.below(3)], low]);
    }
    // A label that is encoded by itself may hold what ends or spoils one in a name.
    let op = if random.one_in(4) { "encode" } else { "to-ascii" };
    if op == "encode" {
        let other = *random.choose(&[0x2E, 0x3002, 0x2D, 0x20, 0x41, 0x7F]).unwrap_or(&0x2E);
        text.insert(random.below(text.len() + 1), other);
    }
    let request = Request::new(codec, op, Value::from_code_points(text));
    let (mut label, is_bare) = match request.fast() {
        Ok(Value::Text(text)) => (text.code_points, (codec, op) == ("punycode", "encode")),
        _ => match exact_outcome(&request.then("encode", request.input.clone())) {
            Some(Outcome::Ok(code)) => (elements(&code), true),
            _ => return word(random),
        },
    };
    let prefix = prefix_of(codec, "to-ascii");
    if is_bare {
        label.splice(..0, prefix.chars().map(u32::from));
    }
    let length = prefix.len().min(label.len());
    if random.one_in(16) {
        label.splice(..0, prefix.chars().map(u32::from));
    }
    for character in &mut label[..length] {
        if (0x61..0x7B).contains(character) && random.one_in(3) {
            *character -= 0x20;
        }
    }
    label
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::generator::Schedule;
    use crate::hunt::layers::LAYERS;
    use crate::hunt::oracle::judge_answer;
    use crate::hunt::worker::askable;
    use crate::implementation::{Implementation, InProcess};
    use crate::judge::judge;
    use crate::protocol::Idna;
    use crate::suite::request_for;
    use acegate_deviations::{DeviantCodec, deviations, find};
    use acegate_vectors::{Level, Suite};

    /// How many trials a hunt makes in some seconds.
    const TRIALS: u64 = 30_000;

    /// Every fault of a codec that a name can show at must in the suite is found at must if only names
    /// are asked for.
    #[test]
    fn faults_of_codecs_are_found_behind_names() {
        let checks = Suite::embedded().expect("the embedded suite is valid").checks();
        let checks: Vec<_> = checks
            .iter()
            .filter(|check| check.codec() == "punycode" && check.op.starts_with("to-"))
            .filter(|check| check.case.level == Level::Must)
            .collect();
        let unchecked = find("punycode/decoded-label-not-encoded-again").expect("a deviation");
        let (mut found, mut missed) = (0, Vec::new());
        for deviation in
            deviations().filter(|it| it.codec() == "punycode" && it.equivalent.is_none())
        {
            let codec = DeviantCodec::combined(vec![unchecked, deviation]).expect("a codec");
            let library = InProcess::new(deviation.id, "", vec![Box::new(codec)]);
            let mut library = library.with_idna(Idna::Std3);
            // It has only host names, with a fault of the codec that serves them.
            let mut description = library.describe().clone();
            let support = description.codecs.get_mut("punycode").expect("its codec");
            support.ops.retain(|op| op.starts_with("to-"));
            let is_wrong = |check: &&&acegate_vectors::Check| {
                let outcome = library.answer(&request_for(check)).outcome;
                judge(check, &outcome, false).verdict.is_failure()
            };
            let Some(seen) = checks.iter().find(is_wrong) else { continue };
            let schedule = Schedule::new(LAYERS, 1, Space::of(&description, &[]));
            let mut requests = (0..TRIALS).flat_map(|number| schedule.trial(number).requests);
            let is_found = requests.any(|request| {
                let Ok(request) = askable(request, &description) else { return false };
                let breach = judge_answer(&request, &library.answer(&request).outcome);
                breach.is_some_and(|breach| breach.level == Level::Must)
            });
            found += usize::from(is_found);
            missed.extend((!is_found).then(|| (deviation.id, seen.name.clone())));
        }
        assert!(missed.is_empty(), "{found} found, {} missed: {missed:#?}", missed.len());
        assert!(found >= 60, "{found}");
    }
}
