//! Names of the classes of code points that UTS #46 and IDNA 2008 tell apart.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use acegate_codec::unicode::{Version, Versions};
use acegate_codec::uts46::EDITION;
use acegate_codec::uts46::model::{Bidi, Icu, Joining, Status, Tables};
use acegate_codec::{Family, Value, Verb, punycode};

use super::contexts;
use super::material::mutate;
use super::names::code_of_surrogates;
use super::words::one_of;
use crate::hunt::random::Random;
use crate::hunt::space::{AskedOperation, Space};
use crate::protocol::Request;

/// Labels: a small letter is any character of a [class](is), another character is itself.
const LABELS: [&str; 7] = [
    // Plain letters, and what is mapped, normalised or composed; more marks than the buffer of a normaliser holds.
    "l, ll, le, d, c, p, lp, g, gg, lgl, f, lf, w, lw, rw, y, ly, ry, lm, A\u{308}, \u{E7}\u{301}, =\u{338}, \
     l\u{9C7}\u{9BE}, l\u{BC6}\u{BBE}, \u{AC00}\u{11A8}, \u{1E9E}, l\u{1E9E}, x, lx, u, uu, uuu, \
     l\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\
     \u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\
     \u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}, \
     lmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm",
    // Bidi: what a label begins with, has inside, and ends with.
    "r, a, ra, re, rn, rm, rem, ror, lom, lol, e, el, n, nr, m, ml, s, sl, ol, rl, rlr, ar, ro, rom, ren, \
     rner, lr, lrl, lnl, lo, lz, rz, rzr",
    // Joiners: between letters that join, after a virama, and elsewhere.
    "d\u{200C}d, i\u{200C}j, dt\u{200C}td, d\u{200C}td, lv\u{200C}, lv\u{200D}, \u{200C}d, d\u{200C}, d\u{200C}l, \
     l\u{200C}d, j\u{200C}d, dj\u{200C}d, d\u{200C}ld, dt\u{200C}l, d\u{200D}d, lvl\u{200C}, \
     lvl\u{200D}, \u{200D}, l\u{200D}, lv\u{200C}l\u{200C}, d\u{200C}d\u{200D}d, d\u{200C}d\u{200C}l, \
     j\u{200C}d\u{200C}d",
    // Hyphens, and places of octets and units.
    "-l, l-, l-l, ll--l, l--l, q--l, ql--l, l---l",
    // A character that is mapped to one with other properties. Checks before the mapping see the wrong ones.
    "b, bl, lb, lbl, rb, br, rbr, bb, bn, lbm",
    // Capitals whose small letter depends on their neighbours or on the language (`SpecialCasing.txt`), and letters
    // that a comparison without letter case takes for ASCII letters.
    "l\u{3A3}, \u{391}\u{3A3}, \u{3A3}\u{391}, I, lI, Il, \u{130}, \u{131}, \u{212A}, \u{17F}, \u{212A}I, \u{17F}-I",
    // STD 3, and what IDNA 2008 requires of the context.
    "h, lhl, hl, k, kl, lk, \u{FF05}, l\u{FF05}, \u{B7}, l\u{B7}, \u{30FB}, \u{375}l",
];

/// The labels that are encoded and added to a name: right ones (one kind makes it a Bidi name). None of them
/// has characters of a new version, so that most names have an answer in every version.
const BESIDE: &str = "l, ll, le, lm, lv, lll, r";

/// Whether a character is of the class that a small letter means.
fn is(class: char, c: char) -> bool {
    let status = Icu.status(c);
    let is_valid = status == Status::Valid;
    let is_letter = is_valid && !Icu.is_mark(c);
    match class {
        'l' => is_letter && Icu.bidi(c) == Bidi::L,
        'r' => is_letter && Icu.bidi(c) == Bidi::R,
        'a' => is_letter && Icu.bidi(c) == Bidi::AL,
        'e' => is_letter && Icu.bidi(c) == Bidi::EN,
        'n' => is_letter && Icu.bidi(c) == Bidi::AN,
        'o' => is_letter && matches!(Icu.bidi(c), Bidi::ON | Bidi::ET | Bidi::ES | Bidi::CS),
        'z' => is_letter && matches!(Icu.bidi(c), Bidi::BN | Bidi::Other),
        'm' => is_valid && Icu.bidi(c) == Bidi::NSM,
        's' => is_valid && Icu.is_mark(c) && Icu.bidi(c) == Bidi::L,
        'v' => is_valid && Icu.is_virama(c),
        'd' => is_valid && Icu.joining(c) == Joining::D,
        'i' => is_valid && Icu.joining(c) == Joining::L,
        'j' => is_valid && Icu.joining(c) == Joining::R,
        't' => is_valid && Icu.joining(c) == Joining::T && !Icu.is_virama(c),
        'q' => is_letter && u32::from(c) > 0xFFFF && Icu.bidi(c) == Bidi::L,
        'c' => matches!(status, Status::Mapped(_)) && c.is_uppercase(),
        'p' => matches!(status, Status::Mapped(_)),
        'b' => properties_of_mapping(c).is_some_and(|mapped| mapped != properties(c)),
        'g' => status == Status::Ignored,
        'f' => matches!(status, Status::Deviation(_)),
        'x' => status == Status::Disallowed,
        'h' => is_foreign(c),
        'k' => matches!(status, Status::Mapped(text) if text.contains(is_foreign)),
        // Of a newer version, or changed in one: skipped unless the implementation declares that version.
        'y' => Versions::of(c) != Versions::all(OLD) && Version::of(c) == OLD,
        'w' => Version::of(c) != OLD,
        _ => true,
    }
}

/// The properties that criteria use: mark, virama, Bidi class and joining type.
fn properties(c: char) -> (bool, bool, Bidi, Joining) {
    (
        Icu.is_mark(c),
        Icu.is_virama(c),
        Icu.bidi(c),
        Icu.joining(c),
    )
}

/// The properties of the first character to which the character is mapped; `None` if it is not mapped.
fn properties_of_mapping(c: char) -> Option<(bool, bool, Bidi, Joining)> {
    match Icu.status(c) {
        Status::Mapped(text) => text.chars().next().map(properties),
        Status::Valid | Status::Ignored | Status::Disallowed | Status::Deviation(_) => None,
    }
}

/// Whether the character is of ASCII, and STD 3 does not allow it.
fn is_foreign(c: char) -> bool {
    c.is_ascii() && !c.is_ascii_alphanumeric() && !matches!(c, '-' | '.')
}

pub(super) const OLD: Version = Version::V12_1;

/// The characters of each class: lists of a few that no property tells apart.
static CLASSES: LazyLock<BTreeMap<char, Vec<Vec<char>>>> = LazyLock::new(|| {
    let mut alike: BTreeMap<String, Vec<char>> = BTreeMap::new();
    for c in ('\0'..'\u{40000}').chain('\u{E0000}'..'\u{E0200}') {
        let status = match Icu.status(c) {
            Status::Mapped(text) => format!("{:?} {}", text.find(is_foreign), c.is_uppercase()),
            status => format!("{status:?} {}", is_foreign(c)),
        };
        let key = (
            status,
            properties(c),
            properties_of_mapping(c),
            Versions::of(c),
            Version::of(c),
            c.is_ascii(),
            // The plane: tables may end at any of them.
            u32::from(c) >> 16,
        );
        let same = alike.entry(format!("{key:?}")).or_default();
        if same.len() < 8 {
            same.push(c);
        }
    }
    let mut classes: BTreeMap<char, Vec<Vec<char>>> = BTreeMap::new();
    for class in LABELS.concat().chars() {
        if !class.is_ascii_lowercase() || classes.contains_key(&class) {
            continue;
        }
        let mut lists = Vec::new();
        for list in alike.values() {
            // All of a list are of the class, or none.
            let Some(&c) = list.first() else { continue };
            let is_of_age = matches!(class, 'w' | 'y') || Versions::of(c) == Versions::all(OLD);
            if is(class, c) && is_of_age {
                lists.push(list.clone());
            }
        }
        classes.insert(class, lists);
    }
    classes
});

/// Names of labels that keep every criterion or break one, plain and encoded.
pub(super) fn make(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    let operation = space.choose(random, |asked| asked.codec.family.is_of_checked_names())?;
    let is_of_labels = matches!(operation.operation.verb, Verb::IsULabel | Verb::IsALabel);
    if is_of_labels || operation.codec.family == Family::Idna2008 && random.one_in(2) {
        let mut name = label_of_idna2008(random)?;
        if !is_of_labels && random.one_in(3) {
            name.push(0x2E);
            name.extend(label_of_idna2008(random)?);
        }
        let name = Value::from_code_points(name);
        return Some(vec![operation.request(name, random)]);
    }
    if random.one_in(8) {
        // A name that is all ASCII.
        let text = characters_of(one_of(random.choose(&LABELS)?, random), random)?;
        let name = Value::from_code_points(encoded(text, random)?);
        let mut requests = vec![operation.request(name.clone(), random)];
        requests.extend(as_hosts(operation, &name));
        return Some(requests);
    }
    let mut name = Vec::new();
    for index in 0..=random.below(3) {
        if index > 0 {
            let dots = ['.', '.', '.', '.', '\u{3002}', '\u{FF0E}', '\u{FF61}'];
            name.push(u32::from(*random.choose(&dots)?));
        }
        name.extend(label(random)?);
    }
    if random.one_in(2) {
        let text = characters_of(one_of(BESIDE, random), random)?;
        let code = format!("{}{}", punycode::PREFIX, punycode::encode(&text).ok()?);
        name.push(0x2E);
        name.extend(code.chars().map(u32::from));
    }
    if random.one_in(12) {
        name.push(0x2E);
    }
    Some(vec![
        operation.request(Value::from_code_points(name), random),
    ])
}

/// The name as a host of each edition of the URL Standard. They differ on names that are all ASCII.
fn as_hosts(operation: &AskedOperation, name: &Value) -> Vec<Request> {
    let mut requests = Vec::new();
    for spec in &operation.parameters {
        if spec.name == EDITION {
            for edition in spec.values {
                let host = operation.plain_request(name.clone());
                requests.push(host.with("profile", "whatwg").with(EDITION, edition));
            }
        }
    }
    requests
}

/// A label about the rules of IDNA 2008, plain or encoded, or one of UTS #46.
fn label_of_idna2008(random: &mut Random) -> Option<Vec<u32>> {
    if random.one_in(4) {
        return label(random);
    }
    let text = contexts::text(random)?;
    if random.one_in(3) {
        return encoded(text, random);
    }
    Some(text.chars().map(u32::from).collect())
}

/// One of [`LABELS`] or none, with characters of its classes, plain or encoded.
fn label(random: &mut Random) -> Option<Vec<u32>> {
    if random.one_in(16) {
        // Empty from the start, or after the mapping.
        let text = if random.one_in(2) {
            String::new()
        } else {
            characters_of("g", random)?
        };
        return Some(text.chars().map(u32::from).collect());
    }
    let text = characters_of(one_of(random.choose(&LABELS)?, random), random)?;
    if random.one_in(3) {
        return encoded(text, random);
    }
    let text = if random.one_in(4) {
        unmapped(&text, random)?
    } else {
        text
    };
    Some(text.chars().map(u32::from).collect())
}

/// A label with characters of its classes.
fn characters_of(label: &str, random: &mut Random) -> Option<String> {
    let mut text = String::new();
    for class in label.chars() {
        text.push(match CLASSES.get(&class) {
            Some(lists) => {
                let list = random.choose(lists)?;
                *random.choose(list)?
            }
            None => class,
        });
    }
    Some(text)
}

/// The text with most characters replaced by one that is mapped to it, if there is one. What is checked before the
/// mapping then sees other properties than what is checked after it.
fn unmapped(text: &str, random: &mut Random) -> Option<String> {
    let mut unmapped = String::new();
    for c in text.chars() {
        unmapped.push(match SOURCES.get(&c) {
            Some(sources) if !random.one_in(4) => *random.choose(sources)?,
            _ => c,
        });
    }
    Some(unmapped)
}

/// Replaces one or two characters of a text by others that are mapped to them, if there are any.
pub(super) fn unmap(input: &mut Value, random: &mut Random) {
    let Value::Text(text) = input else { return };
    for _ in 0..=random.below(2) {
        let at = random.below(text.code_points.len().max(1));
        let Some(point) = text.code_points.get_mut(at) else {
            return;
        };
        if let Some(sources) = char::from_u32(*point).and_then(|c| SOURCES.get(&c))
            && let Some(&source) = random.choose(sources)
        {
            *point = source.into();
        }
    }
}

/// The characters that are mapped to a single one, by that one.
static SOURCES: LazyLock<BTreeMap<char, Vec<char>>> = LazyLock::new(|| {
    let mut sources: BTreeMap<char, Vec<char>> = BTreeMap::new();
    for c in '\0'..'\u{30000}' {
        let Status::Mapped(text) = Icu.status(c) else {
            continue;
        };
        let mut mapped = text.chars();
        if let (Some(to), None) = (mapped.next(), mapped.next())
            && Versions::of(c) == Versions::all(OLD)
        {
            sources.entry(to).or_default().push(c);
        }
    }
    sources
});

/// A label that is encoded as it is: what the text breaks is then broken by a decoded label.
fn encoded(mut text: String, random: &mut Random) -> Option<Vec<u32>> {
    match random.below(16) {
        0 | 1 => text.insert_str(0, punycode::PREFIX),
        2 => text = "abc".to_owned(),
        3 => text.clear(),
        _ => {}
    }
    let mut code: Vec<u32> = punycode::encode(&text)
        .ok()?
        .chars()
        .map(u32::from)
        .collect();
    match random.below(16) {
        0 => code.insert(0, 0x2D),
        1 => mutate(&mut code, random),
        2 => code = text.chars().map(u32::from).collect(),
        // The code of U+00FC, whose number is 124 (`tda`), with 124 and two to the power of 32.
        3 => code = "43902716a".chars().map(u32::from).collect(),
        4 => code = code_of_surrogates(random)?,
        _ => {}
    }
    let prefix = if random.one_in(8) {
        "Xn--"
    } else {
        punycode::PREFIX
    };
    code.splice(..0, prefix.chars().map(u32::from));
    Some(code)
}
