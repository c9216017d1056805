//! Writers of hashes, keys, numbers and records, with a field for each rule.
//!
//! One compact model of sections 5 to 7, a bit vector of booleans, in which each rule of the
//! document is a field: with [`RIGHT`](super::rules::RIGHT) it answers as the reference does.

use acegate_codec::uri2dec::{Form, NumberScope, Options, Packing, Profile, Style};
use acegate_codec::{Error, ErrorKind, Failure, Operation, Value};

use super::rules::{Alignment, Extension, Letters, Order, Rules, SERVICE_DIGITS, Words, ZeroKey};
use crate::Call;

/// The answer of an implementation with these rules; `None` for operations of the text layer.
pub(super) fn answer(call: &Call<'_>, rules: &Rules) -> Option<Result<Value, Failure>> {
    let arguments =
        Operation::select(call.reference.operations(), call.op, call.parameters).ok()?;
    let by_hash = arguments.is("record", "hash");
    let mut options = Options::from(arguments);
    if rules.direct_only {
        options.form = Form::Direct;
    }
    // Readings are looked for at every marker, which is slow where there are very many.
    let input = call.code_points();
    if input.len() > LONGEST {
        return None;
    }
    let input: String = input.iter().map(|&c| char::from_u32(c).unwrap_or('\0')).collect();
    let model = Model { rules, options };
    let output = match call.op {
        "hash" => model.read(&input).map(|address| model.hash(&model.spelled(&address))),
        "invert" => model.read(&input).map(|address| model.inverted(&address)),
        "key" => model.read(&input).map(|address| model.key(&address)),
        "encode" => model.read(&input).map(|address| model.number(&address)),
        "decode" if options.style == Style::Spaced => model.decode(&input),
        "decode" => model.parses(&input).and_then(|found| found.into_iter().next()),
        "write-record" => model.read(&input).map(|address| model.record(&address, by_hash)),
        "read-record" => model.read_record(&input),
        "parses" => {
            let list = |found: Vec<String>| found.iter().map(|a| Value::from(a.as_str())).collect();
            return Some(
                model
                    .parses(&input)
                    .map(|found| Value::List(list(found)))
                    .ok_or_else(|| refusal(call)),
            );
        }
        _ => return None,
    };
    Some(output.map(|text| Value::from(text.as_str())).ok_or_else(|| refusal(call)))
}

/// The refusal, with the error of the reference if that refuses too.
pub(super) fn refusal(call: &Call<'_>) -> Failure {
    let own = Failure::Refused(Error::new(ErrorKind::Syntax, 0));
    call.answer().err().unwrap_or(own)
}

const LONGEST: usize = 4096;

pub(super) struct Model<'a> {
    pub(super) rules: &'a Rules,
    pub(super) options: Options,
}

impl Model<'_> {
    /// The address in lower case; `None` if a symbol is not in the table.
    pub(super) fn read(&self, address: &str) -> Option<String> {
        let mut out = String::new();
        let small: String = match self.rules.letters {
            Letters::Ascii => address.to_ascii_lowercase(),
            Letters::AsTheyAre => address.to_owned(),
            Letters::Unicode => address.to_lowercase(),
        };
        for symbol in small.chars() {
            match self.place(symbol) {
                Some(_) => out.push(symbol),
                None if self.rules.drops_foreign => {}
                None => return None,
            }
        }
        let refused = out.is_empty()
            || self.rules.needs_domain && !out.contains(['@', '.'])
            || self.capacity(&self.hash(&out)) > self.rules.longest;
        (!refused).then_some(out)
    }

    /// Key and position code.
    fn place(&self, symbol: char) -> Option<(usize, usize)> {
        let rows = self.rules.table.iter().enumerate();
        rows.filter_map(|(key, row)| Some((key, row.find(symbol)?))).next()
    }

    pub(super) fn bits(&self, digit: char) -> usize {
        match digit {
            '1' => self.rules.bits_of_one,
            '7' | '9' => 3,
            _ => 2,
        }
    }

    pub(super) fn capacity(&self, hash: &str) -> usize {
        hash.chars().map(|digit| self.bits(digit)).sum()
    }

    pub(super) fn hash(&self, address: &str) -> String {
        let digit = |symbol| char::from_digit(self.place(symbol)?.0 as u32, 10);
        address.chars().filter_map(digit).collect()
    }

    /// The address as the hash spells it.
    fn spelled(&self, address: &str) -> String {
        match self.options.form {
            Form::Direct => address.to_owned(),
            Form::PreInverted => self.inverted(address),
        }
    }

    pub(super) fn inverted(&self, address: &str) -> String {
        self.inverted_at(address, self.rules.separators)
    }

    /// The only separator of a hash is 0.
    pub(super) fn inverted_hash(&self, hash: &str) -> String {
        self.inverted_at(hash, "0")
    }

    fn inverted_at(&self, text: &str, separators: &str) -> String {
        if self.rules.words == Words::Mirrored {
            return text.chars().rev().collect();
        }
        let mut words = vec![String::new()];
        let mut after_separator = false;
        for symbol in text.chars() {
            let separates = separators.contains(symbol);
            let last = words.len() - 1;
            if separates && after_separator && self.rules.words == Words::Merged {
                continue;
            }
            if separates && self.rules.words != Words::Attached {
                words.push(symbol.to_string());
                words.push(String::new());
            } else {
                words[last].push(symbol);
                if separates {
                    words.push(String::new());
                }
            }
            after_separator = separates;
        }
        words.reverse();
        words.concat()
    }

    /// The symbols in the order of the key: the inverted address from its end, the mirrored
    /// address, or the address.
    pub(super) fn arranged(&self, address: &str, invert: impl Fn(&str) -> String) -> String {
        let first_revision = match self.rules.order {
            Order::AsAsked => self.options.packing == Packing::InvertedMsb,
            Order::InvertedMsb => true,
            Order::NaturalMsb => return address.chars().rev().collect(),
        };
        if first_revision { invert(address).chars().rev().collect() } else { address.to_owned() }
    }

    fn key(&self, address: &str) -> String {
        self.marked(&self.key_digits(address), " ")
    }

    fn marked(&self, digits: &str, space: &str) -> String {
        let Options { profile, form, .. } = self.options;
        let form = if self.rules.markers_swapped { other(form) } else { form };
        format!("{}{space}{digits}", profile.marker(form))
    }

    fn key_digits(&self, address: &str) -> String {
        let spelled;
        let address = if self.rules.key_of_spelling {
            spelled = self.spelled(address);
            &spelled
        } else {
            address
        };
        let mut vector = Vec::new();
        for symbol in self.arranged(address, |address| self.inverted(address)).chars() {
            let (key, code) = self.place(symbol).unwrap_or_default();
            let bits = self.bits(char::from(b'0' + key as u8));
            vector.extend((0..bits).map(|bit| code >> bit & 1 == 1));
        }
        let alignment = self.rules.alignment;
        let zero = !vector.contains(&true);
        if zero || alignment != Alignment::KeepsZeros {
            strip(&mut vector);
        }
        match self.rules.zero_key {
            ZeroKey::Digit if zero => return self.digits(&[false]),
            ZeroKey::Empty if zero => return String::new(),
            _ => {}
        }
        let counted = vector.len() + if alignment == Alignment::WithoutCount { 0 } else { 2 };
        let extra = (3 - counted % 3) % 3;
        let count = match alignment {
            Alignment::CountsItself => extra + 2,
            // In C the remainder of -4 by 3 is -1, the low bits of which are 11.
            Alignment::Negative => (4 - counted % 3) % 4,
            _ => extra,
        };
        let mut bits = vec![count & 1 == 1, count & 2 == 2];
        if alignment != Alignment::Above {
            bits.resize(2 + extra, false);
        }
        bits.extend(vector);
        if bits.len() > self.rules.width {
            bits.truncate(self.rules.width);
            strip(&mut bits);
        }
        round(&mut bits, self.rules.precision);
        self.digits(&bits)
    }

    fn digits(&self, bits: &[bool]) -> String {
        let zero = self.zero(self.options.profile);
        let value = |triad: &[bool]| triad.iter().rev().fold(0, |n, &bit| 2 * n + u8::from(bit));
        bits.chunks(3).rev().map(|triad| char::from(zero as u8 + value(triad))).collect()
    }

    pub(super) fn zero(&self, profile: Profile) -> char {
        if profile == Profile::Shifted { self.rules.shifted_zero } else { profile.zero() }
    }

    fn number(&self, address: &str) -> String {
        let hash = self.hash(&self.spelled(address));
        self.extended(&hash, &self.key_digits(address), hash.len())
    }

    /// `token`, in place of a hash of `length` digits, then marker, key and nines.
    fn extended(&self, token: &str, digits: &str, length: usize) -> String {
        let space = if self.options.style == Style::Spaced { " " } else { "" };
        let total = length + 1 + digits.len();
        let nines = match self.rules.extension {
            _ if self.options.scope == NumberScope::Local && !self.rules.extends_local => 0,
            Extension::To(all) => all.saturating_sub(total),
            Extension::ToMultiples => total.next_multiple_of(SERVICE_DIGITS) - total,
            Extension::Never => 0,
        };
        format!("{token}{space}{}{}", self.marked(digits, space), "9".repeat(nines))
    }

    fn record(&self, address: &str, by_hash: bool) -> String {
        let spaced = Options { style: Style::Spaced, ..self.options };
        let name = if self.rules.record_name { "ics:" } else { "" };
        if by_hash || is_digits(address) {
            let model = Model { rules: self.rules, options: spaced };
            return format!("{name}{}", model.number(address));
        }
        let options = Options { form: Form::Direct, ..spaced };
        let model = Model { rules: self.rules, options };
        format!("{name}{}", model.extended(address, &model.key_digits(address), address.len()))
    }
}

pub(super) fn other(form: Form) -> Form {
    match form {
        Form::Direct => Form::PreInverted,
        Form::PreInverted => Form::Direct,
    }
}

pub(super) fn strip(vector: &mut Vec<bool>) {
    while vector.last() == Some(&false) {
        vector.pop();
    }
}

/// Rounds a number, its lowest bit first, to its highest bits, a half to the even one.
pub(super) fn round(bits: &mut Vec<bool>, precision: usize) {
    let dropped = bits.len().saturating_sub(precision);
    if dropped == 0 {
        return;
    }
    let half = bits[dropped - 1];
    let up = half && (bits[dropped] || bits[..dropped - 1].contains(&true));
    bits[..dropped].fill(false);
    if !up {
        return;
    }
    for bit in &mut bits[dropped..] {
        *bit = !*bit;
        if *bit {
            return;
        }
    }
    bits.push(true);
}

pub(super) fn is_digits(text: &str) -> bool {
    text.bytes().all(|octet| octet.is_ascii_digit())
}
