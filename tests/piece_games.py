"""A small game with pieces of every kind, and the paths that are drawn on their sheets."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pikepdf
from helpers import POINTS
from PIL import Image

from printgen import Project
from printgen.content.models.products import CardsProduct
from printgen.geometry.outlines import Outline, Point
from printgen.imposition.plan import PieceShape, SheetPlan
from printgen.paper import Size
from printgen.products import kind_of
from printgen.products.kind import PrintOptions
from printgen.products.target import Target

GAME = """
title: {en: Storm Watch, fr: La Veille}
languages: [en, fr]
accent: "#1f4e5f"
kinds:
  events:
    label: {en: Event, fr: Événement}
    fields:
      cost: {type: integer, min: 0, max: 9}
      text: {lines: 6}
      effect: {type: choice, options: {oil: {en: Oil, fr: Huile}, fire: {en: Fire, fr: Feu}}}
      art: {type: image, optional: true}
icons: {oil: "♦", fire: "☀"}
"""

EVENTS = """
entries:
  wave:
    name: {en: The Great Wave, fr: La Grande Vague}
    cost: 3
    effect: oil
    copies: 5
    art: images/wave.png
    text: {en: "Lose 2 {oil}.", fr: "Perdez 2 {oil}."}
  elmo:
    name: {en: Elmo, fr: Elme}
    cost: 6
    effect: fire
    text: {en: Relight., fr: Rallumez.}
"""


def piece_game(root: Path, products: str) -> Path:
    """A project with the game `storm` and these products."""
    game = root / "content" / "storm"
    for name, text in {
        "game.yaml": GAME,
        "products.yaml": products,
        "events/events.yaml": EVENTS,
    }.items():
        (game / name).parent.mkdir(parents=True, exist_ok=True)
        (game / name).write_text(text)
    (root / "printgen.yaml").write_text("# storm\n")
    (game / "images").mkdir(exist_ok=True)
    Image.linear_gradient("L").resize((800, 1200)).save(game / "images" / "wave.png")
    return root


def stroked_paths(path: Path, page: int) -> list[list[Point]]:
    """The points of the stroked paths of a page, with the handles of curves, in mm from the top
    left. Paths inside of faces are not among them.
    """
    found: list[list[Point]] = []
    with pikepdf.open(path) as document:
        sheet = document.pages[page]
        height, points = float(sheet.mediabox[3]), list[Point]()
        for instruction in pikepdf.parse_content_stream(sheet):
            name = str(instruction.operator)
            if name not in ("m", "l", "c", "S", "s"):
                continue
            numbers = [float(operand) for operand in instruction.operands]
            if name in ("S", "s"):
                found.append(points)
                continue
            pairs = zip(numbers[::2], numbers[1::2], strict=True)
            points = [] if name == "m" else points
            points += [(x / POINTS, (height - y) / POINTS) for x, y in pairs]
    return found


def is_drawn(outline: Outline, paths: list[list[Point]], within: float = 0.01) -> bool:
    """Whether one of the paths has the points of an outline, to within some mm."""
    points = [outline.start]
    for curve in outline.curves:
        points += [*(curve.handles or ()), curve.end]
    return any(
        len(path) == len(points)
        and all(
            abs(x - u) <= within and abs(y - v) <= within
            for (x, y), (u, v) in zip(path, points, strict=True)
        )
        for path in paths
    )


def card_shape(card: Size, radius: float) -> PieceShape:
    """The shape of cards with round corners."""
    product = CardsProduct.model_validate(
        {"output": "cards", "title": {"any": "C"}, "faces": {"front": "card"},
         "format": f"{card.width} x {card.height} mm", "corner_radius": radius}
    )  # fmt: skip
    return PieceShape(partial(product.outline, 0))


def deck_plan(project: Project, target: Target) -> SheetPlan:
    """The sheets of a target."""
    product = project.library.games[target.game].products[target.product].value
    plan = kind_of(product).prepare(project.library, target, product, PrintOptions()).plan
    assert plan
    return plan
