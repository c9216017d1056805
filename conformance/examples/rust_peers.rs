//! Crates for Punycode and UTS 46, through the trait [`Implementation`].
//!
//! `rust_peers CRATE` speaks the line protocol, and `acegate check --cmd "… rust_peers idna"` checks it.
//! `rust_peers CRATE --report FILE` checks the crate in this process and writes the report file.
//! `rust_peers CRATE --call OP POINT…` calls it without acegate. If the variable `SETTINGS` has the word
//! `uts46`, the other words are the flags of UTS #46 that are on.
//! [`PEERS`] lists the crates; `reports/make/evidence` runs them.
//!
//! `rustc-demangle` reads only the identifiers of Rust's v0 mangling, so it is tested for the codec
//! `bootstring` with the parameter set `rust-v0`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::panic::catch_unwind;
use std::time::Instant;

use acegate::event::{Recording, RunStart, record};
use acegate::files::ReportFile;
use acegate::findings::{behaves_like, with_findings};
use acegate::implementation::Implementation;
use acegate::observation::{Fault, Observation, Outcome, Refusal, SkipReason};
use acegate::protocol::{
    CodecSupport, DeclaredLimits, DeclaredUnicode, Description, Identity, Idna, Request,
};
use acegate::runner::RunOptions;
use acegate::serve::serve;
use acegate_codec::unicode::{Version, Versions};
use acegate_codec::uts46::Settings;
use acegate_codec::{Operation, Parameter, Text, Value, codec};
use acegate_vectors::Suite;
use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

/// The functions of a release of `idna` on labels, or of an old one on names: UTS 46 without the deviations
/// of IDNA2003, with all of its checks.
macro_rules! idna {
    ($release:ident, labels) => {
        &[
            ("encode", $release::punycode::encode_str),
            ("decode", $release::punycode::decode_to_string),
        ]
    };
    ($release:ident, names) => {
        &[
            ("to-ascii", |name| {
                idna!($release, settings)("to-ascii", name, Settings::STRICT)
            }),
            ("to-unicode", |name| {
                idna!($release, settings)("to-unicode", name, Settings::STRICT)
            }),
        ]
    };
    ($release:ident, settings) => {
        |op, name, settings: Settings| {
            let config = $release::Config::default()
                .use_std3_ascii_rules(settings.std3)
                .transitional_processing(settings.transitional)
                .verify_dns_length(settings.verify_dns_length)
                .check_hyphens(settings.check_hyphens);
            if op == "to-ascii" {
                return config.to_ascii(name).ok();
            }
            let (text, is_right) = config.to_unicode(name);
            is_right.ok().map(|()| text)
        }
    };
}

/// The names of the crates, each with what is tested: an operation and the function for it.
const PEERS: &[(&str, &[(&str, Function)])] = &[
    ("idna", idna!(idna, labels)),
    (
        "idna-host",
        &[
            ("to-ascii", |name| {
                under_settings("to-ascii", name, Settings::STRICT)
            }),
            ("to-unicode", |name| {
                under_settings("to-unicode", name, Settings::STRICT)
            }),
        ],
    ),
    ("idna-0.5", idna!(idna_0_5, labels)),
    ("idna-0.5-host", idna!(idna_0_5, names)),
    ("idna-0.2", idna!(idna_0_2, labels)),
    ("idna-0.2-host", idna!(idna_0_2, names)),
    (
        "punycode",
        &[
            ("encode", |text| punycode::encode(text).ok()),
            ("decode", |code| punycode::decode(code).ok()),
        ],
    ),
    (
        "unic-idna-punycode",
        &[
            ("encode", unic_idna_punycode::encode_str),
            ("decode", unic_idna_punycode::decode_to_string),
        ],
    ),
    ("rustc-demangle", &[("decode", demangle)]),
];

/// One direction of a crate; it returns `None` if the crate refuses.
type Function = fn(&str) -> Option<String>;

/// The crates that are also tested for UTS 46, each with its function, the parameters that it has, and the
/// version of Unicode that `acegate doctor` finds.
const UTS46: &[(&str, Named, &[&str], Version)] = &[
    ("idna-host", under_settings, NEW, Version::V18),
    (
        "idna-0.5-host",
        idna!(idna_0_5, settings),
        OLD,
        Version::V13,
    ),
    (
        "idna-0.2-host",
        idna!(idna_0_2, settings),
        OLD,
        Version::V13,
    ),
];
const NEW: &[&str] = &["std3", "check-hyphens", "verify-dns-length", "profile"];
const OLD: &[&str] = &["std3", "check-hyphens", "verify-dns-length", "transitional"];

/// A function of an operation, a name and settings; it returns `None` if the crate refuses.
type Named = fn(&str, &str, Settings) -> Option<String>;

fn main() -> io::Result<()> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let (name, report) = match words[..] {
        [name] => (name, None),
        [name, "--report", file] => (name, Some(file)),
        [name, "--call", op, ref points @ ..] => return call(name, op, points),
        _ => {
            return Err(wrong(
                "expected CRATE, and nothing, --report FILE or --call OP",
            ));
        }
    };
    let Some(mut peer) = Peer::named(name) else {
        let names: Vec<_> = PEERS.iter().map(|(name, _)| *name).collect();
        return Err(wrong(&format!("expected one of {}", names.join(", "))));
    };
    match report {
        None => serve(&mut peer, &mut io::stdin().lock(), &mut io::stdout().lock()),
        Some(file) => check(&peer, name, file),
    }
}

fn wrong(text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, text)
}

/// Calls a function of a crate without acegate, on these code points in hexadecimal digits. It ends
/// with 1 if the crate refuses.
fn call(name: &str, op: &str, points: &[&str]) -> io::Result<()> {
    let function = function_of(name, op).ok_or_else(|| wrong("no such function"))?;
    let mut text = String::new();
    for word in points {
        let point = u32::from_str_radix(word, 16).ok();
        let character = point.and_then(char::from_u32);
        text.push(character.ok_or_else(|| wrong("expected scalar values"))?);
    }
    let variable = std::env::var("SETTINGS").unwrap_or_default();
    let words: Vec<_> = variable.split(' ').collect();
    let uts46 = UTS46.iter().find(|(peer, ..)| *peer == name);
    let made = match uts46 {
        Some((_, named, ..)) if words.contains(&"uts46") => named(op, &text, settings_of(&words)),
        _ => function(&text),
    };
    let Some(made) = made else {
        std::process::exit(1)
    };
    let points = made.chars().map(|c| format!("{:X}", u32::from(c)));
    let points: Vec<_> = points.collect();
    writeln!(io::stdout(), "{}", points.join(" "))
}

fn function_of(name: &str, op: &str) -> Option<Function> {
    let (_, functions) = PEERS.iter().find(|(peer, _)| *peer == name)?;
    let (_, function) = functions.iter().find(|(known, _)| *known == op)?;
    Some(*function)
}

/// The settings whose flags are among these words.
fn settings_of(words: &[&str]) -> Settings {
    Settings {
        check_hyphens: words.contains(&"check-hyphens"),
        check_bidi: words.contains(&"check-bidi"),
        check_joiners: words.contains(&"check-joiners"),
        std3: words.contains(&"std3"),
        verify_dns_length: words.contains(&"verify-dns-length"),
        transitional: words.contains(&"transitional"),
        ignore_invalid_punycode: words.contains(&"ignore-invalid-punycode"),
        url: words.contains(&"whatwg"),
        reads_ascii_hosts: false,
    }
}

/// Checks a crate in this process.
fn check(peer: &Peer, name: &str, file: &str) -> io::Result<()> {
    let suite = Suite::embedded().map_err(io::Error::other)?;
    let start = RunStart {
        suite: Suite::embedded_digest().to_string(),
        // This command also repeats the checks.
        arguments: vec![
            "--cmd".into(),
            format!("target/quick/examples/rust_peers {name}"),
        ],
        ..RunStart::default()
    };
    let recording = Recording {
        start,
        diagnose: Some(behaves_like),
        ..Recording::default()
    };
    let mut report = ReportFile::new(file);
    let mut sink = with_findings(|event| report.take(event));
    let ended = record(
        &suite.checks(),
        &|| Ok(Box::new(peer.clone()) as Box<dyn Implementation>),
        &RunOptions::default(),
        &recording,
        &mut sink,
    );
    drop(sink);
    if let Err(error) = ended {
        return Err(io::Error::other(error.to_string()));
    }
    match report.failure() {
        Some(error) => Err(io::Error::new(error.kind(), format!("{file}: {error}"))),
        None => Ok(()),
    }
}

/// A crate.
#[derive(Clone)]
struct Peer {
    description: Description,
    functions: &'static [(&'static str, Function)],
    uts46: Option<Named>,
}

impl Peer {
    fn named(name: &str) -> Option<Self> {
        let (_, functions) = PEERS.iter().find(|(peer, _)| *peer == name)?;
        let is_host = name.ends_with("-host");
        let (package, version) = released(name);
        let codec = if package == "rustc-demangle" {
            "bootstring"
        } else {
            "punycode"
        };
        let support = CodecSupport {
            ops: functions.iter().map(|(op, _)| (*op).to_owned()).collect(),
            params: (codec == "bootstring")
                .then_some("set")
                .into_iter()
                .collect(),
            // The crate `punycode` refuses and wraps earlier than integers of 32 bits need to.
            limits: DeclaredLimits {
                width: (codec == "punycode" && package != "punycode").then_some(32),
                ..DeclaredLimits::default()
            },
            idna: is_host.then_some(Idna::Strict),
        };
        let identity = Identity {
            name: format!("Rust {package}{}", if is_host { " host names" } else { "" }),
            version,
            language: "Rust".into(),
            url: format!("https://docs.rs/{package}"),
        };
        let mut codecs = BTreeMap::from([(codec.to_owned(), support)]);
        let uts46 = UTS46.iter().find(|(peer, ..)| *peer == name);
        if let Some(&(_, _, params, version)) = uts46 {
            codecs.insert("uts46".into(), uts46_support(params, version));
        }
        Some(Self {
            description: Description::new(identity, codecs),
            functions,
            uts46: uts46.map(|&(_, function, ..)| function),
        })
    }

    fn outcome(&self, request: &Request) -> Outcome {
        if !self.description.codecs.contains_key(&request.codec) {
            return unsupported("not a codec of this crate");
        }
        let set = request.params.get("set");
        if request.codec == "bootstring" && set != Some(&Parameter::Text("rust-v0".into())) {
            return unsupported("identifiers of Rust's v0 mangling only");
        }
        let Some((_, function)) = self.functions.iter().find(|(op, _)| *op == request.op) else {
            return unsupported("not an operation of this crate");
        };
        let text = request.input.as_text().ok();
        let Some(text) = text.and_then(Text::to_scalar_string) else {
            let why = "a Rust string holds scalar values only";
            return Outcome::Skipped(SkipReason::Unrepresentable, why.into());
        };
        if request.codec == "bootstring" && !text.is_ascii() {
            return unsupported("a mangled name is ASCII");
        }
        let answered = catch_unwind(|| match (self.uts46, settings(request)) {
            (Some(uts46), Some(settings)) => uts46(&request.op, &text, settings),
            _ => function(&text),
        });
        match answered {
            Ok(Some(result)) => Outcome::Value(Value::from(result.as_str())),
            Ok(None) => Outcome::Refused(Refusal::default()),
            Err(_) => Outcome::Fault(Fault::Caught("panicked".into())),
        }
    }
}

fn unsupported(why: &str) -> Outcome {
    Outcome::Skipped(SkipReason::Unsupported, why.into())
}

/// The support of UTS #46 with these parameters and tables of this version of Unicode.
fn uts46_support(params: &[&str], version: Version) -> CodecSupport {
    CodecSupport {
        ops: vec!["to-ascii".to_owned(), "to-unicode".to_owned()],
        params: params.iter().map(|&name| name.to_owned()).collect(),
        limits: DeclaredLimits {
            unicode: Some(DeclaredUnicode(Versions::all(version))),
            // The crate `idna` 1 encodes labels of at most 1,000 characters.
            length: Some(1000),
            ..DeclaredLimits::default()
        },
        ..CodecSupport::default()
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

/// The settings of a request for UTS 46.
fn settings(request: &Request) -> Option<Settings> {
    let uts46 = codec("uts46").filter(|codec| codec.id() == request.codec)?;
    let arguments = Operation::select(uts46.operations(), &request.op, &request.params).ok()?;
    Some(Settings::from_arguments(&arguments))
}

/// The newest release of `idna`. Its callers refuse the empty host of a URL.
fn under_settings(op: &str, name: &str, settings: Settings) -> Option<String> {
    let hyphens = if settings.check_hyphens {
        Hyphens::Check
    } else {
        Hyphens::Allow
    };
    let length = if settings.verify_dns_length {
        DnsLength::Verify
    } else {
        DnsLength::Ignore
    };
    let is_to_ascii = op == "to-ascii";
    let denied = match settings {
        Settings { std3: true, .. } => AsciiDenyList::STD3,
        Settings { url: true, .. } if is_to_ascii => AsciiDenyList::URL,
        _ => AsciiDenyList::EMPTY,
    };
    let uts46 = Uts46::new();
    let name = name.as_bytes();
    if is_to_ascii {
        let text = uts46.to_ascii(name, denied, hyphens, length).ok()?;
        if settings.url && text.is_empty() {
            return None;
        }
        return Some(text.into_owned());
    }
    let (text, is_right) = uts46.to_unicode(name, denied, hyphens);
    is_right.ok()?;
    Some(text.into_owned())
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

/// The package of a peer, and its version in the lock file of this workspace. `idna-0.5-host` is the
/// package `idna` of a release that begins with `0.5.`; without a release it is the newest.
fn released(name: &str) -> (&str, String) {
    let name = name.trim_end_matches("-host");
    let (package, release) = match name.rsplit_once('-') {
        Some((package, release)) if release.starts_with("0.") => (package, format!("{release}.")),
        _ => (name, String::new()),
    };
    let head = format!("name = \"{package}\"\nversion = \"");
    let lock = include_str!("../../Cargo.lock");
    let versions = lock
        .split(&head)
        .skip(1)
        .filter_map(|rest| rest.split('"').next());
    // The lock file lists the releases of a package by version.
    let version = versions
        .filter(|version| version.starts_with(&release))
        .last();
    (package, version.unwrap_or_default().to_owned())
}
