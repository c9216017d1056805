//! The contestants: each fast codec on each SIMD backend, its plain model, the peers and the yardsticks.

mod label;
#[cfg(feature = "libidn")]
mod libidn;
mod name;
mod number;
mod packing;
mod short;

pub use label::{Direction, Label};
pub use name::{ascii_names_from, names_from, registration, unmapped_names_from, uts46};
pub use number::{addresses_from, numbers};
pub use packing::packers;
pub use short::{labels_from, punycodes, swift_labels_from, swift_models};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use acegate_codec::uri2dec::Form;

    use super::*;
    use crate::contest::{Origin, compare};
    use crate::corpus::{self, ADDRESS_SIZES, LABELS, SCRIPTS, script_text};

    #[test]
    fn everyone_agrees_on_labels_of_every_script_and_the_codec_comes_first() {
        let labels = labels_from(corpus::labels(1_300));
        assert_eq!(labels.len(), 1_300);
        for (interface, mut all) in punycodes() {
            assert_eq!(compare(&mut all, &labels).unwrap(), [], "{interface}");
            let names: BTreeSet<_> = all.iter().map(|one| one.name.as_str()).collect();
            assert_eq!(names.len(), all.len());
            assert_eq!(all[0].origin, Origin::Fast);
            assert!(names.contains("idna") && names.contains("acegate-into-portable"));
        }
    }

    #[test]
    fn models_agree_on_every_script_and_length() {
        for script in 0..SCRIPTS.len() {
            let texts = [4, 64, 300].map(|length| script_text(script, length, 1));
            let labels = swift_labels_from(texts.into());
            assert!(!labels.is_empty(), "{script}");
            for direction in Direction::ALL {
                compare(&mut swift_models(direction), &labels).unwrap();
            }
        }
    }

    #[test]
    fn everyone_agrees_on_names() {
        for names in [names_from(LABELS), ascii_names_from(LABELS)] {
            assert_eq!(names.len(), LABELS);
            for direction in Direction::ALL {
                assert_eq!(compare(&mut uts46(direction), &names).unwrap(), []);
            }
        }
        for names in [unmapped_names_from(LABELS), ascii_names_from(LABELS)] {
            assert_eq!(names.len(), LABELS);
            for direction in Direction::ALL {
                assert_eq!(compare(&mut registration(direction), &names).unwrap(), []);
            }
        }
    }

    #[test]
    fn yardsticks_equal_the_codec_and_take_no_numbers_that_they_cannot_hold() {
        let mut texts = corpus::addresses(2_000);
        // Keys that are empty or full.
        texts.extend(["1", "c", "a", "2", "...", "&&&", "zzzzz", "1111a"].map(str::to_owned));
        texts.push("&".repeat(40));
        for form in [Form::Direct, Form::PreInverted] {
            let addresses = addresses_from(texts.clone(), form);
            assert_eq!(addresses.len(), 2_009);
            for direction in Direction::ALL {
                let all = |longest| {
                    (
                        numbers(direction, form, longest),
                        packers(direction, longest),
                    )
                };
                let (mut numbers, mut packers) = all(*ADDRESS_SIZES.end());
                compare(&mut numbers, &addresses).unwrap();
                // The word of 128 bits has the direct form only, and up to 40 symbols.
                let (long_numbers, long_packers) = all(41);
                let is_direct = form == Form::Direct;
                assert_eq!(
                    numbers.len() - long_numbers.len(),
                    if is_direct { 2 } else { 0 }
                );
                assert_eq!(packers.len() - long_packers.len(), 1);
                if is_direct {
                    compare(&mut packers, &addresses).unwrap();
                }
            }
        }
    }
}
