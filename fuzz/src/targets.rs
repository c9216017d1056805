//! The targets: each a name, what it is about, and one property.

use std::sync::LazyLock;

use acegate::hunt::Violation;
use acegate::implementation::{CaughtPanic, catch_panic};
use acegate::protocol::Request;
use acegate_codec::{About, Family, Input, Operation, Verb, bootstring, codecs, punycode};

use crate::octets::{self, Scope, choice};
use crate::properties;

/// A fuzz target.
#[derive(Clone, Debug)]
pub struct Target {
    /// The name, which says the property: `impl_` a fast codec equals its model, `prop_` another property, `harness_` a
    /// reader of the harness.
    pub name: &'static str,
    /// One sentence: the property.
    pub property: &'static str,
    /// The length of the longest input that a campaign makes.
    pub longest: usize,
    /// The ways in which the property is judged. If there are several, the first octet of an input
    /// chooses one, modulo their number.
    pub parts: Vec<Part>,
}

/// One way of judging a property.
#[derive(Clone, Debug)]
pub struct Part {
    /// The name of the body.
    pub name: &'static str,
    /// The operations that it is about, by codec, in the order of the registry; none for a reader of the
    /// harness.
    pub scopes: Vec<Scope>,
    /// Judges one input.
    pub body: Body,
}

/// How an input is judged.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// By a property of the answers to a request, to requests that follow from it, and of functions for Rust
    /// users that do the same.
    Law(fn(&Request) -> Result<(), Violation>),
    /// By a reader of octets.
    Reader(fn(&[u8]) -> Result<(), Violation>),
}

impl Target {
    /// The target with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// The request that an input means; `None` if its part is not about an operation.
    #[must_use]
    pub fn request(&self, octets: &[u8]) -> Option<Request> {
        let (part, octets) = self.chosen(octets);
        if part.scopes.is_empty() {
            return None;
        }
        Some(octets::request(&part.scopes, octets))
    }

    /// The octets that mean this request to the part that `like` chooses; `None` if none do.
    #[must_use]
    pub fn octets(&self, like: &[u8], request: &Request) -> Option<Vec<u8>> {
        let (part, rest) = self.chosen(like);
        let mut octets = like[..like.len() - rest.len()].to_vec();
        octets.extend(octets::octets(request, &part.scopes)?);
        Some(octets)
    }

    /// The operations that the target is about.
    pub fn scopes(&self) -> impl Iterator<Item = &Scope> {
        self.parts.iter().flat_map(|part| &part.scopes)
    }

    /// Judges one input. A panic is a violation like any other, identified by its position.
    ///
    /// # Errors
    ///
    /// The violation if the property is broken or the code panicked.
    pub fn replay(&self, octets: &[u8]) -> Result<(), Violation> {
        let mut violation = match catch_panic(|| self.judge(octets)) {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(violation)) => violation,
            Err(panic) => self.violation_of(panic, octets),
        };
        self.name.clone_into(&mut violation.property);
        Err(violation)
    }

    fn violation_of(&self, panic: CaughtPanic, octets: &[u8]) -> Violation {
        let operation = match self.request(octets) {
            Some(request) => request.name(),
            None => "-".to_owned(),
        };
        let mut violation = Violation::new(operation, "panic", "-", panic.message);
        violation.place = panic.place.map(|place| relative(&place).to_owned());
        violation
    }

    pub(crate) fn judge(&self, octets: &[u8]) -> Result<(), Violation> {
        let (part, octets) = self.chosen(octets);
        match part.body {
            Body::Law(judge) => judge(&octets::request(&part.scopes, octets)),
            Body::Reader(judge) => judge(octets),
        }
    }

    /// The part for which an input is, and the octets that it receives.
    fn chosen<'a>(&self, mut octets: &'a [u8]) -> (&Part, &'a [u8]) {
        let part = &self.parts[choice(&mut octets, self.parts.len())];
        (part, octets)
    }
}

/// The path from the package on, wherever the repository lies.
fn relative(place: &str) -> &str {
    let packages = [
        "codec/src/",
        "vectors/src/",
        "conformance/src/",
        "fuzz/src/",
    ];
    let begin = packages.iter().find_map(|package| place.find(package));
    &place[begin.unwrap_or_default()..]
}

/// Which operations a part is about.
type Rule = fn(&About, &Operation) -> bool;

/// The operations of the registry for which the rule applies, by codec.
fn scopes(rule: Rule) -> Vec<Scope> {
    let mut scopes = Vec::new();
    for codec in codecs() {
        let about = codec.about();
        let mut operations = Vec::new();
        for operation in about.operations {
            if rule(&about, operation) {
                operations.push(operation);
            }
        }
        if !operations.is_empty() {
            scopes.push(Scope {
                codec: about,
                operations,
            });
        }
    }
    scopes
}

#[cfg(feature = "harness")]
fn no_operation(_: &About, _: &Operation) -> bool {
    false
}

fn every_operation(_: &About, _: &Operation) -> bool {
    true
}

fn of_bootstring(codec: &About, _: &Operation) -> bool {
    *codec == bootstring::ABOUT
}

fn of_punycode(codec: &About, _: &Operation) -> bool {
    *codec == punycode::ABOUT
}

/// Texts and codes, which have no limit, unlike host names.
fn of_long_punycode(codec: &About, operation: &Operation) -> bool {
    *codec == punycode::ABOUT && operation.verb.is_of_labels()
}

fn of_uts46(codec: &About, _: &Operation) -> bool {
    codec.family == Family::Idna
}

fn of_idna2008(codec: &About, _: &Operation) -> bool {
    codec.family == Family::Idna2008
}

/// Addresses, their numbers and their records; not their texts, protocols and books.
fn of_numbers(codec: &About, operation: &Operation) -> bool {
    codec.family == Family::Addresses
        && matches!(
            operation.verb,
            Verb::Hash
                | Verb::Invert
                | Verb::Key
                | Verb::Encode
                | Verb::Decode
                | Verb::Parses
                | Verb::WriteRecord
                | Verb::ReadRecord
        )
}

/// The operations that pack symbols into a key, and that read them from it.
fn of_packing(codec: &About, operation: &Operation) -> bool {
    codec.family == Family::Addresses && matches!(operation.verb, Verb::Key | Verb::Decode)
}

fn of_free_case(_: &About, operation: &Operation) -> bool {
    operation.case_is_free
}

fn of_records(_: &About, operation: &Operation) -> bool {
    operation.verb == Verb::Rewrite
}

/// Host names label by label. The standards for names map them first, and check them as a whole.
fn of_host_names(codec: &About, operation: &Operation) -> bool {
    !codec.family.is_of_checked_names() && operation.verb.is_of_host_names()
}

/// The operations with an inverse. A record can be read back as another form of it.
fn with_inverse(_: &About, operation: &Operation) -> bool {
    operation.inverse.is_some() && operation.verb != Verb::ReadRecord
}

/// The operations whose steps the codec crate traces.
fn of_traces(codec: &About, operation: &Operation) -> bool {
    match codec.family {
        Family::Bootstring => *codec == bootstring::ABOUT,
        Family::Addresses => operation.verb == Verb::Encode,
        Family::Telephone => operation.verb == Verb::Rewrite,
        Family::Labels | Family::Texts | Family::Idna | Family::Idna2008 => false,
    }
}

/// The operations that the properties of one address relate.
fn of_addresses(codec: &About, operation: &Operation) -> bool {
    codec.family == Family::Addresses
        && matches!(
            operation.verb,
            Verb::Encode
                | Verb::Parses
                | Verb::Decode
                | Verb::WriteRecord
                | Verb::ReadRecord
                | Verb::Escape
        )
}

/// The codes of the drafts, which are their own model.
fn of_drafts(codec: &About, operation: &Operation) -> bool {
    matches!(codec.family, Family::Labels | Family::Texts) && operation.verb == Verb::Encode
}

fn of_texts(_: &About, operation: &Operation) -> bool {
    operation.input != Input::List
}

/// The operations whose input may have any length. Those of UTS #46 and of host names reject a long label first.
fn of_any_length(codec: &About, operation: &Operation) -> bool {
    let is_limited = codec.family == Family::Telephone
        || codec.family.is_of_checked_names()
        || operation.verb.is_of_host_names();
    // As many readings as the number has markers, each as long as the number: quadratic by its nature.
    let is_listed = matches!(operation.verb, Verb::Parses | Verb::Choices);
    operation.input != Input::List && !is_limited && !is_listed
}

fn of_books(_: &About, operation: &Operation) -> bool {
    operation.verb == Verb::Book
}

/// Makes a row of the table of each declaration.
macro_rules! targets {
    ($(
        $(#[$meta:meta])* $name:ident up to $longest:literal, $property:literal => [
            $($kind:ident $body:ident $rule:ident)+
        ];
    )*) => {
        /// Every target, by name.
        pub static TARGETS: LazyLock<Vec<Target>> = LazyLock::new(|| Vec::from([$(
            $(#[$meta])*
            Target {
                name: stringify!($name),
                property: $property,
                longest: $longest,
                parts: vec![$(Part {
                    name: stringify!($body),
                    scopes: scopes($rule),
                    body: Body::$kind(properties::$body),
                }),+],
            },
        )*]));
    };
}

targets! {
    #[cfg(feature = "harness")]
    harness_address_books up to 512,
        "A search in address books finds what was entered, once." => [
        Reader book_search no_operation
    ];
    #[cfg(feature = "harness")]
    harness_protocol up to 1024,
        "A line or value of the protocol is refused or read back from what is written for it." => [
        Reader protocol_lines no_operation
        Reader protocol_values no_operation
    ];
    #[cfg(feature = "harness")]
    harness_report_events up to 2048,
        "A report file can be anything, and what is rendered from it steers no terminal." => [
        Reader report_events no_operation
    ];
    #[cfg(feature = "harness")]
    harness_texts up to 256,
        "Shown text steers no terminal; a one-shot template is read or refused." => [
        Reader printable_text no_operation
        Reader one_shot_templates no_operation
    ];
    #[cfg(feature = "harness")]
    harness_vector_files up to 2048,
        "A vector file is refused with a place or written in a form that loads as the same." => [
        Reader vector_files no_operation
    ];
    impl_bootstring up to 256,
        "With any parameters, and for any integers, Bootstring gives the values, errors and positions of its model." => [
        Law integers_equal_plain of_bootstring
    ];
    impl_idna2008 up to 320,
        "Names and labels are checked and converted as the model of IDNA 2008 does." => [
        Law fast_equals_plain of_idna2008
    ];
    impl_punycode up to 320,
        "Punycode treats labels and host names as its model does." => [
        Law fast_equals_plain of_punycode
    ];
    impl_punycode_long up to 2048,
        "Long texts and codes, and the functions for Rust users, which take ways of their own, give what the model gives." => [
        Law fast_equals_plain of_long_punycode
        Law punycode_directly of_long_punycode
    ];
    impl_uri2dec up to 1280,
        "Addresses, numbers, records and the packing core give what the model gives." => [
        Law fast_equals_plain of_numbers
        Law packing_equals_plain of_packing
    ];
    impl_uts46 up to 320,
        "Names are processed as the model of UTS #46 does." => [
        Law fast_equals_plain of_uts46
    ];
    prop_any_request_has_one_answer up to 256,
        "Any request, sensible or not, has one answer, of the registry and of the function for Rust users, and positions of errors are within the input." => [
        Law any_request_has_one_answer every_operation
    ];
    prop_arithmetic up to 256,
        "Codes of RACE, LACE, UTF-5 and UTF-6 have the form and the length that follow from their drafts by arithmetic." => [
        Law codes_keep_their_arithmetic of_drafts
    ];
    prop_case_is_free up to 256,
        "Swapping the case of letters changes no result where case carries nothing." => [
        Law letter_case_is_free of_free_case
    ];
    prop_enum_laws up to 512,
        "The URIs of a number depend neither on the place of a record nor on records that are wrong, records are read back, and quantifiers can be spelt out." => [
        Law records_keep_the_laws of_records
    ];
    prop_names_keep_the_laws up to 320,
        "Host names keep the limits and are treated label by label." => [
        Law names_keep_the_laws of_host_names
    ];
    prop_round_trip up to 256,
        "What a codec writes it reads back, and what it reads strictly it writes so." => [
        Law inverse_undoes with_inverse
    ];
    prop_size_is_bounded up to 512,
        "Output and memory are linear in the input." => [
        Law size_is_bounded every_operation
    ];
    prop_state_is_not_kept up to 256,
        "A request is answered the same whatever was asked before it." => [
        Law earlier_requests_change_nothing of_texts
    ];
    prop_time_is_linear up to 64,
        "Twice the input takes no more than about twice the time, from 20,000 code points on." => [
        Law time_grows_with_the_length of_any_length
    ];
    prop_traces_tell_the_truth up to 256,
        "The steps of an operation end in its result." => [
        Law traces_tell_the_truth of_traces
    ];
    prop_uri2dec_laws up to 512,
        "Hash, key, number, readings and record of one address fit together, and so do the answers of books." => [
        Law addresses_keep_the_laws of_addresses
        Law books_keep_the_laws of_books
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_octet_chooses_the_part() {
        let target = Target::named("prop_uri2dec_laws").expect("a target");
        // `0` is 48, which is 0 modulo 2: addresses. `3` is 51, which is 3 modulo 6: their fourth operation.
        let request = target.request(b"03x").expect("a request");
        assert_eq!(request.name(), "uri2dec write-record");
        assert_eq!(
            target.request(b"1x").expect("a request").name(),
            "uri2dec book"
        );
        let target = Target::named("prop_round_trip").expect("a target");
        let request = target.request(b"63xn--xn---3ra").expect("a request");
        assert_eq!(request.name(), "punycode to-unicode");
        #[cfg(feature = "harness")]
        assert_eq!(
            Target::named("harness_address_books")
                .expect("a target")
                .request(b"0x"),
            None
        );
    }
}
