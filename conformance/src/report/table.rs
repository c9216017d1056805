//! Tables of Markdown.

/// A table with these titles and rows of cells, which are Markdown. A colon after a title is for a column
/// of numbers.
pub(crate) fn markdown_table(
    titles: &[impl AsRef<str>],
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let mut out = String::new();
    for title in titles.iter().map(AsRef::as_ref) {
        out += "| ";
        out += title.trim_end_matches(':');
        out += if title.is_empty() { "" } else { " " };
    }
    out += "|\n";
    for title in titles {
        out += if title.as_ref().ends_with(':') { "| ---: " } else { "| --- " };
    }
    out += "|\n";
    for row in rows {
        out += &format!("| {} |\n", row.join(" | "));
    }
    out
}
