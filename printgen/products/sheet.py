"""Pages laid out at paper size: quest sheets, hero sheets, reference sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.base import Model
from printgen.content.models.page_products import SheetProduct
from printgen.content.models.profile import Profile
from printgen.extra import load
from printgen.imposition.plan import n_up
from printgen.layout.jobs import Job, JobResult, JobSource, PageFormat, Task
from printgen.paper import Size, paper_size
from printgen.problems import PlacementError, Position
from printgen.products.kind import PrintOptions, ProductKind, TargetBuild
from printgen.products.target import Target, deck_title, document_info
from printgen.typography.labels import labels
from printgen.typography.text import say
from printgen.views.entries import EntryListView, entry_list_view, entry_view, view_part
from printgen.views.game import GameView, PileView, game_view, piles_view
from printgen.views.profiles import (
    ProfileView,
    TraitTableView,
    TraitView,
    profile_view,
    trait_tables,
    trait_view,
)
from printgen.views.sheets import BlockView, RosterView, form_view, roster_view
from printgen.views.style import look_of, theme_template

if TYPE_CHECKING:
    from printgen.views.scenarios import ActionPlanView, ScenarioView
    from printgen.views.studies import StudyView
    from printgen.views.tables import TableView

# The side margin of a sheet (mm): the widest of all themes.
MARGIN = 14.0


class SheetKind(ProductKind[SheetProduct]):
    """The output kind `sheet`: one face that flows over the pages of the sheet."""

    def channel(self, product: SheetProduct, target: Target) -> tuple[str, str]:
        """Quest sheets have a channel of their own."""
        kind = "quest-sheets" if product.quest else "play-sheets"
        return kind, kind

    def prepare(
        self, library: Library, target: Target, product: SheetProduct, options: PrintOptions
    ) -> TargetBuild:
        """One task. Raises PlanError when a page does not fit on the paper."""
        task, page = _task(library, target, product), sheet_page(target, product)
        duplex = options.duplex or "long-edge"
        if _is_imposed(product):
            n_up(page, 1, paper_size(target.paper), duplex)
        return TargetBuild(
            target,
            (target.id, target.lang, target.ink, str(page)),
            1,
            lambda: [task],
            lambda results, out: _write(library, target, product, duplex, results, out),
            (document_info(library, target), product.page, product.copies, target.paper, duplex),
        )


def sheet_page(target: Target, product: SheetProduct) -> Size:
    """The size of a page: that of the paper, unless the product gives another."""
    paper = paper_size(target.paper).upright()
    if product.page == "half":
        return Size(paper.height / 2, paper.width)
    if product.page == "quarter":
        return Size(paper.width / 2, paper.height / 2)
    return paper_size(product.page or target.paper)


def _task(library: Library, target: Target, product: SheetProduct) -> Task:
    content, page = library.games[target.game], sheet_page(target, product)
    entry = content.products[target.product]
    position = entry.at(key=True)
    context, texts = _context(library, target, product), partial(_texts, library, target, product)
    template = sheet_template(library, content, product)
    look = look_of(library, content, template.partition("/")[0])
    format = PageFormat(
        "sheet",
        template,
        target.lang,
        target.ink,
        page.width,
        page.height,
        safe=0.0,
        pages=product.max_pages,
        accent=look.accent,
        style=look.name,
        look=look.variables(target.ink, of_pages=True),
        product=target.id,
    )
    pages = partial(entry.at, "pages") if "pages" in product.model_fields_set else None
    source = JobSource(position, position, texts, pages=pages)
    return Task(Job(format, target.id, context), source)


def _is_imposed(product: SheetProduct) -> bool:
    """Whether a sheet of paper has several pages, or is printed several times."""
    return product.page is not None or product.copies > 1


def sheet_template(library: Library, content: GameContent, product: SheetProduct) -> str:
    """The template of a sheet; that of forms and of rosters where the product names none."""
    if product.template:
        return content.template(product.template)
    return theme_template(library, content, "form" if product.form else "roster")


def _profiles(library: Library, target: Target, product: SheetProduct) -> list[Entry[Profile]]:
    if product.profiles == "all":
        return list(library.games[target.game].profiles.values())
    found = (library.find("profiles", target.game, name) for name in product.profiles)
    return [entry for entry in found if entry]


def _entries(
    library: Library, target: Target, product: SheetProduct
) -> dict[str, list[Entry[Model]]]:
    """The entries of declared kinds on a sheet, by kind."""
    found = dict[str, list[Entry[Model]]]()
    for kind, names in product.entries.items():
        own = library.games[target.game].of_kind(kind)
        named = own if names == "all" else names
        listed = (library.find(kind, target.game, name) for name in named)
        found[kind] = [entry for entry in listed if entry]
    return found


def _texts(library: Library, target: Target, product: SheetProduct) -> list[tuple[str, Position]]:
    """The texts of the entries that the template of a sheet can print."""
    content = library.games[target.game]
    entries: list[Entry[Model] | None] = [
        library.find("quests", target.game, product.quest) if product.quest else None,
        content.scenarios.get(product.scenario or ""),
        content.rosters.get(product.roster or ""),
        *_profiles(library, target, product),
        *chain.from_iterable(_entries(library, target, product).values()),
        *(content.studies[name] for name in product.studies),
        *content.tables.values(),
        *content.plans.values(),
        *content.traits.values(),
        content.entry,
        content.products[target.product],
    ]
    return [text for e in entries if e for text in library.texts_of(e, target.lang)]


class SheetContext(TypedDict):
    """What the template of a sheet sees. `title` is that of the product with its game, `name` that
    of the product alone; `map` is the hex map of the scenario, and `maps` the same in smaller and
    smaller sizes, from that of `map`. `width` is that of the page (mm), `pages` the most pages of a
    copy; with `avoids_back`, the smallest type alone may need a second one. `trait_tables` are the
    traits of kinds with stats, as tables by kind. `style` has the lettering of the style.
    """

    game: GameView
    labels: dict[str, str]
    lang: str
    ink: str
    paper: str
    width: float
    title: str
    name: str
    tables: dict[str, TableView]
    studies: dict[str, StudyView]
    traits: list[TraitView]
    trait_tables: dict[str, TraitTableView]
    piles: list[PileView]
    plans: list[ActionPlanView]
    scenario: ScenarioView | None
    map: Mapping[str, object] | None
    maps: Sequence[Mapping[str, object]]
    pages: int
    avoids_back: bool
    quest: Mapping[str, object] | None
    roster: RosterView | None
    form: list[BlockView]
    style: Mapping[str, object]
    profiles: list[ProfileView]
    kinds: list[EntryListView]


def _context(library: Library, target: Target, product: SheetProduct) -> SheetContext:
    content, lang = library.games[target.game], target.lang
    quest = library.find("quests", target.game, product.quest) if product.quest else None
    scenario = content.scenarios.get(product.scenario or "")
    roster = content.rosters.get(product.roster or "")
    profiles = _profiles(library, target, product)
    traits = [trait_view(library, trait, lang) for trait in content.traits.values()]
    maps = _maps(library, target, scenario.value.map, product.pages == 1) if scenario else []
    return {
        "game": game_view(content, lang),
        "labels": labels(
            library.folders, sheet_template(library, content, product).partition("/")[0], lang
        ),
        "lang": lang,
        "ink": target.ink,
        "paper": target.paper,
        "width": sheet_page(target, product).width,
        "title": deck_title(library, target),
        "name": say(product.title, lang, content),
        "tables": {
            id: entry_view(library, "tables", each, lang) for id, each in content.tables.items()
        },
        "studies": {
            id: entry_view(library, "studies", content.studies[id], lang) for id in product.studies
        },
        "traits": traits,
        "trait_tables": trait_tables(content, traits, lang),
        "piles": piles_view(content, lang),
        "plans": [entry_view(library, "plans", plan, lang) for plan in content.plans.values()],
        "scenario": entry_view(library, "scenarios", scenario, lang) if scenario else None,
        "map": maps[0] if maps else None,
        "maps": maps,
        "pages": product.max_pages,
        "avoids_back": product.avoids_back,
        "quest": entry_view(library, "quests", quest, lang) if quest else None,
        "roster": roster_view(library, roster, lang) if roster else None,
        "form": form_view(product.form or (), lang, content),
        "style": look_of(library, content, content.game.theme).style.model_dump(),
        "profiles": [profile_view(library, profile, lang) for profile in profiles],
        "kinds": [
            entry_list_view(library, content, kind, entries, lang)
            for kind, entries in _entries(library, target, product).items()
        ],
    }


# Smaller sizes of a map, for a sheet that would need another page: shares of its height.
_SMALLER = (0.88, 0.78, 0.69, 0.61, 0.54)


def _maps(
    library: Library, target: Target, name: str | None, one_page: bool
) -> Sequence[Mapping[str, object]]:
    """The hex map of a scenario, as wide as the sheet; lower if its texts are on the same page.

    After it, the same in smaller sizes, as far as they are legible.
    """
    if name is None or not view_part("maps"):
        return []
    paper, entry = paper_size(target.paper), library.games[target.game].of_kind("maps")[name]
    high, wide = (0.5 if one_page else 0.6) * paper.height, paper.width - 2 * MARGIN

    def view(room: Size) -> Mapping[str, object]:
        shown: Mapping[str, object]
        shown = load(view_part("maps"))(library, entry, target.lang, target.ink, room, large=True)
        return shown

    found = [view(Size(wide, high))]
    for share in _SMALLER:
        # Not as wide, so that no theme has to make the smallest type smaller.
        try:
            found.append(view(Size(wide - 4.0, share * float(str(found[0]["height"])))))
        except PlacementError:
            break
    return found


def _write(
    library: Library,
    target: Target,
    product: SheetProduct,
    duplex: str,
    results: Sequence[JobResult],
    out: Path,
) -> None:
    import pikepdf

    from printgen.imposition.compose import compose, write_pdf
    from printgen.imposition.face_tags import FaceTag, add_structure
    from printgen.imposition.printers_marks import draw_ticks

    (laid,) = results
    if _is_imposed(product):
        page, paper = sheet_page(target, product), paper_size(target.paper)
        plan = n_up(page, laid.pages, paper, duplex, product.copies)
        info, tags = document_info(library, target), [FaceTag(laid.tags, 0)] if laid.tags else []
        compose(plan, draw_ticks(plan), laid.pdf, 0.0, info, out, tags=tags)
        return
    with pikepdf.Pdf.open(BytesIO(laid.pdf)) as pdf:
        if laid.tags:
            add_structure(pdf, laid.tags)
        write_pdf(pdf, document_info(library, target), out)


SHEET = SheetKind()
