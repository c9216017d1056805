//! The flags of UTS #46, and the operations and parameters of the codec.

use crate::codec::{Arguments, Operation, ParameterSpec};
use crate::facts::Verb;

/// The flags of the processing (UTS #46, sections 4, 4.1 and 4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// CheckHyphens: no label has a hyphen first, last, or both third and fourth.
    pub check_hyphens: bool,
    /// CheckBidi: the labels of a Bidi name satisfy the Bidi rule of RFC 5893.
    pub check_bidi: bool,
    /// CheckJoiners: U+200C and U+200D satisfy the rules of RFC 5892.
    pub check_joiners: bool,
    /// UseSTD3ASCIIRules: of ASCII, only small letters, digits and the hyphen are allowed.
    pub std3: bool,
    /// VerifyDnsLength: the lengths of the labels and of the name are those of the DNS.
    pub verify_dns_length: bool,
    /// Transitional_Processing: the deviation characters are mapped. It is deprecated since 15.1.
    pub transitional: bool,
    /// IgnoreInvalidPunycode: a label whose Punycode fails stays as it is.
    pub ignore_invalid_punycode: bool,
    /// The result is the host of a URL: it is not empty and has no forbidden domain code point (URL
    /// Standard, "domain to ASCII").
    pub url: bool,
}

impl Settings {
    /// All checks, nothing lenient.
    pub const STRICT: Self = Self {
        check_hyphens: true,
        check_bidi: true,
        check_joiners: true,
        std3: true,
        verify_dns_length: true,
        transitional: false,
        ignore_invalid_punycode: false,
        url: false,
    };

    /// The profile of the URL Standard, with beStrict false.
    pub const WHATWG: Self = Self {
        check_hyphens: false,
        std3: false,
        verify_dns_length: false,
        url: true,
        ..Self::STRICT
    };

    /// The settings that the parameters of a request choose. A parameter that is given wins over the
    /// profile.
    #[must_use]
    pub fn from_arguments(arguments: &Arguments<'_>) -> Self {
        let base = if arguments.is("profile", "whatwg") {
            Self::WHATWG
        } else {
            Self::STRICT
        };
        Self {
            check_hyphens: given_or(arguments, "check-hyphens", base.check_hyphens),
            check_bidi: given_or(arguments, "check-bidi", base.check_bidi),
            check_joiners: given_or(arguments, "check-joiners", base.check_joiners),
            std3: given_or(arguments, "std3", base.std3),
            verify_dns_length: given_or(arguments, "verify-dns-length", base.verify_dns_length),
            transitional: given_or(arguments, "transitional", base.transitional),
            ignore_invalid_punycode: given_or(
                arguments,
                "ignore-invalid-punycode",
                base.ignore_invalid_punycode,
            ),
            url: base.url,
        }
    }
}

/// The value of a parameter, or its default if the request does not have it.
fn given_or(arguments: &Arguments<'_>, name: &str, default: bool) -> bool {
    if arguments.given(name) {
        arguments.is(name, "true")
    } else {
        default
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self::STRICT
    }
}

/// The operations. Only ToASCII measures lengths.
pub(crate) const OPERATIONS: [Operation; 2] = [
    Operation::new(
        Verb::ToAscii,
        "a name",
        "the same in ASCII, mapped and checked",
    )
    .with(&PARAMETERS)
    .in_any_case(),
    Operation::new(
        Verb::ToUnicode,
        "a name",
        "the same in Unicode, mapped and checked",
    )
    .with(PARAMETERS.split_last().expect("parameters").1)
    .in_any_case(),
];

const PARAMETERS: [ParameterSpec; 8] = [
    flag(
        "check-hyphens",
        ON,
        "Whether hyphens are refused first, last, and third with fourth.",
    ),
    flag(
        "check-bidi",
        ON,
        "Whether the Bidi rule of RFC 5893 is checked.",
    ),
    flag(
        "check-joiners",
        ON,
        "Whether the rules of RFC 5892 for U+200C and U+200D are checked.",
    ),
    flag(
        "std3",
        ON,
        "Whether ASCII is restricted to small letters, digits and the hyphen.",
    ),
    flag(
        "transitional",
        OFF,
        "Whether the deviation characters are mapped (deprecated).",
    ),
    flag(
        "ignore-invalid-punycode",
        OFF,
        "Whether a label whose Punycode fails stays as it is.",
    ),
    flag(
        "profile",
        &["uts46", "whatwg"],
        "The flags that are not given: those above (uts46), or those of the URL Standard (whatwg), which also forbids an empty result and some code points.",
    ),
    flag(
        "verify-dns-length",
        ON,
        "Whether the lengths of the labels and of the name are checked.",
    ),
];

const ON: &[&str] = &["true", "false"];
const OFF: &[&str] = &["false", "true"];

const fn flag(
    name: &'static str,
    values: &'static [&'static str],
    summary: &'static str,
) -> ParameterSpec {
    ParameterSpec {
        name,
        values,
        summary,
    }
}
