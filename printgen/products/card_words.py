"""The words of cards by recipe, as they are measured."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from typing import NamedTuple

from markupsafe import Markup

from printgen.content.library import AnyEntry, Library
from printgen.content.models.faces import Recipe
from printgen.content.models.products import FacesProduct
from printgen.rules.rosters import PrintedEntry, printed_entries
from printgen.rules.rows import recipes_of
from printgen.rules.terms import Vocabulary, keywords
from printgen.typography.blocks import drop_cap_in, is_block, with_drop_cap
from printgen.typography.language import NO_BREAK
from printgen.views.entries import RecipeView, recipe_view
from printgen.views.style import recipe_look

# Icons are about as wide as a capital letter; other markup is not printed.
_ICON, _TAG = re.compile(r"<img[^>]*>"), re.compile(r"<[^>]*>")

_TOKENS = re.compile(r"<[^>]*>|[^<]+")

# The gap between paragraphs, and the indent of a labelled one, in em.
GAP, _INDENT = 0.45, 1.3

# The gap and the indent of items, and the gaps above a rule and a heading, in em.
_ITEM_GAP, _ITEM_INDENT, _RULE_GAP, _HEADING_GAP = 0.2, 1.1, 0.75, 0.8


class Paragraph(NamedTuple):
    """The words of a paragraph or of an item, its indent but for the first line, or of all lines of
    an item, and the gap above it, in em. One without words is a rule. `cap` is its drop cap.
    """

    words: tuple[str, ...]
    indent: float = 0.0
    gap: float = GAP
    cap: str = ""


class TextTable(NamedTuple):
    """A table of a text: the words of the cells of each row, and the gap above it in em."""

    rows: tuple[tuple[tuple[str, ...], ...], ...]
    gap: float = GAP


class Side(NamedTuple):
    """The words of a card in one language, and how much else is on it."""

    body: tuple[Paragraph | TextTable, ...]
    foot: tuple[Paragraph | TextTable, ...]
    stats: bool
    stat_icons: bool
    icons: bool
    symbol: bool
    title: bool
    head: bool


class CardWords(NamedTuple):
    """A card in its languages."""

    sides: tuple[Side, ...]
    pictured: bool

    @property
    def worded(self) -> bool:
        """Whether there are words in the body or at the foot."""
        return any(side.body or side.foot for side in self.sides)


def card_views(
    library: Library, game: str, product: FacesProduct, recipe: Recipe
) -> dict[tuple[str, str], list[RecipeView]]:
    """The cards of a deck with a recipe, in all its languages, by their kind and `game/id`. Cards
    that differ in colour only count as having it.
    """
    wanted = repr(of_one_type(recipe))

    def compute() -> dict[tuple[str, str], list[RecipeView]]:
        langs = product.languages or library.games[game].game.languages
        return {
            (each.kind, f"{each.entry.game}/{each.entry.id}"): [
                card_view(library, game, product, recipe, each.kind, each.entry, lang)
                for lang in langs
            ]
            for each in _cards_by_recipe(library, game, product).get(wanted, ())
        }

    return library.remember(("card-views", game, repr(product), wanted), compute)


def card_view(
    library: Library,
    game: str,
    product: FacesProduct,
    recipe: Recipe,
    kind: str,
    entry: AnyEntry,
    lang: str,
) -> RecipeView:
    """The view of a card, with its keywords and the drop cap of its recipe or its style."""
    view = recipe_view(library, recipe, kind, entry, lang)
    content = library.games[game]
    if recipe.keywords and (known := keywords(library, library.games[entry.game], lang)):
        view["body"] = [with_keywords(html, known) for html in view["body"]]
    asked = recipe.drop_cap
    if asked is None:
        asked = recipe_look(library, content, product, recipe).style.drop_cap
    if asked and view["body"] and view["align"] != "center" and not recipe.index:
        view["body"] = [with_drop_cap(view["body"][0]), *view["body"][1:]]
    return view


# Elements whose words stay as they are.
_NO_KEYWORDS = re.compile(r"<(/?)(?:a|code)\b")

# The space between a keyword and its number, such as `Shielded 1`.
_BEFORE_NUMBER = re.compile(
    r'(<span class="keyword">[^<]*</span>(?:</(?:b|strong)>)?) (?=[+−–-]?\d)'
)


def with_keywords(html: str, known: Vocabulary) -> str:
    """HTML of words in which those that the game knows have the class `keyword`, and stay on one
    line with a number that follows them.
    """
    written, kept = list[str](), False
    for token in _TOKENS.findall(str(html)):
        if token[0] == "<":
            if found := _NO_KEYWORDS.match(token):
                kept = found[1] == ""
        elif not kept:
            at = 0
            for use in known.uses(token):
                if use.right:
                    end = use.at + len(use.words)
                    written += token[at : use.at], f'<span class="keyword">{use.words}</span>'
                    at = end
            token = token[at:]
        written.append(token)
    joined = _BEFORE_NUMBER.sub(rf"\1{NO_BREAK}", "".join(written))
    return Markup(joined)  # noqa: S704 - typeset HTML


def _cards_by_recipe(
    library: Library, game: str, product: FacesProduct
) -> dict[str, list[PrintedEntry]]:
    """The cards of a deck by the recipes of their faces."""

    def compute() -> dict[str, list[PrintedEntry]]:
        found = dict[str, list[PrintedEntry]]()
        for each in printed_entries(library, game, product):
            recipes = recipes_of(library, product.faces, each.kind, each.entry)
            for recipe in {repr(of_one_type(recipe)) for recipe in recipes}:
                found.setdefault(recipe, []).append(each)
        return found

    return library.remember(("cards-by-recipe", game, repr(product)), compute)


def of_one_type(recipe: Recipe) -> Recipe:
    """A recipe without what has no part in the size of the type, and without its looks."""
    return recipe.model_copy(update={"band": None, "when": []})


def side_of(view: RecipeView) -> Side:
    drawn = [part for stat in view["stats"] for part in (stat["label"], stat["text"])]
    return Side(
        measured(view["body"]),
        measured(view["foot"]),
        has_stats(view),
        any('class="icon' in part for part in drawn),
        bool(view["icons"]),
        bool(view["symbol"] and not view["picture"] and view["body"]),
        bool(view["title"]),
        view["headed"],
    )


def card_words(views: Sequence[RecipeView]) -> CardWords:
    """A card in its languages."""
    return CardWords(tuple(map(side_of, views)), any(view["picture"] for view in views))


def has_stats(view: RecipeView) -> bool:
    """Whether a face has stats that have no place of their own."""
    return bool(view["stats"]) and view["stats_place"] != "own"


def measured(blocks: Iterable[str]) -> tuple[Paragraph | TextTable, ...]:
    """The words of blocks, to be measured."""
    return tuple(each for html in blocks for each in _measured(html))


_ITEMS, _ROWS, _CELLS = re.compile(r"<(/?)(ul|ol|li)\b"), re.compile("<tr>"), re.compile("<t[hd]")


def _measured(html: str) -> Iterator[Paragraph | TextTable]:
    if not is_block(html):
        indent = _INDENT if 'class="labelled"' in html else 0.0
        yield Paragraph(_words(html), indent, cap=drop_cap_in(html))
    elif html.startswith("<table"):
        rows = _ROWS.split(html)[1:]
        yield TextTable(tuple(tuple(_words(f"<td{c}") for c in _CELLS.split(r)[1:]) for r in rows))
    elif html.startswith("<hr"):
        yield Paragraph((), gap=_RULE_GAP)
    elif html.startswith("<p"):
        yield Paragraph(_words(html), gap=_HEADING_GAP)
    else:
        depth, gap = 0, GAP
        _, *parts = _ITEMS.split(html)
        for end, name, rest in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            if name != "li":
                depth += -1 if end else 1
            elif not end:
                yield Paragraph(_words(f"<li{rest}"), depth * _ITEM_INDENT, gap)
                gap = _ITEM_GAP


def _words(html: str) -> tuple[str, ...]:
    return tuple(plain_words(html.replace("<br>", " ")).split())


def plain_words(html: str) -> str:
    """The words of HTML, with a letter in the place of each icon."""
    return unescape(_TAG.sub("", _ICON.sub("M", html)))
