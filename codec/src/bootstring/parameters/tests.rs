//! Which parameters are refused, and by which name.

use super::*;

const PUNYCODE: ParameterSet<'static> = ParameterSet::PUNYCODE;

#[test]
fn refuses_each_broken_condition_by_its_name() {
    let broken = [
        (
            ParameterError::Base,
            ParameterSet {
                base: 2,
                ..PUNYCODE
            },
        ),
        (
            ParameterError::Base,
            ParameterSet {
                base: 128,
                ..PUNYCODE
            },
        ),
        (
            ParameterError::Thresholds,
            ParameterSet {
                t_min: 27,
                ..PUNYCODE
            },
        ),
        (
            ParameterError::Thresholds,
            ParameterSet {
                t_max: 35,
                ..PUNYCODE
            },
        ),
        (
            ParameterError::Thresholds,
            ParameterSet {
                t_min: 0,
                t_max: 0,
                ..PUNYCODE
            },
        ),
        (
            ParameterError::Skew,
            ParameterSet {
                skew: 0,
                ..PUNYCODE
            },
        ),
        (
            ParameterError::Damp,
            ParameterSet {
                damp: 1,
                ..PUNYCODE
            },
        ),
        // 71 mod 36 is 35, over 36 - 2.
        (
            ParameterError::InitialBias,
            ParameterSet {
                t_min: 2,
                initial_bias: 71,
                ..PUNYCODE
            },
        ),
        (
            ParameterError::InitialBias,
            ParameterSet {
                initial_bias: 33 * 36,
                ..PUNYCODE
            },
        ),
        (
            ParameterError::Basic,
            ParameterSet {
                basic: 0,
                initial_n: 0,
                ..PUNYCODE
            },
        ),
        (
            ParameterError::Basic,
            ParameterSet {
                basic: 129,
                ..PUNYCODE
            },
        ),
        (
            ParameterError::InitialN,
            ParameterSet {
                initial_n: 129,
                ..PUNYCODE
            },
        ),
        (
            ParameterError::Delimiter,
            ParameterSet {
                delimiter: 'ü',
                ..PUNYCODE
            },
        ),
        (
            ParameterError::DigitCount,
            ParameterSet {
                base: 35,
                ..PUNYCODE
            },
        ),
        (
            ParameterError::Digits,
            ParameterSet {
                delimiter: 'Q',
                ..PUNYCODE
            },
        ),
        (
            ParameterError::Digits,
            ParameterSet {
                fold_case: true,
                ..ParameterSet::SWIFT
            },
        ),
        (
            ParameterError::Digits,
            ParameterSet {
                basic: 0x7A,
                initial_n: 0x7A,
                ..PUNYCODE
            },
        ),
    ];
    for (error, parameters) in broken {
        assert_eq!(Bootstring::new(&parameters), Err(error), "{parameters:?}");
    }
}

#[test]
fn accepts_the_bounds_of_the_conditions() {
    let valid = [
        ParameterSet {
            t_min: 0,
            t_max: 34,
            ..PUNYCODE
        },
        ParameterSet {
            t_min: 26,
            initial_bias: 46,
            ..PUNYCODE
        },
        ParameterSet {
            initial_bias: 32 * 36,
            ..PUNYCODE
        },
        ParameterSet {
            skew: u32::MAX,
            damp: u32::MAX,
            ..PUNYCODE
        },
        ParameterSet {
            initial_n: 0,
            ..PUNYCODE
        },
        ParameterSet {
            basic: 0x7B,
            initial_n: 0x7B,
            ..PUNYCODE
        },
    ];
    for parameters in valid {
        let bootstring = Bootstring::new(&parameters).expect("the conditions hold");
        assert_eq!(bootstring.parameters(), parameters);
    }
}
