//! The way from records to URIs, with a field for each rule. The reference answers for each record by
//! itself, after a deviation has edited it.

use acegate_codec::e164::Naptr;
use acegate_codec::{Error, ErrorKind, Failure, Parameters, Text, Value, Verb};

use crate::{Answer, Call, Model};

/// The rules of RFC 6116 and RFC 3403. Each field that differs from [`RIGHT`] is a fault.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'a> {
    /// Edits a record; `None` if it counts as wrong.
    pub(super) edit: &'a (dyn Fn(Naptr, &str) -> Option<Naptr> + Sync),
    /// Edits a record as it is printed.
    pub(super) raw: fn(&str) -> String,
    /// The URI of a record, which replaces the reference's.
    pub(super) own: fn(&str, &Naptr) -> Option<String>,
    /// Edits a URI.
    pub(super) uri: fn(String, &Naptr) -> String,
    /// The rank of an order or a preference.
    pub(super) rank: fn(u16) -> i64,
    /// The records of all orders are offered, the lowest first.
    pub(super) all_orders: bool,
    /// The highest preference comes first.
    pub(super) highest_first: bool,
    /// The wanted Enumservice is looked at.
    pub(super) wanted: bool,
    /// A record that is wrong ends the search.
    pub(super) broken_ends: bool,
    /// The answer has only the first URI.
    pub(super) first_alone: bool,
}

/// The rules without a fault.
pub(crate) const RIGHT: Rules<'static> = Rules {
    edit: &|fields, _| Some(fields),
    raw: str::to_owned,
    own: |_, _| None,
    uri: |uri, _| uri,
    rank: i64::from,
    all_orders: false,
    highest_first: false,
    wanted: true,
    broken_ends: false,
    first_alone: false,
};

impl Model for Rules<'_> {
    fn answer(&self, call: &Call<'_>) -> Answer {
        let (Some(Verb::Rewrite), Value::List(values)) = (call.verb(), call.input) else {
            return None;
        };
        let texts = values
            .iter()
            .map(|value| value.as_text().ok().and_then(Text::to_scalar_string));
        let texts: Vec<String> = texts.collect::<Option<_>>()?;
        let (number, records) = texts.split_first()?;
        let mut parameters = call.parameters.clone();
        if !self.wanted {
            parameters = Parameters::new();
        }
        let wanted = parameters
            .get("service")
            .map(ToString::to_string)
            .unwrap_or_default();
        let mut found = Vec::new();
        for record in records {
            let record = (self.raw)(record);
            let read = Naptr::read(&record, usize::MAX).ok();
            let edited = read.and_then(|fields| (self.edit)(fields, &wanted));
            let own = edited
                .as_ref()
                .and_then(|fields| (self.own)(number, fields));
            let text = edited.as_ref().map_or(record, ToString::to_string);
            let asked = Value::List(vec![number.as_str().into(), text.as_str().into()]);
            let answer = match (own, call.reference.apply(call.op, &parameters, &asked)) {
                (Some(own), _) => Ok(own),
                (None, Ok(Value::List(uris))) => first(&uris).ok_or(ErrorKind::NoMatch),
                (
                    None,
                    Err(Failure::Refused(Error {
                        kind,
                        position: 1..,
                    })),
                ) => Err(kind),
                (None, other) => return Some(other),
            };
            match (answer, edited) {
                (Ok(uri), Some(fields)) => found.push(((self.uri)(uri, &fields), fields)),
                (Err(ErrorKind::NoMatch | ErrorKind::NotTerminal), Some(_)) => {}
                _ if self.broken_ends => break,
                _ => {}
            }
        }
        let uris = self.ordered(found);
        if uris.is_empty() {
            return Some(Err(call.refusal(ErrorKind::Syntax)));
        }
        Some(Ok(uris.into()))
    }
}

impl Rules<'_> {
    fn ordered(&self, mut found: Vec<(String, Naptr)>) -> Vec<String> {
        let sign = if self.highest_first { -1 } else { 1 };
        let order = |fields: &Naptr| (self.rank)(fields.order);
        found.sort_by_key(|(_, own)| (order(own), sign * (self.rank)(own.preference)));
        if !self.all_orders {
            let lowest = found.first().map(|(_, fields)| order(fields));
            found.retain(|(_, fields)| Some(order(fields)) == lowest);
        }
        if self.first_alone {
            found.truncate(1);
        }
        found.into_iter().map(|(uri, _)| uri).collect()
    }
}

fn first(uris: &[Value]) -> Option<String> {
    uris.first()?.as_text().ok()?.to_scalar_string()
}
