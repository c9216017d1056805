//! Bugs in the derived property (RFC 5892, sections 2 and 3).

use acegate_codec::idna2008::Property;
use acegate_codec::idna2008::model::never;
use acegate_codec::uts46::general_category;
use acegate_codec::uts46::model::{Icu, Status, Tables};

use super::{GO, IDNA_3_6, RIGHT};
use crate::{Deviation, deviation, observed, reported};

pub(crate) const PROPERTY: &[Deviation] = &[
    deviation(
        "idna2008/disallowed-not-checked",
        &["idna2008-14", "idna2008-20"],
    )
    .summary("DISALLOWED code points are accepted.")
    .alters(|steps, _| steps.of_label.disallowed = never),
    deviation("idna2008/unassigned-accepted", &["idna2008-15"])
        .summary("UNASSIGNED code points are accepted.")
        .alters(|steps, _| steps.of_label.unassigned = never),
    deviation(
        "idna2008/property-of-uts46",
        &["idna2008-14", "idna2008-20"],
    )
    .summary("The table of UTS #46 decides which code points are allowed, not RFC 5892.")
    .seen(&[GO])
    .alters(|steps, _| {
        steps.property = |c| match (RIGHT.property)(c) {
            own @ (Property::ContextJ | Property::ContextO | Property::Unassigned) => own,
            own if c.is_ascii() => own,
            _ => match Icu.status(c) {
                Status::Valid | Status::Deviation(_) => Property::Pvalid,
                Status::Ignored | Status::Mapped(_) | Status::Disallowed => Property::Disallowed,
            },
        }
    }),
    deviation("idna2008/normalised-by-an-older-version", &["idna2008-20"])
        .summary(
            "The tables were made with an older NFKC than the code points, so new compatibility \
             characters such as U+1CCF0 are PVALID.",
        )
        .seen(&[
            IDNA_3_6,
            observed("idna 2.10 of PyPI"),
            observed("idna 3.3 of PyPI"),
            observed("idna 3.4 of PyPI"),
            observed("idna 3.11 of PyPI"),
        ])
        .alters(|steps, _| {
            steps.property = |c| match c {
                '\u{1CCD6}'..='\u{1CCF9}' => Property::Pvalid,
                _ => (RIGHT.property)(c),
            }
        }),
    deviation("idna2008/tai-lue-digit-accepted", &["idna2008-20"])
        .summary("U+19DA is PVALID, as in Unicode's tables of 6.1 to 6.3.")
        .seen(&[
            GO,
            reported(
                "Unicode's Idna2008.txt",
                "https://www.unicode.org/Public/idna/6.3.0/",
            ),
        ])
        .alters(|steps, _| {
            steps.property = |c| match c {
                '\u{19DA}' => Property::Pvalid,
                _ => (RIGHT.property)(c),
            }
        }),
    deviation("idna2008/sandhi-mark-rejected", &["idna2008-20"])
        .summary("U+111C9 is DISALLOWED, as it was before Unicode 11.")
        .alters(|steps, _| {
            steps.property = |c| match c {
                '\u{111C9}' => Property::Disallowed,
                _ => (RIGHT.property)(c),
            }
        }),
    deviation("idna2008/sharp-s-rejected", &["idna2008-20"])
        .summary("U+00DF and U+03C2 are DISALLOWED because case folding changes them.")
        .alters(|steps, _| {
            steps.property = |c| match c {
                '\u{DF}' | '\u{3C2}' => Property::Disallowed,
                _ => (RIGHT.property)(c),
            }
        }),
    deviation("idna2008/allowed-exceptions-forgotten", &["idna2008-20"])
        .summary("U+06FD, U+06FE, U+0F0B and U+3007 are DISALLOWED by their General_Category.")
        .alters(|steps, _| {
            steps.property = |c| match c {
                '\u{6FD}' | '\u{6FE}' | '\u{F0B}' | '\u{3007}' => Property::Disallowed,
                _ => (RIGHT.property)(c),
            }
        }),
    deviation("idna2008/disallowed-exceptions-forgotten", &["idna2008-20"])
        .summary("U+0640, U+07FA, U+302E, U+302F, U+3031 to U+3035 and U+303B are PVALID.")
        .seen(&[GO])
        .alters(|steps, _| {
            steps.property = |c| match c {
                '\u{640}' | '\u{7FA}' | '\u{302E}' | '\u{302F}' | '\u{303B}' => Property::Pvalid,
                '\u{3031}'..='\u{3035}' => Property::Pvalid,
                _ => (RIGHT.property)(c),
            }
        }),
    deviation("idna2008/old-hangul-accepted", &["idna2008-20"])
        .summary("Conjoining letters of Hangul are PVALID.")
        .seen(&[GO])
        .alters(|steps, _| {
            steps.property = |c| match c {
                '\u{1100}'..='\u{11FF}' | '\u{A960}'..='\u{A97C}' | '\u{D7B0}'..='\u{D7FB}' => {
                    Property::Pvalid
                }
                _ => (RIGHT.property)(c),
            }
        }),
    deviation("idna2008/ignorable-blocks-accepted", &["idna2008-20"])
        .summary("Marks of the blocks 20D0 to 20FF, 1D100 to 1D1FF and 1D200 to 1D24F are PVALID.")
        .alters(|steps, _| {
            steps.property = |c| match c {
                '\u{20D0}'..='\u{20FF}' | '\u{1D100}'..='\u{1D24F}'
                    if general_category(c).contains("Mark") =>
                {
                    Property::Pvalid
                }
                _ => (RIGHT.property)(c),
            }
        }),
    deviation("idna2008/ignorable-marks-accepted", &["idna2008-20"])
        .summary("Default_Ignorable_Code_Point is not asked, so variation selectors are PVALID.")
        .alters(|steps, _| {
            steps.property = |c| match c {
                '\u{34F}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' => Property::Pvalid,
                _ => (RIGHT.property)(c),
            }
        }),
    deviation("idna2008/soft-hyphen-accepted", &["idna2008-20"])
        .summary("U+00AD is accepted, as in names that are mapped before.")
        .alters(|steps, _| {
            steps.property = |c| match c {
                '\u{AD}' => Property::Pvalid,
                _ => (RIGHT.property)(c),
            }
        }),
    deviation("idna2008/capitals-accepted", &["idna2008-20"])
        .summary("Capital letters are PVALID: the test for instability is missing for them.")
        .alters(|steps, _| {
            steps.property = |c| match general_category(c) {
                "Uppercase_Letter" if !c.is_ascii() => Property::Pvalid,
                _ => (RIGHT.property)(c),
            }
        }),
    deviation("idna2008/compatibility-letters-accepted", &["idna2008-20"])
        .summary(
            "The test for instability only folds letter case, so small letters that NFKC changes, \
             such as U+FF41, are PVALID.",
        )
        .alters(|steps, _| {
            steps.property = |c| match c {
                '\u{149}' | '\u{FF41}'..='\u{FF5A}' => Property::Pvalid,
                _ => (RIGHT.property)(c),
            }
        }),
    deviation("idna2008/symbols-accepted", &["idna2008-20"])
        .summary("Symbols are accepted, as in IDNA 2003: hearts and emoji.")
        .seen(&[GO])
        .alters(|steps, _| {
            steps.property = |c| match general_category(c) {
                "Other_Symbol" => Property::Pvalid,
                _ => (RIGHT.property)(c),
            }
        }),
    deviation("idna2008/number-letters-accepted", &["idna2008-20"])
        .summary("General_Category Nl counts as a letter, so U+16EE is PVALID.")
        .alters(|steps, _| {
            steps.property = |c| match (general_category(c), (RIGHT.property)(c)) {
                ("Letter_Number", Property::Disallowed) => Property::Pvalid,
                (_, own) => own,
            }
        }),
    deviation("idna2008/enclosing-marks-accepted", &["idna2008-20"])
        .summary("General_Category Me counts as a mark, so U+0488 is PVALID.")
        .alters(|steps, _| {
            steps.property = |c| match general_category(c) {
                "Enclosing_Mark" => Property::Pvalid,
                _ => (RIGHT.property)(c),
            }
        }),
    deviation(
        "idna2008/context-code-points-rejected",
        &[
            "idna2008-21",
            "idna2008-22",
            "idna2008-23",
            "idna2008-24",
            "idna2008-25",
            "idna2008-26",
            "idna2008-27",
        ],
    )
    .summary("CONTEXTJ and CONTEXTO code points are rejected in every context.")
    .alters(|steps, _| {
        steps.property = |c| match (RIGHT.property)(c) {
            Property::ContextJ | Property::ContextO => Property::Disallowed,
            own => own,
        }
    }),
    deviation("idna2008/supplementary-planes-rejected", &["idna2008-20"])
        .summary("Code points above U+FFFF are rejected.")
        .alters(|steps, _| {
            steps.property = |c| match c {
                '\u{10000}'.. => Property::Disallowed,
                _ => (RIGHT.property)(c),
            }
        }),
];
