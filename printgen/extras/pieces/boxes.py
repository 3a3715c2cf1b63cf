"""Boxes for decks of cards: their nets to fold, what their panels show, their sheets, and their
output kind. Lengths of nets are in mm, from the top left corner on the printed side; y grows
downwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypedDict

from markupsafe import Markup

from printgen.content.library import Library
from printgen.content.models.products import SAFE, CardsProduct
from printgen.extras.pieces.faces import product_task
from printgen.extras.pieces.models import SLEEVE, BoxPanel, BoxProduct, PanelName
from printgen.extras.pieces.outlines import rounded
from printgen.geometry.outlines import Outline, Point, polygon
from printgen.imposition.plan import Placement, SheetPlan, SheetSide
from printgen.layout.jobs import JobSource, Task
from printgen.paper import (
    FOOT,
    PAPERS,
    PRINTER_MARGIN,
    PaperError,
    PlanError,
    Size,
    paper_size,
)
from printgen.products.card_faces import Cut, card_count
from printgen.products.cards import check_title, sheets_build
from printgen.products.kind import Cutter, PrintOptions, ProductKind, TargetBuild, cutter_of
from printgen.products.target import Target
from printgen.typography.labels import labels
from printgen.typography.language import language
from printgen.typography.text import in_number, say, say_lines, say_or_empty
from printgen.views.entries import CommonBackView, common_back_view

# How far flaps and lids stay away from their neighbours on each side.
EASE = 0.5


@dataclass(frozen=True, slots=True)
class NetPanel:
    """A rectangle of a net with a picture of its own.

    Its picture is turned clockwise by `turn` degrees. `bleed` is how far it may go beyond the left,
    top, right and bottom edge: nothing beyond a fold, to the middle of a gap, far beyond the net.
    `notch` is the depth of a notch in the upper edge.
    """

    name: PanelName
    x: float
    y: float
    width: float
    height: float
    bleed: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    turn: int = 0
    notch: float = 0.0


@dataclass(frozen=True, slots=True)
class Net:
    """The net of a box. `ground` is what is printed: all without the areas for glue."""

    width: float
    height: float
    panels: tuple[NetPanel, ...]
    cut: Outline
    ground: Outline
    creases: tuple[Outline, ...]
    glue: tuple[Outline, ...]


# The bleed beyond an outer edge: as much as there is.
FAR = 100.0


def level(y: float, left: float, right: float) -> Outline:
    """A level crease."""
    return polygon([(left, y), (right, y)], open=True)


def upright(x: float, top: float, bottom: float) -> Outline:
    """An upright crease."""
    return polygon([(x, top), (x, bottom)], open=True)


# --- the net of a tuckbox: back, side, front, side and a flap for glue, from left to right --------
#
# The lid is on the back and tucks in behind the front, which has a notch for the thumb. The bottom
# is glued, or tucks in like the lid.


# The flap for glue, and how much its ends taper (mm).
GLUE, TAPER = 11.0, 4.0

# The shortest and the longest flap that tucks in (mm).
SHORT, LONG = 11.0, 16.0

# The largest radius of the notch (mm).
NOTCH = 9.0

# The glued inner bottom ends before the fold of the outer one (mm).
_SHORTER = 1.0

# A corner with the radius that rounds it.
_Corner = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Tuckbox:
    """The inner width, height and depth of a tuckbox; whether its bottom is glued."""

    width: float
    height: float
    depth: float
    glued: bool = True

    @property
    def tuck(self) -> float:
        """The length of the flaps that tuck in."""
        return min(LONG, max(SHORT, self.depth), self.height / 2)

    @property
    def dust(self) -> float:
        """The length of the dust flaps, which do not meet under the lid."""
        return min(max(0.75 * self.depth, SHORT), self.width / 2 - 1, self.depth + self.tuck - 2)

    @property
    def notch(self) -> float:
        """The radius of the notch for the thumb."""
        return min(NOTCH, self.width / 4)

    @property
    def columns(self) -> tuple[float, float, float, float, float]:
        """The left edges of back, side, front, side and glue flap."""
        width, depth = self.width, self.depth
        return 0.0, width, width + depth, 2 * width + depth, 2 * (width + depth)

    @property
    def rows(self) -> tuple[float, float, float, float]:
        """The folds of tuck flap and lid, the lower edge of the body, and that of the bottom."""
        lid, body = self.tuck, self.tuck + self.depth
        return lid, body, body + self.height, body + self.height + self.depth


def tuckbox_net(box: Tuckbox) -> Net:
    """The net of a tuckbox."""
    back, left, front, right, edge = box.columns
    lid, body, foot, end = box.rows
    width, height, depth = box.width, box.height, box.depth
    inner = width - 2 * EASE
    panels = (
        NetPanel("back", back, body, width, height, (FAR, 0, 0, 0.0 if box.glued else FAR)),
        NetPanel("side", left, body, depth, height, turn=90),
        NetPanel("front", front, body, width, height, (0, FAR, 0, 0), notch=box.notch),
        NetPanel("side", right, body, depth, height, turn=90),
        NetPanel("top", back + EASE, lid, inner, depth, (FAR, 0, EASE, 0), turn=180),
        NetPanel("bottom", front + EASE, foot, inner, depth,
                 (EASE, 0, EASE, FAR if box.glued else 0)),
    )  # fmt: skip
    flap = [(edge, body), (edge + GLUE, body + TAPER), (edge + GLUE, foot - TAPER), (edge, foot)]
    beside = [(edge, body), (edge, foot)]
    tip = foot + depth - _SHORTER
    bottom = [(width - EASE, foot), (width - 2 * EASE, tip), (2 * EASE, tip), (EASE, foot)]
    glued = [bottom] if box.glued else []
    return Net(
        edge + GLUE,
        max(end if box.glued else end + box.tuck, foot + box.dust),
        panels,
        rounded([*_head(box), *((x, y, 0.0) for x, y in flap), *_foot(box, *glued)]),
        rounded([*_head(box), *((x, y, 0.0) for x, y in beside), *_foot(box)]),
        _creases(box),
        tuple(polygon(area) for area in (flap, *glued)),
    )


def _head(box: Tuckbox) -> list[_Corner]:
    """The upper edge, from the back to the right side."""
    back, left, front, right, glue = box.columns
    body = box.rows[1]
    middle, notch = front + box.width / 2, box.notch
    return [
        (back, body, 0),
        *_flap(back, left, body, -(box.depth + box.tuck), 0.6 * box.tuck),
        (left, body, 0),
        *_flap(left, front, body, -box.dust, 1, 0.15),
        (front, body, 0),
        (middle - notch, body, 0),
        (middle - notch, body + notch, notch),
        (middle + notch, body + notch, notch),
        (middle + notch, body, 0),
        (right, body, 0),
        *_flap(right, glue, body, -box.dust, 1, 0.15),
    ]


def _foot(box: Tuckbox, inner: Sequence[Point] = ()) -> list[_Corner]:
    """The lower edge, from the right side to the back, with the `inner` bottom that is glued."""
    back, left, front, right, glue = box.columns
    foot = box.rows[2]
    bottom = box.depth if box.glued else box.depth + box.tuck
    radius = 1.0 if box.glued else 0.6 * box.tuck
    return [
        *_flap(glue, right, foot, box.dust, 1, 0.15),
        (right, foot, 0),
        *_flap(right, front, foot, bottom, radius),
        (front, foot, 0),
        *_flap(front, left, foot, box.dust, 1, 0.15),
        (left, foot, 0),
        *((x, y, 0.0) for x, y in inner),
        (back, foot, 0),
    ]


def _flap(
    start: float, end: float, fold: float, length: float, radius: float, slant: float = 0.0
) -> list[_Corner]:
    """A flap on a fold, from `start` to `end`; a negative length goes up. Its sides slant by a
    share of its width.
    """
    ease, aside = EASE if end > start else -EASE, slant * (end - start)
    near, far, tip = start + ease, end - ease, fold + length
    return [
        (near, fold, 0),
        (near + aside, tip, radius),
        (far - aside, tip, radius),
        (far, fold, 0),
    ]


def _creases(box: Tuckbox) -> tuple[Outline, ...]:
    back, left, front, right, glue = box.columns
    lid, body, foot, end = box.rows
    found = [upright(x, body, foot) for x in (left, front, right, glue)]
    folds = [(lid, back, left), (body, back, left), (foot, front, right)]
    folds += [(y, *side) for y in (body, foot) for side in ((left, front), (right, glue))]
    folds.append((foot, back, left) if box.glued else (end, front, right))
    return (*found, *(level(y, start + EASE, stop - EASE) for y, start, stop in folds))


# --------------------------------------------------------------------------------------------------
# The nets of a box of lid and tray: a rectangle with four walls, and a flap for glue at each
# corner.


# The longest flap for glue (mm).
FLAP = 14.0


@dataclass(frozen=True, slots=True)
class Tray:
    """A tray, or a lid, by the inner width and height of its floor and the depth of its walls."""

    width: float
    height: float
    depth: float
    floor: PanelName = "bottom"

    @property
    def flap(self) -> float:
        """The length of the flaps for glue, which do not meet."""
        return min(FLAP, self.depth, self.width / 2 - 1)


def tray_net(tray: Tray) -> Net:
    """The net of a tray. The flaps for glue are on the walls at the left and at the right."""
    width, height, depth = tray.width, tray.height, tray.depth
    left, top = depth, depth
    right, bottom = left + width, top + height
    end, foot = right + depth, bottom + depth
    walls = (
        NetPanel("side", left, 0, width, depth, (EASE, FAR, EASE, 0), turn=180),
        NetPanel("side", left, bottom, width, depth, (EASE, 0, EASE, FAR)),
        NetPanel("side", 0, top, depth, height, (FAR, 0, 0, 0), turn=90),
        NetPanel("side", right, top, depth, height, (0, 0, FAR, 0), turn=270),
    )
    # The flaps at the top left, top right, bottom left and bottom right, clockwise.
    slant, inside = min(3.0, depth / 4), (depth - EASE, right + EASE)
    up, down = top - tray.flap, bottom + tray.flap
    flaps = (
        [(0.0, top), (slant, up), (inside[0], up), (inside[0], top)],
        [(inside[1], top), (inside[1], up), (end - slant, up), (end, top)],
        [(inside[0], bottom), (inside[0], down), (slant, down), (0.0, bottom)],
        [(end, bottom), (end - slant, down), (inside[1], down), (inside[1], bottom)],
    )
    upper, lower = [flaps[0], flaps[1]], [flaps[2], flaps[3]]
    plus = [(left, top), (left, 0), (right, 0), (right, top)]
    minus = [(right, bottom), (right, foot), (left, foot), (left, bottom)]
    sides = [(end, top), (end, bottom)], [(0.0, bottom), (0.0, top)]
    cut = [*plus, *upper[1], *lower[1], *minus, *lower[0], *upper[0]]
    return Net(
        end,
        foot,
        (NetPanel(tray.floor, left, top, width, height), *walls),
        polygon(cut),
        polygon([*plus, *sides[0], *minus, *sides[1]]),
        (
            *(level(y, left, right) for y in (top, bottom)),
            *(upright(x, top, bottom) for x in (left, right)),
            *(
                level(y, *ends)
                for y in (top, bottom)
                for ends in ((0.0, left - EASE), (right + EASE, end))
            ),
        ),
        tuple(polygon(flap) for flap in flaps),
    )


# The play between the tray and its lid, besides their walls (mm).
LID_PLAY = 0.5

# The depth of the shallowest box that can be folded (mm).
SHALLOW = 5.0

# The distance of words from the edges of a panel, as a share of its shorter side.
_SAFE_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class _Face:
    """A face of a box: the ground of a net, or a panel with its size as it is read (mm)."""

    net: Net
    panel: NetPanel | None
    size: Size

    @property
    def name(self) -> str:
        """Its name among the faces."""
        return self.panel.name if self.panel else "ground"


class BoxKind(ProductKind[BoxProduct]):
    """The output kind `box`: nets whose panels are laid out one by one."""

    is_cut = True
    shows_faces = True

    def prepare(
        self, library: Library, target: Target, product: BoxProduct, options: PrintOptions
    ) -> TargetBuild:
        """The panels of a box and their sheets."""
        check_title(library, target)
        faces, placed = _faces(box_nets(library, target, product))
        paper, cutter = paper_size(target.paper), cutter_of(options)
        plan = (
            plan_nets_for_cutter(placed, paper, product.bleed, cutter)
            if cutter
            else plan_nets(placed, paper, product.bleed)
        )
        return sheets_build(
            library,
            target,
            options.choice.of_plan(plan),
            len(faces),
            lambda: (_box_task(library, target, product, face) for face in faces),
            product.bleed,
        )


def box_nets(library: Library, target: Target, product: BoxProduct) -> list[Net]:
    """The nets of a box that the cards of its decks fit into. Raises PlanError without cards."""
    decks = [_deck(library, target, name) for name in product.holds]
    count = sum(card_count(library, target.game, deck) for deck in decks)
    sizes = [deck.trim for deck in decks]
    room = (SLEEVE if product.sleeves else 0.0) + product.play
    width = room + max(size.width for size in sizes)
    height = room + max(size.height for size in sizes)
    depth = max(SHALLOW, count * (product.stock + 2 * product.sleeves) + product.play)
    if product.style == "tuckbox":
        net = tuckbox_net(Tuckbox(width, height, depth, product.bottom == "glued"))
        # The sides are turned as the spines of books in the language are.
        turn = 270 if language(target.lang).upward_spines else 90
        panels = (replace(p, turn=turn) if p.name == "side" else p for p in net.panels)
        return [replace(net, panels=tuple(panels))]
    wider = 2 * product.board + LID_PLAY
    lid = min(depth, product.lid or max(10.0, depth / 2))
    tray = Tray(width, height, depth)
    return [tray_net(Tray(width + wider, height + wider, lid, "front")), tray_net(tray)]


def _deck(library: Library, target: Target, name: str) -> CardsProduct:
    """A product that a box holds. Raises PlanError for one without cards."""
    entry = library.games[target.game].products.get(name)
    deck = entry.value if entry else None
    if not isinstance(deck, CardsProduct):
        raise PlanError(f"no cards '{name}' to put into the box")
    return deck


def _faces(nets: Iterable[Net]) -> tuple[list[_Face], list[PlacedNet]]:
    """The distinct faces of nets, and the nets with their numbers."""
    faces: list[_Face] = []
    placed: list[PlacedNet] = []
    for net in nets:
        numbers, own = dict[tuple[str, Size], int](), list[int]()
        for face in _own_faces(net):
            key = face.name, face.size
            if key not in numbers:
                numbers[key] = len(faces)
                faces.append(face)
            own.append(numbers[key])
        ground, *panels = own
        placed.append(PlacedNet(net, ground, tuple(panels)))
    return faces, placed


def _own_faces(net: Net) -> Iterator[_Face]:
    """The ground and the panels of a net."""
    yield _Face(net, None, Size(net.width, net.height))
    for panel in net.panels:
        size = Size(round(panel.width, 4), round(panel.height, 4))
        yield _Face(net, panel, size.turned() if panel.turn % 180 else size)


def _box_task(library: Library, target: Target, product: BoxProduct, face: _Face) -> Task:
    content = library.games[target.game]
    safe = min(SAFE, _SAFE_SHARE * min(face.size.width, face.size.height))
    cut = Cut(face.size, product.bleed, safe)
    shown: BoxPanelView | NetGroundView
    if face.panel:
        shown = box_panel_view(library, target, face.panel, product)
    else:
        net, colour = face.net, product.colour or ""
        path = _path_data(net.ground)
        shown = {"path": path, "width": net.width, "height": net.height, "colour": colour}
    entry = content.products[target.product]
    at = entry.at(*(("panels", face.name) if face.name in product.panels else ()), key=True)
    source = JobSource(at, at, partial(library.texts_of, entry, target.lang))
    template = "box-panel" if face.panel else "box-ground"
    return product_task(library, target, template, cut, shown, face.name, source)


# --- the placement of nets on sheets: one net a sheet, with its panels above its ground -----------


@dataclass(frozen=True, slots=True)
class PlacedNet:
    """A net with the number of the face of its ground, and those of its panels in order."""

    net: Net
    ground: int
    panels: tuple[int, ...]


def plan_nets(nets: Sequence[PlacedNet], paper: Size, bleed: float) -> SheetPlan:
    """A sheet for each net. Raises PaperError when one does not fit, and names papers that do."""
    need = Size(
        max(placed.net.width for placed in nets) + 2 * (PRINTER_MARGIN + bleed),
        max(placed.net.height for placed in nets) + PRINTER_MARGIN + bleed + FOOT,
    )
    sheet = _turned_to_fit(need, paper)
    if sheet is None:
        larger = [name for name, size in PAPERS.items() if _turned_to_fit(need, size)]
        fitting = f"it fits on {', '.join(larger[:3])}" if larger else "no known paper is so large"
        message = f"the net needs paper of {need.width:.0f} x {need.height:.0f} mm: {fitting}"
        raise PaperError(message)
    sides = []
    for number, placed in enumerate(nets, start=1):
        # In the middle of the paper, above the labels.
        x = (sheet.width - placed.net.width) / 2
        y = (sheet.height - FOOT - placed.net.height + PRINTER_MARGIN) / 2
        sides.append(_side(str(number), placed, (x, y), bleed))
    return SheetPlan(sheet, Size(nets[0].net.width, nets[0].net.height), tuple(sides))


def plan_nets_for_cutter(
    nets: Sequence[PlacedNet], paper: Size, bleed: float, cutter: Cutter
) -> SheetPlan:
    """A sheet for each net, for a cutting machine. Raises PaperError when one does not fit."""
    pieces = [(placed.net.cut, Size(placed.net.width, placed.net.height)) for placed in nets]
    sheet, places = cutter.places(pieces, paper, bleed)
    sides = [
        _side(str(n), placed, place, bleed)
        for n, (placed, place) in enumerate(zip(nets, places, strict=True), start=1)
    ]
    if cutter.outlined:
        # Bleed beyond the line would be cut out with the net.
        sides = [
            replace(
                side, placements=tuple(replace(p, window=side.cuts[0]) for p in side.placements)
            )
            for side in sides
        ]
    return SheetPlan(sheet, pieces[0][1], tuple(sides), cutter.name)


def _turned_to_fit(need: Size, paper: Size) -> Size | None:
    """The paper as it must lie, if it is large enough."""
    for sheet in (paper, paper.turned()):
        if need.width <= sheet.width and need.height <= sheet.height:
            return sheet
    return None


def _side(name: str, placed: PlacedNet, place: Point, bleed: float) -> SheetSide:
    net, (x, y) = placed.net, place
    ground = Placement(placed.ground, x, y, net.width, net.height, (bleed,) * 4)
    panels = []
    for face, panel in zip(placed.panels, net.panels, strict=True):
        left, top, right, bottom = (min(bleed, room) for room in panel.bleed)
        at, size = (x + panel.x, y + panel.y), (panel.width, panel.height)
        clip = left, top, right, bottom
        panels.append(Placement(face, *at, *size, clip, panel.turn))
    return SheetSide(
        name,
        (ground, *panels),
        cuts=(net.cut.placed(x, y),),
        creases=tuple(crease.placed(x, y) for crease in net.creases),
        lined=True,
        glue=tuple(area.placed(x, y) for area in net.glue),
    )


# --- the panels and the ground of boxes as plain data for their templates -------------------------


# A number and the space after it: what it counts is on the same line.
_COUNT = re.compile(r"\b([0-9]+) (?=\w)")

# A panel that is narrower (mm) has no title unless it is given one.
NARROW = 8.0


class BoxPanelView(CommonBackView):
    """The content of a panel, whose upper edge may have a notch (its depth in mm). The subtitle and
    the text are below the title; `inset` says whether the picture is within the pattern.
    """

    name: str
    notch: float
    subtitle: str
    text: str
    inset: bool


class NetGroundView(TypedDict):
    """The ground of a net: its outline as path data in mm, its size in mm, and its colour, which is
    empty for that of the style.
    """

    path: str
    width: float
    height: float
    colour: str


def box_panel_view(
    library: Library, target: Target, place: NetPanel, box: BoxProduct
) -> BoxPanelView:
    """A panel of a box. Without a title or a picture of its own, the front and the sides have the
    title of the game, and the top that of the box, unless they are too narrow. Below its title, the
    front has that of the box, or the subtitle of the game if both titles are the same. A back
    without content has the words of the shop page and the number of the cards; in a game without
    this page, the icon of the front, or else the title of the game.
    """
    content, lang = library.games[target.game], target.lang
    name, title, game = place.name, box.title, content.game
    own = _panel(box, name)
    titles = {"front": game.title, "top": title, "side": game.title}
    if name == "back" and not _has_content(own):
        titles["back"] = game.title
    same = say(title, lang, content) == say(game.title, lang, content)
    below = game.subtitle if same else title
    narrow = min(place.width, place.height) < NARROW
    covered = bool(own.picture) and not own.inset
    default = None if covered or narrow else titles.get(name)
    named = name == "front" and not own.title and not covered
    view = common_back_view(content, own, lang)
    lines = say_lines(own.text, lang, content) if own.text else []
    subtitle = say_or_empty(below if named else None, lang, content)
    if name == "back" and game.shop and not _has_content(box.panels.get(name, BoxPanel())):
        view["icon"] = ""
        subtitle, *lines = _shop_words(library, target, box)
    text = Markup(_COUNT.sub("\\1\u00a0", Markup("<br>").join(lines)))  # noqa: S704 - it was typeset
    return {
        **view,
        "title": (view["title"] or say_or_empty(default, lang, content)) if own.titled else "",
        "colour": view["colour"] or box.colour or "",
        "name": name,
        "notch": place.notch,
        "subtitle": subtitle,
        "text": text,
        "inset": own.inset,
    }


def _shop_words(library: Library, target: Target, box: BoxProduct) -> Iterator[str]:
    """What the shop page says as lines: its line, its first paragraph and who plays; and the number
    of cards.
    """
    # Imported here, see `printgen.products.kind`.
    from printgen.views.book import back_cover_view

    content = library.games[target.game]
    shop = back_cover_view(content, target.lang)
    yield shop["short"]
    yield from [block["words"] for block in shop["about"] if block["words"]][:1]
    # The facts are apart from the words.
    yield ""
    if shop["players"]:
        yield shop["players"]
    decks = [_deck(library, target, name) for name in box.holds]
    count = sum(card_count(library, target.game, deck) for deck in decks)
    words = labels(library.folders, content.game.theme, target.lang)["group_cards"]
    yield f"{count} {in_number(words, str(count), target.lang)}"


def _panel(box: BoxProduct, name: PanelName) -> BoxPanel:
    """What a panel is given; an empty back has the icon of the front."""
    own, front = box.panels.get(name, BoxPanel()), box.panels.get("front", BoxPanel())
    if name == "back" and not _has_content(own):
        return own.model_copy(update={"icon": front.icon})
    return own


def _has_content(panel: BoxPanel) -> bool:
    return bool(panel.title or panel.picture or panel.icon or panel.text)


def _path_data(outline: Outline) -> str:
    """An outline as the path data of SVG."""
    parts = [f"M{_numbers(outline.start)}"]
    for curve in outline.curves:
        handles = curve.handles or ()
        parts.append(("C" if handles else "L") + " ".join(map(_numbers, (*handles, curve.end))))
    return "".join([*parts, "Z"])


def _numbers(point: tuple[float, float]) -> str:
    return f"{point[0]:.3f} {point[1]:.3f}"


BOX = BoxKind()
