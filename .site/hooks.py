"""Fits the pages of the repository to the site."""
import re
from pathlib import PurePosixPath
from posixpath import normpath

LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s]*)(#[^)\s]*)?\)")


def on_page_markdown(markdown, page, config, files):
    """A link to a source file, which is no page of the site, becomes its text."""
    folder = PurePosixPath(page.file.src_uri).parent
    if page.file.name == "matrix":
        page.meta["hide"] = ["navigation", "toc"]

    def keep(link):
        text, target = link[1], link[2]
        if not target or ":" in target or files.get_file_from_path(normpath(folder / target)):
            return link[0]
        return text

    return LINK.sub(keep, markdown)
