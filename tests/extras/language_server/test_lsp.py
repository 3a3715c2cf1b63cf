"""The language server, through its protocol: a client edits a small project without saving it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from editor_client import Editor, editing, place
from lsprotocol import types
from small_projects import write

GAME = """title: {fr: Le jeu, en: The Game}
languages: [en, fr]
trait_kinds: {skill: {label: {fr: Talent, en: Skill}}}
stat_lines:
  line:
    label: {fr: Ligne, en: Line}
    stats: {move: {label: {any: M}, type: length}}
"""
ZOMBIE = """name: {fr: Le zombie, en: Zombie}
stats: {line: {move: 4"}}
traits: [tough]
"""
TOUGH = "name: {fr: Dur, en: Tough}\nkind: skill\ntext: {fr: Il tient., en: It stands.}\n"
CHAPTER = """# Dead

A [zombie](profile:zombie) moves [4 inches]{.is of="zombie" stat="move"}.

:::{profile} zombie
"""
PRODUCTS = "book: {title: {fr: Livre, en: Book}, output: book, chapters: all}\n"
FILES = {
    "printgen.yaml": "",
    "content/g/game.yaml": GAME,
    "content/g/products.yaml": PRODUCTS,
    "content/g/profiles/zombie.yaml": ZOMBIE,
    "content/g/traits/tough.yaml": TOUGH,
    "content/g/chapters/01-dead.en.md": CHAPTER,
    "content/g/chapters/01-dead.fr.md": """# Morts

Un [zombie](profile:zombie) va à [4 pouces]{.is of="zombie" stat="move"}.

:::{profile} zombie
""",
}
ZOMBIE_FILE, EN, FR = (
    "content/g/profiles/zombie.yaml",
    "content/g/chapters/01-dead.en.md",
    "content/g/chapters/01-dead.fr.md",
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path.resolve(), FILES)


@pytest.fixture
def editor(root: Path) -> Iterator[Editor]:
    with editing(root) as found:
        yield found


def test_problems_come_and_go_while_typing(editor: Editor) -> None:
    editor.type(ZOMBIE_FILE, ZOMBIE.replace("[tough]", "[tuff]"))
    (found,) = editor.problems(ZOMBIE_FILE, "trait-unknown")
    assert found.range == types.Range(types.Position(2, 9), types.Position(2, 13))
    assert found.severity == types.DiagnosticSeverity.Error
    assert "tuff" in found.message
    editor.type(ZOMBIE_FILE, ZOMBIE)
    assert editor.problems(ZOMBIE_FILE) == []
    assert (editor.root / ZOMBIE_FILE).read_text() == ZOMBIE


def test_an_edit_is_compared_with_texts_of_other_files(editor: Editor) -> None:
    editor.type(ZOMBIE_FILE, ZOMBIE.replace('move: 4"', 'move: 5"'))
    editor.problems(EN, "quoted-value-wrong")
    editor.problems(FR, "quoted-value-wrong")
    editor.close(ZOMBIE_FILE)
    assert editor.problems(EN) == []
    assert editor.problems(FR) == []


def test_places_are_in_utf_16_units(editor: Editor) -> None:
    bad = "{name: {fr: 🧟 é, en: 🧟}, traits: [tuff], stats: {line: {move: 4 cm}}}\n"
    editor.type(ZOMBIE_FILE, bad)
    (found,) = editor.problems(ZOMBIE_FILE, "trait-unknown")
    start_of = place(bad, "tuff", 0)
    assert found.range == types.Range(start_of, types.Position(0, start_of.character + 4))


def test_hover_shows_entries_in_the_language_of_the_file(editor: Editor) -> None:
    editor.checked(ZOMBIE_FILE)

    def hover(file: str, words: str, beyond: int) -> str:
        at = place(FILES[file], words, beyond)
        params = types.HoverParams(editor.document(file), at)
        found = editor.ask(editor.client.text_document_hover_async(params))
        assert found is not None and isinstance(found.contents, types.MarkupContent)
        return found.contents.value

    english = hover(EN, "profile:zombie", 10)
    assert "**Zombie**" in english and "| M |" in english and '| 4" |' in english
    assert "**Le zombie**" in hover(FR, "profile:zombie", 10)
    assert "**Zombie**" in hover(EN, 'of="zombie', 5)
    assert "It stands." in hover(ZOMBIE_FILE, "tough", 2)
    params = types.HoverParams(editor.document(EN), types.Position(0, 3))
    assert editor.ask(editor.client.text_document_hover_async(params)) is None


def test_definitions_are_entries_and_values(editor: Editor) -> None:
    editor.checked(ZOMBIE_FILE)

    def definition(file: str, words: str, beyond: int) -> tuple[str, int]:
        at = place(FILES[file], words, beyond)
        params = types.DefinitionParams(editor.document(file), at)
        found = editor.ask(editor.client.text_document_definition_async(params))
        assert isinstance(found, list)
        (one,) = found
        assert isinstance(one, types.Location)
        return one.uri, one.range.start.line

    zombie = editor.uri(ZOMBIE_FILE)
    assert definition(EN, ":::{profile} zombie", 15) == (zombie, 0)
    assert definition(EN, 'stat="move', 8) == (zombie, 1)
    assert definition(ZOMBIE_FILE, "tough", 0) == (
        editor.uri("content/g/traits/tough.yaml"),
        0,
    )


def test_references_are_in_all_files(editor: Editor) -> None:
    editor.checked(ZOMBIE_FILE)
    at = place(CHAPTER, "profile:zombie", 10)
    context = types.ReferenceContext(include_declaration=True)
    params = types.ReferenceParams(context, editor.document(EN), at)
    found = editor.ask(editor.client.text_document_references_async(params))
    assert found is not None
    files = [each.uri for each in found]
    counts = {file: files.count(editor.uri(file)) for file in (ZOMBIE_FILE, EN, FR)}
    assert counts == {ZOMBIE_FILE: 1, EN: 3, FR: 3}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("See [it](profile:", "zombie"),
        ('Moves [4]{.is of="', "zombie"),
        ('Moves [4]{.is of="zombie" stat="', "move"),
        (":::{", "table"),
        (":::{profile} ", "zombie"),
    ],
)
def test_completion_in_chapters(editor: Editor, line: str, expected: str) -> None:
    editor.checked(ZOMBIE_FILE)
    editor.type(EN, f"# Dead\n\n{line}\n")
    assert expected in editor.complete(EN, types.Position(2, len(line)))


def test_completion_in_yaml(editor: Editor) -> None:
    editor.checked(ZOMBIE_FILE)
    editor.type(ZOMBIE_FILE, "name: Z\ntraits: [\n")
    assert editor.complete(ZOMBIE_FILE, types.Position(1, 9)) == ["tough"]
    editor.type(ZOMBIE_FILE, "name: Z\ntraits:\n  - \n")
    assert editor.complete(ZOMBIE_FILE, types.Position(2, 4)) == ["tough"]
    assert editor.complete(ZOMBIE_FILE, types.Position(0, 6)) == []


def test_a_quick_fix_replaces_the_misspelt_name(editor: Editor) -> None:
    wrong = CHAPTER.replace("A [zombie](profile:zombie)", "🧟 A [zombie](profile:zombi)")
    editor.type(EN, wrong)
    (problem,) = editor.problems(EN, "reference-broken")
    (action,) = editor.fixes(EN, problem)
    assert action.edit and action.edit.changes
    (edit,) = action.edit.changes[editor.uri(EN)]
    assert edit.new_text == "profile:zombie"
    assert edit.range.start == place(wrong, "profile:zombi)", 0)
    assert edit.range.end == place(wrong, "profile:zombi)", len("profile:zombi"))


def test_invalid_yaml_is_a_problem_with_what_follows(editor: Editor) -> None:
    editor.type("content/g/game.yaml", GAME.replace("languages: [en, fr]", "languages: [en"))
    editor.problems("content/g/game.yaml", "yaml-syntax")
    editor.type("content/g/game.yaml", GAME)
    editor.problems("content/g/game.yaml")


def test_files_outside_a_project_are_none_of_its_business(
    editor: Editor, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("other") / "notes.md"
    item = types.TextDocumentItem(outside.as_uri(), "markdown", 1, "# [x](profile:zombie)")
    editor.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    params = types.HoverParams(
        types.TextDocumentIdentifier(outside.as_uri()), types.Position(0, 15)
    )
    assert editor.ask(editor.client.text_document_hover_async(params)) is None
    editor.checked(ZOMBIE_FILE)
    assert outside.as_uri() not in editor.shown
    assert any("printgen.yaml" in words for words in editor.log)


def test_a_deleted_file_is_no_entry(editor: Editor) -> None:
    editor.checked(ZOMBIE_FILE)
    editor.close(ZOMBIE_FILE)
    (editor.root / ZOMBIE_FILE).unlink()
    editor.watched(ZOMBIE_FILE, types.FileChangeType.Deleted)
    found = editor.problems(EN, *_WITHOUT_ZOMBIE)
    assert all("zombie" in each.message for each in found)


_WITHOUT_ZOMBIE = ("directive-argument", "quoted-value-wrong")
