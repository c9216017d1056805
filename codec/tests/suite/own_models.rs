//! Laws of the codecs that are their own model: RACE, LACE, UTF-5, UTF-6 and ENUM. Plain values come from quickcheck,
//! structured ones from proptest. No law has an expected value from the codec itself.
#![expect(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands values over"
)]

use acegate_codec::host::{self, LabelRules};
use acegate_codec::{e164, lace, race, utf5, utf6};
use proptest::prelude::*;
use quickcheck::{Gen, QuickCheck, Testable};

const RULES: [&LabelRules; 4] = [
    &race::RULES,
    &lace::RULES,
    &lace::RULES_DRAFT_00,
    &utf6::RULES,
];

/// Checks a law of plain values, the same ones each time.
fn quickly(law: impl Testable) {
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(40, 1))
        .tests(2000)
        .quickcheck(law);
}

#[test]
fn laws_of_plain_values() {
    quickly(what_is_written_is_read_back as fn(String) -> bool);
    quickly(what_is_read_is_written_so as fn(Vec<u8>) -> bool);
    quickly(a_number_is_read_back_from_its_domain as fn(u64) -> bool);
}

fn what_is_written_is_read_back(text: String) -> bool {
    let mut is_kept = utf5::decode(&utf5::encode(&text)).as_ref() == Ok(&text);
    for rules in RULES {
        if let Ok(code) = host::encode_bare(&text, rules) {
            is_kept &= host::decode_bare(&code, rules).as_ref() == Ok(&text);
        }
    }
    is_kept
}

fn what_is_read_is_written_so(octets: Vec<u8>) -> bool {
    const DIGITS: &[u8] = b"abcdefghijklmnopqrstuvwxyz234567-01";
    let digits = octets
        .iter()
        .map(|octet| char::from(DIGITS[usize::from(*octet) % DIGITS.len()]));
    let payload: String = digits.collect();
    let upper = payload.to_ascii_uppercase();
    let mut is_kept = utf5::decode(&upper).is_ok_and(|text| utf5::encode(&text) == upper)
        || utf5::decode(&upper).is_err();
    for rules in RULES {
        let code = format!("{}{payload}", rules.prefix);
        if let Ok(text) = host::decode_bare(&code, rules) {
            is_kept &= host::encode_bare(&text, rules).as_ref() == Ok(&code);
        }
    }
    is_kept
}

fn a_number_is_read_back_from_its_domain(number: u64) -> bool {
    let number = format!("+{}", number % 1_000_000_000_000_000);
    let Ok(domain) = e164::to_domain(&number, e164::TREE) else {
        return true;
    };
    // RFC 6116, section 3.2: a digit, a dot, and so on, and the tree.
    let digits: Vec<&str> = domain.split('.').collect();
    digits.len() == number.len() + 1 && e164::to_number(&domain, e164::TREE).as_ref() == Ok(&number)
}

/// Texts whose units of UTF-16 have up to three rows, with hyphens.
fn text_of_rows() -> impl Strategy<Value = String> {
    let row = prop_oneof![
        Just(0_u32),
        Just(0x04),
        Just(0x30),
        Just(0xFF),
        1..0x100_u32
    ];
    let rows = prop::collection::vec(row, 1..4);
    let units = prop::collection::vec(
        (any::<prop::sample::Index>(), 0..0x100_u32, 0..8_u32),
        1..24,
    );
    (rows, units).prop_map(|(rows, units)| {
        let mut text = String::new();
        for (row, lower, kind) in units {
            let number = if kind == 0 {
                0x2D
            } else {
                row.get(&rows) << 8 | lower
            };
            text.extend(char::from_u32(number));
        }
        text
    })
}

/// The number of digits of Base32 for so many octets, and the prefix of four characters.
fn length_in_base32(octets: usize) -> usize {
    4 + (8 * octets).div_ceil(5)
}

proptest! {
    /// Sections 2.4.1 of the drafts: RACE writes an octet a unit where one row, or one and 0, allow it; LACE writes the
    /// shorter of the two forms.
    #[test]
    fn the_shorter_form_is_written(text in text_of_rows()) {
        let units: Vec<u16> = text.encode_utf16().collect();
        prop_assume!(!units.is_empty());
        let mut rows: Vec<u16> = units.iter().map(|unit| unit >> 8).filter(|&row| row != 0).collect();
        rows.sort_unstable();
        rows.dedup();
        let row = rows.first().copied().unwrap_or(0);
        let doubled = units.iter().filter(|&unit| unit >> 8 != row || unit & 0xFF == 0xFF).count();
        let octets = if rows.len() > 1 { 1 + 2 * units.len() } else { 1 + units.len() + doubled };
        // U+0099 cannot be written in one row.
        if let Ok(code) = host::encode_bare(&text, &race::RULES) {
            prop_assert_eq!(code.len(), length_in_base32(octets));
        }
        let runs: usize = units.chunk_by(|one, next| one >> 8 == next >> 8).map(|run| 2 + run.len()).sum();
        let octets = if runs <= 2 * units.len() { runs } else { 1 + 2 * units.len() };
        let code = host::encode_bare(&text, &lace::RULES);
        prop_assert_eq!(code.map(|code| code.len()), Ok(length_in_base32(octets)));
    }

    /// A number of `d` hexadecimal digits has `d` characters, in UTF-5 and, of a unit, in UTF-6; the header of UTF-6
    /// takes the shared digits from all of two units or more.
    #[test]
    fn a_number_has_as_many_characters_as_hexadecimal_digits(text in text_of_rows()) {
        let digits = |number: u32| format!("{number:x}").len();
        let length: usize = text.chars().map(|c| digits(c.into())).sum();
        prop_assert_eq!(utf5::encode(&text).len(), length);
        let (hyphens, units): (Vec<u16>, Vec<u16>) = text.encode_utf16().partition(|&unit| unit == 0x2D);
        prop_assume!(units.len() > 1);
        let share = |bits: u32| units.iter().all(|unit| unit >> bits == units[0] >> bits);
        let (header, mask) = if share(8) {
            (1 + digits(u32::from(units[0] >> 8)), 0xFF)
        } else if share(12) {
            (1 + digits(u32::from(units[0] >> 12)), 0xFFF)
        } else {
            (0, 0xFFFF)
        };
        let length: usize = units.iter().map(|unit| digits((unit & mask).into())).sum();
        let code = host::encode_bare(&text, &utf6::RULES);
        prop_assert_eq!(code.map(|code| code.len()), Ok(4 + header + length + hyphens.len()));
    }

    /// An expression of digits and dots with counts matches the numbers that arithmetic says: those with a way to give
    /// each piece as many digits as it takes.
    #[test]
    fn counted_pieces_match_what_they_count(
        pieces in prop::collection::vec((prop::sample::select(b"0123.".to_vec()), 0..4_usize, prop::option::of(0..3_usize)), 1..5),
        digits in prop::collection::vec(0..4_u8, 1..12),
    ) {
        let number: String = digits.iter().map(|digit| char::from(b'0' + digit)).collect();
        let mut expression = String::from("^[+]");
        let mut ends = vec![0];
        for &(piece, least, more) in &pieces {
            let most = more.map(|more| least + more);
            expression.push(piece.into());
            expression += &match most {
                None => format!("{{{least},}}"),
                Some(most) => format!("{{{least},{most}}}"),
            };
            ends = ends_after(&number, &ends, piece, least, most);
        }
        expression.push('$');
        let record = format!("0 0 \"u\" \"E2U+sip\" \"!{expression}!sip:x@example.com!\" .");
        let is_matched = e164::rewrite(&format!("+{number}"), &[record], "").is_ok();
        prop_assert_eq!(is_matched, ends.contains(&number.len()), "{} {}", expression, number);
    }
}

/// The places in the number where a piece can end that begins at one of these.
fn ends_after(
    number: &str,
    starts: &[usize],
    piece: u8,
    least: usize,
    most: Option<usize>,
) -> Vec<usize> {
    let mut ends = Vec::new();
    for &start in starts {
        let fitting = number[start..]
            .bytes()
            .take_while(|&digit| piece == b'.' || digit == piece)
            .count();
        for count in least..=fitting.min(most.unwrap_or(fitting)) {
            ends.push(start + count);
        }
    }
    ends.sort_unstable();
    ends.dedup();
    ends
}
