//! The answers of the reference and its deviations to the checks of a run.

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use acegate_deviations::{DeviantCodec, DeviantValue, Deviation, find};
use acegate_vectors::{Check, Suite};

use super::deviants::{Deviant, DeviantId, answer_of, answer_to, code_points, deviants_of};
use super::thresholds::{SAMPLE, SHORT};
use crate::observation::Answer;
use crate::protocol::Request;
use crate::suite::request_for;

/// The checks of one codec, and the answers of the reference and of its deviations, as far as they have
/// been needed. Each is computed once, even for several implementations.
pub(super) struct Bank {
    questions: Vec<Question>,
    deviants: Vec<Deviant>,
    /// The answers of each deviation that differ from the reference, by the id of the question.
    answers: Vec<Box<[AskedOnce]>>,
    /// How many questions an operation has.
    pub(super) asked: BTreeMap<String, usize>,
    together: Mutex<HashMap<Together, Answer>>,
}

/// The index of a question in a bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct QuestionId(usize);

/// Several deviations that answer a question at once.
#[derive(PartialEq, Eq, Hash)]
struct Together {
    deviants: Vec<DeviantId>,
    question: QuestionId,
}

/// An answer that was needed, unless it is the same as the answer of the reference.
type AskedOnce = OnceLock<Option<Box<WrongAnswer>>>;

/// An answer of a deviation.
struct WrongAnswer {
    answer: Answer,
    /// Whether a profile of IDNA may refuse it. An implementation with the deviation may then refuse the
    /// input anyway.
    may_be_refused: bool,
}

pub(super) struct Question {
    /// The index of its check in the run.
    pub(super) index: usize,
    pub(super) request: Request,
    right: OnceLock<Answer>,
}

impl WrongAnswer {
    /// The answer of a deviation to a question, unless the reference gives the same.
    fn of(deviant: &Deviant, question: &Question) -> Option<Self> {
        let (answer, may_be_refused) = deviant.answer_under_profile(&question.request);
        if answer == *question.right() || answer == Answer::Other {
            return None;
        }
        Some(Self {
            answer,
            may_be_refused,
        })
    }
}

impl Question {
    fn new(index: usize, check: &Check) -> Self {
        Self {
            index,
            request: request_for(check),
            right: OnceLock::new(),
        }
    }

    /// The answer of the reference.
    pub(super) fn right(&self) -> &Answer {
        self.right.get_or_init(|| {
            let Request {
                codec,
                op,
                params,
                input,
            } = &self.request;
            let Some(codec) = acegate_codec::codec(codec) else {
                return answer_of(None);
            };
            let result = catch_unwind(AssertUnwindSafe(|| codec.apply(op, params, input)));
            answer_of(result.ok().map(|result| result.map(DeviantValue::Value)))
        })
    }

    /// The length of the input in code points; 0 if it is not a text.
    pub(super) fn length(&self) -> usize {
        code_points(&self.request.input).len()
    }

    /// Whether every deviation is run: some of them take quadratic time.
    pub(super) fn is_short(&self) -> bool {
        self.length() <= SHORT
    }
}

impl Bank {
    /// The banks of the codecs of these checks that have a reference.
    pub(super) fn of_checks(checks: &[&Check]) -> Vec<Self> {
        let mut by_codec: BTreeMap<&str, Vec<Question>> = BTreeMap::new();
        for (index, check) in checks.iter().enumerate() {
            if acegate_codec::codec(check.codec()).is_some() {
                let question = Question::new(index, check);
                by_codec.entry(check.codec()).or_default().push(question);
            }
        }
        let mut banks = Vec::new();
        for (codec, questions) in by_codec {
            banks.push(Self::new(codec, questions));
        }
        banks
    }

    fn new(codec: &str, questions: Vec<Question>) -> Self {
        let deviants = deviants_of(codec, |shows| {
            questions.iter().any(|question| shows(&question.request))
        });
        let mut asked = BTreeMap::new();
        for question in &questions {
            *asked.entry(question.request.op.clone()).or_default() += 1;
        }
        let mut bank = Self {
            questions,
            deviants: Vec::new(),
            answers: Vec::new(),
            asked,
            together: Mutex::default(),
        };
        bank.add(deviants);
        bank
    }

    /// Adds deviations.
    pub(super) fn add(&mut self, deviants: Vec<Deviant>) {
        for deviant in deviants {
            self.deviants.push(deviant);
            self.answers
                .push(self.questions.iter().map(|_| OnceLock::new()).collect());
        }
    }

    /// Adds the deviations that belong to the codec of the requests and are not in the bank yet.
    pub(super) fn add_unlisted(&mut self, ids: &[&str]) {
        let Some(first) = self.questions.first() else {
            return;
        };
        let mut added = Vec::new();
        for id in ids {
            let is_there = self
                .deviants
                .iter()
                .any(|deviant| deviant.deviations[0].id == *id);
            if let Some(deviation) = find(id)
                && deviation.codec() == first.request.codec
                && !is_there
            {
                added.extend(Deviant::alone(deviation));
            }
        }
        self.add(added);
    }

    pub(super) fn question_ids(&self) -> impl DoubleEndedIterator<Item = QuestionId> + use<> {
        (0..self.questions.len()).map(QuestionId)
    }

    pub(super) fn question(&self, id: QuestionId) -> &Question {
        &self.questions[id.0]
    }

    pub(super) fn deviant_ids(&self) -> impl DoubleEndedIterator<Item = DeviantId> + use<> {
        (0..self.deviants.len()).map(DeviantId)
    }

    pub(super) fn deviant(&self, id: DeviantId) -> &Deviant {
        &self.deviants[id.0]
    }

    /// The answer of a deviation to a question, unless the reference gives the same.
    pub(super) fn answer(&self, deviant: DeviantId, question: QuestionId) -> Option<&Answer> {
        let wrong = self.wrong_answer(deviant, question)?;
        Some(&wrong.answer)
    }

    /// Whether a profile of IDNA may refuse the answer of a deviation to a question.
    pub(super) fn may_be_refused(&self, deviant: DeviantId, question: QuestionId) -> bool {
        match self.wrong_answer(deviant, question) {
            Some(wrong) => wrong.may_be_refused,
            None => false,
        }
    }

    fn wrong_answer(&self, deviant: DeviantId, question: QuestionId) -> Option<&WrongAnswer> {
        let deviant = self.showing(deviant, question);
        let asked = &self.answers[deviant.0][question.0];
        let wrong = asked.get_or_init(|| {
            let wrong = WrongAnswer::of(self.deviant(deviant), self.question(question))?;
            Some(Box::new(wrong))
        });
        wrong.as_deref()
    }

    /// Whether the run is a selection of the embedded suite, which has at least so many checks that
    /// distinguish a deviation from the reference. A hunt sends more than the suite does, so that a
    /// sample of its questions shows the difference.
    pub(super) fn is_choice_of_suite(&self, deviant: DeviantId, telling: usize) -> bool {
        let Some(first) = self.questions.first() else {
            return false;
        };
        let Some(suite) = SUITE.get(&first.request.codec) else {
            return false;
        };
        let step = self.questions.len().div_ceil(SAMPLE);
        let short = self.questions.iter().filter(|question| question.is_short());
        for question in short.step_by(step) {
            if !suite.iter().any(|known| known.request == question.request) {
                return false;
            }
        }
        let mut found = 0;
        for known in suite {
            if found == telling {
                break;
            }
            let wrong = WrongAnswer::of(self.deviant(deviant), known);
            found += usize::from(wrong.is_some());
        }
        found == telling
    }

    /// The single deviation that answers a question as this combination does; itself if it can show there.
    fn showing(&self, deviant: DeviantId, question: QuestionId) -> DeviantId {
        let request = &self.question(question).request;
        self.deviant(deviant).single(request).unwrap_or(deviant)
    }

    /// The answer of several deviations at once.
    pub(super) fn answer_together(&self, deviants: &[DeviantId], question: QuestionId) -> Answer {
        // A deviation that cannot show in the question changes nothing.
        let mut showing = Vec::new();
        for &deviant in deviants {
            showing.push(self.showing(deviant, question));
        }
        showing.sort_unstable();
        showing.dedup();
        if let [deviant] = *showing {
            let answer = self.answer(deviant, question);
            return answer.unwrap_or(self.question(question).right()).clone();
        }
        let key = Together {
            deviants: showing,
            question,
        };
        if let Some(known) = self.known_together().get(&key) {
            return known.clone();
        }
        let answer = match DeviantCodec::combined(self.deviations(&key.deviants)) {
            Some(codec) => answer_to(&self.question(question).request, &codec),
            None => Answer::Other,
        };
        self.known_together().insert(key, answer.clone());
        answer
    }

    fn known_together(&self) -> MutexGuard<'_, HashMap<Together, Answer>> {
        self.together.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All deviations of these, each once.
    pub(super) fn deviations(&self, deviants: &[DeviantId]) -> Vec<&'static Deviation> {
        let mut all: Vec<&'static Deviation> = Vec::new();
        for &deviant in deviants {
            for &own in &self.deviant(deviant).deviations {
                if !all.iter().any(|known| known.id == own.id) {
                    all.push(own);
                }
            }
        }
        all
    }
}

/// The questions of the embedded suite by codec, those with long inputs left out.
static SUITE: LazyLock<BTreeMap<String, Vec<Question>>> = LazyLock::new(|| {
    let mut by_codec: BTreeMap<String, Vec<Question>> = BTreeMap::new();
    let checks = Suite::embedded().map_or_else(|_| Vec::new(), |suite| suite.checks());
    for (index, check) in checks.iter().enumerate() {
        let question = Question::new(index, check);
        if question.is_short() {
            by_codec
                .entry(check.codec().to_owned())
                .or_default()
                .push(question);
        }
    }
    by_codec
});
