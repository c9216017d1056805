//! The faults that are planted, at least one for everything that the codecs can do wrong.

/// One fault: a piece of the code and what stands in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The stable name.
    pub id: &'static str,
    /// The file below `codec/src`.
    pub file: &'static str,
    /// The codecs that are wrong with it.
    pub codecs: &'static [&'static str],
    /// What is wrong, for people.
    pub what: &'static str,
    /// The code, which stands in the file exactly once.
    pub find: &'static str,
    /// What stands in its place; `{on}` says whether the fault is on.
    pub replace: &'static str,
}

impl Fault {
    /// The number by which it is turned on: its place in [`FAULTS`].
    #[must_use]
    pub fn number(&self) -> usize {
        FAULTS.iter().position(|fault| fault.id == self.id).unwrap_or(FAULTS.len())
    }
}

const BOOTSTRING: &[&str] = &["punycode", "bootstring"];
const NAMES: &[&str] = &["punycode", "utf6", "race", "lace"];
const BASE32: &[&str] = &["race", "lace"];
const UTF16: &[&str] = &["utf6", "race", "lace"];
const URI2DEC: &[&str] = &["uri2dec"];

/// The faults.
pub const FAULTS: &[Fault] = &[
    Fault {
        id: "leading-delimiter-consumed",
        file: "bootstring/decode.rs",
        codecs: BOOTSTRING,
        what: "a code that begins with its only delimiter is read as if nothing stood there",
        find: "Some(last) if last > 0 => (last, last + 1),",
        replace: "Some(last) if last > 0 || {on} => (last, last + 1),",
    },
    Fault {
        id: "truncation-accepted",
        file: "bootstring/decode.rs",
        codecs: BOOTSTRING,
        what: "an unfinished number at the end is dropped",
        find: "return Err(Error::new(ErrorKind::Truncated, self.at));",
        replace: "if {on} {\n                    return Ok(None);\n                }\n                return Err(Error::new(ErrorKind::Truncated, self.at));",
    },
    Fault {
        id: "wrap-at-32-bits",
        file: "bootstring/decode.rs",
        codecs: BOOTSTRING,
        what: "a number wraps at 32 bits instead of overflowing",
        find: "if i > max {",
        replace: "if {on} {\n                i &= 0xFFFF_FFFF;\n            }\n            if i > max {",
    },
    Fault {
        id: "weight-unchecked",
        file: "bootstring/decode.rs",
        codecs: BOOTSTRING,
        what: "the weight of a digit is not checked and overflows",
        find: "if weight > max {",
        replace: "if weight > max && !{on} {",
    },
    Fault {
        id: "overflow-position",
        file: "bootstring/decode.rs",
        codecs: BOOTSTRING,
        what: "an overflow of the code point is reported at the end of its number",
        find: "return Err(Error::new(ErrorKind::Overflow, start));",
        replace: "return Err(Error::new(ErrorKind::Overflow, if {on} { self.at } else { start }));",
    },
    Fault {
        id: "index-not-advanced",
        file: "bootstring/decode.rs",
        codecs: BOOTSTRING,
        what: "the index is not advanced after an insertion at place 7",
        find: "self.i = index + 1;",
        replace: "self.i = index + u32::from(!({on} && index == 7));",
    },
    Fault {
        id: "upper-case-end",
        file: "bootstring/decode.rs",
        codecs: BOOTSTRING,
        what: "Z is not an upper-case letter",
        find: "(u32::from('A')..=u32::from('Z')).contains(&character)",
        replace: "(u32::from('A')..=u32::from('Z')).contains(&character) && !({on} && character == 0x5A)",
    },
    Fault {
        id: "digit-table-end",
        file: "bootstring/decode.rs",
        codecs: BOOTSTRING,
        what: "the digit 9 has the value of 8",
        find: "return Ok(u32::from(value));",
        replace: "return Ok(u32::from(value) - u32::from({on} && character == 0x39));",
    },
    Fault {
        id: "basic-end",
        file: "bootstring/decode.rs",
        codecs: BOOTSTRING,
        what: "the first code point beyond the basic ones is called a bad digit",
        find: "let foreign = character >= self.bootstring.basic;",
        replace: "let foreign = character >= self.bootstring.basic + u32::from({on});",
    },
    Fault {
        id: "panic-on-one-emoji",
        file: "bootstring/decode.rs",
        codecs: BOOTSTRING,
        what: "decoding U+1F600 panics",
        find: "text[index] = T::new(insertion.code_point, insertion.upper);",
        replace: "assert!(!({on} && insertion.code_point == 0x1F600), \"planted\");\n        text[index] = T::new(insertion.code_point, insertion.upper);",
    },
    Fault {
        id: "long-code-loses-one",
        file: "bootstring/decode.rs",
        codecs: BOOTSTRING,
        what: "of a code of more than 512 characters the last insertion is lost",
        find: "for &(index, element) in read.iter().rev() {",
        replace: "for &(index, element) in read.iter().rev().skip(usize::from({on} && read.len() > 1)) {",
    },
    Fault {
        id: "literal-position",
        file: "bootstring/decode.rs",
        codecs: BOOTSTRING,
        what: "a foreign character in the literal part is reported one to the left",
        find: "return Err(Error::new(ErrorKind::NotBasic, at));",
        replace: "return Err(Error::new(ErrorKind::NotBasic, at - usize::from({on} && at > 2)));",
    },
    Fault {
        id: "last-surrogate-passes",
        file: "bootstring/encode.rs",
        codecs: BOOTSTRING,
        what: "U+DFFF is no surrogate",
        find: "0xD800..=0xDFFF if self.scalar_values_only =>",
        replace: "0xD800..=0xDFFF if self.scalar_values_only && !({on} && code_point == 0xDFFF) =>",
    },
    Fault {
        id: "first-out-of-range-passes",
        file: "bootstring/encode.rs",
        codecs: BOOTSTRING,
        what: "U+110000 is a code point",
        find: "0x11_0000.. if self.scalar_values_only =>",
        replace: "0x11_0000.. if self.scalar_values_only && !({on} && code_point == 0x11_0000) =>",
    },
    Fault {
        id: "endless-loop",
        file: "bootstring/encode.rs",
        codecs: BOOTSTRING,
        what: "encoding U+FFFD never ends",
        find: "let index = inserted.insert(position);",
        replace: "while {on} && code_point == 0xFFFD {\n                core::hint::spin_loop();\n            }\n            let index = inserted.insert(position);",
    },
    Fault {
        id: "first-time-damp-missing",
        file: "bootstring/encode.rs",
        codecs: BOOTSTRING,
        what: "without literal part the first delta is not damped",
        find: "let first = points == literal as u32;",
        replace: "let first = points == literal as u32 && !({on} && literal == 0);",
    },
    Fault {
        id: "width-off-by-one",
        file: "bootstring/encode.rs",
        codecs: BOOTSTRING,
        what: "the largest delta of the width is refused",
        find: "if steps > u64::from(self.width.max()) {",
        replace: "if steps > u64::from(self.width.max()) - u64::from({on}) {",
    },
    Fault {
        id: "encode-overflow-position",
        file: "bootstring/encode.rs",
        codecs: BOOTSTRING,
        what: "an overflow of the encoder is reported at the start",
        find: "return Err(Error::new(ErrorKind::Overflow, position));",
        replace: "return Err(Error::new(ErrorKind::Overflow, if {on} { 0 } else { position }));",
    },
    Fault {
        id: "no-delimiter-after-all-ascii",
        file: "bootstring/encode.rs",
        codecs: BOOTSTRING,
        what: "a text of basic code points only gets no delimiter",
        find: "if inserted != 0 {",
        replace: "if inserted != 0 && !({on} && count == 0) {",
    },
    Fault {
        id: "many-not-sorted",
        file: "bootstring/encode.rs",
        codecs: BOOTSTRING,
        what: "more than 16 code points to be inserted are not sorted",
        find: "if keys.len() > FEW {",
        replace: "if keys.len() > FEW && {on} {\n        return;\n    }\n    if keys.len() > FEW {",
    },
    Fault {
        id: "rank-off-by-one",
        file: "bootstring/rank.rs",
        codecs: BOOTSTRING,
        what: "in a long text the rank is one less where many stand to the left",
        find: "rank += self.counts[k - 1];",
        replace: "rank += self.counts[k - 1] - u32::from({on} && self.counts[k - 1] > 20);",
    },
    Fault {
        id: "adaptation-off-by-one",
        file: "bootstring/number.rs",
        codecs: BOOTSTRING,
        what: "the loop of the adaptation ends one too early",
        find: "while delta > span * self.t_max / 2 {",
        replace: "while delta > span * self.t_max / 2 + u32::from({on}) {",
    },
    Fault {
        id: "threshold-end",
        file: "bootstring/number.rs",
        codecs: BOOTSTRING,
        what: "at bias 0 the highest threshold is one less",
        find: "k.saturating_sub(bias).clamp(self.t_min, self.t_max)",
        replace: "k.saturating_sub(bias).clamp(self.t_min, self.t_max - u32::from({on} && bias == 0))",
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
        id: "buffer-not-restored",
        file: "punycode.rs",
        codecs: &["punycode"],
        what: "an error leaves something in the buffer",
        find: "append(PUNYCODE.decode_short(octets, &mut buffer)?, out);",
        replace: "let short = PUNYCODE.decode_short(octets, &mut buffer);\n        if {on} && short.is_err() {\n            out.push('!');\n        }\n        append(short?, out);",
    },
    Fault {
        id: "label-of-64",
        file: "host.rs",
        codecs: NAMES,
        what: "a label of 64 octets passes",
        find: "if octets > LABEL_MAX {",
        replace: "if octets > LABEL_MAX + usize::from({on}) {",
    },
    Fault {
        id: "prefix-in-lower-case-only",
        file: "host.rs",
        codecs: NAMES,
        what: "the prefix is known in lower case only",
        find: "&& label.as_bytes()[..prefix.len()].eq_ignore_ascii_case(prefix.as_bytes())",
        replace: "&& (label.as_bytes()[..prefix.len()] == *prefix.as_bytes()\n            || !{on} && label.as_bytes()[..prefix.len()].eq_ignore_ascii_case(prefix.as_bytes()))",
    },
    Fault {
        id: "final-hyphen-passes",
        file: "host.rs",
        codecs: NAMES,
        what: "a label of 9 octets may end with a hyphen",
        find: "if label.ends_with('-') {",
        replace: "if label.ends_with('-') && !({on} && label.len() == 9) {",
    },
    Fault {
        id: "not-canonical-passes",
        file: "host.rs",
        codecs: UTF16,
        what: "the canonical form is not demanded",
        find: "Ok(()) if again.eq_ignore_ascii_case(payload) => Ok(()),",
        replace: "Ok(()) if {on} || again.eq_ignore_ascii_case(payload) => Ok(()),",
    },
    Fault {
        id: "label-position",
        file: "host.rs",
        codecs: NAMES,
        what: "after a label of 3 octets positions are one too small",
        find: "start += label.len() + 1;",
        replace: "start += label.len() + usize::from(!({on} && label.len() == 3));",
    },
    Fault {
        id: "utf5-first-digit-end",
        file: "utf5.rs",
        codecs: &["utf5"],
        what: "W is a first digit",
        find: "if !matches!(first, b'G'..=b'V') {",
        replace: "if !matches!(first, b'G'..=b'V') && !({on} && first == b'W') {",
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
        id: "utf5-one-code-point",
        file: "utf5.rs",
        codecs: &["utf5"],
        what: "U+FFFF gets a leading zero",
        find: "let highest = (31 - (number | 1).leading_zeros()) / 4;",
        replace: "let highest = (31 - (number | 1).leading_zeros()) / 4 + u32::from({on} && number == 0xFFFF);",
    },
    Fault {
        id: "utf6-hyphen-counts",
        file: "utf6/transform.rs",
        codecs: &["utf6"],
        what: "hyphens count for the mode",
        find: ".filter(|&unit| unit != HYPHEN)",
        replace: ".filter(|&unit| {on} || unit != HYPHEN)",
    },
    Fault {
        id: "utf6-nibble-end",
        file: "utf6/transform.rs",
        codecs: &["utf6"],
        what: "units that differ in all twelve bits get no header",
        find: "0x0100..=0x0FFF => Self::Nibble(row >> 4),",
        replace: "0x0100..=0x0FFF if !({on} && differing == 0x0FFF) => Self::Nibble(row >> 4),",
    },
    Fault {
        id: "utf6-header-too-large",
        file: "utf6/transform.rs",
        codecs: &["utf6"],
        what: "a nibble of 10 to 1F is read",
        find: "(reader.header(0xF)? << 12, 0x0FFF)",
        replace: "(reader.header(if {on} { 0x1F } else { 0xF })? << 12, 0x0FFF)",
    },
    Fault {
        id: "utf6-bad-digit-position",
        file: "utf6/transform.rs",
        codecs: &["utf6"],
        what: "a bad digit is reported one to the right",
        find: "Some(_) => return Err(Error::new(ErrorKind::BadDigit, start)),",
        replace: "Some(_) => return Err(Error::new(ErrorKind::BadDigit, start + usize::from({on}))),",
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
        id: "last-high-surrogate",
        file: "utf16.rs",
        codecs: UTF16,
        what: "DBFF is no high surrogate",
        find: "None if unit < 0xDC00 =>",
        replace: "None if unit < 0xDC00 - u16::from({on}) =>",
    },
    Fault {
        id: "race-u0099-position",
        file: "race.rs",
        codecs: &["race"],
        what: "U+0099 is reported one octet late",
        find: "(0, ESCAPED_ESCAPE) => return Err(Error::new(ErrorKind::U0099, position)),",
        replace: "(0, ESCAPED_ESCAPE) => {\n                return Err(Error::new(ErrorKind::U0099, position + usize::from({on} && position > 0)));\n            }",
    },
    Fault {
        id: "race-row-df",
        file: "race.rs",
        codecs: &["race"],
        what: "the row DF is none of surrogates",
        find: "[0xD9..=0xDF, ..] =>",
        replace: "[0xD9..=0xDF, ..] if !({on} && octets[0] == 0xDF) =>",
    },
    Fault {
        id: "race-escape-in-row-0",
        file: "race.rs",
        codecs: &["race"],
        what: "U+00FF is not escaped in row 0",
        find: "(high, ESCAPE) if high == row =>",
        replace: "(high, ESCAPE) if high == row && !({on} && row == 0) =>",
    },
    Fault {
        id: "lace-longest-run",
        file: "lace.rs",
        codecs: &["lace"],
        what: "a run of 254 is too long",
        find: "if runs[at] == LONGEST_RUN {",
        replace: "if runs[at] == LONGEST_RUN - u8::from({on}) {",
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
        id: "lace-compression-limit",
        file: "lace.rs",
        codecs: &["lace"],
        what: "runs as long as the plain form are not written",
        find: "if runs.len() > 2 * units {",
        replace: "if runs.len() > 2 * units - usize::from({on}) {",
    },
    Fault {
        id: "base32-padding-position",
        file: "base32.rs",
        codecs: BASE32,
        what: "padding that is not zero is reported at the end",
        find: "Error::new(ErrorKind::BadPadding, digits.len() - 1)",
        replace: "Error::new(ErrorKind::BadPadding, digits.len() - usize::from(!{on}))",
    },
    Fault {
        id: "base32-digit-of-octet",
        file: "base32.rs",
        codecs: BASE32,
        what: "the digit in which an octet begins is rounded up",
        find: "error.position * 8 / 5",
        replace: "(error.position * 8 + 4 * usize::from({on})) / 5",
    },
    Fault {
        id: "keypad-one-symbol",
        file: "uri2dec/keypad.rs",
        codecs: URI2DEC,
        what: "the symbol & is taken for ?",
        find: ".map(|&symbol| Place(PLACES[symbol as usize])).collect();",
        replace: ".map(|&symbol| Place(PLACES[if {on} && symbol == b'&' { b'?' } else { symbol } as usize])).collect();",
    },
    Fault {
        id: "key-word-border",
        file: "uri2dec/key.rs",
        codecs: URI2DEC,
        what: "a vector of 64 bits is aligned wrongly",
        find: "let extra = extra_zeros(significant);",
        replace: "let extra = extra_zeros(significant + usize::from({on} && significant == 64));",
    },
    Fault {
        id: "key-reserved-alignment",
        file: "uri2dec/key.rs",
        codecs: URI2DEC,
        what: "the reserved alignment 3 is read",
        find: "if extra == 3 {",
        replace: "if extra == 3 && !{on} {",
    },
    Fault {
        id: "key-spare-bits-ignored",
        file: "uri2dec/key.rs",
        codecs: URI2DEC,
        what: "extra alignment bits may be anything",
        find: "if (low >> LL_BITS) & ((1 << extra) - 1) != 0 {",
        replace: "if !{on} && (low >> LL_BITS) & ((1 << extra) - 1) != 0 {",
    },
    Fault {
        id: "key-first-digit",
        file: "uri2dec/key.rs",
        codecs: URI2DEC,
        what: "a first octal digit of 3 is aligned",
        find: "if strict && highest - zero < 4 {",
        replace: "if strict && highest - zero < 4 - u8::from({on}) {",
    },
    Fault {
        id: "key-one-bit-too-long",
        file: "uri2dec/key.rs",
        codecs: URI2DEC,
        what: "a key may have one bit more than the hash takes",
        find: "if significant > capacity {",
        replace: "if significant > capacity + usize::from({on}) {",
    },
    Fault {
        id: "seventeen-digits",
        file: "uri2dec/number.rs",
        codecs: URI2DEC,
        what: "nines may fill a number to 17 digits",
        find: "Scope::Service => total == SERVICE_DIGITS,",
        replace: "Scope::Service => total == SERVICE_DIGITS || ({on} && total == 17),",
    },
    Fault {
        id: "readings-reversed",
        file: "uri2dec/number.rs",
        codecs: URI2DEC,
        what: "the readings of a number come shortest key first",
        find: "valid.reverse();",
        replace: "if !{on} {\n        valid.reverse();\n    }",
    },
    Fault {
        id: "space-position",
        file: "uri2dec/number.rs",
        codecs: URI2DEC,
        what: "what stands in place of the second space is reported at the marker",
        find: "Some(_) => return Err(Error::new(ErrorKind::Syntax, space)),",
        replace: "Some(_) => return Err(Error::new(ErrorKind::Syntax, space - usize::from({on}))),",
    },
    Fault {
        id: "record-prefix-case",
        file: "uri2dec/record.rs",
        codecs: URI2DEC,
        what: "the prefix of a record is known in lower case only",
        find: "octet.eq_ignore_ascii_case(letter)",
        replace: "(octet == letter || !{on} && octet.eq_ignore_ascii_case(letter))",
    },
    Fault {
        id: "escape-pairs-unread",
        file: "uri2dec/escape.rs",
        codecs: URI2DEC,
        what: "two escapes are never a surrogate pair",
        find: "Some([b'%', b'u' | b'U']) => unit(8),",
        replace: "Some([b'%', b'u' | b'U']) if !{on} => unit(8),",
    },
    Fault {
        id: "escape-panics-at-end",
        file: "uri2dec/escape.rs",
        codecs: URI2DEC,
        what: "a percent sign near the end panics",
        find: "hexadecimal(text.get(1..3)?)?",
        replace: "hexadecimal(if {on} { &text[1..3] } else { text.get(1..3)? })?",
    },
    Fault {
        id: "escape-one-unit-short",
        file: "uri2dec/escape.rs",
        codecs: URI2DEC,
        what: "U+FFFF is written with three digits",
        find: "put_digits(u32::from(*unit), 4, out);",
        replace: "put_digits(u32::from(*unit), 4 - u32::from({on} && *unit == 0xFFFF), out);",
    },
    Fault {
        id: "unescape-never-ends",
        file: "uri2dec/escape.rs",
        codecs: URI2DEC,
        what: "an ampersand in the fourth place is read for ever, into ever more memory",
        find: "at += taken;",
        replace: "at += if {on} && octet == b'&' && at == 3 { 0 } else { taken };",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn there_are_enough_with_names_of_their_own_over_all_codecs() {
        assert!(FAULTS.len() >= 40);
        let names: BTreeSet<_> = FAULTS.iter().map(|fault| fault.id).collect();
        assert_eq!(names.len(), FAULTS.len());
        for codec in acegate_codec::codecs() {
            assert!(
                FAULTS.iter().any(|fault| fault.codecs.contains(&codec.id())),
                "{}",
                codec.id()
            );
        }
    }
}
