//! A run without the evidence of passing checks leaves that evidence out, and nothing else.

use acegate::event::{CaseEvent, Event, Evidence, Recording, record};
use acegate::implementation::{Implementation, InProcess};
use acegate::judge::Verdict;
use acegate::observation::StartError;
use acegate::runner::RunOptions;
use acegate_deviations::{DeviantCodec, deviations};
use acegate_vectors::{Check, Suite};

#[test]
fn only_checks_that_pass_lose_their_evidence() {
    let checks = Suite::embedded().expect("the suite is valid").checks();
    let checks: Vec<_> = checks.into_iter().filter(|check| check.codec() == "utf5").collect();
    let all = cases(&checks, Evidence::OfAll);
    let of_failures = cases(&checks, Evidence::OfFailures);
    assert_eq!(all.len(), checks.len());
    assert_eq!(of_failures.len(), checks.len());
    let mut verdicts = [0, 0];
    for (mut full, mut short) in all.into_iter().zip(of_failures) {
        (full.elapsed_us, short.elapsed_us) = (0, 0);
        let passed = full.verdict == Verdict::Pass;
        verdicts[usize::from(passed)] += 1;
        assert!(full.input.is_some() && !full.expected.is_empty() && !full.digest.is_empty());
        if passed {
            let gone = CaseEvent {
                params: Default::default(),
                requirements: Vec::new(),
                digest: String::new(),
                note: None,
                input: None,
                expected: Vec::new(),
                observed: None,
                ..full
            };
            assert_eq!(short, gone);
        } else {
            assert_eq!(short, full);
        }
    }
    assert!(verdicts.iter().all(|&count| count > 0), "{verdicts:?}");
}

/// The events of a deviation of UTF-5, so that some checks fail and some pass.
fn cases(checks: &[Check], evidence: Evidence) -> Vec<CaseEvent> {
    let deviation = deviations().find(|deviation| deviation.codec() == "utf5").expect("one");
    let start = || -> Result<Box<dyn Implementation>, StartError> {
        let codec = DeviantCodec::new(deviation).expect("the codec is known");
        Ok(Box::new(InProcess::new(deviation.id, "", vec![Box::new(codec)])))
    };
    let recording = Recording { evidence, ..Recording::default() };
    let mut cases = Vec::new();
    record(checks, &start, &RunOptions::default(), &recording, &mut |event| {
        if let Event::Case(case) = event {
            cases.push((**case).clone());
        }
    })
    .expect("it starts");
    cases
}
