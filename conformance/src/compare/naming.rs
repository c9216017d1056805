//! The known deviations that are the cause of groups.
//!
//! In: a group of names with U+05D0 and one with U+0628, which one side accepts. Out: the deviation that does not check
//! the Bidi rule, if every answer of that side is as this deviation gives it.

use std::collections::BTreeSet;

use super::difference::{AnswerDifference, Side};
use super::group::{Group, GroupCause};
use super::sides::Sides;
use crate::findings::ENOUGH;
use crate::hunt::Suspects;
use crate::observation::Answer;
use crate::protocol::Request;
use crate::sweep::{Right, Shared};

/// The deviations that each side may have.
pub(super) struct Naming<'a> {
    sides: &'a Sides,
    suspects: [Suspects; 2],
}

/// The differences that a deviation of one side explains.
#[derive(Default)]
struct Evidence {
    explained: usize,
    /// The properties that the code points of its groups share.
    properties: BTreeSet<Shared>,
    /// The smallest requests of groups that share no property for want of code points.
    examples: BTreeSet<Request>,
    /// Whether there is a group of several code points that share no property.
    is_mixed: bool,
}

/// How a deviation relates to an answer.
enum Stand {
    /// It gives this wrong answer.
    Gives,
    /// It would have given another one.
    Contradicted,
    /// It makes no difference here.
    Silent,
}

/// How many groups are looked at for one deviation, and how many differences of each.
const GROUPS: usize = 64;
const DIFFERENCES: usize = 12;

impl<'a> Naming<'a> {
    /// `alike` are questions that both sides answered alike: a deviation that answers one of them wrongly is of
    /// neither side.
    pub(super) fn new(sides: &'a Sides, alike: [&[Request]; 2]) -> Self {
        let mut suspects = Side::BOTH.map(|_| Suspects::default());
        for request in alike.into_iter().flatten() {
            for suspects in &mut suspects {
                suspects.add_right(request.clone());
            }
        }
        Self { sides, suspects }
    }

    /// Names the deviation that one side has in all differences of a group that are looked at, where the other side
    /// answers as the reference does.
    ///
    /// A property that all code points share is likelier than a deviation: a library that maps U+2135 wrongly has not
    /// forgotten the Bidi rule. So a deviation needs names with more than one property, and no answer against it.
    pub(super) fn name(mut self, groups: &mut [Group]) {
        let mut named = Vec::new();
        for (place, group) in groups.iter().enumerate() {
            for side in Side::BOTH {
                if let Some(id) = self.deviation(side, group, groups) {
                    named.push((place, GroupCause::Deviation { side, id }));
                    break;
                }
            }
        }
        for (place, cause) in named {
            groups[place].cause = cause;
        }
    }

    fn deviation(&mut self, side: Side, group: &Group, groups: &[Group]) -> Option<&'static str> {
        let mut best = None;
        for id in self.candidates(side, group)? {
            let Some(evidence) = self.evidence(id, side, groups) else {
                continue;
            };
            let explained = evidence.explained;
            if evidence.is_enough() && best.is_none_or(|(most, _)| explained > most) {
                best = Some((explained, id));
            }
        }
        best.map(|(_, id)| id)
    }

    /// The deviations that explain every difference of a group that is looked at.
    fn candidates(&mut self, side: Side, group: &Group) -> Option<Vec<&'static str>> {
        let mut ids: Option<Vec<&'static str>> = None;
        for difference in group.differences.iter().take(DIFFERENCES) {
            let pair = self.sides.pair(&difference.request)?;
            let other = side.other();
            let right = Right::of(other.of(&pair));
            let is_right = right.difference(other.of(&difference.outcomes)).is_none();
            if !is_right || right == Right::Unknown {
                return None;
            }
            let answer = Answer::of(side.of(&difference.outcomes));
            let found = self
                .suspects_of(side)
                .explaining_answer(side.of(&pair), &answer)?;
            match &mut ids {
                None => ids = Some(found),
                Some(ids) => ids.retain(|id| found.contains(id)),
            }
        }
        ids
    }

    /// The differences of all groups that a deviation of one side explains; `None` if an answer of that side speaks
    /// against it.
    fn evidence(&self, id: &str, side: Side, groups: &[Group]) -> Option<Evidence> {
        let mut evidence = Evidence::default();
        for group in groups.iter().take(GROUPS) {
            let mut explained = 0;
            let step = group.differences.len().div_ceil(DIFFERENCES).max(1);
            for difference in group.differences.iter().step_by(step) {
                match self.stand(id, side, difference) {
                    Stand::Gives => explained += 1,
                    Stand::Contradicted => return None,
                    Stand::Silent => {}
                }
            }
            if explained > 0 {
                evidence.explained += explained;
                evidence.add_group(group);
            }
        }
        Some(evidence)
    }

    fn stand(&self, id: &str, side: Side, difference: &AnswerDifference) -> Stand {
        let Some(pair) = self.sides.pair(&difference.request) else {
            return Stand::Silent;
        };
        let request = side.of(&pair);
        let suspects = side.of(&self.suspects);
        let outcome = side.of(&difference.outcomes);
        let is_right = Right::of(request).difference(outcome).is_none();
        if !is_right && suspects.gives(id, request, &Answer::of(outcome)) {
            return Stand::Gives;
        }
        if suspects.is_wrong(id, request) {
            return Stand::Contradicted;
        }
        Stand::Silent
    }

    const fn suspects_of(&mut self, side: Side) -> &mut Suspects {
        match side {
            Side::First => &mut self.suspects[0],
            Side::Second => &mut self.suspects[1],
        }
    }
}

impl Evidence {
    fn add_group(&mut self, group: &Group) {
        match &group.cause {
            GroupCause::Property(shared) => self.properties.extend(shared.iter().cloned()),
            GroupCause::Common(shared) => {
                self.properties.insert(shared.clone());
            }
            _ if group.code_points.count() >= ENOUGH => self.is_mixed = true,
            _ => {
                self.examples.insert(group.example.clone());
            }
        }
    }

    /// Whether there are enough answers, and of more than one kind.
    fn is_enough(&self) -> bool {
        let kinds = if self.properties.is_empty() {
            self.examples.len()
        } else {
            self.properties.len()
        };
        self.explained >= ENOUGH && (self.is_mixed || kinds > 1)
    }
}
