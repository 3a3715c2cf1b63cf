"""Composed sheets: their PDF objects, their words and their pixels."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import bench_decks
import numpy as np
import pikepdf
import pypdfium2
import pytest
import yaml
from fontTools.ttLib import TTFont
from helpers import (
    POINTS,
    ROOT,
    Box,
    built,
    colours,
    pictures,
    pixels,
    real,
    shared,
    squeezed,
    starter,
    walk,
    words_in,
    written,
)
from known_games import known_project
from sound_files import pdf_faults

from printgen.imposition.plan import ImpositionOptions, Placement, SheetPlan, impose
from printgen.imposition.printers_marks import crop_marks
from printgen.paper import CARDS, PAPERS
from printgen.products.kind import PrintOptions

pytestmark = pytest.mark.slow

# In a file of this game, `captain` comes first; of sailors there are three.
FOG = ["captain", "drowned", "harpooner", "sailor", "sailor", "sailor"]
# 10 pixels a mm: a millimetre is a whole number of them.
FINE = 10.0
Form = tuple[int, int]
DPI_300 = 300 / 25.4
ACCENT = (0x69, 0x18, 0x2C)

MANY = """
deck:
  title: {any: Deck}
  output: cards
  languages: [en]
  papers: [a4]
  inks: [full]
  faces: {front: zombstone/front, back: zombstone/back}
fronts:
  title: {any: Fronts}
  output: cards
  languages: [en]
  papers: [a4]
  inks: [full]
  profiles: [%(some)s]
  faces: {front: zombstone/front}
backs:
  title: {any: Backs}
  output: cards
  languages: [en]
  papers: [a4]
  inks: [full]
  profiles: [%(some)s]
  faces: {front: zombstone/back}
"""
# In the whole deck these stand at the same places and on the same paper as alone: the sheets count
# nine cards, the backgrounds four backs and three fronts.
SOME = range(36, 45)
DECK = 45


def make_fog(root: Path) -> None:
    starter(root)
    built(root, "fog/crew-cards", every=True)
    built(root, "fog/reference")


def make_zombstone(root: Path) -> None:
    project = known_project(real(root, "zombstone", "lotow"))
    built(project, "zombstone/gunmen", inks=["full", "low"], langs=["fr"])


def make_many(root: Path) -> None:
    bench_decks.make_project(root, DECK)
    some = ", ".join(f"gunman-{n:04d}" for n in SOME)
    products = root / "content" / "zombstone" / "products.yaml"
    products.write_text(MANY % {"some": some})
    built(root, "zombstone", jobs=2)


@pytest.fixture(scope="module")
def fog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The starter game."""
    return shared(tmp_path_factory, "fog", make_fog) / "out" / "fog"


@pytest.fixture(scope="module")
def zombstone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The deck of the demonstration game."""
    return shared(tmp_path_factory, "zombstone", make_zombstone) / "out" / "zombstone"


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A deck of several batches per side, and its last nine cards alone."""
    return shared(tmp_path_factory, "many", make_many) / "out" / "zombstone"


@pytest.fixture(scope="module", params=["fog", "zombstone", "many"])
def files(request: pytest.FixtureRequest) -> list[Path]:
    """Every file of a game."""
    return sorted(request.getfixturevalue(request.param).glob("*.pdf"))


def yaml_of(game: str, kind: str, base: Path = ROOT / "content") -> dict[str, dict[str, Any]]:
    """The entries of a game, read without printgen."""
    entries: dict[str, dict[str, Any]] = {}
    for path in sorted((base / game / kind).glob("*.yaml")):
        words = re.sub(r"\[([^\[\]]*)\]\{\.is[^{}]*\}", r"\1", path.read_text(encoding="utf-8"))
        data = yaml.safe_load(words)
        entries |= data.get("entries", {path.stem: data})
    return entries


def spoken(text: dict[str, str], lang: str) -> str:
    """A text without spaces, emphasis and typographic changes."""
    said = text.get(lang) or text["any"]
    return bare(said.replace("*", ""))


def bare(text: str) -> str:
    return squeezed(text).replace("’", "'").replace("−", "-").casefold()


def holds(text: str, wanted: dict[str, str], lang: str, turned: bool) -> bool:
    """Whether a text is on a card. The words of turned cards may be in another order."""
    if not turned:
        return spoken(wanted, lang) in bare(text)
    words = Counter(bare(word).strip(".") for word in (wanted.get(lang) or wanted["any"]).split())
    return words <= Counter(bare(word).strip(".") for word in text.split())


def plan_of(count: int, paper: str = "a4", backs: bool = True, **options: Any) -> SheetPlan:
    cards = [(n, n + count if backs else None) for n in range(count)]
    return impose(cards, PAPERS[paper], ImpositionOptions(CARDS["poker"], **options))


def box_of(p: Placement) -> Box:
    return p.x, p.y, p.x + p.width, p.y + p.height


def accented(path: Path, page: int) -> np.ndarray:
    """Where a page has the accent colour, at 4 pixels per mm."""
    image = colours(path, page, 4)
    found: np.ndarray = np.logical_and.reduce(
        [np.abs(image[:, :, n] - level) < 8 for n, level in enumerate(ACCENT)]
    )
    return found


def cut(image: np.ndarray, box: Box, per_mm: float) -> np.ndarray:
    left, top, right, bottom = (round(side * per_mm) for side in box)
    return image[max(0, top) : bottom, max(0, left) : right]


# --- bytes -----------------------------------------------------------------------------------


def test_files_are_sound(files: list[Path]) -> None:
    assert files
    for path in files:
        assert pdf_faults(path) == ""


def test_pages_have_the_size_of_the_paper(files: list[Path]) -> None:
    for path in files:
        paper = PAPERS[path.name.split(".")[2]]
        with pikepdf.open(path) as pdf:
            assert len(pdf.pages) > 0
            for page in pdf.pages:
                box = [float(side) for side in page.MediaBox]
                expected = sorted((paper.width * POINTS, paper.height * POINTS))
                assert box[:2] == pytest.approx([0, 0], abs=0.01)
                assert sorted(box[2:]) == pytest.approx(expected, abs=0.01)
                assert not page.get("/Rotate")


@pytest.fixture(scope="module")
def families() -> set[str]:
    """The internal names of the fonts of this repository."""
    names: set[str] = set()
    for path in (ROOT / "fonts").rglob("*.ttf"):
        with TTFont(path, lazy=True) as font:
            for number in (1, 4, 6, 16):
                if name := font["name"].getDebugName(number):
                    names.add(re.sub(r"\W|_", "", name).casefold())
    return names


def test_every_font_is_ours_and_embedded(files: list[Path], families: set[str]) -> None:
    for path in files:
        found = 0
        for item in walk(path):
            if item.get("/Type") == "/FontDescriptor":
                assert "/FontFile2" in item, (path.name, item.get("/FontName"))
                assert item.FontFile2.read_bytes()[:4] in (b"\0\1\0\0", b"true")
            if item.get("/Type") == "/Font":
                found += 1
                subset, _, name = str(item.BaseFont).removeprefix("/").rpartition("+")
                assert re.fullmatch("[A-Z]{6}", subset)
                name = re.sub(r"\W|_", "", name).casefold()
                assert any(name.startswith(family) or name == family for family in families)
                inner = item["/DescendantFonts"][0] if "/DescendantFonts" in item else item
                assert "/FontDescriptor" in inner
        assert found


def test_poppler_sees_only_embedded_fonts(files: list[Path]) -> None:
    for path in files:
        listed = subprocess.run(["pdffonts", path], capture_output=True, text=True, check=True)
        rows = listed.stdout.splitlines()[2:]
        assert rows
        assert all(re.search(r" yes yes yes +\d+ +\d+$", row) for row in rows), listed.stdout


def faces_of(path: Path) -> tuple[set[Form], Counter[Form]]:
    """The forms that the pages of a deck use, and how often each is drawn."""
    forms, drawn = set[Form](), Counter[Form]()
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            names = {str(k): form.objgen for k, form in page.Resources.XObject.items()}
            forms |= set(names.values())
            for step in pikepdf.parse_content_stream(page):
                if str(step.operator) == "Do":
                    drawn[names[str(step.operands[0])]] += 1
    return forms, drawn


def test_a_face_is_in_the_file_twice_at_most_for_any_quantity(fog: Path) -> None:
    path = fog / "crew-cards.fr.a4.pdf"
    forms, drawn = faces_of(path)
    # The sailor's front and back are drawn three times: once to be read, and as two copies.
    assert Counter(drawn.values())[2] == 2
    assert set(drawn.values()) == {1, 2}
    # Those of pages: drawings on faces have forms of their own.
    contents = [
        item.read_bytes()
        for item in walk(path)
        if item.get("/Subtype") == "/Form" and item.objgen in forms
    ]
    assert len(contents) == len(forms)
    assert len(set(contents)) == len(contents)


def test_each_face_of_a_large_deck_is_one_form(many: Path) -> None:
    forms, drawn = faces_of(many / "deck.en.a4.pdf")
    assert len(forms) == len(drawn) == 2 * DECK
    assert set(drawn.values()) == {1}


def test_the_file_has_metadata(fog: Path) -> None:
    wanted = {
        "fr": ("Brume et boussoles – Cartes d’équipage", "Votre nom"),
        "en": ("Fog and Compasses – Crew cards", "Your name"),
    }
    for lang, (title, author) in wanted.items():
        with pikepdf.open(fog / f"crew-cards.{lang}.letter.pdf") as pdf:
            assert str(pdf.docinfo["/Title"]) == title
            assert str(pdf.docinfo["/Author"]) == author
            assert str(pdf.Root.Lang) == lang
            assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
            assert "/CreationDate" not in pdf.docinfo
    with pikepdf.open(fog / "reference.en.a4.pdf") as pdf:
        assert str(pdf.docinfo["/Title"]) == "Fog and Compasses – Reference sheet"
        assert str(pdf.Root.Lang) == "en"


def test_files_have_no_actions(files: list[Path]) -> None:
    for path in files:
        for item in walk(path):
            for key in ("/JavaScript", "/JS", "/Launch", "/EmbeddedFiles", "/URI", "/AA"):
                assert key not in item
            assert item.get("/S") not in ("/URI", "/Launch", "/JavaScript", "/SubmitForm")


# --- words -----------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("ink", ["", ".low-ink"])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_each_card_has_its_words(fog: Path, lang: str, paper: str, ink: str) -> None:
    path = fog / f"crew-cards.{lang}.{paper}{ink}.pdf"
    base = ROOT / "printgen" / "starters" / "skirmish" / "content"
    profiles = yaml_of("fog", "profiles", base)
    traits = yaml_of("fog", "traits", base)
    plan = plan_of(len(FOG), paper)
    # Every side of the plan, and on it every card: only its own words.
    for page, side in enumerate(plan.sides):
        for placement in side.placements:
            profile = profiles[FOG[placement.face % len(FOG)]]
            text, turned = words_in(path, page, box_of(placement)), placement.turn != 0
            assert holds(text, profile["name"], lang, turned)
            if placement.face < len(FOG):
                assert holds(text, profile["epithet"], lang, turned)
                assert holds(text, profile["story"], lang, turned)
            for name, trait in traits.items():
                wanted = placement.face >= len(FOG) and name in profile["traits"]
                assert holds(text, trait["name"], lang, turned) or not wanted
                if "text" in trait:
                    assert holds(text, trait["text"], lang, turned) == wanted


def test_names_appear_once_per_copy(fog: Path) -> None:
    path = fog / "crew-cards.fr.a4.pdf"
    for page in (0, 1):
        text = words_in(path, page)
        assert text.count("Le Matelot") == 3
        assert text.count("La Capitaine") == text.count("La Harponneuse") == 1
    backs = " ".join(words_in(path, 1).split())
    assert backs.count("Passerelles et cordages") == 3
    assert backs.count("Portée 12") == 1


def test_poppler_reads_the_words_too(fog: Path, zombstone: Path) -> None:
    for path, name, count in (
        (fog / "crew-cards.en.a4.pdf", "The Sailor", 6),
        (zombstone / "gunmen.fr.a4.pdf", "Ike Clanton", 2),
    ):
        done = subprocess.run(["pdftotext", path, "-"], capture_output=True, check=True)
        assert done.stdout.decode().count(name) == count


@pytest.mark.parametrize("ink", ["", ".low-ink"])
def test_the_demonstration_deck_has_its_words(zombstone: Path, ink: str) -> None:
    path = zombstone / f"gunmen.fr.a4{ink}.pdf"
    profiles = yaml_of("zombstone", "profiles")
    traits = yaml_of("zombstone", "traits")
    others = yaml_of("lotow", "traits")
    copies = {"deputy": 2, "zombie": 3}
    cards = [name for name in profiles for _ in range(copies.get(name, 1))]
    plan = plan_of(len(cards))
    assert len(plan.sides) == 2
    for page, side in enumerate(plan.sides):
        for placement in side.placements:
            profile = profiles[cards[placement.face % len(cards)]]
            found = bare(words_in(path, page, box_of(placement)))
            assert spoken(profile["name"], "fr") in found
            front = placement.face < len(cards)
            if front:
                assert spoken(profile["story"], "fr") in found
            for name in profile.get("traits", []):
                foreign = name.startswith("lotow/")
                trait = others[name.removeprefix("lotow/")] if foreign else traits[name]
                if trait["kind"] in ("status", "role"):
                    # Only their names stand on the card.
                    assert front or spoken(trait["name"], "fr") in found
                elif foreign == front and "text" in trait:
                    assert spoken(trait["name"], "fr") in found
                    assert spoken(trait["text"], "fr") in found


def gaps(path: Path, page: int, marks: str) -> list[tuple[str, float, float]]:
    """For each `word : word` of a page: the width of the gap before the mark, and after it."""
    document = pypdfium2.PdfDocument(path)
    text = document[page].get_textpage()
    letters = [text.get_text_range(i, 1) or "\0" for i in range(text.count_chars())]
    found = []
    for match in re.finditer(rf"\w\s?[{marks}] \w", "".join(letters)):
        boxes = [text.get_charbox(i, loose=True) for i in range(*match.span())]
        mark = boxes[-3]
        found.append((match[0], mark[0] - boxes[0][2], boxes[-1][0] - mark[2]))
    document.close()
    return found


def test_french_has_its_narrow_spaces(fog: Path) -> None:
    for page in (0, 1):
        text = words_in(fog / "crew-cards.fr.a4.pdf", page)
        assert not re.search(r"^\s*[;:!?]", text, re.MULTILINE)
    found = gaps(fog / "crew-cards.fr.a4.pdf", 1, ";:!?")
    found += gaps(fog / "reference.fr.a4.pdf", 0, ";:!?")
    assert len(found) >= 6
    for words, before, after in found:
        # A colon has a word space, as after it.
        share = before / after
        assert 0.9 < share < 1.1 if ":" in words else 0.3 < share < 0.7, words


def test_the_real_deck_breaks_no_line_before_a_mark(zombstone: Path) -> None:
    for page in (0, 1):
        text = words_in(zombstone / "gunmen.fr.a4.pdf", page)
        assert len(re.findall(r"\w\s[;:]", text)) >= 4
        assert not re.search(r"^\s*[;:!?]", text, re.MULTILINE)


def test_english_has_no_space_before_marks(fog: Path) -> None:
    for page in (0, 1):
        assert not re.search(r"\w\s[;:!?]", words_in(fog / "crew-cards.en.a4.pdf", page))
    found = gaps(fog / "crew-cards.en.a4.pdf", 0, ":") + gaps(fog / "reference.en.a4.pdf", 0, ":;")
    assert found
    assert all(before < 0.2 * after for _, before, after in found)


def test_low_ink_loses_pictures_and_no_word(fog: Path, zombstone: Path) -> None:
    # Drawings of a row stay; backdrops do not.
    for folder, name, has_backdrop, most in (
        (fog, "crew-cards", False, 0.75),
        (zombstone, "gunmen", True, 0.5),
    ):
        full, low = folder / f"{name}.fr.a4.pdf", folder / f"{name}.fr.a4.low-ink.pdf"
        assert bool(pictures(full)) == has_backdrop
        assert pictures(low) == 0
        for page in (0, 1):
            words = [Counter(words_in(path, page).split()) for path in (full, low)]
            assert words[0] == words[1]
            ink = [(255 - pixels(path, page, 3)).sum() for path in (full, low)]
            assert ink[1] < ink[0] * most


# --- pixels ----------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_marks_are_at_their_planned_positions_only(fog: Path, paper: str) -> None:
    plan = plan_of(len(FOG), paper)
    for page, side in enumerate(plan.sides):
        image = pixels(fog / f"crew-cards.fr.{paper}.low-ink.pdf", page, DPI_300)
        rest = image.copy()
        marks = crop_marks(side, plan.paper)
        assert len(marks) >= 12
        for x1, y1, x2, y2 in marks:
            for part in (0.1, 0.5, 0.9):
                x, y = x1 + part * (x2 - x1), y1 + part * (y2 - y1)
                assert cut(image, (x - 0.2, y - 0.2, x + 0.2, y + 0.2), DPI_300).min() < 128
            # The mark ends where it should: beyond its ends and beside it there is nothing.
            left, top = min(x1, x2) - 0.25, min(y1, y2) - 0.25
            cut(rest, (left, top, max(x1, x2) + 0.25, max(y1, y2) + 0.25), DPI_300)[:] = 255
        for p in side.placements:
            left, top = p.x - p.clip[0] - 0.1, p.y - p.clip[1] - 0.1
            right, bottom = p.x + p.width + p.clip[2] + 0.1, p.y + p.height + p.clip[3] + 0.1
            cut(rest, (left, top, right, bottom), DPI_300)[:] = 255
        foot = 8.4
        if side.strip is not None:
            # Ruler and labels are beside the first row.
            (top, bottom), width, foot = side.strip, plan.paper.width, 0.0
            for left, right in ((4.5, 8.4), (width - 8.4, width - 4.5)):
                cut(rest, (left, top + 1, right, bottom - 1), DPI_300)[:] = 255
        body = cut(rest, (0, 0, plan.paper.width, plan.paper.height - foot), DPI_300)
        assert body.min() > 250


def test_a_mark_is_thin(fog: Path) -> None:
    plan = plan_of(len(FOG))
    side = plan.sides[0]
    path = fog / "crew-cards.fr.a4.low-ink.pdf"
    for x1, y1, x2, y2 in crop_marks(side, plan.paper)[::9]:
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        spot = pixels(path, 0, 40, (x - 0.5, y - 0.5, x + 0.5, y + 0.5))
        # Ink in a square of 1 mm that the mark crosses, as a width.
        assert (255 - spot).mean() / 255 == pytest.approx(0.15, abs=0.03)


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("page", [0, 1])
def test_the_ruler_measures_50_mm(fog: Path, lang: str, page: int) -> None:
    per_mm = 40
    path = fog / f"crew-cards.{lang}.a4.low-ink.pdf"
    # The long ticks alone reach so high above the base line.
    row = pixels(path, page, per_mm, (5, 297 - 7.9, 64, 297 - 7.6)).min(axis=0)
    dark = np.flatnonzero(row < 128)
    ticks = [group.mean() for group in np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1)]
    assert len(ticks) == 6
    assert (ticks[-1] - ticks[0]) / per_mm == pytest.approx(50, abs=0.1)
    assert np.diff(ticks) / per_mm == pytest.approx([10] * 5, abs=0.05)
    foot = words_in(path, page, (0, 297 - 12, 210, 297))
    assert ("100\u202f%" if lang == "fr" else "100%") in foot
    assert "50 mm" in foot
    assert f"{page + 1}/2" in foot


def test_colour_runs_into_the_bleed(fog: Path) -> None:
    plan = plan_of(len(FOG))
    for page, side in enumerate(plan.sides):
        image = colours(fog / "crew-cards.fr.a4.pdf", page, FINE)
        top = min(p.y for p in side.placements)
        for p in side.placements:
            # At the corner of the bleed where it shows whole, and just within the trim.
            spots = [(p.x + 5, p.y + 1.5), (p.x + p.width - 5, p.y + 1.5)]
            if p.y == top:
                spots += [(p.x + 5, p.y - 2.8), (p.x + p.width - 5, p.y - 0.2)]
            if p.clip[0] == 3 and p.y == top:
                spots.append((p.x - 2.8, p.y - 2.8))
            if p.clip[2] == 3 and p.y == top:
                spots.append((p.x + p.width + 2.8, p.y - 2.8))
            for x, y in spots:
                assert np.abs(image[round(y * FINE), round(x * FINE)] - ACCENT).max() <= 2
            # The band ends 18.5 mm from the top of the bleed, above the picture or the white back.
            below = image[round((p.y + 15.8) * FINE), round((p.x + 1.5) * FINE)]
            above = image[round((p.y + 15.2) * FINE), round((p.x + 1.5) * FINE)]
            assert np.abs(below - ACCENT).max() > 10 if page == 0 else below.min() > 250
            assert np.abs(above - ACCENT).max() <= 2
        for p in side.placements:
            if p.clip[0] == 3 and p.y == top:
                outside = image[round((p.y - 3.2) * FINE), round((p.x - 3.2) * FINE)]
                assert outside.min() == 255


def test_a_backdrop_fills_the_bleed(zombstone: Path) -> None:
    plan = plan_of(9)
    for page, side in enumerate(plan.sides):
        image = colours(zombstone / "gunmen.fr.a4.pdf", page, FINE)
        for p in side.placements:
            for x in (p.x - p.clip[0] + 0.3, p.x + p.width + p.clip[2] - 0.3):
                for y in (p.y - p.clip[1] + 0.3, p.y + p.height + p.clip[3] - 0.3):
                    red, _, blue = image[round(y * FINE), round(x * FINE)]
                    # Paper that has yellowed: neither white nor grey.
                    assert red > blue + 5


def test_an_offset_moves_the_backs_alone(fog: Path, tmp_path: Path) -> None:
    root = starter(tmp_path / "moved")
    moved_by = PrintOptions(offset=(3.0, -2.0))
    out = built(root, "fog/crew-cards", langs=["fr"], options=moved_by)
    moved, base = out / "fog" / "crew-cards.fr.a4.pdf", fog / "crew-cards.fr.a4.pdf"
    assert np.array_equal(colours(moved, 0, FINE), colours(base, 0, FINE))
    before, after = pixels(base, 1, FINE), pixels(moved, 1, FINE)
    back = plan_of(len(FOG)).sides[1]
    for p in back.placements:
        here = cut(before, (p.x + 1, p.y + 1, p.x + p.width - 1, p.y + p.height - 1), FINE)
        there = cut(after, (p.x + 4, p.y - 1, p.x + p.width + 2, p.y + p.height - 3), FINE)
        assert here.std() > 20
        apart = np.abs(here - there)
        assert apart.mean() < 1
        assert (apart > 80).sum() == 0
    # Printer's marks are not shifted: outside all bleed, both pages are equal.
    for image in (before, after):
        for p in back.placements:
            box = (p.x - 3.2, p.y - 5.2, p.x + p.width + 6.2, p.y + p.height + 3.2)
            cut(image, box, FINE)[:] = 255
    assert (before < 128).sum() > 500
    assert np.array_equal(before, after)


def test_backs_are_behind_their_fronts(fog: Path) -> None:
    """The accent band of each back coincides with that of its front, seen through the paper."""
    for paper in ("a4", "letter"):
        path = fog / f"crew-cards.fr.{paper}.pdf"
        front, back = (accented(path, page) for page in (0, 1))
        landscape = front.shape[1] > front.shape[0]
        turned = back[::-1] if landscape else back[:, ::-1]
        assert front.sum() > 5000
        # Letters stand in the band, in other places: the rest is the same to the pixel.
        assert (front & turned).sum() > 0.65 * (front | turned).sum()


@pytest.mark.parametrize("duplex", ["short-edge", "gutter-fold"])
def test_other_ways_to_turn_the_paper(tmp_path: Path, duplex: str) -> None:
    root = starter(tmp_path / "game")
    options = PrintOptions(duplex=duplex)
    path = built(root, "fog/crew-cards", langs=["en"], options=options) / "fog"
    path /= "crew-cards.en.a4.pdf"
    plan = plan_of(len(FOG), duplex=duplex)
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == len(plan.sides)
    accents = [accented(path, page) for page in range(len(plan.sides))]
    if duplex == "short-edge":
        front, back = accents
        turned = back[::-1]
        assert (front & turned).sum() > 0.65 * (front | turned).sum()
        return
    for side, page in zip(plan.sides, accents, strict=True):
        assert side.fold is not None
        fold = round(side.fold * 4)
        upper, lower = page[:fold], page[fold:][::-1]
        depth = min(len(upper), len(lower))
        upper, lower = upper[-depth:], lower[-depth:]
        assert upper.sum() > 1000
        assert (upper & lower).sum() > 0.6 * (upper | lower).sum()


# --- parts put together -------------------------------------------------------------------------


def test_a_large_deck_has_each_font_program_once(many: Path) -> None:
    path = many / "deck.en.a4.pdf"
    programs: dict[str, set[Form]] = {}
    streams = set()
    for item in walk(path):
        if item.get("/Type") == "/FontDescriptor":
            programs.setdefault(str(item.FontName), set()).add(item.FontFile2.objgen)
            streams.add(item.FontFile2.read_bytes())
    assert len(programs) >= 4
    assert all(len(found) == 1 for found in programs.values())
    assert len(streams) == len(programs)


def test_a_large_deck_has_each_picture_once(many: Path) -> None:
    seen = Counter(
        item.read_raw_bytes()
        for item in walk(many / "deck.en.a4.pdf")
        if item.get("/Subtype") == "/Image"
    )
    assert set(seen.values()) == {1}
    # A photo for each card, three posters and four papers.
    assert len(seen) == DECK + 3 + 4


def test_a_large_deck_reads_right_on_every_page(many: Path) -> None:
    path = many / "deck.en.a4.pdf"
    plan = plan_of(DECK)
    for page, side in enumerate(plan.sides):
        for placement in side.placements:
            text = words_in(path, page, box_of(placement))
            number = placement.face % DECK
            assert re.findall(r"Gunman (\d+)\b", text) == [str(number)]
            if placement.face < DECK:
                found = squeezed(text)
                assert f"Number{number}ofthegang" in found
                assert "Walkssincethenightfell,andiswalkingstill,towardsthelamps." in found


@pytest.mark.parametrize(("name", "side"), [("fronts", 0), ("backs", 1)])
def test_glyphs_are_those_of_a_deck_from_one_part(many: Path, name: str, side: int) -> None:
    first = SOME.start // 9
    for sheet in range(len(SOME) // 9):
        whole = pixels(many / "deck.en.a4.pdf", 2 * (first + sheet) + side, DPI_300)
        alone = pixels(many / f"{name}.en.a4.pdf", sheet, DPI_300)
        if side:
            # Alone, these are fronts and not mirrored.
            plan = plan_of(9)
            pairs = list(zip(plan.sides[1].placements, plan.sides[0].placements, strict=True))
        else:
            pairs = [(p, p) for p in plan_of(9).sides[0].placements]
        for there, here in pairs[::2]:
            a = cut(whole, (there.x + 1, there.y + 1, there.x + 62, there.y + 87), DPI_300)
            b = cut(alone, (here.x + 1, here.y + 1, here.x + 62, here.y + 87), DPI_300)
            rows, columns = min(a.shape[0], b.shape[0]), min(a.shape[1], b.shape[1])
            apart = np.abs(a[:rows, :columns] - b[:rows, :columns])
            assert a.std() > 20
            assert apart.mean() < 6
            assert (apart > 120).mean() < 0.004


def test_shared_parts_make_a_small_file(many: Path) -> None:
    sizes = {path.name: path.stat().st_size for path in many.glob("*.pdf")}
    photos = sum(path.stat().st_size for path in (many.parents[1] / "content").rglob("p*.jpg"))
    backdrops = sum(
        (ROOT / "templates" / "zombstone" / "img" / f"{kind}-{n}.jpg").stat().st_size
        for kind, numbers in (("poster", (1, 2, 3)), ("paper", (1, 2, 3, 4)))
        for n in numbers
    )
    # Beyond its pictures: 20 kB of fonts a family, and 3 kB of marks a face.
    assert sizes["deck.en.a4.pdf"] < photos + backdrops + 120_000 + 2 * DECK * 3_000


def test_only_what_was_asked_for_is_written(zombstone: Path) -> None:
    assert sorted(written(zombstone.parents[1])) == [
        "manifest.json",
        "zombstone/gunmen.fr.a4.low-ink.pdf",
        "zombstone/gunmen.fr.a4.pdf",
    ]
