//! Deviations of IDNA 2008: the model with a step changed.

mod context;
mod decoded;
mod joiners;
mod labels;
mod names;
mod property;

pub(super) use context::{BIDI, CONTEXT};
pub(super) use decoded::DECODED;
pub(super) use joiners::JOINERS;
pub(super) use labels::LABELS;
pub(super) use names::{MAPPING, NAMES};
pub(super) use property::PROPERTY;

use acegate_codec::idna2008::NameOptions;
use acegate_codec::idna2008::model::{LabelTests, ProtocolSteps};
use acegate_codec::{Operation, Value, Verb};

use super::{Answer, Behaviour, Call, Model, Seen, observed};

/// The steps without a fault, over the tables of the reference.
pub(super) const RIGHT: ProtocolSteps = ProtocolSteps::ICU;
const TESTS: LabelTests = LabelTests::ALL;

const ERLANG: Seen = observed("Erlang idna 6.1.1");
const GO: Seen = observed("golang.org/x/net 0.7 with idna.Registration");
const LIBIDN2: Seen = observed("Libidn2 2.3.3 without TR46");
const IDNA_OF_PYPI: Seen = observed("idna 3.20 of PyPI with strict");
const IDNA_3_6: Seen = observed("idna 3.6 of PyPI");
const URI_IDNA: Seen = observed("Ruby uri-idna 0.3.0");

impl Model for ProtocolSteps {
    /// The answer to a name or a label. The reference rejects a text with a surrogate.
    fn answer(&self, call: &Call<'_>) -> Answer {
        let name = call.input.as_text().ok()?.to_scalar_string()?;
        let verb = Verb::named(call.op)?;
        let own = self.apply(verb, &name, &options(call)?);
        Some(
            own.map(Value::from)
                .map_err(|refusal| call.refusal(refusal.error.kind)),
        )
    }
}

/// A change of steps of the model.
pub(super) type Change = fn(&mut ProtocolSteps, &Call<'_>);

/// The answer of the model with one change.
pub(super) fn answer(change: Change, call: &Call<'_>) -> Answer {
    let mut steps = RIGHT;
    change(&mut steps, call);
    steps.answer(call)
}

/// The answer of the model with the changes of all deviations that are combined; `None` if fewer than two of
/// them change steps. Where several change the same step, the first of them counts.
pub(super) fn combined_answer(call: &Call<'_>) -> Answer {
    if changes(call).count() < 2 {
        return None;
    }
    let mut steps = RIGHT;
    for change in changes(call).rev() {
        change(&mut steps, call);
    }
    steps.answer(call)
}

fn changes<'a>(call: &Call<'a>) -> impl DoubleEndedIterator<Item = Change> + use<'a> {
    call.combined
        .iter()
        .filter_map(|deviation| match deviation.behaviour {
            Behaviour::Protocol(change) => Some(change),
            Behaviour::Function(_) | Behaviour::Model(_) | Behaviour::Rules(_) => None,
        })
}

/// The options of a call.
fn options(call: &Call<'_>) -> Option<NameOptions> {
    let operations = call.reference.operations();
    let arguments = Operation::select(operations, call.op, call.parameters).ok()?;
    Some(NameOptions::from_arguments(&arguments))
}

/// The text of the input.
fn text(call: &Call<'_>) -> Option<String> {
    call.input.as_text().ok()?.to_scalar_string()
}

fn is_call_of(call: &Call<'_>, verb: Verb) -> bool {
    call.op == verb.name()
}
