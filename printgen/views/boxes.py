"""The panels and the ground of boxes as plain data for their templates."""

from __future__ import annotations

import re
from typing import TypedDict

from markupsafe import Markup

from printgen.content.library import GameContent
from printgen.content.models.pieces import BoxPanel, BoxProduct
from printgen.geometry.nets import Net, NetPanel, PanelName
from printgen.geometry.outlines import Outline
from printgen.typography.text import say, say_lines, say_or_empty
from printgen.views.faces import CommonBackView, common_back_view

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


def panel_view(content: GameContent, place: NetPanel, box: BoxProduct, lang: str) -> BoxPanelView:
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
