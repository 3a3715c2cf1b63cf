"""The quick fix for missing translations, through the protocol; its result is checked again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import yaml
from editor_client import ABLE, Editor, edited, editing
from lsprotocol import types
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
PRODUCTS = "content/g/products.yaml"


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    root = write(tmp_path_factory.mktemp("translations").resolve(), FILES)
    with editing(root, able=ABLE) as found:
        found.checked(TRAIT)
        yield found


def fix(editor: Editor, file: str, code: str) -> types.WorkspaceEdit:
    (problem,) = editor.problems(file, code)
    (action,) = editor.fixes(file, problem)
    assert action.edit and "to translate" in action.title
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
         "name: {en: \"One, two's\", fr: \"One, two's\"} # to translate\nkind: skill\n"),
        ('name: "A: \\"b\\" 🧟" \nkind: skill\n',
         'name: {en: "A: \\"b\\" 🧟", fr: "A: \\"b\\" 🧟"}  # to translate\nkind: skill\n'),
        ("{name: {en: 🧟 Zed}, kind: skill}\n",
         "{name: {en: 🧟 Zed, fr: \"🧟 Zed\"}, kind: skill} # to translate\n"),
        ("name: {fr: Chef}\nkind: skill\n",
         "name: {fr: Chef, en: Chef} # to translate\nkind: skill\n"),
        ('{name: {en: Hat}, kind: skill, text: {any: "Ho\n  ho"}}\n',
         '{name: {en: Hat, fr: Hat # to translate\n       }, kind: skill, '
         'text: {any: "Ho\n  ho"}}\n'),
        ("name:\n  en: 'Hat' # its name\nkind: skill\n",
         "name:\n  en: 'Hat' # its name\n  fr: \"Hat\" # to translate\nkind: skill\n"),
        (NAME + "text:\n  en: |\n    Ho.\n\n    Ho.\n\n# An end\n",
         NAME + "text:\n  en: |\n    Ho.\n\n    Ho.\n  fr: | # to translate\n    Ho.\n\n    Ho.\n\n"
         "# An end\n"),
        (NAME + "text: |\n  Ho.\n\n  Ho.",
         NAME + "text:\n  en: |-\n    Ho.\n\n    Ho.\n  fr: |- # to translate\n    Ho.\n\n    Ho."),
        (NAME + 'text: "Ho,\n  ho."\n',
         NAME + 'text:\n  en: "Ho,\n    ho."\n  fr: "Ho, ho." # to translate\n'),
        (NAME + "text:\n  Ho,\n  ho.\n",
         NAME + "text:\n  en: Ho,\n    ho.\n  fr: \"Ho, ho.\" # to translate\n"),
        (NAME + "errata:\n  - >-\n    Ho\n    ho\n  - {any: Ha}\n",
         NAME + "errata:\n  - en: >-\n      Ho\n      ho\n    fr: |- # to translate\n      Ho ho\n"
         "  - {any: Ha}\n"),
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
        assert len(editor.fixes(TRAIT, problem)) == count
    editor.type(TRAIT, TOUGH)
    editor.problems(TRAIT)


def test_chapters(editor: Editor) -> None:
    write(editor.root, {CHAPTER: "# Turn {#turn}\n\n## Draw\n"})
    editor.watched(CHAPTER, types.FileChangeType.Created)
    editor.apply(fix(editor, PRODUCTS, "chapter-missing"), editor.root)
    french = CHAPTER.replace(".en.", ".fr.")
    assert (editor.root / french).read_text() == "# Turn {#turn}\n\n## Draw\n"
    editor.watched(french, types.FileChangeType.Created)
    editor.problems(PRODUCTS)
    assert not editor.shown.get(editor.uri(french)) and not editor.shown.get(editor.uri(CHAPTER))


def test_all_chapters_of_a_book(editor: Editor) -> None:
    """A language without any chapter gets all of them."""
    chapters = editor.root / "content/g/chapters"
    english = sorted(chapters.glob("*.en.md"))
    for path in chapters.glob("*.fr.md"):
        path.unlink()
        editor.watched(path.relative_to(editor.root).as_posix(), types.FileChangeType.Deleted)
    editor.apply(fix(editor, PRODUCTS, "chapter-missing"), editor.root)
    french = sorted(chapters.glob("*.fr.md"))
    assert [path.name for path in french] == [each.name.replace("en.", "fr.") for each in english]
    assert (chapters / "01-start.fr.md").read_text() == "# Start\n"
    for path in french:
        editor.watched(path.relative_to(editor.root).as_posix(), types.FileChangeType.Created)
    editor.problems(PRODUCTS)
