"""Completion of icons, terms, studies, headings, chapters and products, through the protocol."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from editor_client import Editor, editing
from lsprotocol import types
from small_projects import write

FILES = {
    "printgen.yaml": "",
    "content/g/game.yaml": """title: The Game
languages: [en]
icons: {oil: ♦, coal: ♣}
terms: {die: {en: die}}
trait_kinds: {skill: {label: Skill}}
""",
    "content/g/products.yaml": "book: {title: Book, output: book, chapters: all}\n",
    "content/g/traits/tough.yaml": "name: Tough\nkind: skill\n",
    "content/g/chapters/01-start.en.md": "# Start {#start}\n\n## The end\n\nA [die]{.term}.\n",
}
CHAPTER, TRAIT, PRODUCTS = (
    "content/g/chapters/01-start.en.md",
    "content/g/traits/tough.yaml",
    "content/g/products.yaml",
)
PROFILE_FIELDS = ("epithet", "story", "image", "keywords", "traits")


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    root = write(tmp_path_factory.mktemp("words").resolve(), FILES)
    with editing(root) as found:
        found.checked(TRAIT)
        yield found


def complete(editor: Editor, file: str, line: str) -> list[str]:
    editor.type(file, line + "\n")
    units = len(line.encode("utf-16-le")) // 2
    found = editor.complete(file, types.Position(0, units))
    editor.type(file, FILES[file])
    return found


@pytest.mark.parametrize(
    ("file", "line", "expected"),
    [
        (CHAPTER, "🧟 costs 2 {oi", ["oil", "coal"]),
        (TRAIT, 'text: "Costs {', ["oil", "coal"]),
        (TRAIT, "name: {", []),
        (CHAPTER, ":::{", None),
        (CHAPTER, '🧟 A [dice]{.term key="', ["die"]),
        (CHAPTER, "See [it](#", ["start", "the-end"]),
        (TRAIT, "text: See [it](#", []),
        (PRODUCTS, "chapters: [", ["01-start"]),
        (PRODUCTS, "holds: [", ["book"]),
        (PRODUCTS, 'corner: "{co', ["name", *PROFILE_FIELDS, "text", "kind", "oil", "coal"]),
        (PRODUCTS, "front: {co", []),
        (CHAPTER, ":::{icons} o", ["oil", "coal"]),
    ],
)
def test_names(editor: Editor, file: str, line: str, expected: list[str] | None) -> None:
    found = complete(editor, file, line)
    if expected is None:
        assert "oil" not in found and "table" in found
    else:
        assert found == expected
