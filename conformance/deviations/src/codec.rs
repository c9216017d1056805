//! Deviations as a codec, one of them or several at once.

use std::cell::RefCell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use acegate_codec::{About, Codec, Failure, Operation, Parameters, Text, Value, codec};

use crate::{Call, Deviation, punycode};
#[cfg(feature = "uts46")]
use crate::{idna2008, uts46};

/// The reference codec with one deviation, or with several at once.
///
/// A deviation that ends a program ends this codec with a panic, which the caller catches.
pub struct DeviantCodec {
    deviations: Vec<&'static Deviation>,
    reference: &'static dyn Codec,
}

impl DeviantCodec {
    /// The reference codec with this deviation, or `None` if there is no such codec.
    #[must_use]
    pub fn new(deviation: &'static Deviation) -> Option<Self> {
        Self::combined(vec![deviation])
    }

    /// The reference codec with all of these deviations, or `None` if they are not of one codec.
    ///
    /// If only one of them differs from the reference, its answer is taken. Steps of one
    /// procedure are merged. A deviation that changes any answer also changes the answers of the
    /// others. Otherwise changes in different parts of an answer are joined, and of changes in the
    /// same part the first deviation's is kept.
    #[must_use]
    pub fn combined(deviations: Vec<&'static Deviation>) -> Option<Self> {
        let id = deviations.first()?.codec();
        let one_codec = deviations.iter().all(|deviation| deviation.codec() == id);
        one_codec.then_some(Self::over(codec(id)?, deviations))
    }

    /// These deviations of a codec, which answers what they do not.
    #[must_use]
    pub const fn over(reference: &'static dyn Codec, deviations: Vec<&'static Deviation>) -> Self {
        Self {
            deviations,
            reference,
        }
    }
}

/// The answer of a deviation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviantValue {
    /// A value.
    Value(Value),
    /// A text with an integer of more than 32 bits, which no value holds.
    Integers(Vec<u128>),
}

impl DeviantCodec {
    /// The answer to a request, also one that no value holds.
    ///
    /// # Errors
    ///
    /// Those of [`Codec::apply`].
    pub fn answer(
        &self,
        op: &str,
        parameters: &Parameters,
        input: &Value,
    ) -> Result<DeviantValue, Failure> {
        // A deviation has the operations of its reference, and no others.
        Operation::select(self.reference.operations(), op, parameters)?;
        let large = RefCell::new(None);
        let call = Call::new(self.reference, op, parameters, input);
        let answer = combine(
            &self.deviations,
            &Call {
                large: Some(&large),
                ..call
            },
        );
        match (answer, large.into_inner()) {
            (Err(Failure::Refused(_)), Some(integers)) => Ok(DeviantValue::Integers(integers)),
            (answer, _) => answer.map(DeviantValue::Value),
        }
    }
}

impl Codec for DeviantCodec {
    fn about(&self) -> About {
        self.reference.about()
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        match self.answer(op, parameters, input)? {
            DeviantValue::Value(value) => Ok(value),
            DeviantValue::Integers(_) => Err(Failure::Unsupported(LARGE.into())),
        }
    }
}

const LARGE: &str = "the text has an integer of more than 32 bits";

type Reply = Result<Value, Failure>;

/// The answer of the reference with all of these deviations.
///
/// Steps of Punycode are data: the procedures take, step by step, the first that differs from the right one.
/// So are the steps of UTS #46 and of IDNA 2008, which are combined in one model. Its answer counts where no single deviation gives
/// it: a label that breaks two criteria is accepted only if neither is checked. Functions have no such record
/// of steps, so all other answers are made of those that one deviation gives over the others.
fn combine(deviations: &[&'static Deviation], call: &Call<'_>) -> Reply {
    if let [alone] = deviations {
        return own_answer(alone, call);
    }
    let call = Call {
        combined: deviations,
        ..*call
    };
    #[cfg(feature = "uts46")]
    if let Some(joint) = uts46::combined_answer(&call).or_else(|| idna2008::combined_answer(&call))
        && !is_of_one(&joint, deviations, &call)
    {
        return joint;
    }
    together(deviations, &call)
}

/// Whether the reference or one of the deviations gives this answer by itself.
#[cfg(feature = "uts46")]
fn is_of_one(answer: &Reply, deviations: &[&'static Deviation], call: &Call<'_>) -> bool {
    is_same(answer, &call.answer())
        || deviations
            .iter()
            .any(|deviation| is_same(answer, &own_answer(deviation, call)))
}

fn together(deviations: &[&'static Deviation], call: &Call<'_>) -> Reply {
    let (first, others) = match deviations {
        [] => return call.answer(),
        [alone] => return own_answer(alone, call),
        [first, others @ ..] => (first, others),
    };
    let own = own_answer(first, call);
    let below = Remembering::new(call.reference);
    let over_others = Over {
        deviations: others,
        combined: call.combined,
        reference: &below,
    };
    let over_others = Remembering::new(&over_others);
    let own_over_others = own_answer(
        first,
        &Call {
            reference: &over_others,
            ..*call
        },
    );
    if !is_same(&own_over_others, &own) {
        return own_over_others;
    }
    let of_others = over_others.apply(call.op, call.parameters, call.input);
    // The others answer the same over the first, unless it changes an answer that they need.
    let is_bent = |((op, parameters, input), answer): &(Question, Reply)| {
        own_answer(
            first,
            &Call {
                op,
                parameters,
                input,
                ..*call
            },
        ) != *answer
    };
    if below.asked().iter().any(is_bent) {
        let over_first = Over {
            deviations: &deviations[..1],
            combined: call.combined,
            reference: call.reference,
        };
        let others_over_own = together(
            others,
            &Call {
                reference: &over_first,
                ..*call
            },
        );
        if !is_same(&others_over_own, &of_others) {
            return others_over_own;
        }
    }
    merged(&call.answer(), own, of_others)
}

/// The answer of one deviation. One that says nothing of host names bends the labels in them.
fn own_answer(deviation: &'static Deviation, call: &Call<'_>) -> Reply {
    let own = deviation.behaviour.answer(call);
    own.or_else(|| punycode::in_names(deviation, call))
        .unwrap_or_else(|| call.answer())
}

/// A codec with deviations, as the reference of another deviation.
struct Over<'a> {
    deviations: &'a [&'static Deviation],
    combined: &'a [&'static Deviation],
    reference: &'a dyn Codec,
}

impl Codec for Over<'_> {
    fn about(&self) -> About {
        self.reference.about()
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Reply {
        let call = Call::new(self.reference, op, parameters, input);
        together(
            self.deviations,
            &Call {
                combined: self.combined,
                ..call
            },
        )
    }
}

/// A codec that answers each request once and remembers the answer. Every deviation calls its reference with the
/// same request several times, so without it the requests would grow exponentially: four deviations
/// called the reference 11,593 times for one host name, and call it at most 52 times with it.
struct Remembering<'a> {
    codec: &'a dyn Codec,
    asked: Mutex<Vec<(Question, Reply)>>,
}

/// Operation, parameters and input.
type Question = (String, Parameters, Value);

impl<'a> Remembering<'a> {
    fn new(codec: &'a dyn Codec) -> Self {
        Self {
            codec,
            asked: Mutex::default(),
        }
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
        let known = self
            .asked()
            .iter()
            .find(|(own, _)| *own == question)
            .cloned();
        if let Some((_, answer)) = known {
            return answer;
        }
        let answer = self.codec.apply(op, parameters, input);
        self.asked().push((question, answer.clone()));
        answer
    }
}

/// Whether two answers are the same; all rejections are alike.
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
        // Rejecting a right input changes the complete answer.
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
    let mut early = change(right, &one.code_points);
    let mut late = change(right, &two.code_points);
    if early.start > late.start {
        std::mem::swap(&mut early, &mut late);
    }
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
    Text {
        code_points: parts.concat(),
        flags: None,
    }
}

/// A changed part of a text, and its new content.
struct Change<'a> {
    start: usize,
    end: usize,
    new: &'a [u32],
}

fn change<'a>(right: &[u32], changed: &'a [u32]) -> Change<'a> {
    let start = count_same(right.iter(), changed.iter());
    let behind = count_same(right[start..].iter().rev(), changed[start..].iter().rev());
    Change {
        start,
        end: right.len() - behind,
        new: &changed[start..changed.len() - behind],
    }
}

/// How many code points are the same from the start on.
fn count_same<'a>(one: impl Iterator<Item = &'a u32>, two: impl Iterator<Item = &'a u32>) -> usize {
    one.zip(two).take_while(|(a, b)| a == b).count()
}
