"""New names of stats and facts through the protocol: only the name changes, or nothing does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from editor_client import ABLE, Editor, editing, place
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from small_projects import found, write

GAME = """title: The Game
languages: [en]
facts: {pace: 2, run: "= 2 * pace", pace_up: "= run + pace"}
icons: {oil: ♦}
trait_kinds:
  skill: {label: Skill, stats: {price: {label: P}, reach: {label: R, optional: true}}}
stat_lines:
  line:
    label: Line
    stats:
      move: {label: move, min: 1, max: 9}
      dash: {label: D, derived: move + 2 * move if has(move) else move}
      guts: {label: G, optional: true}
  other: {label: Other, stats: {guts: {label: G}}}
  line2: {label: Two, stats: {wit: {label: W}, nerve: {label: N}}}
constraints:
  - {stat_line: line, check: dash > move, message: A dash beats a move.}
rosters: {points: move + 1}
"""
PRODUCTS = """deck:
  title: Deck
  output: cards
  profiles: all
  format: poker
  faces: {front: {body: [traits, "Move {move}."], foot: {en: "{ move } / {guts}"}, corner: move,
    stats: [guts]}}
"""
RAT = "name: Rat\nstats: {line: {move: 4, guts: 1}, other: {guts: 3}}\ntraits: [move]\n"
CHAPTER = """# Start

A rat moves [4]{.is of="rat" stat="move"}, or [4]{.is of="rat" stat="line move"} of move.
A line says [move]{.is of="game" stat="stat_lines line stats move label"}.
It has [3]{.is of="rat" stat="other guts"} and walks [2]{.is of="pace"}, [4]{.is of="run"}.
"""
FILES = {
    "printgen.yaml": "",
    "content/g/game.yaml": GAME,
    "content/g/products.yaml": PRODUCTS,
    "content/g/profiles/rat.yaml": RAT,
    "content/g/profiles/mice.csv": "id;name;stats.line2.wit;stats.line2.nerve\nmouse;Mouse;2;2\n",
    "content/g/traits/move.yaml": "name: Move\nkind: skill\nvalues: {price: 1}\n",
    "content/g/chapters/01-start.en.md": CHAPTER,
    "content/h/game.yaml": GAME,
    "content/h/traits/move.yaml": "name: Move\nkind: skill\nvalues: {price: 1}\n",
    "content/h/profiles/cat.yaml": "name: Cat\nstats: {line: {move: 5}}\n",
}
GAME_FILE, RAT_FILE, EN = (
    "content/g/game.yaml",
    "content/g/profiles/rat.yaml",
    "content/g/chapters/01-start.en.md",
)


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    root = write(tmp_path_factory.mktemp("stats").resolve(), FILES)
    with editing(root, able=ABLE) as opened:
        opened.checked(RAT_FILE)
        yield opened


def at(file: str, words: str, beyond: int = 0) -> types.Position:
    return place(FILES[file], words, beyond)


def texts_after(editor: Editor, edit: types.WorkspaceEdit, root: Path) -> dict[str, str]:
    """The files that changed, in a project that is as sound as before."""
    before = found(write(root, FILES))
    editor.apply(edit, root)
    assert found(root) == before
    texts = {file: (root / file).read_text(encoding="utf-8") for file in FILES}
    return {file: text for file, text in texts.items() if text != FILES[file]}


@pytest.mark.parametrize(
    ("file", "words", "beyond"),
    [(GAME_FILE, "      move:", 6), (RAT_FILE, "{move", 2), (EN, 'stat="line move', 11)],
)
def test_a_stat(editor: Editor, tmp_path: Path, file: str, words: str, beyond: int) -> None:
    """A trait, a label and words of the same name stay, and so does another game."""
    edit = editor.rename(file, at(file, words, beyond), "walk")
    done = texts_after(editor, edit, tmp_path.resolve())
    assert done == {
        GAME_FILE: GAME.replace("      move:", "      walk:")
        .replace("move + 2 * move if has(move) else move", "walk + 2 * walk if has(move) else walk")
        .replace("dash > move", "dash > walk")
        .replace("points: move", "points: walk"),
        "content/g/products.yaml": PRODUCTS.replace("corner: move", "corner: walk")
        .replace("{move}", "{walk}")
        .replace("{ move }", "{ walk }"),
        RAT_FILE: RAT.replace("{move", "{walk"),
        EN: CHAPTER.replace('stat="move', 'stat="walk')
        .replace("line move", "line walk")
        .replace("stats move label", "stats walk label"),
    }


def test_a_stat_of_a_trait(editor: Editor, tmp_path: Path) -> None:
    edit = editor.rename(GAME_FILE, at(GAME_FILE, "price"), "cost")
    done = texts_after(editor, edit, tmp_path.resolve())
    assert done.keys() == {GAME_FILE, "content/g/traits/move.yaml"}
    assert "values: {cost: 1}" in done["content/g/traits/move.yaml"]


@pytest.mark.parametrize(("file", "words"), [(GAME_FILE, "pace"), (EN, '"pace')])
def test_a_fact(editor: Editor, tmp_path: Path, file: str, words: str) -> None:
    edit = editor.rename(file, at(file, words, 2), "step")
    done = texts_after(editor, edit, tmp_path.resolve())
    facts = '{step: 2, run: "= 2 * step", pace_up: "= run + step"}'
    assert f"facts: {facts}" in done[GAME_FILE]
    assert done[EN] == CHAPTER.replace('"pace"', '"step"')


@pytest.mark.parametrize(
    ("words", "new", "reason"),
    [
        ("      move:", "2d", "'2d' is no name of a stat"),
        ("      move:", "if", "'if' is no name of a stat"),
        ("      move:", "guts", r"there is 'guts' in g/game\.yaml already"),
        ("      move:", "pace", r"there is 'pace' in g/game\.yaml already"),
        ("      move:", "traits", "'traits' is a key of profiles or traits"),
        ("      move:", "oil", "'oil' is an icon"),
        ("      guts:", "heart", r"products\.yaml:6 may be that of stat_lines/line or stat_l"),
        ("Two, stats: {wit", "cool", r"content/g/profiles/mice\.csv:\d names it"),
    ],
)  # fmt: skip
def test_what_is_refused(editor: Editor, words: str, new: str, reason: str) -> None:
    with pytest.raises(JsonRpcException, match=reason):
        editor.rename(GAME_FILE, at(GAME_FILE, words, len(words) - 2), new)


def test_a_theme_that_names_it(tmp_path: Path) -> None:
    theme = {
        "content/g/game.yaml": GAME.replace("title:", "theme: old\ntitle:", 1),
        "templates/old/front.html.j2": "<p>\n{{ stats.move }}",
    }
    root = write(tmp_path.resolve(), FILES | theme)
    with editing(root, able=ABLE) as opened:
        there = place(theme[GAME_FILE], "      move:", 6)
        with pytest.raises(JsonRpcException, match=r"templates/old/front\.html\.j2:2 has 'move'"):
            opened.rename(GAME_FILE, there, "walk")
