//! Several deviations at once.

use std::cell::RefCell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use acegate_codec::{About, Codec, Failure, Parameters, Text, Value};

use crate::{Call, Deviation, punycode};

type Reply = Result<Value, Failure>;

/// The answer of the reference with all of these deviations.
pub(super) fn answer(deviations: &[&'static Deviation], call: &Call<'_>) -> Reply {
    if let [alone] = deviations {
        return own_answer(alone, call);
    }
    let gathered = RefCell::default();
    for deviation in deviations {
        deviation.behaviour.answer(&Call { gathered: Some(&gathered), ..*call });
    }
    let beside = gathered.into_inner();
    together(deviations, &Call { beside: &beside, ..*call })
}

fn together(deviations: &[&'static Deviation], call: &Call<'_>) -> Reply {
    let (first, others) = match deviations {
        [] => return call.answer(),
        [alone] => return own_answer(alone, call),
        [first, others @ ..] => (first, others),
    };
    let own = own_answer(first, call);
    let below = Remembering::new(call.reference);
    let over_others = Over { deviations: others, beside: call.beside, reference: &below };
    let over_others = Remembering::new(&over_others);
    let own_over_others = own_answer(first, &Call { reference: &over_others, ..*call });
    if !is_same(&own_over_others, &own) {
        return own_over_others;
    }
    let of_others = over_others.apply(call.op, call.parameters, call.input);
    // The others answer the same over the first, unless it bends an answer that they ask for.
    let is_bent = |((op, parameters, input), answer): &(Question, Reply)| {
        own_answer(first, &Call { op, parameters, input, ..*call }) != *answer
    };
    if below.asked().iter().any(is_bent) {
        let over_first =
            Over { deviations: &deviations[..1], beside: call.beside, reference: call.reference };
        let others_over_own = together(others, &Call { reference: &over_first, ..*call });
        if !is_same(&others_over_own, &of_others) {
            return others_over_own;
        }
    }
    merged(&call.answer(), own, of_others)
}

/// The answer of one deviation. One that says nothing of host names bends the labels in them.
fn own_answer(deviation: &'static Deviation, call: &Call<'_>) -> Reply {
    let own = deviation.behaviour.answer(call);
    own.or_else(|| punycode::in_names(deviation, call)).unwrap_or_else(|| call.answer())
}

/// A codec with deviations, as the reference of another deviation.
struct Over<'a> {
    deviations: &'a [&'static Deviation],
    beside: &'a [punycode::Steps],
    reference: &'a dyn Codec,
}

impl Codec for Over<'_> {
    fn about(&self) -> About {
        self.reference.about()
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Reply {
        let call = Call::new(self.reference, op, parameters, input);
        together(self.deviations, &Call { beside: self.beside, ..call })
    }
}

/// A codec that is asked each question once. Without it, each deviation would double the questions.
struct Remembering<'a> {
    codec: &'a dyn Codec,
    asked: Mutex<Vec<(Question, Reply)>>,
}

/// Operation, parameters and input.
type Question = (String, Parameters, Value);

impl<'a> Remembering<'a> {
    fn new(codec: &'a dyn Codec) -> Self {
        Self { codec, asked: Mutex::default() }
    }

    fn asked(&self) -> MutexGuard<'_, Vec<(Question, Reply)>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Codec for Remembering<'_> {
    fn about(&self) -> About {
        self.codec.about()
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Reply {
        let question = (op.to_owned(), parameters.clone(), input.clone());
        let known = self.asked().iter().find(|(own, _)| *own == question).cloned();
        if let Some((_, answer)) = known {
            return answer;
        }
        let answer = self.codec.apply(op, parameters, input);
        self.asked().push((question, answer.clone()));
        answer
    }
}

/// Whether two answers are the same; one refusal is like another.
fn is_same(one: &Reply, two: &Reply) -> bool {
    match (one, two) {
        (Ok(one), Ok(two)) => one == two,
        (Err(_), Err(_)) => true,
        _ => false,
    }
}

/// The right answer with the changes of both if they are in different parts, otherwise the first
/// answer.
fn merged(right: &Reply, one: Reply, two: Reply) -> Reply {
    if is_same(right, &one) {
        return two;
    }
    if is_same(right, &two) {
        return one;
    }
    match (right, one, two) {
        (Ok(right), Ok(one), Ok(two)) => Ok(merged_values(right, one, &two)),
        // To refuse what is right is a change of the whole answer.
        (Ok(_), Ok(_), Err(refusal)) => Err(refusal),
        (_, one, _) => one,
    }
}

fn merged_values(right: &Value, one: Value, two: &Value) -> Value {
    match (right, one, two) {
        (Value::List(right), Value::List(one), Value::List(two))
            if right.len() == one.len() && one.len() == two.len() =>
        {
            let parts = right.iter().zip(one).zip(two);
            Value::List(
                parts
                    .map(|((right, one), two)| match (right == &one, right == two) {
                        (true, _) => two.clone(),
                        (_, true) => one,
                        _ => merged_values(right, one, two),
                    })
                    .collect(),
            )
        }
        (Value::Text(right), Value::Text(one), Value::Text(two))
            if right.flags.is_none() && one.flags.is_none() && two.flags.is_none() =>
        {
            Value::Text(merged_texts(right, one, two))
        }
        (_, one, _) => one,
    }
}

/// Both changes, where one ends before the other begins.
fn merged_texts(right: &Text, one: Text, two: &Text) -> Text {
    let right = right.code_points.as_slice();
    let (early, late) = (change(right, &one.code_points), change(right, &two.code_points));
    let (early, late) = if early.start <= late.start { (early, late) } else { (late, early) };
    if early.end > late.start || early.start == late.start {
        return one;
    }
    let parts = [
        &right[..early.start],
        early.new,
        &right[early.end..late.start],
        late.new,
        &right[late.end..],
    ];
    Text { code_points: parts.concat(), flags: None }
}

/// A changed part of a text, and its new content.
struct Change<'a> {
    start: usize,
    end: usize,
    new: &'a [u32],
}

fn change<'a>(right: &[u32], changed: &'a [u32]) -> Change<'a> {
    let same = |(a, b): &(&u32, &u32)| a == b;
    let start = right.iter().zip(changed).take_while(same).count();
    let rest = right[start..].iter().rev().zip(changed[start..].iter().rev());
    let behind = rest.take_while(same).count();
    Change { start, end: right.len() - behind, new: &changed[start..changed.len() - behind] }
}
