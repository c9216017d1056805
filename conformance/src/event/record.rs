//! A run as events.

use std::rc::Rc;
use std::time::{Duration, Instant};

use acegate_vectors::Check;

use super::{
    BaselineVerdict, BehavesLike, CaseEvent, Event, Expected, FORMAT, KnownFailures, Observed,
    RunEnd, RunStart, Totals,
};
use crate::date;
use crate::implementation::Starter;
use crate::judge::{ExitStatus, Failing, Verdict, first_wrong_step, length_limits};
use crate::observation::{Answer, AnyValue, StartError};
use crate::protocol::Description;
use crate::runner::{CheckResult, Confirmation, Observer, RunOptions, RunSummary, run};
use crate::suite::request_for;

/// Which events carry what was asked, what was expected and what was answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evidence {
    /// The events of all checks, as the report file holds them.
    #[default]
    OfAll,
    /// The events of the checks that did not pass. The text report shows no others, and without the
    /// rest a run costs half.
    OfFailures,
}

/// Compares the answers of a run with known deviations.
/// [`behaves_like`](crate::findings::behaves_like) is one.
pub type Diagnose = fn(&[(&Check, Answer)]) -> Vec<BehavesLike>;

/// The settings for recording a run.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// The facts that are known before the run. [`record`] adds the implementation, the versions, the
    /// date, the options and the number of checks.
    pub start: RunStart,
    /// Which events are complete.
    pub evidence: Evidence,
    /// Explains the failures; `None` to leave them unexplained.
    pub diagnose: Option<Diagnose>,
    /// The failures that are known; `None` if there is no baseline.
    pub known: Option<Rc<dyn KnownFailures>>,
}

/// Runs the checks and hands every event to `sink` as it happens. Returns the last one.
///
/// # Errors
///
/// A [`StartError`] if the implementation does not start. No event has been handed on then.
pub fn record(
    checks: &[Check],
    start: &Starter<'_>,
    options: &RunOptions,
    recording: &Recording,
    sink: &mut dyn FnMut(&Event),
) -> Result<RunEnd, StartError> {
    let begun = Instant::now();
    let mut recorder = Recorder {
        recording,
        checks: checks.len(),
        options,
        totals: Totals::default(),
        judged: Vec::with_capacity(checks.len()),
        answers: Vec::with_capacity(checks.len()),
        sink,
    };
    let summary = run(checks, start, options, &mut recorder)?;
    Ok(recorder.end(summary, begun))
}

struct Recorder<'a, 'b> {
    recording: &'b Recording,
    checks: usize,
    options: &'b RunOptions,
    totals: Totals,
    judged: Vec<(&'a Check, Verdict, Option<Failing>)>,
    answers: Vec<(&'a Check, Answer)>,
    sink: &'b mut dyn FnMut(&Event),
}

impl<'a> Observer<'a> for Recorder<'a, '_> {
    fn started(&mut self, description: &Description) {
        (self.sink)(&Event::RunStart(Box::new(RunStart {
            format: FORMAT,
            acegate: env!("CARGO_PKG_VERSION").into(),
            implementation: description.implementation.clone(),
            checks: self.checks,
            codecs: description.codecs.clone(),
            date: date::now(),
            enforce: self.options.enforce.as_str().into(),
            strict_errors: self.options.strict_errors,
            ..self.recording.start.clone()
        })));
    }

    fn checked(&mut self, result: CheckResult<'a>) {
        let judgement = result.judgement;
        self.judged.push((result.check, judgement.verdict, judgement.failing));
        if self.recording.diagnose.is_some() {
            self.answers.push((result.check, Answer::of(&result.observation.outcome)));
        }
        let is_complete =
            self.recording.evidence == Evidence::OfAll || judgement.verdict != Verdict::Pass;
        let check = result.check;
        let mut case = case_event(result, is_complete);
        if let Some(known) = &self.recording.known {
            case.baseline = known.verdict(&case, &|| check.digest().to_string());
            case.unexpected = case.baseline.map_or(case.unexpected, BaselineVerdict::counts);
        }
        self.totals.add(&case);
        (self.sink)(&Event::Case(Box::new(case)));
    }
}

impl Recorder<'_, '_> {
    fn end(self, summary: RunSummary, begun: Instant) -> RunEnd {
        let RunSummary { growth, remarks, interrupted, .. } = summary;
        let failed = self.totals.unexpected + self.totals.advisory > 0;
        let diagnose = self.recording.diagnose.filter(|_| failed);
        let stale = self.recording.known.as_ref().map_or_else(Vec::new, |known| known.stale());
        let end = RunEnd {
            behaves_like: diagnose.map_or_else(Vec::new, |diagnose| diagnose(&self.answers)),
            exit: exit_status(&self.totals, !stale.is_empty(), interrupted),
            totals: self.totals,
            stale,
            growth,
            length_limits: length_limits(self.judged),
            remarks,
            interrupted,
            elapsed_us: micros(begun.elapsed()),
        };
        (self.sink)(&Event::RunEnd(Box::new(end.clone())));
        end
    }
}

/// The event of a check; a complete one has its evidence.
fn case_event(result: CheckResult<'_>, is_complete: bool) -> CaseEvent {
    let CheckResult { check, observation, judgement, confirmation, unexpected } = result;
    let mut event = CaseEvent {
        name: check.name.clone(),
        case: check.case.id.clone(),
        codec: check.case.codec.clone(),
        op: check.op.clone(),
        document: check.case.document.clone(),
        clause: check.case.clause.clone(),
        level: check.case.level.as_str().into(),
        file: check.case.file.clone(),
        line: check.case.line,
        verdict: judgement.verdict,
        failing: judgement.failing,
        kind_agrees: judgement.kind_agrees,
        position_agrees: judgement.position_agrees,
        order_dependent: confirmation == Confirmation::OrderDependent,
        slow: confirmation == Confirmation::Slow,
        unexpected,
        elapsed_us: micros(observation.elapsed),
        stderr: observation.stderr,
        ..CaseEvent::default()
    };
    if is_complete {
        let request = request_for(check);
        event.params = request.params;
        event.requirements.clone_from(&check.case.requirements);
        event.digest = check.digest().to_string();
        event.note.clone_from(&check.case.note);
        event.input = Some(AnyValue::Ordinary(request.input));
        event.expected = check.expect.outcomes().iter().map(Expected::of).collect();
        event.observed = Some(Observed::of(&observation.outcome));
        event.step = judgement.failing.and_then(|_| first_wrong_step(check, &observation.outcome));
    }
    event
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

/// The exit status that follows from the counts.
fn exit_status(totals: &Totals, has_stale: bool, interrupted: bool) -> ExitStatus {
    if interrupted {
        ExitStatus::Interrupted
    } else if totals.count(Verdict::NotRun) > 0 {
        ExitStatus::NotAlive
    } else if totals.run() == 0 {
        ExitStatus::NothingRan
    } else if totals.unexpected > 0 || has_stale {
        ExitStatus::Unexpected
    } else {
        ExitStatus::AsExpected
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::implementation::InProcess;
    use acegate_deviations::{DeviantCodec, find};
    use acegate_vectors::Suite;

    #[test]
    fn the_refusals_of_a_library_with_a_limit_are_two_limits() {
        let library = find("punycode/thousand-code-units-at-most").expect("a deviation");
        let start = || {
            let codec = DeviantCodec::new(library).expect("a codec");
            Ok(Box::new(InProcess::new(library.id, "", vec![Box::new(codec)])) as _)
        };
        let mut checks = Suite::embedded().expect("the embedded suite is valid").checks();
        checks.retain(|check| check.codec() == "punycode");
        let (options, recording) = (RunOptions::default(), Recording::default());
        let end = record(&checks, &start, &options, &recording, &mut |_| {}).expect("it starts");
        let limits: Vec<_> = end.length_limits.iter().map(|limit| limit.op.as_str()).collect();
        assert_eq!(limits, ["decode", "encode"]);
        let grouped: usize = end.length_limits.iter().map(|limit| limit.checks.len()).sum();
        assert_eq!(grouped, end.totals.count(Verdict::Fail));
        // The verdicts are what they were.
        assert_eq!(end.exit, ExitStatus::Unexpected);
        assert!(end.length_limits[1].longest <= 1000 && end.length_limits[1].shortest > 1000);
    }

    #[test]
    fn the_exit_status_is_the_worst_of_the_counts() {
        let totals = |verdicts: &[Verdict], unexpected| Totals {
            verdicts: verdicts.iter().map(|verdict| (*verdict, 1)).collect(),
            unexpected,
            ..Totals::default()
        };
        for (verdicts, unexpected, interrupted, expected) in [
            (&[Verdict::Pass][..], 0, false, ExitStatus::AsExpected),
            (&[Verdict::Pass, Verdict::Skip, Verdict::Fail], 0, false, ExitStatus::AsExpected),
            (&[Verdict::Pass, Verdict::Fail], 1, false, ExitStatus::Unexpected),
            (&[Verdict::Skip], 0, false, ExitStatus::NothingRan),
            (&[], 0, false, ExitStatus::NothingRan),
            (&[Verdict::Fail, Verdict::NotRun], 1, false, ExitStatus::NotAlive),
            (&[Verdict::Fail, Verdict::NotRun], 1, true, ExitStatus::Interrupted),
        ] {
            let found = exit_status(&totals(verdicts, unexpected), false, interrupted);
            assert_eq!(found, expected, "{verdicts:?}");
        }
    }
}
