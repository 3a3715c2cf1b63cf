"""How a number of a text is bound to a value of an entry."""

from __future__ import annotations

from printgen.analysis.quoted_values import disagreement
from printgen.analysis.resolve import ComputationError, reference_to
from printgen.content.library import Library
from printgen.content.quotes import Quote
from printgen.reports.audit.sites import Site


def binding(library: Library, site: Site, words: str, lang: str) -> str:
    """The words with the mark that binds them to the value of a site: `[4 inches]{.is of="zombie"
    stat="move"}`; empty if they are bound with a fact only, because no path leads to the value.
    """
    if "" not in site.texts:
        return ""
    whole = reference_to(library.games[site.entry.game], site.entry)
    for of in (site.entry.id, whole):
        for stat in _paths(site):
            quote = Quote(words, of, stat)
            if _agrees(library, site.entry.game, quote, lang):
                return f'[{words}]{{.is of="{of}" stat="{stat}"}}'
    return ""


def _agrees(library: Library, game: str, quote: Quote, lang: str) -> bool:
    try:
        return disagreement(library, game, quote, lang) is None
    except ComputationError:
        return False


def _paths(site: Site) -> list[str]:
    """The paths that may lead to a value, the shortest first."""
    steps = [str(step + 1) if isinstance(step, int) else step for step in site.path]
    whole = ".".join(steps)
    return [steps[-1], ".".join(steps[-2:]), whole] if steps[0] in ("stats", "values") else [whole]
