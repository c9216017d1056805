//! A matcher of the kind of Perl: of the alternatives of a choice it takes the first one that leads to
//! a match.

/// The URI of a rule; `None` if there is no match, or the expression has more than literals, full
/// stops, anchors, groups, choices and `*`.
pub(super) fn rewritten(number: &str, expression: &str, substitution: &str) -> Option<String> {
    if substitution.contains("\\0") {
        return None;
    }
    let characters: Vec<char> = expression.chars().collect();
    let mut reader = Reader { characters: &characters, at: 0, groups: 0 };
    let whole = reader.choice()?;
    if reader.at < characters.len() {
        return None;
    }
    let number: Vec<char> = number.chars().collect();
    (0..=number.len()).find_map(|start| {
        let mut groups = vec![None; reader.groups];
        run(&whole, &number, start, &mut groups, &mut |_, groups| {
            Some(substituted(&number, substitution, groups))
        })
    })
}

enum Part {
    Literal(Option<char>),
    Start,
    End,
    Sequence(Vec<Part>),
    Choice(Vec<Part>),
    Group(usize, Box<Part>),
    Any(Box<Part>),
}

type Groups = Vec<Option<(usize, usize)>>;

/// The rest of the search after a match that ends at a place.
type Then<'a> = &'a mut dyn FnMut(usize, &mut Groups) -> Option<String>;

fn run(
    part: &Part,
    text: &[char],
    at: usize,
    groups: &mut Groups,
    then: Then<'_>,
) -> Option<String> {
    match part {
        Part::Literal(wanted) => {
            let next = text.get(at)?;
            wanted.is_none_or(|wanted| wanted == *next).then(|| then(at + 1, groups)).flatten()
        }
        Part::Start => (at == 0).then(|| then(at, groups)).flatten(),
        Part::End => (at == text.len()).then(|| then(at, groups)).flatten(),
        Part::Sequence(parts) => match parts.split_first() {
            None => then(at, groups),
            Some((first, rest)) => run(first, text, at, groups, &mut |at, groups| {
                run_all(rest, text, at, groups, then)
            }),
        },
        Part::Choice(parts) => parts.iter().find_map(|part| run(part, text, at, groups, then)),
        Part::Group(number, part) => run(part, text, at, groups, &mut |end, groups| {
            let before = groups[*number].replace((at, end));
            let found = then(end, groups);
            if found.is_none() {
                groups[*number] = before;
            }
            found
        }),
        Part::Any(inner) => {
            let more = run(inner, text, at, groups, &mut |next, groups| {
                if next == at { None } else { run(part, text, next, groups, then) }
            });
            more.or_else(|| then(at, groups))
        }
    }
}

fn run_all(
    parts: &[Part],
    text: &[char],
    at: usize,
    groups: &mut Groups,
    then: Then<'_>,
) -> Option<String> {
    match parts.split_first() {
        None => then(at, groups),
        Some((first, rest)) => {
            run(first, text, at, groups, &mut |at, groups| run_all(rest, text, at, groups, then))
        }
    }
}

fn substituted(number: &[char], substitution: &str, groups: &[Option<(usize, usize)>]) -> String {
    let mut out = String::new();
    let mut rest = substitution.chars();
    while let Some(c) = rest.next() {
        let next = if c == '\\' { rest.next() } else { None };
        match next.map(|next| (next, next.to_digit(10))) {
            None => out.push(c),
            Some((_, Some(group))) => {
                let span = groups.get(group as usize - 1).copied().flatten();
                out.extend(span.into_iter().flat_map(|(start, end)| &number[start..end]));
            }
            Some((next, None)) => out.push(next),
        }
    }
    out
}

struct Reader<'a> {
    characters: &'a [char],
    at: usize,
    groups: usize,
}

impl Reader<'_> {
    fn choice(&mut self) -> Option<Part> {
        let mut parts = vec![self.sequence()?];
        while self.characters.get(self.at) == Some(&'|') {
            self.at += 1;
            parts.push(self.sequence()?);
        }
        Some(Part::Choice(parts))
    }

    fn sequence(&mut self) -> Option<Part> {
        let mut parts = Vec::new();
        while let Some(c) = self.characters.get(self.at).filter(|c| !"|)".contains(**c)) {
            self.at += 1;
            let part = match c {
                '^' => Part::Start,
                '$' => Part::End,
                '.' => Part::Literal(None),
                '(' => {
                    let number = self.groups;
                    self.groups += 1;
                    let part = self.choice()?;
                    (self.characters.get(self.at) == Some(&')')).then_some(())?;
                    self.at += 1;
                    Part::Group(number, Box::new(part))
                }
                '\\' => {
                    let c = self.characters.get(self.at).filter(|c| !c.is_alphanumeric())?;
                    self.at += 1;
                    Part::Literal(Some(*c))
                }
                '*' | '+' | '?' | '{' | '[' => return None,
                c => Part::Literal(Some(*c)),
            };
            if self.characters.get(self.at) == Some(&'*') {
                self.at += 1;
                parts.push(Part::Any(Box::new(part)));
            } else {
                parts.push(part);
            }
        }
        (!parts.is_empty()).then_some(Part::Sequence(parts))
    }
}
