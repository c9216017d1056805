//! Comparisons of implementations in this process that differ in one known way.

mod engine;
mod report;

use acegate_codec::unicode::{Version, Versions};
use acegate_codec::uts46::model::{Rules, Status};
use acegate_codec::{Parameter, Text, Verb, punycode};
use acegate_deviations::{DeviantCodec, find};

use super::cause::needed_versions;
use super::*;
use crate::implementation::{Implementation, InProcess, Registry};
use crate::observation::{Fault, Observation, Outcome, StartError};
use crate::protocol::{Description, Request};
use crate::sweep::tests::fixture::{Mistaken, ruled};
use crate::sweep::{CodePoints, Measured};

type Started = Result<Box<dyn Implementation>, StartError>;

fn reference() -> Started {
    Ok(Box::new(InProcess::registry(Registry::Reference)))
}

fn without_bidi() -> Started {
    let deviation = find(BIDI).expect("a deviation");
    let codec = DeviantCodec::new(deviation).expect("it has a codec");
    Ok(Box::new(InProcess::new("mine", "1", vec![Box::new(codec)])))
}

const BIDI: &str = "uts46/bidi-not-checked";

/// The reference with one change.
struct Changed {
    inner: InProcess,
    description: Description,
    /// It reports a failure for a name with this character.
    fails_on: char,
}

impl Changed {
    fn start(change: fn(&mut Self)) -> Started {
        let inner = InProcess::registry(Registry::Reference);
        let mut changed = Self {
            description: inner.describe().clone(),
            inner,
            fails_on: '\0',
        };
        change(&mut changed);
        Ok(Box::new(changed))
    }
}

impl Implementation for Changed {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn answer(&mut self, request: &Request) -> Observation {
        let name = request.text().and_then(Text::to_scalar_string);
        if name.is_some_and(|name| name.contains(self.fails_on)) {
            let fault = Fault::Caught("a failure".to_owned());
            return Observation::new(Outcome::Fault(fault), std::time::Duration::ZERO);
        }
        self.inner.answer(request)
    }
}

fn names(names: &[&str]) -> Questions {
    let text = names.join("\n");
    Questions {
        codecs: vec!["uts46".to_owned()],
        ops: vec!["to-ascii".to_owned()],
        names: Some(NameList::read(text.as_bytes()).expect("names")),
        ..Questions::default()
    }
}

fn compared(first: fn() -> Started, second: fn() -> Started, questions: Questions) -> Comparison {
    let options = CompareOptions {
        questions,
        ..CompareOptions::default()
    };
    compare([&first, &second], &options).expect("both start")
}

fn only_group(comparison: &Comparison) -> &Group {
    let [group] = comparison.groups.as_slice() else {
        panic!("{:?}", comparison.groups);
    };
    group
}

#[test]
fn names_are_sent_to_one_codec_that_both_sides_have() {
    let questions = Questions {
        codecs: Vec::new(),
        ..names(&["a.test", "b.test"])
    };
    let comparison = compared(reference, reference, questions);
    assert_eq!(comparison.asked, 2);
}

#[test]
fn an_implementation_does_not_differ_from_itself() {
    let questions = Questions {
        suite: true,
        generated: Some(Generated {
            count: 500,
            seed: 1,
        }),
        ..Questions::default()
    };
    let comparison = compared(reference, reference, questions);
    assert!(comparison.groups.is_empty() && comparison.is_whole);
    assert!(comparison.asked > 5000, "{}", comparison.asked);
    assert_eq!(comparison.first, None);
}

#[test]
fn a_known_deviation_of_either_side_is_named() {
    let mut frames = names(&["a"]);
    frames.names = None;
    frames.frames = FrameChoice {
        frames: vec!["between-letters".to_owned()],
        code_points: Some(('\u{C0}'..='\u{7FF}').collect::<CodePoints>()),
    };
    let comparison = compared(reference, without_bidi, frames.clone());
    let group = only_group(&comparison);
    let side = Side::Second;
    assert_eq!(group.kind, Kind::Accepts(side));
    assert_eq!(group.cause, GroupCause::Deviation { side, id: BIDI });
    assert!(group.code_points.contains('\u{5D0}') && group.is_confirmed);

    let comparison = compared(without_bidi, reference, frames);
    let group = only_group(&comparison);
    let side = Side::First;
    assert_eq!(group.kind, Kind::Accepts(side));
    assert_eq!(group.cause, GroupCause::Deviation { side, id: BIDI });
}

/// Maps U+2135 to U+2138 only after the Bidi rule, so that `aℵb` is `xn--ab-vld`.
struct LateAlefs(InProcess);

impl Implementation for LateAlefs {
    fn describe(&self) -> &Description {
        self.0.describe()
    }

    fn answer(&mut self, request: &Request) -> Observation {
        let name = request.text().and_then(Text::to_scalar_string);
        let is_late = name.is_some_and(|name| name.contains(is_alef));
        if is_late && let Ok(mut deviant) = without_bidi() {
            return deviant.answer(request);
        }
        self.0.answer(request)
    }
}

const fn is_alef(c: char) -> bool {
    matches!(c, '\u{2135}'..='\u{2138}')
}

fn with_late_alefs() -> Started {
    Ok(Box::new(LateAlefs(InProcess::registry(
        Registry::Reference,
    ))))
}

/// All names of a list that break the Bidi rule may have one property, which is the cause.
#[test]
fn no_deviation_is_named_for_code_points_that_share_a_property() {
    let late = [
        "a\u{2135}b",
        "c\u{2136}d",
        "e\u{2137}f.test",
        "x\u{2138}y",
        "plain",
        "a b",
    ];
    let comparison = compared(with_late_alefs, reference, names(&late));
    let group = only_group(&comparison);
    assert_eq!(group.kind, Kind::Accepts(Side::First));
    let GroupCause::Common(shared) = &group.cause else {
        panic!("{group:?}");
    };
    let shown = shared.to_string();
    assert_eq!(shown, "Bidi_Class L, mapped to a character of class R");
}

/// Checks the Bidi rule only for names with U+05D0.
struct ChecksAlef(InProcess);

impl Implementation for ChecksAlef {
    fn describe(&self) -> &Description {
        self.0.describe()
    }

    fn answer(&mut self, request: &Request) -> Observation {
        let name = request.text().and_then(Text::to_scalar_string);
        let is_checked = name.is_some_and(|name| name.contains('\u{5D0}'));
        if !is_checked && let Ok(mut deviant) = without_bidi() {
            return deviant.answer(request);
        }
        self.0.answer(request)
    }
}

fn that_checks_alef() -> Started {
    Ok(Box::new(ChecksAlef(InProcess::registry(
        Registry::Reference,
    ))))
}

#[test]
fn no_deviation_is_named_that_a_right_answer_speaks_against() {
    let mut frames = names(&["a"]);
    frames.names = None;
    frames.frames = FrameChoice {
        frames: vec!["between-letters".to_owned()],
        code_points: Some(('\u{C0}'..='\u{7FF}').collect::<CodePoints>()),
    };
    let comparison = compared(that_checks_alef, reference, frames);
    let group = only_group(&comparison);
    assert!(group.code_points.contains('\u{5D1}'), "{group:?}");
    let is_named = matches!(group.cause, GroupCause::Deviation { .. });
    assert!(!is_named, "{group:?}");
}

#[test]
fn names_are_minimised_and_keep_their_lines() {
    let questions = names(&["www.example", "shop.a\u{5D0}b.example", "x\u{5D0}y.test"]);
    let comparison = compared(reference, without_bidi, questions);
    let group = only_group(&comparison);
    let example = group.example.text().expect("a name").code_points.len();
    assert!(example <= 3, "{:?}", group.example);
    let mut lines = Vec::new();
    for difference in &group.differences {
        lines.push(difference.place);
    }
    assert_eq!(lines, [Place::Line(2), Place::Line(3)]);
    assert_eq!(comparison.asked, 3);
}

/// An implementation with the tables of Unicode 16.
fn of_unicode_16() -> Started {
    Ok(ruled(Rules::UTS46))
}

#[test]
fn older_tables_are_one_group_that_names_both_versions() {
    let mut new = Vec::new();
    for version in [Version::V15_0, Version::V17, Version::V18] {
        let own = ('\u{A0}'..='\u{1FFFF}').filter(|point| Version::of(*point) == version);
        for point in own.take(40) {
            new.push(format!("a{point}b"));
        }
    }
    let listed: Vec<&str> = new.iter().map(String::as_str).collect();
    let comparison = compared(of_unicode_16, reference, names(&listed));
    let group = only_group(&comparison);
    let GroupCause::Version { measured, ages } = &group.cause else {
        panic!("{group:?}");
    };
    let versions = [Version::V16, Version::V18].map(Measured::Version);
    assert_eq!(*measured, versions);
    assert!(ages.of(Version::V17) > 0 && ages.of(Version::V15_0) == 0);
    assert_eq!(group.kind, Kind::Accepts(Side::Second));
}

/// Old joining types are not the cause of differences to a profile, because they do not decide
/// which characters it knows.
#[test]
fn a_profile_needs_the_version_that_assigned_a_character_and_no_other_table() {
    let of_go = Versions {
        joining: Version::V4,
        ..Versions::all(Version::V13)
    };
    let name = "a\u{2135}b";
    let request = Request::of(&punycode::ABOUT, Verb::ToAscii, name.into());
    let needed = needed_versions(&request).expect("it is a host name");
    assert!(needed.are_within(of_go), "{needed:?}");
    // Unicode 14 assigned U+2C2F.
    let request = Request::of(&punycode::ABOUT, Verb::ToAscii, "\u{2C2F}".into());
    let needed = needed_versions(&request).expect("it is a host name");
    assert!(!needed.are_within(of_go), "{needed:?}");
}

fn without_std3() -> Started {
    Changed::start(|changed| {
        let support = changed.description.codecs.get_mut("uts46");
        let params = &mut support.expect("a codec").params;
        params.set("std3", vec![Parameter::Boolean(false)]);
    })
}

#[test]
fn different_settings_are_the_cause_of_what_they_decide() {
    let comparison = compared(reference, without_std3, names(&["a_b", "a b", "ab"]));
    let group = only_group(&comparison);
    let settings = [String::new(), "std3=false".to_owned()];
    assert_eq!(group.cause, GroupCause::Settings(settings));
    assert_eq!(group.differences.len(), 2);
}

#[test]
fn a_failure_of_one_side_comes_first() {
    fn failing() -> Started {
        Changed::start(|changed| changed.fails_on = 'ü')
    }
    let questions = names(&["b\u{5D0}", "bücher.example"]);
    let comparison = compared(without_bidi, failing, questions);
    assert_eq!(comparison.groups.len(), 2, "{:?}", comparison.groups);
    assert_eq!(comparison.groups[0].kind, Kind::Fails(Side::Second));
    assert_eq!(comparison.groups[0].example.input, "ü".into());
    assert_eq!(comparison.groups[1].kind, Kind::Accepts(Side::First));
}

/// Maps fillers, an outlined letter and a capital letter to other texts.
fn with_other_mappings() -> Started {
    let tables = Mistaken::status(|c| match c {
        '\u{115F}' | '\u{1160}' | '\u{3164}' => Some(Status::Valid),
        '\u{1CCD6}' => Some(Status::Mapped("x".to_owned())),
        'Ü' => Some(Status::Mapped("ue".to_owned())),
        _ => None,
    });
    Ok(ruled(tables.rules()))
}

#[test]
fn names_whose_value_changes_are_grouped_by_category() {
    let points = ('\u{C0}'..='\u{31FF}').chain('\u{1CC00}'..='\u{1CEFF}');
    let questions = Questions {
        frames: FrameChoice {
            frames: vec!["between-letters".to_owned()],
            code_points: Some(points.collect()),
        },
        ops: vec!["to-ascii".to_owned()],
        ..Questions::default()
    };
    let comparison = compared(with_other_mappings, reference, questions);
    let mut shown = Vec::new();
    for group in &comparison.groups {
        assert_eq!(group.kind, Kind::OtherValue);
        let GroupCause::Common(shared) = &group.cause else {
            panic!("{group:?}");
        };
        shown.push(format!("{shared}: {}", group.code_points.show(9)));
    }
    assert_eq!(
        shown,
        [
            "General_Category Other_Letter: U+115F–1160, U+3164",
            "General_Category Other_Symbol: U+1CCD6",
            "General_Category Uppercase_Letter: U+00DC",
        ]
    );
}
