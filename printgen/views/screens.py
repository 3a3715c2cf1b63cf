"""The panels of screens as plain data for their templates."""

from __future__ import annotations

import re
from typing import TypedDict

from markupsafe import Markup

from printgen.content.library import GameContent
from printgen.content.models.faces import CommonBack
from printgen.content.models.screens import ScreenPanel
from printgen.typography.icons import game_icons
from printgen.typography.text import say_lines, say_or_empty
from printgen.typography.typeset import typeset
from printgen.views.book_references import References
from printgen.views.faces import CommonBackView, common_back_view
from printgen.views.prose import render_chapter
from printgen.views.tables import TableView, table_view

# Links and anchors lead nowhere on a screen.
_LINK, _ANCHOR = re.compile(r"<a\b[^>]*>"), re.compile(r' id="[^"]*"')


class ScreenBlockView(TypedDict):
    """A part of a panel: prose, or a table."""

    html: str
    table: TableView | None


class ScreenPanelView(TypedDict):
    """The inside of a panel: its title, the paragraphs of its text, and its other parts."""

    title: str
    paragraphs: list[str]
    blocks: list[ScreenBlockView]


class ScreenOutsideView(CommonBackView):
    """The outside of one panel of several: `place` counts from the left."""

    place: int
    count: int


def panel_view(content: GameContent, panel: ScreenPanel, lang: str) -> ScreenPanelView:
    """The inside of a panel. Only prose and tables of a chapter are shown."""
    blocks = _chapter(content, panel.chapter, lang) if panel.chapter else []
    blocks += [_table(content, name, lang) for name in panel.tables]
    return {
        "title": say_or_empty(panel.title, lang, content),
        "paragraphs": say_lines(panel.text, lang, content) if panel.text else [],
        "blocks": blocks,
    }


def outside_view(
    content: GameContent, players: CommonBack, place: int, count: int, lang: str
) -> ScreenOutsideView:
    """The outside of a panel. The title is on the panel in the middle: that of the game, unless
    there is another or a picture.
    """
    view = common_back_view(content, players, lang)
    default = None if players.picture else content.game.title
    middle = place == (count - 1) // 2
    named = view["title"] or say_or_empty(default, lang, content)
    return {
        **view,
        "title": named if middle else "",
        "icon": view["icon"] if middle else "",
        "place": place,
        "count": count,
    }


def _chapter(content: GameContent, name: str, lang: str) -> list[ScreenBlockView]:
    """The prose and the tables of a chapter, in the first language if it has no other."""
    for spoken in (lang, content.first_language):
        if chapter := content.chapters.get((name, spoken)):
            break
    else:
        return []
    names = {h.id: typeset(h.words, chapter.lang) for h in chapter.headings}
    found: list[ScreenBlockView] = []
    for piece in render_chapter(chapter, References(names), game_icons(content)).pieces:
        if isinstance(piece, Markup):
            html = _ANCHOR.sub("", _LINK.sub("<span>", piece).replace("</a>", "</span>"))
            found.append({"html": Markup(html), "table": None})  # noqa: S704 - it was HTML before
        elif piece["name"] == "table" and piece["argument"] in content.tables:
            found.append(_table(content, piece["argument"], lang))
    return found


def _table(content: GameContent, name: str, lang: str) -> ScreenBlockView:
    return {"html": "", "table": table_view(content, content.tables[name], lang)}
