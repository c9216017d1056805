//! The deviations of the protocols of addresses (section 7.1): habits of telephones and mail programs
//! that write a scheme before what was entered.

use acegate_codec::uri2dec::{Protocol, invert};
use acegate_codec::{Failure, Operation, Value};

use super::numbers::{refusal, text_of};
use crate::{Behaviour, Call, Deviation, deviation};

/// Protocols without a fault.
pub(super) const PROTOCOLS_MODEL: Behaviour = |call| answer(call, &RIGHT);

pub(crate) const PROTOCOLS: &[Deviation] = &[
    deviation("uri2dec/protocol-always-sip", &["uri2dec-32", "uri2dec-54"])
        .summary("Every address gets the protocol SIP, whatever the rules of the device say.")
        .how(|call| answer(call, &Rules { protocols: &["sip"], ..RIGHT })),
    deviation("uri2dec/protocol-only-of-the-four", &["uri2dec-65"])
        .summary("Only the four protocols that the document names count as one of an address.")
        .how(|call| {
            let own = |address: &str| {
                let named = |own: &String| Protocol::ALL.iter().any(|one| one.name() == own);
                scheme(address).filter(named)
            };
            answer(call, &Rules { own, ..RIGHT })
        }),
    deviation("uri2dec/protocol-slashes-always", &["uri2dec-32", "uri2dec-53"])
        .summary("Two slashes follow every protocol: `sip://bob@commandus.com`.")
        .how(|call| answer(call, &Rules { slashes: |_| true, end: str::to_owned, ..RIGHT })),
    deviation("uri2dec/protocol-slash-at-the-end", &["uri2dec-66"])
        .summary("A slash ends every address of http and ftp, even after a path or a query.")
        .how(|call| answer(call, &Rules { end: |rest| format!("{rest}/"), ..RIGHT })),
];

/// The rules of section 7.1. Each field that differs from [`RIGHT`] is a fault.
struct Rules {
    /// The protocols that the device has.
    protocols: &'static [&'static str],
    /// The protocol of an address.
    own: fn(&str) -> Option<String>,
    /// Whether two slashes follow the protocol.
    slashes: fn(&str) -> bool,
    /// Writes the part of an address after its host.
    end: fn(&str) -> String,
}

const RIGHT: Rules = Rules {
    protocols: &["sip", "mailto", "http", "ftp"],
    own: scheme,
    slashes: |protocol| matches!(protocol, "http" | "ftp"),
    end: |rest| if rest.starts_with('/') { rest.to_owned() } else { format!("/{rest}") },
};

/// The answer of an implementation with these rules; `None` for other operations.
fn answer(call: &Call<'_>, rules: &Rules) -> Option<Result<Value, Failure>> {
    if !matches!(call.op, "assign" | "choices") {
        return None;
    }
    let arguments =
        Operation::select(call.reference.operations(), call.op, call.parameters).ok()?;
    let input = text_of(call);
    // Inverted twice, an address is what is read of it: in lower case, and only of symbols.
    let Ok(address) = invert(&input).and_then(|inverted| invert(&inverted)) else {
        return Some(Err(refusal(call)));
    };
    let chosen = arguments.word("protocol");
    if call.op == "assign" {
        return Some(Ok(Value::from(rules.assigned(&address, &chosen).as_str())));
    }
    let mut all: Vec<_> =
        rules.protocols.iter().map(|protocol| rules.assigned(&address, protocol)).collect();
    all.dedup();
    Some(Ok(Value::List(all.iter().map(|one| Value::from(one.as_str())).collect())))
}

impl Rules {
    fn assigned(&self, address: &str, protocol: &str) -> String {
        if (self.own)(address).is_some() {
            return address.to_owned();
        }
        let known = self.protocols.iter().find(|known| **known == protocol);
        let Some(protocol) = known.or(self.protocols.first()) else { return address.to_owned() };
        if !(self.slashes)(protocol) {
            return format!("{protocol}:{address}");
        }
        let (host, rest) = address.split_at(address.find(['/', '?']).unwrap_or(address.len()));
        let rest = (self.end)(rest);
        format!("{protocol}://{host}{rest}")
    }
}

/// The scheme of RFC 2396, section 3.1, with which an address begins.
fn scheme(address: &str) -> Option<String> {
    let (own, _) = address.split_once(':')?;
    let right = own.starts_with(|c: char| c.is_ascii_alphabetic())
        && own.chars().all(|c| c.is_ascii_alphanumeric() || "-.".contains(c));
    right.then(|| own.to_owned())
}
