"""The panels of boxes and screens as plain data for their templates."""

from __future__ import annotations

import re
from typing import TypedDict

from markupsafe import Markup

from printgen.content.library import GameContent
from printgen.content.models.faces import CommonBack
from printgen.content.models.pieces import BoxPanel, BoxProduct, ScreenPanel
from printgen.geometry.nets import Net, NetPanel, PanelName
from printgen.geometry.outlines import Outline
from printgen.typography.text import game_icons, say, say_lines, say_or_empty, typeset
from printgen.views.book_entries import References
from printgen.views.faces import CommonBackView, common_back_view
from printgen.views.prose import render_chapter
from printgen.views.tables import TableView, table_view

# --- the panels and the ground of boxes as plain data for their templates -------------------------


# A number and the space after it: what it counts is on the same line.
_COUNT = re.compile(r"\b([0-9]+) (?=\w)")

# A panel that is narrower (mm) has no title unless it is given one.
NARROW = 8.0


class BoxPanelView(CommonBackView):
    """The content of a panel, whose upper edge may have a notch (its depth in mm). The subtitle and
    the text are below the title.
    """

    name: str
    notch: float
    subtitle: str
    text: str


class GroundView(TypedDict):
    """The ground of a net: its outline as path data in mm, its size in mm, and its colour."""

    path: str
    width: float
    height: float
    colour: str


def box_panel_view(
    content: GameContent, place: NetPanel, box: BoxProduct, lang: str
) -> BoxPanelView:
    """A panel of a box. Without a title or a picture of its own, the front and the sides have the
    title of the game, and the top that of the box, unless they are too narrow. Below its title, the
    front has that of the box, or the subtitle of the game if both titles are the same. A back
    without content has the icon of the front, or else the title of the game.
    """
    name, title, game = place.name, box.title, content.game
    own = _panel(box, name)
    titles = {"front": game.title, "top": title, "side": game.title}
    if name == "back" and own == BoxPanel(colour=own.colour):
        titles["back"] = game.title
    same = say(title, lang, content) == say(game.title, lang, content)
    below = game.subtitle if same else title
    narrow = min(place.width, place.height) < NARROW
    default = None if own.picture or narrow else titles.get(name)
    named = name == "front" and not own.title and not own.picture
    view = common_back_view(content, own, lang)
    return {
        **view,
        "title": view["title"] or say_or_empty(default, lang, content),
        "colour": view["colour"] or box.colour or "",
        "name": name,
        "notch": place.notch,
        "subtitle": say_or_empty(below if named else None, lang, content),
        "text": _text(own, lang, content),
    }


def _text(panel: BoxPanel, lang: str, content: GameContent) -> str:
    """The text of a panel, in lines as written."""
    lines = say_lines(panel.text, lang, content) if panel.text else []
    text = Markup("<br>").join(lines)
    return Markup(_COUNT.sub("\\1\u00a0", text))  # noqa: S704 - it was typeset


def _panel(box: BoxProduct, name: PanelName) -> BoxPanel:
    """What a panel is given; an empty back has the icon of the front."""
    own, front = box.panels.get(name, BoxPanel()), box.panels.get("front", BoxPanel())
    if name == "back" and own == BoxPanel(colour=own.colour):
        return BoxPanel(icon=front.icon, colour=own.colour)
    return own


def ground_view(net: Net, colour: str | None) -> GroundView:
    """The ground of a net."""
    return {
        "path": _path_data(net.ground),
        "width": net.width,
        "height": net.height,
        "colour": colour or "",
    }


def _path_data(outline: Outline) -> str:
    """An outline as the path data of SVG."""
    parts = [f"M{_numbers(outline.start)}"]
    for curve in outline.curves:
        handles = curve.handles or ()
        parts.append(("C" if handles else "L") + " ".join(map(_numbers, (*handles, curve.end))))
    return "".join([*parts, "Z"])


def _numbers(point: tuple[float, float]) -> str:
    return f"{point[0]:.3f} {point[1]:.3f}"


# --- the panels of screens as plain data for their templates --------------------------------------


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


def screen_panel_view(content: GameContent, panel: ScreenPanel, lang: str) -> ScreenPanelView:
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
