"""New ids through the protocol: in YAML, Markdown, products, CSV and the names of files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest
from editor_client import ABLE, Editor, editing, place
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from small_projects import found, write

from printgen import Project

GAME = """title: The Game
languages: [en]
icons: {oil: ♦}
terms: {the-dead: {en: dead}}
trait_kinds: {skill: {label: Skill, stats: {price: {label: P, type: integer, min: 0, max: 9}}}}
stat_lines: {line: {label: Line, stats: {move: {label: M, type: integer, min: 1, max: 9}}}}
constraints:
  - {stat_line: line, check: not has(hard_shell) or move > 2, message: Tough ones are quick.}
kinds: {event: {label: Event, fields: {trait: {type: reference, to: traits, optional: true}}}}
"""
PRODUCTS = """deck:
  {title: Deck, output: cards, profiles: [ghoul-1, ghoul-2, rat-1], format: poker, papers: [a4],
   inks: [full], quantities: {rat-1: 2}, except: [ghoul-2],
   faces: {front: {body: [traits], corner: move}}}
book: {title: Book, output: book, chapters: [01-dead], editions: [screen]}
"""
CHAPTER = (
    """# The [dead]{.term key="the-dead"} {#dead}

A [ghoul](profile:ghoul-1) moves [4]{.is of="ghoul-1" stat="move"} and costs {oil}. See [it](#dead).

"""
    + 'A [hard shell](trait:hard-shell) costs [3]{.is of="trait:hard-shell" stat="price"}.\n\n' * 6
    + """
:::{traits} hard-shell

:::{profile} ghoul-1
"""
)
GHOUL = "name: Ghoul\nstats: {line: {move: 4}}\ntraits: [hard-shell, quick]\n"
RATS = "entries:\n" + "".join(
    f"  rat-{number}:\n    name: Rat {number}\n    stats: {{line: {{move: 5}}}}\n"
    f"    traits:\n      - quick\n      - &t{number} 'hard-shell' # hard-shell\n"
    for number in range(1, 13)
)
EVENTS = (
    "id;name;trait\r\n"
    "fog;🧟 hard-shell comes;hard-shell\r\n"
    '"rain";"It rains,\nit pours";"hard-shell"\r\n'
    ";Wind blows;quick\r\n"
)
TRAIT = "name: Tough\nkind: skill\ntext: A hard-shell stands.\nvalues: {price: 3}\n"
GHOULS = [f"content/g/profiles/ghoul-{number}.yaml" for number in range(1, 16)]
EN = "content/g/chapters/01-dead.en.md"
SHELL = "content/g/traits/hard-shell.yaml"
FILES = {
    "printgen.yaml": "",
    "content/g/game.yaml": GAME,
    "content/g/products.yaml": PRODUCTS,
    "content/g/traits/hard-shell.yaml": TRAIT,
    "content/g/traits/quick.yaml": "name: Quick\nkind: skill\ntext: It runs.\nvalues: {price: 1}\n",
    "content/g/profiles/rats.yaml": RATS,
    "content/g/event/events.csv": EVENTS,
    EN: CHAPTER,
    **dict.fromkeys(GHOULS, GHOUL),
    "content/h/game.yaml": GAME.replace("has(hard_shell)", "has(hard)").replace(
        "terms:", "x-terms:"
    ),
    "content/h/traits/hard.yaml": TRAIT + "brings: [g/hard-shell]\n",
}


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    root = write(tmp_path_factory.mktemp("rename").resolve(), FILES)
    with editing(root, able=ABLE) as found:
        found.checked(SHELL)
        found.close(SHELL)
        yield found


def at(file: str, words: str, beyond: int = 0) -> types.Position:
    return place(FILES[file], words, beyond)


@pytest.mark.slow
def test_a_trait_that_is_used_everywhere(editor: Editor, tmp_path: Path) -> None:
    """All files name it 43 times; the CSV file has characters beyond UTF-16 units, and CRLF."""
    edit = editor.rename(SHELL, at(SHELL, "Tough"), "tough-hide")
    before, after = (write(tmp_path.resolve() / name, FILES) for name in ("before", "after"))
    editor.apply(edit, after)
    texts = {path.relative_to(after).as_posix(): path.read_text() for path in _files(after)}
    assert "content/g/traits/tough-hide.yaml" in texts and SHELL not in texts
    assert sum(text.count("tough-hide") for text in texts.values()) >= 40
    assert "has(tough_hide)" in texts["content/g/game.yaml"]
    assert "brings: [g/tough-hide]" in texts["content/h/traits/hard.yaml"]
    # What is no reference stays as it is.
    left = {file: text.count("hard-shell") for file, text in texts.items() if "hard-shell" in text}
    assert left == {
        "content/g/traits/tough-hide.yaml": 1,
        "content/h/traits/hard.yaml": 1,
        "content/g/event/events.csv": 1,
        "content/g/profiles/rats.yaml": 12,
    }
    assert found(after) == []
    old, new = (_built(root) for root in (before, after))
    assert old.keys() == new.keys() and len(old) == 2
    for name, pdf in old.items():
        # The id is the destination of links to the trait.
        assert pdf.replace(b"trait_hard-shell", b"trait_tough-hide") == new[name], name
    assert b"trait_hard-shell" in b"".join(old.values())


def _files(root: Path) -> list[Path]:
    return [path for path in root.rglob("*") if path.is_file() and "out" not in path.parts]


def _built(root: Path) -> dict[str, bytes]:
    """The PDFs of a project, without compression and without their identifiers."""
    report = Project(root).build(jobs=1)
    assert not report.problems
    made = {}
    for path in sorted((root / "out").rglob("*.pdf")):
        with pikepdf.open(path) as pdf:
            # The identifier of a file is a digest of it.
            del pdf.trailer["/ID"]
            plain = path.with_suffix(".plain")
            options = pikepdf.ObjectStreamMode.disable
            pdf.save(plain, static_id=True, compress_streams=False, object_stream_mode=options,
                     stream_decode_level=pikepdf.StreamDecodeLevel.generalized)  # fmt: skip
        made[path.name] = plain.read_bytes()
    return made


@pytest.mark.parametrize(
    ("file", "words", "beyond", "new", "expected"),
    [
        (EN, "{oil}", 2, "fuel", {"{fuel}", "icons: {fuel: ♦}"}),
        (EN, "the-dead", 3, "corpse", {'key="corpse"', "terms: {corpse: {en"}),
        (EN, "(#dead", 3, "the-end", {"{#the-end}", "[it](#the-end)"}),
        (EN, "profile:ghoul-1", 9, "king", {"profile:king", 'of="king"', ":::{profile} king",
                                            "profiles: [king, ghoul-2", "profiles/king.yaml"}),
        ("content/g/profiles/rats.yaml", "rat-1:", 1, "rat", {"  rat:", "ghoul-2, rat]",
                                                              "{rat: 2}"}),
        ("content/g/products.yaml", "[ghoul-2]", 3, "king", {"ghoul-1, king, rat-1]",
                                                              "except: [king]"}),
        ("content/g/products.yaml", "deck:", 1, "pack", {"pack:"}),
        ("content/g/event/events.csv", "rain", 1, "pour", {'"pour";"It rains'}),
        ("content/g/products.yaml", "01-dead", 1, "02-undead", {"[02-undead]", "02-undead.en.md"}),
    ],
)  # fmt: skip
def test_other_names(
    editor: Editor, tmp_path: Path, file: str, words: str, beyond: int, new: str, expected: set[str]
) -> None:
    edit = editor.rename(file, at(file, words, beyond), new)
    root = write(tmp_path.resolve(), FILES)
    editor.apply(edit, root)
    everything = "\n".join(
        f"{path.relative_to(root).as_posix()}\n{path.read_bytes().decode()}"
        for path in _files(root)
    )
    assert [each for each in expected if each not in everything] == []
    assert found(root) == []


@pytest.mark.parametrize(
    ("file", "words", "new", "reason"),
    [
        (SHELL, "Tough", "Tough hide", "is no id"),
        (SHELL, "Tough", "quick", "there is 'quick' in g/traits already"),
        (SHELL, "kind: skill", "new", "no id of this project is here"),
        (EN, ":::{traits}", "new", "no id of this project is here"),
    ],
)
def test_what_cannot_be_renamed(
    editor: Editor, file: str, words: str, new: str, reason: str
) -> None:
    with pytest.raises(JsonRpcException, match=reason):
        editor.rename(file, at(file, words, 5), new)


def test_a_client_learns_what_is_renamed(editor: Editor) -> None:
    start = at("content/h/traits/hard.yaml", "g/hard-shell", 2)
    params = types.PrepareRenameParams(editor.document("content/h/traits/hard.yaml"), start)
    asked = editor.ask(editor.client.text_document_prepare_rename_async(params))
    assert isinstance(asked, types.PrepareRenamePlaceholder)
    assert asked.placeholder == "hard-shell" and asked.range.start == start


def test_a_client_that_renames_no_files(tmp_path: Path) -> None:
    root = write(tmp_path.resolve(), FILES)
    with editing(root) as plain:
        edit = plain.rename(EN, at(EN, "{oil}", 2), "fuel")
        assert edit.changes and plain.uri(EN) in edit.changes
        with pytest.raises(JsonRpcException, match=r"renames no files.*hard-shell\.yaml"):
            plain.rename(SHELL, at(SHELL, "Tough"), "tough-hide")
        broken = "content/g/profiles/rats.yaml"
        plain.type(broken, "entries: [")
        with pytest.raises(JsonRpcException, match=r"rats\.yaml cannot be read"):
            plain.rename(EN, at(EN, "{oil}", 2), "fuel")
