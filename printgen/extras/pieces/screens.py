"""Screens for a game master: what their panels show, their sheets, and their output kind.

Panels are side by side on one sheet, or each on its own. A panel on its own has a flap for glue at
its right, behind the next panel. The outside of the next panel goes on over the flap, which is seen
from outside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypedDict

from markupsafe import Markup

from printgen.content.library import GameContent, Library
from printgen.content.models.faces import Ground
from printgen.extras.pieces.faces import product_task
from printgen.extras.pieces.models import ScreenPanel, ScreenProduct
from printgen.geometry.outlines import Outline, polygon, rectangle
from printgen.imposition.plan import Placement, SheetPlan, SheetSide, mirror
from printgen.layout.jobs import JobSource, Task
from printgen.paper import BLEED, FOOT, PAPERS, PRINTER_MARGIN, PaperError, Size, paper_size
from printgen.problems import Position
from printgen.products.card_faces import Cut
from printgen.products.cards import check_title, sheets_build
from printgen.products.kind import PrintOptions, ProductKind, TargetBuild
from printgen.products.target import Target
from printgen.typography.text import game_icons, say_lines, say_or_empty, typeset
from printgen.views.book_entries import References
from printgen.views.entries import GroundView, ground_view
from printgen.views.prose import render_chapter
from printgen.views.tables import TableView, table_view

# Distance of words from the edges of a panel (mm).
PANEL_SAFE = 5.0


class ScreenKind(ProductKind[ScreenProduct]):
    """The output kind `screen`: each panel has an inside and an outside."""

    shows_chapters = True
    shows_faces = True

    def prepare(
        self, library: Library, target: Target, product: ScreenProduct, options: PrintOptions
    ) -> TargetBuild:
        """The inside and the outside of all panels, and their sheets."""
        check_title(library, target)
        plan = screen_plan(target, product, options)
        build = sheets_build(
            library,
            target,
            plan,
            2 * len(product.panels),
            lambda: _tasks(library, target, product, plan.card),
            FLAP,
            options.offset,
        )
        # The size of the panels may depend on the paper.
        return replace(build, layout_key=(*build.layout_key, str(plan.card)))


def screen_plan(target: Target, product: ScreenProduct, options: PrintOptions) -> SheetPlan:
    """The sheets of a screen. Raises PaperError when a panel does not fit."""
    paper, landscape = paper_size(target.paper), product.orientation == "landscape"
    # A screen to fold has its outside on the other side of the paper.
    duplex = "short-edge" if options.duplex == "short-edge" else "long-edge"
    return plan_screen(len(product.panels), product.size, paper, landscape, duplex)


def _tasks(library: Library, target: Target, product: ScreenProduct, size: Size) -> Iterator[Task]:
    """The insides from the left, then the outsides from the left as the players see them."""
    content, count = library.games[target.game], len(product.panels)
    for place, panel in enumerate(product.panels):
        shown = screen_panel_view(library, content, panel, target.lang)
        yield _screen_task(library, target, size, "screen-panel", shown, ("panels", place))
    for place in range(count):
        outside = outside_view(content, product.players, place, count, target.lang)
        path = ("players",) if "players" in product.model_fields_set else ()
        yield _screen_task(library, target, size, "screen-outside", outside, path)


def _screen_task(
    library: Library,
    target: Target,
    size: Size,
    template: str,
    shown: object,
    path: tuple[str | int, ...],
) -> Task:
    """The work for a side of a panel."""
    content = library.games[target.game]
    at = content.products[target.product].at(*path)

    def texts() -> list[tuple[str, Position]]:
        """The texts that a screen can print."""
        entries = [content.products[target.product], *content.tables.values(), content.entry]
        return [text for entry in entries for text in library.texts_of(entry, target.lang)]

    source = JobSource(at, at, texts)
    label = " ".join(str(step + 1 if isinstance(step, int) else step) for step in path)
    cut = Cut(size, FLAP, PANEL_SAFE)
    return product_task(library, target, template, cut, shown, label, source)


# --- the placement of panels on sheets ------------------------------------------------------------


# The width of a flap (mm), and how much its ends taper.
FLAP, _TAPER = 12.0, 4.0

# The distance of panels from the edges of the paper, besides the foot with ruler and labels (mm).
_MARGIN = PRINTER_MARGIN + BLEED


def panel_room(paper: Size, count: int = 1) -> Size:
    """The largest panels of which `count` fit side by side on a paper; one leaves room for a flap.

    Head and foot are alike, as the back of a sheet may be upside down.
    """
    across = paper.width - 2 * _MARGIN - (FLAP if count == 1 else 0.0)
    return Size(across / count, paper.height - 2 * FOOT)


def plan_screen(
    count: int, panel: Size | None, paper: Size, landscape: bool, duplex: str
) -> SheetPlan:
    """The sheets of a screen. Faces are numbered: the inside of each panel from the left, then the
    outside of each, from the left as the players see them.

    Without a size, panels are as large as one fits on the paper, or on A4 if that is smaller.
    Raises PaperError when none fits.
    """
    lying, usual = (
        sheet.upright().turned() if landscape else sheet.upright()
        for sheet in (paper, PAPERS["a4"])
    )
    rooms = panel_room(lying), panel_room(usual)
    largest = Size(min(room.width for room in rooms), min(room.height for room in rooms))
    size = panel or largest
    for sheet in (paper, paper.turned()):
        room = panel_room(sheet, count)
        if size.width <= room.width and size.height <= room.height:
            return SheetPlan(sheet, size, tuple(_sheet(range(count), count, size, sheet, duplex)))
    for sheet in (lying, lying.turned()):
        room = panel_room(sheet)
        if size.width <= room.width and size.height <= room.height:
            sides = [
                side
                for number in range(count)
                for side in _sheet([number], count, size, sheet, duplex)
            ]
            return SheetPlan(sheet, size, tuple(sides))
    hint = f"its largest panel is {rooms[0].width:.0f} x {rooms[0].height:.0f} mm"
    raise PaperError(f"a panel of {size} does not fit on paper of {paper}: {hint}")


def _sheet(
    numbers: Sequence[int], count: int, size: Size, paper: Size, duplex: str
) -> list[SheetSide]:
    """Both sides of a sheet with some panels of a screen of `count` panels."""
    whole, last = len(numbers) == count, numbers[-1] == count - 1
    flap = 0.0 if whole or last else FLAP
    width = len(numbers) * size.width
    x, y = (paper.width - width - flap) / 2, (paper.height - size.height) / 2
    insides = [
        Placement(number, x + place * size.width, y, size.width, size.height, (0.0,) * 4)
        for place, number in enumerate(numbers)
    ]
    outsides = []
    for inside in insides:
        # Seen through the paper: with bleed at the edges of the row, and over the flap.
        left = BLEED if inside is insides[0] else 0.0
        right = (flap or BLEED) if inside is insides[-1] else 0.0
        bled = replace(inside, clip=(left, BLEED, right, BLEED))
        outsides.append(mirror(bled, paper, 2 * count - 1 - inside.face, duplex))
    sheet = numbers[0] + 1 if not whole else 1
    outline, glue = rectangle(width, size.height), tuple[Outline, ...]()
    if flap:
        corners = [(0.0, 0.0), (FLAP, _TAPER), (FLAP, size.height - _TAPER), (0.0, size.height)]
        glue = (polygon(corners).placed(x + width, y),)
        beside = [(width + across, down) for across, down in corners]
        outline = polygon([(0.0, 0.0), *beside, (0.0, size.height)])
    creases = [x + place * size.width for place in range(1, len(numbers))]
    creases += [x + width] if flap else []
    front = SheetSide(
        f"{sheet} front",
        tuple(insides),
        cuts=(outline.placed(x, y),),
        creases=tuple(polygon([(at, y), (at, y + size.height)], open=True) for at in creases),
        lined=True,
        glue=glue,
    )
    return [front, SheetSide(f"{sheet} back", tuple(outsides), lined=True)]


# --- the panels as plain data for their templates -------------------------------------------------


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


class ScreenOutsideView(GroundView):
    """The outside of one panel of several: `place` counts from the left."""

    place: int
    count: int


def screen_panel_view(
    library: Library, content: GameContent, panel: ScreenPanel, lang: str
) -> ScreenPanelView:
    """The inside of a panel. Only prose and tables of a chapter are shown."""
    blocks = _chapter(library, content, panel.chapter, lang) if panel.chapter else []
    for name in panel.tables:
        blocks.append({"html": "", "table": table_view(library, content.tables[name], lang)})
    return {
        "title": say_or_empty(panel.title, lang, content),
        "paragraphs": say_lines(panel.text, lang, content) if panel.text else [],
        "blocks": blocks,
    }


def outside_view(
    content: GameContent, players: Ground, place: int, count: int, lang: str
) -> ScreenOutsideView:
    """The outside of a panel. The title is on the panel in the middle: that of the game, unless
    there is another or a picture.
    """
    view = ground_view(content, players, lang)
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


def _chapter(library: Library, content: GameContent, name: str, lang: str) -> list[ScreenBlockView]:
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
            table = table_view(library, content.tables[piece["argument"]], lang)
            found.append({"html": "", "table": table})
    return found


SCREEN = ScreenKind()
