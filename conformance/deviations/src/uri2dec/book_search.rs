//! Searches of a device in its address books, by its rules.

use acegate_codec::e164::{self, TREE};
use acegate_codec::uri2dec::{
    EscapeMode, Form, NumberScope, Options, Style, encode, escape, hash, invert, parses,
};

use super::book_device::{Book, Device, Entry, Found, OWN};
use super::book_rules::{Failing, Forms, Order, Places, RIGHT, Search, Telephone};

pub(super) const NONE: &str = "none";
const WHOLE: u8 = 4;
const SERVICE_DIGITS: usize = RIGHT.service_digits;

impl Device<'_> {
    pub(super) fn call(&mut self, number: &str) -> String {
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

    pub(super) fn ask(&mut self, entered: &str) -> String {
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

    pub(super) fn candidates(&mut self, digits: &str) -> String {
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

    pub(super) fn number(&self, found: &Found) -> String {
        let options = Options { form: found.form, ..self.options };
        let number = encode(&found.entry.address, &options).unwrap_or_default();
        match self.rules.completes {
            true => number,
            false => number.split(' ').next().unwrap_or_default().into(),
        }
    }

    pub(super) fn source(&self, found: &Found) -> String {
        match found.book.as_str() {
            "" => "dialled".into(),
            _ if !self.rules.source_told => OWN.into(),
            book => book.into(),
        }
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
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|octet| octet.is_ascii_digit())
}
