//! Sorting with one compiled sort.
//!
//! The standard library's sort is compiled again for each kind of element and key, at more than four thousand octets
//! each: a fiftieth of the program for the kinds that are sorted with these functions. Here only numbers are sorted,
//! the places of the elements, and then the elements change places.

use std::cmp::Ordering;

/// Sorts by a key, which is made once for each element. Elements with equal keys keep their order.
pub(crate) fn sort_by_key<T, K: Ord>(elements: &mut [T], key: impl FnMut(&T) -> K) {
    let keys: Vec<K> = elements.iter().map(key).collect();
    let sources = sorted(keys.len(), &|one, other| keys[one].cmp(&keys[other]));
    rearrange(sources, &mut |one, other| elements.swap(one, other));
}

/// Sorts by comparing elements. Equal elements keep their order.
pub(crate) fn sort_by<T>(elements: &mut [T], order: impl Fn(&T, &T) -> Ordering) {
    let sources = sorted(elements.len(), &|one, other| {
        order(&elements[one], &elements[other])
    });
    rearrange(sources, &mut |one, other| elements.swap(one, other));
}

/// For each place the place of the element that belongs there.
fn sorted(count: usize, order: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut sources: Vec<usize> = (0..count).collect();
    sources.sort_by(|&one, &other| order(one, other));
    sources
}

/// Brings each element to its place. Elements that take each other's places form a circle, which ends where it began.
fn rearrange(mut sources: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..sources.len() {
        let mut place = start;
        loop {
            let source = std::mem::replace(&mut sources[place], place);
            if source == start {
                break;
            }
            swap(place, source);
            place = source;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The standard library sorts in the same way, by key and by comparison.
        #[test]
        fn equal_keys_keep_their_order(keys in prop::collection::vec(0_u8..6, 0..40)) {
            let elements: Vec<(u8, usize)> = keys.into_iter().zip(0..).collect();
            let mut expected = elements.clone();
            expected.sort_by_key(|(key, _)| *key);
            let mut by_key = elements.clone();
            sort_by_key(&mut by_key, |(key, _)| *key);
            prop_assert_eq!(&by_key, &expected);
            let mut compared = elements;
            sort_by(&mut compared, |one, other| one.0.cmp(&other.0));
            prop_assert_eq!(&compared, &expected);
        }
    }
}
