//! Seeds for address books: their files, searches in them, and cards that are imported.

use std::collections::BTreeSet;

use acegate_vectors::{Outcome, Suite};

/// Addresses and spaced numbers of the vectors, a few at a time.
fn addresses(suite: &Suite) -> Vec<(String, String)> {
    let checks = suite.checks();
    let pairs = checks.iter().filter(|check| check.codec() == "uri2dec" && check.op == "encode");
    let pairs = pairs.filter(|check| check.params().is_empty()).filter_map(|check| {
        let Some(Outcome::Ok(number)) = check.expect.single() else { return None };
        Some((check.input.to_scalar_string()?, number.to_scalar_string()?))
    });
    pairs.collect()
}

/// Numbers learnt one after the other, files of books, and damaged files of books.
pub(super) fn files(suite: &Suite) -> BTreeSet<Vec<u8>> {
    let learnt = learnt(suite).into_iter().map(|lines| format!("1{lines}").into_bytes());
    let good = "1 natural-lsb 25423 1 5622";
    let files = [
        // The example of the page of the format, and what it is without its parts.
        "acegate-uri2dec-book 1\n1f0b3c55 2 natural-lsb 25423 1 5622\n0d2e9a70 end 1\n".into(),
        "acegate-uri2dec-book 1\n".into(),
        "acegate-uri2dec-book 1".into(),
        "acegate-uri2dec-book 2\n".into(),
        String::new(),
        file(&[good], "1"),
        file(&["0 inverted-msb 262 8 0", good], "2"),
        file(&[good], "2"),
        file(&[good], "1") + "x\n",
        file(&[good, "1 natural-lsb 25423 8 4511"], "2"),
        file(&["natural-lsb 25423 1 5622"], "1"),
        file(&["01 natural-lsb 25423 1 5622"], "1"),
        file(&["1 natural 25423 1 5622"], "1"),
        file(&["1 natural-lsb"], "1"),
        file(&["1 natural-lsb 25423"], "1"),
        file(&["1 natural-lsb 25423 1 15622"], "1"),
        file(&["1 natural-lsb 25423 1 5622999999"], "1"),
    ];
    let files = files.into_iter().map(|file| format!("0{file}").into_bytes());
    let not_text = [&b"0acegate-uri2dec-book 1\n"[..], b"\xff\n"].concat();
    learnt.chain(files).chain([not_text]).collect()
}

/// The file of a book, with right checksums, whatever its lines say.
fn file(lines: &[&str], count: &str) -> String {
    let mut text = String::from("acegate-uri2dec-book 1\n");
    for line in lines {
        text += &format!("{:08x} {line}\n", crc32(line.as_bytes()));
    }
    let end = format!("end {count}");
    let sum = crc32(format!("{text}{end}").as_bytes());
    text + &format!("{sum:08x} {end}\n")
}

/// The CRC-32 of ISO 3309, bit by bit.
fn crc32(octets: &[u8]) -> u32 {
    const POLYNOMIAL: u32 = 0xEDB8_8320;
    let bit = |state: u32, _| (state >> 1) ^ if state & 1 == 1 { POLYNOMIAL } else { 0 };
    !octets.iter().fold(!0, |state, &octet| (0..8).fold(state ^ u32::from(octet), bit))
}

/// Every fault after every number of operations that one change makes, and a folder.
pub(super) fn troubles(suite: &Suite) -> BTreeSet<Vec<u8>> {
    let learnt = learnt(suite);
    let seed = |(index, (after, what)): (usize, (u8, u8))| {
        format!("{}{}{}", char::from(after), char::from(what), learnt[index % learnt.len()])
    };
    // `0` is a multiple of 16 and of 8, so that these are the numbers themselves.
    let troubles = (b'0'..b'0' + 15).flat_map(|after| [b'0', b'3', b'5', b'6'].map(|w| (after, w)));
    let folder = [(b'F', b'7')];
    let refused = "00262 8 0\n25423 1 15622\n25423 1 5622".to_owned();
    let seeds = troubles.chain(folder).enumerate().map(seed).chain([refused]);
    seeds.map(String::into_bytes).collect()
}

/// Numbers to be learnt one after the other.
fn learnt(suite: &Suite) -> Vec<String> {
    let numbers: Vec<_> = addresses(suite).into_iter().map(|(_, number)| number).collect();
    let lines = numbers.chunks(3).map(|numbers| numbers.join("\n"));
    lines.map(|lines| lines.trim_end_matches('9').to_owned()).collect()
}

/// Digits of a hash, then addresses.
pub(super) fn searches(suite: &Suite) -> BTreeSet<Vec<u8>> {
    let all = addresses(suite);
    let seed = |pairs: &[(String, String)]| {
        let hash = pairs[0].1.split(' ').next().unwrap_or_default();
        let addresses: Vec<_> = pairs.iter().map(|(address, _)| address.as_str()).collect();
        format!("{}\n{}", &hash[..hash.len().min(5)], addresses.join("\n")).into_bytes()
    };
    all.chunks(6).map(seed).collect()
}

/// Cards with mail addresses, in the ways that cards are written.
pub(super) fn vcards(suite: &Suite) -> BTreeSet<Vec<u8>> {
    let card = |(index, (address, _)): (usize, &(String, String))| {
        let property = ["EMAIL", "EMAIL;TYPE=work", "item1.EMAIL", "URL", "IMPP", "TEL;VALUE=uri"];
        let property = property[index % property.len()];
        format!("BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A\r\n{property}:{address}\r\nEND:VCARD\r\n")
    };
    let good = addresses(suite);
    let good = good.iter().enumerate().take(48).map(card);
    good.chain(ODD_CARDS.map(str::to_owned)).map(String::into_bytes).collect()
}

/// Cards with values that are skipped, and text that is not a card.
const ODD_CARDS: [&str; 9] = [
    "BEGIN:VCARD\r\nEMAIL:a@b.c\r\nEND:VCARD\r\nBEGIN:VCARD\r\nEMAIL:a@b.c\r\nEND:VCARD\r\n",
    "BEGIN:VCARD\r\nEMAIL:\r\nEMAIL: \r\nEND:VCARD\r\n",
    "BEGIN:VCARD\r\nVERSION:2.1\r\nEMAIL;ENCODING=BASE64:YUBi\r\nEND:VCARD\r\n",
    "BEGIN:VCARD\r\nVERSION:4.0\r\nURL:data:text/plain;base64,YUBi\r\nEND:VCARD\r\n",
    "BEGIN:VCARD\r\nTEL:+7-411-2\r\nTEL;VALUE=uri:tel:+7\r\nTEL;VALUE=uri:SIP:a@b.c\r\nEND:VCARD\r\n",
    "BEGIN:VCARD\r\nVERSION:4.0\r\nEMAIL;VALUE=integer:7\r\nTEL;VALUE=integer:7\r\nEND:VCARD\r\n",
    "EMAIL:a@b.c\r\nBEGIN:VCARD\r\nEND:VCARD\r\nEND:VCARD\r\n",
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\nbegin:vcard\r\nemail:A@B.C\r\nend:vcard\r\n",
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n",
];
