"""The styles of faces by recipe: each prints the same rows in its own typefaces and colours."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from helpers import colours, words_in
from small_projects import write

from printgen import Project
from printgen.content.theme import read_style, style_file, theme_styles
from printgen.imposition.plan import ImpositionOptions, card_grid
from printgen.paper import Size
from printgen.project import Folders

STYLES = ("blueprint", "calm", "classic", "comic", "dark", "folk", "painted", "pulp")
GAME = "title: Isles\nlanguages: [en]\n"
FRONT = "corner: cost, subtitle: type, body: text, stats: [attack, life], foot: flavour"
ROWS = """name,cost,type,text,attack,life,flavour
Harbour Witch,3,Ally,"When you play this card, draw two cards. Discard one of them.",2,4,By name.
Corsair Captain of the Western Reach,4,Enemy,Ambush: deals 2 damage before the fight.,5,6,
Key,1,Item,Opens a chest.,,,
"""


def deck(root: Path, game: str = GAME, front: str = FRONT, name: str = "c") -> Path:
    """The project of a small deck by recipe."""
    product = f"{name}: {{title: C, output: cards, source: c.csv, faces: {{front: {{{front}}}}}}}\n"
    files = {"printgen.yaml": "", "content/g/game.yaml": game, "content/g/c.csv": ROWS}
    return write(root, files | {"content/g/products.yaml": product})


def fonts(path: Path) -> set[str]:
    """The names of the fonts on the first page of a file."""
    with pypdfium2.PdfDocument(path) as document:
        return {
            item.get_font().get_base_name().partition("+")[2].replace("-", " ")
            for item in document[0].get_objects(max_depth=3)
            if isinstance(item, pypdfium2.PdfTextObj)
        }


def card(path: Path) -> np.ndarray:
    """The colours of the first card of a sheet, without its edges."""
    return colours(path, 0, 3.0, (25, 25, 70, 85)).astype(float)


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The folders of the decks of each style, in both inks."""
    roots = {}
    for style in STYLES:
        root = deck(tmp_path_factory.mktemp(style), f"{GAME}style: {style}\n")
        report = Project(root).build(inks=["full", "low"], papers=["a4"], jobs=1)
        assert report.problems == [], style
        roots[style] = root / "out" / "g"
    return roots


def test_the_plain_theme_has_these_styles_with_settings(tmp_path: Path) -> None:
    folders = Folders(tmp_path)
    assert tuple(theme_styles(folders, "plain")) == STYLES
    for style in STYLES:
        path = style_file(folders, "plain", style)
        assert path is not None
        assert read_style(folders, path)[1] == []


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_a_style_has_its_fonts_its_colours_and_all_words(
    style: str, sheets: dict[str, Path], tmp_path: Path
) -> None:
    settings, _ = read_style(Folders(tmp_path), style_file(Folders(tmp_path), "plain", style))
    for suffix in ("a4", "a4.low-ink"):
        path = sheets[style] / f"c.en.{suffix}.pdf"
        used = fonts(path)
        for family in {settings.title.family, settings.text.family, settings.figures.family}:
            assert any(family.lower() in name.lower() for name in used), (suffix, family)
        words = " ".join(words_in(path, 0).split())
        for text in ("Corsair", "Opens a chest.", "draw two cards"):
            assert text.lower() in words.lower(), suffix
    low = card(sheets[style] / "c.en.a4.low-ink.pdf")
    assert low.mean() > 225, "low ink has no grounds"


@pytest.mark.slow
def test_no_two_styles_look_alike(sheets: dict[str, Path]) -> None:
    faces = {style: card(sheets[style] / "c.en.a4.pdf") for style in STYLES}
    for one, face in faces.items():
        for other, second in faces.items():
            if one < other:
                assert np.abs(face - second).mean() > 6, (one, other)


def test_a_face_has_a_style_of_its_own(tmp_path: Path) -> None:
    root = deck(tmp_path, f"{GAME}style: calm\n", f"style: dark, {FRONT}")
    path = root / "out" / "g" / "c.en.a4.pdf"
    assert Project(root).build(inks=["full"], papers=["a4"], jobs=1).problems == []
    assert card(path).mean() < 90
    # A change of the style alone is seen by the next build.
    deck(tmp_path, f"{GAME}style: calm\n", FRONT)
    assert Project(root).build(inks=["full"], papers=["a4"], jobs=1).problems == []
    assert card(path).mean() > 170


def test_titles_have_one_size_and_rules_are_no_larger(tmp_path: Path) -> None:
    root = deck(tmp_path, GAME, "corner: cost, body: text")
    assert Project(root).build(inks=["full"], papers=["a4"], jobs=1).problems == []
    sizes = {}
    with pypdfium2.PdfDocument(root / "out" / "g" / "c.en.a4.pdf") as document:
        text = document[0].get_textpage()
        words = text.get_text_range()
        for word in ("Harbour", "Key", "Opens", "Ambush"):
            _, bottom, _, top = text.get_charbox(words.index(word))
            sizes[word] = top - bottom
        text.close()
    # The capitals of the semibold and of the regular have one height.
    assert sizes["Harbour"] == pytest.approx(sizes["Key"], rel=0.03)
    assert max(sizes["Opens"], sizes["Ambush"]) <= sizes["Key"] * 1.05


def frame_distances(path: Path) -> tuple[float, float, float, float]:
    """How far the frame of the first card of a sheet is from its cut (mm): at the left, the right,
    the top and the bottom.
    """
    card_size = Size(63, 88)
    grid = card_grid(Size(210, 297), ImpositionOptions(card_size))
    per_mm = 20
    box = (grid.x, grid.y, grid.x + card_size.width, grid.y + card_size.height)
    pixels = colours(path, 0, per_mm, box).astype(float)
    # Two lines that meet no words before they meet the frame.
    across, down = pixels[int(0.9 * len(pixels))], pixels[:, int(0.3 * pixels.shape[1])]

    def first(line: np.ndarray) -> float:
        changes = np.abs(np.diff(line, axis=0)).sum(axis=1)
        return float(np.argmax(changes > 130)) / per_mm

    return first(across), first(across[::-1]), first(down), first(down[::-1])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("style", "frame"), [("classic", ""), *((style, "line") for style in STYLES)]
)
def test_a_frame_is_as_far_from_the_cut_on_all_sides(
    style: str, frame: str, tmp_path: Path
) -> None:
    # Classic has a frame of its own.
    front = FRONT + (f", frame: {frame}" if frame else "")
    root = deck(tmp_path, f"{GAME}style: {style}\n", front)
    assert Project(root).build(inks=["full"], papers=["a4"], jobs=1).problems == []
    left, right, top, bottom = frame_distances(root / "out" / "g" / "c.en.a4.pdf")
    assert left == pytest.approx(3.0, abs=0.15)
    assert right == pytest.approx(left, abs=0.1)
    assert bottom == pytest.approx(top, abs=0.1)
    assert top == pytest.approx(left, abs=0.1)
