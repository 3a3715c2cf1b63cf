"""The structure of a book's PDF, as screen readers find it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest
from helpers import shared
from PIL import Image
from small_projects import write
from tools import broken_rules

from printgen import Project

pytestmark = pytest.mark.slow

GAME = """title: Plain
languages: [en]
kinds:
  events:
    label: Event
    fields:
      picture: {type: image, optional: true}
      text: {}
"""
PRODUCTS = (
    "book: {title: B, output: book, contents: true, cover: true, editions: [screen, print],"
    " standard: %s}\n"
)
SCENARIO = """title: Raid
setup: ["Set the table."]
layout:
  unit: in
  width: 24
  height: 24
  features:
    - {shape: rectangle, at: [6, 8.5], size: [4, 3], style: building, label: Barn}
    - {shape: figure, at: [12, 20], facing: 90, mark: B, label: The boss}
"""
# Long enough for a table that continues on the next page.
ROWS = "".join(f"| {number} | Row {number} |\n" for number in range(1, 80))
FIRST = f"""# Start {{#start}}

### Deep {{#deep}}

Words of the [second chapter](#second), a note[^1] and more.

[^1]: What the note says.

- One
  - Inner
- Two

Term
: What it means.

| Die | What |
|-----|------|
{ROWS}"""
SECOND = """# Second {#second}

:::{figure} images/storm.png The storm {alt="A black cloud over a ship."}

:::{events} storm calm

:::{scenario} raid
"""


def make(root: Path, standard: str = "ua-1") -> None:
    home = "content/plain"
    files = {
        "printgen.yaml": "",
        f"{home}/game.yaml": GAME,
        f"{home}/products.yaml": PRODUCTS % standard,
        f"{home}/chapters/01-start.en.md": FIRST,
        f"{home}/chapters/02-second.en.md": SECOND,
        f"{home}/scenarios/raid.yaml": SCENARIO,
        f"{home}/events/calm.yaml": "name: Calm\npicture: images/calm.png\ntext: Rest.\n",
        f"{home}/events/storm.yaml": "name: Storm\npicture: images/storm.png\n"
        "alt: Waves as high as masts.\ntext: Lose 2.\n",
    }
    write(root, files)
    (root / home / "images").mkdir()
    for name, colour in (("storm", "teal"), ("calm", "navy")):
        Image.new("RGB", (600, 400), colour).save(root / home / "images" / f"{name}.png")
    report = Project(root).build(inks=["full"], editions=["screen", "print"])
    assert report.problems == []
    assert len(report.built) == 2


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the files of a book."""
    return shared(tmp_path_factory, "tagged-book", make) / "out" / "plain"


@pytest.fixture(scope="module")
def screen(book: Path) -> Iterator[pikepdf.Pdf]:
    with pikepdf.open(book / "book.en.screen.pdf") as pdf:
        yield pdf


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the files of the same book, which follow the second standard."""

    def make_second(root: Path) -> None:
        make(root, "ua-2")

    return shared(tmp_path_factory, "tagged-book-2", make_second) / "out" / "plain"


def elements(pdf: pikepdf.Pdf, role: str = "") -> list[pikepdf.Object]:
    """The elements of a role in reading order, or all."""

    def walk(element: pikepdf.Object) -> Iterator[pikepdf.Object]:
        yield element
        for kid in kids(element):
            yield from walk(kid)

    found = walk(pdf.Root.StructTreeRoot.K[0])
    return [element for element in found if role in ("", str(element.S)[1:])]


def kids(element: pikepdf.Object) -> list[pikepdf.Object]:
    """The elements in an element."""
    inner = [kid for kid in element.get("/K", []) if isinstance(kid, pikepdf.Dictionary)]
    return [kid for kid in inner if "/S" in kid]


def roles(element: pikepdf.Object) -> list[str]:
    return [str(kid.S)[1:] for kid in kids(element)]


def test_it_says_that_it_is_accessible(screen: pikepdf.Pdf) -> None:
    packet = screen.Root.Metadata.read_bytes().decode()
    assert "<pdfuaid:part>1</pdfuaid:part>" in packet
    assert 'xml:lang="x-default">Plain' in packet
    assert screen.Root.MarkInfo.Marked
    assert str(screen.Root.Lang) == "en"


def test_pictures_have_the_words_of_their_authors_or_the_names_of_entries(
    screen: pikepdf.Pdf,
) -> None:
    figures = [str(figure.Alt) for figure in elements(screen, "Figure")]
    assert [alt for alt in figures if len(alt) > 1 and "24" not in alt][-3:] == [
        "A black cloud over a ship.",
        "Waves as high as masts.",
        "Calm",
    ]
    assert all("/BBox" in figure.A for figure in elements(screen, "Figure"))


def test_a_table_plan_says_where_all_is(screen: pikepdf.Pdf) -> None:
    plan = next(str(f.Alt) for f in elements(screen, "Figure") if str(f.Alt).startswith("Table"))
    assert plan == (
        "Table plan, 24″ × 24″. Places are measured from the left edge, then from the far edge. "
        "A, Barn: 4″ by 3″, centred at 6″ and 8.5″. "
        "B, The boss: at 12″ and 20″, looks towards the right edge."
    )


def test_headings_begin_with_the_first_level_and_leave_none_out(screen: pikepdf.Pdf) -> None:
    headings = [str(e.S)[1:] for e in elements(screen) if str(e.S).startswith("/H")]
    # The contents, the first chapter with its heading of the third level, the second chapter.
    assert headings[:4] == ["H1", "H1", "H2", "H1"]


def test_contents_are_a_list_of_links(screen: pikepdf.Pdf) -> None:
    contents = elements(screen, "TOC")[0]
    assert set(roles(contents)) == {"TOCI"}
    links = elements(screen, "Link")
    areas = [kid for kid in links[0].K if isinstance(kid, pikepdf.Dictionary)]
    assert [str(area.Type) for area in areas] == ["/OBJR"] * len(areas)
    assert str(areas[0].Obj.Contents).strip() == "Start"


def test_a_table_that_continues_is_one_with_one_head(screen: pikepdf.Pdf) -> None:
    table = elements(screen, "Table")[0]
    assert roles(table) == ["THead", "TBody"]
    head, body = kids(table)
    scopes = [str(cell.A.Scope) for row in kids(head) for cell in kids(row)]
    assert scopes == ["/Column", "/Column"]
    assert len(kids(body)) == 79
    assert len({row.Pg.objgen for part in kids(body) for row in kids(part)}) > 1


def test_lists_are_nested_in_their_items(screen: pikepdf.Pdf) -> None:
    outer, inner, terms = elements(screen, "L")[:3]
    assert roles(outer) == ["LI", "LI"]
    assert [roles(item) for item in kids(outer)] == [["Lbl", "LBody"]] * 2
    assert roles(kids(kids(outer)[0])[1]) == ["L"]
    assert roles(inner) == ["LI"]
    assert [roles(item) for item in kids(terms)] == [["Lbl", "LBody"]]


def test_a_note_follows_its_call(screen: pikepdf.Pdf) -> None:
    note = elements(screen, "Note")[0]
    assert str(note.ID) == "note-1"
    siblings = roles(note.P)
    assert siblings.index("Note") == siblings.index("Reference") + 1
    assert roles(note)[0] == "Lbl"


def test_margins_are_no_content(screen: pikepdf.Pdf) -> None:
    """All marks of a page are in the structure: what is not in it has no mark."""
    for page in screen.pages:
        operators = pikepdf.parse_content_stream(page)
        marked = [o for o in operators if str(o.operator) == "BDC" and "/MCID" in o.operands[1]]
        nums = list(screen.Root.StructTreeRoot.ParentTree.Nums)
        parents = nums[nums.index(page.obj.StructParents) + 1]
        assert len(parents) == len(marked)
        assert all(isinstance(parent, pikepdf.Dictionary) for parent in parents)


def test_the_same_book_has_the_same_bytes(book: Path, tmp_path: Path) -> None:
    make(tmp_path)
    for name in ("book.en.screen.pdf", "book.en.print.pdf"):
        assert (tmp_path / "out" / "plain" / name).read_bytes() == (book / name).read_bytes()


def test_links_and_the_outline_lead_to_elements(second: Path) -> None:
    with pikepdf.open(second / "book.en.screen.pdf") as pdf:
        places = pikepdf.NameTree(pdf.Root.Names.Dests)
        targets = {name: place.SD[0] for name, place in places.items()}
        assert targets["second"].S == "/H1" and targets["deep"].S == "/H2"
        chapters = [targets[f"chapter_{name}"] for name in ("01-start", "02-second")]
        assert [item.Ref[0].objgen for item in elements(pdf, "TOCI")] == [
            chapter.objgen for chapter in chapters
        ]
        entry = pdf.Root.Outlines.First
        while str(entry.Title) != "Start":
            entry = entry.Next
        assert entry.Dest[0].objgen == targets["start"].objgen


def test_the_second_standard_needs_pdf_2(second: Path) -> None:
    with pikepdf.open(second / "book.en.screen.pdf") as pdf:
        assert pdf.pdf_version == "2.0"
        packet = pdf.Root.Metadata.read_bytes().decode()
        assert "<pdfuaid:part>2</pdfuaid:part>" in packet
        assert "<pdfaid:part>4</pdfaid:part>" in packet
        described = [e for e in elements(pdf, "L") if e.A.ListNumbering == "/Description"]
        assert [roles(terms) for terms in described] == [["LI"]]
        (note,) = elements(pdf, "FENote")
        (call,) = (e for e in elements(pdf, "Reference") if "/Ref" in e)
        assert (note.Ref[0].objgen, call.Ref[0].objgen) == (call.objgen, note.objgen)


def test_verapdf_finds_nothing(book: Path, second: Path) -> None:
    first, others = sorted(book.glob("*.pdf")), sorted(second.glob("*.pdf"))
    assert broken_rules({"ua1": first, "3u": first, "ua2": others, "4": others}) == []
