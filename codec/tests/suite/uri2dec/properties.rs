//! Properties of uri2dec for every address and every number, and the fast codec compared with its
//! model.

use acegate_codec::plain::uri2dec::MODEL;
use acegate_codec::uri2dec::{
    self as fast, EscapeMode, Form, NumberScope, Options, Packing, Profile, Record, SYMBOLS,
    Strictness, Style,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::share::holds_of;

fn symbols() -> Vec<char> {
    SYMBOLS.concat().chars().collect()
}

fn address() -> impl Strategy<Value = String> {
    let symbol = select(symbols());
    let word = "[a-z0-9_-]{1,12}";
    prop_oneof![
        vec(symbol, 1..80).prop_map(String::from_iter),
        (word, word, select(vec!["com", "org", "net", "ru", "co.uk"]))
            .prop_map(|(user, host, top)| format!("{user}@{host}.{top}")),
        // Zero bits at the end, where dialled numbers are ambiguous.
        ("[a-z.]{1,5}", "[cdgjoptw.1]{0,12}").prop_map(|(start, end)| start + &end),
        // Vectors of about the length of machine words, and longer.
        (select(symbols()), 60_usize..70, 0_usize..4)
            .prop_map(
                |(symbol, count, zeros)| symbol.to_string().repeat(count) + &"c".repeat(zeros)
            ),
    ]
}

fn options() -> impl Strategy<Value = Options> {
    let two = any::<bool>;
    (two(), two(), two(), two(), two(), two()).prop_map(
        |(octal, inverted, msb, dialled, local, lenient)| Options {
            profile: if octal { Profile::Octal } else { Profile::Shifted },
            form: if inverted { Form::PreInverted } else { Form::Direct },
            packing: if msb { Packing::InvertedMsb } else { Packing::NaturalLsb },
            style: if dialled { Style::Dialled } else { Style::Spaced },
            scope: if local { NumberScope::Local } else { NumberScope::Service },
            strictness: if lenient { Strictness::Lenient } else { Strictness::Strict },
        },
    )
}

/// The text after up to three changes of one character: replaced, removed, swapped with the next or
/// inserted.
fn changed(text: &str, changes: &[(u8, Index, char)]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for &(kind, at, by) in changes {
        let at = at.index(characters.len() + 1);
        match kind {
            0 if at < characters.len() => characters[at] = by,
            1 if at < characters.len() => drop(characters.remove(at)),
            2 if at + 1 < characters.len() => characters.swap(at, at + 1),
            _ => characters.insert(at, by),
        }
    }
    characters.into_iter().collect()
}

fn changes() -> impl Strategy<Value = Vec<(u8, Index, char)>> {
    let character = select("0123456789012345678901234567899  xX%@:é€".chars().collect::<Vec<_>>());
    vec((0_u8..4, any::<Index>(), character), 0..4)
}

/// A number, a record of either form, or a record of the inverted address.
fn written(address: &str, kind: u8, options: &Options) -> String {
    let record = |form| fast::write_record(address, form, options).unwrap();
    match kind {
        0..4 => fast::encode(address, options).unwrap(),
        4 => record(Record::Address),
        5 => record(Record::Hash),
        _ => {
            let inverted = fast::invert(address).unwrap();
            format!("ics:{inverted}{}", &record(Record::Hash)[4 + address.len()..])
        }
    }
}

fn strict(options: Options) -> Options {
    Options { strictness: Strictness::Strict, ..options }
}

fn all_parses(number: &str, options: &Options) -> Result<Vec<String>, acegate_codec::Error> {
    fast::parses(number, options).map(Iterator::collect)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn model_writes_the_same(address in address(), changes in changes(), options in options()) {
        let address = changed(&address, &changes);
        prop_assert_eq!(fast::hash(&address), MODEL.hash(&address, Form::Direct));
        prop_assert_eq!(fast::invert(&address), MODEL.invert(&address));
        prop_assert_eq!(fast::key(&address, &options), MODEL.key(&address, &options));
        prop_assert_eq!(fast::encode(&address, &options), MODEL.encode(&address, &options));
        for form in [Record::Address, Record::Hash] {
            let record = fast::write_record(&address, form, &options);
            prop_assert_eq!(record, MODEL.write_record(&address, form, &options));
        }
    }

    #[test]
    fn model_reads_the_same(
        (address, kind, options) in (address(), 0_u8..7, options()),
        changes in changes(),
        short in "[0-9 ]{0,12}",
        (read, same) in (options(), any::<bool>()),
    ) {
        let read = if same { Options { strictness: read.strictness, ..options } } else { read };
        let text = written(&address, kind, &options);
        for text in [changed(&text, &changes), text, short] {
            let (fast, model) = (fast::decode(&text, &read), MODEL.decode(&text, &read));
            prop_assert_eq!(fast, model, "{}", text);
            prop_assert_eq!(all_parses(&text, &read), MODEL.parses(&text, &read), "{}", text);
            let model = MODEL.read_record(&text, &read);
            prop_assert_eq!(fast::read_record(&text, &read), model, "{}", text);
        }
    }

    #[test]
    fn escapes_are_undone_and_kept(
        text in any::<String>(),
        address in "([%u0-9a-f]|%[2-7][0-9a-f]){0,9}",
    ) {
        for text in [text, address.clone()] {
            let escaped = fast::escape(&text, EscapeMode::Text);
            prop_assert!(escaped.is_empty() || fast::hash(&escaped).is_ok());
            let uri = fast::escape(&text, EscapeMode::Uri);
            prop_assert_eq!(fast::escape(&uri, EscapeMode::Uri), uri);
            prop_assert_eq!(fast::unescape(&escaped, Strictness::Strict), Ok(text));
        }
        if let Ok(text) = fast::unescape(&address, Strictness::Strict) {
            prop_assert_eq!(fast::escape(&text, EscapeMode::Text), address);
        }
    }

    #[test]
    fn numbers_keep_the_laws(
        address in address(),
        options in options(),
        zeros in "[cdgjoptw.1]{1,9}",
    ) {
        let options = strict(options);
        let number = fast::encode(&address, &options).unwrap();
        if options.style == Style::Spaced || options.profile == Profile::Octal {
            prop_assert_eq!(fast::decode(&number, &options), Ok(address.clone()));
        }
        let dialled = fast::encode(&address, &Options { style: Style::Dialled, ..options }).unwrap();
        prop_assert_eq!(&dialled, &number.replace(' ', ""));
        let readings = all_parses(&dialled, &options).unwrap();
        prop_assert!(readings.contains(&address));
        prop_assert!(readings.len() == 1 || options.profile == Profile::Shifted);
        // A reading with a longer key needs eight zero bits on top of the vector.
        let steps = fast::trace(&address, &options).unwrap();
        let capacity: usize = steps.vector.iter().map(|symbol| symbol.bits.len()).sum();
        if options.form == Form::PreInverted || capacity - steps.significant_bits < 8 {
            prop_assert_eq!(&readings[0], &address);
        }
        for form in [Record::Address, Record::Hash] {
            let record = fast::write_record(&address, form, &options).unwrap();
            prop_assert_eq!(fast::read_record(&record, &options), Ok(address.clone()));
        }
        let (hash, inverted) = (fast::hash(&address).unwrap(), fast::invert(&address).unwrap());
        prop_assert_eq!(fast::invert(&hash), fast::hash(&inverted));
        prop_assert_eq!(fast::invert(&inverted), Ok(address.clone()));
        // The form changes the marker only, and zero symbols at the end change nothing.
        let key = |address: &str, form| {
            fast::key(address, &Options { form, packing: Packing::NaturalLsb, ..options }).unwrap()
        };
        let direct = key(&address, Form::Direct);
        prop_assert_eq!(&direct[1..], &key(&address, Form::PreInverted)[1..]);
        prop_assert_eq!(key(&(address + &zeros), Form::Direct), direct);
    }

    #[test]
    fn addresses_of_one_domain_share_the_start_of_the_key(
        first in "[a-z0-9.]{1,12}",
        second in "[a-z0-9.]{1,12}",
        domain in "[a-z]{3,12}",
    ) {
        // Section 5.5: the domain is packed highest, so its n bits give n/3 digits.
        let domain = format!("@{domain}.com");
        let options = Options::default();
        let [first, second] = [first, second].map(|user| fast::trace(&(user + &domain), &options));
        let shared = fast::trace(&domain, &options).unwrap().significant_bits / 3;
        prop_assert_eq!(&first.unwrap().key[..shared], &second.unwrap().key[..shared]);
    }
}

#[test]
fn accepted_numbers_are_canonical() {
    holds_of(10, 1024, (address(), changes(), options()), |(address, changes, options)| {
        let options = strict(Options { style: Style::Spaced, ..options });
        let number = changed(&fast::encode(&address, &options).unwrap(), &changes);
        let Ok(address) = fast::decode(&number, &options) else { return Ok(false) };
        let (profile, form) = number
            .split(' ')
            .nth(1)
            .and_then(|marker| Profile::of_marker(marker.chars().next()?))
            .unwrap();
        let again = fast::encode(&address, &Options { profile, form, ..options }).unwrap();
        // In the local scope nines may follow.
        let nines = number.strip_prefix(&*again).map(|rest| rest.trim_start_matches('9'));
        prop_assert_eq!(nines, Some(""), "{} {}", number, again);
        prop_assert!(options.scope == NumberScope::Local || again == number);
        Ok(true)
    });
}

/// Every string of up to four digits is refused or is the number of one address, and all addresses with
/// so short a number have one in both forms. A number has a digit for each symbol and two more at least.
#[test]
fn every_string_of_up_to_four_digits_is_canonical_or_refused() {
    let one: Vec<String> = symbols().iter().map(char::to_string).collect();
    let two = one.iter().flat_map(|first| one.iter().map(move |second| format!("{first}{second}")));
    let addresses: Vec<String> = one.iter().cloned().chain(two).collect();
    for (profile, packing) in [
        (Profile::Shifted, Packing::NaturalLsb),
        (Profile::Shifted, Packing::InvertedMsb),
        (Profile::Octal, Packing::NaturalLsb),
        (Profile::Octal, Packing::InvertedMsb),
    ] {
        let (style, scope) = (Style::Dialled, NumberScope::Local);
        let options = Options { profile, packing, style, scope, ..Options::default() };
        let written = |address: &str| {
            [Form::Direct, Form::PreInverted]
                .map(|form| fast::encode(address, &Options { form, ..options }).unwrap())
        };
        let short = |address: &&String| written(address).iter().all(|number| number.len() <= 4);
        let expected = 2 * addresses.iter().filter(short).count();
        let mut valid = 0;
        for length in 1..=4 {
            for value in 0..10_usize.pow(length as u32) {
                let number = format!("{value:0length$}");
                if number.ends_with('9') {
                    continue;
                }
                let Ok(readings) = all_parses(&number, &options) else { continue };
                let [address] = &readings[..] else { panic!("{number}: {readings:?}") };
                assert!(written(address).contains(&number), "{number} {address}");
                valid += 1;
            }
        }
        // The transcription of the document in Python reads as many.
        assert_eq!([valid, expected], [488, 488], "{options:?}");
    }
}
