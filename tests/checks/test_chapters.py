"""Chapters and worked examples: positions of problems, and books that are built from them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from helpers import colours, words_in
from pikepdf import Pdf
from PIL import Image

from printgen import Project
from printgen.content.markdown import read_chapter
from printgen.views.prose import render_chapter

ROOT = Path(__file__).resolve().parents[2]
GAME = "deathly-thrones"
FIRST = "# Start {#start}\n\nWords of the [duel](#start).\n"
FIGHT = """title: {any: T}
fight:
  profile: hero
  enemy: {quest: iron-throne, step: 13}
  rounds:
    - {cards: [8, 3], struck: enemy, strike: 5, damage: 3}
"""
SEES_GLYPH = pytest.mark.sees("glyph-missing")
SEES_WARNING = pytest.mark.sees("render-warning")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """The heroes and the quest of Deathly Thrones, with a book of one chapter and an example."""
    home = tmp_path / "content" / GAME
    shutil.copytree(ROOT / "content" / GAME, home)
    for folder in ("chapters", "examples"):
        shutil.rmtree(home / folder)
        (home / folder).mkdir()
    (tmp_path / "printgen.yaml").write_text("")
    (home / "products.yaml").write_text("book:\n  title: {any: B}\n  output: book\n")
    (home / "examples" / "blow.yaml").write_text(FIGHT)
    for lang in ("fr", "en"):
        (home / "chapters" / f"01-start.{lang}.md").write_text(FIRST)
    return tmp_path


def found(root: Path) -> list[tuple[str, str, int, int]]:
    return [
        (p.code, Path(p.position.file).name, p.position.line, p.position.column)
        for p in Project(root).check()
        if p.severity == "error"
    ]


def write(root: Path, text: str, name: str = "01-start.en.md", folder: str = "chapters") -> None:
    (root / "content" / GAME / folder / name).write_text(text)


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
        ("a[^none]", 5, 1),
        ("[shot]{.trem}", 5, 1),
        ("::{table} fight", 5, 1),
        (":::box Hello", 5, 1),
        (":::{box}\n\nWords.\n\n:::\n\n:::", 11, 1),
        ("## Deep {#deep", 5, 1),
    ],
    ids=lambda value: str(value)[:16].encode("unicode_escape").decode(),
)
def test_chapter_text(book: Path, text: str, line: int, column: int) -> None:
    write(book, f"{FIRST}\n{text}\n")
    assert set(found(book)) == {("chapter-text", "01-start.en.md", line, column)}


def test_text_similar_to_markup_is_text(book: Path) -> None:
    text = 'Ratio 2:1, a set {1, 2}, [a, b], x^2, 3 :: 4.\n\n[duel]{.term key="Duels"} `:::{x}`\n'
    write(book, FIRST + "\n" + text)
    assert found(book) == []


@pytest.mark.spares("glyph-missing")
def test_an_entry_may_be_shown_twice(book: Path) -> None:
    shown = "\n:::{table} fight\n\n:::{table} fight\n\n:::{profile} hero\n\n:::{profile} hero\n"
    write(book, FIRST + shown + "\n## Index\n\nSee [it](table:fight).\n")
    assert Project(book).build(langs=["en"], inks=["low"]).problems == []


@pytest.mark.parametrize(
    ("text", "code", "about"),
    [
        pytest.param("A dragon \U0001f409.", "glyph-missing", "U+1F409", marks=SEES_GLYPH),
        pytest.param(":::{figure} art/x.svg", "render-warning", "x.svg", marks=SEES_WARNING),
    ],
)
def test_an_error_of_layout_stops_the_book(book: Path, text: str, code: str, about: str) -> None:
    art = book / "templates" / GAME / "art"
    art.mkdir(parents=True)
    (art / "x.svg").write_text("<svg><not closed")
    write(book, f"{FIRST}\n{text}\n")
    report = Project(book).build(langs=["en"], inks=["low"])
    (problem,) = report.problems
    assert problem.code == code
    assert about in problem.message
    assert report.built == []


@pytest.mark.spares("image-resolution")
def test_a_figure_shows_a_picture_of_the_game(book: Path) -> None:
    folder = book / "content" / GAME / "images"
    folder.mkdir()
    Image.new("RGB", (300, 200), (200, 0, 0)).save(folder / "map.png")
    write(book, FIRST + "\n:::{figure} images/map.png The map\n")
    report = Project(book).build(langs=["en"], inks=["low"])
    assert report.problems == []
    out = book / report.built[0].target.path
    pages = [colours(out, number, 1) for number in range(4)]
    red = [int((page[..., 0] - page[..., 1] > 150).sum()) for page in pages]
    # 300 by 200 pixels are 79 mm by 53 mm.
    assert max(red) > 3_500


@pytest.mark.sees("booklet-creep")
def test_booklet_creep_beyond_the_maximum_is_reported(book: Path) -> None:
    (book / "content" / GAME / "products.yaml").write_text(
        "book:\n  title: {any: B}\n  output: book\n  sheet_thickness: 0.5\n"
    )
    write(book, FIRST + "\n:::{page-break}\n\nWords.\n" * 80)
    report = Project(book).build(langs=["en"], inks=["low"], editions=["booklet"], papers=["a4"])
    (problem,) = report.problems
    assert report.built == []
    assert str(problem.position) == f"content/{GAME}/products.yaml:4:3"
    assert problem.code == "booklet-creep"
    assert re.fullmatch(
        r"\d+ nested sheets of 0.5 mm shift the inner pages by [\d.]+ mm; the maximum is 8 mm",
        problem.message,
    )
    assert problem.hint == "fold fewer pages together, as with signature: 32"


def test_the_end_of_a_list_item_closes_its_directive(book: Path) -> None:
    write(book, FIRST + "\n- :::{box}\n  inside\n\nNot swallowed.\n")
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
    write(book, FIGHT.replace(before, after), "blow.yaml", "examples")
    assert [(code, at) for code, _, at, _ in found(book)] == [("example-shape", line)]


@pytest.mark.parametrize(
    ("before", "after"),
    [("strike: 5", "strike: 6"), ("damage: 3", "damage: 5"), ("enemy,", "player,")],
)
def test_example_wrong_is_reported_at_its_line(book: Path, before: str, after: str) -> None:
    write(book, FIGHT.replace(before, after), "blow.yaml", "examples")
    assert [(code, at) for code, _, at, _ in found(book)] == [("example-wrong", 6)]


def html(lang: str, text: str) -> str:
    chapter = read_chapter("g", "01-a", lang, "a.md", text)
    return "".join(map(str, render_chapter(chapter, {}).pieces))


def test_french_spaces_and_quotes_beside_emphasis() -> None:
    assert "<strong>Pot</strong>\u202f: l’<em>ami</em> d’«\u202fhier\u202f»\u202f!" in html(
        "fr", "**Pot** : l'*ami* d'\"hier\" !"
    )


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("**Pare-t-il un roi ?** Oui.", "<strong>Pare-t-il un roi\u202f?</strong> Oui."),
        ("*(vraiment **lui ?**)*", "<em>(vraiment <strong>lui\u202f?</strong>)</em>"),
        ("Qui ?[^1]\n\n[^1]: Moi !\n", 'Qui\u202f?<span class="footnote">Moi\u202f!</span>'),
        ("à 12:**30**", "à 12:<strong>30</strong>"),
    ],
)
def test_french_spaces_at_the_end_of_markup(typed: str, printed: str) -> None:
    assert printed in html("fr", typed)


def test_english_quotes() -> None:
    assert "“So,” he said: “<em>no</em>.”" in html("en", '"So," he said: "*no*."')


def test_footnotes_are_inlined_and_html_is_escaped() -> None:
    written = html("en", "A[^1] <b>\n\n[^1]: A *note*.\n")
    assert 'A<span class="footnote">A <em>note</em>.</span> &lt;b&gt;' in written


@pytest.mark.spares("text-lost")
@pytest.mark.spares("booklet-creep")
def test_a_complete_book_has_no_lost_text_and_no_excess_creep(book: Path) -> None:
    report = Project(book).build(langs=["en"], editions=["screen", "booklet"], inks=["low"])
    assert report.problems == []
    assert sorted(item.target.edition for item in report.built) == ["booklet", "screen"]


@pytest.mark.spares("page-number")
def test_references_have_the_page_number_of_their_target(book: Path) -> None:
    names = "abcdefghijkl"
    seen = " ".join(f"[Part {name}](#{name})." for name in names)
    parts = "".join(f"\n:::{{page-break}}\n\n## {n.upper()} {{#{n}}}\n\nWords.\n" for n in names)
    write(book, f"{FIRST}\n{seen}\n{parts}\n{seen}\n")
    report = Project(book).build(langs=["en"], inks=["low"])
    assert report.problems == []
    path = book / report.built[0].target.path
    with Pdf.open(path) as pdf:
        pages = [words_in(path, number) for number in range(len(pdf.pages))]
    said = re.findall(r"Part\s(\w)\s\(see\sp\.\s(\d+)\)", " ".join(pages))
    assert len(said) == 2 * len(names)
    for name, number in said:
        assert name.upper() in pages[int(number) - 1].split(), name


@pytest.mark.sees("page-number")
def test_page_numbers_that_do_not_converge_are_reported(book: Path) -> None:
    theme = book / "templates" / GAME
    theme.mkdir(parents=True)
    # On an even page the link moves its target to the next page, and back.
    style = "{{% include '_shared/book-cover.html.j2' %}}<style>{}</style>"
    pushed = " ".join(f'.ref[data-page="{n}"] {{ display: block; height: 150mm }}' for n in (4, 6))
    (theme / "book-cover.html.j2").write_text(style.format(pushed))
    write(
        book, FIRST.replace("#start)", "#end)") + "\nWords.\n\n" * 4 + "## End {#end}\n\nWords.\n"
    )
    (problem,) = Project(book).build(langs=["en"], inks=["low"]).problems
    assert (problem.code, problem.severity) == ("page-number", "warning")


@pytest.mark.sees("text-lost")
def test_hidden_text_is_an_error(book: Path) -> None:
    theme = book / "templates" / GAME
    theme.mkdir(parents=True)
    style = "{% include '_shared/book-cover.html.j2' %}<style>.chapter em { display: none }</style>"
    (theme / "book-cover.html.j2").write_text(style)
    write(book, FIRST + "\nWords of the *hidden* kind.\n")
    report = Project(book).build(langs=["en"], inks=["low"])
    (problem,) = report.problems
    assert (problem.code, Path(problem.position.file).name) == ("text-lost", "01-start.en.md")
    assert "hidden" in problem.message
    assert report.built == []
