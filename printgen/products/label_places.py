"""Where the labels of the values of a card are written."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.content.fields import fields_of
from printgen.content.library import GameContent
from printgen.content.models.products import FacesProduct
from printgen.problems import Position
from printgen.typography.text import say


def label_places(
    content: GameContent, product: str, kind: str, lang: str
) -> Iterator[tuple[str, Position]]:
    """The labels in the corners of a product's cards of a kind, each where it is written: in the
    recipe, or with its field in `game.yaml`.
    """
    entry = content.products[product]
    if not isinstance(entry.value, FacesProduct):
        return
    fields = fields_of(content.game, kind)
    for side, recipe in entry.value.faces.recipes():
        given = recipe.labels if isinstance(recipe.labels, dict) else {}
        for key in recipe.fields_in("corner"):
            if key in given:
                yield say(given[key], lang, content), entry.at("faces", side, "labels", key)
            elif key in fields:
                where = content.entry.at("kinds", kind, "fields", key, "label")
                yield say(fields[key].labelled(key), lang, content), where
