"""Fits the pages of the repository to the site."""
import re
from pathlib import PurePosixPath

LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s]*)(#[^)\s]*)?\)")


def on_page_markdown(markdown, page, config, files):
    """A link to a source file, which is no page of the site, becomes its text."""
    folder = PurePosixPath(page.file.src_uri).parent

    def keep(link):
        text, target = link[1], link[2]
        if not target or ":" in target or files.get_file_from_path(normal(folder / target)):
            return link[0]
        return text

    return LINK.sub(keep, markdown)


def normal(path):
    parts = []
    for part in path.parts:
        parts = parts[:-1] if part == ".." else [*parts, part]
    return "/".join(parts)
