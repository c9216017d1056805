//! The deviations of the protocols of addresses (section 7.1): habits of telephones and mail programs
//! that write a scheme before what was entered.

use super::answer;
use crate::{Answer, Call, Deviation, Model, deviation};
use acegate_codec::uri2dec::{CODEC, Protocol, ProtocolRules, Uri2dec};

pub(crate) const PROTOCOLS: &[Deviation] = &[
    deviation("uri2dec/protocol-always-sip", &["uri2dec-32", "uri2dec-54"])
        .summary("Every address gets the protocol SIP, whatever the rules of the device say.")
        .by(&ProtocolRules { protocols: &[Protocol::Sip], ..DOCUMENT }),
    deviation("uri2dec/protocol-only-of-the-four", &["uri2dec-65"])
        .summary("Only the four protocols that the document names count as one of an address.")
        .by(&ProtocolRules {
            scheme: |address| {
                let (own, _) = address.split_once(':')?;
                Protocol::ALL.iter().map(|protocol| protocol.name()).find(|name| *name == own)
            },
            ..DOCUMENT
        }),
    deviation("uri2dec/protocol-slashes-always", &["uri2dec-32", "uri2dec-53"])
        .summary("Two slashes follow every protocol: `sip://bob@commandus.com`.")
        .by(&ProtocolRules { has_host: |_| true, end: str::to_owned, ..DOCUMENT }),
    deviation("uri2dec/protocol-slash-at-the-end", &["uri2dec-66"])
        .summary("A slash ends every address of http and ftp, even after a path or a query.")
        .by(&ProtocolRules { end: |rest| format!("{rest}/"), ..DOCUMENT }),
];

const DOCUMENT: ProtocolRules = ProtocolRules::DOCUMENT;

impl Model for ProtocolRules {
    fn answer(&self, call: &Call<'_>) -> Answer {
        answer(call, &["assign", "choices"], Uri2dec { protocols: *self, ..CODEC })
    }
}
