//! Numbers and records beyond the printed examples: both profiles and forms, sizes, refusals and
//! positions.

use acegate_codec::Error;
use acegate_codec::uri2dec::{
    Form, NumberScope, Options, Packing, Profile, Record, Strictness, Style, decode, encode, hash,
    invert, key, parses, read_record, trace, write_record,
};

/// Address, significant bits, capacity, hash, pre-inverted hash, octal key, shifted key, nines of
/// the direct number. Worked out by a prototype in another language.
type Row =
    (&'static str, usize, usize, &'static str, &'static str, &'static str, &'static str, usize);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("alice", 9, 10, "25423", "25423", "4511", "5622", 6),
    ("bob@commandus.com", 34, 35, "26202666263870266", "26602666263870262", "401511240610", "512622351721", 0),
    ("alice@commandus.com", 38, 39, "2542302666263870266", "2660266626387025423", "40151124051222", "51262235162333", 0),
    ("carol@atlanta.com", 34, 35, "22765028526820266", "26602852682022765", "401114130220", "512225241331", 0),
    ("a", 1, 2, "2", "2", "4", "5", 13),
    ("c", 0, 2, "2", "2", "0", "1", 13),
    ("1", 0, 0, "1", "1", "0", "1", 13),
    ("111", 0, 0, "111", "111", "0", "1", 11),
    ("0", 2, 2, "0", "0", "62", "73", 12),
    ("000", 6, 6, "000", "000", "771", "882", 9),
    (".", 0, 2, "0", "0", "0", "1", 13),
    ("@", 1, 2, "0", "0", "4", "5", 13),
    ("%", 2, 2, "0", "0", "42", "53", 12),
    ("7", 3, 3, "7", "7", "51", "62", 12),
    ("9", 3, 3, "9", "9", "51", "62", 12),
    (":", 3, 3, "7", "7", "71", "82", 12),
    ("&", 3, 3, "9", "9", "71", "82", 12),
    ("t.co", 0, 8, "8026", "2608", "0", "1", 10),
    ("go.to", 0, 10, "46086", "86046", "0", "1", 9),
    ("wxyz_9?&", 24, 24, "99999999", "99999999", "765432101", "876543212", 0),
    ("pqrs-7/:", 24, 24, "77777777", "77777777", "765432101", "876543212", 0),
    ("a..b", 8, 8, "2002", "2002", "4022", "5133", 7),
    (".a", 3, 4, "02", "20", "41", "52", 11),
    ("bob10@x.com", 20, 21, "26210090266", "26609002621", "40057042", "51168153", 0),
    ("10.0.0.1", 10, 12, "10000001", "10000001", "6314", "7425", 3),
    ("sip:bob@commandus.com", 45, 46, "747726202666263870266", "266026662638707477262", "4015112406134231", "5126223517245342", 0),
    ("mailto:bob@commandus.com", 49, 50, "624586726202666263870266", "266026662638706245867262", "40151124061341224", "51262235172452335", 0),
    ("http://bob@commandus.com/", 56, 56, "4887777262026662638702667", "2667026662638704887777262", "62006445203055560022", "73117556314166671133", 0),
    ("ftp://bob@commandus.com/", 54, 54, "387777262026662638702667", "266702666263870387777262", "6200644520305556021", "7311755631416667132", 0),
    ("a%20b", 10, 10, "20202", "20202", "5744", "6855", 6),
    ("%u20ac", 9, 12, "082022", "220820", "7661", "8772", 5),
    ("bob@commandus.com1", 34, 35, "262026662638702661", "266102666263870262", "401511240610", "512622351721", 0),
];

fn nines(count: usize) -> String {
    "9".repeat(count)
}

/// Kind and position of a refusal.
pub(super) fn refusal<T: std::fmt::Debug>(result: Result<T, Error>) -> (&'static str, usize) {
    let error = result.unwrap_err();
    (error.code(), error.position)
}

fn octal() -> Options {
    Options { profile: Profile::Octal, ..Options::default() }
}

fn local(options: Options) -> Options {
    Options { scope: NumberScope::Local, ..options }
}

fn dialled(options: Options) -> Options {
    Options { style: Style::Dialled, ..options }
}

#[test]
fn numbers_are_right_in_every_profile_form_and_style() {
    for &(address, bits, capacity, direct, inverted, octal_key, shifted_key, extension) in ROWS {
        assert_eq!(hash(address).as_deref(), Ok(direct));
        assert_eq!(invert(direct).as_deref(), Ok(inverted));
        let steps = trace(address, &Options::default()).unwrap();
        assert_eq!(steps.significant_bits, bits, "{address}");
        assert_eq!(steps.vector.iter().map(|symbol| symbol.bits.len()).sum::<usize>(), capacity);
        for (profile, form, marker, digits) in [
            (Profile::Shifted, Form::Direct, "1", shifted_key),
            (Profile::Shifted, Form::PreInverted, "0", shifted_key),
            (Profile::Octal, Form::Direct, "8", octal_key),
            (Profile::Octal, Form::PreInverted, "9", octal_key),
        ] {
            let options = Options { profile, form, ..Options::default() };
            let hash = if form == Form::Direct { direct } else { inverted };
            let spaced = format!("{hash} {marker} {digits}");
            assert_eq!(key(address, &options), Ok(format!("{marker} {digits}")));
            let service = spaced.clone() + &nines(extension);
            assert_eq!(encode(address, &options).as_ref(), Ok(&service));
            assert_eq!(decode(&service, &options).as_deref(), Ok(address));
            assert_eq!(encode(address, &local(options)).as_ref(), Ok(&spaced));
            assert_eq!(decode(&spaced, &local(options)).as_deref(), Ok(address));
            let together = service.replace(' ', "");
            assert_eq!(encode(address, &dialled(options)).as_ref(), Ok(&together));
            assert_eq!(decode(&together, &dialled(options)).as_deref(), Ok(address));
        }
    }
}

#[test]
fn trace_of_the_zero_vector_has_no_alignment() {
    let steps = trace("T.co", &Options { form: Form::PreInverted, ..Options::default() }).unwrap();
    assert_eq!((&*steps.address, &*steps.inverted), ("t.co", "co.t"));
    assert_eq!((&*steps.hash, steps.number_hash()), ("8026", "2608"));
    assert_eq!(steps.words, ["t", ".", "co"]);
    assert_eq!(steps.vector_bits(), "00 00 00 00");
    assert_eq!((steps.significant_bits, &*steps.alignment_bits), (0, ""));
    assert_eq!(steps.triads, ["000"]);
    assert_eq!((steps.marker, &*steps.key, &*steps.extension), ('0', "1", "9999999999"));
    assert_eq!(steps.number, "2608 0 19999999999");
}

#[test]
fn trace_splits_every_symbol_of_key_zero_and_shows_ones_without_bits() {
    let steps = trace("1a..b", &Options::default()).unwrap();
    assert_eq!(steps.words, ["1a", ".", ".", "b"]);
    assert_eq!(steps.vector_letters(), "b . . a 1");
    assert_eq!(steps.vector_bits(), "10 00 00 01");
}

#[test]
fn zero_bits_at_the_end_of_a_direct_address_can_make_a_rival_likelier() {
    // 22705 1 1 has eight zero bits on top; 227 0 511 has the longer key.
    let options = local(dialled(Options::default()));
    assert_eq!(encode("ccp.j", &options).as_deref(), Ok("2270511"));
    let readings: Vec<_> = parses("2270511", &options).unwrap().collect();
    assert_eq!(readings, ["cc-", "ccp.j"]);
    assert_eq!(decode("2270511", &options).as_deref(), Ok("cc-"));
}

#[test]
fn octal_numbers_have_one_reading() {
    // 101 01 00 with 00 below is 520. The 8 and the 9 of the hash are to the left of the marker.
    assert_eq!(encode("th9", &local(dialled(octal()))).as_deref(), Ok("8498520"));
    assert_eq!(decode("8498520", &local(dialled(octal()))).as_deref(), Ok("th9"));
    let readings = parses("262026662638702668401511240610", &dialled(octal())).unwrap();
    assert_eq!(readings.len(), 1);
    assert_eq!(readings.collect::<Vec<_>>(), ["bob@commandus.com"]);
}

#[test]
fn long_addresses_take_linear_time() {
    // A million symbols: quadratic time would be too long.
    let address = "bob@commandus.com/".repeat(60_000);
    for packing in [Packing::NaturalLsb, Packing::InvertedMsb] {
        for profile in [Profile::Shifted, Profile::Octal] {
            let options = dialled(Options { packing, profile, ..Options::default() });
            let number = encode(&address, &options).unwrap();
            assert!(parses(&number, &options).unwrap().next() == Some(address.clone()));
        }
    }
    let ones = "1".repeat(1_000_000);
    let lenient = Options { strictness: Strictness::Lenient, ..dialled(Options::default()) };
    assert_eq!(parses(&ones, &lenient).unwrap().len(), 999_998);
}

#[test]
fn keys_that_no_encoder_writes_are_refused() {
    // The hash is that of alice: 10 bits. Positions count from the start of the number.
    for (digits, kind, position) in [
        ("", "key-empty", 8),
        ("8", "key-digit", 8),
        ("4x11", "key-digit", 9),
        ("00", "key-leading-zero", 8),
        ("04511", "key-leading-zero", 8),
        ("3", "key-ll-reserved", 8),
        ("4513", "key-ll-reserved", 11),
        ("4517", "key-ll-reserved", 11),
        ("5", "key-spare-bits", 8),
        ("4515", "key-spare-bits", 11),
        ("4516", "key-spare-bits", 11),
        // LL = 2 with the upper of its two bits in the last digit but one.
        ("4512", "key-spare-bits", 11),
        ("1", "key-misaligned", 8),
        ("2", "key-misaligned", 8),
        ("2511", "key-misaligned", 8),
        ("44511", "key-too-long", 8),
    ] {
        let octal_number = format!("25423 8 {digits}");
        assert_eq!(refusal(decode(&octal_number, &local(octal()))), (kind, position), "{digits:?}");
        let shifted: String = digits
            .chars()
            .map(|digit| digit.to_digit(10).map_or(digit, |value| char::from(b'1' + value as u8)))
            .collect();
        let shifted_number = format!("25423 0 {shifted}");
        // 8 shifted is 9, which ends a key, so the key is empty.
        let kind = if shifted == "9" { "key-empty" } else { kind };
        assert_eq!(refusal(decode(&shifted_number, &local(octal()))), (kind, position));
    }
    assert_eq!(refusal(decode("1 8 4", &local(octal()))), ("key-too-long", 4));
}

#[test]
fn several_errors_report_the_first_rule() {
    let fault = |digits: &str| refusal(decode(&format!("2 8 {digits}"), &local(octal()))).0;
    assert_eq!(fault("0138"), "key-digit");
    assert_eq!(fault("0133"), "key-leading-zero");
    assert_eq!(fault("1333"), "key-ll-reserved");
    assert_eq!(fault("1335"), "key-spare-bits");
    assert_eq!(fault("1330"), "key-misaligned");
    assert_eq!(fault("4330"), "key-too-long");
}

#[test]
fn lenient_reader_drops_three_rules_only() {
    let lenient = Options { strictness: Strictness::Lenient, ..octal() };
    let read = |digits: &str| decode(&format!("25423 8 {digits}"), &lenient);
    // The vector of alice is 100 101 001; with 00 below instead of 001 it is 10 010 100 100.
    for digits in ["4511", "004511", "2244", "4511999", "45119999999999999999"] {
        assert_eq!(read(digits).as_deref(), Ok("alice"), "{digits}");
    }
    for digits in ["0", "00", "1", "2", "01"] {
        assert_eq!(read(digits).as_deref(), Ok("cjgcd"), "{digits}");
    }
    // 1 000 is 10 above two bits of alignment: exactly the two bits of the hash 2.
    assert_eq!(decode("2 8 10", &lenient).as_deref(), Ok("b"));
    assert_eq!(refusal(decode("2 8 20", &lenient)), ("key-too-long", 4));
    for (digits, kind) in [
        ("", "key-empty"),
        ("4518", "key-digit"),
        ("4513", "key-ll-reserved"),
        ("4515", "key-spare-bits"),
        ("44511", "key-too-long"),
    ] {
        assert_eq!(refusal(read(digits)).0, kind, "{digits}");
    }
}

#[test]
fn numbers_of_a_wrong_form_are_refused_at_the_first_wrong_character() {
    let spaced = |number: &str| refusal(decode(number, &local(Options::default())));
    for (number, kind, position) in [
        ("", "hash-empty", 0),
        (" 1 5622", "hash-empty", 0),
        ("25423", "marker", 5),
        ("2542a 1 5622", "hash-digit", 4),
        ("254\u{661} 1 5622", "hash-digit", 3),
        ("25423 ", "marker", 6),
        ("25423 5 5622", "marker", 6),
        ("25423 \u{661} 5622", "marker", 6),
        ("25423 1", "key-empty", 7),
        ("25423 1 ", "key-empty", 8),
        ("25423 1 99", "key-empty", 8),
        ("25423 15622", "syntax", 7),
        ("25423 1  5622", "syntax", 8),
        ("25423 1 5622 ", "syntax", 12),
        ("25423 1 56\u{661}", "key-digit", 10),
        ("25423 1 5690", "key-digit", 10),
        ("25423 8 5682", "key-digit", 10),
    ] {
        assert_eq!(spaced(number), (kind, position), "{number:?}");
    }
    let together = |number: &str| refusal(parses(number, &local(dialled(Options::default()))));
    for (number, kind, position) in [
        ("", "hash-empty", 0),
        ("15622", "hash-empty", 0),
        ("05622", "hash-empty", 0),
        ("25423", "marker", 5),
        ("2542999", "marker", 7),
        ("999", "marker", 3),
        ("254231", "key-empty", 6),
        ("25423199", "key-empty", 6),
        ("25423 1 5622", "syntax", 5),
        ("2542315\u{661}", "syntax", 7),
        // The error is not that of the empty hash before the first marker, because there is another.
        ("121", "key-empty", 3),
        // Two markers without a valid key: the error of the longer key.
        ("21212", "key-misaligned", 2),
    ] {
        assert_eq!(together(number), (kind, position), "{number:?}");
    }
    let octal_number = |number: &str| refusal(parses(number, &local(dialled(octal()))));
    for (number, kind, position) in [
        ("84511", "hash-empty", 0),
        ("254235622", "marker", 9),
        ("254238", "key-empty", 6),
        ("2542384513", "key-ll-reserved", 9),
    ] {
        assert_eq!(octal_number(number), (kind, position), "{number:?}");
    }
}

#[test]
fn extension_ends_at_sixteen_digits() {
    // alice: 5 hash digits, marker, 4 key digits, so six nines fill up.
    let both = |number: &str, scope| {
        let options = Options { scope, ..Options::default() };
        let spaced = decode(number, &options);
        let together = decode(&number.replace(' ', ""), &dialled(options));
        assert_eq!(spaced.is_ok(), together.is_ok(), "{number}");
        spaced
    };
    let number = |count| format!("25423 1 5622{}", nines(count));
    for count in 0..12 {
        let service = both(&number(count), NumberScope::Service);
        let local = both(&number(count), NumberScope::Local);
        match count {
            6 => assert_eq!(service.as_deref(), Ok("alice")),
            // Without nines the number ends too early, at 12. Otherwise the first nine is wrong, at 12.
            _ => assert_eq!(refusal(service), ("extension-length", 12)),
        }
        match count {
            0..=6 => assert_eq!(local.as_deref(), Ok("alice")),
            _ => assert_eq!(refusal(local), ("extension-length", 12)),
        }
    }
    // A number of 16 digits or more needs no nines, and none may follow. This one has 17 + 1 + 12.
    let bob = "26202666263870266 1 512622351721";
    for scope in [NumberScope::Service, NumberScope::Local] {
        assert_eq!(both(bob, scope).as_deref(), Ok("bob@commandus.com"));
        let extended = bob.to_owned() + "9";
        assert_eq!(refusal(both(&extended, scope)), ("extension-length", 32));
    }
}

#[test]
fn records_have_two_forms() {
    let options = Options::default();
    let inverted = Options { form: Form::PreInverted, ..options };
    for (address, record, options, written) in [
        ("alice", Record::Address, options, "ics:alice 1 5622999999"),
        ("alice", Record::Hash, options, "ics:25423 1 5622999999"),
        ("alice", Record::Hash, local(octal()), "ics:25423 8 4511"),
        // 10 00 01 with 001 below: 100 001 001.
        ("a.b", Record::Hash, inverted, "ics:202 0 522999999999"),
        // The first form is written as it is read aloud.
        ("a.b", Record::Address, inverted, "ics:a.b 1 522999999999"),
        // An address of digits only would be read as a hash.
        ("000", Record::Address, options, "ics:000 1 882999999999"),
        ("102", Record::Address, inverted, "ics:201 0 859999999999"),
    ] {
        let computed = write_record(address, record, &options).unwrap();
        assert_eq!(read_record(&computed, &options).as_deref(), Ok(address));
        assert_eq!(computed, written);
    }
    let read = |record: &str| read_record(record, &options);
    let bob = Ok("bob@commandus.com");
    assert_eq!(read("ICS:Bob@Commandus.COM 1 512622351721").as_deref(), bob);
    // With a pre-inverted marker, the address is inverted.
    assert_eq!(read("ics:com.commandus@bob 0 512622351721").as_deref(), bob);
    assert_eq!(read("ics:com.commandus@bob 9 401511240610").as_deref(), bob);
    let lenient = Options { strictness: Strictness::Lenient, ..options };
    assert_eq!(read_record("ics:bob@commandus.com 1 1512622351721", &lenient).as_deref(), bob);
    for (record, kind, position) in [
        ("", "syntax", 0),
        ("ic", "syntax", 2),
        ("ics;", "syntax", 3),
        ("\u{456}cs:", "syntax", 0),
        ("ics:", "hash-empty", 4),
        ("ics: 1 5622", "hash-empty", 4),
        ("ics:alice", "marker", 9),
        ("ics:ali=e 1 5622", "symbol-not-in-table", 7),
        ("ics:alice 2 5622", "marker", 10),
        ("ics:alice 1", "key-empty", 11),
        ("ics:alice 15", "syntax", 11),
        ("ics:alice 1 5622999999 ", "syntax", 22),
        ("ics:alice 1 1", "key-mismatch", 12),
        ("ics:alice 1 5624", "key-ll-reserved", 15),
        ("ics:alice 1 5622", "extension-length", 16),
        ("ics:alice 1 562299", "extension-length", 16),
        ("ics:bob@commandus.com 0 512622351721", "key-mismatch", 24),
    ] {
        assert_eq!(refusal(read(record)), (kind, position), "{record:?}");
    }
}
