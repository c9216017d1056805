//! The targets: each a name, what it is about, and one claim.

use crate::claims;
use crate::failure::Failure;
use crate::request::Scope;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name, which says the claim: `impl_` fast equals plain, `prop_` a law, `harness_` a
    /// reader of our own.
    pub name: &'static str,
    /// One sentence: what is claimed.
    pub claim: &'static str,
    /// The operations that the target is about; none for a reader of the harness, and for the one
    /// target that takes the registry as it is.
    pub scopes: &'static [Scope],
    /// The length of the longest input that a campaign makes.
    pub longest: usize,
    /// Judges one input.
    pub body: fn(&[u8]) -> Result<(), Failure>,
}

impl Target {
    /// The target with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// Judges one input.
    ///
    /// # Errors
    ///
    /// The failure, with the name of the target, where the claim does not hold.
    pub fn run(&self, octets: &[u8]) -> Result<(), Failure> {
        (self.body)(octets).map_err(|failure| Failure { target: self.name.to_owned(), ..failure })
    }
}

/// Declares each target once: the function that a libFuzzer program calls and its row in the table.
macro_rules! targets {
    ($(
        $name:ident { $($codec:literal: $($op:literal),+);* } up to $longest:literal = $body:ident,
        $claim:literal;
    )*) => {
        $(
            #[doc = $claim]
            ///
            /// # Errors
            ///
            /// The failure where the claim does not hold for the input.
            pub fn $name(octets: &[u8]) -> Result<(), Failure> {
                const SCOPES: &[Scope] = &[$(Scope { codec: $codec, ops: &[$($op),+] }),*];
                claims::$body(SCOPES, octets)
                    .map_err(|failure| Failure { target: stringify!($name).to_owned(), ..failure })
            }
        )*

        /// Every target, in the order of this file.
        pub const TARGETS: &[Target] = &[$(
            Target {
                name: stringify!($name),
                claim: $claim,
                scopes: &[$(Scope { codec: $codec, ops: &[$($op),+] }),*],
                longest: $longest,
                body: $name,
            },
        )*];
    };
}

targets! {
    impl_bootstring { "bootstring": "encode", "decode" } up to 256 = fast_equals_plain,
        "With any parameters, Bootstring gives the values, errors and positions of its plain twin.";
    impl_bootstring_integers {} up to 192 = integers_equal_plain,
        "Where any integer is a code point, Bootstring gives what its plain twin gives.";
    impl_lace_label { "lace": "encode", "decode" } up to 320 = fast_equals_plain,
        "LACE treats labels as its plain twin does.";
    impl_lace_name { "lace": "to-ascii", "to-unicode" } up to 320 = fast_equals_plain,
        "LACE treats host names as its plain twin does.";
    impl_punycode_decode { "punycode": "decode" } up to 256 = fast_equals_plain,
        "Punycode decodes as its plain twin does.";
    impl_punycode_encode { "punycode": "encode" } up to 256 = fast_equals_plain,
        "Punycode encodes as its plain twin does.";
    impl_punycode_long { "punycode": "encode", "decode" } up to 2048 = fast_equals_plain,
        "Long texts and codes, which take ways of their own, give what the plain twin gives.";
    impl_punycode_name { "punycode": "to-ascii", "to-unicode" } up to 320 = fast_equals_plain,
        "Punycode treats host names as its plain twin does.";
    impl_race_label { "race": "encode", "decode" } up to 192 = fast_equals_plain,
        "RACE treats labels as its plain twin does.";
    impl_race_name { "race": "to-ascii", "to-unicode" } up to 320 = fast_equals_plain,
        "RACE treats host names as its plain twin does.";
    impl_uri2dec_address { "uri2dec": "hash", "invert", "key", "encode" } up to 256 = fast_equals_plain,
        "Addresses have the hashes, inversions, keys and numbers that the plain twin gives.";
    impl_uri2dec_book { "uri2dec": "book" } up to 512 = fast_equals_plain,
        "Address books answer a sequence of steps as the plain twin does.";
    impl_uri2dec_escape { "uri2dec": "escape", "unescape" } up to 256 = fast_equals_plain,
        "Text, URIs and octets are escaped and unescaped as by the plain twin.";
    impl_uri2dec_number { "uri2dec": "decode", "parses" } up to 256 = fast_equals_plain,
        "Numbers, spaced and dialled, are read as the plain twin reads them.";
    impl_uri2dec_packing {} up to 320 = packing_equals_plain,
        "Hash and key in the caller's buffers, and the address of them, are those of the plain twin.";
    impl_uri2dec_record { "uri2dec": "write-record", "read-record" } up to 256 = fast_equals_plain,
        "Records are written and read as by the plain twin.";
    impl_utf5 { "utf5": "encode", "decode" } up to 256 = fast_equals_plain,
        "UTF-5 encodes and decodes as its plain twin does.";
    impl_utf6_label { "utf6": "encode", "decode" } up to 192 = fast_equals_plain,
        "UTF-6 treats labels, and bare text, as its plain twin does.";
    impl_utf6_name { "utf6": "to-ascii", "to-unicode" } up to 320 = fast_equals_plain,
        "UTF-6 treats host names as its plain twin does.";

    prop_any_request_has_one_answer {} up to 256 = any_request_has_one_answer,
        "Any request, sensible or not, has one answer, and errors stand within the input.";
    prop_case_is_free {
        "punycode": "decode", "to-unicode"; "utf6": "decode", "to-unicode";
        "race": "decode", "to-unicode"; "lace": "decode", "to-unicode";
        "uri2dec": "hash", "invert", "key", "encode", "read-record", "write-record", "unescape"
    } up to 256 = letter_case_is_free,
        "Swapping the case of letters changes no result where case carries nothing.";
    prop_names_keep_the_laws {
        "punycode": "to-ascii", "to-unicode"; "utf6": "to-ascii", "to-unicode";
        "race": "to-ascii", "to-unicode"; "lace": "to-ascii", "to-unicode"
    } up to 320 = names_keep_the_laws,
        "Host names keep the limits and are treated label by label.";
    prop_size_is_bounded {
        "bootstring": "encode", "decode"; "lace": "encode", "decode", "to-ascii", "to-unicode";
        "punycode": "encode", "decode", "to-ascii", "to-unicode";
        "race": "encode", "decode", "to-ascii", "to-unicode";
        "uri2dec": "hash", "invert", "key", "encode", "decode", "parses", "write-record",
            "read-record", "escape", "unescape", "book";
        "utf5": "encode", "decode"; "utf6": "encode", "decode", "to-ascii", "to-unicode"
    } up to 512 = size_is_bounded,
        "Output and memory are linear in the input.";
    prop_traces_tell_the_truth {
        "bootstring": "encode", "decode"; "utf6": "encode"; "uri2dec": "encode"
    } up to 256 = traces_tell_the_truth,
        "The steps of an operation end in its result.";
    prop_bootstring_round_trip { "bootstring": "encode", "decode" } up to 256 = inverse_undoes,
        "With any parameters, what is written is read back and what is read is written so.";
    prop_lace_round_trip { "lace": "encode", "decode", "to-ascii", "to-unicode" } up to 192 = inverse_undoes,
        "What LACE writes it reads back, and what it reads it writes so.";
    prop_punycode_round_trip { "punycode": "encode", "decode", "to-ascii", "to-unicode" } up to 256 = inverse_undoes,
        "What Punycode writes it reads back, and what it reads it writes so.";
    prop_race_round_trip { "race": "encode", "decode", "to-ascii", "to-unicode" } up to 192 = inverse_undoes,
        "What RACE writes it reads back, and what it reads it writes so.";
    prop_uri2dec_books { "uri2dec": "book" } up to 512 = books_keep_the_laws,
        "No answer of address books depends on a later step, and a restart changes none.";
    prop_uri2dec_laws { "uri2dec": "encode", "parses", "decode", "write-record", "read-record", "escape" } up to 256 = addresses_keep_the_laws,
        "Hash, key, number, readings and record of one address fit together.";
    prop_uri2dec_round_trip { "uri2dec": "invert", "encode", "decode", "write-record", "escape", "unescape" } up to 256 = inverse_undoes,
        "What uri2dec writes it reads back, and what it reads strictly it writes so.";
    prop_utf5_round_trip { "utf5": "encode", "decode" } up to 256 = inverse_undoes,
        "What UTF-5 writes it reads back, and what it reads it writes so.";
    prop_utf6_round_trip { "utf6": "encode", "decode", "to-ascii", "to-unicode" } up to 192 = inverse_undoes,
        "What UTF-6 writes it reads back, and what it reads it writes so.";
    prop_direct_labels {
        "utf5": "encode", "decode"; "utf6": "encode", "decode"; "race": "encode", "decode";
        "lace": "encode", "decode"
    } up to 192 = labels_directly,
        "The functions for labels give what the registry gives.";
    prop_direct_names {
        "punycode": "to-ascii", "to-unicode"; "utf6": "to-ascii", "to-unicode";
        "race": "to-ascii", "to-unicode"; "lace": "to-ascii", "to-unicode"
    } up to 320 = names_directly,
        "The functions for host names give what the plain twins give, with any instructions.";
    prop_direct_punycode { "punycode": "encode", "decode" } up to 256 = punycode_directly,
        "The functions for Punycode, owned and into a buffer, give what the plain twin gives.";
    prop_direct_uri2dec { "uri2dec": "key", "encode", "decode", "read-record", "escape", "unescape" } up to 256 = uri2dec_directly,
        "The functions for uri2dec give what the registry gives.";

    harness_address_book_files {} up to 512 = book_files,
        "The file of an address book is read whole or refused, and what is kept is there again.";
    harness_address_book_search {} up to 512 = book_search,
        "What a search of address books finds holds the digits that were entered.";
    harness_address_book_troubles {} up to 256 = book_troubles,
        "Whatever fails while a change is kept, the old state or the new one is there again.";
    harness_vcards {} up to 1024 = vcards,
        "Any text can be imported as vCards, and gives addresses.";
    harness_one_shot_templates {} up to 256 = one_shot_templates,
        "A one-shot template is read or refused, and never panics.";
    harness_printable_text {} up to 256 = printable_text,
        "Shown text steers no terminal.";
    harness_protocol_lines {} up to 1024 = protocol_lines,
        "A line of the protocol is refused or read back from what is written for it.";
    harness_protocol_values {} up to 512 = protocol_values,
        "A value of the protocol is refused or read back from what is written for it.";
    harness_report_events {} up to 2048 = report_events,
        "A report file can be anything, and what is rendered from it steers no terminal.";
    harness_vector_files {} up to 2048 = vector_files,
        "A vector file is refused with a place or written in a form that loads as the same.";
}
