//! Making a request as small as one finding allows.

use std::time::{Duration, Instant};

use super::simplify::Simplify;
use super::violation::Signature;

/// When to stop making an input smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The most requests.
    pub trials: usize,
    /// The longest time. Each trial of a hang takes as long as whoever is asked is patient.
    pub time: Duration,
}

impl Default for Effort {
    fn default() -> Self {
        Self { trials: 20_000, time: Duration::from_secs(60) }
    }
}

/// The simplest input that was found with the same signature.
///
/// `ask` gives the signature of the violation that an input shows, `None` if it shows none. An input
/// with another signature is never taken: it would be another finding. With effort enough, no single
/// [`Simplification`](super::Simplification) of the result keeps the signature.
pub fn minimise<T: Simplify>(
    ask: &mut impl FnMut(&T) -> Option<Signature>,
    input: T,
    signature: &Signature,
    effort: Effort,
) -> T {
    let end = Instant::now() + effort.time;
    let mut trials = effort.trials;
    let mut smallest = input;
    // How many steps of the present input were tried in vain since a step was taken.
    let (mut at, mut in_vain) = (0, 0);
    loop {
        let (mut simpler, mut is_spent) = (None, false);
        for step in smallest.simplifications().skip(at) {
            is_spent = trials == 0 || Instant::now() >= end;
            if is_spent {
                break;
            }
            trials -= 1;
            let candidate = step(&smallest);
            if ask(&candidate).as_ref() == Some(signature) {
                simpler = Some(candidate);
                break;
            }
            at += 1;
            in_vain += 1;
        }
        match simpler {
            // The steps before this one seldom help now; the next round tries them again.
            Some(simpler) => (smallest, in_vain) = (simpler, 0),
            None if is_spent || at == in_vain => return smallest,
            None => (at, in_vain) = (0, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use acegate_codec::{Parameter, Text, Value};

    use crate::hunt::digest;
    use crate::protocol::Request;

    type Judge = fn(&[u32]) -> Option<&'static str>;

    /// Judges that look at the code points alone.
    const JUDGES: [(Judge, &[u32]); 6] = [
        // The input that remains, by reasoning: the digits of the text are what the judge needs.
        (
            |text| text.windows(2).any(|pair| pair == [0x78, 0x79]).then_some("x then y"),
            &[0x78, 0x79],
        ),
        (|text| (text.len() >= 3).then_some("three"), &[0x61, 0x61, 0x61]),
        // A single `x` is a violation too, but another one.
        (
            |text| match text.iter().filter(|&&number| number == 0x78).count() {
                0 => None,
                1 => Some("one"),
                _ => Some("several"),
            },
            &[0x78, 0x78],
        ),
        // The least number beyond a threshold that is not one of the simple ones.
        (
            |text| text.iter().any(|number| (0x1234..0x8000).contains(number)).then_some("large"),
            &[0x1234],
        ),
        // Two equal numbers: they only get simpler together.
        (
            |text| {
                text.windows(2).any(|pair| pair[0] == pair[1] && pair[0] > 0x7A).then_some("pair")
            },
            &[0x80, 0x80],
        ),
        (|text| (!text.is_empty() && text.len() % 3 == 0).then_some("threes"), &[0x61, 0x61, 0x61]),
    ];

    fn ask_with(judge: Judge) -> impl FnMut(&Request) -> Option<Signature> {
        move |request| {
            let text = request.text().map(|text| judge(&text.code_points));
            text.flatten().map(|name| Signature(name.into()))
        }
    }

    fn request(code_points: Vec<u32>) -> Request {
        let request = Request::new("punycode", "encode", Value::from_code_points(code_points));
        request.with("width", "31")
    }

    /// Numbers that look like chance and are the same each time.
    fn numbers(seed: u32, length: usize) -> Vec<u32> {
        (0..length).map(|at| digest(&format!("{seed} {at}")) >> (at % 30)).collect()
    }

    #[test]
    fn the_result_does_not_depend_on_the_beginning_and_no_step_keeps_the_signature() {
        for (judge, expected) in JUDGES {
            let mut seen = 0;
            for seed in 0..40 {
                let mut text = numbers(seed, 40);
                text.extend([0x78, 0x79, 0x5678, 0x5678]);
                text.extend([0x78; 2]);
                text.extend(numbers(seed + 1000, 23));
                let mut ask = ask_with(judge);
                let begin = request(text);
                let Some(signature) = ask(&begin) else { continue };
                seen += 1;
                let smallest = minimise(&mut ask, begin, &signature, Effort::default());
                assert_eq!(
                    smallest,
                    Request::new("punycode", "encode", Value::from_code_points(expected.to_vec()))
                );
                for step in smallest.simplifications() {
                    assert_ne!(ask(&step(&smallest)).as_ref(), Some(&signature));
                }
            }
            assert!(seen > 20, "{expected:?}: {seen} beginnings show the violation");
        }
    }

    #[test]
    fn effort_is_bounded() {
        let mut ask = ask_with(|text| (text.len() >= 3).then_some("three"));
        let signature = Signature("three".into());
        for effort in [
            Effort { trials: 0, ..Effort::default() },
            Effort { time: Duration::ZERO, ..Effort::default() },
        ] {
            let begin = request(vec![1, 2, 3, 4, 5]);
            assert_eq!(minimise(&mut ask, begin.clone(), &signature, effort), begin);
        }
    }

    #[test]
    fn parameters_flags_and_lists_become_simple() {
        // The violation needs an annotated text with a second flag that is set.
        let mut ask = |request: &Request| {
            let flags = request.text().and_then(|text| text.flags.clone()).unwrap_or_default();
            let shown = flags.get(1) == Some(&true) && request.is("annotation", "true");
            shown.then(|| Signature("flag".into()))
        };
        let text = Text { code_points: vec![0xFC; 5], flags: Some(vec![true; 5]) };
        let begin = Request::new("punycode", "encode", Value::Text(text));
        let begin = begin.with("annotation", "true").with("width", "31");
        let smallest = minimise(&mut ask, begin, &Signature("flag".into()), Effort::default());
        let text = Text { code_points: vec![0x61, 0x61], flags: Some(vec![false, true]) };
        let expected = Request::new("punycode", "encode", Value::Text(text));
        assert_eq!(smallest, expected.with("annotation", "true"));

        // A book needs its second step; a capacity of at least 3.
        let mut ask = |request: &Request| {
            let Value::List(steps) = &request.input else { return None };
            let large = matches!(request.params.get("capacity"), Some(Parameter::Integer(3..)));
            (steps.len() > 1 && large).then(|| Signature("steps".into()))
        };
        let steps = ["order", "connect a", "lists"].map(Value::from).to_vec();
        let begin = Request::new("uri2dec", "book", Value::List(steps)).with("capacity", "100");
        let smallest = minimise(&mut ask, begin, &Signature("steps".into()), Effort::default());
        let steps = vec![Value::from(""), Value::from("")];
        let expected = Request::new("uri2dec", "book", Value::List(steps)).with("capacity", "3");
        assert_eq!(smallest, expected);
    }
}
