//! The file of a book, as text.
//!
//! ```text
//! acegate-uri2dec-book 1
//! 1f0b3c55 2 natural-lsb 25423 1 5622
//! 0d2e9a70 end 1
//! ```
//!
//! After the line with the version, one record a line, least recently used first: uses, packing and
//! number. The first word of a line is the CRC-32 of the rest of it; in the last line, of everything
//! before it and the rest of it. So no line can be damaged, lost, doubled or moved unseen.

use std::fmt::{self, Write};
use std::num::NonZeroUsize;

use acegate_codec::Error;
use acegate_codec::uri2dec::Packing;
use acegate_codec::uri2dec::book::LearntBook;

/// Damage that keeps the file of a book from being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The line, counted from 1; one beyond the last line if lines are missing.
    pub line: usize,
    /// The fault of the line.
    pub reason: DamageReason,
}

/// The fault of a line in the file of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DamageReason {
    /// The first line is not that of such a file.
    NotABook,
    /// The file is of a version that this crate does not know.
    Version,
    /// The octets are not text.
    NotText,
    /// The line does not end.
    Unfinished,
    /// The file stops before its last line.
    Truncated,
    /// The checksum is not that of the line.
    Checksum,
    /// The line has another form, although its checksum is right.
    Form,
    /// The number is not one that is remembered.
    Number(Error),
    /// An earlier record has the same address.
    Double,
    /// The number of records is not the one that the last line states.
    Count,
    /// Octets follow the last line.
    AfterEnd,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match self.reason {
            DamageReason::NotABook => f.write_str("not the file of an address book"),
            DamageReason::Version => f.write_str("a version that is not known"),
            DamageReason::NotText => f.write_str("not text"),
            DamageReason::Unfinished => f.write_str("the line does not end"),
            DamageReason::Truncated => f.write_str("the file ends too early"),
            DamageReason::Checksum => f.write_str("the checksum is not that of the line"),
            DamageReason::Form => f.write_str("not a record"),
            DamageReason::Number(error) => write!(f, "{error} of the number"),
            DamageReason::Double => f.write_str("the address is in an earlier line, too"),
            DamageReason::Count => f.write_str("not the number of records that there are"),
            DamageReason::AfterEnd => f.write_str("there are octets after the last line"),
        }
    }
}

impl std::error::Error for Damage {}

/// The file of a book.
pub(super) fn write(book: &LearntBook) -> String {
    let mut text = format!("{HEADER}{VERSION}\n");
    for record in book.records() {
        let uses = record.entry().uses();
        let line = format!("{uses} {} {}", packing_name(record.packing()), record.number());
        put(&mut text, crc32(INITIAL, line.as_bytes()), &line);
    }
    let end = format!("{END}{}", book.records().len());
    let whole = crc32(crc32(INITIAL, text.as_bytes()), end.as_bytes());
    put(&mut text, whole, &end);
    text
}

/// The book of a file. If the file has more records than the capacity, the least recently used
/// ones are left out.
///
/// Strict: with capacity enough, [`write()`] gives the same file again.
pub(super) fn read(
    octets: &[u8],
    name: &str,
    capacity: NonZeroUsize,
) -> Result<LearntBook, Damage> {
    let mut lines = Lines { octets, at: 0, line: 0 };
    let header = lines.next_line()?.ok_or(Damage { line: 1, reason: DamageReason::NotABook })?;
    let version = header.strip_prefix(HEADER).ok_or(lines.damage(DamageReason::NotABook))?;
    if version != VERSION {
        return Err(lines.damage(DamageReason::Version));
    }
    let mut book = LearntBook::new(name, NonZeroUsize::MAX);
    loop {
        let before = lines.at;
        let Some(line) = lines.next_line()? else {
            return Err(Damage { line: lines.line + 1, reason: DamageReason::Truncated });
        };
        let (sum, rest) = line.split_once(' ').ok_or(lines.damage(DamageReason::Checksum))?;
        let end = rest.strip_prefix(END);
        let begun = if end.is_some() { crc32(INITIAL, &octets[..before]) } else { INITIAL };
        if sum != checksum(crc32(begun, rest.as_bytes())) {
            return Err(lines.damage(DamageReason::Checksum));
        }
        match end {
            None => read_record(rest, &mut book).map_err(|reason| lines.damage(reason))?,
            Some(count) if count != format!("{}", book.records().len()) => {
                return Err(lines.damage(DamageReason::Count));
            }
            Some(_) if lines.at < octets.len() => {
                return Err(Damage { line: lines.line + 1, reason: DamageReason::AfterEnd });
            }
            Some(_) => return Ok(book.with_capacity(capacity)),
        }
    }
}

const HEADER: &str = "acegate-uri2dec-book ";
const VERSION: &str = "1";
const END: &str = "end ";

fn put(text: &mut String, sum: u32, line: &str) {
    // Writing into a string cannot fail.
    let _ = writeln!(text, "{} {line}", checksum(sum));
}

fn read_record(record: &str, book: &mut LearntBook) -> Result<(), DamageReason> {
    let mut words = record.splitn(3, ' ');
    let (Some(uses), Some(packing), Some(number)) = (words.next(), words.next(), words.next())
    else {
        return Err(DamageReason::Form);
    };
    let read_uses = uses.parse::<u64>().ok().filter(|read| format!("{read}") == uses);
    let (Some(uses), Some(packing)) = (read_uses, packing_of(packing)) else {
        return Err(DamageReason::Form);
    };
    let records = book.records().len();
    book.restore(number, packing, uses).map_err(DamageReason::Number)?;
    if book.records().len() == records { Err(DamageReason::Double) } else { Ok(()) }
}

const PACKINGS: [(Packing, &str); 2] =
    [(Packing::NaturalLsb, "natural-lsb"), (Packing::InvertedMsb, "inverted-msb")];

fn packing_name(packing: Packing) -> &'static str {
    let [(_, natural), (_, inverted)] = PACKINGS;
    match packing {
        Packing::NaturalLsb => natural,
        Packing::InvertedMsb => inverted,
    }
}

fn packing_of(name: &str) -> Option<Packing> {
    PACKINGS.iter().find(|(_, known)| *known == name).map(|&(packing, _)| packing)
}

/// The lines of a file, each with its end.
struct Lines<'a> {
    octets: &'a [u8],
    at: usize,
    /// The number of the last line that was read.
    line: usize,
}

impl<'a> Lines<'a> {
    fn next_line(&mut self) -> Result<Option<&'a str>, Damage> {
        let rest = &self.octets[self.at..];
        if rest.is_empty() {
            return Ok(None);
        }
        self.line += 1;
        let end = rest.iter().position(|&octet| octet == b'\n');
        let end = end.ok_or(self.damage(DamageReason::Unfinished))?;
        self.at += end + 1;
        let line = std::str::from_utf8(&rest[..end]);
        line.map(Some).map_err(|_| self.damage(DamageReason::NotText))
    }

    const fn damage(&self, reason: DamageReason) -> Damage {
        Damage { line: self.line, reason }
    }
}

/// A finished CRC-32 as it is written.
fn checksum(state: u32) -> String {
    format!("{:08x}", !state)
}

/// The state of a CRC-32 before the first octet.
const INITIAL: u32 = !0;

/// Takes octets into the state of a CRC-32 (the one of ISO 3309 and Ethernet, lowest bit first).
fn crc32(state: u32, octets: &[u8]) -> u32 {
    octets.iter().fold(state, |state, &octet| {
        let at = (state ^ u32::from(octet)) & 0xff;
        (state >> 8) ^ TABLE[at as usize]
    })
}

static TABLE: [u32; 256] = {
    const POLYNOMIAL: u32 = 0xedb8_8320;
    let mut table = [0; 256];
    let mut octet = 0;
    while octet < table.len() {
        let mut state = octet as u32;
        let mut bit = 0;
        while bit < 8 {
            state = if state & 1 == 0 { state >> 1 } else { (state >> 1) ^ POLYNOMIAL };
            bit += 1;
        }
        table[octet] = state;
        octet += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use acegate_codec::ErrorKind;
    use acegate_codec::uri2dec::Options;
    use acegate_codec::uri2dec::book::{Entry, Learnt, LowestBook};

    const MANY: NonZeroUsize = NonZeroUsize::new(100).unwrap();

    fn sample() -> LearntBook {
        let mut book = LearntBook::new("own", MANY);
        let options = Options::default();
        book.learn("25423", "1 5622", &options).unwrap();
        book.learn("26602666263870262", "9 401511240610", &options).unwrap();
        let first = Options { packing: Packing::InvertedMsb, ..options };
        book.learn("262", "8 0", &first).unwrap();
        book.record_use("alice");
        book
    }

    /// A file with right checksums, whatever its lines say.
    fn file(lines: &[&str], count: usize) -> Vec<u8> {
        let mut text = format!("{HEADER}{VERSION}\n");
        for line in lines {
            put(&mut text, crc32(INITIAL, line.as_bytes()), line);
        }
        let end = format!("{END}{count}");
        let whole = crc32(crc32(INITIAL, text.as_bytes()), end.as_bytes());
        put(&mut text, whole, &end);
        text.into_bytes()
    }

    fn damage(octets: &[u8]) -> (usize, DamageReason) {
        let damage = read(octets, "own", MANY).unwrap_err();
        (damage.line, damage.reason)
    }

    #[test]
    fn checksum_is_the_crc_32_of_the_catalogues() {
        // The check value that catalogues of CRCs give for the nine digits.
        assert_eq!(checksum(crc32(INITIAL, b"123456789")), "cbf43926");
    }

    #[test]
    fn a_file_gives_the_book_with_its_uses_and_their_order() {
        let book = sample();
        let text = write(&book);
        assert_eq!(text.lines().count(), 5);
        let again = read(text.as_bytes(), "own", MANY).unwrap();
        assert_eq!(write(&again), text);
        let seen = |book: &LearntBook| -> Vec<_> {
            book.records().map(|r| (String::from(r.number()), r.entry().uses())).collect()
        };
        assert_eq!(seen(&again), seen(&book));
        assert_eq!(seen(&again)[2], ("25423 1 5622".into(), 2));
    }

    #[test]
    fn beyond_the_capacity_the_least_recently_used_are_left_out() {
        let text = write(&sample());
        let two = read(text.as_bytes(), "own", NonZeroUsize::new(2).unwrap()).unwrap();
        let addresses: Vec<_> = two.records().map(Learnt::entry).map(Entry::address).collect();
        assert_eq!(addresses, ["coc", "alice"]);
        assert_eq!(two.capacity().get(), 2);
    }

    #[test]
    fn every_flipped_bit_is_seen() {
        let text = write(&sample()).into_bytes();
        for at in 0..text.len() {
            for bit in 0..8 {
                let mut damaged = text.clone();
                damaged[at] ^= 1 << bit;
                assert!(read(&damaged, "own", MANY).is_err(), "bit {bit} of octet {at}");
            }
        }
    }

    #[test]
    fn every_shorter_and_every_longer_file_is_seen() {
        let text = write(&sample()).into_bytes();
        for length in 0..text.len() {
            assert!(read(&text[..length], "own", MANY).is_err(), "{length} octets");
        }
        for octet in [b'\n', b' ', b'0', 0] {
            let longer = [&text[..], &[octet]].concat();
            assert!(read(&longer, "own", MANY).is_err(), "and {octet}");
        }
    }

    #[test]
    fn a_lost_doubled_or_moved_line_is_seen() {
        let text = write(&sample());
        let lines: Vec<_> = text.split_inclusive('\n').collect();
        let [header, first, second, third, end] = lines[..] else { panic!("{lines:?}") };
        let damages = [
            [header, first, second, end].concat(),
            [header, second, first, third, end].concat(),
            [header, first, second, third, third, end].concat(),
            [header, first, end, second, third].concat(),
            [header, first, second, third].concat(),
            [first, second, third, end].concat(),
        ];
        let seen = damages.map(|text| damage(text.as_bytes()));
        assert_eq!(
            seen,
            [
                (4, DamageReason::Checksum),
                (5, DamageReason::Checksum),
                (5, DamageReason::Double),
                (3, DamageReason::Checksum),
                (5, DamageReason::Truncated),
                (1, DamageReason::NotABook),
            ]
        );
    }

    #[test]
    fn damage_is_named_with_its_line() {
        let good = "1 natural-lsb 25423 1 5622";
        let number = |kind, at| DamageReason::Number(Error::new(kind, at));
        let cases: [(Vec<u8>, usize, DamageReason); 16] = [
            (b"".into(), 1, DamageReason::NotABook),
            (b"BEGIN:VCARD\n".into(), 1, DamageReason::NotABook),
            (b"acegate-uri2dec-book 2\n".into(), 1, DamageReason::Version),
            (b"acegate-uri2dec-book 1".into(), 1, DamageReason::Unfinished),
            (b"acegate-uri2dec-book 1\n\xff\n".into(), 2, DamageReason::NotText),
            (b"acegate-uri2dec-book 1\n".into(), 2, DamageReason::Truncated),
            (b"acegate-uri2dec-book 1\n\n".into(), 2, DamageReason::Checksum),
            (file(&[good], 2), 3, DamageReason::Count),
            ([file(&[good], 1), b"x\n".into()].concat(), 4, DamageReason::AfterEnd),
            (file(&[good, "1 natural-lsb 25423 8 4511"], 2), 3, DamageReason::Double),
            (file(&["natural-lsb 25423 1 5622"], 1), 2, DamageReason::Form),
            (file(&["01 natural-lsb 25423 1 5622"], 1), 2, DamageReason::Form),
            (file(&["1 natural 25423 1 5622"], 1), 2, DamageReason::Form),
            (file(&["1 natural-lsb 25423"], 1), 2, number(ErrorKind::Marker, 5)),
            (file(&["1 natural-lsb 25423 1 15622"], 1), 2, number(ErrorKind::KeyLeadingZero, 8)),
            (
                file(&["1 natural-lsb 25423 1 5622999999"], 1),
                2,
                number(ErrorKind::NotCanonical, 18),
            ),
        ];
        for (octets, line, reason) in cases {
            assert_eq!(damage(&octets), (line, reason), "{}", octets.escape_ascii());
        }
    }
}
