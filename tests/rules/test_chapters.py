"""Chapters and worked examples: positions of problems."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from read_once import files_read_once
from small_book import FIGHT, FIRST, GAME, make_book, write_chapter

from printgen import Project
from printgen.problems import gather, in_order


@pytest.fixture(scope="module", autouse=True)
def files_of_the_quests_read_once() -> Iterator[None]:
    with files_read_once():
        yield


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return make_book(tmp_path)


def found(root: Path) -> list[tuple[str, str, int, int]]:
    return [
        (p.code, Path(p.position.file).name, p.position.line, p.position.column)
        for p in Project(root).check()
        if p.severity == "error"
    ]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a\x1b[31m", 5, 2),
        ("\ue0010\ue001", 5, 1),
        ("&#57345;0&#57345;", 5, 1),
        ("\u202eabc", 5, 1),
        ("a" + " " * 390_000 + "b", 5, 1),
        ("*a* " * 1_000 + "\n" + "*a* " * 1_000, 5, 1),
        ("> " * 30 + "deep", 5, 1),
        ("\n".join("  " * n + "- item" for n in range(10)), 10, 1),
        ("a[^1]\n\n[^1]: note\n\n        code", 9, 1),
        ("a[^1]\n\n[^1]: note\n\n    :::{piles}", 9, 1),
        ("a[^1]\n\n[^1]: loop [^1]", 7, 1),
        ("a\n\n[^1]: Nobody calls.", 7, 1),
        ("a[^none]", 5, 2),
        ("[shot]{.trem}", 5, 6),
        ("::{table} fight", 5, 1),
        (":::box Hello", 5, 1),
        (":::{box}\n\nWords.\n\n:::\n\n:::", 11, 1),
        ("## Deep {#deep", 5, 9),
    ],
    ids=lambda value: str(value)[:16].encode("unicode_escape").decode(),
)
def test_chapter_text(book: Path, text: str, line: int, column: int) -> None:
    write_chapter(book, f"{FIRST}\n{text}\n")
    assert set(found(book)) == {("chapter-text", "01-start.en.md", line, column)}


def test_text_similar_to_markup_is_text(book: Path) -> None:
    text = 'Ratio 2:1, a set {1, 2}, [a, b], x^2, 3 :: 4.\n\n[duel]{.term key="Duels"} `:::{x}`\n'
    write_chapter(book, FIRST + "\n" + text)
    assert found(book) == []


def test_the_end_of_a_list_item_closes_its_directive(book: Path) -> None:
    write_chapter(book, FIRST + "\n- :::{box}\n  inside\n\nNot swallowed.\n")
    assert found(book) == [("directive-unclosed", "01-start.en.md", 5, 3)]
    chapter = Project(book).library.games[GAME].chapters["01-start", "en"]
    assert any("Not swallowed" in token.content for token in chapter.tokens)


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [("step: 13", "step: 1", 4), ("hero", "nobody", 3), ("iron-throne", "none", 4)],
)
def test_example_shape_is_reported_at_its_line(
    book: Path, before: str, after: str, line: int
) -> None:
    write_chapter(book, FIGHT.replace(before, after), "blow.yaml", "examples")
    assert [(code, at) for code, _, at, _ in found(book)] == [("example-shape", line)]


@pytest.mark.parametrize(
    ("before", "after"),
    [("strike: 5", "strike: 6"), ("damage: 3", "damage: 5"), ("enemy,", "player,")],
)
def test_example_wrong_is_reported_at_its_line(book: Path, before: str, after: str) -> None:
    write_chapter(book, FIGHT.replace(before, after), "blow.yaml", "examples")
    assert [(code, at) for code, _, at, _ in found(book)] == [("example-wrong", 6)]


def test_a_reference_follows_from_the_misspelt_directive_of_its_entry(book: Path) -> None:
    text = "See [the table](table:fight) and [no table](table:none).\n\n:::{tabel} fight\n"
    write_chapter(book, f"{FIRST}\n{text}")
    problems = in_order(gather(Project(book).check()))
    directive = next(p for p in problems if p.code == "directive-unknown")
    broken = {p.message: p.follows for p in problems if p.code == "reference-broken"}
    assert broken == {
        "'table:fight' is not in this book": directive.position,
        "'table:none' is not in this book": None,
    }


@pytest.mark.parametrize("chapters", ["all", "[01-start, 02-end]"])
def test_a_chapter_that_cannot_be_read_is_not_missing(book: Path, chapters: str) -> None:
    home = book / "content" / GAME
    products = home / "products.yaml"
    products.write_text(f"{products.read_text()}  chapters: {chapters}\n")
    for lang in ("fr", "en"):
        write_chapter(book, "# End\n", f"02-end.{lang}.md")
    assert found(book) == []
    (home / "chapters/02-end.en.md").write_bytes(b"# End \xe9\n")
    assert found(book) == [("yaml-encoding", "02-end.en.md", 1, 7)]
    (home / "chapters/01-start.en.md").write_bytes(b"# Start \xe9\n")
    assert {code for code, *_ in found(book)} == {"yaml-encoding"}
