//! The deviations of the protocols of addresses (section 7.1): habits of telephones and mail programs
//! that write a scheme before what was entered.

use acegate_codec::uri2dec::{CODEC, Protocol, ProtocolRules, Uri2dec};
use acegate_codec::{Failure, Value};

use super::answer;
use crate::{Call, Deviation, deviation};

pub(crate) const PROTOCOLS: &[Deviation] = &[
    deviation("uri2dec/protocol-always-sip", &["uri2dec-32", "uri2dec-54"])
        .summary("Every address gets the protocol SIP, whatever the rules of the device say.")
        .how(|call| with(call, ProtocolRules { protocols: &[Protocol::Sip], ..DOCUMENT })),
    deviation("uri2dec/protocol-only-of-the-four", &["uri2dec-65"])
        .summary("Only the four protocols that the document names count as one of an address.")
        .how(|call| {
            let scheme = |address: &str| {
                let (own, _) = address.split_once(':')?;
                Protocol::ALL.iter().map(|protocol| protocol.name()).find(|name| *name == own)
            };
            with(call, ProtocolRules { scheme, ..DOCUMENT })
        }),
    deviation("uri2dec/protocol-slashes-always", &["uri2dec-32", "uri2dec-53"])
        .summary("Two slashes follow every protocol: `sip://bob@commandus.com`.")
        .how(|call| {
            with(call, ProtocolRules { has_host: |_| true, end: str::to_owned, ..DOCUMENT })
        }),
    deviation("uri2dec/protocol-slash-at-the-end", &["uri2dec-66"])
        .summary("A slash ends every address of http and ftp, even after a path or a query.")
        .how(|call| with(call, ProtocolRules { end: |rest| format!("{rest}/"), ..DOCUMENT })),
];

const DOCUMENT: ProtocolRules = ProtocolRules::DOCUMENT;

/// The answer of an implementation with these rules; `None` for other operations.
fn with(call: &Call<'_>, protocols: ProtocolRules) -> Option<Result<Value, Failure>> {
    answer(call, &["assign", "choices"], Uri2dec { protocols, ..CODEC })
}
