"""Type that is too small and lines that are too thin, in what is built."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import starter
from layout_projects import NOWHERE, evil_project, products
from small_book import FIRST, GAME, make_book, write_chapter

from printgen import Project
from printgen.problems import Problem


def problems_of_sheet(folder: Path, body: str) -> list[Problem]:
    root = evil_project(folder, {"page": body}, NOWHERE)
    return Project(root).build(jobs=1).problems


def problems_of_cards(folder: Path, style: str, body: str) -> list[Problem]:
    """The problems of a deck with a front of its own."""
    root = starter(folder / "game")
    theme = root / "templates" / "own"
    theme.mkdir(parents=True)
    (theme / "front.html.j2").write_text(f'<div class="safe">{body}</div>')
    (theme / "style.css").write_text(f".face {{ font-family: 'Source Sans 3' }} {style}")
    products(
        root,
        "own:\n  title: {any: x}\n  output: cards\n  profiles: all\n  faces: {front: own/front}\n"
        "  languages: [en]\n  papers: [a4]\n  inks: [full]\n",
    )
    return Project(root).build(jobs=1).problems


def text(points: float) -> str:
    return f'<p>Large words</p><p style="font-size: {points}pt">small words</p>'


def drawing(width: float, viewed: int = 100, stroke: float = 1.0) -> str:
    """A drawing `width` points wide, `viewed` units wide, with a line `stroke` units wide."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {viewed} {viewed}"'
        f' style="width: {width}pt; height: {width}pt">'
        f'<path d="M 0 50 H {viewed}" stroke="#000" stroke-width="{stroke}"/></svg>'
    )


@pytest.mark.sees("type-small")
def test_small_type_on_a_sheet_is_an_error(tmp_path: Path) -> None:
    (problem,) = problems_of_sheet(tmp_path, text(5.9))
    assert (problem.code, problem.severity) == ("type-small", "error")
    assert "fog/page" in problem.message
    assert "'small words' is set in 5.90 pt" in problem.message
    assert "at least 6 pt" in problem.hint


@pytest.mark.spares("type-small")
def test_type_of_6_points_is_large_enough_for_a_sheet(tmp_path: Path) -> None:
    assert problems_of_sheet(tmp_path, text(6)) == []


@pytest.mark.sees("type-small")
def test_small_type_on_a_card_names_the_entry(tmp_path: Path) -> None:
    found = problems_of_cards(tmp_path, "p { font-size: 5.4pt }", "<p>{{ card.name }}</p>")
    assert {problem.code for problem in found} == {"type-small"}
    assert any("fog/captain (fog/own, front, en)" in problem.message for problem in found)
    assert {problem.position.file.rpartition("/")[0] for problem in found} == {
        "content/fog/profiles"
    }


@pytest.mark.spares("type-small")
def test_type_of_5_5_points_is_large_enough_for_a_card(tmp_path: Path) -> None:
    assert problems_of_cards(tmp_path, "p { font-size: 5.5pt }", "<p>{{ card.name }}</p>") == []


def test_spaces_have_no_size(tmp_path: Path) -> None:
    body = '<p>Words<span style="font-size: 2pt; white-space: pre">   </span>and more</p>'
    assert problems_of_sheet(tmp_path, body) == []


def test_ornaments_may_be_small(tmp_path: Path) -> None:
    assert problems_of_sheet(tmp_path, text(4).replace("small words", "◆ ♥")) == []


def test_words_of_drawings_count_at_their_printed_size(tmp_path: Path) -> None:
    words = '<text x="5" y="50" font-size="{}">Tower</text></svg>'
    small = drawing(60).replace("</svg>", words.format(9))
    (problem,) = problems_of_sheet(tmp_path / "small", small)
    assert problem.code == "type-small"
    assert "'Tower' is set in 5.40 pt" in problem.message
    large = drawing(60).replace("</svg>", words.format(10.1))
    assert problems_of_sheet(tmp_path / "large", large) == []


@pytest.mark.sees("line-thin")
def test_a_thin_line_of_a_drawing_is_an_error(tmp_path: Path) -> None:
    (problem,) = problems_of_sheet(tmp_path, drawing(23))
    assert (problem.code, problem.severity) == ("line-thin", "error")
    assert "a line is 0.23 pt thick" in problem.message


@pytest.mark.spares("line-thin")
def test_the_same_drawing_may_be_larger(tmp_path: Path) -> None:
    assert problems_of_sheet(tmp_path, drawing(26)) == []


def test_a_drawing_of_a_file_counts_at_each_size(tmp_path: Path) -> None:
    """Drawings of files are forms: each is measured once, and scaled at its uses."""
    root = evil_project(tmp_path, {"page": ""}, NOWHERE)
    theme = root / "templates" / "evil"
    line = drawing(100).replace(' style="width: 100pt; height: 100pt"', "")
    (theme / "line.svg").write_text(line)
    page = '<img src="{{{{ asset("line.svg") }}}}" style="width: {}pt">'
    (theme / "page.html.j2").write_text(page.format(60) + page.format(20))
    (problem,) = Project(root).build(jobs=1).problems
    assert "a line is 0.20 pt thick" in problem.message
    (theme / "page.html.j2").write_text(page.format(60) + page.format(30))
    assert Project(root).build(jobs=1).problems == []


@pytest.mark.sees("type-small")
def test_small_type_in_a_book_names_the_page_and_the_chapter(tmp_path: Path) -> None:
    book = make_book(tmp_path)
    theme = book / "templates" / GAME
    theme.mkdir(parents=True)
    (theme / "book.css").write_text(".book strong { font-size: 5.8pt }")
    write_chapter(book, f"{FIRST}\nWords.\n\n:::{{page-break}}\n\nHere are **fine words**.\n")
    report = Project(book).build(langs=["en"], inks=["low"], editions=["screen"])
    (problem,) = report.problems
    assert problem.code == "type-small"
    assert "'fine words' is set in 5.80 pt" in problem.message
    assert ", page " in problem.message
    assert "/chapters/" in problem.position.file


def test_folios_count(tmp_path: Path) -> None:
    book = make_book(tmp_path)
    theme = book / "templates" / GAME
    theme.mkdir(parents=True)
    (theme / "book.css").write_text(
        "@page { @bottom-center { content: counter(page); font-size: 4pt } }"
    )
    write_chapter(book, f"{FIRST}\nWords.\n")
    found = Project(book).build(langs=["en"], inks=["low"], editions=["screen"]).problems
    assert {problem.code for problem in found} == {"type-small"}
    assert all("is set in 4.00 pt" in problem.message for problem in found)


def test_thin_lines_of_a_book_are_named_at_their_figures(tmp_path: Path) -> None:
    book = make_book(tmp_path)
    images = book / "content" / GAME / "images"
    images.mkdir(exist_ok=True)
    for name, width in (("bold", 1), ("fine", 0.05), ("hair", 0.04)):
        (images / f"{name}.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 20" width="100mm">'
            f'<path d="M0 1h90v9" fill="none" stroke="#000" stroke-width="{width}"/></svg>'
        )
    figures = [f"\n:::{{figure}} images/{name}.svg\n" for name in ("fine", "bold", "hair", "fine")]
    write_chapter(book, FIRST + "".join(figures))
    found = Project(book).build(langs=["en"], inks=["low"], editions=["screen"]).problems
    assert [(each.code, each.position.line) for each in found] == [
        ("line-thin", FIRST.count("\n") + 2),
        ("line-thin", FIRST.count("\n") + 6),
    ]
    assert ["fine.svg'" in found[0].message, "hair.svg'" in found[1].message] == [True, True]
