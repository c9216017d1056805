//! A run: every chosen check is put to the implementation, and what comes of it becomes events.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use acegate_codec::Value;
use acegate_vectors::{Check, Level, Outcome as Expected, Value as VectorValue};
use serde_json::{Value as Json, json};

use crate::deviations::{Diagnosis, Seen, diagnose};
use crate::implementation::{
    Fault, Implementation, Observation, Outcome, ProtocolFault, StartError, Starter,
};
use crate::interrupt;
use crate::judge::{ExitStatus, Verdict, first_wrong_step, judge};
use crate::protocol::{ValueForm, parameter_to_json, value_to_json};
use crate::report::{BehavesLike, CaseEvent, Event, FORMAT, RunEnd, RunStart, Totals};
use crate::suite::{Screened, codec_value, is_value, request_for, screen};

/// Which events carry what was asked, what was expected and what was answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evidence {
    /// Those of all checks, as the report file holds them.
    #[default]
    OfAll,
    /// Those of the checks that did not pass. The text report shows no others, and without the rest
    /// a run costs half.
    OfFailures,
}

/// How a run is done.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// How many instances of the implementation work side by side.
    pub jobs: usize,
    /// The weakest level whose failures count.
    pub enforce: Level,
    /// Whether a refusal of another kind fails a check.
    pub strict_errors: bool,
    /// Whether failures are compared with the known deviations.
    pub diagnose: bool,
    /// Which events are complete.
    pub evidence: Evidence,
    /// What is known of the run already.
    pub start: RunStart,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            jobs: 1,
            enforce: Level::Must,
            strict_errors: false,
            diagnose: true,
            evidence: Evidence::OfAll,
            start: RunStart::default(),
        }
    }
}

/// Puts the checks to the implementation. Every event is handed to `sink` as it happens.
///
/// # Errors
///
/// A [`StartError`] where the implementation does not start; no event has been handed on then.
pub fn run(
    checks: &[Check],
    start: &Starter<'_>,
    options: &RunOptions,
    sink: &mut dyn FnMut(&Event),
) -> Result<RunEnd, StartError> {
    let begun = Instant::now();
    let first = start()?;
    sink(&Event::RunStart(Box::new(RunStart {
        format: FORMAT,
        acegate: env!("CARGO_PKG_VERSION").into(),
        implementation: first.describe().implementation.clone(),
        checks: checks.len(),
        strict_errors: options.strict_errors,
        ..options.start.clone()
    })));
    let mut totals = Totals::default();
    let mut remarks = Vec::new();
    let mut outcomes = Vec::with_capacity(checks.len());
    let mut take = |said: Said| match said {
        Said::Case(case, index, outcome) => {
            totals.add(&case);
            sink(&Event::Case(case));
            outcomes.push((index, Told::of(&checks[index], outcome)));
        }
        Said::Remark(remark) => {
            if !remarks.contains(&remark) {
                remarks.push(remark);
            }
        }
    };
    let queue = Queue { checks, next: AtomicUsize::new(0), options };
    if options.jobs <= 1 {
        queue.work(first, &mut take);
    } else {
        let (sender, receiver) = channel();
        std::thread::scope(|scope| {
            let queue = &queue;
            let worker = |implementation: Box<dyn Implementation>, sender: Sender<Said>| {
                // The receiver lives until every sender is gone.
                queue.work(implementation, &mut |said| drop(sender.send(said)));
            };
            for _ in 1..options.jobs.min(checks.len().max(1)) {
                let sender = sender.clone();
                scope.spawn(move || match start() {
                    Ok(implementation) => worker(implementation, sender),
                    Err(error) => {
                        drop(sender.send(Said::Remark(format!("a job could not start: {error}"))));
                    }
                });
            }
            scope.spawn(move || worker(first, sender));
            receiver.iter().for_each(&mut take);
        });
    }
    let interrupted = interrupt::requested();
    let failed = totals.unexpected + totals.advisory > 0;
    let end = RunEnd {
        behaves_like: if failed && options.diagnose { like(checks, outcomes) } else { Vec::new() },
        exit: exit_status(&totals, interrupted),
        totals,
        remarks,
        interrupted,
        elapsed_us: micros(begun.elapsed()),
    };
    sink(&Event::RunEnd(Box::new(end.clone())));
    Ok(end)
}

/// The exit status that the counts stand for.
fn exit_status(totals: &Totals, interrupted: bool) -> ExitStatus {
    if interrupted {
        ExitStatus::Interrupted
    } else if totals.count(Verdict::NotRun) > 0 {
        ExitStatus::NotAlive
    } else if totals.run() == 0 {
        ExitStatus::NothingRan
    } else if totals.unexpected > 0 {
        ExitStatus::Unexpected
    } else {
        ExitStatus::AsExpected
    }
}

/// The deviations that the answers are like.
fn like(checks: &[Check], told: Vec<(usize, Told<'_>)>) -> Vec<BehavesLike> {
    let told = told.into_iter().map(|(index, told)| (&checks[index], told.outcome()));
    let outcomes: Vec<_> = told.collect();
    let answers: Vec<_> = outcomes.iter().map(|(check, outcome)| (*check, outcome)).collect();
    let seen = |seen: &Seen| match seen.source {
        "" => seen.library.to_owned(),
        source => format!("{}, {source}", seen.library),
    };
    let described = |found: Diagnosis| BehavesLike {
        deviation: found.deviation.id.to_owned(),
        summary: found.deviation.summary.to_owned(),
        seen: found.deviation.seen.iter().map(seen).collect(),
        explained: found.explained,
        telling: found.telling,
        checks: found.checks,
    };
    diagnose(&answers).into_iter().map(described).collect()
}

/// An outcome, kept until the end of the run. Most are as expected, and a value that stands in the
/// check already is not kept a second time.
enum Told<'a> {
    AsExpected(&'a VectorValue),
    Otherwise(Box<Outcome>),
}

impl<'a> Told<'a> {
    fn of(check: &'a Check, outcome: Outcome) -> Self {
        match (check.expect.single(), &outcome) {
            (Some(Expected::Ok(expected)), Outcome::Value(found)) if is_value(expected, found) => {
                Self::AsExpected(expected)
            }
            _ => Self::Otherwise(Box::new(outcome)),
        }
    }

    fn outcome(self) -> Outcome {
        match self {
            Self::AsExpected(value) => Outcome::Value(codec_value(value)),
            Self::Otherwise(outcome) => *outcome,
        }
    }
}

/// What a worker says.
enum Said {
    /// A check is done: its event, its place in the list, and its outcome.
    Case(Box<CaseEvent>, usize, Outcome),
    /// Something that only the end of the implementation showed.
    Remark(String),
}

/// The checks that are left, shared by all workers.
struct Queue<'a> {
    checks: &'a [Check],
    next: AtomicUsize,
    options: &'a RunOptions,
}

/// A result that is held back until the next reply shows that nothing follows it.
struct Held<'a> {
    index: usize,
    check: &'a Check,
    observation: Observation,
    order_dependent: bool,
}

impl Queue<'_> {
    fn work(&self, mut implementation: Box<dyn Implementation>, say: &mut dyn FnMut(Said)) {
        let implementation = implementation.as_mut();
        let mut held: Option<Held<'_>> = None;
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(check) = self.checks.get(index) else {
                break;
            };
            let request = match screen(check, implementation.describe()) {
                Screened::Put(request) if !interrupt::requested() => request,
                Screened::Put(_) => {
                    let fault = Fault::NotRun("interrupted".into());
                    let outcome = Outcome::Fault(fault);
                    say(self.said(Held::untouched(index, check, outcome)));
                    continue;
                }
                Screened::Skip(reason, text) => {
                    let outcome = Outcome::Skipped(reason, text);
                    say(self.said(Held::untouched(index, check, outcome)));
                    continue;
                }
            };
            let mut observation = implementation.answer(&request);
            let mut order_dependent = false;
            if let Outcome::Fault(fault) = &observation.outcome {
                let fault = fault.clone();
                if deserves_confirmation(&fault) {
                    let alone = implementation.answer_alone(&request);
                    let again = is_same(&alone.outcome, &fault);
                    let of_the_one_before = is_of_the_one_before(&fault, again)
                        && held.as_mut().is_some_and(|held| {
                            // What shows again without the request before needs no other reason.
                            let explained = !is_unasked(&fault) || is_fault(&alone.outcome);
                            ask_again(implementation, held, &fault, explained)
                        });
                    if of_the_one_before || is_unasked(&fault) && is_fault(&alone.outcome) {
                        observation = alone;
                    } else {
                        order_dependent = !again;
                    }
                }
            }
            if let Some(held) = held.replace(Held { index, check, observation, order_dependent }) {
                say(self.said(held));
            }
        }
        for fault in implementation.finish() {
            match (&fault, &mut held) {
                (Fault::Protocol(ProtocolFault::IgnoresEnd { .. }), _) | (_, None) => {
                    say(Said::Remark(fault.to_string()));
                }
                (_, Some(held)) => {
                    ask_again(implementation, held, &fault, false);
                }
            }
        }
        if let Some(held) = held {
            say(self.said(held));
        }
    }

    fn said(&self, held: Held<'_>) -> Said {
        Said::Case(self.event(&held), held.index, held.observation.outcome)
    }

    fn event(&self, held: &Held<'_>) -> Box<CaseEvent> {
        let Held { check, observation, order_dependent, .. } = held;
        let judgement = judge(check, &observation.outcome, self.options.strict_errors);
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
            order_dependent: *order_dependent,
            unexpected: judgement.verdict.is_failure() && check.case.level >= self.options.enforce,
            elapsed_us: micros(observation.elapsed),
            stderr: observation.stderr.clone(),
            ..CaseEvent::default()
        };
        if self.options.evidence == Evidence::OfAll || judgement.verdict != Verdict::Pass {
            let request = request_for(check);
            let params = request.params.iter();
            event.params =
                params.map(|(name, value)| (name.clone(), parameter_to_json(value))).collect();
            event.digest = check.digest().to_string();
            event.note.clone_from(&check.case.note);
            event.input = to_json(&request.input);
            event.expected = check.expect.outcomes().iter().map(expected_json).collect();
            event.observed = observed_json(&observation.outcome);
            event.step =
                judgement.failing.and_then(|_| first_wrong_step(check, &observation.outcome));
        }
        Box::new(event)
    }
}

impl<'a> Held<'a> {
    const fn untouched(index: usize, check: &'a Check, outcome: Outcome) -> Self {
        let observation = Observation::new(outcome, Duration::ZERO);
        Self { index, check, observation, order_dependent: false }
    }
}

/// Puts a check alone whose reply was followed by something that nothing asked for. Where nothing
/// follows it then, and nothing else explains the fault, it depended on what was asked before. The
/// answer says whether the fault is this check's.
fn ask_again(
    implementation: &mut dyn Implementation,
    held: &mut Held<'_>,
    fault: &Fault,
    explained: bool,
) -> bool {
    let alone = implementation.answer_alone(&request_for(held.check));
    if is_fault(&alone.outcome) {
        held.observation = alone;
        held.order_dependent = false;
    } else if !explained {
        held.observation = Observation { outcome: Outcome::Fault(fault.clone()), ..alone };
        held.order_dependent = true;
    } else {
        return false;
    }
    true
}

/// Whether the fault may be that the reply before was not the end of it: surely where nothing was
/// open yet, perhaps where a line that is no reply came too late for that and does not come again.
const fn is_of_the_one_before(fault: &Fault, again: bool) -> bool {
    is_unasked(fault) || matches!(fault, Fault::Protocol(_)) && !again
}

const fn is_unasked(fault: &Fault) -> bool {
    matches!(
        fault,
        Fault::Protocol(ProtocolFault::SecondReply { .. } | ProtocolFault::Unasked { .. })
    )
}

const fn is_fault(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Fault(_))
}

/// Whether the fault is of a process, so that a fresh one may answer otherwise.
const fn deserves_confirmation(fault: &Fault) -> bool {
    !matches!(fault, Fault::NotRun(_) | Fault::Caught(_))
}

/// Whether a fresh process shows the fault again, or cannot be had.
fn is_same(outcome: &Outcome, fault: &Fault) -> bool {
    match outcome {
        Outcome::Fault(Fault::NotRun(_)) => true,
        Outcome::Fault(other) => other.is_like(fault),
        _ => false,
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

fn to_json(value: &Value) -> Json {
    value_to_json(value, &[ValueForm::T, ValueForm::U, ValueForm::B]).unwrap_or_default()
}

fn expected_json(outcome: &Expected) -> Json {
    match outcome {
        Expected::Ok(value) => json!({ "ok": to_json(&codec_value(value)) }),
        Expected::Error { kinds, at: None } => json!({ "error": kinds }),
        Expected::Error { kinds, at: Some(at) } => json!({ "error": kinds, "at": at }),
    }
}

/// What came of a request, as a report holds it.
pub(crate) fn observed_json(outcome: &Outcome) -> Json {
    match outcome {
        Outcome::Value(value) => json!({ "ok": to_json(value) }),
        Outcome::Refused(refusal) => json!({ "error": refusal }),
        Outcome::Skipped(reason, text) => json!({ "skip": reason.code(), "reason": text }),
        Outcome::Fault(fault) => json!({ "fault": fault.code(), "text": fault.to_string() }),
    }
}
