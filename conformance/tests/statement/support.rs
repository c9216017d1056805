//! Runs of the reference and of one deviation, and the statements of them.

use std::rc::Rc;
use std::sync::LazyLock;

use acegate::event::{
    BaselineVerdict, CaseEvent, Event, KnownFailures, Recording, RunStart, StaleEntry, record,
    write_event,
};
use acegate::findings::{behaves_like, with_findings};
use acegate::implementation::{Implementation, InProcess, Registry};
use acegate::observation::StartError;
use acegate::runner::RunOptions;
use acegate::statement::{SourceError, Statement, statement};
use acegate::suite::Filter;
use acegate_deviations::{DeviantCodec, find};
use acegate_vectors::{Ledger, Suite};

/// It reads a code that begins with a delimiter, which breaks punycode-23 among others.
pub(super) const DEVIATION: &str = "punycode/leading-delimiter-consumed";

type Starter = fn() -> Result<Box<dyn Implementation>, StartError>;

pub(super) fn reference() -> Result<Box<dyn Implementation>, StartError> {
    Ok(Box::new(InProcess::registry(Registry::Reference)))
}

pub(super) fn deviant() -> Result<Box<dyn Implementation>, StartError> {
    let codec = DeviantCodec::new(find(DEVIATION).expect("a deviation")).expect("a codec");
    Ok(Box::new(InProcess::new("deviant", "1.0", vec![Box::new(codec)])))
}

pub(super) fn suite() -> &'static Suite {
    static SUITE: LazyLock<Suite> =
        LazyLock::new(|| Suite::embedded().expect("the suite is valid"));
    &SUITE
}

pub(super) fn ledger() -> &'static Ledger {
    static LEDGER: LazyLock<Ledger> =
        LazyLock::new(|| Ledger::embedded().expect("the ledger is valid"));
    &LEDGER
}

/// The events of the deviation on the few checks.
pub(super) fn few_events() -> Vec<Event> {
    static EVENTS: LazyLock<Vec<Event>> = LazyLock::new(|| events(deviant, &few(), None));
    EVENTS.clone()
}

/// The events of a run of these checks.
pub(super) fn events(
    start: Starter,
    filter: &Filter,
    known: Option<Rc<dyn KnownFailures>>,
) -> Vec<Event> {
    let suite = suite();
    let all = suite.checks();
    let count = all.len();
    let checks = filter.apply(all).expect("it chooses some");
    let start_event = RunStart {
        suite: suite.digest().to_string(),
        arguments: vec!["--cmd".into(), "mine".into()],
        filtered: count - checks.len(),
        filters: filter.conditions(),
        ..RunStart::default()
    };
    let diagnose = Some(behaves_like as acegate::event::Diagnose);
    let recording = Recording { start: start_event, diagnose, known, ..Recording::default() };
    let mut events = Vec::new();
    let mut take = with_findings(|event: &Event| events.push(event.clone()));
    record(&checks, &start, &RunOptions::default(), &recording, &mut take).expect("it starts");
    drop(take);
    events
}

pub(super) fn file(events: &[Event]) -> Vec<u8> {
    let mut file = Vec::new();
    events.iter().for_each(|event| write_event(event, &mut file).expect("memory takes it"));
    file
}

pub(super) fn made(events: &[Event]) -> Result<Statement, SourceError> {
    statement(&file(events), suite(), ledger())
}

/// The checks of the cases about leading delimiters and a few others.
pub(super) fn few() -> Filter {
    Filter::default().ids(["punycode/edge/*", "punycode/structure/leading-delimiter-*"])
}

pub(super) fn start_mut(events: &mut [Event]) -> &mut RunStart {
    let Some(Event::RunStart(start)) = events.first_mut() else { panic!("a run starts") };
    start
}

/// A baseline that knows every failure.
#[derive(Debug)]
pub(super) struct KnowsAll;

impl KnownFailures for KnowsAll {
    fn verdict(&self, case: &CaseEvent, _: &dyn Fn() -> String) -> Option<BaselineVerdict> {
        case.verdict.is_failure().then_some(BaselineVerdict::ExpectedFailure)
    }

    fn stale(&self) -> Vec<StaleEntry> {
        Vec::new()
    }
}
