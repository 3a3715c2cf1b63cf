"""Screens: panels with tables and rules for the game master, and a picture for the players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from printgen.content.library import Library
from printgen.content.models.screens import ScreenProduct
from printgen.imposition.plan import SheetPlan
from printgen.imposition.screen_sheets import FLAP, plan_screen
from printgen.layout.jobs import Job, JobSource, Task
from printgen.paper import Size, paper_size
from printgen.problems import Position
from printgen.products.card_faces import Cut, face_context, face_format, theme_template
from printgen.products.cards import check_title, sheet_texts, write_sheets
from printgen.products.kind import Pieces, PrintOptions, TargetBuild, Variant, paper_variants
from printgen.products.target import Target
from printgen.views.screens import outside_view, panel_view

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
        shown = panel_view(content, panel, target.lang)
        yield _task(library, target, size, "screen-panel", shown, ("panels", place))
    for place in range(count):
        outside = outside_view(content, product.players, place, count, target.lang)
        path = ("players",) if "players" in product.model_fields_set else ()
        yield _task(library, target, size, "screen-outside", outside, path)


def _task(
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
