//! Making a request as small as one finding allows.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::simplify::Simplify;

/// When to stop making an input smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The most requests.
    pub trials: usize,
    /// The longest time. Each trial of a hang takes the whole timeout of the implementation.
    pub time: Duration,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            trials: 20_000,
            time: Duration::from_secs(60),
        }
    }
}

/// The simplest input that was found for which `shows` is true, as it is for the first one.
///
/// `shows` must be true only for the same finding, e.g. the same [signature](super::Violation::signature). With
/// enough effort, it is true for no input that is a single step of [`Simplify`] from the result.
pub fn minimise<T: Simplify>(shows: &mut impl FnMut(&T) -> bool, input: T, effort: Effort) -> T {
    let end = Instant::now() + effort.time;
    let mut trials = effort.trials;
    let mut smallest = input;
    // How many steps of the present input are not tried again, and how many of them were tried in vain since a
    // step was taken.
    let mut at = 0;
    let mut in_vain = 0;
    loop {
        let mut place = 0;
        let mut simpler = None;
        let mut is_spent = false;
        let _ = smallest.each_simpler(&mut |make| {
            place += 1;
            if place <= at {
                return ControlFlow::Continue(());
            }
            is_spent = trials == 0 || Instant::now() >= end;
            if is_spent {
                return ControlFlow::Break(());
            }
            trials -= 1;
            let candidate = make();
            if shows(&candidate) {
                simpler = Some(candidate);
                return ControlFlow::Break(());
            }
            at += 1;
            in_vain += 1;
            ControlFlow::Continue(())
        });
        match simpler {
            // The steps before this one seldom help now; the next round tries them again.
            Some(simpler) => {
                smallest = simpler;
                in_vain = 0;
            }
            None if is_spent || at == in_vain => return smallest,
            None => {
                at = 0;
                in_vain = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use acegate_codec::{Parameter, Text, Value};

    use crate::hunt::digest;
    use crate::protocol::Request;

    type Judge = fn(&[u32]) -> bool;

    /// Judges that look only at the code points, and the input that remains, by reasoning: the numbers of
    /// the text are what the judge needs.
    const JUDGES: [(Judge, &[u32]); 6] = [
        (
            |text| text.windows(2).any(|pair| pair == [0x78, 0x79]),
            &[0x78, 0x79],
        ),
        (|text| text.len() >= 3, &[0x61; 3]),
        (
            |text| text.iter().filter(|&&number| number == 0x78).count() > 1,
            &[0x78; 2],
        ),
        // The least number beyond a threshold that is not one of the simple ones.
        (
            |text| text.iter().any(|number| (0x1234..0x8000).contains(number)),
            &[0x1234],
        ),
        // Two equal numbers: they only get simpler together.
        (
            |text| {
                text.windows(2)
                    .any(|pair| pair[0] == pair[1] && pair[0] > 0x7A)
            },
            &[0x80; 2],
        ),
        (|text| !text.is_empty() && text.len() % 4 == 0, &[0x61; 4]),
    ];

    /// The smallest that shows. It is found with effort left, since every step leads to something simpler.
    fn smallest<T: Simplify>(shows: impl Fn(&T) -> bool, begin: T) -> T {
        let mut trials = 0;
        let mut counted = |it: &T| {
            trials += 1;
            shows(it)
        };
        let smallest = minimise(&mut counted, begin, Effort::default());
        assert!(trials < Effort::default().trials);
        smallest
    }

    fn encode(code_points: &[u32]) -> Request {
        Request::new("punycode", "encode", Value::from_code_points(code_points))
    }

    /// Numbers that look like chance and are the same each time.
    fn numbers(seed: u32, length: usize) -> Vec<u32> {
        (0..length)
            .map(|at| digest(&format!("{seed} {at}")) >> (at % 30))
            .collect()
    }

    #[test]
    fn the_result_does_not_depend_on_the_beginning_and_no_step_of_it_is_shown() {
        for (judge, expected) in JUDGES {
            let shows = |request: &Request| judge(&request.text().expect("a text").code_points);
            let mut seen = 0;
            for seed in 0..40 {
                let middle = vec![0x78, 0x79, 0x5678, 0x5678, 0x78, 0x78];
                let text = [numbers(seed, 40), middle, numbers(seed + 1000, 22)].concat();
                let begin = encode(&text).with("width", "31");
                if !shows(&begin) {
                    continue;
                }
                seen += 1;
                let smallest = smallest(shows, begin);
                assert_eq!(smallest, encode(expected));
                let _ = smallest.each_simpler(&mut |make| {
                    assert!(!shows(&make()), "{:?}", make());
                    ControlFlow::Continue(())
                });
            }
            assert!(
                seen > 20,
                "{expected:?}: {seen} beginnings show the violation"
            );
        }
    }

    #[test]
    fn effort_is_bounded() {
        let none = [(0, Duration::from_secs(60)), (20_000, Duration::ZERO)];
        for (trials, time) in none {
            let begin = encode(&[1, 2, 3, 4, 5]);
            let effort = Effort { trials, time };
            assert_eq!(minimise(&mut |_| true, begin.clone(), effort), begin);
        }
    }

    #[test]
    fn parameters_flags_octets_and_lists_become_simple() {
        let flagged = |code_points, flags| {
            let text = Text {
                code_points,
                flags: Some(flags),
            };
            Request::new("punycode", "encode", Value::Text(text)).with("annotation", "true")
        };
        // The violation needs an annotated text with a second flag that is set.
        let shows = |request: &Request| {
            let flags = request
                .text()
                .and_then(|text| text.flags.clone())
                .unwrap_or_default();
            flags.get(1) == Some(&true) && request.is("annotation", "true")
        };
        let begin = flagged(vec![0xFC; 5], vec![true; 5]).with("width", "31");
        assert_eq!(
            smallest(shows, begin),
            flagged(vec![0x61, 0x61], vec![false, true])
        );

        let shows = |value: &Value| matches!(value, Value::Octets(octets) if octets.iter().any(|&it| it > 0xFC));
        let begin = Value::Octets(vec![0x5A, 0xFF, 0x5A]);
        assert_eq!(smallest(shows, begin), Value::Octets(vec![0xFD]));

        // A digit of a code depends on those before it, so the text gets simpler. CPython 3.11 writes both.
        let decode = |code: &str| Request::new("punycode", "decode", code.into());
        let shows = |request: &Request| {
            let text = request
                .fast()
                .ok()
                .and_then(|text| text.as_text().ok()?.to_scalar_string());
            text.is_some_and(|text| text.ends_with('\u{6587}'))
        };
        assert_eq!(smallest(shows, decode("tda2660blnaycu19k")), decode("7dv"));
        // The code of a simpler text is longer.
        let shows = |request: &Request| request.text().is_some_and(|it| it.code_points.len() > 2);
        assert_eq!(smallest(shows, decode("tdaa")), decode("aaa"));

        // A book needs its second step; a capacity of at least 3.
        let book = |steps: &[&str], capacity| {
            let steps = steps.iter().map(|step| Value::from(*step)).collect();
            Request::new("uri2dec", "book", Value::List(steps)).with("capacity", capacity)
        };
        let shows = |request: &Request| {
            let is_large = matches!(
                request.params.get("capacity"),
                Some(Parameter::Integer(3..))
            );
            matches!(&request.input, Value::List(steps) if steps.len() > 1) && is_large
        };
        let begin = book(&["order", "connect a", "lists"], "100");
        assert_eq!(smallest(shows, begin), book(&["", ""], "3"));
    }
}
