//! The screening of names for UTS #46: an implementation is tested with its own settings, by its own version
//! of Unicode, and for what its function is made for.

use acegate_codec::punycode::PREFIX;
use acegate_codec::unicode::{Version, Versions};
use acegate_codec::uts46::Settings;
use acegate_codec::{Family, Operation, Parameter, Parameters, Verb, uts46};

use super::besides_uts46::besides_uts46;
use super::edition;
use super::processing::{name_of, process, versions};
use crate::observation::SkipReason;
use crate::protocol::{CodecSupport, DeclaredUnicode, Idna, Request};

/// The request in the form in which the implementation can answer it.
///
/// A setting that the implementation does not have is replaced by one that it has, if the name has the same text and
/// breaks the same conditions under both.
///
/// # Errors
///
/// The reason, if the request is not sent.
pub(super) fn asked(
    request: Request,
    support: &CodecSupport,
) -> Result<Request, (SkipReason, String)> {
    let Some(operation) = operation(&request.op) else {
        return Ok(request);
    };
    let Some(wanted) = settings(operation, &request.params) else {
        return Ok(request);
    };
    // A number that is no character is refused under all settings, or cannot be sent.
    let name = name_of(&request);
    let all = with_defaults(operation, |name| request.params.get(name).cloned());
    if let Some(skip) = edition::other(&all, support) {
        return Err(skip);
    }
    let all = edition::with_own(all, support);
    let own = edition::with_own(available(operation, &all, support), support);
    let wanted = settings(operation, &all).unwrap_or(wanted);
    let request = Request {
        params: edition::without_fixed(without_defaults(operation, &own), support),
        ..request
    };
    let (Some(name), Some(settings)) = (name, settings(operation, &own)) else {
        if support.idna == Some(Idna::Url) {
            return Err(unsupported("a parser of URLs is given characters only"));
        }
        return Ok(request);
    };
    if !is_decided_alike(&request.op, &name, &wanted, &settings) {
        let names = deciding(operation, &name, &all, &own).join(", ");
        return Err(unsupported(format!("the answer depends on {names}")));
    }
    let is_open = settings.url && !wanted.url && support.limits.url.is_none();
    let besides = if is_open && is_read_by_some_urls(&request.op, &name) {
        Some("the host of a URL is ASCII and has an encoded label")
    } else {
        besides_uts46(&request.op, &name, &settings, support.idna)
    };
    if let Some(why) = besides {
        return Err(unsupported(format!("not for UTS #46 to decide: {why}")));
    }
    // The newest tables have the answer to every name, whatever it needs.
    if support.limits.unicode == Some(DeclaredUnicode(Versions::all(Version::V18))) {
        return Ok(request);
    }
    let needed = versions(&request.op, &name, &settings);
    match older_table(needed, support.limits.unicode, &TABLES) {
        Some(why) => Err((SkipReason::Limit, why)),
        None => Ok(request),
    }
}

fn unsupported(why: impl Into<String>) -> (SkipReason, String) {
    (SkipReason::Unsupported, why.into())
}

/// Whether the name is one whose encoded label is read by some versions of the URL Standard, and not by others.
fn is_read_by_some_urls(op: &str, name: &str) -> bool {
    op == Verb::ToAscii.name() && name.is_ascii() && has_encoded_label(name)
}

/// The words on the tables of a codec.
pub(super) struct TableNames {
    /// The codec.
    pub(super) codec: &'static str,
    /// The table whose version is [`Versions::mapping`].
    pub(super) mapping: &'static str,
}

const TABLES: TableNames = TableNames {
    codec: uts46::ABOUT.id,
    mapping: "mapping",
};

/// A table of Unicode, its version in which the answer to a name is right, and the version of the implementation.
struct Table {
    name: &'static str,
    needed: Version,
    own: Version,
}

/// The sentence on the first table of the implementation that is too old for an answer; `None` if none is. What an
/// implementation does not declare is at least version 12.1.
pub(super) fn older_table(
    needed: Versions,
    declared: Option<DeclaredUnicode>,
    names: &TableNames,
) -> Option<String> {
    let own = match declared {
        Some(DeclaredUnicode(own)) => own,
        None => Versions::all(Version::V12_1),
    };
    let tables = [
        Table {
            name: names.mapping,
            needed: needed.mapping,
            own: own.mapping,
        },
        Table {
            name: "normalisation",
            needed: needed.nfc,
            own: own.nfc,
        },
        Table {
            name: "Bidi classes and marks",
            needed: needed.bidi,
            own: own.bidi,
        },
        Table {
            name: "joining types",
            needed: needed.joining,
            own: own.joining,
        },
    ];
    let Table { name, needed, own } = tables.into_iter().find(|table| table.needed > table.own)?;
    let answer = format!("the answer needs Unicode {needed}");
    Some(if declared.is_some() {
        format!("{answer}, but the implementation has the {name} of {own}")
    } else {
        // An implementation that does not say what its tables are is not sent the name.
        format!(
            "{answer}: declare limits.unicode in codecs.{} to run the names of your version",
            names.codec
        )
    })
}

/// The operation of this name.
pub(crate) fn operation(name: &str) -> Option<&'static Operation> {
    uts46::ABOUT
        .operations
        .iter()
        .find(|operation| operation.name == name)
}

/// The settings that an implementation has if a request gives none, each parameter with its value.
#[cfg(feature = "process")]
pub(crate) fn own_settings(operation: &'static Operation, support: &CodecSupport) -> Parameters {
    available(operation, &with_defaults(operation, |_| None), support)
}

/// The settings under which an implementation answers a request: its own ones where it does not have the ones of the
/// request.
pub(super) fn own_settings_for(
    operation: &'static Operation,
    request: &Request,
    support: &CodecSupport,
) -> Parameters {
    let wanted = with_defaults(operation, |name| request.params.get(name).cloned());
    available(operation, &wanted, support)
}

/// The request with the implementation's settings where it lacks the settings of the request, whatever that does
/// to the answer.
pub(super) fn with_own_settings(request: Request, support: &CodecSupport) -> Request {
    let Some(operation) = operation(&request.op) else {
        return request;
    };
    let own = own_settings_for(operation, &request, support);
    Request {
        params: without_defaults(operation, &own),
        ..request
    }
}

/// The settings that a request of UTS #46 asks for, each with its value; `None` for another codec.
#[cfg(feature = "cli")]
pub(crate) fn settings_of(request: &Request) -> Option<Parameters> {
    if !request.is_of(Family::Idna) {
        return None;
    }
    let operation = operation(&request.op)?;
    Some(with_defaults(operation, |name| {
        request.params.get(name).cloned()
    }))
}

/// Each parameter of the operation with its value: the given one, or the default of the profile.
fn with_defaults(
    operation: &'static Operation,
    given: impl Fn(&str) -> Option<Parameter>,
) -> Parameters {
    let is_url = given("profile").is_some_and(|profile| profile.to_string() == "whatwg");
    let mut all = Parameters::new();
    for spec in operation.parameters {
        let is_off = is_url && OFF_IN_URLS.contains(&spec.name);
        let default = if is_off { "false" } else { spec.values[0] };
        let value = given(spec.name).unwrap_or_else(|| Parameter::from_word(default));
        all.insert(spec.name.to_owned(), value);
    }
    all
}

/// The flags that the profile of the URL Standard does not set.
pub(super) const OFF_IN_URLS: [&str; 3] = ["check-hyphens", "std3", "verify-dns-length"];

/// The same without those that have the default of the profile: the parameters of a request.
pub(crate) fn without_defaults(operation: &'static Operation, all: &Parameters) -> Parameters {
    let mut usual = with_defaults(operation, |name| {
        if name == "profile" {
            all.get(name).cloned()
        } else {
            None
        }
    });
    usual.insert("profile".to_owned(), Parameter::from_word(uts46::ABOUT.id));
    let mut given = all.clone();
    given.retain(|name, value| usual.get(name) != Some(value));
    given
}

/// The parameters with the implementation's own settings where it does not have those that are wanted.
fn available(
    operation: &'static Operation,
    wanted: &Parameters,
    support: &CodecSupport,
) -> Parameters {
    with_defaults(operation, |name| {
        let value = wanted.get(name)?;
        let offered = support.params.values(name)?;
        if offered.contains(value) {
            return Some(value.clone());
        }
        Some(offered.first().unwrap_or(value).clone())
    })
}

/// The settings that the parameters choose; `None` if one of them is not one of the operation's.
pub(crate) fn settings(operation: &'static Operation, params: &Parameters) -> Option<Settings> {
    let arguments = Operation::select(std::slice::from_ref(operation), operation.name, params);
    Some(Settings::from_arguments(&arguments.ok()?))
}

/// The replaced parameters that change the answer by themselves, or all of them if none does.
fn deciding<'a>(
    operation: &'static Operation,
    name: &str,
    wanted: &'a Parameters,
    own: &Parameters,
) -> Vec<&'a str> {
    let wanted_settings = settings(operation, wanted).unwrap_or_default();
    let mut replaced = Vec::new();
    let mut deciding = Vec::new();
    for (parameter, value) in wanted {
        let own_value = own.get(parameter);
        if own_value == Some(value) {
            continue;
        }
        replaced.push(parameter.as_str());
        let mut params = wanted.clone();
        if let Some(own_value) = own_value {
            params.insert(parameter.clone(), own_value.clone());
        }
        let one_replaced = settings(operation, &params).unwrap_or_default();
        if !is_decided_alike(operation.name, name, &wanted_settings, &one_replaced) {
            deciding.push(parameter.as_str());
        }
    }
    if deciding.is_empty() {
        replaced
    } else {
        deciding
    }
}

/// Whether a name has the same text, or breaks the same conditions, under both settings.
fn is_decided_alike(op: &str, name: &str, one: &Settings, other: &Settings) -> bool {
    if one == other {
        return true;
    }
    let one = process(op, name, one);
    let other = process(op, name, other);
    one.codes == other.codes && (one.error.is_some() || one.text == other.text)
}

fn has_encoded_label(name: &str) -> bool {
    name.split('.')
        .any(|label| acegate_codec::host::has_prefix(label, PREFIX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::besides_uts46::ROOT_IN_2008;

    fn support(fields: &str) -> CodecSupport {
        let json = format!(r#"{{"ops":["to-ascii","to-unicode"],{fields}}}"#);
        serde_json::from_str(&json).expect("a codec of a hello")
    }

    fn request(op: &str, params: &[(&str, &str)], name: &str) -> Request {
        let word = |&(name, word): &(&str, &str)| (name.to_owned(), Parameter::from_word(word));
        let params = params.iter().map(word).collect();
        Request {
            params,
            ..Request::new("uts46", op, name.into())
        }
    }

    /// The parameters that are sent, or the reason for skipping.
    fn sent(support: &CodecSupport, params: &[(&str, &str)], name: &str) -> String {
        match asked(request("to-ascii", params, name), support) {
            Ok(request) => {
                let words = request
                    .params
                    .iter()
                    .map(|(name, value)| format!("{name}={value}"));
                words.collect::<Vec<_>>().join(" ")
            }
            Err((_, why)) => why,
        }
    }

    #[test]
    fn a_setting_that_is_not_there_is_replaced_where_it_decides_nothing() {
        let lax = support(r#""params":{"std3":[false],"check-hyphens":[true,false]}"#);
        assert_eq!(sent(&lax, &[], "ü"), "std3=false");
        assert_eq!(sent(&lax, &[], "a_b"), "the answer depends on std3");
        assert_eq!(sent(&lax, &[("std3", "false")], "a_b"), "std3=false");
        assert_eq!(
            sent(&lax, &[("check-hyphens", "false")], "-a"),
            "check-hyphens=false std3=false"
        );
        // A parameter that is not listed has its default.
        let bidi = [("check-bidi", "false"), ("std3", "false")];
        assert_eq!(sent(&lax, &bidi, "ü"), "std3=false");
        assert_eq!(sent(&lax, &bidi, "0א"), "the answer depends on check-bidi");
        // The name is refused under both, but not by the same condition.
        let none = [("check-joiners", "false"), ("std3", "true")];
        assert_eq!(
            sent(&lax, &none, "_\u{200C}"),
            "the answer depends on check-joiners, std3"
        );
        assert_eq!(
            sent(&lax, &[("width", "32")], "a_b"),
            "width=32",
            "no parameter of the codec"
        );
    }

    #[test]
    fn only_the_parameters_that_decide_the_answer_are_named() {
        let fixed = support(
            r#""params":{"std3":[false],"check-hyphens":[false],"verify-dns-length":[false]}"#,
        );
        assert_eq!(sent(&fixed, &[], "a_b"), "the answer depends on std3");
        assert_eq!(
            sent(&fixed, &[], "-a"),
            "the answer depends on check-hyphens"
        );
        assert_eq!(
            sent(&fixed, &[], "-a_b"),
            "the answer depends on check-hyphens, std3"
        );
        assert_eq!(
            sent(&fixed, &[], "a..b"),
            "the answer depends on verify-dns-length"
        );
    }

    #[test]
    fn the_flags_of_the_profile_are_sent_where_it_is_not_read() {
        let url = [("profile", "whatwg")];
        let flags = "check-hyphens=false std3=false verify-dns-length=false";
        let free = support(r#""params":["check-hyphens","std3","verify-dns-length"]"#);
        assert_eq!(sent(&free, &url, "-a_b"), flags);
        assert_eq!(sent(&free, &url, "a^b"), "the answer depends on profile");
        assert_eq!(
            sent(&free, &[url[0], ("std3", "true")], "-ü"),
            flags.replace("std3=false ", "")
        );
        // An implementation with nothing but the profile has the flags of the profile.
        let only = support(r#""params":{"profile":["uts46","whatwg"]}"#);
        assert_eq!(sent(&only, &url, "-a_b"), "profile=whatwg");
        assert_eq!(sent(&only, &[], "-a_b"), "");
        let fixed = support(r#""params":{"profile":["whatwg"]}"#);
        assert_eq!(sent(&fixed, &[], "ü"), "profile=whatwg");
        assert_eq!(sent(&fixed, &[], "a_b"), "the answer depends on std3");
        assert!(sent(&fixed, &[], "xn--tda").ends_with("is ASCII and has an encoded label"));
        assert_eq!(sent(&fixed, &url, "xn--tda"), "profile=whatwg");
    }

    #[test]
    fn a_name_is_asked_of_tables_that_have_its_answer() {
        let declared = |json: &str| support(&format!(r#""limits":{{"unicode":{json}}}"#));
        let (none, old, new) = (
            support(r#""limits":{}"#),
            declared("\"15.0\""),
            declared("\"16\""),
        );
        // U+1C8A is new in Unicode 16, and U+1E9E has had another mapping before 15.1.
        for name in ["\u{1C8A}", "\u{1E9E}"] {
            assert_eq!(sent(&new, &[], name), "");
            assert!(sent(&none, &[], name).contains(": declare limits.unicode in codecs.uts46 "));
            assert!(sent(&old, &[], name).ends_with("the implementation has the mapping of 15.0"));
        }
        let mixed = declared(r#"{"mapping":"18","nfc":"18","bidi":"13","joining":"18"}"#);
        assert_eq!(sent(&mixed, &[], "\u{1E9E}"), "");
        assert!(
            sent(&mixed, &[], "\u{1C8A}")
                .ends_with("the implementation has the Bidi classes and marks of 13")
        );
        // The root label is refused since 15.1.
        assert!(matches!(
            asked(request("to-ascii", &[], "a."), &old),
            Err((SkipReason::Limit, why)) if why.starts_with("the answer needs Unicode 15.1")
        ));
    }

    #[test]
    fn the_final_dot_is_not_asked_of_idna_2008() {
        let of_2008 = support(r#""idna":"2008","limits":{"unicode":"18"}"#);
        let uts46 = support(r#""limits":{"unicode":"18"}"#);
        for name in ["a.", "ü.example.", "a。"] {
            assert!(sent(&of_2008, &[], name).ends_with(ROOT_IN_2008), "{name}");
            assert_eq!(sent(&uts46, &[], name), "", "{name}");
        }
        // A name that is also wrong without the dot stays wrong.
        for name in ["-a.", "a\u{200C}b.", "a..b", "."] {
            assert_eq!(sent(&of_2008, &[], name), "", "{name}");
        }
    }

    #[test]
    fn names_that_others_than_uts_46_decide_are_not_asked() {
        let besides = |idna: &str, op: &str, name: &str| {
            let fields = format!(
                r#""idna":"{idna}","limits":{{"unicode":"18"}},"params":["std3","verify-dns-length"]"#
            );
            let flags = [("std3", "false"), ("verify-dns-length", "false")];
            let flags = if op == "to-ascii" {
                &flags[..]
            } else {
                &flags[..1]
            };
            asked(request(op, flags, name), &support(&fields)).is_err()
        };
        for name in ["ü", "a1", "1.a", "0xg", "a_b", ""] {
            assert!(!besides("url", "to-ascii", name), "{name:?}");
        }
        for name in [
            "a%b",
            "a b",
            "\u{7F}",
            "a\u{FF05}",
            "ü.1",
            "１",
            "a.0xf.",
            "0x",
        ] {
            assert!(besides("url", "to-ascii", name), "{name:?}");
        }
        // 57 letters more than the first make the code of one digit each: 4 + 2 + 57 are 63.
        let (code, long) = ("ü".repeat(57), "ü".repeat(58));
        let labels = [
            &*"a".repeat(63),
            &"a".repeat(63),
            &"a".repeat(63),
            &"a".repeat(61),
        ]
        .join(".");
        for op in ["to-ascii", "to-unicode"] {
            let allowed = [
                "नि",
                "\u{F0B}ü",
                "〇",
                "א\u{6FD}",
                "क्\u{200D}",
                "a.",
                &*code,
                &*labels,
            ];
            for name in allowed {
                assert!(!besides("2008", op, name), "{op} {name:?}");
            }
            // IDNA 2008 also refuses what UTS #46 refuses.
            for name in ["-a", "0א", "a\u{200C}b", "\u{301}a", "xn--☃", "\u{E000}"] {
                assert!(!besides("2008", op, name), "{op} {name:?}");
            }
            let refused = [
                "☃",
                "a_b",
                "l·l",
                "\u{375}α",
                "א\u{5F3}",
                "א\u{5F4}",
                "ア・",
                "a\u{20D0}",
            ];
            let long = [&*long, &format!("{labels}a"), "", ".", "a..b"];
            let refused = refused
                .into_iter()
                .chain(["a\u{1D165}", "\u{640}", "\u{1100}"]);
            // A refusal of this name tells nothing of the Bidi rule.
            for name in refused.chain(["a\u{2605}.א"]).chain(long) {
                assert!(besides("2008", op, name), "{op} {name:?}");
            }
        }
    }
}
