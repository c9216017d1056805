//! Members of families as causes in a hunt: known bugs with a number in them, such as a skew of 83.
//!
//! A family has hundreds of members, too many to compare each of them with every wrong answer. So they are compared only
//! if there are wrong answers that no listed deviation gives, and then with a sample of all wrong answers, as in a check
//! ([`Comparable`]). The member that gives most of them becomes a suspect like the listed deviations, unless one of
//! the answers contradicts it.
//!
//! # Example
//!
//! A codec has the skew 83, and a hunt finds 34 wrong answers that no listed deviation gives. `punycode/skew-is-83` gives
//! all of them, and so does `punycode/skew-is-82`, because few texts tell the two apart. All others give fewer, or
//! another answer to one of them. So both become suspects, and causes of the discoveries that had none. An answer
//! of a later epoch that contradicts `punycode/skew-is-82` takes it away from all.

use acegate_deviations::Deviation;

use super::alike::{Suspect, Suspects, right_answer, suspects_of};
use super::discovery::{Discoveries, by_signature};
use super::reproduction::Hit;
use crate::event::BehavesLike;
use crate::findings::{Comparable, Deviant, Example, like_of, unlisted_member};
use crate::observation::Answer;
use crate::protocol::Request;

impl Discoveries<'_> {
    /// Suspects members of families, if there are enough wrong answers that nothing explains. A discovery that one of
    /// them explains has a cause then. The breaches that were counted with it and are not explained are taken
    /// again. `before` gives the requests that were sent before a breach.
    pub(super) fn suspect_members(&mut self, is_last: bool, before: &dyn Fn(&Hit) -> Vec<Request>) {
        if !self.wrong.is_due(is_last) || self.left().is_zero() {
            return;
        }
        if !self.suspects.suspect_members(self.wrong.all()) {
            self.wrong.set_compared();
            return;
        }
        let hits = self.wrong.take_unexplained();
        let mut again = Vec::new();
        for place in self.explain_again() {
            let signature = self.all[place].breach.signature();
            for hit in &hits {
                let is_counted = hit.breach.signature() == signature;
                if is_counted && !self.all[place].is_alike(hit, &mut self.suspects) {
                    let discovery = &mut self.all[place];
                    discovery.hits = discovery.hits.saturating_sub(1).max(1);
                    again.push(hit.clone());
                }
            }
        }
        for hit in &hits {
            let explaining = self.suspects.explaining(&hit.breach).unwrap_or_default();
            if explaining.is_empty() {
                self.wrong.add_unexplained(hit);
            }
        }
        self.wrong.set_compared();
        for hits in by_signature(again).into_values() {
            self.take_alike(hits, before);
        }
    }

    /// Explains the discoveries with the suspects of now. Returns those that had no cause and have one then. One that
    /// had a cause may have a member of a family as another one.
    fn explain_again(&mut self) -> Vec<usize> {
        let mut explained = Vec::new();
        for (place, discovery) in self.all.iter_mut().enumerate() {
            let Some(alike) = &mut discovery.alike else {
                continue;
            };
            let explaining = self
                .suspects
                .explaining(&discovery.breach)
                .unwrap_or_default();
            if alike.is_empty() && !explaining.is_empty() {
                *alike = explaining;
                explained.push(place);
                continue;
            }
            for id in explaining {
                if !alike.contains(&id) && unlisted_member(id).is_some() {
                    alike.push(id);
                }
            }
        }
        explained
    }

    /// Takes members of families away from the discoveries if an answer of the hunt contradicts them.
    pub(super) fn drop_contradicted_members(&mut self) {
        for discovery in &mut self.all {
            let codec = &discovery.breach.request.codec;
            if let Some(alike) = &mut discovery.alike {
                alike.retain(|id| {
                    !self
                        .suspects
                        .is_contradicted_member(codec, id, self.wrong.all())
                });
            }
        }
    }
}

/// Takes the members of families away from these causes that one of the wrong answers contradicts. The discoveries
/// are the smallest inputs of each cause, which many members may explain.
pub(super) fn without_contradicted_members(
    likes: Vec<BehavesLike>,
    wrong: &[Hit],
) -> Vec<BehavesLike> {
    let mut kept = Vec::new();
    for like in likes {
        let mut ids = vec![like.deviation.as_str()];
        ids.extend(like.or.iter().map(String::as_str));
        ids.retain(|id| match unlisted_member(id) {
            Some(member) => !is_contradicted(&member, wrong),
            None => true,
        });
        if ids.len() == 1 + like.or.len() {
            kept.push(like);
        } else if let Some(other) = like_of(&ids, like.checks.clone(), like.explained) {
            kept.push(BehavesLike {
                telling: like.telling,
                contradicting: like.contradicting,
                alike: like.alike,
                ..other
            });
        }
    }
    kept
}

/// Whether one of these wrong answers speaks against a deviation.
fn is_contradicted(deviant: &Deviant, wrong: &[Hit]) -> bool {
    for hit in wrong {
        let request = &hit.breach.request;
        let example = Example {
            request,
            right: &right_answer(request),
            answer: &Answer::of(&hit.breach.outcome),
        };
        let is_of_codec = request.codec == deviant.deviations[0].codec();
        if is_of_codec && example.speaks_against(&deviant.answer(request)) {
            return true;
        }
    }
    false
}

impl Suspects {
    /// Suspects the members of families that give most of these wrong answers and that no answer contradicts. Returns
    /// whether there are any that were not suspected before.
    fn suspect_members(&mut self, wrong: &[Hit]) -> bool {
        let mut codecs: Vec<&str> = Vec::new();
        for hit in wrong {
            let codec = hit.breach.request.codec.as_str();
            if !codecs.contains(&codec) {
                codecs.push(codec);
            }
        }
        let mut is_new = false;
        for codec in codecs {
            for member in self.fitting_members(codec, wrong) {
                is_new |= self.suspect(codec, member);
            }
        }
        is_new
    }

    fn fitting_members(&self, codec: &str, wrong: &[Hit]) -> Vec<&'static Deviation> {
        let mut answers = Vec::new();
        for hit in wrong {
            let request = &hit.breach.request;
            if request.codec == codec {
                answers.push((
                    request,
                    right_answer(request),
                    Answer::of(&hit.breach.outcome),
                ));
            }
        }
        for request in self.right() {
            if request.codec == codec {
                let right = right_answer(request);
                answers.push((request, right.clone(), right));
            }
        }
        let mut comparable = Comparable::default();
        for (request, right, answer) in &answers {
            comparable.add(Example {
                request,
                right,
                answer,
            });
        }
        comparable.uncontradicted_members(codec)
    }

    /// Suspects a member; `false` if it is suspected already.
    fn suspect(&mut self, codec: &str, member: &'static Deviation) -> bool {
        let all = self
            .all
            .entry(codec.to_owned())
            .or_insert_with(|| suspects_of(codec));
        if all.iter().any(|suspect| suspect.id() == member.id) {
            return false;
        }
        let Some(deviant) = Deviant::alone(member) else {
            return false;
        };
        all.push(Suspect::member(deviant));
        true
    }

    /// Whether this is a member of a family, and one of these wrong answers or of the right ones speaks against it.
    fn is_contradicted_member(&self, codec: &str, id: &str, wrong: &[Hit]) -> bool {
        let Some(suspect) = self.member(codec, id) else {
            return false;
        };
        for request in self.right() {
            if request.codec == codec && suspect.deviant.answer(request) != right_answer(request) {
                return true;
            }
        }
        is_contradicted(&suspect.deviant, wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::oracle::judge_answer;
    use crate::hunt::{Discovery, HuntOptions, deviant, hunt};
    use crate::implementation::Implementation;
    use crate::observation::Outcome;
    use crate::runner::scripted::Scripted;

    /// The discoveries of a hunt of so many requests.
    fn discoveries(start: impl Fn() -> Box<dyn Implementation> + Sync) -> Vec<Discovery> {
        let options = HuntOptions {
            seed: 3,
            requests: Some(1500),
            codecs: vec!["punycode".to_owned()],
            ..HuntOptions::default()
        };
        let summary = hunt(&|| Ok(start()), &options, &mut |_| {}).expect("it starts");
        summary.discoveries
    }

    /// No answer of this hunt tells the skew 83 from 82, and every other number is contradicted.
    #[test]
    fn a_member_of_a_family_is_named_as_the_cause() {
        let mut named = Vec::new();
        for discovery in discoveries(|| Box::new(deviant("punycode/skew-is-83"))) {
            for id in discovery.likes() {
                if unlisted_member(id).is_some() {
                    named.push(*id);
                }
            }
        }
        named.sort_unstable();
        named.dedup();
        assert_eq!(named, ["punycode/skew-is-82", "punycode/skew-is-83"]);
    }

    const SKEW_83: &str = "punycode/skew-is-83";
    const SKEW_60: &str = "punycode/skew-is-60";
    /// A deviation of the list.
    const LISTED: &str = "punycode/leading-delimiter-consumed";

    /// The wrong answers that a deviation gives to some texts of four letters.
    fn wrong_answers(id: &str) -> Vec<Hit> {
        let mut implementation = deviant(id);
        let mut hits = Vec::new();
        for number in 0..60_u32 {
            let points = [
                0xE9,
                0x400 + 91 * number,
                0x4E00 + 137 * number,
                0x3B1 + number,
            ];
            let text: String = points.into_iter().filter_map(char::from_u32).collect();
            let request = Request::new("punycode", "encode", text.as_str().into());
            let outcome = implementation.answer(&request).outcome;
            hits.extend(hit(&request, &outcome));
        }
        assert!(hits.len() > 20, "{} wrong answers of {id}", hits.len());
        hits
    }

    fn hit(request: &Request, outcome: &Outcome) -> Option<Hit> {
        Some(Hit {
            trial: 0,
            source: "",
            breach: judge_answer(request, outcome)?,
            origin: None,
            before: 0,
            instance: 0,
        })
    }

    #[test]
    fn a_member_is_contradicted_by_another_answer_than_its_own() {
        let member = unlisted_member(SKEW_83).expect("a member");
        assert!(!is_contradicted(&member, &wrong_answers(SKEW_83)));
        assert!(is_contradicted(&member, &wrong_answers(SKEW_60)));
        // An answer of another codec says nothing.
        let request = Request::new("utf5", "encode", "\u{E9}\u{4E00}\u{3B1}".into());
        let other = hit(&request, &Outcome::Value("X".into())).expect("it is wrong");
        assert!(!is_contradicted(&member, &[other]));
    }

    #[test]
    fn contradicted_members_are_taken_from_causes_and_the_rest_stays() {
        let wrong = wrong_answers(SKEW_83);
        let cause = |ids: &[&str]| BehavesLike {
            telling: 7,
            contradicting: 1,
            alike: 2,
            ..like_of(ids, vec!["a check".to_owned()], 3).expect("a cause")
        };
        let kept = |ids: &[&str]| without_contradicted_members(vec![cause(ids)], &wrong);
        assert_eq!(
            kept(&[SKEW_60, SKEW_83, LISTED]),
            [cause(&[SKEW_83, LISTED])]
        );
        assert_eq!(kept(&[SKEW_83, SKEW_60]), [cause(&[SKEW_83])]);
        assert_eq!(kept(&[LISTED, SKEW_83]), [cause(&[LISTED, SKEW_83])]);
        assert_eq!(kept(&[SKEW_60]), []);
        // Nothing speaks against it.
        let likes = vec![cause(&[SKEW_60])];
        assert_eq!(without_contradicted_members(likes.clone(), &[]), likes);
    }

    #[test]
    fn a_suspected_member_is_contradicted_by_right_and_wrong_answers() {
        let wrong = wrong_answers(SKEW_83);
        let mut suspects = Suspects::default();
        assert!(suspects.suspect_members(&wrong));
        assert!(!suspects.suspect_members(&wrong), "nothing is new");
        assert!(suspects.member("punycode", SKEW_83).is_some());
        assert!(suspects.member("punycode", SKEW_60).is_none());
        let others = wrong_answers(SKEW_60);
        let contradicted = |suspects: &Suspects, id, wrong: &[Hit]| {
            suspects.is_contradicted_member("punycode", id, wrong)
        };
        assert!(!contradicted(&suspects, SKEW_83, &wrong));
        assert!(contradicted(&suspects, SKEW_83, &others));
        // Only members are taken away here.
        assert!(!contradicted(&suspects, LISTED, &others));
        // The implementation answers rightly what the member answers wrongly.
        suspects.add_right(wrong[0].breach.request.clone());
        assert!(contradicted(&suspects, SKEW_83, &[]));
    }

    #[test]
    fn no_member_is_suspected_that_a_right_answer_speaks_against() {
        let wrong = wrong_answers(SKEW_83);
        let (first, others) = wrong.split_first().expect("wrong answers");
        let mut suspects = Suspects::default();
        suspects.add_right(first.breach.request.clone());
        suspects.suspect_members(others);
        assert!(suspects.member("punycode", SKEW_83).is_none());
    }

    /// The answer of one deviation to texts with an even sum of code points, and of another to the others.
    fn either(even: &str, odd: &str) -> Box<dyn Implementation> {
        let (mut even, mut odd) = (deviant(even), deviant(odd));
        Box::new(Scripted::new(move |request: &Request| {
            let text = request.text()?;
            let sum: u64 = text.code_points.iter().copied().map(u64::from).sum();
            let deviant = if sum.is_multiple_of(2) {
                &mut even
            } else {
                &mut odd
            };
            Some(deviant.answer(request).outcome)
        }))
    }

    /// Half of the answers speak against each of the two.
    #[test]
    fn no_member_is_named_that_answers_speak_against() {
        for discovery in discoveries(|| either("punycode/skew-is-83", "punycode/skew-is-60")) {
            for id in discovery.likes() {
                let breach = &discovery.breach;
                assert!(unlisted_member(id).is_none(), "{id} for {breach}");
            }
        }
    }
}
