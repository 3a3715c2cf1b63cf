"""Games in scripts that no font has: one problem for each script, with the font to add."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_projects import write

from printgen import Project
from printgen.problems import Problem, gather
from printgen.project import Folders
from printgen.store import Store
from printgen.typography.fonts import script_without_font


def problems(root: Path, lang: str, words: str) -> list[Problem]:
    """The problems of a deck of ten cards and a book with these words, without the warnings."""
    rows = "".join(f"{number} {words},{words} {number}.\n" for number in range(10))
    files = {
        "printgen.yaml": "paper: a4\n",
        "content/g/game.yaml": f"title: T\nlanguages: [{lang}]\n",
        "content/g/cards.csv": f"Name,Text\n{rows}",
        f"content/g/chapters/01-rules.{lang}.md": f"# 1 {{#one}}\n\n{words} **{words}**.\n",
        "content/g/products.yaml": "deck: {title: D, output: cards, source: cards.csv, "
        "faces: {front: {body: text}}}\nbook: {title: B, output: book, editions: [screen]}\n",
    }
    report = Project(write(root, files)).build(jobs=1)
    assert not report.built
    return [each for each in report.problems if each.severity == "error"]


@pytest.mark.sees("glyph-missing")
@pytest.mark.parametrize(
    ("lang", "words", "script", "font"),
    [
        ("th", "จั่วไพ่สองใบ", "Thai", "Noto Sans Thai"),
        ("ja", "かなカナ漢字ー。", "Japanese", "Noto Sans JP"),
    ],
    ids=["th", "ja"],
)
def test_one_problem_for_each_script(
    tmp_path: Path, lang: str, words: str, script: str, font: str
) -> None:
    (group,) = gather(problems(tmp_path, lang, words))
    assert group.cause.message == f"no font has letters of the {script} script"
    assert group.cause.hint == f"put the TTF or OTF file of {font} into fonts/"
    # One for each text that has a letter first, and one of the paragraph.
    places = [group.cause.position, *(each.position for each in group.others)]
    assert len(places) == len(set(places)) >= 10
    assert len(str(group).splitlines()) == 2


def test_a_title(tmp_path: Path) -> None:
    files = {
        "printgen.yaml": "paper: a4\n",
        "content/g/game.yaml": "title: เกม\nlanguages: [th]\n",
        "content/g/cards.csv": "Name,Text\nA,B\n",
        "content/g/products.yaml": "deck: {title: D, output: cards, source: cards.csv, "
        "faces: {front: {body: text}}}\n",
    }
    report = Project(write(tmp_path, files)).build(jobs=1)
    (problem,) = [each for each in report.problems if each.severity == "error"]
    assert str(problem.position) == "content/g/game.yaml:1:8"
    assert problem.message == "no font has letters of the Thai script"
    assert "Noto Sans Thai" in problem.hint


def test_letters_and_their_fonts(tmp_path: Path) -> None:
    known = {
        "字": ("zh", "Chinese", "Noto Sans SC"), "글": ("ko", "Korean", "Noto Sans KR"),
        "繁": ("zh-TW", "Chinese", "Noto Sans TC"), "漢": ("ja", "Japanese", "Noto Sans JP"),
        "か": ("en", "Japanese", "Noto Sans JP"), "क": ("hi", "Devanagari", "Noto Sans Devanagari"),
        "𓂀": ("en", "Egyptian Hieroglyphs", "Noto Sans Egyptian Hieroglyphs"),
        "ཀ": ("bo", "Tibetan", "Noto Serif Tibetan"), "Ж": ("ru", "", ""), "\u0301": ("en", "", ""),
    }  # fmt: skip
    folders, store = Folders(tmp_path), Store(None)
    for letter, (lang, *expected) in known.items():
        assert script_without_font(folders, store, letter, lang) == tuple(expected), letter
