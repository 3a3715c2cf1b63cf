"""JSON files as sources: objects are rows, and what is wrong has its line and column."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_projects import write

from printgen import Project
from printgen.content.library import GameContent
from printgen.content.spreadsheets.sheet import SheetError
from printgen.extras.spreadsheets.records import read_records

CARDS = """\
{"version": "2", "cards": [
  {"Name": "Lamp",
   "text": {"en": "It \\"burns\\",\\nbrightly \\u00e9 \\ud83d\\udd25.", "de": "Sie."},
   "stats": {"move": 3, "dice": {"red": true}}, "tags": ["a", "b"], "Copies": 2},
  {"Name": "Rope", "stats": {"move": null}, "tags": ["one, two", "three"], "size": -1.50e2},
  {}
]}
"""


def game(root: Path, content: str, more: str = "") -> Project:
    """A game of cards in a JSON file."""
    files = {
        "printgen.yaml": "",
        "content/g/game.yaml": "title: {any: Fog}\nlanguages: [en, de]\n",
        "content/g/products.yaml": (
            f"c: {{output: cards, title: {{any: C}}, source: c.json, {more}"
            "faces: {front: {title: name}}}\n"
        ),
        "content/g/c.json": content,
    }
    return Project(write(root / "project", files))


def cards(content: GameContent) -> dict[str, dict[str, object]]:
    return {id: e.value.model_dump(exclude_unset=True) for id, e in content.of_kind("c").items()}


def test_objects_are_rows_and_keys_are_headers(tmp_path: Path) -> None:
    project = game(tmp_path, CARDS)
    assert {problem.severity for problem in project.check()} == {"warning"}
    assert cards(project.library.games["g"]) == {
        "lamp": {
            "name": {"any": "Lamp"},
            "text": {"en": 'It "burns",\nbrightly é 🔥.', "de": "Sie."},
            "stats_move": 3,
            "stats_dice_red": {"any": "true"},
            "tags": {"any": "a, b"},
            "copies": 2,
        },
        "rope": {
            "name": {"any": "Rope"},
            "tags": {"any": "one, two\nthree"},
            "size": {"any": "-1.50e2"},
        },
    }


def test_a_problem_of_a_value_is_at_its_line_and_column(tmp_path: Path) -> None:
    text = '[\r\n {"name": "Lamp",\r\n  "text": "Pay {oil"},\r\n {"name": "[x]{.trem"}\r\n]\r\n'
    icons = "icons: {oil: o}\ntitle: {any: Fog}\nlanguages: [en]\n"
    root = game(tmp_path, text).folders.root
    (root / "content/g/game.yaml").write_text(icons)
    # No face of the game prints the text, which is told, too.
    found = [problem for problem in Project(root).check() if problem.code != "sheet-header"]
    places = {(p.code, str(p.position)) for p in found}
    assert places == {("mark-open", "content/g/c.json:3:16")}


@pytest.mark.parametrize(
    ("content", "place", "said"),
    [
        ("[]", (0, 0), "the list is empty"),
        ("{}", (0, 0), "no list of objects"),
        ('"x"', (0, 0), "no list of objects"),
        ("", (0, 0), "expected a value: the file ends"),
        ("[1, 2]", (0, 1), "expected an object, found '1'"),
        ('[\n {"a": 1},\n ["b"]]', (2, 1), "expected an object, found a list"),
        ('[{"a": "b",}]', (0, 10), "a comma before the }"),
        ('[{"a": 1},]', (0, 9), "a comma before the ]"),
        ("[{'a': 1}]", (0, 2), "' begins no text"),
        ("[{“a”: 1}]", (0, 2), "“ begins no text"),
        ('[{"a": 1} {"a": 2}]', (0, 10), "expected a comma or ]"),
        ('[{"a" 1}]', (0, 6), "expected a colon"),
        ("[{a: 1}]", (0, 2), "is no JSON"),
        ('[{"a": 01}]', (0, 7), "is no JSON"),
        ('[{"a": NaN}]', (0, 7), "is no JSON"),
        ('[{1: "a"}]', (0, 2), "expected a key"),
        ('{"a": 1}\n{"a": 2}', (1, 0), "text after the end"),
        ('[{"a": 1, "a": 2}]', (0, 10), "is there twice"),
        ('[{"a.b": 1, "a": {"b": 2}}]', (0, 18), "two values of 'a.b'"),
        ('[{"a": [{"b": 1}]}]', (0, 8), "plain values only"),
        ('// cards\n[{"a": 1}]', (0, 0), "no comments"),
        ('[{"a": "b\nc"}]', (0, 7), "not closed"),
        (r'[{"a": "\q"}]', (0, 7), "a backslash"),
        ('[{"a": "b\\u0000"}]', (0, 7), "U+0000"),
        ('[{"a": "\\ud800"}]', (0, 7), "U+D800"),
        ('{"a": [{"x": 1}], "b": [{"y": 1}]}', (0, 0), "several lists: a, b"),
        ("[" * 100_000, (0, 20), "more than 20 levels"),
        ('{"a":' * 100_000, (0, 100), "more than 20 levels"),
        ("[" + "1," * 300_000 + "1]", (0, 0), "more than 200,000 values"),
    ],
)
def test_what_is_no_list_of_objects_is_told_at_its_place(
    content: str, place: tuple[int, int], said: str
) -> None:
    with pytest.raises(SheetError) as fault:
        read_records(content.encode("utf-8", "surrogatepass"))
    assert said in fault.value.message
    assert (fault.value.line, fault.value.column) == place


def test_other_files_and_lists_are_named(tmp_path: Path) -> None:
    for content, said in ((b"\xff{}", "not UTF-8"), (b"%PDF-1.4", "a PDF, not a JSON file")):
        with pytest.raises(SheetError, match=said):
            read_records(content)
    assert len(read_records(b'\xef\xbb\xbf{"a": [{"x": 1}], "b": [{"y": 1}]}', "b").rows) == 2
    (problem,) = game(tmp_path, '{"cards": [{"name": "a"}]}', "sheet: card, ").check()
    assert problem.message == "the file has no list 'card'"
    assert (problem.position.file, problem.hint) == (
        "content/g/products.yaml",
        "did you mean 'cards'?",
    )
