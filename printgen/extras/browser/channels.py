"""The page of a game for browsers."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.content.library import Library
from printgen.extra import load, named_parts
from printgen.extras.browser.aid import aid_page
from printgen.extras.exports.channels import Channel, ChannelFile
from printgen.layout.jobs import JobRunner


def browser_channels(
    library: Library, game: str, runner: JobRunner | None = None
) -> Iterator[Channel]:
    """The page of a game for browsers: one that an extra makes of it, such as its quests, or its
    play aid.
    """
    pages = (load(part)(library, game) for part in named_parts("pages").values())
    page = next((page for page in pages if page), None) or aid_page(library, game)
    if page is not None:
        yield Channel("web", "web", lambda: iter([ChannelFile("index.html", page)]))
