//! Punycode crates that speak the line protocol: `rust_peers CRATE`, where CRATE is `idna`, `punycode`,
//! `unic-idna-punycode` or `rustc-demangle`.
//!
//! The last one reads the identifiers of Rust's v0 mangling only, so it is asked about the codec
//! `bootstring` with the parameter set `rust-v0`. `acegate check --cmd "… rust_peers idna"` checks
//! one of them; `.ci/agreement.py` asks them all.

use std::collections::BTreeMap;
use std::io;
use std::panic::catch_unwind;
use std::time::Instant;

use acegate::implementation::Implementation;
use acegate::observation::{Fault, Observation, Outcome, Refusal, SkipReason};
use acegate::protocol::{CodecSupport, DeclaredLimits, Description, Identity, Request};
use acegate::serve::serve;
use acegate_codec::{Parameter, Value};

fn main() -> io::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let Some(mut peer) = Peer::named(&name) else {
        let text = "expected one of idna, punycode, unic-idna-punycode, rustc-demangle";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
    };
    serve(&mut peer, &mut io::stdin().lock(), &mut io::stdout().lock())
}

/// One direction of a crate; it returns `None` if the crate refuses.
type Function = fn(&str) -> Option<String>;

/// A crate.
struct Peer {
    description: Description,
    encode: Option<Function>,
    decode: Function,
}

impl Peer {
    fn named(name: &str) -> Option<Self> {
        let (codec, encode, decode): (_, Option<Function>, Function) = match name {
            "idna" => {
                ("punycode", Some(idna::punycode::encode_str), idna::punycode::decode_to_string)
            }
            "punycode" => ("punycode", Some(|text| punycode::encode(text).ok()), |code| {
                punycode::decode(code).ok()
            }),
            "unic-idna-punycode" => (
                "punycode",
                Some(unic_idna_punycode::encode_str),
                unic_idna_punycode::decode_to_string,
            ),
            "rustc-demangle" => ("bootstring", None, demangle),
            _ => return None,
        };
        let support = CodecSupport {
            ops: encode.iter().map(|_| "encode").chain(["decode"]).map(Into::into).collect(),
            params: if codec == "bootstring" { vec!["set".into()] } else { Vec::new() },
            limits: DeclaredLimits { width: (codec == "punycode").then_some(32), length: None },
            idna: None,
        };
        let identity = Identity {
            name: format!("Rust {name}"),
            version: locked_version(name),
            language: "Rust".into(),
            url: format!("https://docs.rs/{name}"),
        };
        let codecs = BTreeMap::from([(codec.to_owned(), support)]);
        Some(Self { description: Description::new(identity, codecs), encode, decode })
    }

    fn outcome(&self, request: &Request) -> Outcome {
        let skip = |why: &str| Outcome::Skipped(SkipReason::Unsupported, why.into());
        if !self.description.codecs.contains_key(&request.codec) {
            return skip("not a codec of this crate");
        }
        let set = request.params.get("set");
        if request.codec == "bootstring" && set != Some(&Parameter::Text("rust-v0".into())) {
            return skip("identifiers of Rust's v0 mangling only");
        }
        let function = match (request.op.as_str(), self.encode) {
            ("encode", Some(encode)) => encode,
            ("decode", _) => self.decode,
            _ => return skip("not an operation of this crate"),
        };
        let text = match &request.input {
            Value::Text(text) => text.to_scalar_string(),
            _ => None,
        };
        let Some(text) = text else {
            let why = "a Rust string holds scalar values only";
            return Outcome::Skipped(SkipReason::Unrepresentable, why.into());
        };
        if request.codec == "bootstring" && !text.is_ascii() {
            return skip("a mangled name is ASCII");
        }
        match catch_unwind(|| function(&text)) {
            Ok(Some(result)) => Outcome::Value(Value::from(result.as_str())),
            Ok(None) => Outcome::Refused(Refusal::default()),
            Err(_) => Outcome::Fault(Fault::Caught("panicked".into())),
        }
    }
}

impl Implementation for Peer {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn answer(&mut self, request: &Request) -> Observation {
        let start = Instant::now();
        Observation::new(self.outcome(request), start.elapsed())
    }
}

/// The text of an encoded identifier, read as the name of a function in the root of the crate `c`.
///
/// The crate shows a code that it cannot read as it is, in braces. A code that breaks the symbol makes
/// no symbol at all. A code that ends the identifier early leaves characters after it.
fn demangle(code: &str) -> Option<String> {
    let symbol = format!("_RNvC1cu{}_{code}", code.len());
    let shown = rustc_demangle::try_demangle(&symbol).ok()?;
    let text = format!("{shown:#}").strip_prefix("c::")?.to_owned();
    (!text.starts_with("punycode{")).then_some(text)
}

/// The version of a crate in the lock file of this workspace.
fn locked_version(name: &str) -> String {
    let head = format!("name = \"{name}\"\nversion = \"");
    let lock = include_str!("../../Cargo.lock");
    let version = lock.split_once(&head).and_then(|(_, rest)| rest.split_once('"'));
    version.map_or_else(String::new, |(version, _)| version.to_owned())
}
