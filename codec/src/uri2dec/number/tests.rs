use super::*;

fn readings(number: &[u8]) -> usize {
    let number = core::str::from_utf8(number).expect("digits");
    parses(number, &LOCAL).map_or(0, |parses| parses.len())
}

const LOCAL: Options = Options {
    profile: Profile::Shifted,
    form: Form::Direct,
    packing: Packing::NaturalLsb,
    style: Style::Dialled,
    scope: NumberScope::Local,
    strictness: Strictness::Strict,
};

#[test]
fn a_number_of_n_digits_has_at_most_a_quarter_of_n_and_one_readings() {
    // Markers, the digits that begin a key of few and of many bits, and the widest hash digit.
    let alphabet = b"01257";
    let mut most = [0; 9];
    for length in 1..most.len() {
        let mut number = [alphabet[0]; 8];
        for index in 0..alphabet.len().pow(length as u32) {
            let mut rest = index;
            for digit in &mut number[..length] {
                *digit = alphabet[rest % alphabet.len()];
                rest /= alphabet.len();
            }
            most[length] = most[length].max(readings(&number[..length]));
        }
    }
    let bound: Vec<_> = (0..most.len()).map(|length| (length + 1) / 4).collect();
    assert_eq!(most.as_slice(), bound.as_slice());
}

#[test]
fn the_bound_is_reached_at_every_length_that_it_grows_at() {
    for count in 1..100_usize {
        let mut number = Vec::from_iter(core::iter::repeat_n(b'7', 2 * count - 1));
        number.extend(b"17".repeat(count - 1));
        number.extend(b"11");
        assert_eq!((number.len(), readings(&number)), (4 * count - 1, count));
    }
}

#[test]
fn read_leniently_a_number_has_fewer_readings_than_digits() {
    // Key digits 1 are zeros, so that each digit but the first and the last is a marker.
    let options = Options { strictness: Strictness::Lenient, ..LOCAL };
    let readings = parses("7111111111", &options).map_or(0, |parses| parses.len());
    assert_eq!(readings, 8);
}
