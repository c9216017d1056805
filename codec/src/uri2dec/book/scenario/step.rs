//! The steps of a scenario, and their grammar.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::num::NonZeroUsize;

/// A step with its words.
#[derive(Clone, Copy)]
pub(super) enum Step<'a> {
    Connect { book: &'a str, place: usize },
    Disconnect { book: &'a str },
    Include { book: &'a str, place: usize },
    LeaveOut { book: &'a str },
    Order,
    AddList { list: &'a str },
    RemoveList { list: &'a str },
    SwitchTo { list: &'a str },
    Lists,
    Add { book: &'a str, address: &'a str, uses: u64, last: u64 },
    Remove { book: &'a str, address: &'a str },
    Record { book: &'a str, number: &'a str, record: &'a str },
    Fail { book: &'a str },
    Slow { book: &'a str },
    Restore { book: &'a str },
    Learn { hash: &'a str, key: &'a str },
    Forget { address: &'a str },
    Records,
    Reopen { capacity: Option<NonZeroUsize> },
    Ask { digits: &'a str },
    Candidates { digits: &'a str },
    Call { number: &'a str },
    Silent,
    Number { of: usize },
    Source { of: usize },
    Use { of: usize },
}

impl<'a> Step<'a> {
    pub(super) fn parse(step: &'a str) -> Option<Self> {
        let (verb, rest) = match step.split_once(' ') {
            Some((verb, rest)) => (verb, Some(rest)),
            None => (step, None),
        };
        if verb == "learn" {
            let (hash, key) = rest?.split_once(' ')?;
            return Some(Self::Learn { hash, key });
        }
        if verb == "record" {
            let (book, rest) = rest?.split_once(' ')?;
            let (number, record) = rest.split_once(' ')?;
            return Some(Self::Record { book: name(book)?, number, record });
        }
        let words: Vec<_> = rest.into_iter().flat_map(|rest| rest.split(' ')).collect();
        Some(match (verb, words.as_slice()) {
            ("connect", [book, place @ ..]) => {
                Self::Connect { book: name(book)?, place: optional_place(place)? }
            }
            ("disconnect", [book]) => Self::Disconnect { book: name(book)? },
            ("include", [book, place @ ..]) => {
                Self::Include { book: name(book)?, place: optional_place(place)? }
            }
            ("leave-out", [book]) => Self::LeaveOut { book: name(book)? },
            ("order", []) => Self::Order,
            ("add-list", [list]) => Self::AddList { list: name(list)? },
            ("remove-list", [list]) => Self::RemoveList { list: name(list)? },
            ("switch-to", [list]) => Self::SwitchTo { list: name(list)? },
            ("lists", []) => Self::Lists,
            ("add", [book, address]) => Self::Add { book: name(book)?, address, uses: 0, last: 0 },
            ("add", [book, address, uses, last]) => {
                Self::Add { book: name(book)?, address, uses: number(uses)?, last: number(last)? }
            }
            ("remove", [book, address]) => Self::Remove { book: name(book)?, address },
            ("fail", [book]) => Self::Fail { book: name(book)? },
            ("slow", [book]) => Self::Slow { book: name(book)? },
            ("restore", [book]) => Self::Restore { book: name(book)? },
            ("call", [number]) => Self::Call { number },
            ("silent", []) => Self::Silent,
            ("forget", [address]) => Self::Forget { address },
            ("records", []) => Self::Records,
            ("reopen", []) => Self::Reopen { capacity: None },
            ("reopen", [capacity]) => {
                Self::Reopen { capacity: Some(NonZeroUsize::MIN.saturating_add(place(capacity)?)) }
            }
            ("ask", [digits]) => Self::Ask { digits },
            ("candidates", [digits]) => Self::Candidates { digits },
            ("number", [of]) => Self::Number { of: place(of)? },
            ("source", [of]) => Self::Source { of: place(of)? },
            ("use", [of]) => Self::Use { of: place(of)? },
            _ => return None,
        })
    }
}

fn name(word: &str) -> Option<&str> {
    let letter = |octet: u8| octet.is_ascii_lowercase() || octet.is_ascii_digit() || octet == b'-';
    (!word.is_empty() && word.bytes().all(letter)).then_some(word)
}

fn number(word: &str) -> Option<u64> {
    word.parse::<u64>().ok().filter(|number| number.to_string() == word)
}

/// Converts a place that counts from 1 to one that counts from 0.
fn place(word: &str) -> Option<usize> {
    let place = number(word)?.checked_sub(1)?;
    Some(usize::try_from(place).unwrap_or(usize::MAX))
}

/// The place if the step has one, otherwise the end.
fn optional_place(words: &[&str]) -> Option<usize> {
    match words {
        [] => Some(usize::MAX),
        [word] => place(word),
        _ => None,
    }
}
