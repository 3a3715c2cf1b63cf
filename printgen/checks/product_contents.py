"""Checks of what products print, against scenarios and other products."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from printgen.analysis.expressions import ExpressionError
from printgen.analysis.scenarios import Counts, forces
from printgen.content.check import Findings, check
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.products import FacesProduct
from printgen.content.models.scenario import Scenario
from printgen.content.models.text import Text


@check("quantity-low", "warning")
def quantity_low(content: GameContent, library: Library) -> Findings:
    """Where products have `quantities`, one of them prints as many pieces of a profile as each
    scenario has miniatures of it (a warning). Profiles without a quantity are compared if the
    quantities of two or more others are enough for a scenario.
    """
    most = dict[str, tuple[int, Entry[FacesProduct]]]()
    for product in content.products_of(FacesProduct):
        if not product.value.roster and product.value.quantities:
            for name in _printed(content, product.value):
                quantity = _quantity(content, product.value, name)
                if quantity > most.get(name, (0,))[0]:
                    most[name] = quantity, product
    reported = set[str]()
    for scenario in content.scenarios.values():
        for name, number in _lacking(_miniatures(content, scenario.value), most):
            if name not in reported:
                reported.add(name)
                quantity, product = most[name]
                message = f"{quantity} '{name}', but '{scenario.id}' has {number}"
                path = ("quantities", name) if name in product.value.quantities else ("quantities",)
                yield product.finding(message, *path, hint=f"see {scenario.at('forces')}")


def _lacking(
    needed: Counter[str], most: dict[str, tuple[int, Entry[FacesProduct]]]
) -> Iterator[tuple[str, int]]:
    """The profiles with more miniatures than pieces, and the number of the miniatures."""
    known = {name: number for name, number in needed.items() if name in most}
    given = [name for name in known if name in most[name][1].value.quantities]
    several = [name for name in given if known[name] > 1]
    counted = len(several) > 1 and all(most[name][0] >= known[name] for name in several)
    for name, number in known.items():
        if number > most[name][0] and (name in given or counted):
            yield name, number


def _quantity(content: GameContent, product: FacesProduct, profile: str) -> int:
    """How often a product prints a profile of its game."""
    found = product.quantities.get(profile, product.quantities.get(f"{content.id}/{profile}"))
    return 1 if found is None else found


def _printed(content: GameContent, product: FacesProduct) -> list[str]:
    """The profiles of the game that a product prints."""
    names = product.kinds.get("profiles", [])
    known = content.profiles if names == "all" else {*names}
    return [name for name in content.profiles if name in known]


def _miniatures(content: GameContent, scenario: Scenario) -> Counter[str]:
    """The miniatures of each profile of the game, for the least value of the variable."""
    counts, found = Counts(content, scenario), Counter[str]()
    try:
        for _, force in forces(scenario):
            found[force.profile.removeprefix(f"{content.id}/")] += min(counts.of(force.count))
    except ExpressionError:
        return Counter()  # reported by force-count
    return found


@check("product-twice", "warning")
def product_twice(content: GameContent, library: Library) -> Findings:
    """Two products of a game differ in more than their title (a warning)."""
    seen: dict[str, str] = {}
    for name, product in content.products.items():
        values = repr(product.value.model_copy(update={"title": ""}))
        if values in seen:
            message = f"the product prints the same as '{seen[values]}'"
            yield product.finding(message, key=True)
        seen.setdefault(values, name)


@check("product-title", "warning")
def product_title(content: GameContent, library: Library) -> Findings:
    """The title of a product that prints a quest, a scenario or a map does not have the title of
    another one (a warning).
    """
    for product in content.products.values():
        for kind in ("quests", "scenarios", "maps"):
            for reference in product.value.references():
                shown = library.find(kind, content.id, reference.name)
                if kind not in reference.kinds or shown is None:
                    continue
                titles = {
                    n: e.value.title for n, e in content.of_kind(kind).items() if e is not shown
                }
                found = [n for n, title in titles.items() if _has(product.value.title, title)]
                if found and not _has(product.value.title, shown.value.title):
                    message = f"the title of the product is that of '{found[0]}'"
                    yield product.finding(message, *reference.path)


def _has(text: Text, title: Text) -> bool:
    """Whether a text has the words of a title, in a language of both."""
    for lang, words in text.items():
        wanted = title[lang] if lang in title else title.get("any", "")
        if wanted.casefold() not in words.casefold():
            continue
        if wanted and re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", words, re.IGNORECASE):
            return True
    return False
