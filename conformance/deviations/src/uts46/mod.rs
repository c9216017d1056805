//! Deviations of UTS #46: the model with a step changed.

mod bidi;
mod decoded;
mod lengths;
mod mapping;
mod order;

pub(super) use bidi::{BIDI, JOINERS};
pub(super) use decoded::DECODED;
pub(super) use lengths::LENGTHS;
pub(super) use mapping::MAPPING;
pub(super) use order::ORDER;

use acegate_codec::uts46::Settings;
use acegate_codec::uts46::model::{Criteria, Criterion, Icu, Judged, Rules};
use acegate_codec::{Operation, Value};

use super::{Answer, Behaviour, Call, Model, Seen, observed};

/// The steps without a fault, over the tables of the reference.
pub(super) const RIGHT: Rules = Rules {
    tables: &Icu,
    ..Rules::UTS46
};
const CRITERIA: Criteria = Criteria::ALL;

const NODE: Seen = observed("Node.js 20.20.2 (Ada 2.9.2)");
const ADA: Seen = observed("ada-url 4.0.0 of PyPI");
const IDNA_OF_PYPI: Seen = observed("idna 3.20 of PyPI with uts46");
const IDNA_OF_RUST: Seen = observed("Rust idna 1.1.0");
const ERLANG: Seen = observed("Erlang idna 6.1.1");
const LIBIDN2: Seen = observed("Libidn2 2.3.3");
const ICU: Seen = observed("ICU 72.1");

impl Model for Rules {
    /// The answer to a name. The reference rejects a text with a surrogate.
    fn answer(&self, call: &Call<'_>) -> Answer {
        let name = call.input.as_text().ok()?.to_scalar_string()?;
        let own = self.apply(call.op, &name, settings(call)?).into_result();
        Some(
            own.map(Value::from)
                .map_err(|error| call.refusal(error.kind)),
        )
    }
}

/// A change of steps of the model.
pub(super) type Change = fn(&mut Rules, &Call<'_>);

/// The answer of the model with one change.
pub(super) fn answer(change: Change, call: &Call<'_>) -> Answer {
    let mut rules = RIGHT;
    change(&mut rules, call);
    rules.answer(call)
}

/// The answer of the model with the changes of all deviations that are combined; `None` if fewer than two of
/// them change steps.
pub(super) fn combined_answer(call: &Call<'_>) -> Answer {
    if changes(call).count() < 2 {
        return None;
    }
    changed_rules(call).answer(call)
}

/// The model with the changes of all deviations that are combined. Where several change the same step, the
/// first of them counts.
fn changed_rules(call: &Call<'_>) -> Rules {
    let mut rules = RIGHT;
    for change in changes(call).rev() {
        change(&mut rules, call);
    }
    rules
}

fn changes<'a>(call: &Call<'a>) -> impl DoubleEndedIterator<Item = Change> + use<'a> {
    call.combined
        .iter()
        .filter_map(|deviation| match deviation.behaviour {
            Behaviour::Rules(change) => Some(change),
            Behaviour::Function(_) | Behaviour::Model(_) | Behaviour::Protocol(_) => None,
        })
}

/// The flags of a call.
fn settings(call: &Call<'_>) -> Option<Settings> {
    let operations = call.reference.operations();
    let arguments = Operation::select(operations, call.op, call.parameters).ok()?;
    Some(Settings::from_arguments(&arguments))
}

/// The position that breaks a criterion, unless the label was decoded.
fn unless_decoded(judged: &Judged<'_>, criterion: Criterion) -> Option<usize> {
    if judged.label.is_decoded {
        None
    } else {
        criterion(judged)
    }
}
