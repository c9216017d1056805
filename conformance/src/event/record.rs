//! A run, or results that were found otherwise, as events.

use std::rc::Rc;
use std::time::Duration;

use acegate_codec::punycode;
use acegate_vectors::Check;

use super::results::{Diagnose, Results};
use super::{
    BehavesLike, CaseEvent, Event, Expected, FORMAT, KnownFailures, Observed, RunEnd, RunStart,
};
use crate::clock::Moment;
use crate::date;
use crate::implementation::Starter;
use crate::judge::{ExitStatus, Verdict, first_wrong_step};
use crate::observation::{Answer, AnyValue, StartError};
use crate::protocol::Description;
use crate::runner::{CheckResult, Confirmation, Earlier, Observer, RunOptions, RunSummary, run};
use crate::suite::{InputTraits, better_idna, reason, request_for};
#[cfg(feature = "uts46")]
use crate::suite::{better_settings, undeclared_unicode};

/// Which events carry the input, the expected outcome and the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evidence {
    /// The events of all checks, as the report file has them.
    #[default]
    OfAll,
    /// The events of the checks that did not pass. The text report shows no others, and without the
    /// rest a run costs half.
    OfFailures,
}

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
    /// When the run began, if that was before [`record`] was called.
    pub begun: Option<Moment>,
    /// Ends the run at the first result that counts against the implementation. Checks that are
    /// sent by then get their results; the remaining ones are not run.
    pub fail_fast: bool,
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
    let recorder = Recorder {
        recording,
        start: start_of(recording, checks.len(), options),
        indices: (0..checks.len()).collect(),
        results: Results::default(),
        sink,
    };
    recorder.record(checks, start, options, Earlier::default())
}

/// The first event of a run of so many checks, without the implementation and the date.
pub(super) fn start_of(recording: &Recording, checks: usize, options: &RunOptions) -> RunStart {
    RunStart {
        format: FORMAT,
        acegate: env!("CARGO_PKG_VERSION").into(),
        checks,
        enforce: Some(options.enforce),
        strict_errors: options.strict_errors,
        ..recording.start.clone()
    }
}

/// The same with the description that the implementation gives of itself.
pub(super) fn described(start: &RunStart, description: &Description) -> RunStart {
    RunStart {
        implementation: description.implementation.clone(),
        codecs: description.codecs.clone(),
        ..start.clone()
    }
}

pub(super) struct Recorder<'a, 'b> {
    pub(super) recording: &'b Recording,
    pub(super) start: RunStart,
    /// The index of each check that is left among all checks of the run or shard.
    pub(super) indices: Vec<usize>,
    pub(super) results: Results<'a>,
    pub(super) sink: &'b mut dyn FnMut(&Event),
}

impl<'a> Observer<'a> for Recorder<'a, '_> {
    fn started(&mut self, description: &Description) {
        self.start = RunStart {
            date: date::now(),
            ..described(&self.start, description)
        };
        (self.sink)(&Event::RunStart(Box::new(self.start.clone())));
    }

    fn checked(&mut self, result: CheckResult<'a>) {
        let check = result.check;
        let index = self.indices[result.index];
        let answer = match self.recording.diagnose {
            Some(_) => Answer::of(&result.observation.outcome),
            None => Answer::Other,
        };
        let is_complete =
            self.recording.evidence == Evidence::OfAll || result.judgement.verdict != Verdict::Pass;
        let mut case = case_event(result, is_complete);
        case.place = self.start.shard.map(|shard| shard.place(index));
        if let Some(known) = &self.recording.known {
            case.apply_baseline(&**known, &|| check.digest().to_string());
        }
        self.results.add(index, check, &case, answer);
        (self.sink)(&Event::Case(Box::new(case)));
    }

    fn is_enough(&self) -> bool {
        self.recording.fail_fast && self.results.totals.unexpected > 0
    }
}

impl<'a> Recorder<'a, '_> {
    /// Runs the checks that are left. `earlier` are the results of the others, as the runner needs them.
    pub(super) fn record(
        mut self,
        checks: &'a [Check],
        start: &Starter<'_>,
        options: &'a RunOptions,
        mut earlier: Earlier,
    ) -> Result<RunEnd, StartError> {
        let begun = self.recording.begun.unwrap_or_else(Moment::now);
        earlier.is_enough = self.is_enough();
        let summary = run(checks, start, options, &earlier, &mut self)?;
        Ok(self.end(summary, begun))
    }

    fn end(mut self, summary: RunSummary, begun: Moment) -> RunEnd {
        self.results.take_idna(&self.start.codecs);
        let RunSummary {
            growth,
            mut remarks,
            interrupted,
            stopped,
            over,
            ..
        } = summary;
        let declared = self
            .start
            .codecs
            .get(punycode::ABOUT.id)
            .and_then(|support| support.idna);
        let failed: Vec<_> = self.results.failed().map(request_for).collect();
        remarks.extend(better_idna(declared, &failed));
        #[cfg(feature = "uts46")]
        for codec in [acegate_codec::uts46::ABOUT, acegate_codec::idna2008::ABOUT] {
            if let Some(support) = self.start.codecs.get(codec.id) {
                let skipped = self.results.skipped().map(request_for);
                remarks.extend(undeclared_unicode(&codec, support, skipped));
            }
        }
        #[cfg(feature = "uts46")]
        if let Some(support) = self.start.codecs.get(acegate_codec::uts46::ABOUT.id) {
            remarks.extend(better_settings(support, &self.results.answered_names()));
        }
        let stale = self
            .recording
            .known
            .as_ref()
            .map_or_else(Vec::new, |known| known.stale());
        let (stale, stale_at_merge) = match self.start.shard {
            None => (stale, Vec::new()),
            Some(_) => (Vec::new(), stale),
        };
        let end = RunEnd {
            stale,
            stale_at_merge,
            growth,
            remarks,
            interrupted,
            stopped,
            over,
            ..RunEnd::default()
        };
        let end = self.results.end(self.recording.diagnose, end);
        let end = RunEnd {
            elapsed_us: micros(begun.elapsed()),
            ..end
        };
        (self.sink)(&Event::RunEnd(Box::new(end.clone())));
        end
    }
}

/// The event of a check; a complete one has its evidence.
pub(crate) fn case_event(result: CheckResult<'_>, is_complete: bool) -> CaseEvent {
    let CheckResult {
        check,
        observation,
        judgement,
        confirmation,
        unexpected,
        cost,
        after,
        ..
    } = result;
    let mut event = CaseEvent {
        name: check.name.clone(),
        case: check.case.id.clone(),
        codec: check.case.codec.clone(),
        op: check.op.clone(),
        document: check.case.document.clone(),
        clause: check.case.clause.clone(),
        level: judgement.level,
        file: check.case.file.clone(),
        line: check.case.line,
        verdict: judgement.verdict,
        failing: judgement.failing,
        kind_agrees: judgement.kind_agrees,
        position_agrees: judgement.position_agrees,
        order_dependent: confirmation == Confirmation::OrderDependent,
        unsettled: confirmation == Confirmation::Unsettled,
        after,
        slow: confirmation == Confirmation::Slow,
        unexpected,
        elapsed_us: micros(observation.elapsed),
        stderr: observation.stderr,
        cost,
        ..CaseEvent::default()
    };
    if !is_complete {
        event.traits = Some(InputTraits::of(&request_for(check).input));
    }
    if is_complete {
        event.requirements.clone_from(&check.case.requirements);
        event.digest = check.digest().to_string();
        event.observed = Some(Observed::of(&observation.outcome));
        event.step = judgement
            .failing
            .and_then(|_| first_wrong_step(check, &observation.outcome));
        // Of a check that was skipped, its name says enough.
        if judgement.verdict != Verdict::Skip {
            add_question(&mut event, check);
        }
    }
    event
}

/// The question of a check, with what it expects and why, without an observation.
pub(crate) fn question_of(check: &Check) -> CaseEvent {
    let mut event = CaseEvent {
        name: check.name.clone(),
        case: check.case.id.clone(),
        codec: check.case.codec.clone(),
        op: check.op.clone(),
        ..CaseEvent::default()
    };
    add_question(&mut event, check);
    event
}

/// Adds the input, the expected outcome, and why it is expected.
pub(super) fn add_question(event: &mut CaseEvent, check: &Check) {
    let request = request_for(check);
    event.params = request.params;
    event.note = event
        .failing
        .map_or_else(|| check.case.note.clone(), |_| reason(&check.case));
    event.input = Some(AnyValue::Ordinary(request.input));
    event.expected = check.expect.outcomes().iter().map(Expected::of).collect();
}

pub(super) fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

/// The first event of found results, of so many checks.
pub(crate) fn found_start(
    description: &Description,
    checks: usize,
    options: &RunOptions,
    recording: &Recording,
) -> Event {
    let start = described(&start_of(recording, checks, options), description);
    Event::RunStart(Box::new(RunStart {
        date: date::now(),
        ..start
    }))
}

/// The end of a hunt. It has the counts of the results, the requests that passed, and the deviations that
/// the results are like, besides those that the diagnosis finds.
pub(crate) fn found_end(
    mut end: RunEnd,
    passed: usize,
    is_given_up: bool,
    likes: Vec<BehavesLike>,
) -> RunEnd {
    if passed > 0 {
        *end.totals.verdicts.entry(Verdict::Pass).or_default() += passed;
    }
    end.exit = if end.interrupted {
        ExitStatus::Interrupted
    } else if is_given_up {
        ExitStatus::NotAlive
    } else if end.totals.run() == 0 {
        ExitStatus::NothingRan
    } else if end.totals.unexpected > 0 {
        ExitStatus::Unexpected
    } else {
        ExitStatus::AsExpected
    };
    // A deviation is added for the checks that no deviation of the list explains.
    let all = &mut end.behaves_like;
    for mut like in likes {
        like.checks
            .retain(|name| !all.iter().any(|known| known.checks.contains(name)));
        match all
            .iter_mut()
            .find(|known| known.deviation == like.deviation)
        {
            Some(known) => known.checks.append(&mut like.checks),
            None if like.checks.is_empty() => {}
            None => all.push(like),
        }
    }
    end
}
