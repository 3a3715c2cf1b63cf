"""Hovers over keys of YAML show what their models say of them, through the protocol."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from editor_client import Editor, editing
from lsprotocol import types
from pydantic import BaseModel
from small_projects import write

from printgen.content.models.base import descriptions
from printgen.content.models.game import Game
from printgen.content.models.products import CardsProduct
from printgen.content.models.profile import Stat, Trait

TRAIT, MANY = "content/g/traits/tough.yaml", "content/g/traits/many.yaml"
GAME, PRODUCTS = "content/g/game.yaml", "content/g/products.yaml"
FILES = {
    "printgen.yaml": "",
    GAME: """title: The Game
languages: [en]
trait_kinds: {skill: {label: Skill}}
stat_lines: {line: {label: {any: 🧟}, stats: {move: {label: M, type: integer, min: 1, max: 9}}}}
""",
    PRODUCTS: """deck:
  {title: Deck, output: cards, entries: {traits: all}, papers: [a4], inks: [full],
   faces: {front: {body: [text]}}}
""",
    TRAIT: "name: Tough\nkind: skill\ncopies: 2\n",
    MANY: "entries:\n  quick:\n    name: Quick\n    kind: skill\n    copies: 2\n",
}


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    root = write(tmp_path_factory.mktemp("keys").resolve(), FILES)
    with editing(root) as found:
        found.type(TRAIT, FILES[TRAIT].replace("skill", "skil"))
        found.problems(TRAIT, "trait-kind-unknown")
        yield found


def hover(editor: Editor, file: str, words: str) -> types.Hover | None:
    before = FILES[file][: FILES[file].index(words)]
    units = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2
    at = types.Position(before.count("\n"), units + 1)
    params = types.HoverParams(editor.document(file), at)
    return editor.ask(editor.client.text_document_hover_async(params))


@pytest.mark.parametrize(
    ("file", "key", "model"),
    [
        (TRAIT, "copies", Trait),
        (MANY, "copies", Trait),
        (GAME, "languages", Game),
        (GAME, "min", Stat),
        (PRODUCTS, "papers", CardsProduct),
    ],
)
def test_keys(editor: Editor, file: str, key: str, model: type[BaseModel]) -> None:
    found = hover(editor, file, f"{key}:")
    assert found is not None and found.range and isinstance(found.contents, types.MarkupContent)
    description = descriptions(model)[key]
    assert description and found.contents.value == f"**{key}**: {description}"
    assert found.range.end.character - found.range.start.character == len(key)


def test_values_and_names_are_no_keys(editor: Editor) -> None:
    assert hover(editor, TRAIT, "skill") is None
    assert hover(editor, GAME, "move:") is None
