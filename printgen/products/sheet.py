"""Pages laid out at paper size: quest sheets, hero sheets, reference sheets."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import pikepdf

from printgen.content.library import Library
from printgen.content.models.products import SheetProduct
from printgen.drawing.maps.page import FigureBounds
from printgen.imposition.compose import DocumentInfo, write_pdf
from printgen.layout.batch import FaceSource, LayoutBatch, LayoutResult
from printgen.mechanics.table import ENTRY_VIEWS
from printgen.paper import PAPERS
from printgen.products.job import PrintOptions, TargetBuild, author, deck_title
from printgen.products.target import Target
from printgen.typography.labels import labels
from printgen.views.game import game_view, piles_view
from printgen.views.maps import map_view
from printgen.views.profiles import profile_view
from printgen.views.scenarios import plan_view, scenario_view
from printgen.views.studies import study_view
from printgen.views.tables import table_view
from printgen.views.traits import trait_view

# At the side of a sheet (mm): of those of the themes the widest.
MARGIN = 14.0


def prepare(library: Library, target: Target, options: PrintOptions) -> TargetBuild:
    """One batch whose single face flows over the pages of the sheet."""
    content = library.games[target.game]
    entry = content.products[target.product]
    product = entry.value
    assert isinstance(product, SheetProduct)
    paper = PAPERS[target.paper]
    batch = LayoutBatch(
        content.template(product.template),
        target.lang,
        target.ink,
        paper.width,
        paper.height,
        (
            FaceSource(
                target.id,
                entry.at(key=True),
                entry.at(key=True),
                _context(library, target, product),
            ),
        ),
        safe=0.0,
        pages=product.pages,
        accent=content.game.accent,
        product=target.id,
    )
    info = DocumentInfo(deck_title(library, target), author(content, target.lang), target.lang)
    return TargetBuild(
        target,
        (target.id, target.lang, target.ink, target.paper),
        1,
        lambda: [batch],
        lambda results, out: _finish(results, info, out),
    )


def _context(library: Library, target: Target, product: SheetProduct) -> dict[str, object]:
    content, lang = library.games[target.game], target.lang
    quest = library.find("quests", target.game, product.quest) if product.quest else None
    scenario = content.scenarios.get(product.scenario or "")
    if product.profiles == "all":
        profiles = list(content.profiles.values())
    else:
        found = (library.find("profiles", target.game, name) for name in product.profiles)
        profiles = [entry for entry in found if entry]
    return {
        "game": game_view(content, lang),
        "labels": labels(
            library.folders, content.template(product.template).partition("/")[0], lang
        ),
        "lang": lang,
        "ink": target.ink,
        "paper": target.paper,
        "title": deck_title(library, target),
        "tables": {name: table_view(content, t, lang) for name, t in content.tables.items()},
        "studies": {
            name: study_view(library, content.studies[name], lang) for name in product.studies
        },
        "traits": [trait_view(library, t, lang) for t in content.traits.values()],
        "piles": piles_view(content, lang),
        "plans": [plan_view(library, plan, lang) for plan in content.plans.values()],
        "scenario": scenario_view(library, scenario, lang) if scenario else None,
        "map": _map(library, target, scenario.value.map) if scenario else None,
        "quest": ENTRY_VIEWS["quests"](library, quest, lang) if quest else None,
        "profiles": [profile_view(library, profile, lang) for profile in profiles],
    }


def _map(library: Library, target: Target, name: str | None) -> dict[str, object] | None:
    """The hex map of a scenario, as wide as the sheet."""
    if name is None:
        return None
    paper = PAPERS[target.paper]
    room = FigureBounds(paper.width - 2 * MARGIN, 0.6 * paper.height, 16.0, 0.75)
    return map_view(library, library.games[target.game].maps[name], target.lang, target.ink, room)


def _finish(results: Iterable[LayoutResult], info: DocumentInfo, out: Path) -> None:
    ((laid,),) = (result.parts for result in results)
    with pikepdf.Pdf.open(BytesIO(laid.pdf)) as pdf:
        write_pdf(pdf, info, out)
