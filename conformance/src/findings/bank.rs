//! The answers of the reference and its deviations to the checks of a run.

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, OnceLock, PoisonError};

use acegate_codec::{Codec, Failure, Value};
use acegate_deviations::{DeviantCodec, DeviantValue, Deviation, deviations, find};
use acegate_vectors::Check;

use crate::observation::Answer;
use crate::protocol::Request;
use crate::suite::request_for;

/// The checks of one codec, with the right answers, and those of its deviations as far as they have
/// been asked for. A deviation is asked once, for however many implementations.
pub(super) struct Bank {
    pub(super) questions: Vec<Question>,
    pub(super) deviants: Vec<Deviant>,
    /// How many questions an operation has.
    pub(super) asked: BTreeMap<String, usize>,
    /// The answers of several deviations at once, by the deviations and the place of the question. Each
    /// round of a diagnosis asks for most of them again.
    together: Mutex<HashMap<(Vec<usize>, usize), Answer>>,
}

/// A check as it is put, and the answer of the reference.
pub(super) struct Question {
    /// The index of the check.
    pub(super) index: usize,
    pub(super) request: Request,
    pub(super) right: Answer,
    /// The right value, which an equal one is not hashed to be compared with.
    value: Option<Value>,
    /// The input, as an answer.
    pub(super) echo: Answer,
}

impl Question {
    /// Whether the input is too long to ask several deviations together without need.
    pub(super) fn is_long(&self) -> bool {
        matches!(&self.request.input, Value::Text(text) if text.code_points.len() > 200)
    }
}

/// A deviation of the codec.
pub(super) struct Deviant {
    pub(super) deviation: &'static Deviation,
    codec: DeviantCodec,
    telling: OnceLock<Vec<(usize, Answer)>>,
    /// The place of the same deviation with host names, where this one has names whose decoded
    /// labels are not encoded again.
    pub(super) with_checked_names: Option<usize>,
}

impl Bank {
    /// The banks of the codecs of these checks that have a reference.
    pub(super) fn of_checks(checks: &[&Check]) -> Vec<Self> {
        let mut by_codec: BTreeMap<&str, Vec<Question>> = BTreeMap::new();
        for (index, check) in checks.iter().enumerate() {
            let Some(reference) = acegate_codec::codec(check.codec()) else { continue };
            let request = request_for(check);
            let value = reference.apply(&request.op, &request.params, &request.input).ok();
            let right = right_answer(&request, reference);
            let echo = Answer::of_value(&request.input);
            let question = Question { index, request, right, value, echo };
            by_codec.entry(check.codec()).or_default().push(question);
        }
        let bank = |(codec, questions)| Self::new(codec, questions);
        by_codec.into_iter().map(bank).collect()
    }

    fn new(codec: &str, questions: Vec<Question>) -> Self {
        let own = deviations()
            .filter(|deviation| deviation.codec() == codec && deviation.equivalent.is_none());
        let deviant = |deviation, codec, with_checked_names| Deviant {
            deviation,
            codec,
            telling: OnceLock::new(),
            with_checked_names,
        };
        let deviants = own.filter_map(|own| Some(deviant(own, DeviantCodec::new(own)?, None)));
        let mut deviants: Vec<Deviant> = deviants.collect();
        let unchecked = find(UNCHECKED).filter(|unchecked| unchecked.codec() == codec);
        if let Some(unchecked) = unchecked.filter(|_| questions.iter().any(is_of_decoded_name)) {
            for place in 0..deviants.len() {
                let deviation = deviants[place].deviation;
                let codec = DeviantCodec::combined(vec![unchecked, deviation]);
                deviants.extend(codec.map(|codec| deviant(deviation, codec, Some(place))));
            }
        }
        let mut asked = BTreeMap::new();
        for question in &questions {
            *asked.entry(question.request.op.clone()).or_default() += 1;
        }
        Self { deviants, questions, asked, together: Mutex::default() }
    }

    /// The answers of a deviation that are not those of the reference, each with the place of its
    /// question.
    pub(super) fn telling(&self, deviant: usize) -> &[(usize, Answer)] {
        self.deviants[deviant].telling.get_or_init(|| {
            let places = 0..self.questions.len();
            places.filter_map(|place| Some((place, self.ask(deviant, place)?))).collect()
        })
    }

    /// The same, if it has been asked for before.
    pub(super) fn known_telling(&self, deviant: usize) -> Option<&[(usize, Answer)]> {
        self.deviants[deviant].telling.get().map(Vec::as_slice)
    }

    /// The answer of a deviation to a question, unless it is that of the reference.
    pub(super) fn answer(&self, deviant: usize, place: usize) -> Option<Answer> {
        let Some(telling) = self.known_telling(deviant) else { return self.ask(deviant, place) };
        let found = telling.binary_search_by_key(&place, |(place, _)| *place).ok()?;
        Some(telling[found].1.clone())
    }

    /// The answer of several deviations at once.
    pub(super) fn answer_together(&self, deviants: &[usize], place: usize) -> Answer {
        let together = || self.together.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (deviants.to_vec(), place);
        if let Some(known) = together().get(&key) {
            return known.clone();
        }
        let all = deviants.iter().map(|&deviant| self.deviants[deviant].deviation);
        let own = match DeviantCodec::combined(all.collect()) {
            Some(codec) => answer_of(ask(&self.questions[place].request, &codec)),
            None => Answer::Other,
        };
        together().insert(key, own.clone());
        own
    }

    fn ask(&self, deviant: usize, place: usize) -> Option<Answer> {
        let deviant = &self.deviants[deviant];
        let question = &self.questions[place];
        if let Some(same) = deviant.with_checked_names.filter(|_| !is_of_decoded_name(question)) {
            return self.answer(same, place);
        }
        let own = ask(&question.request, &deviant.codec);
        if let (Some(Ok(DeviantValue::Value(own))), Some(right)) = (&own, &question.value)
            && own == right
        {
            return None;
        }
        let own = answer_of(own);
        (own != question.right && own != Answer::Other).then_some(own)
    }
}

/// The deviation that shows itself only where labels are decoded wrongly.
const UNCHECKED: &str = "punycode/decoded-label-not-encoded-again";

fn is_of_decoded_name(question: &Question) -> bool {
    question.request.op == "to-unicode"
}

/// The empty text, as an answer.
pub(super) fn empty() -> Answer {
    Answer::of_value(&Value::from(""))
}

/// The right answer to a request.
fn right_answer(request: &Request, reference: &dyn Codec) -> Answer {
    let apply = || reference.apply(&request.op, &request.params, &request.input);
    let result = catch_unwind(AssertUnwindSafe(apply)).ok();
    answer_of(result.map(|result| result.map(DeviantValue::Value)))
}

/// The answer of a deviation, or `None` where it panics.
fn ask(request: &Request, codec: &DeviantCodec) -> Option<Result<DeviantValue, Failure>> {
    let ask = || codec.answer(&request.op, &request.params, &request.input);
    catch_unwind(AssertUnwindSafe(ask)).ok()
}

fn answer_of(result: Option<Result<DeviantValue, Failure>>) -> Answer {
    match result {
        Some(Ok(DeviantValue::Value(value))) => Answer::of_value(&value),
        Some(Ok(DeviantValue::Integers(integers))) => Answer::of_integers(&integers),
        Some(Err(Failure::Refused(_))) => Answer::Refused,
        Some(Err(Failure::Unsupported(_))) => Answer::Other,
        None => Answer::Crashed,
    }
}
