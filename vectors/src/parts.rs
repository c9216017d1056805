//! Long text as parts that are repeated: which parts a text is written as.

/// A piece of a text, and how many times it is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part<'a> {
    pub(crate) piece: &'a [u32],
    pub(crate) times: usize,
}

/// How many code points the parts of one file may make, together.
///
/// A few octets can name all of them, so the size of the file does not bound them.
pub(crate) const MOST_CODE_POINTS: usize = 1_000_000;

/// The parts of a text. Joined, they are the text again.
///
/// From the left, each run of a repeated piece is one part, and the text between two such
/// runs is a part that is not repeated. The parts depend only on the text, however it was written
/// before. A text without repetitions is one part.
///
/// # Complexity
///
/// Linear: each position is compared with the [`LONGEST_PIECE`] positions before it.
pub(crate) fn parts(text: &[u32]) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut written = 0;
    let mut place = 0;
    while place < text.len() {
        match repetition(&text[place..]) {
            Some(part) => {
                if written < place {
                    parts.push(Part {
                        piece: &text[written..place],
                        times: 1,
                    });
                }
                place += part.piece.len() * part.times;
                written = place;
                parts.push(part);
            }
            None => place += 1,
        }
    }
    if written < text.len() {
        parts.push(Part {
            piece: &text[written..],
            times: 1,
        });
    }
    parts
}

/// The part at the start of the text that covers most of it; of several, the one with the shortest
/// piece.
fn repetition(text: &[u32]) -> Option<Part<'_>> {
    // Most texts are short, and every case of the suite is written by this function when the suite is embedded.
    if text.len() < LEAST_COVERED {
        return None;
    }
    let mut best: Option<Part<'_>> = None;
    for length in 1..=LONGEST_PIECE {
        // Most texts do not repeat the piece, and this is faster than a call.
        if text[length] != text[0] {
            continue;
        }
        let times = times_at_the_start(text, length);
        let covers = length * times;
        let more = best.is_none_or(|best| covers > best.piece.len() * best.times);
        if times >= FEWEST_TIMES && covers >= LEAST_COVERED && more {
            best = Some(Part {
                piece: &text[..length],
                times,
            });
        }
    }
    best
}

/// How many times in a row the text begins with its first `length` code points.
fn times_at_the_start(text: &[u32], length: usize) -> usize {
    // A loop over indices: the build of the suite runs this without optimisation, where an iterator takes ten
    // times as long.
    let mut same = 0;
    while same + length < text.len() && text[same] == text[same + length] {
        same += 1;
    }
    1 + same / length
}

/// A longer piece is not looked for.
const LONGEST_PIECE: usize = 16;

/// A piece that is repeated fewer times is written out.
const FEWEST_TIMES: usize = 4;

/// A repetition of fewer code points is written out, which is easier to read.
const LEAST_COVERED: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Vec<(String, usize)> {
        let text: Vec<u32> = text.chars().map(u32::from).collect();
        let parts = parts(&text);
        let joined: Vec<u32> = parts
            .iter()
            .flat_map(|part| part.piece.repeat(part.times))
            .collect();
        assert_eq!(joined, text);
        let string = |piece: &[u32]| {
            piece
                .iter()
                .filter_map(|&c| char::from_u32(c))
                .collect::<String>()
        };
        parts
            .iter()
            .map(|part| (string(part.piece), part.times))
            .collect()
    }

    #[test]
    fn repetitions_are_parts_and_so_is_the_text_between_them() {
        let text = format!("e-{}!{}", "x".repeat(40), "ab.".repeat(20));
        let expected = [("e-", 1), ("x", 40), ("!", 1), ("ab.", 20)];
        assert_eq!(
            written(&text),
            expected.map(|(piece, times)| (piece.to_owned(), times))
        );
    }

    #[test]
    fn short_repetitions_and_long_pieces_are_written_out() {
        for text in ["x".repeat(31), "0123456789abcdefg".repeat(5), String::new()] {
            let whole = Some((text.clone(), 1)).filter(|_| !text.is_empty());
            assert_eq!(written(&text), Vec::from_iter(whole));
        }
        assert_eq!(
            written(&"0123456789abcdef".repeat(4)),
            [("0123456789abcdef".to_owned(), 4)]
        );
        assert_eq!(written(&"x".repeat(32)), [("x".to_owned(), 32)]);
    }

    #[test]
    fn the_end_of_a_piece_that_is_cut_off_is_a_part_of_its_own() {
        let text = format!("{}a", "ab".repeat(30));
        assert_eq!(written(&text), [("ab".to_owned(), 30), ("a".to_owned(), 1)]);
    }
}
