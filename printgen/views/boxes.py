"""The panels and the ground of boxes as plain data for their templates."""

from __future__ import annotations

from typing import TypedDict

from printgen.content.library import GameContent
from printgen.content.models.pieces import BoxPanel
from printgen.content.models.text import Text
from printgen.geometry.nets import Net, NetPanel
from printgen.geometry.outlines import Outline
from printgen.typography.text import say_or_empty
from printgen.views.faces import CommonBackView, common_back_view

# A panel that is narrower (mm) has no title unless it is given one.
NARROW = 8.0


class PanelView(CommonBackView):
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


def panel_view(
    content: GameContent, place: NetPanel, panel: BoxPanel | None, title: Text, lang: str
) -> PanelView:
    """A panel. Without a title or a picture of its own, the front and the top have the `title` of
    the product, and the sides that of the game, unless they are too narrow.
    """
    own, name = panel or BoxPanel(), place.name
    titles = {"front": title, "top": title, "side": content.game.title}
    narrow = min(place.width, place.height) < NARROW
    default = None if own.picture or narrow else titles.get(name)
    named = name == "front" and not own.title and not own.picture
    view = common_back_view(content, own, lang)
    return {
        **view,
        "title": view["title"] or say_or_empty(default, lang, content),
        "name": name,
        "notch": place.notch,
        "subtitle": say_or_empty(content.game.title if named else None, lang, content),
        "text": say_or_empty(own.text, lang, content),
    }


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
