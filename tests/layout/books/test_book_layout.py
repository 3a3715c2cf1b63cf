"""Layout of books: page numbers, lost text and creep."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers import colours, words_in
from pikepdf import Pdf, String
from PIL import Image
from small_book import FIRST, GAME, make_book, write_chapter

from printgen import Project
from printgen.press.build import BuildReport

pytestmark = pytest.mark.slow

SEES_GLYPH = pytest.mark.sees("glyph-missing")
SEES_WARNING = pytest.mark.sees("render-warning")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return make_book(tmp_path)


@pytest.mark.spares("glyph-missing")
def test_an_entry_may_be_shown_twice(book: Path) -> None:
    shown = "\n:::{table} fight\n\n:::{table} fight\n\n:::{profile} hero\n\n:::{profile} hero\n"
    write_chapter(book, FIRST + shown + "\n## Index\n\nSee [it](table:fight).\n")
    assert Project(book).build(langs=["en"], inks=["low"]).problems == []


@pytest.mark.parametrize(
    ("text", "code", "about"),
    [
        pytest.param("A note \U0001d15e.", "glyph-missing", "U+1D15E", marks=SEES_GLYPH),
        pytest.param(":::{figure} art/x.svg", "render-warning", "x.svg", marks=SEES_WARNING),
    ],
)
def test_an_error_of_layout_stops_the_book(book: Path, text: str, code: str, about: str) -> None:
    art = book / "templates" / GAME / "art"
    art.mkdir(parents=True)
    (art / "x.svg").write_text("<svg><not closed")
    write_chapter(book, f"{FIRST}\n{text}\n")
    report = Project(book).build(langs=["en"], inks=["low"])
    problem, *followers = report.problems
    assert problem.code == code
    assert about in problem.message
    assert report.built == []
    # What uses a broken picture follows from it.
    if code == "render-warning":
        assert str(problem.position) == f"templates/{GAME}/art/x.svg:1:6"
        assert [f.message for f in followers] == [f"see {problem.position}"]


@pytest.mark.spares("image-resolution")
def test_a_figure_shows_a_picture_of_the_game(book: Path) -> None:
    report = _build_with_picture(book, (900, 600))
    assert report.problems == []
    out = book / report.built[0].target.path
    pages = [colours(out, number, 1) for number in range(4)]
    red = [int((page[..., 0] - page[..., 1] > 150).sum()) for page in pages]
    # It is 52 mm high, and 78 mm wide.
    assert max(red) > 3_500


def test_a_picture_that_is_too_coarse_is_named_at_its_chapter(book: Path) -> None:
    (problem,) = _build_with_picture(book, (60, 40)).problems
    assert (problem.code, problem.severity) == ("image-resolution", "warning")
    assert str(problem.position) == f"content/{GAME}/chapters/01-start.en.md:5:1"
    assert f"'content/{GAME}/images/map.png' has 96 dpi" in problem.message


def _build_with_picture(book: Path, size: tuple[int, int]) -> BuildReport:
    """Build a book with a picture of a size in pixels."""
    folder = book / "content" / GAME / "images"
    folder.mkdir()
    Image.new("RGB", size, (200, 0, 0)).save(folder / "map.png")
    write_chapter(book, FIRST + "\n:::{figure} images/map.png The map\n")
    return Project(book).build(langs=["en"], inks=["low"])


@pytest.mark.sees("booklet-creep")
def test_booklet_creep_beyond_the_maximum_is_reported(book: Path) -> None:
    (book / "content" / GAME / "products.yaml").write_text(
        "book:\n  title: {any: B}\n  output: book\n  sheet_thickness: 0.5\n"
    )
    write_chapter(book, FIRST + "\n:::{page-break}\n\nWords.\n" * 80)
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
    write_chapter(book, f"{FIRST}\n{seen}\n{parts}\n{seen}\n")
    report = Project(book).build(langs=["en"], inks=["low"])
    assert report.problems == []
    path = book / report.built[0].target.path
    with Pdf.open(path) as pdf:
        pages = [words_in(path, number) for number in range(len(pdf.pages))]
    said = re.findall(r"Part\s+(\w)\s+\(p\.\s(\d+)\)", " ".join(pages))
    # The first part faces the first references, and the last one is beside the last of them.
    assert [name for name, _ in said] == [*names[1:], *names[:-1]]
    for name, number in said:
        assert name.upper() in pages[int(number) - 1].split(), name


@pytest.mark.spares("page-number")
def test_a_reference_prints_the_page_unless_its_target_is_in_view(book: Path) -> None:
    products = book / "content" / GAME / "products.yaml"
    products.write_text(products.read_text() + "  numbered: true\n")
    text = "# Start {#start}\n\nSee [this](#near) and [that](#far).\n\n## Near {#near}\n\nWords.\n"
    away = ":::{page-break}\n\nWords.\n\n:::{page-break}\n\n## Far {#far}\n\n[Back](#near).\n"
    write_chapter(book, f"{text}\n{away}")
    report = Project(book).build(langs=["en"], inks=["low"])
    assert report.problems == []
    path = book / report.built[0].target.path
    with Pdf.open(path) as pdf:
        pages = [" ".join(words_in(path, number).split()) for number in range(len(pdf.pages))]
        names = [str(name) for name in pdf.Root.Names.Dests.Names if isinstance(name, String)]
    at = {title: n for n, page in enumerate(pages, 1) for title in ("Near", "Far") if title in page}
    assert at["Far"] // 2 != at["Near"] // 2
    said = re.findall(r"(this|that|Back) \(([^)]*)\)", " ".join(pages))
    far = f"1.2, p. {at['Far']}"
    assert said == [("this", "1.1"), ("that", far), ("Back", f"1.1, p. {at['Near']}")]
    assert not any(name.startswith("ref_") for name in names)


@pytest.mark.sees("page-number")
def test_page_numbers_that_do_not_converge_are_reported(book: Path) -> None:
    theme = book / "templates" / GAME
    theme.mkdir(parents=True)
    # On an even page the link moves its target to the next page, and back.
    style = "{{% include '_shared/book-cover.html.j2' %}}<style>{}</style>"
    pushed = " ".join(f'.ref[data-page="{n}"] {{ display: block; height: 150mm }}' for n in (4, 6))
    (theme / "book-cover.html.j2").write_text(style.format(pushed))
    write_chapter(
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
    write_chapter(book, FIRST + "\nWords of the *hidden* kind.\n")
    report = Project(book).build(langs=["en"], inks=["low"])
    (problem,) = report.problems
    assert (problem.code, Path(problem.position.file).name) == ("text-lost", "01-start.en.md")
    assert problem.position.line == 5
    assert "hidden" in problem.message
    assert report.built == []


def test_what_is_too_wide_is_named_at_its_line(book: Path) -> None:
    (book / "content" / GAME / "products.yaml").write_text(
        "book: {title: {any: B}, output: book, page: A6, editions: [screen]}\n"
    )
    write_chapter(
        book,
        FIRST + f"\nWords [too]{{.term}} wide:\n{'x' * 90}\n\n- One.\n\n"
        f"  | a | {'B' * 40} |\n  | --- | --- |\n  | 1 | {'C' * 60} |\n",
    )
    problems = Project(book).build(langs=["en"], inks=["low"]).problems
    assert {(p.code, p.position.line) for p in problems} == {
        ("face-overflow", 6),
        ("face-overflow", 10),
    }


def test_code_that_is_too_wide_is_named_at_its_line(book: Path) -> None:
    (book / "content" / GAME / "products.yaml").write_text(
        "book: {title: {any: B}, output: book, page: A6, editions: [screen]}\n"
    )
    code = f"    {'d' * 90}\n\n:::{{page-break}}\n\n```yaml\nshort\n{'e' * 90}\n```\n"
    write_chapter(book, FIRST + f"\n:::{{aside}}\nAdvice.\n:::\n\n{code}")
    problems = Project(book).build(langs=["en"], inks=["low"]).problems
    assert [(p.code, p.position.line) for p in problems] == [
        ("face-overflow", 9),
        ("face-overflow", 15),
    ]


@pytest.mark.parametrize(
    ("style", "lost"),
    [
        ("h1 { opacity: .4 }", False),
        ("p { opacity: .5 }", False),
        ("p { transform: rotate(2deg) }", False),
        ("h1 { opacity: 0 }", True),
        ("p { opacity: 0 }", True),
        ("p { display: none }", True),
        ("h1 { opacity: .4 } p { display: none }", True),
    ],
)
def test_translucent_text_is_there_and_invisible_text_is_not(
    book: Path, style: str, lost: bool
) -> None:
    theme = book / "templates" / GAME
    theme.mkdir(parents=True)
    (theme / "book.css").write_text(style)
    write_chapter(book, f"{FIRST}\n## Second part {{#s}}\n\nMore words here.\n")
    report = Project(book).build(langs=["en"], inks=["low"])
    codes = [problem.code for problem in report.problems]
    # The pages to write on, a document of their own, have words that the same style hides.
    assert [code for code in codes if code != "text-hidden"] == ["text-lost"] * lost
    assert lost or codes == []
