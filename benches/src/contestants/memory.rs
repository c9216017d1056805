//! The layout of inputs in memory.
//!
//! Parts that are read together lie side by side, in the order in which they are read. The processor
//! then fetches them before they are needed, so the codec is measured and not the access to memory.
//! Inputs stay in memory until the program ends.

pub(super) fn texts(parts: &[String]) -> Vec<&'static str> {
    let octets = lists::<u8>(parts).into_iter();
    octets.map(|octets| str::from_utf8(octets).expect("the octets of a text")).collect()
}

pub(super) fn lists<T: Copy>(parts: &[impl AsRef<[T]>]) -> Vec<&'static [T]> {
    let all: Vec<T> = parts.iter().flat_map(|part| part.as_ref().iter().copied()).collect();
    let mut rest: &'static [T] = all.leak();
    let mut take = |length| {
        let (list, after) = rest.split_at(length);
        rest = after;
        list
    };
    parts.iter().map(|part| take(part.as_ref().len())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_the_same_and_touch() {
        let parts = ["a", "", "üb", "c"].map(str::to_owned);
        let texts = texts(&parts);
        assert_eq!(texts, parts);
        assert!(
            texts.windows(2).all(|pair| pair[0].as_bytes().as_ptr_range().end == pair[1].as_ptr())
        );
        let parts = [vec![1, 2], vec![], vec![3]];
        let lists = lists(&parts);
        assert_eq!(lists, parts);
        assert!(lists.windows(2).all(|pair| pair[0].as_ptr_range().end == pair[1].as_ptr()));
    }
}
