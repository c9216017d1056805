"""Fits the pages of the repository to the site."""
import re
from pathlib import PurePosixPath
from posixpath import normpath, relpath
from urllib.parse import quote, urlencode

LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s]*)(#[^)\s]*)?\)")
BLOCK = re.compile(r"^(`{3,})text\n.*?^\1$", re.M | re.S)
# A table of the matrix in the repository.
MATRIX = re.compile(r"reports/conformance/(?!README|must-findings)([^/]+)\.md")
# The line of a finding with a text that is shown whole: ASCII in quotes, or the code points.
ASKED = re.compile(r'^(?:asked|input) +(\S+) (\S+) (?:"((?:(?!<U\+)[ !#-\[\]-~]|\\["\\])*)"|(?:".*"  )?(U\+[0-9A-F]+(?: U\+[0-9A-F]+)*))'
                   r"((?:  \S+=\S+)*)$", re.M)


def on_page_markdown(markdown, page, config, files):
    """A link to a source file, which is no page of the site, becomes its text. A finding gets its steps."""
    folder = PurePosixPath(page.file.src_uri).parent
    if page.file.src_uri == "pages.md":
        return "# All pages\n\n" + listed(config["nav"], 0)

    def keep(link):
        text, target = link[1], link[2]
        made = MATRIX.fullmatch(normpath(folder / target))
        if made:
            return f"[{text}]({relpath(page_of(made[1]), folder)})"
        if not target or ":" in target or files.get_file_from_path(normpath(folder / target)):
            return link[0]
        return text

    def worked(block):
        asked = ASKED.search(block[0])
        words = asked and case(*asked.groups())
        return f"{block[0]}\n\n[See it worked through]({relpath('live.html', folder)}#{words})" if words else block[0]

    return BLOCK.sub(worked, LINK.sub(keep, markdown))


def on_page_content(html, page, config, files):
    """A phone scrolls a picture, so that its text can be read: by keys, too."""
    return html.replace("<p><img", '<p class="scroll" tabindex="0"><img')


def page_of(name):
    """The page of the site that shows what a table of the matrix shows."""
    return "matrix/index.html" if name == "matrix" else f"matrix/implementations/{name}.html"


def listed(entries, depth):
    """The navigation as a list."""
    lines = []
    for entry in entries:
        for name, target in entry.items():
            is_page = isinstance(target, str)
            lines.append("    " * depth + (f"- [{name}]({target})" if is_page else f"- {name}"))
            lines += [] if is_page else [listed(target, depth + 1)]
    return "\n".join(lines)


def case(codec, op, plain, points, parameters):
    """The case as the address of the live page has it; `None` for a text that no field of a page holds."""
    text = re.sub(r"\\(.)", r"\1", plain or "")
    if points:
        numbers = [int(point[2:], 16) for point in points.split()]
        if any(number > 0x10FFFF or 0xD800 <= number < 0xE000 or number == 0xD for number in numbers):
            return None
        text = "".join(map(chr, numbers))
    given = [parameter.split("=", 1) for parameter in parameters.split()]
    return urlencode({"codec": codec, "op": op, "text": text, **{f"p.{name}": value for name, value in given}}, quote_via=quote, safe="")
