"""Several folders in an editor, and files that are broken, closed and opened again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from editor_client import Editor, editing
from lsprotocol import types
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


def folders(editor: Editor, added: list[str], removed: list[str]) -> None:
    """Tell that folders were added to the editor, or closed in it."""
    uris = [[types.WorkspaceFolder(editor.uri(name), name) for name in names]
            for names in (added, removed)]  # fmt: skip
    params = types.DidChangeWorkspaceFoldersParams(types.WorkspaceFoldersChangeEvent(*uris))
    editor.client.workspace_did_change_workspace_folders(params)


def test_a_closed_folder_has_no_problems(editor: Editor) -> None:
    """Its files that are still open have their unsaved texts when the folder comes back."""
    editor.type(ONE, WRONG)
    editor.type(TWO, WRONG)
    editor.problems(ONE, "trait-kind-unknown")
    editor.problems(TWO, "trait-kind-unknown")
    folders(editor, [], ["two"])
    editor.problems(TWO)
    # The other folder goes on.
    editor.type(ONE, TRAIT)
    editor.problems(ONE)
    assert editor.shown[editor.uri(TWO)] == []
    folders(editor, ["two"], [])
    editor.problems(TWO, "trait-kind-unknown")
    folders(editor, [], ["two"])
    editor.problems(TWO)
    editor.close(TWO)
    editor.type(ONE, WRONG)
    editor.problems(ONE, "trait-kind-unknown")
    assert editor.shown[editor.uri(TWO)] == []


def test_a_project_stays_while_another_folder_has_it(editor: Editor) -> None:
    folders(editor, ["one/content"], ["one"])
    editor.type(ONE, WRONG)
    editor.problems(ONE, "trait-kind-unknown")
    folders(editor, [], ["one/content"])
    editor.problems(ONE)
