//! Properties of all short numbers and of dialled numbers.

use acegate_codec::uri2dec::{
    Form, NumberScope, Options, Packing, Profile, SYMBOLS, Style, encode, parses,
};
use proptest::prelude::*;

use crate::label::apply;

proptest! {
    #[test]
    fn dialled_numbers_have_the_readings_of_the_model(number in "[0-9]{0,3}[01257]{1,20}9{0,3}") {
        let options = [("profile", "octal"), ("scope", "local"), ("strictness", "lenient")];
        for options in [&options[..], &options[..2], &options[1..2], &options[1..]] {
            let _ = apply("uri2dec", "parses", options, &number.as_str().into());
        }
    }
}

/// Every string of up to four digits is refused or is the number of one address, and all addresses with
/// so short a number have one in both forms. A number has a digit for each symbol and two more at least.
#[test]
fn every_string_of_up_to_four_digits_is_canonical_or_refused() {
    let one: Vec<String> = SYMBOLS.concat().chars().map(String::from).collect();
    let two = one
        .iter()
        .flat_map(|first| one.iter().map(move |second| format!("{first}{second}")));
    let addresses: Vec<String> = one.iter().cloned().chain(two).collect();
    for (profile, packing) in [
        (Profile::Shifted, Packing::NaturalLsb),
        (Profile::Shifted, Packing::InvertedMsb),
        (Profile::Octal, Packing::NaturalLsb),
        (Profile::Octal, Packing::InvertedMsb),
    ] {
        let (style, scope) = (Style::Dialled, NumberScope::Local);
        let options = Options {
            profile,
            packing,
            style,
            scope,
            ..Options::default()
        };
        let written = |address: &str| {
            [Form::Direct, Form::PreInverted]
                .map(|form| encode(address, &Options { form, ..options }).unwrap())
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
                let Ok(readings) = parses(&number, &options) else {
                    continue;
                };
                let readings: Vec<String> = readings.collect();
                let [address] = &readings[..] else {
                    panic!("{number}: {readings:?}")
                };
                assert!(written(address).contains(&number), "{number} {address}");
                valid += 1;
            }
        }
        // The transcription of the document in Python reads as many.
        assert_eq!([valid, expected], [488, 488], "{options:?}");
    }
}

#[test]
fn a_number_of_n_digits_has_at_most_a_quarter_of_n_and_one_readings() {
    let (style, scope) = (Style::Dialled, NumberScope::Local);
    let options = Options {
        style,
        scope,
        ..Options::default()
    };
    // Markers, the digits that begin a key of few and of many bits, and the widest hash digit.
    let mut numbers = vec![String::new()];
    for length in 1..=8 {
        let longer = |number| "01257".chars().map(move |digit| format!("{number}{digit}"));
        numbers = numbers.into_iter().flat_map(longer).collect();
        let readings = numbers.iter().flat_map(|number| parses(number, &options));
        assert_eq!(
            readings.map(|parses| parses.len()).max().unwrap_or(0),
            (length + 1) / 4
        );
    }
}
