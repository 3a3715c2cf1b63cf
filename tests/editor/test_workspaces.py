"""Several folders in an editor, and files that are broken, closed and opened again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from editor_client import Editor, editing
from small_projects import GAME, TRAIT, write

ONE, TWO = "one/content/g/traits/tough.yaml", "two/content/g/traits/tough.yaml"
FILES = {
    f"{folder}/{file}": text
    for folder in ("one", "two")
    for file, text in {
        "printgen.yaml": "",
        "content/g/game.yaml": GAME,
        "content/g/traits/tough.yaml": TRAIT,
    }.items()
}
WRONG = TRAIT.replace("skill", "skil")


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[Editor]:
    root = write(tmp_path.resolve(), FILES)
    with editing(root, [root / "one", root / "two"]) as found:
        yield found


def test_each_folder_has_its_own_problems(editor: Editor) -> None:
    editor.type(ONE, WRONG)
    editor.type(TWO, "name: [")
    editor.problems(ONE, "trait-kind-unknown")
    editor.problems(TWO, "yaml-syntax")
    editor.type(TWO, TRAIT)
    editor.problems(TWO)
    editor.problems(ONE, "trait-kind-unknown")


def test_a_file_closed_without_saving_is_that_of_the_disk(editor: Editor) -> None:
    editor.type(ONE, WRONG)
    editor.problems(ONE, "trait-kind-unknown")
    editor.close(ONE)
    editor.problems(ONE)
    editor.type(ONE, "name: [")
    editor.problems(ONE, "yaml-syntax")
    editor.close(ONE)
    editor.problems(ONE)
    assert (editor.root / ONE).read_text() == TRAIT
