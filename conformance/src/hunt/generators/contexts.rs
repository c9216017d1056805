//! Labels about the rules that IDNA 2008 does not share with UTS #46: the context of a code point, and what is allowed.

use super::words::one_of;
use crate::hunt::random::Random;

/// Labels that one rule allows or forbids: of CONTEXTO code points, of joiners, of the derived property and the normal
/// form, and of ASCII.
const LABELS: [&str; 5] = [
    "l·l, l·l·l, al·la, ĺ·l, ͵α, α͵β, ͵α͵β, א׳, א״א, אב׳ג, א\u{301}׳, カ・, ・ー, ・ひ, 漢・a, カa・b, a・々, ・〇, ・ㇰ",
    // Labels with both kinds of digits also break the Bidi rule, so only requests without it show theirs.
    "ب٠, ب۰, ب٠ب١, a٠b۰, ب٠ب۰",
    "क\u{94D}\u{200D}ष, क\u{94D}\u{200C}, ب\u{200C}ب, ب\u{64B}\u{200C}\u{64B}ب",
    "ß, ας, 가a, गो, কো, a1, é-a, éb-c, aʹ, אב, a\u{111C9}, a\u{1CCF0}, aᛮ, a\u{488}, a\u{20D0}",
    "abc, A, ab--c, -a, a-, a_b, a(b, a|b",
];

/// Characters that are put into them, by the rules that they are about.
const CHARACTERS: [&str; 4] = [
    // The context of U+00B7, U+0375, U+05F3 and U+05F4.
    "lLĺ·͵αΑⲁ\u{301}א\u{5B4}׳״",
    // The script beside U+30FB, and the digits.
    "・ーカひ漢々〇ㇰ゠٠۰1",
    // The joiners.
    "\u{200C}\u{200D}\u{94D}با\u{64B}ء",
    // The exceptions, and what the tests of the derived property disallow.
    "ςـ\u{302E}\u{378}Ä²\u{AD}\u{20D0}ᄀ♥᧚-\u{111C9}\u{1CCF0}ᛮ\u{488}ʹ",
];

/// A label of the list, with one character put in, replaced or taken out in most cases.
pub(super) fn text(random: &mut Random) -> Option<String> {
    let labels = random.choose(&LABELS)?;
    let mut characters: Vec<char> = one_of(labels, random).chars().collect();
    let at = random.below(characters.len());
    let others: Vec<char> = random.choose(&CHARACTERS)?.chars().collect();
    let other = *random.choose(&others)?;
    match random.below(5) {
        0 => characters.insert(at, other),
        1 => characters.push(other),
        2 => characters[at] = other,
        3 => {
            characters.remove(at);
        }
        _ => {}
    }
    Some(characters.into_iter().collect())
}
