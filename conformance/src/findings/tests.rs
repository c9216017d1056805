//! The causes that are named for planted deviations, for several at once, and for noise.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::answers::{Given, Subject};
use super::bank::{Bank, QuestionId};
use super::deviants::DeviantId;
use super::naming::diagnoses;
use crate::event::BehavesLike;
use crate::observation::Answer;
use crate::suite::request_for;
use acegate_codec::Value;
use acegate_vectors::{Check, Suite};

/// The banks of the suite, and how many checks it has. Every deviation is run once for all tests.
/// Without `ACEGATE_TEST_ALL=1` the checks with the longest inputs are left out, and the deviations
/// that only they distinguish, because they would take most of the time.
struct Whole {
    banks: Vec<Bank>,
    checks: usize,
}

static WHOLE: LazyLock<Whole> = LazyLock::new(|| {
    let mut checks = Suite::embedded().expect("the suite is valid").checks();
    if std::env::var_os("ACEGATE_TEST_ALL").is_none() {
        checks.retain(|check| match request_for(check).input {
            Value::Text(text) => text.code_points.len() <= 2000,
            _ => true,
        });
    }
    let banks = Bank::of_checks(&checks.iter().collect::<Vec<&Check>>());
    Whole {
        banks,
        checks: checks.len(),
    }
});

/// The right answers, by the index of the check.
fn right_answers(bank: &Bank) -> Vec<Option<Answer>> {
    let mut answers: Vec<Option<Answer>> = vec![None; WHOLE.checks];
    for id in bank.question_ids() {
        let question = bank.question(id);
        answers[question.index] = Some(question.right().clone());
    }
    answers
}

fn diagnosed(bank: &Bank, answers: &[Option<Answer>]) -> Vec<BehavesLike> {
    diagnosed_under(bank, answers, false)
}

/// The diagnoses of an implementation that follows a profile of IDNA, or none.
fn diagnosed_under(bank: &Bank, answers: &[Option<Answer>], has_profile: bool) -> Vec<BehavesLike> {
    let given = |index: usize| {
        let answer = answers[index].as_ref()?;
        Some(Given {
            answer,
            fails: true,
            has_profile,
        })
    };
    diagnoses(Subject::new(bank, given), |index| index.to_string())
}

/// The answers of an implementation with these deviations of a bank, by the index of the check.
fn answers_with(bank: &Bank, planted: &[DeviantId]) -> Vec<Option<Answer>> {
    let mut answers = right_answers(bank);
    let telling: BTreeSet<QuestionId> =
        planted.iter().flat_map(|&one| telling(bank, one)).collect();
    for place in telling {
        let own: Vec<_> = planted
            .iter()
            .copied()
            .filter(|&one| bank.answer(one, place).is_some())
            .collect();
        let answer = match own.as_slice() {
            [one] => bank.answer(*one, place).cloned(),
            _ => Some(bank.answer_together(&own, place)),
        };
        answers[bank.question(place).index] = answer;
    }
    answers
}

/// Whether a planted deviation changes the answer to any check at all next to the others. One that
/// refuses everything hides most others, and nothing can name these then.
fn is_visible(bank: &Bank, planted: &[DeviantId], one: DeviantId) -> bool {
    let others: Vec<DeviantId> = planted
        .iter()
        .copied()
        .filter(|&other| other != one)
        .collect();
    let answer = |deviants: &[DeviantId], question| bank.answer_together(deviants, question);
    let mut questions = bank.question_ids();
    questions.any(|question| answer(planted, question) != answer(&others, question))
}

/// The indices of the questions that distinguish a deviation from the reference.
fn telling(bank: &Bank, deviant: DeviantId) -> Vec<QuestionId> {
    bank.question_ids()
        .filter(|&place| bank.answer(deviant, place).is_some())
        .collect()
}

fn is_named(found: &BehavesLike, id: &str) -> bool {
    found
        .deviation
        .split('+')
        .chain(found.or.iter().map(String::as_str))
        .any(|one| one == id)
}

/// A diagnosis in a line, for the message of a test that fails.
fn line(found: &BehavesLike) -> String {
    let BehavesLike {
        deviation,
        or,
        explained,
        telling,
        contradicting,
        checks,
        ..
    } = found;
    format!(
        "{deviation} or {or:?} {explained}/{telling} -{contradicting} ({})",
        checks.len()
    )
}

/// The deviations in a bank that enough checks distinguish from the reference. After them come
/// those combined with others.
fn visible(bank: &Bank) -> Vec<DeviantId> {
    let mut visible: Vec<DeviantId> = bank.deviant_ids().collect();
    visible.retain(|&one| bank.deviant(one).deviations.len() == 1 && telling(bank, one).len() >= 3);
    visible
}

/// A single deviation, and its bank.
fn deviation(id: &str) -> (&'static Bank, DeviantId) {
    for bank in &WHOLE.banks {
        for deviant in bank.deviant_ids() {
            if bank.deviant(deviant).deviations[0].id == id {
                return (bank, deviant);
            }
        }
    }
    panic!("{id} is no deviation");
}

/// A generator of numbers, always the same ones.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        const FACTOR: u64 = 6_364_136_223_846_793_005;
        self.0 = self
            .0
            .wrapping_mul(FACTOR)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }
}

#[test]
fn a_deviation_is_named_first_for_its_own_answers_and_the_reference_is_like_none() {
    let (mut count, mut first) = (0, 0);
    let mut others = Vec::new();
    for bank in &WHOLE.banks {
        for one in visible(bank) {
            let id = bank.deviant(one).deviations[0].id;
            let found = diagnosed(bank, &answers_with(bank, &[one]));
            let is_first = found
                .first()
                .is_some_and(|it| is_named(it, id) && !it.is_in_part());
            count += 1;
            first += usize::from(is_first);
            if !is_first || found.len() > 1 {
                others.push(format!(
                    "{id}: {:?}",
                    found.iter().map(line).collect::<Vec<_>>()
                ));
            }
        }
        assert!(diagnosed(bank, &right_answers(bank)).is_empty());
    }
    let all = acegate_deviations::deviations().count();
    assert!(
        count * 100 > all * 85,
        "{count} of {all} deviations have three telling checks"
    );
    assert!(first * 100 >= count * 98, "{first} of {count}: {others:#?}");
}

#[test]
fn of_several_deviations_at_once_nine_of_ten_are_named() {
    let banks = WHOLE.banks.iter().map(|bank| (bank, visible(bank)));
    let banks: Vec<_> = banks.filter(|(_, visible)| visible.len() > 3).collect();
    let all: usize = banks.iter().map(|(_, visible)| visible.len()).sum();
    for size in [2, 3] {
        let mut dice = Dice(size as u64);
        let (mut planted, mut hidden, mut missed, mut others_named) = (0, 0, 0, 0);
        let mut others = Vec::new();
        for _ in 0..100 {
            let mut any = banks
                .iter()
                .flat_map(|own| std::iter::repeat_n(own, own.1.len()));
            let (bank, visible) = any.nth(dice.below(all)).expect("one of the banks");
            let mut members = BTreeSet::new();
            while members.len() < size {
                members.insert(visible[dice.below(visible.len())]);
            }
            let members: Vec<DeviantId> = members.into_iter().collect();
            let found = diagnosed(bank, &answers_with(bank, &members));
            let ids: Vec<_> = members
                .iter()
                .map(|&one| bank.deviant(one).deviations[0].id)
                .collect();
            let is_missed = |id: &str| !found.iter().any(|found| is_named(found, id));
            let unnamed = members.iter().zip(&ids).filter(|(_, id)| is_missed(id));
            let (own, own_hidden): (Vec<_>, Vec<_>) =
                unnamed.partition(|(one, _)| is_visible(bank, &members, **one));
            let is_false = |found: &&BehavesLike| !ids.iter().any(|id| is_named(found, id));
            let false_names = found.iter().filter(is_false).count();
            planted += size;
            hidden += own_hidden.len();
            missed += own.len();
            others_named += false_names;
            if !own.is_empty() || false_names > 0 {
                others.push(format!(
                    "{ids:?}: {:?}",
                    found.iter().map(line).collect::<Vec<_>>()
                ));
            }
        }
        // Those that change no answer are not counted, and they are few.
        assert!(hidden * 10 <= planted, "{hidden} of {planted} are hidden");
        let visible = planted - hidden;
        assert!(
            missed * 10 <= visible,
            "{missed} of {visible} missed: {others:#?}"
        );
        assert!(
            others_named * 50 <= planted,
            "{others_named} others: {others:#?}"
        );
    }
}

#[test]
fn deviations_that_no_check_tells_apart_are_named_together() {
    let ids = [
        "punycode/surrogates-accepted",
        "punycode/low-surrogates-accepted",
    ];
    let (bank, one) = deviation(ids[0]);
    let (_, two) = deviation(ids[1]);
    let mut answers = right_answers(bank);
    for id in bank.question_ids() {
        let question = bank.question(id);
        let own = bank.answer(one, id);
        let other = bank.answer(two, id);
        if own != other {
            answers[question.index] = None;
        } else if own.is_some() {
            answers[question.index] = own.cloned();
        }
    }
    let found = diagnosed(bank, &answers);
    assert!(
        ids.iter().all(|id| is_named(&found[0], id)),
        "{}",
        line(&found[0])
    );
    // A check on which they differ distinguishes them.
    let place = telling(bank, one)
        .into_iter()
        .find(|&place| bank.answer(two, place).is_none());
    let place = place.expect("one that only the first has wrong");
    answers[bank.question(place).index] = bank.answer(one, place).cloned();
    let found = diagnosed(bank, &answers);
    assert!(
        is_named(&found[0], ids[0]) && !is_named(&found[0], ids[1]),
        "{}",
        line(&found[0])
    );
}

/// One answer against a deviation makes it no cause: it is like the implementation in part.
#[test]
fn a_deviation_with_an_answer_against_it_is_no_cause() {
    let id = "punycode/leading-delimiter-consumed";
    let (bank, deviant) = deviation(id);
    let mut answers = answers_with(bank, &[deviant]);
    let found = diagnosed(bank, &answers);
    assert!(
        is_named(&found[0], id) && !found[0].is_in_part(),
        "{}",
        line(&found[0])
    );
    let question = bank.question(telling(bank, deviant)[0]);
    answers[question.index] = Some(question.right().clone());
    let found = diagnosed(bank, &answers);
    assert!(
        is_named(&found[0], id) && found[0].is_in_part(),
        "{}",
        line(&found[0])
    );
}

/// A decoder that reads U+0080 from a code by a bug refuses the name all the same if its profile allows no
/// controls. That is an answer against the bug only for an implementation without a profile.
#[test]
fn a_name_that_a_profile_may_refuse_speaks_against_no_deviation() {
    let ids = [
        "punycode/truncation-completed",
        "punycode/decoded-label-not-encoded-again",
    ];
    let bank = deviation(ids[0]).0;
    let mut deviants = bank.deviant_ids();
    let both = deviants.find(|&deviant| {
        let deviations = &bank.deviant(deviant).deviations;
        deviations.iter().map(|own| own.id).eq(ids)
    });
    let both = both.expect("a deviation beside the other");
    let mut answers = answers_with(bank, &[both]);
    let mut refused = 0;
    for id in bank.question_ids() {
        let question = bank.question(id);
        // Alone, the first one shows in codes only.
        if question.request.op != "to-unicode" {
            answers[question.index] = None;
        } else if bank.may_be_refused(both, id) {
            answers[question.index] = Some(Answer::Refused);
            refused += 1;
        }
    }
    assert!(refused > 0);
    for (has_profile, is_cause) in [(true, true), (false, false)] {
        let found = diagnosed_under(bank, &answers, has_profile);
        let causes = found.iter().filter(|found| !found.is_in_part());
        let mut named = causes.filter(|found| is_named(found, ids[0]));
        assert_eq!(
            named.next().is_some(),
            is_cause,
            "{has_profile}: {:?}",
            found.iter().map(line).collect::<Vec<_>>()
        );
    }
}

/// Four refusals that a deviation has in common with an implementation are a part of twelve.
#[test]
fn a_deviation_that_explains_the_lesser_part_of_the_refusals_is_no_cause() {
    let id = "enum/broken-record-ends";
    let (bank, deviant) = deviation(id);
    let mut answers = answers_with(bank, &[deviant]);
    let own = telling(bank, deviant);
    let mut others = 0;
    for (place, id) in bank.question_ids().enumerate() {
        let question = bank.question(id);
        let is_value = *question.right() != Answer::Refused;
        let is_other = question.request.op == "rewrite" && is_value && place % 8 == 0;
        if is_other && !own.contains(&id) {
            answers[question.index] = Some(Answer::Refused);
            others += 1;
        }
    }
    assert!(others > own.len(), "{others} of {}", own.len());
    let found = diagnosed(bank, &answers);
    let causes: Vec<_> = found
        .iter()
        .filter(|found| !found.is_in_part())
        .map(line)
        .collect();
    assert!(causes.is_empty(), "{causes:#?}");
}

#[test]
fn nothing_is_named_for_wrong_answers_at_random() {
    let mut dice = Dice(7);
    let mut named = Vec::new();
    for round in 0..200 {
        let bank = &WHOLE.banks[round % WHOLE.banks.len()];
        let mut answers = right_answers(bank);
        let questions: Vec<QuestionId> = bank.question_ids().collect();
        let wrong = 1 + dice.below(questions.len() / [2, 10, 50, 200][round / 7 % 4]);
        // All of one kind, or of any.
        let one_kind = Some(dice.below(6)).filter(|_| dice.below(2) == 0);
        for _ in 0..wrong {
            let question = bank.question(questions[dice.below(questions.len())]);
            let other = bank.question(questions[dice.below(questions.len())]);
            answers[question.index] = Some(match one_kind.unwrap_or_else(|| dice.below(6)) {
                0 => Answer::Refused,
                1 => Answer::Crashed,
                2 => Answer::of_value(&Value::from("")),
                3 => Answer::of_value(&question.request.input),
                4 => Answer::of_value(&Value::from(format!("{}", dice.below(1 << 30)).as_str())),
                _ => other.right().clone(),
            });
        }
        let found = diagnosed(bank, &answers);
        named.extend(
            found
                .iter()
                .map(|found| format!("{round}, {wrong} wrong: {}", line(found))),
        );
    }
    assert!(named.is_empty(), "{named:#?}");
}

/// The empty answer to the empty text is an echo as well. It counts with the commoner of the two kinds.
#[test]
fn a_program_that_often_answers_with_the_empty_text_is_not_said_to_accept_empty_hosts() {
    let id = "uts46/empty-hosts-accepted";
    let (bank, deviant) = deviation(id);
    let mut answers = right_answers(bank);
    for (place, id) in bank.question_ids().enumerate() {
        if place % 2 == 0 || bank.answer(deviant, id).is_some() {
            answers[bank.question(id).index] = Some(Answer::of_value(&Value::from("")));
        }
    }
    let found: Vec<_> = diagnosed(bank, &answers).iter().map(line).collect();
    assert!(found.is_empty(), "{found:#?}");
}
