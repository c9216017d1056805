//! How well deviations agree with the wrong answers of an implementation.

use std::collections::BTreeMap;

use acegate_codec::Value;

use super::bank::{Bank, Question, SHORT, is_of_hosts};
use crate::observation::Answer;

/// An answer that is not that of the reference.
pub(super) struct Wrong {
    /// The place of its question.
    pub(super) place: usize,
    pub(super) answer: Answer,
    /// Whether the check fails: where a document leaves a choice, another answer is as right.
    pub(super) fails: bool,
    kind: Kind,
    /// The parts that are wrong, and those of them that named deviations explain.
    pub(super) parts: u64,
    pub(super) explained: u64,
}

/// The answer of an implementation to a check.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub(super) answer: &'a Answer,
    /// Whether the check fails.
    pub(super) fails: bool,
    /// Whether the implementation may refuse what it has decoded, because it may follow a profile of IDNA.
    pub(super) has_profile: bool,
}

/// An implementation's answers to the questions of a bank.
pub(super) struct Subject<'a> {
    pub(super) bank: &'a Bank,
    /// In the order of the places.
    pub(super) wrong: Vec<Wrong>,
    /// The places of the questions that it answered rightly, the longest left out.
    right: Vec<usize>,
    /// By place, whether the answer may be the refusal of a profile of IDNA.
    is_refusal_of_profile: Vec<bool>,
    pub(super) named: Vec<Named>,
    /// How many right answers each deviation would have wrong, as far as they were counted.
    pub(super) denied: Vec<Option<usize>>,
}

/// A deviation that was named, and the others that explain the same.
pub(super) struct Named {
    pub(super) candidate: Candidate,
    pub(super) or: Vec<usize>,
    /// How many failures it explains that none before it does.
    pub(super) new: usize,
}

/// A deviation beside the answers of the implementation.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidate {
    pub(super) deviant: usize,
    /// The wrong answers that it explains, by index, with the parts.
    pub(super) explains: Vec<(usize, u64)>,
    /// Those that it explains only beside the deviations that were named before.
    pub(super) beside: Vec<(usize, u64)>,
    /// The wrong answers that it would have otherwise.
    pub(super) other: Vec<usize>,
    /// How many right answers it would have wrong.
    pub(super) denied: usize,
}

/// The fewest answers that a cause is named for. Two wrong answers have too often been the same by accident.
pub(crate) const ENOUGH: usize = 3;

/// A run of fewer checks, such as one that repeats an example, cannot have enough answers.
const FEW: usize = 10;

/// How many deviations are asked together at most: each of them is asked over all the others.
pub(super) const TOGETHER: usize = 4;

/// Of so many answers one may contradict a cause that hardly any does.
pub(super) const HARDLY: usize = 20;

/// The longest input of a right answer that a deviation is held to that shows only in long inputs.
const LONG: usize = 2000;

impl<'a> Subject<'a> {
    /// The answers by the index of the check; `None` where there is none.
    pub(super) fn new<'b>(bank: &'a Bank, given: impl Fn(usize) -> Option<Given<'b>>) -> Self {
        let mut subject = Self {
            bank,
            wrong: Vec::new(),
            right: Vec::new(),
            is_refusal_of_profile: vec![false; bank.questions.len()],
            named: Vec::new(),
            denied: vec![None; bank.deviants.len()],
        };
        for (place, question) in bank.questions.iter().enumerate() {
            let Some(Given {
                answer,
                fails,
                has_profile,
            }) = given(question.index)
            else {
                continue;
            };
            if *answer == Answer::Other || question.length() > LONG && !fails {
                continue;
            }
            // ToUnicode gives back what it refuses (RFC 3490, section 4.2).
            let is_refusal = *answer == Answer::Refused
                || question.request.op == "to-unicode"
                    && *answer == Answer::of_value(&question.request.input);
            subject.is_refusal_of_profile[place] =
                has_profile && is_refusal && is_of_hosts(&question.request);
            match answer.differences(question.right()) {
                0 => subject.right.push(place),
                parts => {
                    let kind = Kind::of(answer, question);
                    let answer = answer.clone();
                    subject.wrong.push(Wrong {
                        place,
                        answer,
                        fails,
                        kind,
                        parts,
                        explained: 0,
                    });
                }
            }
        }
        subject
    }

    /// Whether the question of a wrong answer is short enough to ask every deviation.
    pub(super) fn is_short(&self, wrong: usize) -> bool {
        self.bank.questions[self.wrong[wrong].place].length() <= SHORT
    }

    /// The fewest answers that a cause is named for. A run of a few checks can give no more than one.
    pub(super) fn fewest(&self) -> usize {
        if self.wrong.len() + self.right.len() < FEW {
            1
        } else {
            ENOUGH
        }
    }

    /// Whether a candidate with fewer answers than enough has all that the choice of checks left: it explains
    /// every failure of the run, nothing speaks against it, and the suite has more checks that tell it.
    pub(super) fn has_all_of_choice(&self, candidate: &Candidate) -> bool {
        let is_left = |wrong: usize| {
            self.wrong[wrong].fails && candidate.parts(wrong) != self.wrong[wrong].parts
        };
        if !candidate.other.is_empty()
            || (0..self.wrong.len()).any(is_left)
            || self.count_denied(candidate.deviant, false, 0) > 0
        {
            return false;
        }
        self.bank.is_choice_of_suite(candidate.deviant, ENOUGH)
    }

    /// Whether the answer to a question says nothing of a deviation: it may be the refusal of a profile of
    /// IDNA, which comes after the decoding. An implementation that completes a code that is cut off gives
    /// the name back, because a control character is in the result.
    pub(super) fn is_neutral(&self, deviant: usize, place: usize) -> bool {
        self.is_refusal_of_profile[place] && self.bank.may_be_refused(deviant, place)
    }

    pub(super) fn is_explained(&self, wrong: usize) -> bool {
        self.wrong[wrong].explained == self.wrong[wrong].parts
    }

    /// Takes what the candidate explains for explained.
    pub(super) fn explain(&mut self, candidate: &Candidate) {
        for &(wrong, parts) in candidate.explains.iter().chain(&candidate.beside) {
            self.wrong[wrong].explained |= parts;
        }
    }

    /// How many answers contradict a candidate.
    pub(super) fn contradicting(&self, candidate: &Candidate) -> usize {
        candidate.denied + self.open(candidate)
    }

    /// How many wrong answers contradict a candidate that no named deviation explains.
    pub(super) fn open(&self, candidate: &Candidate) -> usize {
        candidate
            .other
            .iter()
            .filter(|&&wrong| !self.is_explained(wrong))
            .count()
    }

    /// Compares a deviation with more of the wrong answers.
    pub(super) fn compare(&self, candidate: &mut Candidate, wrong: impl Iterator<Item = usize>) {
        for index in wrong {
            if let Some(own) = self.bank.answer(candidate.deviant, self.wrong[index].place) {
                match self.parts_explained(index, own) {
                    0 if self.is_neutral(candidate.deviant, self.wrong[index].place) => {}
                    0 => candidate.other.push(index),
                    parts => candidate.explains.push((index, parts)),
                }
            }
        }
        candidate.explains.sort_unstable();
    }

    /// The parts of a wrong answer that another answer also has, if it has all that it changes.
    pub(super) fn parts_explained(&self, wrong: usize, own: &Answer) -> u64 {
        let wrong = &self.wrong[wrong];
        let right = self.bank.questions[wrong.place].right();
        let changed = own.differences(right);
        let differs = own.differences(&wrong.answer);
        let whole = if differs == 0 { wrong.parts } else { 0 };
        let part = own.part_count() > 1 && own.part_count() == wrong.answer.part_count();
        if part && changed & differs == 0 && own.part_count() == right.part_count() {
            changed & wrong.parts
        } else {
            whole
        }
    }

    /// Counts the right answers to short inputs, or to long ones, that the deviation would have wrong.
    /// Beyond `most` it stops.
    pub(super) fn count_denied(&self, deviant: usize, is_long: bool, most: usize) -> usize {
        let is_looked_at = |place: usize| (self.bank.questions[place].length() > SHORT) == is_long;
        let right = self.right.iter().filter(|&&place| is_looked_at(place));
        let denies = |&&place: &&usize| {
            self.bank.answer(deviant, place).is_some() && !self.is_neutral(deviant, place)
        };
        right.filter(denies).take(most + 1).count()
    }

    /// Whether an answer to a short input speaks against a deviation.
    pub(super) fn contradicts(&self, deviant: usize) -> bool {
        let mut candidate = Candidate {
            deviant,
            ..Candidate::default()
        };
        let short = (0..self.wrong.len()).filter(|&wrong| self.is_short(wrong));
        self.compare(&mut candidate, short);
        !candidate.other.is_empty() || self.count_denied(deviant, false, 0) > 0
    }

    /// The logarithm of the chance that a deviation has so many answers in common with the
    /// implementation by accident.
    ///
    /// A refusal, a crash, an empty text or the input itself is as likely as the implementation
    /// gives it wrongly elsewhere in the same operation; another value is given by one wrong answer
    /// in two thousand. Of `n` telling answers any `k` may agree.
    pub(super) fn chance(&self, candidate: &Candidate) -> f64 {
        let mut own: BTreeMap<(&str, Kind), usize> = BTreeMap::new();
        let mut others = own.clone();
        let mut is_own = vec![false; self.wrong.len()];
        for (wrong, _) in candidate.all() {
            is_own[wrong] = true;
            *own.entry(self.kind(wrong)).or_default() += 1;
        }
        for wrong in (0..self.wrong.len()).filter(|&it| !is_own[it] && !self.is_explained(it)) {
            *others.entry(self.kind(wrong)).or_default() += 1;
        }
        let mut chance = 0.0;
        for (&(op, kind), agreed) in &own {
            let asked = self.bank.asked.get(op).copied().unwrap_or_default();
            let rest = asked.saturating_sub(*agreed).max(1);
            let elsewhere = |kind| others.get(&(op, kind)).copied().unwrap_or_default();
            let elsewhere = match kind {
                Kind::EmptyEcho => elsewhere(Kind::Echo).max(elsewhere(Kind::Empty)),
                kind => elsewhere(kind),
            };
            let rate = match kind {
                Kind::Value => LEAST,
                _ => ((elsewhere as f64 + 0.5) / rest as f64).clamp(LEAST, 1.0),
            };
            chance += *agreed as f64 * rate.ln();
        }
        // In how many ways they can be chosen among all that the deviation would have wrong.
        let (agreed, all) = (candidate.all().count(), candidate.telling());
        let ways = (0..agreed).map(|k| ((all - k) as f64 / (agreed - k) as f64).ln());
        chance + ways.sum::<f64>()
    }

    /// How many failures are wrong in the same way as those that a candidate explains, while nothing
    /// explains them, if these are more than it explains; 0 if they are fewer.
    ///
    /// A refusal, a crash, an empty text or an accepted name is no sign of one fault rather than another. If a library passes
    /// over all records but the first, four of the twelve results that it lacks are also those that it would
    /// lack if a broken record ended the search. One fault for all twelve is the likelier cause.
    pub(super) fn alike(&self, candidate: &Candidate) -> usize {
        let mut explained: BTreeMap<(&str, Kind), usize> = BTreeMap::new();
        for (wrong, _) in candidate
            .all()
            .filter(|&(wrong, _)| self.wrong[wrong].fails)
        {
            let kind = self.kind(wrong);
            if kind.1 == Kind::Value {
                return 0;
            }
            *explained.entry(kind).or_default() += 1;
        }
        let mut alike = 0;
        for (kind, count) in explained {
            let is_open = |&wrong: &usize| {
                self.wrong[wrong].fails && !self.is_explained(wrong) && self.kind(wrong) == kind
            };
            let open = (0..self.wrong.len()).filter(is_open).count();
            if open > count {
                alike += open;
            }
        }
        alike
    }

    fn kind(&self, wrong: usize) -> (&str, Kind) {
        let wrong = &self.wrong[wrong];
        (&self.bank.questions[wrong.place].request.op, wrong.kind)
    }
}

impl Candidate {
    /// The wrong answers that it explains, alone or beside others, with the parts.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.explains.iter().chain(&self.beside).copied()
    }

    /// The parts of a wrong answer that it explains alone.
    pub(super) fn parts(&self, wrong: usize) -> u64 {
        let at = self
            .explains
            .binary_search_by_key(&wrong, |(index, _)| *index);
        at.map_or(0, |at| self.explains[at].1)
    }

    /// How many answers tell it from the reference.
    pub(super) fn telling(&self) -> usize {
        self.explains.len() + self.beside.len() + self.other.len() + self.denied
    }
}

/// How likely it is that two wrong answers are the same by accident.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Refusal,
    Crash,
    Echo,
    Empty,
    /// The empty text for the empty text, which is both.
    EmptyEcho,
    /// The value of a name that is to be refused. Whichever condition is not checked, it is the same one.
    Accepted,
    Value,
}

impl Kind {
    fn of(answer: &Answer, question: &Question) -> Self {
        let is = |value: &Value| *answer == Answer::of_value(value);
        let is_name = question.request.codec == "uts46";
        match answer {
            Answer::Refused => Self::Refusal,
            Answer::Crashed | Answer::Other => Self::Crash,
            Answer::Value(_) => match (is(&question.request.input), is(&Value::from(""))) {
                (true, true) => Self::EmptyEcho,
                (true, false) => Self::Echo,
                (false, true) => Self::Empty,
                (false, false) if is_name && *question.right() == Answer::Refused => Self::Accepted,
                (false, false) => Self::Value,
            },
        }
    }
}

/// The least chance of a wrong answer.
const LEAST: f64 = 1.0 / 2000.0;
