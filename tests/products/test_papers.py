"""Every output kind on papers of any size."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from helpers import POINTS, built, shared, starter

from printgen import Project
from printgen.content.models.page_products import BookProduct
from printgen.content.models.text import Text
from printgen.products.book import book_page
from printgen.products.target import Target

pytestmark = pytest.mark.slow

MAPS = """
fog: {title: Fog, output: hexmap, map: sea, editions: [tiles]}
blank: {title: Hexes, output: hexmap, blank: [20 mm]}
"""
SEA = "title: The sea\nflat_to_flat: 25 mm\ncolumns: 30\nrows: 12\nground: water\n"
TERRAIN = "\nterrains:\n  water: {label: {any: Water}}\n"
PAPERS = {"tabloid": (279.4, 431.8), "330x483mm": (330, 483), "483x330mm": (330, 483)}


def make(root: Path) -> None:
    """The starter with maps, built on papers that no product lists."""
    game = starter(root) / "content" / "fog"
    with (game / "products.yaml").open("a") as stream:
        stream.write(MAPS)
    with (game / "game.yaml").open("a") as stream:
        stream.write(TERRAIN)
    (game / "maps").mkdir()
    (game / "maps" / "sea.yaml").write_text(SEA)
    built(root, langs=["en"], papers=["TABLOID", "330 x 483 mm", "48.3 x 33 cm"])


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the game."""
    return shared(tmp_path_factory, "papers", make) / "out" / "fog"


@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("product", ["crew-cards", "reference", "quay", "rulebook", "fog", "blank"])
def test_pages_have_the_size_of_the_paper(files: Path, product: str, paper: str) -> None:
    (path,) = files.glob(f"{product}.en.*{paper}.pdf")
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) > 0
        for page in pdf.pages:
            box = [float(side) / POINTS for side in page.MediaBox]
            assert box[:2] == pytest.approx([0, 0], abs=0.01)
            assert sorted(box[2:]) == pytest.approx(PAPERS[paper], abs=0.01)


def test_a_sheet_may_be_in_landscape_format(files: Path) -> None:
    for paper, wide in (("330x483mm", 330), ("483x330mm", 483)):
        with pikepdf.open(files / f"quay.en.{paper}.pdf") as pdf:
            assert float(pdf.pages[0].MediaBox[2]) / POINTS == pytest.approx(wide, abs=0.01)


def test_a_booklet_is_folded_across_the_long_side() -> None:
    for paper in ("330x483mm", "483x330mm"):
        target = Target("fog", "rulebook", "book", "en", paper, "full", "booklet")
        size = book_page(target, BookProduct(output="book", title=Text({"any": "Rules"})))
        assert (size.width, size.height) == (241.5, 330)


def test_channels_and_products_name_papers(files: Path) -> None:
    project = Project(files.parent.parent)
    (target,) = project.targets(["fog/crew-cards"], langs=["en"], papers=["8.5 x 13 in"])
    assert target.path == "out/fog/crew-cards.en.215.9x330.2mm.pdf"
    assert target.paper_in_channels == "215-9x330-2mm"
