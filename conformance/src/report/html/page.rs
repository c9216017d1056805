//! The shell of a page: its head with the policy, its header, and its footer.

use data_encoding::BASE64;

use super::markup::{Markup, fragment};

const STYLE: &str = concat!(include_str!("page.css"), "\n", include_str!("run.css"));
const SCRIPT: &str = include_str!("page.js");

/// A whole page with this content in its main part. The links lead to parts of it, by their ids.
///
/// The page asks nobody for anything: its policy allows its own style and script by their hashes, and
/// nothing else.
pub(crate) fn page(title: &str, links: &[(&'static str, &str)], content: &Markup) -> String {
    page_with(PageExtras::default(), title, links, content)
}

/// A style sheet and a script that one kind of page has besides those of every page.
#[derive(Clone, Copy, Default)]
pub(crate) struct PageExtras {
    pub(crate) style: &'static str,
    pub(crate) script: &'static str,
}

/// The same with a style sheet and a script of its own.
pub(crate) fn page_with(
    extras: PageExtras,
    title: &str,
    links: &[(&'static str, &str)],
    content: &Markup,
) -> String {
    let mut page = Markup::default();
    page.void("!DOCTYPE html", &[]);
    page.line();
    page.element("html", &[("lang", "en")], |it| {
        it.element("head", &[], |it| write_head(extras, title, it));
        it.line();
        it.element("body", &[], |it| {
            it.leaf("a", &[("class", "skip"), ("href", "#main")], "Skip to the content");
            it.element("header", &[("class", "top")], |it| write_header(links, it));
            it.line();
            it.element("main", &[("id", "main")], |it| it.append(content));
            it.line();
            it.element("footer", &[], |it| {
                it.leaf("p", &[], concat!("Made by acegate ", env!("CARGO_PKG_VERSION"), "."));
            });
            scripts(extras).for_each(|script| it.own("script", script));
        });
    });
    page.line();
    page.into_string()
}

fn styles(extras: PageExtras) -> impl Iterator<Item = &'static str> {
    [STYLE, extras.style].into_iter().filter(|style| !style.is_empty())
}

fn scripts(extras: PageExtras) -> impl Iterator<Item = &'static str> {
    [SCRIPT, extras.script].into_iter().filter(|script| !script.is_empty())
}

/// The source expression of a content security policy that allows this text: `'sha256-…'`.
fn source_of(text: &str) -> String {
    format!("'sha256-{}'", BASE64.encode(&hmac_sha256::Hash::hash(text.as_bytes())))
}

fn write_head(extras: PageExtras, title: &str, it: &mut Markup) {
    it.void("meta", &[("charset", "utf-8")]);
    let sources = |texts: &mut dyn Iterator<Item = &'static str>| {
        texts.map(source_of).collect::<Vec<_>>().join(" ")
    };
    let policy = format!(
        "default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
        sources(&mut styles(extras)),
        sources(&mut scripts(extras))
    );
    // It comes before all that it is to hold for.
    it.void("meta", &[("http-equiv", "Content-Security-Policy"), ("content", &policy)]);
    it.void("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]);
    it.void("meta", &[("name", "color-scheme"), ("content", "light dark")]);
    it.void("meta", &[("name", "referrer"), ("content", "no-referrer")]);
    it.leaf("title", &[], title);
    it.line();
    styles(extras).for_each(|style| it.own("style", style));
}

fn write_header(links: &[(&'static str, &str)], it: &mut Markup) {
    it.leaf("span", &[("class", "brand")], "acegate");
    if !links.is_empty() {
        it.element("nav", &[("aria-label", "Parts of this page")], |it| {
            for (id, name) in links {
                it.leaf("a", &[("href", &fragment("", id))], name);
            }
        });
    }
    // The script shows it.
    it.element("button", &[("type", "button"), ("id", "theme"), ("hidden", "")], |it| {
        it.text("Colours: automatic");
    });
}
