//! The parts of `PROTOCOL.md`: its examples and its tables.

const PAGE: &str = include_str!("../../PROTOCOL.md");

/// An example of the page.
pub(crate) struct Example {
    /// The line of the page that it begins on.
    pub(crate) number: usize,
    /// Whether the replies equal the reference codecs'.
    pub(crate) is_reference: bool,
    /// The lines, each with its mark.
    pub(crate) lines: Vec<(char, String)>,
}

impl Example {
    /// The lines with this mark.
    pub(crate) fn marked(&self, mark: char) -> Vec<&str> {
        self.lines
            .iter()
            .filter(|(it, _)| *it == mark)
            .map(|(_, line)| line.as_str())
            .collect()
    }
}

/// Every example of the page.
pub(crate) fn examples() -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut open = false;
    for (index, line) in PAGE.lines().enumerate() {
        match line {
            "```session" | "```reference" => {
                let is_reference = line == "```reference";
                examples.push(Example {
                    number: index + 1,
                    is_reference,
                    lines: Vec::new(),
                });
                open = true;
            }
            "```" => open = false,
            _ if line.starts_with("```") => panic!("line {}: an unknown block", index + 1),
            _ if open => {
                let (mark, rest) = line.split_at(2);
                let mark = mark
                    .strip_suffix(' ')
                    .filter(|mark| [">", "<", "!"].contains(mark));
                let mark = mark.unwrap_or_else(|| panic!("line {}: no mark", index + 1));
                let example = examples.last_mut().expect("a block is open");
                let text = rest.replace("0.1.0", super::VERSION);
                example
                    .lines
                    .extend(mark.chars().map(|mark| (mark, text.clone())));
            }
            _ => {}
        }
    }
    examples
}

/// The rows of the table whose head begins with these cells, without the head.
pub(crate) fn table(head: &str) -> Vec<Vec<String>> {
    let start = format!("| {head} |");
    let mut lines = PAGE.lines().skip_while(|line| !line.starts_with(&start));
    assert!(lines.next().is_some(), "the page has a table of {head}");
    lines
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells = line.trim_matches('|').split('|');
            cells.map(|cell| cell.trim().to_owned()).collect()
        })
        .collect()
}

/// The words of a cell that are set as code.
pub(crate) fn code(cell: &str) -> Vec<String> {
    cell.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}
