//! The answers of the reference and its deviations to the checks of a run.

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};

use acegate_codec::{Failure, Value};
use acegate_deviations::{DeviantCodec, DeviantValue, Deviation, deviations, find};
use acegate_vectors::{Check, Suite};

use crate::observation::{Answer, AnyValue};
use crate::protocol::Request;
use crate::suite::{a_profile_may_refuse, request_for};

/// The checks of one codec, and the answers of the reference and of its deviations, as far as they have
/// been asked for. Each is asked once, for however many implementations.
pub(super) struct Bank {
    pub(super) questions: Vec<Question>,
    pub(super) deviants: Vec<Deviant>,
    /// The answers of each deviation that are not those of the reference, by the place of the question.
    answers: Vec<Box<[AskedOnce]>>,
    /// How many questions an operation has.
    pub(super) asked: BTreeMap<String, usize>,
    /// The answers of several deviations at once, by the deviations and the place of the question.
    together: Mutex<HashMap<(Vec<usize>, usize), Answer>>,
}

/// An answer that was asked for, unless it is that of the reference.
type AskedOnce = OnceLock<Option<Box<WrongAnswer>>>;

/// An answer of a deviation.
struct WrongAnswer {
    answer: Answer,
    /// Whether a profile of IDNA may refuse it: then an implementation that has the deviation can refuse the
    /// input all the same.
    may_be_refused: bool,
}

pub(super) struct Question {
    pub(super) index: usize,
    pub(super) request: Request,
    right: OnceLock<Answer>,
}

/// A deviation of a codec, or one with another that shows only beside it.
pub(crate) struct Deviant {
    pub(crate) deviations: Vec<&'static Deviation>,
    codec: DeviantCodec,
    /// The place of the first deviation alone, and whether the other one can show in a question.
    alone: Option<(usize, Shows)>,
}

/// Whether a deviation can show in a question.
pub(crate) type Shows = fn(&Request) -> bool;

/// The deviations that show only beside others, and the questions in which they can.
const BESIDE: [(&str, Shows); 3] = [
    ("punycode/decoded-label-not-encoded-again", |request| {
        request.op == "to-unicode"
    }),
    ("punycode/codes-of-any-characters-decoded", |request| {
        request.op == "to-unicode"
            && code_points(&request.input)
                .iter()
                .any(|&c| !is_host_character(c))
    }),
    ("punycode/codes-read-as-units", |request| {
        request.op == "decode" && code_points(&request.input).iter().any(|&c| c > 0xffff)
    }),
];

impl Question {
    /// The answer of the reference.
    pub(super) fn right(&self) -> &Answer {
        self.right.get_or_init(|| {
            let Request {
                codec,
                op,
                params,
                input,
            } = &self.request;
            let apply = || acegate_codec::codec(codec).map(|it| it.apply(op, params, input));
            let result = catch_unwind(AssertUnwindSafe(apply)).ok().flatten();
            answer_of(result.map(|result| result.map(DeviantValue::Value)))
        })
    }

    /// The length of the input in code points; 0 if it is not a text.
    pub(super) fn length(&self) -> usize {
        code_points(&self.request.input).len()
    }
}

impl Bank {
    /// The banks of the codecs of these checks that have a reference.
    pub(super) fn of_checks(checks: &[&Check]) -> Vec<Self> {
        let mut by_codec: BTreeMap<&str, Vec<Question>> = BTreeMap::new();
        for (index, check) in checks.iter().enumerate() {
            if acegate_codec::codec(check.codec()).is_some() {
                let (request, right) = (request_for(check), OnceLock::new());
                let question = Question {
                    index,
                    request,
                    right,
                };
                by_codec.entry(check.codec()).or_default().push(question);
            }
        }
        by_codec
            .into_iter()
            .map(|(codec, questions)| Self::new(codec, questions))
            .collect()
    }

    fn new(codec: &str, questions: Vec<Question>) -> Self {
        let deviants = deviants_of(codec, |shows| {
            questions.iter().any(|question| shows(&question.request))
        });
        let unasked = |_: &Deviant| questions.iter().map(|_| OnceLock::new()).collect();
        let answers = deviants.iter().map(unasked).collect();
        let mut asked = BTreeMap::new();
        for question in &questions {
            *asked.entry(question.request.op.clone()).or_default() += 1;
        }
        Self {
            questions,
            deviants,
            answers,
            asked,
            together: Mutex::default(),
        }
    }

    /// Adds deviations.
    pub(super) fn add(&mut self, deviants: impl Iterator<Item = Deviant>) {
        for deviant in deviants {
            self.deviants.push(deviant);
            self.answers
                .push(self.questions.iter().map(|_| OnceLock::new()).collect());
        }
    }

    /// The answer of a deviation to a question, unless it is that of the reference.
    pub(super) fn answer(&self, deviant: usize, place: usize) -> Option<&Answer> {
        self.wrong_answer(deviant, place).map(|wrong| &wrong.answer)
    }

    /// Whether a profile of IDNA may refuse the answer of a deviation to a question.
    pub(super) fn may_be_refused(&self, deviant: usize, place: usize) -> bool {
        self.wrong_answer(deviant, place)
            .is_some_and(|wrong| wrong.may_be_refused)
    }

    fn wrong_answer(&self, deviant: usize, place: usize) -> Option<&WrongAnswer> {
        let (question, deviant) = (&self.questions[place], self.showing(deviant, place));
        let ask = || self.deviants[deviant].wrong_answer(question).map(Box::new);
        self.answers[deviant][place].get_or_init(ask).as_deref()
    }

    /// Whether the run is a choice of the embedded suite, which has at least so many checks that tell a
    /// deviation. A hunt asks more than the suite does, so that a sample of its questions shows the
    /// difference.
    pub(super) fn is_choice_of_suite(&self, deviant: usize, telling: usize) -> bool {
        let Some(first) = self.questions.first() else {
            return false;
        };
        let Some(suite) = SUITE.get(&first.request.codec) else {
            return false;
        };
        let is_short = |question: &&Question| question.length() <= SHORT;
        let step = self.questions.len().div_ceil(SAMPLE);
        for question in self.questions.iter().filter(is_short).step_by(step) {
            if !suite.iter().any(|known| known.request == question.request) {
                return false;
            }
        }
        let tells = |known: &&Question| self.deviants[deviant].wrong_answer(known).is_some();
        suite.iter().filter(tells).take(telling).count() == telling
    }

    /// The single deviation that answers a question as this combination does; itself if it can show there.
    fn showing(&self, deviant: usize, place: usize) -> usize {
        let own = &self.deviants[deviant];
        let is_shown = own.shows(&self.questions[place].request);
        own.alone
            .filter(|_| !is_shown)
            .map_or(deviant, |(alone, _)| alone)
    }

    /// The answer of several deviations at once.
    pub(super) fn answer_together(&self, deviants: &[usize], place: usize) -> Answer {
        let request = &self.questions[place].request;
        // A deviation that cannot show in the question changes nothing.
        let mut deviants: Vec<usize> = deviants
            .iter()
            .map(|&deviant| self.showing(deviant, place))
            .collect();
        deviants.sort_unstable();
        deviants.dedup();
        if let [one] = *deviants {
            return self
                .answer(one, place)
                .unwrap_or(self.questions[place].right())
                .clone();
        }
        let together = || self.together.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (deviants, place);
        if let Some(known) = together().get(&key) {
            return known.clone();
        }
        let own = match DeviantCodec::combined(self.deviations(&key.0)) {
            Some(codec) => answer_to(request, &codec),
            None => Answer::Other,
        };
        together().insert(key, own.clone());
        own
    }

    /// All deviations of these, each once.
    pub(super) fn deviations(&self, deviants: &[usize]) -> Vec<&'static Deviation> {
        let mut all: Vec<&'static Deviation> = Vec::new();
        for own in deviants
            .iter()
            .flat_map(|&deviant| &self.deviants[deviant].deviations)
        {
            if !all.iter().any(|known| known.id == own.id) {
                all.push(own);
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
        let question = Question {
            index,
            request: request_for(check),
            right: OnceLock::new(),
        };
        if question.length() <= SHORT {
            by_codec
                .entry(check.codec().to_owned())
                .or_default()
                .push(question);
        }
    }
    by_codec
});

/// How many questions of a run are looked for in the suite. Few requests of a hunt are there by chance.
const SAMPLE: usize = 40;

/// The longest input that every deviation is asked for: some of them take quadratic time.
pub(super) const SHORT: usize = 200;

/// The deviations of a codec, each once alone, and after all of them each beside those that show only beside
/// others, if `can_show` says that one of the questions can show them.
pub(crate) fn deviants_of(codec: &str, can_show: impl Fn(Shows) -> bool) -> Vec<Deviant> {
    let deviant = |deviations: Vec<&'static Deviation>, alone| {
        let codec = DeviantCodec::combined(deviations.clone())?;
        Some(Deviant {
            deviations,
            codec,
            alone,
        })
    };
    let own = deviations()
        .filter(|deviation| deviation.codec() == codec && deviation.equivalent.is_none());
    let mut deviants: Vec<_> = own.filter_map(|own| deviant(vec![own], None)).collect();
    let count = deviants.len();
    for (id, shows) in BESIDE.into_iter().filter(|&(_, shows)| can_show(shows)) {
        let beside = find(id).filter(|beside| beside.codec() == codec);
        for place in 0..beside.map_or(0, |_| count) {
            let both = deviants[place].deviations.iter().copied().chain(beside);
            deviants.extend(deviant(both.collect(), Some((place, shows))));
        }
    }
    deviants
}

impl Deviant {
    /// One deviation alone.
    pub(super) fn alone(deviation: &'static Deviation) -> Option<Self> {
        let codec = DeviantCodec::new(deviation)?;
        Some(Self {
            deviations: vec![deviation],
            codec,
            alone: None,
        })
    }

    pub(crate) fn answer(&self, request: &Request) -> Answer {
        answer_to(request, &self.codec)
    }

    /// The answer to a question, unless it is that of the reference.
    fn wrong_answer(&self, question: &Question) -> Option<WrongAnswer> {
        let request = &question.request;
        let result = result_of(request, &self.codec);
        let may_be_refused = match &result {
            Some(Ok(DeviantValue::Value(value))) => {
                is_of_hosts(request) && a_profile_may_refuse(value)
            }
            _ => false,
        };
        let answer = answer_of(result);
        let is_wrong = answer != *question.right() && answer != Answer::Other;
        is_wrong.then_some(WrongAnswer {
            answer,
            may_be_refused,
        })
    }

    /// Whether it can show in a request otherwise than the first deviation alone does.
    pub(crate) fn shows(&self, request: &Request) -> bool {
        self.alone.is_none_or(|(_, shows)| shows(request))
    }

    /// The place of the first deviation among those of the codec; `own` is that of the whole.
    pub(crate) fn place(&self, own: usize) -> usize {
        self.alone.map_or(own, |(place, _)| place)
    }
}

/// Whether a character can be in a host name.
fn is_host_character(c: u32) -> bool {
    char::from_u32(c).is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.'))
}

fn code_points(value: &Value) -> &[u32] {
    match value {
        Value::Text(text) => &text.code_points,
        Value::Octets(_) | Value::List(_) => &[],
    }
}

/// Whether host names are converted as RFC 3490 has it, around which a profile maps and refuses characters.
pub(super) fn is_of_hosts(request: &Request) -> bool {
    request.codec == "punycode" && matches!(&*request.op, "to-ascii" | "to-unicode")
}

pub(super) fn answer_to(request: &Request, codec: &DeviantCodec) -> Answer {
    answer_of(result_of(request, codec))
}

/// The result of a call; `None` for a crash.
type CallResult = Option<Result<DeviantValue, Failure>>;

fn result_of(request: &Request, codec: &DeviantCodec) -> CallResult {
    let ask = || codec.answer(&request.op, &request.params, &request.input);
    catch_unwind(AssertUnwindSafe(ask)).ok()
}

fn answer_of(result: CallResult) -> Answer {
    match result {
        Some(Ok(DeviantValue::Value(value))) => Answer::of_value(&value),
        Some(Ok(DeviantValue::Integers(integers))) => {
            Answer::of_any(&AnyValue::from_integers(&integers))
        }
        Some(Err(Failure::Refused(_))) => Answer::Refused,
        Some(Err(Failure::Unsupported(_))) => Answer::Other,
        None => Answer::Crashed,
    }
}
