//! The faults that are planted: a panic, an endless loop, memory without bound and arithmetic that
//! overflows, which no deviation can be, because a deviation always has an answer.

/// One fault: a piece of the code and its replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The stable name.
    pub id: &'static str,
    /// The file below `codec/src`.
    pub file: &'static str,
    /// The codecs that are wrong with it.
    pub codecs: &'static [&'static str],
    /// The fault in words.
    pub what: &'static str,
    /// The code, which is in the file exactly once.
    pub find: &'static str,
    /// The code with the fault; `{on}` says whether the fault is on.
    pub replace: &'static str,
}

impl Fault {
    /// The number by which it is turned on: its place in [`FAULTS`].
    #[must_use]
    pub fn number(&self) -> usize {
        FAULTS.iter().position(|fault| fault.id == self.id).unwrap_or(FAULTS.len())
    }
}

/// The faults.
pub const FAULTS: &[Fault] = &[
    Fault {
        id: "panic-on-one-emoji",
        file: "bootstring/decode.rs",
        codecs: &["punycode", "bootstring"],
        what: "decoding U+1F600 panics",
        find: "text[index] = T::new(insertion.code_point, insertion.upper);",
        replace: "assert!(!({on} && insertion.code_point == 0x1F600), \"planted\");\n        text[index] = T::new(insertion.code_point, insertion.upper);",
    },
    Fault {
        id: "escape-panics-at-end",
        file: "uri2dec/escape.rs",
        codecs: &["uri2dec"],
        what: "a percent sign near the end panics",
        find: "hexadecimal(text.get(1..3)?)?",
        replace: "hexadecimal(if {on} { &text[1..3] } else { text.get(1..3)? })?",
    },
    Fault {
        id: "lace-count-unchecked",
        file: "lace.rs",
        codecs: &["lace"],
        what: "a run that goes past the end panics",
        find: "octets.get(lows..start).ok_or(bad_count)?",
        replace: "(if {on} { &octets[lows..start] } else { octets.get(lows..start).ok_or(bad_count)? })",
    },
    Fault {
        id: "endless-loop",
        file: "bootstring/encode.rs",
        codecs: &["punycode", "bootstring"],
        what: "encoding U+FFFD never ends",
        find: "let index = inserted.insert(position);",
        replace: "while {on} && code_point == 0xFFFD {\n                core::hint::spin_loop();\n            }\n            let index = inserted.insert(position);",
    },
    Fault {
        id: "unescape-never-ends",
        file: "uri2dec/escape.rs",
        codecs: &["uri2dec"],
        what: "an ampersand in the fourth place is read for ever, into ever more memory",
        find: "at += taken;",
        replace: "at += if {on} && octet == b'&' && at == 3 { 0 } else { taken };",
    },
    Fault {
        id: "utf6-unbounded-allocation",
        file: "utf6/transform.rs",
        codecs: &["utf6"],
        what: "a payload of 11 octets takes 64 MB",
        find: "let mut units = UnitWriter::new(text);\n    while",
        replace: "if {on} && payload.len() == 11 {\n        text.reserve(1 << 26);\n    }\n    let mut units = UnitWriter::new(text);\n    while",
    },
    Fault {
        id: "weight-unchecked",
        file: "bootstring/decode.rs",
        codecs: &["punycode", "bootstring"],
        what: "the weight of a digit is not checked and overflows",
        find: "if weight > max {",
        replace: "if weight > max && !{on} {",
    },
    Fault {
        id: "skew-unchecked",
        file: "bootstring/number.rs",
        codecs: &["bootstring"],
        what: "the sum with the skew is not checked",
        find: "delta.saturating_add(self.skew)",
        replace: "(if {on} { delta + self.skew } else { delta.saturating_add(self.skew) })",
    },
    Fault {
        id: "utf5-number-unchecked",
        file: "utf5.rs",
        codecs: &["utf5"],
        what: "a number is not bounded and overflows",
        find: "if number > 0x10_FFFF {",
        replace: "if number > 0x10_FFFF && !{on} {",
    },
    Fault {
        id: "wrap-at-32-bits",
        file: "bootstring/decode.rs",
        codecs: &["punycode", "bootstring"],
        what: "a number wraps at 32 bits instead of overflowing",
        find: "if i > max {",
        replace: "if {on} {\n                i &= 0xFFFF_FFFF;\n            }\n            if i > max {",
    },
];
