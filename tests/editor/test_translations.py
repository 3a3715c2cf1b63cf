"""The quick fix for missing translations, through the protocol; its result is checked again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from editor_client import Editor, edited, editing
from lsprotocol import types
from pygls.uris import to_fs_path
from small_projects import write

GAME = """title: {any: The Game}
languages: [en, fr]
trait_kinds: {skill: {label: {fr: Talent, en: Skill}}}
terms:
  die: {en: die, fr: dé}
"""
BOOK = "book: {title: {fr: Livre, en: Book}, output: book, chapters: all}\n"
TOUGH = "name: {fr: Dur, en: Tough}\nkind: skill\n"
FILES = {
    "printgen.yaml": "",
    "content/g/game.yaml": GAME,
    "content/g/products.yaml": BOOK,
    "content/g/traits/tough.yaml": TOUGH,
    "content/g/chapters/01-start.en.md": "# Start\n\nA [die]{.term}.\n",
    "content/g/chapters/01-start.fr.md": '# Départ\n\nUn [dé]{.term key="die"}.\n',
}
TRAIT, CHAPTER = "content/g/traits/tough.yaml", "content/g/chapters/02-turn.en.md"
ABLE = types.ClientCapabilities(
    workspace=types.WorkspaceClientCapabilities(
        workspace_edit=types.WorkspaceEditClientCapabilities(
            document_changes=True, resource_operations=[types.ResourceOperationKind.Create]
        )
    )
)


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    root = write(tmp_path_factory.mktemp("translations").resolve(), FILES)
    with editing(root, able=ABLE) as found:
        found.checked(TRAIT)
        yield found


def fix(editor: Editor, file: str, code: str) -> types.WorkspaceEdit:
    (problem,) = editor.problems(file, code)
    params = types.CodeActionParams(
        editor.document(file), problem.range, types.CodeActionContext([problem])
    )
    found = editor.ask(editor.client.text_document_code_action_async(params))
    (action,) = found or ()
    assert isinstance(action, types.CodeAction) and action.edit
    assert "to translate" in action.title
    return action.edit


def translated(editor: Editor, file: str, text: str) -> str:
    """A text with its missing translation, in which a check finds nothing."""
    editor.type(file, text)
    edit = fix(editor, file, "translation-missing")
    assert edit.changes
    done = edited(text, list(edit.changes[editor.uri(file)]))
    editor.type(file, done)
    editor.problems(file)
    return done


NAME = "name: {any: A}\nkind: skill\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name: Captain\nkind: skill\n",
         "name: {en: Captain, fr: Captain} # to translate\nkind: skill\n"),
        ("name: Captain # of a ship\nkind: skill\n",
         "name: {en: Captain, fr: Captain} # of a ship # to translate\nkind: skill\n"),
        ("name: One, two's\nkind: skill\n",
         "name: {en: 'One, two''s', fr: 'One, two''s'} # to translate\nkind: skill\n"),
        ('name: "A: \\"b\\" 🧟" \nkind: skill\n',
         'name: {en: "A: \\"b\\" 🧟", fr: "A: \\"b\\" 🧟"}  # to translate\nkind: skill\n'),
        ("{name: {en: 🧟 Zed}, kind: skill}\n",
         "{name: {en: 🧟 Zed, fr: 🧟 Zed}, kind: skill} # to translate\n"),
        ("name: {fr: Chef}\nkind: skill\n",
         "name: {fr: Chef, en: Chef} # to translate\nkind: skill\n"),
        ('{name: {en: Hat}, kind: skill, text: {any: "Ho\n  ho"}}\n',
         '{name: {en: Hat, fr: Hat # to translate\n            }, kind: skill, '
         'text: {any: "Ho\n  ho"}}\n'),
        ("name:\n  en: 'Hat' # its name\nkind: skill\n",
         "name:\n  en: 'Hat' # its name\n  fr: 'Hat' # to translate\nkind: skill\n"),
        (NAME + "text:\n  en: |\n    Ho.\n\n    Ho.\n\n# An end\n",
         NAME + "text:\n  en: |\n    Ho.\n\n    Ho.\n  fr: | # to translate\n    Ho.\n\n    Ho.\n\n"
         "# An end\n"),
        (NAME + "text: |\n  Ho.\n\n  Ho.",
         NAME + "text:\n  en: |\n    Ho.\n\n    Ho.\n  fr: | # to translate\n    Ho.\n\n    Ho."),
        (NAME + 'text: "Ho,\n  ho."\n',
         NAME + 'text:\n  en: "Ho,\n    ho."\n  fr: "Ho,\n    ho." # to translate\n'),
        (NAME + "text:\n  Ho,\n  ho.\n",
         NAME + "text:\n  en: Ho,\n    ho.\n  fr: Ho,\n    ho. # to translate\n"),
        (NAME + "errata:\n  - >-\n    Ho\n    ho\n  - {any: Ha}\n",
         NAME + "errata:\n  - en: >-\n      Ho\n      ho\n    fr: >- # to translate\n      Ho\n"
         "      ho\n  - {any: Ha}\n"),
        (NAME + "errata: [{en: Ho}, {any: Ha}]\n",
         NAME + "errata: [{en: Ho, fr: Ho}, {any: Ha}] # to translate\n"),
    ],
)  # fmt: skip
def test_texts(editor: Editor, text: str, expected: str) -> None:
    done = translated(editor, TRAIT, text)
    assert done == expected
    assert yaml.safe_load(done) != yaml.safe_load(text)


def test_terms(editor: Editor) -> None:
    without = GAME.replace("die: {en: die, fr: dé}", "die: {en: die}")
    done = translated(editor, "content/g/game.yaml", without)
    assert "  die: {en: die, fr: die} # to translate\n" in done


def test_aliases_are_left_alone(editor: Editor) -> None:
    text = "name: &a {en: Hat}\nkind: skill\ntext: *a\n"
    editor.type(TRAIT, text)
    first, second = editor.problems(TRAIT, *["translation-missing"] * 2)
    for problem, count in ((first, 1), (second, 0)):
        context = types.CodeActionContext([problem])
        params = types.CodeActionParams(editor.document(TRAIT), problem.range, context)
        found = editor.ask(editor.client.text_document_code_action_async(params))
        assert len(found or ()) == count
    editor.type(TRAIT, TOUGH)
    editor.problems(TRAIT)


def test_chapters(editor: Editor) -> None:
    write(editor.root, {CHAPTER: "# Turn {#turn}\n\n## Draw\n"})
    created = types.FileEvent(editor.uri(CHAPTER), types.FileChangeType.Created)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([created]))
    edit = fix(editor, "content/g/products.yaml", "chapter-missing")
    create, words = edit.document_changes or ()
    assert isinstance(create, types.CreateFile) and isinstance(words, types.TextDocumentEdit)
    french = CHAPTER.replace(".en.", ".fr.")
    assert create.uri == words.text_document.uri == editor.uri(french)
    path = to_fs_path(create.uri)
    (new,) = words.edits
    assert path and isinstance(new, types.TextEdit)
    Path(path).write_text(edited("", [new]))
    assert Path(path).read_text() == "# Turn {#turn}\n\n## Draw\n"
    made = types.FileEvent(create.uri, types.FileChangeType.Created)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([made]))
    editor.problems("content/g/products.yaml")
    assert not editor.shown.get(create.uri) and not editor.shown.get(editor.uri(CHAPTER))
