#!/usr/bin/env python3
"""Gives the pages that the program made the head of the site, and makes the theme of the others from one of them:
`head.py PAGES THEME`. So every page has one head, one style and one policy, which the program defines."""
import re
import sys
from html import escape
from pathlib import Path

BRAND = '<span class="brand">acegate</span>'
# The navigation of the site: the address of each page, and its name.
PARTS = [
    ("matrix/index.html", "Matrix"),
    ("conformance/guides/check-your-library.html", "Check my library"),
    ("conformance/guides/check-your-idna-library.html", "Check my IDNA library"),
    ("live.html", "Encode and decode live"),
    ("check.html", "Check in the browser"),
    ("pages.html", "All pages"),
]
# The blocks of a page of Markdown.
CONTENT = """<div class="document">{% if page.toc and page.toc.items and page.toc.items[0].children %}
<nav class="contents" aria-label="On this page"><p>On this page</p><ul>{% for part in page.toc.items[0].children %}
<li><a href="{{ part.url }}">{{ part.title }}</a></li>{% endfor %}</ul></nav>{% endif %}
<article>{{ page.content }}</article></div>"""


def head(root, page):
    """The name and the navigation of the site, for a page from which `root` leads to the start."""
    links = [f'<a href="{root}{address}"{current(address, page)}>{name}</a>' for address, name in PARTS]
    return f'<span class="brand"><a href="{root}index.html">acegate</a></span><nav aria-label="Site">{"".join(links)}</nav>'


def current(address, page):
    is_part = address == page or address.startswith("matrix/") and page.startswith("matrix/")
    return ' aria-current="page"' if is_part else ""


def with_head(text, root, page):
    if BRAND not in text:
        raise ValueError(f"{page} has no head")
    return text.replace(BRAND, head(root, page), 1)


def theme(text):
    """The page of the matrix with other contents: the template of the pages of Markdown."""
    text = re.sub(r"<title>.*?</title>", "<title>{{ page.title }} - acegate</title>", text, count=1, flags=re.S)
    # Jinja reads two braces, which the style and the script of a page do not have.
    if "{{" in text.split("<title>")[0] or "{%" in text:
        raise ValueError("the page has a sign of the template")
    # Documents have pictures.
    text = text.replace("default-src &apos;none&apos;;", "default-src &apos;none&apos;; img-src &apos;self&apos; file:;", 1)
    start, rest = text.split('<main id="main">', 1)
    end = rest.split("</main>", 1)[1]
    start = start.replace(BRAND, theme_head(), 1)
    return f'{start}<main id="main">{CONTENT}</main>{end}'


def theme_head():
    links = []
    for address, name in PARTS:
        is_current = f"{{% if page.url == '{address}' %}} aria-current=\"page\"{{% endif %}}"
        links.append(f"<a href=\"{{{{ '{address}'|url }}}}\"{is_current}>{escape(name)}</a>")
    return ("<span class=\"brand\"><a href=\"{{ 'index.html'|url }}\">acegate</a></span>"
            f'<nav aria-label="Site">{"".join(links)}</nav>')


def main(pages, place):
    place.mkdir(parents=True, exist_ok=True)
    (place / "main.html").write_text(theme((pages / "matrix/index.html").read_text()))
    for path in pages.rglob("*.html"):
        page = path.relative_to(pages).as_posix()
        path.write_text(with_head(path.read_text(), "../" * page.count("/"), page))


main(Path(sys.argv[1]), Path(sys.argv[2]))
