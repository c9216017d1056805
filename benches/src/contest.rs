//! A contest of several implementations of one thing on the same inputs.

use std::borrow::Cow;
use std::fmt;
use std::hint::black_box;
use std::slice;

use acegate_codec::simd::{self, Backend};

/// One implementation, ready to run on inputs of type `I`.
pub struct Contestant<I> {
    /// The name in tables.
    pub name: String,
    /// The origin of the contestant.
    pub origin: Origin,
    backend: Backend,
    run: Box<Run<I>>,
}

/// Answers every input once, and returns `false` if it refused one of them. The last answer goes into the
/// list, if there is one.
type Run<I> = dyn FnMut(&[I], Option<&mut Vec<u32>>) -> bool;

/// The origin of a contestant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The fast codec.
    Fast,
    /// Its plain model, or a yardstick of this crate. Its answers must also be right. It is not a peer.
    Yardstick,
    /// Another implementation.
    Peer,
    /// A copy of the input without a computation. Its answers are not compared.
    Memory,
    /// A part of the work, by the library on which others build. Its answers are not compared.
    Part,
}

/// A buffer into which an implementation writes its answers.
pub trait Answer: Default {
    /// The answer in a form that can be compared between implementations: its code points.
    fn code_points(&self) -> Vec<u32>;

    /// Takes the answer out, and keeps the memory.
    fn clear(&mut self);
}

impl Answer for String {
    fn code_points(&self) -> Vec<u32> {
        self.chars().map(u32::from).collect()
    }

    fn clear(&mut self) {
        self.clear();
    }
}

/// Borrowed where the input is its own answer, so that nothing is allocated.
impl Answer for Cow<'static, str> {
    fn code_points(&self) -> Vec<u32> {
        self.chars().map(u32::from).collect()
    }

    fn clear(&mut self) {
        *self = Cow::default();
    }
}

impl<T: Copy + Into<u32>> Answer for Vec<T> {
    fn code_points(&self) -> Vec<u32> {
        self.iter().copied().map(Into::into).collect()
    }

    fn clear(&mut self) {
        self.clear();
    }
}

impl<I> Contestant<I> {
    /// A contestant that answers an input by `call`, which appends to an empty buffer and returns whether it
    /// did.
    pub fn new<O: Answer + 'static>(
        name: impl Into<String>,
        origin: Origin,
        mut call: impl FnMut(&I, &mut O) -> bool + 'static,
    ) -> Self {
        let mut out = O::default();
        let run = Box::new(move |inputs: &[I], last: Option<&mut Vec<u32>>| {
            let mut answered = true;
            for input in inputs {
                out.clear();
                answered &= call(black_box(input), &mut out);
                black_box(&out);
            }
            if let Some(last) = last {
                *last = out.code_points();
            }
            answered
        });
        Self {
            name: name.into(),
            origin,
            backend: Backend::V3,
            run,
        }
    }

    /// A contestant that allocates each answer, which is part of the cost; `None` is a
    /// refusal.
    pub fn owned<O: Answer + 'static>(
        name: impl Into<String>,
        origin: Origin,
        call: impl Fn(&I) -> Option<O> + 'static,
    ) -> Self {
        Self::new(name, origin, move |input, out| {
            call(input).map(|answer| *out = answer).is_some()
        })
    }

    /// This contestant, limited to a SIMD backend.
    #[must_use]
    pub const fn at(mut self, backend: Backend) -> Self {
        self.backend = backend;
        self
    }

    /// Answers every input once. Returns `false` if it refused one of them.
    pub fn pass(&mut self, inputs: &[I]) -> bool {
        simd::limit(self.backend);
        (self.run)(inputs, None)
    }

    /// The answer to one input; `None` if it refused the input.
    pub fn answer(&mut self, input: &I) -> Option<Vec<u32>> {
        simd::limit(self.backend);
        let mut answer = Vec::new();
        (self.run)(slice::from_ref(input), Some(&mut answer)).then_some(answer)
    }
}

impl<I> fmt::Debug for Contestant<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contestant")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// The SIMD backends of the processor, the highest first.
pub fn backends() -> impl Iterator<Item = Backend> {
    Backend::ALL
        .into_iter()
        .rev()
        .filter(|backend| backend.is_available())
}

/// Compares the answers of all contestants with the answers of the first. Each peer that differs is named,
/// with the number of inputs on which it does.
///
/// # Errors
///
/// If a contestant that is not a peer differs, or refuses an input: its name and the input.
pub fn compare<I>(
    contestants: &mut [Contestant<I>],
    inputs: &[I],
) -> Result<Vec<(String, usize)>, String> {
    let Some((first, others)) = contestants.split_first_mut() else {
        return Ok(Vec::new());
    };
    let mut counts = vec![0; others.len()];
    for (at, input) in inputs.iter().enumerate() {
        let Some(expected) = first.answer(input) else {
            return Err(other_answer(&first.name, at));
        };
        for (other, count) in others.iter_mut().zip(&mut counts) {
            let is_compared = !matches!(other.origin, Origin::Memory | Origin::Part);
            if !is_compared || other.answer(input).as_ref() == Some(&expected) {
                continue;
            }
            if other.origin != Origin::Peer {
                return Err(other_answer(&other.name, at));
            }
            *count += 1;
        }
    }
    let names = others.iter().map(|other| other.name.clone());
    Ok(names.zip(counts).filter(|(_, count)| *count > 0).collect())
}

fn other_answer(name: &str, input: usize) -> String {
    format!("{name} gives another answer to input {input}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn upper(name: &str, origin: Origin) -> Contestant<&'static str> {
        Contestant::owned(name, origin, |input: &&str| {
            Some(input.to_ascii_uppercase())
        })
    }

    fn refuses_b(origin: Origin) -> Contestant<&'static str> {
        Contestant::owned("refuses b", origin, |input: &&str| {
            Some(input.to_ascii_uppercase()).filter(|_| !input.contains('b'))
        })
    }

    #[test]
    fn a_peer_that_differs_is_named() {
        let mut all = [upper("ours", Origin::Fast), refuses_b(Origin::Peer)];
        let inputs = ["a", "b", "ab", "c"];
        assert_eq!(
            compare(&mut all, &inputs).unwrap(),
            [("refuses b".to_owned(), 2)]
        );
    }

    #[test]
    fn our_own_code_must_not_differ() {
        let mut all = [upper("plain", Origin::Yardstick), refuses_b(Origin::Fast)];
        let error = compare(&mut all, &["a", "ab"]).unwrap_err();
        assert_eq!(error, "refuses b gives another answer to input 1");
        let mut all = [refuses_b(Origin::Yardstick), upper("ours", Origin::Fast)];
        assert!(
            compare(&mut all, &["b"])
                .unwrap_err()
                .starts_with("refuses b ")
        );
    }
}
