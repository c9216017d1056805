//! The known deviations that give the same answers as an implementation.

use std::collections::BTreeSet;

use acegate_deviations::Deviation;

use super::engine::Sweep;
use super::questions::{Difference, QuestionId, Right};
use crate::findings::{Deviant, ENOUGH, deviants_of};
use crate::observation::Answer;

/// The deviations of the codecs of a sweep that nothing speaks against.
pub(super) struct Suspects<'a> {
    sweep: &'a Sweep,
    deviants: Vec<Deviant>,
    /// Names that the implementation answers rightly: a deviation that answers one of them wrongly is not its fault.
    right: Vec<(QuestionId, char)>,
}

/// A deviation, and the differences that it explains.
pub(super) struct Explained {
    pub(super) deviation: &'static Deviation,
    pub(super) explained: Vec<(QuestionId, char)>,
}

/// Every so many code points, one that is answered rightly is kept of each question. A prime has no common period
/// with the blocks of Unicode.
const STRIDE: usize = 509;

/// How many differences of each kind are compared with all deviations first.
const PROBES: usize = 3;

/// How many deviations are compared with every difference: those that explain the most probes.
const COMPARED: usize = 4;

impl<'a> Suspects<'a> {
    pub(super) fn new(sweep: &'a Sweep) -> Self {
        let mut deviants = Vec::new();
        let mut right = Vec::new();
        let mut codecs = BTreeSet::new();
        for (index, question) in sweep.questions.iter().enumerate() {
            if codecs.insert(question.codec) {
                deviants.extend(deviants_of(question.codec, |_| true));
            }
            let id = QuestionId(index);
            for point in question.code_points.iter().step_by(STRIDE) {
                if sweep.is_right(id, point) {
                    right.push((id, point));
                }
            }
        }
        Self {
            sweep,
            deviants,
            right,
        }
    }

    /// The deviation that explains the most of these differences; `None` if none explains enough.
    pub(super) fn best(&mut self, left: &[&Difference]) -> Option<Explained> {
        let probes = probes(left);
        let mut ranked = Vec::new();
        for (index, deviant) in self.deviants.iter().enumerate() {
            let mut explained = 0;
            for probe in &probes {
                explained += usize::from(self.explains(deviant, probe));
            }
            if explained > 0 {
                ranked.push((std::cmp::Reverse(explained), index));
            }
        }
        ranked.sort_unstable();
        let mut best: Option<Explained> = None;
        let mut compared = 0;
        for (_, index) in ranked {
            let deviant = &self.deviants[index];
            if compared == COMPARED {
                break;
            }
            if self.is_contradicted(deviant, &probes) {
                continue;
            }
            compared += 1;
            let mut explained = Vec::new();
            for difference in left {
                if self.explains(deviant, difference) {
                    explained.push((difference.question, difference.point));
                }
            }
            let points: BTreeSet<char> = explained.iter().map(|(_, point)| *point).collect();
            let most = best.as_ref().map_or(0, |best| best.explained.len());
            if points.len() >= ENOUGH && explained.len() > most {
                let deviation = deviant.deviations[0];
                best = Some(Explained {
                    deviation,
                    explained,
                });
            }
        }
        best
    }

    fn explains(&self, deviant: &Deviant, difference: &Difference) -> bool {
        let question = &self.sweep.questions[difference.question.0];
        if deviant.deviations[0].codec() != question.codec {
            return false;
        }
        let Some(request) = question.request(difference.point) else {
            return false;
        };
        deviant.shows(&request) && deviant.answer(&request) == difference.answer()
    }

    /// Whether the implementation answers a name rightly that the deviation answers wrongly.
    fn is_contradicted(&self, deviant: &Deviant, probes: &[&Difference]) -> bool {
        for (id, point) in &self.right {
            if self.is_wrong(deviant, *id, *point) {
                return true;
            }
        }
        for probe in probes {
            for neighbour in neighbours(probe.point) {
                if self.sweep.is_right(probe.question, neighbour)
                    && self.is_wrong(deviant, probe.question, neighbour)
                {
                    return true;
                }
            }
        }
        false
    }

    fn is_wrong(&self, deviant: &Deviant, id: QuestionId, point: char) -> bool {
        let question = &self.sweep.questions[id.0];
        if deviant.deviations[0].codec() != question.codec {
            return false;
        }
        let Some(request) = question.request(point) else {
            return false;
        };
        let right = match Right::of(&request) {
            Right::Value(value) => Answer::of_value(&value),
            Right::Refused(_) => Answer::Refused,
            Right::Unknown => return false,
        };
        deviant.answer(&request) != right
    }
}

impl Sweep {
    /// Whether the code point was sent in a question, and the answer matched the reference. A sweep that was cut off
    /// has sent the first code points of its questions.
    fn is_right(&self, id: QuestionId, point: char) -> bool {
        let is_asked = self.questions[id.0].code_points.contains(point)
            && self.answered[id.0].is_some_and(|last| point <= last);
        let found = self
            .differences
            .binary_search_by_key(&(id, point), |it| (it.question, it.point));
        is_asked && found.is_err()
    }
}

/// Some of the differences of each question and way: the first, one in the middle, and the last.
fn probes<'a>(left: &[&'a Difference]) -> Vec<&'a Difference> {
    let mut kinds: std::collections::BTreeMap<_, Vec<&Difference>> = Default::default();
    for difference in left {
        let kind = (difference.question, difference.way, difference.expected);
        kinds.entry(kind).or_default().push(difference);
    }
    let mut probes = Vec::new();
    for differences in kinds.into_values() {
        let last = differences.len() - 1;
        let places: BTreeSet<usize> = (0..PROBES).map(|at| last * at / (PROBES - 1)).collect();
        probes.extend(places.into_iter().map(|place| differences[place]));
    }
    probes
}

/// The code points before and after one.
fn neighbours(point: char) -> impl Iterator<Item = char> {
    let number = u32::from(point);
    [number.wrapping_sub(1), number + 1]
        .into_iter()
        .filter_map(char::from_u32)
}
