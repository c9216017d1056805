//! The steps of a scenario with address books (section 9), read word by word.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::num::NonZeroUsize;

use super::book_device::{Device, List, same};
use super::book_search::is_digits;
use crate::error::{Error, ErrorKind};
use crate::uri2dec::Options;

/// As [`scenario`](crate::uri2dec::book::scenario).
///
/// # Errors
///
/// The same.
pub fn scenario(
    steps: &[String],
    options: &Options,
    capacity: NonZeroUsize,
) -> Result<Vec<String>, Error> {
    let mut device = Device {
        own: Vec::new(),
        capacity: capacity.get(),
        books: Vec::new(),
        lists: vec![List { name: "home".to_string(), order: vec!["own".to_string()] }],
        in_use: 0,
        found: Vec::new(),
        silent: Vec::new(),
        options: *options,
    };
    let mut answers = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let words: Vec<&str> = step.split(' ').collect();
        if !matches!(words[0], "number" | "source" | "use" | "silent") {
            device.found.clear();
            device.silent.clear();
        }
        answers.push(device.step(&words).ok_or(Error::new(ErrorKind::Syntax, at))?);
    }
    Ok(answers)
}

impl Device {
    /// The answer to a step; `None` if it is not a step.
    fn step(&mut self, words: &[&str]) -> Option<String> {
        Some(match *words {
            ["connect", book] => self.connect(name(book)?, usize::MAX),
            ["connect", book, place] => self.connect(name(book)?, counted(place)?),
            ["disconnect", book] => self.disconnect(name(book)?),
            ["include", book] => self.include(name(book)?, usize::MAX),
            ["include", book, place] => self.include(name(book)?, counted(place)?),
            ["leave-out", book] => self.leave_out(name(book)?),
            ["order"] if self.lists[self.in_use].order.is_empty() => "none".to_string(),
            ["order"] => self.lists[self.in_use].order.join(" "),
            ["add-list", list] => self.add_list(name(list)?),
            ["remove-list", list] => self.remove_list(name(list)?),
            ["switch-to", list] => self.switch_to(name(list)?),
            ["lists"] => self.names_of_lists(),
            ["add", book, address] => self.add(name(book)?, address, 0, 0),
            ["add", book, address, uses, last] => {
                self.add(name(book)?, address, whole_number(uses)?, whole_number(last)?)
            }
            ["remove", book, address] => self.remove(name(book)?, address),
            ["record", book, number, _, ..] => {
                self.record(name(book)?, number, &words[3..].join(" "))
            }
            ["fail", book] => self.set_failed(name(book)?, true, "failed"),
            ["slow", book] => self.set_failed(name(book)?, false, "slowed"),
            ["restore", book] => self.set_failed(name(book)?, false, "restored"),
            ["call", number] => self.call(number),
            ["silent"] if self.silent.is_empty() => "none".to_string(),
            ["silent"] => self.silent.join(" "),
            ["learn", hash, _, ..] => self.learn(hash, &words[2..].join(" ")),
            ["forget", address] => {
                let at = self.own.iter().position(|known| same(&known.address, address));
                at.map(|at| self.own.remove(at)).map_or("unknown", |_| "forgotten").to_string()
            }
            ["records"] if self.own.is_empty() => "none".to_string(),
            ["records"] => {
                let numbers: Vec<_> = self.own.iter().map(|known| known.number.clone()).collect();
                numbers.join(", ")
            }
            ["reopen"] => "reopened".to_string(),
            ["reopen", capacity] => {
                self.capacity = counted(capacity)?.saturating_add(1);
                self.keep_within_capacity();
                "reopened".to_string()
            }
            ["ask", digits] => self.ask(digits),
            ["candidates", digits] => self.candidates(digits),
            ["number", of] => self.number(counted(of)?),
            ["source", of] => match self.found.get(counted(of)?) {
                Some(found) => found.book.clone().unwrap_or("dialled".to_string()),
                None => "unknown".to_string(),
            },
            ["use", of] => self.note_use(counted(of)?),
            _ => return None,
        })
    }
}

fn name(word: &str) -> Option<&str> {
    let right = word.chars().all(|letter| matches!(letter, 'a'..='z' | '0'..='9' | '-'));
    if right && !word.is_empty() { Some(word) } else { None }
}

fn whole_number(word: &str) -> Option<u64> {
    let leading = word.len() > 1 && word.starts_with('0');
    if is_digits(word) && !leading { word.parse().ok() } else { None }
}

/// Converts a number that counts from 1 to one that counts from 0.
fn counted(word: &str) -> Option<usize> {
    let number = whole_number(word)?;
    if number == 0 { None } else { Some(usize::try_from(number - 1).unwrap_or(usize::MAX)) }
}
