//! The examination of a program that speaks the line protocol.

use std::time::{Duration, Instant};

use acegate_codec::{About, Value, Verb, codec, punycode};
use serde_json::Value as Json;

use super::hello::{examine_codecs, examine_fields};
use super::idna::examine_idna;
use super::window::examine_window;
use super::{Examination, greeted, last_words, offered, plain_request, request};
use crate::escape::printable;
use crate::implementation::{Implementation, Subprocess};
use crate::observation::{
    AnyValue, Fault, Observation, Outcome, ProtocolFault, SkipReason, StartError,
};
use crate::protocol::{Description, Request};
use crate::report::wording::show_value;
use crate::suite::is_within_limits;
use crate::supervisor::{Limits, Program};

/// How long requests are sent. After that the examination ends, even if some are left.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many requests are sent alone, each to a new process.
const ALONE: usize = 3;

/// How many requests at least are sent to one process.
const TOGETHER: usize = 6;

/// A kind of input that the suite has, the inputs, and advice for a program that fails on it.
type Question = (&'static str, fn() -> Vec<Value>, &'static str);

/// The kind on which a timeout is a doubt only: the codec itself may be slow.
const MAY_BE_SLOW: &str = "long text";

const QUESTIONS: [Question; 5] = [
    (
        "surrogates",
        || {
            [&[0xD800][..], &[0x61, 0xDFFF], &[0xD83D, 0xDE00]]
                .map(Value::from_code_points)
                .into()
        },
        "reply with an error where your language has no such text",
    ),
    (
        "large integers",
        || {
            [0x11_0000, u32::MAX]
                .map(|unit| Value::from_code_points([unit]))
                .into()
        },
        "reply with an error where your language has no such characters",
    ),
    (
        "empty text",
        || vec![Value::from("")],
        "treat an empty text like any other input",
    ),
    (
        MAY_BE_SLOW,
        || {
            ["a".repeat(10_000), "ü".repeat(2_000)]
                .map(|text| Value::from(&*text))
                .into()
        },
        "lines can be up to 1 MiB long; reject an input that is too long",
    ),
    (
        "refused input",
        // In Punycode, the number of `z` is truncated.
        || ["!", "\0", "a b", "z"].map(Value::from).into(),
        "to reject an input, reply {\"id\":…,\"error\":{\"message\":\"…\"}}",
    ),
];

/// Examines a program that speaks the line protocol.
///
/// Each operation that it lists is requested alone, after other requests, and with inputs on which
/// programs fail. Then an operation and a codec are requested that do not exist, and the program's
/// input is closed. If it declares a window, it is sent that many requests at once. Requests are sent
/// for twenty seconds at most.
///
/// # Errors
///
/// [`StartError::Spawn`] if the program cannot be run at all. Every later fault is a point.
pub fn examine(program: &Program, limits: Limits) -> Result<Examination, StartError> {
    let mut examination = Examination::default();
    let begun = Instant::now();
    let subject = match Subprocess::start(program.clone(), limits) {
        Ok(subject) => subject,
        Err(error @ StartError::Spawn { .. }) => return Err(error),
        Err(StartError::Hello { fault, stderr }) => {
            examination.bad("hello", hello_advice(&fault));
            if matches!(fault, Fault::Protocol(ProtocolFault::NotAReply { .. }))
                && let Some(hello) = hello_of(program, limits)
            {
                examine_fields(&hello, &mut examination);
            }
            if !stderr.is_empty() {
                examination.bad("standard error", stderr);
            }
            return Ok(examination);
        }
        Err(error) => {
            examination.bad("hello", error.to_string());
            return Ok(examination);
        }
    };
    let description = subject.describe().clone();
    let name = &description.implementation.name;
    let version = &description.implementation.version;
    let took = begun.elapsed().as_millis();
    examination.good("hello", format!("{name} {version}, in {took} ms"));
    if let Some(hello) = hello_of(program, limits) {
        examine_fields(&hello, &mut examination);
    }
    examine_codecs(&description, &mut examination);
    let operations = known_operations(&description);
    let mut examiner = Examiner {
        subject,
        examination,
        begun: Instant::now(),
        asked: 0,
        answered: 0,
    };
    if examiner.examine_replies(&operations) {
        let asked = examiner.asked;
        let text = format!(
            "{PATIENCE:?} were over after {asked} requests, so the rest was not \
            sent"
        );
        examiner.examination.doubt("time", text);
    }
    examiner.examine_end(limits.end);
    let mut examination = examiner.examination;
    // A fault of single requests would show again.
    if examination.is_healthy() {
        examine_window(program, limits, &description, &operations, &mut examination);
    }
    Ok(examination)
}

/// The advice for a program that did not say hello.
fn hello_advice(fault: &Fault) -> String {
    match fault {
        Fault::Died(death) => format!(
            "the process {death} without saying hello: it must read requests until its standard \
             input ends"
        ),
        Fault::Timeout { partial: 0, .. } => {
            format!("{fault} Flush after every line, and answer the first line with hello")
        }
        Fault::Protocol(ProtocolFault::NotAReply { expected, line }) => {
            format!("the first line is JSON, but not a hello: {expected}: {line}")
        }
        other => other.to_string(),
    }
}

/// The hello of another process of the program, as JSON; `None` if it is not JSON.
fn hello_of(program: &Program, limits: Limits) -> Option<Json> {
    serde_json::from_slice(&greeted(program, limits).ok()?.1).ok()
}

/// The operations that the program lists and the suite has.
fn known_operations(description: &Description) -> Vec<(String, String)> {
    let mut known = Vec::new();
    for (id, support) in &description.codecs {
        let Some(codec) = codec(id) else {
            continue;
        };
        for operation in codec.operations() {
            if support.ops.iter().any(|op| op == operation.name) {
                known.push((id.clone(), operation.name.to_owned()));
            }
        }
    }
    known.sort();
    known.dedup();
    known
}

/// A program under examination.
struct Examiner {
    subject: Subprocess,
    examination: Examination,
    begun: Instant,
    asked: usize,
    /// How many of the replies were no skips.
    answered: usize,
}

/// The fault of a reply.
struct Complaint {
    fault: Fault,
    /// The same in words, and the last words on standard error.
    text: String,
    /// Whether the request is answered if it is sent alone.
    is_answered_alone: bool,
}

impl Examiner {
    /// Sends all requests. Returns whether the time was up before the last one. It stops after a fault
    /// of a plain request, which the others would show again.
    fn examine_replies(&mut self, operations: &[(String, String)]) -> bool {
        for (id, op) in operations.iter().take(ALONE) {
            let request = plain_request(self.subject.describe(), id, op);
            let observation = self.subject.answer(&request);
            self.asked += 1;
            let fault = if let Outcome::Fault(fault) = &observation.outcome {
                Some(fault.clone())
            } else {
                // Lines after the reply belong to it. A later point examines the end of the program.
                let faults = self.subject.finish();
                faults.into_iter().find(|fault| !ignores_end(fault))
            };
            if let Some(fault) = fault {
                let words = last_words(&observation);
                let text = format!("{id} {op} {}: {fault}{words}", show(&request.input));
                self.examination.bad("replies", text);
                return false;
            }
        }
        let turns = operations
            .iter()
            .cycle()
            .take(operations.len().max(TOGETHER));
        for (number, (id, op)) in turns.enumerate().take_while(|_| !operations.is_empty()) {
            if self.is_time_up() {
                return true;
            }
            let request = plain_request(self.subject.describe(), id, op);
            if let Some(complaint) = self.ask(&request) {
                let text = format!("{id} {op} {}: {}", show(&request.input), complaint.text);
                if complaint.is_answered_alone {
                    let text = format!("request {} to one process, {text}", number + 1);
                    self.examination.bad("several requests", text);
                } else {
                    self.examination.bad("replies", text);
                }
                return false;
            }
        }
        if self.asked > 0 {
            self.examination.good(
                "replies",
                format!("{} requests, one reply each", self.asked),
            );
        }
        for question in &QUESTIONS {
            if self.is_time_up() {
                return true;
            }
            self.ask_question(question, operations);
        }
        self.examine_strangers(operations);
        if self.answered == 0 && self.asked > 0 {
            let text = "every reply is a skip: fill in the functions of the adapter";
            self.examination.bad("answers", text);
        }
        if converts_names(operations, &punycode::ABOUT) {
            let Self {
                subject,
                examination,
                ..
            } = self;
            let support = subject.describe().support(punycode::ABOUT.id);
            examine_idna(
                &support,
                |request| subject.answer(request).outcome,
                examination,
            );
        }
        #[cfg(feature = "uts46")]
        if converts_names(operations, &acegate_codec::uts46::ABOUT) && !self.is_time_up() {
            let Self {
                subject,
                examination,
                ..
            } = self;
            let support = subject.describe().support(acegate_codec::uts46::ABOUT.id);
            super::uts46::examine_uts46(
                &support,
                |request| subject.answer(request).outcome,
                examination,
            );
        }
        #[cfg(feature = "uts46")]
        if let Some(support) = self
            .subject
            .describe()
            .codecs
            .get(acegate_codec::idna2008::ABOUT.id)
            .cloned()
            && !self.is_time_up()
        {
            super::idna2008::examine_idna2008(
                &support,
                |request| self.subject.answer(request).outcome,
                &mut self.examination,
            );
        }
        false
    }

    /// Whether the request is within the limits that the program declares for its codec.
    fn is_within_limits(&self, request: &Request) -> bool {
        let support = self.subject.describe().codecs.get(&request.codec);
        support.is_none_or(|support| is_within_limits(request, support))
    }

    /// Sends the inputs of one question to every operation, up to the first fault.
    fn ask_question(
        &mut self,
        &(what, inputs, advice): &Question,
        operations: &[(String, String)],
    ) {
        let mut answered = 0;
        let mut caught = None;
        for ((id, op), input) in operations
            .iter()
            .flat_map(|operation| inputs().into_iter().map(move |input| (operation, input)))
        {
            if self.is_time_up() {
                break;
            }
            let request = offered(request(id, op, input), self.subject.describe());
            if !self.is_within_limits(&request) {
                continue;
            }
            let shown = format!("{id} {op} {}", show(&request.input));
            let Some(complaint) = self.ask(&request) else {
                answered += 1;
                continue;
            };
            let text = format!("{shown}: {}", complaint.text);
            match complaint.fault {
                Fault::Caught(_) => {
                    caught.get_or_insert(text);
                }
                fault @ Fault::Timeout { .. } if what == MAY_BE_SLOW => {
                    let text = format!(
                        "{shown}: {fault} Give it more time (--timeout), or declare its limit in \
                            the hello: \
                         \"limits\":{{\"length\":…}}"
                    );
                    return self.examination.doubt(what, text);
                }
                _ if complaint.is_answered_alone => return self.examination.bad(what, text),
                _ => return self.examination.bad(what, format!("{text}; {advice}")),
            }
        }
        match caught {
            Some(text) => self.examination.doubt(what, format!("{text}; {advice}")),
            None if answered > 0 => {
                self.examination
                    .good(what, format!("{answered} requests, one reply each"));
            }
            None => {}
        }
    }

    /// Requests an operation and a codec that do not exist.
    fn examine_strangers(&mut self, operations: &[(String, String)]) {
        let unknown_operation = operations
            .first()
            .map(|(id, _)| (id.as_str(), "no-such-operation"));
        let strangers = [
            ("unknown operation", unknown_operation),
            (
                "unknown codec",
                Some(("no-such-codec", Verb::Decode.name())),
            ),
        ];
        for (what, stranger) in strangers {
            let Some((id, op)) = stranger else { continue };
            let request = plain_request(self.subject.describe(), id, op);
            let observation = self.subject.answer(&request);
            let skip = "reply {\"id\":…,\"skip\":\"reason\"} instead";
            match &observation.outcome {
                Outcome::Skipped(SkipReason::Unsupported, _) => {
                    self.examination.good(what, "answered with skip");
                }
                Outcome::Fault(fault) => {
                    let words = last_words(&observation);
                    self.examination
                        .bad(what, format!("{fault}{words}; {skip}"));
                }
                _ => self
                    .examination
                    .bad(what, format!("answered as if it were supported: {skip}")),
            }
        }
    }

    /// Sends a request. A fault that ends the process is looked for again in a new one.
    fn ask(&mut self, request: &Request) -> Option<Complaint> {
        self.asked += 1;
        let first = self.subject.answer(request);
        self.answered += usize::from(!matches!(first.outcome, Outcome::Skipped(..)));
        let Outcome::Fault(fault) = first.outcome.clone() else {
            return None;
        };
        if !fault.costs_a_process() {
            return Some(Complaint::new(fault, &first, false));
        }
        let alone = self.subject.answer_alone(request);
        Some(match alone.outcome.clone() {
            // It may report a failure now that ended it before.
            Outcome::Fault(Fault::Caught(_)) => Complaint::new(fault, &first, false),
            Outcome::Fault(fault) => Complaint::new(fault, &alone, false),
            _ => Complaint::new(fault, &first, true),
        })
    }

    fn is_time_up(&self) -> bool {
        self.begun.elapsed() > PATIENCE
    }

    fn examine_end(&mut self, limit: Duration) {
        let begun = Instant::now();
        match self.subject.finish().first() {
            None => {
                let took = begun.elapsed().as_millis();
                let text = format!("exited {took} ms after its input was closed, limit {limit:?}");
                self.examination.good("end", text);
            }
            Some(fault) => self.examination.bad("end", fault.to_string()),
        }
    }
}

impl Complaint {
    fn new(fault: Fault, observation: &Observation, is_answered_alone: bool) -> Self {
        let advice = if is_answered_alone {
            "; sent alone, it is answered, so keep no state between requests"
        } else {
            ""
        };
        Self {
            text: format!("{fault}{}{advice}", last_words(observation)),
            fault,
            is_answered_alone,
        }
    }
}

/// Whether these operations, each with its codec, include the one of a codec that writes host names in ASCII.
fn converts_names(operations: &[(String, String)], codec: &About) -> bool {
    let mut operations = operations.iter();
    operations.any(|(id, op)| id == codec.id && op == Verb::ToAscii.name())
}

const fn ignores_end(fault: &Fault) -> bool {
    matches!(fault, Fault::Protocol(ProtocolFault::IgnoresEnd { .. }))
}

/// The input in a few words, for a point.
fn show(input: &Value) -> String {
    match input.as_text() {
        Ok(text) if text.code_points.len() > 20 => {
            let first = text.code_points.first().and_then(|&c| char::from_u32(c));
            let first = printable(&first.map(String::from).unwrap_or_default());
            format!("{} times {first:?}", text.code_points.len())
        }
        _ => show_value(&AnyValue::Ordinary(input.clone())),
    }
}
