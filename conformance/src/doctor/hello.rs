//! The examination of a description: its fields, codecs and operations.
//!
//! In: the reply to hello. Out: points on misspelt fields, and on codecs and operations that the
//! suite does not have.

use acegate_codec::{Codec, Family, codec, codecs, family, punycode};
use serde_json::{Map, Value as Json};

use super::{Examination, QUOTED};
use crate::escape::printable_start;
use crate::nearest::nearest;
use crate::protocol::Description;

/// How many points of one kind are shown one by one.
const SHOWN: usize = 5;

const HELLO: [&str; 6] = [
    "type",
    "protocol",
    "implementation",
    "codecs",
    "values",
    "window",
];
const IMPLEMENTATION: [&str; 4] = ["name", "version", "language", "url"];
const CODEC: [&str; 4] = ["ops", "params", "limits", "idna"];
const LIMITS: [&str; 5] = ["width", "length", "labels", "unicode", "url"];

/// Adds a doubt for each field that the protocol does not have: it is ignored, and may be misspelt.
pub(super) fn examine_fields(hello: &Json, examination: &mut Examination) {
    let mut unknown = Vec::new();
    look(hello, "the hello", &HELLO, &mut unknown);
    look(
        &hello["implementation"],
        "implementation",
        &IMPLEMENTATION,
        &mut unknown,
    );
    for (id, support) in hello["codecs"].as_object().into_iter().flatten() {
        let place = format!("codecs.{}", printable_start(id, QUOTED));
        // The treatment of host names and the version of Unicode are declared for these codecs.
        let is_of_names = family(id).is_some_and(Family::is_of_checked_names);
        let is_idna = id == punycode::ABOUT.id || is_of_names;
        let known = if is_idna {
            &CODEC[..]
        } else {
            &CODEC[..CODEC.len() - 1]
        };
        look(support, &place, known, &mut unknown);
        let limits = if is_idna {
            &LIMITS[..]
        } else {
            &LIMITS[..LIMITS.len() - 1]
        };
        look(
            &support["limits"],
            &format!("{place}.limits"),
            limits,
            &mut unknown,
        );
        if unknown.len() > SHOWN {
            break;
        }
    }
    for text in unknown.into_iter().take(SHOWN) {
        examination.doubt("hello", text);
    }
}

fn look(json: &Json, place: &str, known: &[&str], unknown: &mut Vec<String>) {
    let names = json.as_object().into_iter().flat_map(Map::keys);
    for name in names
        .filter(|name| !known.contains(&name.as_str()))
        .take(SHOWN)
    {
        let meant = match known_name_like(name, known) {
            _ if name == "idna" => "it belongs in codecs.punycode or codecs.uts46".to_owned(),
            Some(meant) => format!("did you mean {meant:?}?"),
            None => format!("expected one of {}", known.join(", ")),
        };
        let name = printable_start(name, QUOTED);
        unknown.push(format!("the field {name:?} in {place} is ignored: {meant}"));
    }
}

/// The known name that is nearest to this one, or begins as it does: `ops` for `operations`; `None`
/// if none does.
fn known_name_like<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    if let Some(like) = nearest(name, known.iter().copied()).first() {
        return Some(like);
    }
    known
        .iter()
        .find(|known| known.get(..2).is_some_and(|start| name.starts_with(start)))
        .copied()
}

/// Adds a point for each codec that is listed, and for those that the suite does not have.
pub(super) fn examine_codecs(description: &Description, examination: &mut Examination) {
    if description.codecs.is_empty() {
        examination.bad(
            "codecs",
            "none is listed: list at least one in \"codecs\", because nothing can be checked \
                without",
        );
    }
    let (known, unknown): (Vec<_>, Vec<_>) = description
        .codecs
        .iter()
        .partition(|(id, _)| codec(id).is_some());
    for (id, support) in known {
        let operations = codec(id).map(Codec::operations).unwrap_or_default();
        let names: Vec<_> = operations.iter().map(|operation| operation.name).collect();
        let (known, strange): (Vec<_>, Vec<_>) = support
            .ops
            .iter()
            .map(String::as_str)
            .partition(|op| names.contains(op));
        if let Some(first) = strange.first() {
            let others = match strange.len() {
                1 => String::new(),
                more => format!(" (nor {} more that are listed)", more - 1),
            };
            let first = printable_start(first, QUOTED);
            let names = names.join(", ");
            examination.bad(
                "codecs",
                format!(
                    "{id} does not have the operation {first}{others}: its operations are \
                    {names}"
                ),
            );
        } else if known.is_empty() {
            examination.bad("codecs", format!("{id} lists no operations"));
        } else {
            examination.good("codecs", format!("{id}: {}", known.join(", ")));
        }
    }
    for (id, _) in unknown.iter().take(SHOWN) {
        let meant = nearest(id, codecs().iter().map(|codec| codec.id()))
            .first()
            .copied();
        let meant = meant.map_or_else(String::new, |meant| format!(": did you mean {meant:?}?"));
        let id = printable_start(id, QUOTED);
        examination.bad(
            "codecs",
            format!("{id:?} is not a codec of the suite{meant}"),
        );
    }
    if unknown.len() > SHOWN {
        let more = unknown.len() - SHOWN;
        examination.bad(
            "codecs",
            format!("{more} more are not codecs of the suite either"),
        );
    }
}
