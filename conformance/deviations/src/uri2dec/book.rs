//! A device with address books, with a field for each rule.
//!
//! One compact model of section 9, in which each rule is a field: with [`RIGHT`] it answers as the
//! reference does.

use acegate_codec::e164::{self, TREE};
use acegate_codec::uri2dec::{
    EscapeMode, Form, NumberScope, Options, Profile, Strictness, Style, decode, encode, escape,
    hash, invert, parses,
};
use acegate_codec::{Failure, Operation, Value};

use super::book_rules::{
    Connected, Failing, Forms, Kept, Order, Places, RIGHT, Removal, Reopen, Rules, Search,
    Telephone,
};
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
const OWN: &str = "own";

struct Device<'a> {
    rules: &'a Rules,
    options: Options,
    capacity: usize,
    clock: u64,
    /// The own book is the first.
    books: Vec<Book>,
    /// Each with its order; the first is in use.
    lists: Vec<(String, Vec<String>)>,
    found: Vec<Found>,
    /// The books that the last search could not ask.
    silent: Vec<String>,
}

struct Book {
    name: String,
    entries: Vec<Entry>,
    /// Telephone numbers, as domains, with their records.
    records: Vec<(String, String)>,
    failed: bool,
    slow: bool,
}

impl Book {
    fn new(name: &str) -> Self {
        let (entries, records) = (Vec::new(), Vec::new());
        Self { name: name.into(), entries, records, failed: false, slow: false }
    }
}

#[derive(Clone)]
struct Entry {
    address: String,
    uses: u64,
    last: u64,
    /// The time at which it was learnt, and the number.
    entered: u64,
    number: String,
}

#[derive(Clone)]
struct Found {
    entry: Entry,
    /// Empty if the address was dialled.
    book: String,
    place: u8,
    form: Form,
}

const WHOLE: u8 = 4;

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

    fn connect(&mut self, name: &str, place: usize) -> String {
        if self.books.iter().any(|book| book.name == name) {
            return "exists".into();
        }
        self.books.push(Book::new(name));
        match self.rules.connected {
            Connected::InFront if place == usize::MAX => self.include(name, 0),
            _ => self.include(name, place),
        };
        if self.rules.connected == Connected::InEveryList {
            self.lists[1..].iter_mut().for_each(|(_, order)| order.push(name.into()));
        }
        "connected".into()
    }

    fn disconnect(&mut self, name: &str) -> String {
        let book = removed(&mut self.books, |book| book.name == name && name != OWN);
        if book.is_some() {
            self.lists.iter_mut().for_each(|(_, order)| order.retain(|book| book != name));
        }
        said(book.is_some(), "disconnected")
    }

    fn include(&mut self, name: &str, place: usize) -> bool {
        let is_there = self.books.iter().any(|book| book.name == name);
        let order = &mut self.lists[0].1;
        if is_there {
            order.retain(|book| book != name);
            order.insert(place.min(order.len()), name.into());
        }
        is_there
    }

    fn book(&mut self, name: &str) -> Option<&mut Book> {
        self.books.iter_mut().find(|book| book.name == name)
    }

    fn add(&mut self, book: &str, address: &str, uses: u64, last: u64) -> String {
        let Some(book) = self.book(book).filter(|book| book.name != OWN) else {
            return UNKNOWN.into();
        };
        if hash(address).is_err() {
            return "refused".into();
        }
        let address = address.to_ascii_lowercase();
        if book.entries.iter().any(|entry| entry.address == address) {
            return "exists".into();
        }
        book.entries.push(Entry { address, uses, last, entered: 0, number: String::new() });
        self.clock = self.clock.max(last);
        "added".into()
    }

    fn remove(&mut self, book: &str, address: &str) -> bool {
        let Some(book) = self.book(book) else { return false };
        removed(&mut book.entries, |entry| entry.address.eq_ignore_ascii_case(address)).is_some()
    }

    fn record(&mut self, book: &str, number: &str, record: &str) -> String {
        let Some(book) = self.book(book).filter(|book| book.name != OWN) else {
            return UNKNOWN.into();
        };
        let Ok(domain) = e164::to_domain(number, TREE) else { return "refused".into() };
        book.records.push((domain, record.into()));
        "added".into()
    }

    fn set(&mut self, book: &str, set: fn(&mut Book)) -> bool {
        self.book(book).filter(|book| book.name != OWN).map(set).is_some()
    }

    fn call(&mut self, number: &str) -> String {
        let Ok(domain) = e164::to_domain(number, TREE) else { return "refused".into() };
        if self.rules.telephone == Telephone::Never {
            return NONE.into();
        }
        for name in self.asked() {
            let Some(book) = self.books.iter().find(|book| book.name == name) else { continue };
            let own = book.records.iter().filter(|(known, _)| *known == domain);
            let records: Vec<&str> = own.map(|(_, record)| record.as_str()).collect();
            if book.failed {
                self.silent.push(name);
                continue;
            }
            for uri in e164::rewrite(number, &records, "").unwrap_or_default() {
                let address = escape(&uri, EscapeMode::Uri);
                if self.found.iter().all(|found| found.entry.address != address) {
                    let entry =
                        Entry { address, uses: 0, last: 0, entered: 0, number: String::new() };
                    let book = name.clone();
                    self.found.push(Found { entry, book, place: WHOLE, form: Form::Direct });
                }
            }
            if !self.found.is_empty() && self.rules.telephone != Telephone::AllBooks {
                break;
            }
        }
        if self.rules.telephone == Telephone::FirstAlone {
            self.found.truncate(1);
        }
        match self.found.len() {
            0 => NONE.into(),
            1 => self.offered("one"),
            _ => self.offered("several"),
        }
    }

    /// The books of the list in the order in which they are asked.
    fn asked(&mut self) -> Vec<String> {
        let failed = |name: &String| self.books.iter().any(|it| it.failed && it.name == *name);
        let slow = |name: &String| self.books.iter().any(|it| it.slow && it.name == *name);
        let mut order = self.lists[0].1.clone();
        let first = order.iter().position(failed);
        match (self.rules.failing, first) {
            (Failing::EndsSearch, Some(first)) => order.truncate(first + 1),
            (Failing::SwitchesList, Some(_)) if self.lists.len() > 1 => {
                self.lists.rotate_left(1);
                order = self.lists[0].1.clone();
            }
            (Failing::IsRemoved, Some(first)) => {
                self.lists[0].1.remove(first);
            }
            _ => {}
        }
        if self.rules.fastest_first {
            order.sort_by_key(slow);
        }
        order
    }

    fn learn(&mut self, digits: &str, key: &str) -> Option<String> {
        let marker = key.chars().next()?;
        let (profile, form) = Profile::of_marker(marker)?;
        let strictness = match self.rules.kept {
            Kept::Lenient => Strictness::Lenient,
            _ => Strictness::Strict,
        };
        let options = Options {
            profile,
            form,
            style: Style::Spaced,
            scope: NumberScope::Local,
            strictness,
            ..self.options
        };
        let key = key[1..].strip_prefix(' ').unwrap_or(&key[1..]);
        let entered = format!("{digits} {marker} {key}");
        let address = decode(&entered, &options).ok()?;
        let number = match self.rules.kept {
            Kept::Canonical => encode(&address, &options).ok()?,
            Kept::Lenient | Kept::WithNines => entered,
            Kept::Nothing => return Some(address),
        };
        self.clock = self.clock.saturating_add(1);
        let now = self.clock;
        let own = &mut self.books[0].entries;
        let before = removed(own, |entry| entry.address == address);
        let uses = before.as_ref().map_or(0, |entry| entry.uses) + 1;
        let entered = before.map_or(now, |entry| entry.entered);
        own.push(Entry { address: address.clone(), uses, last: now, entered, number });
        self.remove_unused();
        Some(address)
    }

    fn remove_unused(&mut self) {
        let own = &mut self.books[0].entries;
        while own.len() > self.capacity {
            // The new number is never the one to go.
            let newest = own.iter().map(|entry| entry.last).max();
            let others = own.iter().filter(|entry| Some(entry.last) != newest);
            let victim = match self.rules.removal {
                Removal::LeastRecentlyUsed => others.min_by_key(|entry| entry.last),
                Removal::MostRecentlyUsed => others.max_by_key(|entry| entry.last),
                Removal::FirstEntered => others.min_by_key(|entry| entry.entered),
                Removal::Never => None,
            };
            let Some(address) = victim.map(|entry| entry.address.clone()) else { return };
            own.retain(|entry| entry.address != address);
        }
    }

    fn reopen(&mut self, capacity: Option<usize>) -> String {
        self.capacity = capacity.unwrap_or(self.capacity);
        self.remove_unused();
        let own = &mut self.books[0].entries;
        match self.rules.reopen {
            Reopen::Nothing => {}
            Reopen::Everything => own.clear(),
            Reopen::Uses => own.iter_mut().for_each(|entry| entry.uses = 1),
            Reopen::OrderOfUse => {
                own.sort_by_key(|entry| entry.entered);
                let mut times: Vec<_> = own.iter().map(|entry| entry.last).collect();
                times.sort_unstable();
                own.iter_mut().zip(times).for_each(|(entry, time)| entry.last = time);
            }
        }
        "reopened".into()
    }

    fn ask(&mut self, entered: &str) -> String {
        if !is_digits(entered) {
            return "refused".into();
        }
        let answer = self.ask_list(entered);
        if answer == NONE && self.rules.miss_switches {
            for other in 1..self.lists.len() {
                self.lists.swap(0, other);
                let answer = self.ask_list(entered);
                if answer != NONE {
                    return answer;
                }
                self.lists.swap(0, other);
            }
        }
        if answer == NONE && self.rules.telephone == Telephone::DigitsToo {
            return self.call(&format!("+{entered}")).replace("refused", NONE);
        }
        if answer == NONE && self.rules.miss_refused {
            return "refused".into();
        }
        if let ("one", Some(found), true) =
            (&answer[..3.min(answer.len())], self.found.first().cloned(), self.rules.asking_uses)
        {
            self.note_use(&found);
        }
        answer
    }

    fn ask_list(&mut self, entered: &str) -> String {
        let digits = match self.rules.asked_nines_off {
            true => entered.trim_end_matches('9'),
            false => entered,
        };
        let order = self.asked();
        let mut per_book = self.per_book(&order, digits);
        match self.rules.search {
            Search::UntilMatch => {}
            Search::All => {
                let mut all: Vec<_> = per_book.concat();
                self.sort(&mut all);
                per_book = vec![all];
            }
            Search::OnlyFirst => per_book.truncate(1),
            Search::Backwards => per_book.reverse(),
        }
        // A short search ends at the first book with a match, a long one at a whole hash.
        let ends = |found: &Vec<Found>| match entered.len() < self.rules.service_digits {
            true => !found.is_empty(),
            false => found.iter().any(|found| found.place == WHOLE),
        };
        let asked = per_book.iter().position(ends).map_or(order.len(), |at| at + 1);
        let failed = |name: &&String| self.books.iter().any(|it| it.failed && it.name == **name);
        self.silent = order.iter().take(asked).filter(failed).cloned().collect();
        let mut word = None;
        let first = per_book.iter().find(|found| !found.is_empty()).cloned();
        self.found = first.unwrap_or_default();
        if entered.len() >= self.rules.service_digits {
            let is_whole = |found: &Found| found.place == WHOLE;
            let whole = per_book.into_iter().find(|found| found.iter().any(is_whole));
            let readings = self.readings(entered);
            match whole.filter(|_| self.rules.whole_first || readings.is_empty()) {
                Some(whole) => self.found = whole.into_iter().filter(is_whole).collect(),
                None if !readings.is_empty() => {
                    self.found = readings;
                    word = Some("dialled");
                }
                None => {}
            }
        }
        let equal = self.found.iter().filter(|found| found.place == WHOLE).count();
        let word = word.unwrap_or(match self.found.len() {
            0 => return NONE.into(),
            1 => "one",
            _ if equal >= self.rules.collision_from => "collision",
            _ => "several",
        });
        self.offered(word)
    }

    fn candidates(&mut self, digits: &str) -> String {
        if !is_digits(digits) {
            return "refused".into();
        }
        let order = self.asked();
        let mut all = self.per_book(&order, digits).concat();
        if digits.len() >= self.rules.service_digits {
            let (mut whole, parts): (Vec<_>, _) =
                all.into_iter().partition(|found| found.place == WHOLE);
            whole.extend(self.readings(digits));
            whole.extend(parts);
            all = whole;
        }
        for found in all {
            if self.found.iter().all(|before| before.entry.address != found.entry.address) {
                self.found.push(found);
            }
        }
        if self.found.is_empty() { NONE.into() } else { self.offered("candidates") }
    }

    fn offered(&self, word: &str) -> String {
        let addresses = self.found.iter().map(|found| found.entry.address.as_str());
        [word].into_iter().chain(addresses).collect::<Vec<_>>().join(" ")
    }

    /// The matches of each of these books.
    fn per_book(&self, order: &[String], digits: &str) -> Vec<Vec<Found>> {
        let named = |name: &String| self.books.iter().find(|book| book.name == *name);
        let books = order.iter().filter_map(named);
        let mut found: Vec<Vec<Found>> = books
            .map(|book| {
                let entries = book.entries.iter().filter(|_| !book.failed);
                entries.filter_map(|entry| self.matched(book, entry, digits)).collect()
            })
            .collect();
        found.iter_mut().for_each(|found| self.sort(found));
        found
    }

    fn matched(&self, book: &Book, entry: &Entry, digits: &str) -> Option<Found> {
        let hash = hash(&entry.address).ok()?;
        let direct = self.place(digits, &hash);
        let inverted = match self.rules.forms {
            Forms::OnlyDirect => 0,
            Forms::Both | Forms::BothWrittenDirect => self.place(digits, &invert(&hash).ok()?),
        };
        let form = if direct >= inverted || self.rules.forms == Forms::BothWrittenDirect {
            Form::Direct
        } else {
            Form::PreInverted
        };
        let place = direct.max(inverted);
        let found = Found { entry: entry.clone(), book: book.name.clone(), place, form };
        (place > 0).then_some(found)
    }

    fn place(&self, digits: &str, hash: &str) -> u8 {
        let place = match hash.find(digits) {
            None => 0,
            Some(0) if hash.len() == digits.len() => WHOLE,
            Some(0) => 3,
            Some(_) if hash.contains(&format!("0{digits}")) => 2,
            Some(_) => 1,
        };
        let least = match self.rules.places {
            Places::Anywhere => 1,
            Places::AtStart => 3,
            Places::Whole => WHOLE,
        };
        if place < least { 0 } else { place }
    }

    fn sort(&self, found: &mut [Found]) {
        let weight = |found: &Found| {
            let (place, uses, last) = (found.place.into(), found.entry.uses, found.entry.last);
            match self.rules.order {
                Order::PlaceUsesLast | Order::LightestFirst => (place, uses, last),
                Order::UsesPlaceLast => (uses, place, last),
                Order::PlaceLastUses => (place, last, uses),
                Order::Spelling => (0, 0, 0),
            }
        };
        found.sort_by(|a, b| {
            let heavier = weight(b).cmp(&weight(a));
            let heavier = match self.rules.order {
                Order::LightestFirst => heavier.reverse(),
                _ => heavier,
            };
            heavier.then_with(|| a.entry.address.cmp(&b.entry.address))
        });
    }

    fn readings(&self, digits: &str) -> Vec<Found> {
        let scope = match self.rules.service_digits {
            SERVICE_DIGITS => NumberScope::Service,
            _ => NumberScope::Local,
        };
        let options = Options { style: Style::Dialled, scope, ..self.options };
        let addresses = parses(digits, &options).ok().into_iter().flatten();
        let found = |address| Found {
            entry: Entry { address, uses: 0, last: 0, entered: 0, number: String::new() },
            book: String::new(),
            place: 0,
            form: Form::Direct,
        };
        addresses.map(found).collect()
    }

    fn number(&self, found: &Found) -> String {
        let options = Options { form: found.form, ..self.options };
        let number = encode(&found.entry.address, &options).unwrap_or_default();
        match self.rules.completes {
            true => number,
            false => number.split(' ').next().unwrap_or_default().into(),
        }
    }

    fn source(&self, found: &Found) -> String {
        match found.book.as_str() {
            "" => "dialled".into(),
            _ if !self.rules.source_told => OWN.into(),
            book => book.into(),
        }
    }

    fn note_use(&mut self, found: &Found) {
        self.clock = self.clock.saturating_add(1);
        let now = self.clock;
        let Some(book) = self.book(&found.book) else { return };
        for entry in &mut book.entries {
            if entry.address == found.entry.address {
                entry.uses = entry.uses.saturating_add(1);
                entry.last = now;
            }
        }
    }
}

const SERVICE_DIGITS: usize = RIGHT.service_digits;
const UNKNOWN: &str = "unknown";
const NONE: &str = "none";

fn said(done: bool, word: &str) -> String {
    if done { word } else { UNKNOWN }.into()
}

fn listed(words: String) -> String {
    if words.is_empty() { NONE.into() } else { words }
}

fn removed<T>(items: &mut Vec<T>, is_it: impl Fn(&T) -> bool) -> Option<T> {
    items.iter().position(is_it).map(|at| items.remove(at))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|octet| octet.is_ascii_digit())
}
