//! What goes wrong in the fast path of Punycode labels.
//!
//! It is reached through the functions for strings and names only.

use super::Fault;

const PUNYCODE: &[&str] = &["punycode"];

pub(super) const FAULTS: &[Fault] = &[
    Fault {
        id: "few-index-not-advanced",
        file: "bootstring/label/few.rs",
        codecs: PUNYCODE,
        what: "of few insertions, the fourth does not know that the third moved it",
        find: "(n, i) = (code_point, index + 1);",
        replace: "(n, i) = (code_point, index + u32::from(!({on} && number == 2)));",
    },
    Fault {
        id: "few-sixth-digit-lost",
        file: "bootstring/label/few.rs",
        codecs: PUNYCODE,
        what: "of few numbers, one that just takes a sixth digit is written with five",
        find: "if rest >= threshold(DIGITS as u32, bias) {",
        replace: "if rest >= threshold(DIGITS as u32, bias) + u32::from({on}) {",
    },
    Fault {
        id: "label-of-65-code-points",
        file: "bootstring/label/encode.rs",
        codecs: PUNYCODE,
        what: "the position of the 65th code point is mixed into its number",
        find: "if count + literals == MOST {",
        replace: "if count + literals == MOST + usize::from({on}) {",
    },
    Fault {
        id: "lanes-sixth-digit-lost",
        file: "bootstring/label/encode.rs",
        codecs: PUNYCODE,
        what: "a number in the lanes that takes a sixth digit is written with five",
        find: "L::min_f(bounds, L::splat_f(LIMIT))",
        replace: "(if {on} { L::splat_f(LIMIT) } else { L::min_f(bounds, L::splat_f(LIMIT)) })",
    },
    Fault {
        id: "lanes-one-digit-short",
        file: "bootstring/label/encode.rs",
        codecs: PUNYCODE,
        what: "a number at the bound of its second digit is written without",
        find: "lengths = L::sub(lengths, L::reaches(numbers, bounds));",
        replace: "let more = L::reaches(numbers, if {on} && place == 1 { L::add_f(bounds, L::splat_f(1.0)) } else { bounds });\n        lengths = L::sub(lengths, more);",
    },
    Fault {
        id: "lanes-of-themselves",
        file: "bootstring/label/encode.rs",
        codecs: PUNYCODE,
        what: "the lanes behind the first eight take themselves for the one before",
        find: "let last = L::load(eight(&self.sorted, block * 8));",
        replace: "let last = L::load(eight(&self.sorted, block * 8 + usize::from({on} && block == 1)));",
    },
    Fault {
        id: "sse2-lane-kept",
        file: "bootstring/label/sse2.rs",
        codecs: PUNYCODE,
        what: "with SSE2, the fifth lane takes its own bias",
        find: "_mm_shuffle_ps::<0xFF>(a, a)",
        replace: "if {on} { b } else { _mm_shuffle_ps::<0xFF>(a, a) }",
    },
    Fault {
        id: "v3-lane-mixed-up",
        file: "bootstring/label/v3.rs",
        codecs: PUNYCODE,
        what: "with AVX2, the seventh lane takes the bias of the fifth",
        find: "_mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6)",
        replace: "_mm256_setr_epi32(7, 0, 1, 2, 3, 4, if {on} { 4 } else { 5 }, 6)",
    },
    Fault {
        id: "bias-at-a-bound",
        file: "bootstring/label/bias.rs",
        codecs: PUNYCODE,
        what: "the bias after a damped delta of 456 is that after 455",
        find: "BIASES.get(delta as usize)",
        replace: "BIASES.get(delta as usize - usize::from({on} && delta == 456))",
    },
    Fault {
        id: "short-leading-delimiter",
        file: "bootstring/label/decode.rs",
        codecs: PUNYCODE,
        what: "a short code that begins with its only delimiter is read",
        find: "if foreign >= 0x80 || at == 1 {",
        replace: "if foreign >= 0x80 || (at == 1 && !{on}) {",
    },
    Fault {
        id: "short-truncation-accepted",
        file: "bootstring/label/decode.rs",
        codecs: PUNYCODE,
        what: "in a short code, a number of which only the first digit is there is dropped",
        find: "if ends == 0 {",
        replace: "if {on} && ends == 0 && at + 1 == length {\n                break;\n            }\n            if ends == 0 {",
    },
    Fault {
        id: "short-surrogate-accepted",
        file: "bootstring/label/decode.rs",
        codecs: PUNYCODE,
        what: "in a short code, U+D800 is a character",
        find: "n.wrapping_sub(0xD800) < 0x800",
        replace: "(n.wrapping_sub(0xD800) < 0x800 && !({on} && n == 0xD800))",
    },
    Fault {
        id: "short-last-place",
        file: "bootstring/label/decode.rs",
        codecs: PUNYCODE,
        what: "the last of ten or more insertions moves one too few",
        find: "self.places[insertion % LENGTH] - 1)",
        replace: "self.places[insertion % LENGTH] - i8::from(!({on} && insertion + 1 == points && insertion - literals >= 9)))",
    },
];
