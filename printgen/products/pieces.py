"""The output kinds of pieces to fold and stick: boxes, screens and stickers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TypedDict

from printgen.content.library import Library
from printgen.content.models.pieces import BoxProduct, ScreenProduct, StickersProduct
from printgen.content.models.products import CardsProduct
from printgen.content.models.text import Text
from printgen.geometry.nets import Net, NetPanel, Tray, Tuckbox, tray_net, tuckbox_net
from printgen.imposition.cutters import CUTTERS
from printgen.imposition.piece_sheets import (
    FLAP,
    PlacedNet,
    TokenOptions,
    plan_nets,
    plan_nets_for_cutter,
    plan_screen,
    plan_tokens,
)
from printgen.imposition.plan import SheetPlan
from printgen.layout.jobs import Job, JobSource, Task
from printgen.paper import PlanError, Size, card_size, paper_size
from printgen.problems import Position
from printgen.products.card_faces import (
    SAFE,
    SLEEVE,
    Cut,
    face_context,
    face_format,
    theme_template,
)
from printgen.products.cards import check_title, sheet_texts, write_sheets
from printgen.products.decks import MAX_CARDS, counts
from printgen.products.kind import Pieces, PrintOptions, TargetBuild, Variant, paper_variants
from printgen.products.target import Target
from printgen.typography.language import language
from printgen.typography.text import ICON, say
from printgen.views.pieces import box_panel_view, ground_view, outside_view, screen_panel_view

# --- boxes for decks of cards: tuckboxes, and boxes of lid and tray -------------------------------


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


class BoxKind:
    """The output kind `box`: nets whose panels are laid out one by one."""

    model = BoxProduct

    def variants(self, product: BoxProduct) -> Iterable[Variant]:
        """A variant per paper."""
        return paper_variants(product)

    def channel(self, product: BoxProduct, target: Target) -> tuple[str, str]:
        """A channel per paper, with the other pieces."""
        return f"pieces-{target.paper_in_channels}", "pieces"

    def pieces(self, library: Library, target: Target, product: BoxProduct) -> Pieces | None:
        """None: the pages stay whole."""
        return None

    def prepare(
        self, library: Library, target: Target, product: BoxProduct, options: PrintOptions
    ) -> TargetBuild:
        """The panels of a box and their sheets."""
        check_title(library, target)
        faces, placed = _faces(box_nets(library, target, product))
        paper, cutter = paper_size(target.paper), options.choice.cutter
        plan = (
            plan_nets_for_cutter(placed, paper, product.bleed, CUTTERS[cutter])
            if cutter
            else plan_nets(placed, paper, product.bleed)
        )
        plan = options.choice.of_plan(plan)
        return TargetBuild(
            target,
            (target.id, target.lang, target.ink),
            len(faces),
            lambda: (_box_task(library, target, product, face) for face in faces),
            lambda results, out: write_sheets(
                library, target, plan, results, product.bleed, (0.0, 0.0), out
            ),
            (plan, sheet_texts(library, target), product.bleed),
            plan=plan,
        )


def box_nets(library: Library, target: Target, product: BoxProduct) -> list[Net]:
    """The nets of a box that the cards of its decks fit into. Raises PlanError without cards."""
    decks = [_deck(library, target, name) for name in product.holds]
    count = sum(number for deck in decks for number in counts(library, target.game, deck).values())
    sizes = [card_size(deck.format) for deck in decks]
    room = (SLEEVE if product.sleeves else 0.0) + product.play
    width = room + max(size.width for size in sizes)
    height = room + max(size.height for size in sizes)
    depth = max(SHALLOW, count * (product.stock + 2 * product.sleeves) + product.play)
    if product.style == "tuckbox":
        net = tuckbox_net(Tuckbox(width, height, depth, product.bottom == "glued"))
        return [_spines(net, target.lang)]
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


def _spines(net: Net, lang: str) -> Net:
    """A net with its sides turned as the spines of books in a language are."""
    turn = 270 if language(lang).upward_spines else 90
    panels = (replace(p, turn=turn) if p.name == "side" else p for p in net.panels)
    return replace(net, panels=tuple(panels))


def _faces(nets: Iterable[Net]) -> tuple[list[_Face], list[PlacedNet]]:
    """The distinct faces of nets, and the nets with their numbers."""
    faces: list[_Face] = []
    placed: list[PlacedNet] = []
    for net in nets:
        numbers = {}
        for face in _own_faces(net):
            key = face.name, face.size
            if key not in numbers:
                numbers[key] = len(faces)
                faces.append(face)
        ground, *panels = [numbers[face.name, face.size] for face in _own_faces(net)]
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
    template = theme_template(library, content, "box-panel" if face.panel else "box-ground")
    safe = min(SAFE, _SAFE_SHARE * min(face.size.width, face.size.height))
    cut = Cut(face.size, product.bleed, safe)
    shown = (
        box_panel_view(content, face.panel, product, target.lang)
        if face.panel
        else ground_view(face.net, product.colour or content.game.accent)
    )
    context = {**face_context(library, target, template, cut), "face": shown}
    entry = content.products[target.product]
    path = ("panels", face.name) if face.name in product.panels else ()
    texts = partial(library.texts_of, entry, target.lang)
    source = JobSource(entry.at(*path, key=True), entry.at(*path, key=True), texts)
    format = face_format(library, target, template, cut)
    return Task(Job(format, f"{target.id} {face.name}", context), source)


# --------------------------------------------------------------------------------------------------
# Screens: panels with tables and rules for the game master, and a picture for the players.


# Distance of words from the edges of a panel (mm).
PANEL_SAFE = 5.0


class ScreenKind:
    """The output kind `screen`: each panel has an inside and an outside."""

    model = ScreenProduct

    def variants(self, product: ScreenProduct) -> Iterable[Variant]:
        """A variant per paper."""
        return paper_variants(product)

    def channel(self, product: ScreenProduct, target: Target) -> tuple[str, str]:
        """A channel per paper, with the other pieces."""
        return f"pieces-{target.paper_in_channels}", "pieces"

    def pieces(self, library: Library, target: Target, product: ScreenProduct) -> Pieces | None:
        """None: the pages stay whole."""
        return None

    def prepare(
        self, library: Library, target: Target, product: ScreenProduct, options: PrintOptions
    ) -> TargetBuild:
        """The inside and the outside of all panels, and their sheets."""
        check_title(library, target)
        plan = screen_plan(target, product, options)
        return TargetBuild(
            target,
            (target.id, target.lang, target.ink, str(plan.card)),
            2 * len(product.panels),
            lambda: _tasks(library, target, product, plan.card),
            lambda results, out: write_sheets(
                library, target, plan, results, FLAP, options.offset, out
            ),
            (plan, sheet_texts(library, target), options.offset),
        )


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
        shown = screen_panel_view(content, panel, target.lang)
        yield _screen_task(library, target, size, "screen-panel", shown, ("panels", place))
    for place in range(count):
        outside = outside_view(content, product.players, place, count, target.lang)
        path = ("players",) if "players" in product.model_fields_set else ()
        yield _screen_task(library, target, size, "screen-outside", outside, path)


def _screen_task(
    library: Library,
    target: Target,
    size: Size,
    name: str,
    shown: object,
    path: tuple[str | int, ...],
) -> Task:
    """The work for a side of a panel."""
    content = library.games[target.game]
    template = theme_template(library, content, name)
    cut = Cut(size, FLAP, PANEL_SAFE)
    context = {**face_context(library, target, template, cut), "face": shown}
    at = content.products[target.product].at(*path)
    source = JobSource(at, at, partial(_texts, library, target))
    format = face_format(library, target, template, cut)
    label = " ".join(str(step + 1 if isinstance(step, int) else step) for step in path)
    return Task(Job(format, f"{target.id} {label}".strip(), context), source)


def _texts(library: Library, target: Target) -> list[tuple[str, Position]]:
    """The texts that a screen can print."""
    content = library.games[target.game]
    entries = [content.products[target.product], *content.tables.values(), content.entry]
    return [text for entry in entries for text in library.texts_of(entry, target.lang)]


# --- stickers for the faces of dice ---------------------------------------------------------------


# Distance of words from the cut of a sticker (mm).
STICKER_SAFE = 0.8


class StickerView(TypedDict):
    """The face of a die as HTML, the number of its icons if it has nothing else, and its colour."""

    text: str
    icons: int
    colour: str


class StickersKind:
    """The output kind `stickers`: each face of a die is laid out once."""

    model = StickersProduct

    def variants(self, product: StickersProduct) -> Iterable[Variant]:
        """A variant per paper."""
        return paper_variants(product)

    def channel(self, product: StickersProduct, target: Target) -> tuple[str, str]:
        """A channel per paper, with the other pieces."""
        return f"pieces-{target.paper_in_channels}", "pieces"

    def pieces(self, library: Library, target: Target, product: StickersProduct) -> Pieces | None:
        """None: the pages stay whole."""
        return None

    def prepare(
        self, library: Library, target: Target, product: StickersProduct, options: PrintOptions
    ) -> TargetBuild:
        """The faces of all dice and their sheets."""
        check_title(library, target)
        plan = plan_stickers(product, paper_size(target.paper))
        dice = enumerate(product.dice)
        faces = [(number, face) for number, die in dice for face in range(len(die.faces))]
        return TargetBuild(
            target,
            (target.id, target.lang, target.ink),
            len(faces),
            lambda: (_sticker_task(library, target, product, *face) for face in faces),
            lambda results, out: write_sheets(
                library, target, plan, results, product.bleed, (0.0, 0.0), out
            ),
            (plan, sheet_texts(library, target), product.bleed),
        )


def plan_stickers(product: StickersProduct, paper: Size) -> SheetPlan:
    """The sheets of stickers, die by die. Raises PlanError if they do not fit or are too many."""
    numbers, first = list[int](), 0
    for die in product.dice:
        numbers += [*range(first, first + len(die.faces))] * die.copies
        first += len(die.faces)
    if len(numbers) > MAX_CARDS:
        raise PlanError(f"there are {len(numbers):,} stickers; the maximum is {MAX_CARDS:,}")
    options = TokenOptions("square", product.size, product.corner_radius, product.bleed)
    return plan_tokens([(number, None) for number in numbers], paper, options)


def _sticker_task(
    library: Library, target: Target, product: StickersProduct, die: int, face: int
) -> Task:
    """The work for a face of a die."""
    content, own = library.games[target.game], product.dice[die]
    template = theme_template(library, content, "sticker")
    cut = Cut(Size(product.size, product.size), product.bleed, STICKER_SAFE)
    text = say(own.faces[face], target.lang, content)
    shown: StickerView = {
        "text": text,
        "icons": _icon_count(own.faces[face]),
        "colour": own.colour or "",
    }
    context = {**face_context(library, target, template, cut), "face": shown}
    entry = content.products[target.product]
    texts = partial(library.texts_of, entry, target.lang)
    source = JobSource(entry.at("dice", die, "faces", face), texts=texts)
    format = face_format(library, target, template, cut)
    return Task(Job(format, f"{target.id} {die + 1}/{face + 1}", context), source)


def _icon_count(text: Text) -> int:
    """The number of icons of a text that has nothing else; 0 for other texts."""
    written = next(iter(text.values()))
    return 0 if ICON.sub("", written).strip() else len(ICON.findall(written))
