//! The deviations of the protocols of addresses (section 7.1): habits of telephones and mail programs
//! that write a scheme before what was entered.

use acegate_codec::uri2dec::{Protocol, invert};
use acegate_codec::{Failure, Operation, Value};

use super::numbers::refusal;
use crate::{Behaviour, Call, Deviation, deviation};

/// Protocols without a fault.
pub(super) const PROTOCOLS_MODEL: Behaviour = |call| answer(call, &RIGHT);

pub(crate) const PROTOCOLS: &[Deviation] = &[
    deviation("uri2dec/protocol-not-assigned", &["uri2dec-32"])
        .summary("An address stays without a protocol.")
        .how(|call| answer(call, &Rules { protocols: &[], ..RIGHT })),
    deviation("uri2dec/protocol-always-sip", &["uri2dec-32", "uri2dec-54"])
        .summary("Every address gets the protocol SIP, whatever the rules of the device say.")
        .how(|call| answer(call, &Rules { protocols: &["sip"], ..RIGHT })),
    deviation("uri2dec/protocol-http-by-default", &["uri2dec-53"])
        .summary("An address gets the protocol of the web if none is chosen, as in a browser.")
        .how(|call| answer(call, &Rules { default: "http", ..RIGHT })),
    deviation("uri2dec/protocol-assigned-twice", &["uri2dec-32", "uri2dec-65"])
        .summary("An address that has a protocol gets another before it.")
        .how(|call| answer(call, &Rules { own: |_| None, ..RIGHT })),
    deviation("uri2dec/protocol-replaced", &["uri2dec-32", "uri2dec-65"])
        .summary("The protocol of an address is replaced by the one that the device assigns.")
        .how(|call| answer(call, &Rules { replaces: true, ..RIGHT })),
    deviation("uri2dec/protocol-only-of-the-four", &["uri2dec-65"])
        .summary("Only the four protocols that the document names count as one of an address.")
        .how(|call| {
            let own = |address: &str| {
                let named = |own: &String| Protocol::ALL.iter().any(|one| one.name() == own);
                scheme(address).filter(named)
            };
            answer(call, &Rules { own, ..RIGHT })
        }),
    deviation("uri2dec/protocol-ends-at-any-colon", &["uri2dec-32", "uri2dec-65"])
        .summary("Everything before a colon counts as a protocol, even a user and a host.")
        .how(|call| {
            let own = |address: &str| address.split_once(':').map(|(own, _)| own.to_owned());
            answer(call, &Rules { own, ..RIGHT })
        }),
    deviation("uri2dec/protocol-needs-slashes", &["uri2dec-32", "uri2dec-65"])
        .summary("Only a colon with two slashes after it ends a protocol.")
        .how(|call| {
            let own = |address: &str| address.split_once("://").map(|(own, _)| own.to_owned());
            answer(call, &Rules { own, ..RIGHT })
        }),
    deviation("uri2dec/protocol-slashes-missing", &["uri2dec-32"])
        .summary("No slashes are written between the protocol and the host.")
        .how(|call| answer(call, &Rules { slashes: |_| false, ..RIGHT })),
    deviation("uri2dec/protocol-slashes-always", &["uri2dec-32", "uri2dec-53"])
        .summary("Two slashes follow every protocol: `sip://bob@commandus.com`.")
        .how(|call| answer(call, &Rules { slashes: |_| true, end: str::to_owned, ..RIGHT })),
    deviation("uri2dec/protocol-host-not-ended", &["uri2dec-32", "uri2dec-66"])
        .summary("No slash ends the host of http and ftp.")
        .how(|call| answer(call, &Rules { end: str::to_owned, ..RIGHT })),
    deviation("uri2dec/protocol-slash-at-the-end", &["uri2dec-66"])
        .summary("A slash ends every address of http and ftp, even after a path or a query.")
        .how(|call| answer(call, &Rules { end: |rest| format!("{rest}/"), ..RIGHT })),
];

/// The rules of section 7.1. Each field that differs from [`RIGHT`] is a fault.
struct Rules {
    /// The protocols that the device has.
    protocols: &'static [&'static str],
    default: &'static str,
    /// The protocol of an address.
    own: fn(&str) -> Option<String>,
    replaces: bool,
    /// Whether two slashes follow the protocol.
    slashes: fn(&str) -> bool,
    /// Writes the part of an address after its host.
    end: fn(&str) -> String,
}

const RIGHT: Rules = Rules {
    protocols: &["sip", "mailto", "http", "ftp"],
    default: "sip",
    own: scheme,
    replaces: false,
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
    let input = call.code_points().iter().map(|&c| char::from_u32(c).unwrap_or('\0'));
    let input: String = input.collect();
    // Inverted twice, an address is what is read of it: in lower case, and only of symbols.
    let Ok(address) = invert(&input).and_then(|inverted| invert(&inverted)) else {
        return Some(Err(refusal(call)));
    };
    let chosen = arguments.word("protocol");
    if call.op == "assign" {
        let given = call.parameters.contains_key("protocol");
        let protocol = if given { chosen.as_str() } else { rules.default };
        return Some(Ok(Value::from(rules.assigned(&address, protocol).as_str())));
    }
    let mut all: Vec<_> =
        rules.protocols.iter().map(|protocol| rules.assigned(&address, protocol)).collect();
    all.dedup();
    Some(Ok(Value::List(all.iter().map(|one| Value::from(one.as_str())).collect())))
}

impl Rules {
    fn assigned(&self, address: &str, protocol: &str) -> String {
        let own = (self.own)(address);
        let rest = match &own {
            Some(_) if !self.replaces => return address.to_owned(),
            Some(own) => address[own.len() + 1..].trim_matches('/'),
            None => address,
        };
        let known = self.protocols.iter().find(|known| **known == protocol);
        let Some(protocol) = known.or(self.protocols.first()) else { return rest.to_owned() };
        if !(self.slashes)(protocol) {
            return format!("{protocol}:{rest}");
        }
        let (host, rest) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
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
