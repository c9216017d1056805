//! The steps of a scenario with address books (section 9), answered by a device with a field for each
//! rule. With [`RIGHT`](super::book_rules::RIGHT) it answers as the reference does.

use acegate_codec::uri2dec::Options;
use acegate_codec::{Failure, Operation, Value};

use super::book_device::{Book, Device, OWN, UNKNOWN, removed, said};
use super::book_rules::Rules;
use super::book_search::NONE;
use crate::Call;

/// The answers of a device with these rules; `None` for other operations and for steps that the
/// reference refuses.
pub(super) fn answer(call: &Call<'_>, rules: &Rules) -> Option<Result<Value, Failure>> {
    let (Value::List(steps), "book") = (call.input, call.op) else { return None };
    call.answer().ok()?;
    let arguments =
        Operation::select(call.reference.operations(), call.op, call.parameters).ok()?;
    let capacity = arguments.word("capacity").parse().unwrap_or(CAPACITY);
    let mut device = Device {
        rules,
        options: Options::from(arguments),
        capacity,
        clock: 0,
        books: vec![Book::new(OWN)],
        lists: vec![("home".into(), vec![OWN.into()])],
        found: Vec::new(),
        silent: Vec::new(),
    };
    let mut answers = Vec::with_capacity(steps.len());
    for step in steps {
        let step = step.as_text().ok()?.to_scalar_string()?;
        answers.push(Value::from(device.take(&step).as_str()));
    }
    Some(Ok(Value::List(answers)))
}

const CAPACITY: usize = 100;

impl Device<'_> {
    fn take(&mut self, step: &str) -> String {
        let words: Vec<_> = step.split(' ').collect();
        let word = |at: usize| words.get(at).copied().unwrap_or_default();
        let place = |at: usize| word(at).parse::<usize>().map_or(usize::MAX, |place| place - 1);
        if !matches!(word(0), "number" | "source" | "use" | "silent") {
            self.found.clear();
            self.silent.clear();
        }
        match word(0) {
            "connect" => self.connect(word(1), place(2)),
            "disconnect" => self.disconnect(word(1)),
            "include" => said(self.include(word(1), place(2)), "included"),
            "leave-out" => {
                let order = &mut self.lists[0].1;
                said(removed(order, |book| book == word(1)).is_some(), "left-out")
            }
            "order" => listed(self.lists[0].1.join(" ")),
            "add-list" if self.lists.iter().any(|(name, _)| name == word(1)) => "exists".into(),
            "add-list" => {
                self.lists.push((word(1).into(), vec![OWN.into()]));
                "added".into()
            }
            "remove-list" if self.lists[0].0 == word(1) => "in-use".into(),
            "remove-list" => {
                said(removed(&mut self.lists, |(name, _)| name == word(1)).is_some(), "removed")
            }
            "switch-to" => {
                let list = removed(&mut self.lists, |(name, _)| name == word(1));
                said(list.map(|list| self.lists.insert(0, list)).is_some(), "switched")
            }
            "lists" => {
                let mut names: Vec<_> = self.lists.iter().map(|(name, _)| name.as_str()).collect();
                names[1..].sort_unstable();
                names.join(" ")
            }
            "add" => {
                let [uses, last] = [3, 4].map(|at| word(at).parse().unwrap_or_default());
                self.add(word(1), word(2), uses, last)
            }
            "remove" => said(word(1) != OWN && self.remove(word(1), word(2)), "removed"),
            "record" => self.record(word(1), word(2), &words[3..].join(" ")),
            "fail" => said(self.set(word(1), |book| book.failed = true), "failed"),
            "slow" => {
                said(self.set(word(1), |book| (book.failed, book.slow) = (false, true)), "slowed")
            }
            "restore" => said(
                self.set(word(1), |book| (book.failed, book.slow) = (false, false)),
                "restored",
            ),
            "call" => self.call(word(1)),
            "silent" if self.rules.silent_told => listed(self.silent.join(" ")),
            "silent" => NONE.into(),
            "learn" => self.learn(word(1), &words[2..].join(" ")).unwrap_or("refused".into()),
            "forget" => said(self.remove(OWN, word(1)), "forgotten"),
            "records" => {
                let mut records = self.books[0].entries.clone();
                records.sort_by_key(|entry| entry.last);
                let numbers: Vec<_> = records.into_iter().map(|entry| entry.number).collect();
                listed(numbers.join(", "))
            }
            "reopen" => self.reopen(word(1).parse().ok()),
            "ask" => self.ask(word(1)),
            "candidates" => self.candidates(word(1)),
            "number" => self.found.get(place(1)).map_or(UNKNOWN.into(), |found| self.number(found)),
            "source" => self.found.get(place(1)).map_or(UNKNOWN.into(), |found| self.source(found)),
            _ => {
                let found = self.found.get(place(1)).cloned();
                said(found.map(|found| self.note_use(&found)).is_some(), "used")
            }
        }
    }
}

fn listed(words: String) -> String {
    if words.is_empty() { NONE.into() } else { words }
}
