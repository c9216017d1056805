//! Writes a page around a module: `acegate-pages live|check MODULE PAGE`.
//!
//! The page contains module, style and script, and loads nothing else.

use std::process::ExitCode;
use std::{env, fs, io};

use acegate::report::html::{PageExtras, page_of};
use miniz_oxide::deflate::compress_to_vec;

fn main() -> ExitCode {
    let words: Vec<_> = env::args().skip(1).collect();
    let written = match &words[..] {
        [name, module, file] => page_named(name).and_then(|page| page.write(module, file)),
        _ => Err(io::Error::other(
            "expected live or check, a module and the page to write",
        )),
    };
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody is left to tell if standard error is closed; the status still tells.
            let _ = io::Write::write_fmt(&mut io::stderr(), format_args!("error: {error}\n"));
            ExitCode::FAILURE
        }
    }
}

fn page_named(name: &str) -> io::Result<&'static Page> {
    let page = PAGES.iter().find(|page| page.name == name);
    page.ok_or_else(|| io::Error::other(format!("no page {name:?}")))
}

/// The parts of a page that it does not share.
struct Page {
    name: &'static str,
    title: &'static str,
    content: &'static str,
    style: &'static str,
    /// Modules of JavaScript, each after those that it uses.
    scripts: &'static [&'static str],
    /// The end of its policy.
    allowed: &'static str,
}

static PAGES: [Page; 2] = [
    Page {
        name: "live",
        title: "Encode and decode as you type",
        content: include_str!("../../pages/live.html"),
        style: include_str!("../../pages/live.css"),
        scripts: &[
            include_str!("../../js/data.js"),
            include_str!("../../js/module.js"),
            include_str!("../../pages/keypad.js"),
            include_str!("../../pages/live.js"),
        ],
        allowed: "",
    },
    Page {
        name: "check",
        title: "Check a library in the browser",
        content: include_str!("../../pages/check.html"),
        style: include_str!("../../pages/check.css"),
        scripts: &[
            include_str!("../../js/data.js"),
            include_str!("../../js/call.js"),
            include_str!("../../js/question.js"),
            include_str!("../../js/verdict.js"),
            include_str!("../../js/ask.js"),
            include_str!("../../pages/examples.js"),
            include_str!("../../pages/workers.js"),
            include_str!("../../pages/check.js"),
        ],
        // The workers are made of this page's own text, and one takes what is pasted as a module.
        allowed: " blob:; worker-src blob:",
    },
];

/// The style of every page, before the style of the page.
const STYLE: &str = include_str!("../../pages/form.css");

/// The modules of every page, before the modules of the page.
const SCRIPTS: [&str; 3] = [
    include_str!("../../js/text.js"),
    include_str!("../../js/finding.js"),
    include_str!("../../pages/unpack.js"),
];

/// A worker of the page that checks.
struct Worker {
    /// The place of its text in the script of the page.
    place: &'static str,
    scripts: &'static [&'static str],
}

static WORKERS: [Worker; 2] = [
    Worker {
        place: "\"THE ANSWERING WORKER\"",
        scripts: &[
            include_str!("../../js/text.js"),
            include_str!("../../js/data.js"),
            include_str!("../../js/call.js"),
            include_str!("../../pages/answering.js"),
        ],
    },
    Worker {
        place: "\"THE JUDGING WORKER\"",
        scripts: &[
            include_str!("../../js/data.js"),
            include_str!("../../js/module.js"),
            include_str!("../../pages/judging.js"),
        ],
    },
];

impl Page {
    fn write(&self, module: &str, file: &str) -> io::Result<()> {
        let packed = compress_to_vec(&fs::read(module)?, 10);
        let length = u32::try_from(packed.len()).map_err(io::Error::other)?;
        let module = letters(&[&length.to_be_bytes(), packed.as_slice()].concat());
        let mut script = whole(&[&SCRIPTS, self.scripts].concat());
        for worker in &WORKERS {
            if script.contains(worker.place) {
                script = script.replace(worker.place, &quoted(&whole(worker.scripts)));
            }
        }
        let extras = PageExtras {
            style: &format!("{STYLE}\n{}", self.style),
            script: &format!("\"use strict\";\n(async () => {{\n{script}}})();\n"),
            module: &module,
            allowed: &format!(" 'wasm-unsafe-eval'{}", self.allowed),
        };
        fs::write(file, page_of(extras, self.title, self.content))
    }
}

/// Modules of JavaScript as one script: their imports and exports are of each other.
fn whole(scripts: &[&str]) -> String {
    let lines = scripts.iter().flat_map(|script| script.lines());
    let own = lines.filter(|line| !line.starts_with("import "));
    own.map(|line| format!("{}\n", line.strip_prefix("export ").unwrap_or(line)))
        .collect()
}

/// A string of JavaScript in which nothing ends the element of the script.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text)
        .to_string()
        .replace('<', "\\u003c")
}

/// Octets as text: four of them are five digits to the base 85, from `(` on, without `<`.
fn letters(octets: &[u8]) -> String {
    let mut letters = String::new();
    for octets in octets.chunks(4) {
        let mut four = [0; 4];
        four[..octets.len()].copy_from_slice(octets);
        let number = u32::from_be_bytes(four);
        for place in [85_u32.pow(4), 85_u32.pow(3), 85 * 85, 85, 1] {
            letters.push(letter(number / place % 85));
        }
    }
    letters
}

fn letter(digit: u32) -> char {
    match b'(' + digit as u8 {
        b'<' => '~',
        letter => char::from(letter),
    }
}
