//! Numbers and their domains, with a field for each rule.

use acegate_codec::{Error, ErrorKind, Failure, Operation, Value};

use crate::Call;

/// The rules of RFC 6116, sections 3.1 and 3.2. Each field that differs from [`RIGHT`] is a fault.
pub(super) struct Rules {
    /// A number begins with a plus sign.
    pub(super) plus: bool,
    /// Whether a character between the digits is dropped; otherwise it is refused, or kept.
    pub(super) drops: fn(char) -> bool,
    /// Whether a character that is not dropped has a label.
    pub(super) keeps: fn(char) -> bool,
    pub(super) least: usize,
    pub(super) most: usize,
    /// The order of the digits.
    pub(super) reversed: bool,
    /// The tree where none is named.
    pub(super) tree: &'static str,
    /// A tree that is named is used.
    pub(super) other_trees: bool,
    /// The letter case of the tree does not matter.
    pub(super) any_case: bool,
    /// The tree is compared, and not only left out.
    pub(super) compares: bool,
    /// The dot of the root is read.
    pub(super) root: bool,
    /// Labels may have several digits.
    pub(super) long_labels: bool,
    /// Empty labels are dropped.
    pub(super) drops_empty: bool,
}

/// The rules without a fault.
pub(super) const RIGHT: Rules = Rules {
    plus: true,
    drops: |c| " -.()".contains(c),
    keeps: |c| c.is_ascii_digit(),
    least: 1,
    most: 15,
    reversed: true,
    tree: "e164.arpa",
    other_trees: true,
    any_case: true,
    compares: true,
    root: true,
    long_labels: false,
    drops_empty: false,
};

/// The answer of an implementation with these rules; `None` for other operations.
pub(super) fn answer(call: &Call<'_>, rules: &Rules) -> Option<Result<Value, Failure>> {
    let arguments =
        Operation::select(call.reference.operations(), call.op, call.parameters).ok()?;
    let named = arguments.word("tree");
    let tree = if named.is_empty() || !rules.other_trees { rules.tree } else { &named };
    let tree = tree.strip_suffix('.').unwrap_or(tree);
    let input = call.code_points().iter().map(|&c| char::from_u32(c).unwrap_or('\u{FFFD}'));
    let input: String = input.collect();
    let output = match call.op {
        "to-domain" => rules.domain(&input, tree),
        "to-number" => rules.number(&input, tree),
        _ => return None,
    };
    Some(output.map(|text| Value::from(text.as_str())).ok_or_else(|| refusal(call)))
}

/// The refusal, with the error of the reference if that refuses too.
pub(super) fn refusal(call: &Call<'_>) -> Failure {
    let own = Failure::Refused(Error::new(ErrorKind::Syntax, 0));
    call.answer().err().unwrap_or(own)
}

impl Rules {
    fn domain(&self, number: &str, tree: &str) -> Option<String> {
        let rest = match number.strip_prefix('+') {
            Some(rest) => rest,
            None if self.plus => return None,
            None => number,
        };
        let mut labels = Vec::new();
        for c in rest.chars() {
            if (self.keeps)(c) {
                labels.push(c.to_string());
            } else if !(self.drops)(c) {
                return None;
            }
        }
        if !(self.least..=self.most).contains(&labels.len()) {
            return None;
        }
        if self.reversed {
            labels.reverse();
        }
        labels.push(tree.to_owned());
        Some(labels.join("."))
    }

    fn number(&self, domain: &str, tree: &str) -> Option<String> {
        let domain = match domain.strip_suffix('.') {
            Some(domain) if self.root => domain,
            _ => domain,
        };
        let mut labels: Vec<&str> = domain.split('.').collect();
        let of_tree =
            labels.split_off(labels.len().checked_sub(tree.split('.').count())?).join(".");
        let same = if self.any_case { of_tree.eq_ignore_ascii_case(tree) } else { of_tree == tree };
        if self.compares && !same {
            return None;
        }
        if self.drops_empty {
            labels.retain(|label| !label.is_empty());
        }
        if self.reversed {
            labels.reverse();
        }
        let right = |label: &&str| {
            let digits = label.chars().all(|c| c.is_ascii_digit());
            digits && (label.len() == 1 || self.long_labels && !label.is_empty())
        };
        let counted = (self.least..=self.most).contains(&labels.len());
        (counted && labels.iter().all(right)).then(|| format!("+{}", labels.concat()))
    }
}
