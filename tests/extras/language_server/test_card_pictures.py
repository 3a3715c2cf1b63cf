"""Hovers show the cards of entries, with the unsaved texts."""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from editor_client import Editor, editing
from lsprotocol import types
from PIL import Image
from processes import alive, children, wait_for
from small_projects import write

ZOMBIE = "name: Zombie\nstats: {line: {move: 4}}\n"
FILES = {
    "printgen.yaml": "",
    "content/g/game.yaml": """title: The Game
languages: [en]
trait_kinds: {skill: {label: Skill}}
stat_lines: {line: {label: Line, stats: {move: {label: M, type: integer, min: 1, max: 9}}}}
""",
    "content/g/products.yaml": """deck:
  {title: Deck, output: cards, profiles: all, papers: [a4], inks: [full],
   faces: {front: {corner: move}}}
book: {title: Book, output: book, chapters: all, editions: [screen]}
""",
    "content/g/traits/tough.yaml": "name: Tough\nkind: skill\ntext: It stands.\n",
    "content/g/profiles/zombie.yaml": ZOMBIE,
    "content/g/chapters/01-dead.en.md": "# Dead\n\n:::{traits} tough\n\n:::{profile} zombie\n",
}
PROFILE, CHAPTER = "content/g/profiles/zombie.yaml", "content/g/chapters/01-dead.en.md"
ABLE = types.ClientCapabilities(
    text_document=types.TextDocumentClientCapabilities(
        hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown])
    )
)
_DATA = re.compile(r"!\[zombie\]\(data:image/jpeg;base64,([A-Za-z0-9+/=]+)\)$")


def _grandchildren() -> set[int]:
    """The children of the programs that the tests have started."""
    return {child for program in children(os.getpid()) for child in children(program)}


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    root = write(tmp_path_factory.mktemp("cards").resolve(), FILES)
    others = _grandchildren()
    with editing(root, able=ABLE, name="Visual Studio Code") as found:
        found.checked(PROFILE)
        yield found
        workers = _grandchildren() - others
    wait_for(lambda: not any(map(alive, workers)))


def hover(editor: Editor, file: str, line: int, column: int) -> str:
    params = types.HoverParams(editor.document(file), types.Position(line, column))
    found = editor.ask(editor.client.text_document_hover_async(params))
    assert found is not None and isinstance(found.contents, types.MarkupContent)
    return found.contents.value


def hover_with(editor: Editor, ending: re.Pattern[str], *place: str | int) -> re.Match[str]:
    """A hover when the picture has been made."""
    file, line, column = place
    shown: list[re.Match[str]] = []

    def look() -> bool:
        words = hover(editor, str(file), int(line), int(column))
        assert words.startswith("**Zombie**")
        shown.extend(ending.finditer(words))
        return bool(shown)

    wait_for(look)
    return shown[0]


def test_a_card_is_drawn_with_the_unsaved_text(editor: Editor) -> None:
    others = _grandchildren()
    data = base64.b64decode(hover_with(editor, _DATA, PROFILE, 0, 8)[1])
    # The worker that has drawn it, which ends with the editor.
    assert _grandchildren() - others
    with Image.open(BytesIO(data)) as picture:
        assert picture.format == "JPEG" and picture.width in (249, 250, 251)
        # A poker card, without its bleed.
        assert abs(picture.height / picture.width - 88 / 63) < 0.02
    # VS Code shows no Markdown beyond 100,000 characters.
    assert len(data) < 60_000
    editor.type(PROFILE, ZOMBIE.replace("move: 4", "move: 7"))
    editor.problems(PROFILE)
    wait_for(lambda: base64.b64decode(hover_with(editor, _DATA, CHAPTER, 4, 14)[1]) != data)
    editor.type(PROFILE, ZOMBIE)


def test_what_has_no_card_has_no_picture(editor: Editor) -> None:
    assert "data:" not in hover(editor, CHAPTER, 2, 13)


def test_other_editors_link_a_file(tmp_path: Path) -> None:
    root = write(tmp_path.resolve(), FILES)
    with editing(root, able=ABLE) as plain:
        plain.checked(PROFILE)
        link = re.compile(r"\[zombie\.jpg\]\(file://(/[^)]+)\)$")
        path = Path(hover_with(plain, link, PROFILE, 0, 8)[1])
        with Image.open(path) as picture:
            assert picture.width > 200
    assert not path.exists()
