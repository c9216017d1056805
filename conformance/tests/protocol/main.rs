//! The line protocol: its page, `PROTOCOL.md`, and a recorded session.

mod examples;
mod page;
mod recorded;
#[path = "../run/mod.rs"]
mod run;
mod tables;

/// The version of acegate, which both sides may say in hello.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The line with the text of its messages and reasons left out: they are for people, and the codecs
/// may word them better.
fn without_words(line: &str) -> String {
    let mut line = line.to_owned();
    for name in ["message", "skip"] {
        let start = format!("\"{name}\":\"");
        if let Some(at) = line.find(&start) {
            let from = at + start.len();
            let mut escaped = false;
            let length = line[from..].find(|c| {
                let is_end = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                is_end
            });
            line.replace_range(from..from + length.expect("the string ends"), "…");
        }
    }
    line
}
