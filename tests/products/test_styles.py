"""The accents and the styles of the plain theme, on pages."""

from __future__ import annotations

from contextlib import closing
from itertools import combinations
from pathlib import Path
from shutil import copy
from typing import Any

import numpy as np
import numpy.typing as npt
import pikepdf
import pypdfium2
import pytest
from helpers import all_words_in, built, near, starter
from odd_font import write_cff

from printgen import Project
from printgen.content.models.base import ACCENTS, DEFAULT_ACCENT
from printgen.extras.starters import new
from printgen.extras.starters.new import copy_theme
from printgen.products import products_model
from printgen.project import FONTS, TEMPLATES, Folders
from printgen.rules.mechanic import KINDS
from printgen.typography.measure import title_type
from printgen.typography.print_limits import contrast_with_white
from printgen.views.style import look_of

PRODUCTS = """
deck:
  title: {any: Deck}
  output: cards
  profiles: [captain]
  faces: {front: card-front}
  languages: [en]
  papers: [a4]
"""


def deck(root: Path, keys: str, **build: Any) -> Path:
    """A deck of one card of the starter game, with these keys in `game.yaml`."""
    starter(root)
    game = root / "content/fog/game.yaml"
    kept = [
        line
        for line in game.read_text("utf-8").splitlines()
        if not line.startswith(("accent:", "style:", "theme:"))
    ]
    game.write_text("\n".join([*kept, keys, ""]), "utf-8")
    (root / "content/fog/products.yaml").write_text(PRODUCTS, "utf-8")
    (path,) = built(root, "fog/deck", **build).glob("fog/*.pdf")
    return path


def picture(path: Path) -> npt.NDArray[np.int_]:
    """The first page of a file, as pixels."""
    with closing(pypdfium2.PdfDocument(path)) as document:
        return np.asarray(document[0].render(scale=1).to_pil().convert("RGB"), dtype=int)


def area(path: Path, colour: str) -> float:
    """The share of a page that has a colour."""
    wanted = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return float(near(picture(path), wanted, 3).mean())


def fonts(path: Path) -> set[str]:
    """The names of the fonts in a file, without the marks of subsets."""
    with pikepdf.open(path) as document:
        named = [
            str(part["/BaseFont"])
            for part in document.objects
            if isinstance(part, pikepdf.Dictionary) and "/BaseFont" in part
        ]
    return {name.lstrip("/").partition("+")[2].replace("-", "") for name in named}


def test_accents_differ_in_greyscale_and_carry_white_type() -> None:
    greys = []
    for colour in ACCENTS.values():
        assert contrast_with_white(colour) >= 4.5
        red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
        greys.append(0.299 * red + 0.587 * green + 0.114 * blue)
    assert min(abs(one - other) for one, other in combinations(greys, 2)) >= 15


def test_the_default_accent_is_the_same_in_all_files_of_the_theme() -> None:
    for name in ("style.css", "book.css", "web.css", "chart.yaml"):
        assert DEFAULT_ACCENT in (TEMPLATES / "plain" / name).read_text("utf-8"), name


@pytest.mark.parametrize("name", sorted(ACCENTS))
def test_cards_have_the_named_accent(tmp_path: Path, name: str) -> None:
    path = deck(tmp_path, f"theme: plain\naccent: {name}", inks=("full",))
    assert area(path, ACCENTS[name]) > 0.01


def test_low_ink_fills_no_large_area(tmp_path: Path) -> None:
    deck(tmp_path, "theme: plain\naccent: wine\nstyle: classic", inks=("low",))
    for profile in tmp_path.glob("content/fog/profiles/*.yaml"):
        lines = profile.read_text("utf-8").splitlines()
        without = [line for line in lines if not line.startswith("image:")]
        profile.write_text("\n".join([*without, ""]), "utf-8")
    (path,) = built(tmp_path, "fog/deck", inks=("low",)).glob("fog/*.pdf")
    assert 0 < area(path, ACCENTS["wine"]) < 0.002
    assert (picture(path).mean(axis=2) < 200).mean() < 0.02


def test_styles_have_their_fonts_also_in_a_copy_of_the_theme(tmp_path: Path) -> None:
    used = {}
    for theme, style in (("plain", "calm"), ("plain", "classic"), ("mine", "classic")):
        root = tmp_path / f"{theme}-{style}"
        starter(root)
        if theme == "mine":
            copy_theme(Folders(root.resolve()), "mine")
        used[theme, style] = fonts(deck(root, f"theme: {theme}\nstyle: {style}", inks=("full",)))
    assert not any("Garamond" in font for font in used["plain", "calm"])
    assert any("Garamond" in font for font in used["plain", "classic"])
    assert used["mine", "classic"] == used["plain", "classic"]


@pytest.mark.slow
def test_the_battle_sheet_of_the_starter_has_one_page_with_the_map_in_the_accent(
    tmp_path: Path,
) -> None:
    root = tmp_path / "game"
    new.create(root, KINDS, products_model(), "hex", ("en", "fr"), "letter")
    game = root / "content/salt/game.yaml"
    text = game.read_text("utf-8").replace('accent: "#3d5a4c"', "accent: wine\nstyle: classic")
    game.write_text(text, "utf-8")
    (path,) = built(root, "salt/battle", inks=("full",), papers=("letter",), langs=("fr",)).glob(
        "salt/battle.fr.letter.pdf"
    )
    with pikepdf.open(path) as document:
        assert len(document.pages) == 1
    assert area(path, ACCENTS["wine"]) > 0.001
    # The map has neither the default colour of maps nor that of the theme.
    assert area(path, "#8a1a12") == area(path, DEFAULT_ACCENT) == 0


@pytest.mark.parametrize("style", ["calm", "classic"])
def test_a_long_story_fits_in_both_styles(tmp_path: Path, style: str) -> None:
    starter(tmp_path)
    captain = tmp_path / "content/fog/profiles/captain.yaml"
    story = "She has lost two ships, and found the harbour each time, on foot."
    text = captain.read_text("utf-8").replace(story, " ".join([story] * 8))
    captain.write_text(text, "utf-8")
    assert text.count(story) == 8
    deck(tmp_path, f"theme: plain\nstyle: {style}")


# --- styles on sheets, and the fonts and the colours that a game gives ----------------------------


STYLES = ("blueprint", "calm", "classic", "comic", "dark", "folk", "painted", "pulp")

SHEET = """
reference:
  title: {any: Reference}
  output: sheet
  template: reference
  languages: [en]
  papers: [a4]
"""

BOOK = """
rules:
  title: {any: Rules}
  output: book
  cover: false
  languages: [en]
  papers: [a4]
"""


def project(root: Path, keys: str, products: str) -> Path:
    """The starter game with other keys in `game.yaml` and other products."""
    deck_free = starter(root)
    game = root / "content/fog/game.yaml"
    kept = [
        line
        for line in game.read_text("utf-8").splitlines()
        if not line.startswith(("accent:", "style:", "theme:"))
    ]
    game.write_text("\n".join([*kept, keys, ""]), "utf-8")
    (root / "content/fog/products.yaml").write_text(products, "utf-8")
    return deck_free


def made(root: Path, keys: str, products: str, **build: Any) -> Path:
    """The one file that is built."""
    project(root, keys, products)
    (path,) = built(root, "fog/*", **build).glob("fog/*.pdf")
    return path


def test_a_game_has_fonts_of_printgen_on_its_cards(tmp_path: Path) -> None:
    path = deck(tmp_path, "theme: plain\nfont: cardo\ntitle_font: Bangers", inks=("full",))
    assert {name.partition("_")[0] for name in fonts(path)} >= {"Bangers"}
    assert any(name.startswith("Cardo") for name in fonts(path))


def test_a_sheet_has_a_font_of_the_project_in_its_nearest_weight(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    write_cff(tmp_path / "fonts" / "odd.otf")
    path = made(tmp_path, "theme: plain\nfont: Odd\ntitle_font: Cinzel", SHEET, inks=("full",))
    assert any(name.startswith("Odd") for name in fonts(path))
    assert any(name.startswith("Cinzel") for name in fonts(path))
    look = look_of(Project(tmp_path).library, Project(tmp_path).library.games["fog"], "plain")
    # The file has one weight: no other is asked for, which would be drawn from it.
    assert look.style.text.weight == look.style.figures.weight == 400
    assert look.style.title.weight == 700


def test_titles_are_measured_in_the_font_of_the_project(tmp_path: Path) -> None:
    project(tmp_path, "theme: plain\ntitle_font: odd", SHEET)
    (tmp_path / "fonts").mkdir(exist_ok=True)
    write_cff(tmp_path / "fonts" / "odd.otf")
    library = Project(tmp_path).library
    fields = look_of(library, library.games["fog"], "plain").fields()
    title = fields["title"]
    assert isinstance(title, dict)
    assert title["family"] == "Odd"
    assert title["widths"]["M"] == 0.25
    # A file is no family.
    for name, said in (
        ("Odd.otf", "write its family: Odd"),
        ("other.ttf", "families in fonts/: Odd"),
        ("Zzyzx", "put its TTF or OTF file into fonts/; families there: Odd"),
    ):
        game = tmp_path / "content/fog/game.yaml"
        before = game.read_text("utf-8")
        game.write_text(before.replace("title_font: odd", f"title_font: {name}"), "utf-8")
        assert [each.hint for each in Project(tmp_path).check()] == [said]
        game.write_text(before, "utf-8")
    assert "widths" not in fields["text"]  # type: ignore[operator]
    # Every character is a quarter of the type size in width: 20 of them are 5 times as wide.
    size = title_type("M" * 20, 10, 1.04 * 5 * 10 * 25.4 / 72, 8, title)
    assert size == (10, 1)
    assert title_type("M" * 20, 10, 0.9 * 5 * 10 * 25.4 / 72, 8, title).size < 10


def test_an_unknown_font_is_a_problem_at_its_key(tmp_path: Path) -> None:
    project(tmp_path, "theme: plain\nfont: Cardoo\ntitle_font: Georgia", SHEET)
    (first, second) = Project(tmp_path).check()
    lines = (tmp_path / "content/fog/game.yaml").read_text("utf-8").splitlines()
    assert (first.code, second.code) == ("font-unknown", "font-unknown")
    assert lines[first.position.line - 1] == "font: Cardoo"
    assert first.hint == "did you mean 'Cardo'?"
    assert lines[second.position.line - 1] == "title_font: Georgia"
    assert "EB Garamond" in second.hint


def test_a_game_has_colours_of_its_own(tmp_path: Path) -> None:
    keys = 'theme: plain\ncolours: {paper: "#e8f4e0", ink: "#103010"}'
    path = deck(tmp_path / "cards", keys, inks=("full",))
    assert area(path, "#e8f4e0") > 0.02
    low = deck(tmp_path / "low", keys, inks=("low",))
    assert area(low, "#e8f4e0") == 0
    sheet = made(tmp_path / "sheet", keys, SHEET, inks=("full",))
    assert area(sheet, "#e8f4e0") == 0


def test_another_font_is_seen_by_a_build_from_the_store(tmp_path: Path) -> None:
    path = deck(tmp_path, "theme: plain", inks=("full",))
    before = path.read_bytes()
    assert deck(tmp_path, "theme: plain", inks=("full",)).read_bytes() == before
    after = deck(tmp_path, "theme: plain\ntitle_font: Rye", inks=("full",))
    assert any(name.startswith("Rye") for name in fonts(after))


@pytest.mark.slow
def test_a_book_credits_the_fonts_of_its_style(tmp_path: Path) -> None:
    path = made(tmp_path, "theme: plain\nstyle: pulp\nfont: Alegreya Sans", BOOK, inks=("full",))
    words = all_words_in(path)
    assert "Rye" in words
    assert "Alegreya" in words
    # No word is set in the text of the style.
    assert "Cardo" not in words


def test_a_sheet_of_a_dark_style_is_on_white_paper(tmp_path: Path) -> None:
    full = made(tmp_path / "full", "theme: plain\nstyle: dark", SHEET, inks=("full",))
    assert (picture(full).min(axis=2) == 255).mean() > 0.75
    low = made(tmp_path / "low", "theme: plain\nstyle: dark", SHEET, inks=("low",))
    assert (picture(low).mean(axis=2) < 200).mean() < 0.05


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("ink", ["full", "low"])
def test_every_style_makes_a_sheet(tmp_path: Path, style: str, ink: str) -> None:
    path = made(tmp_path, f"theme: plain\nstyle: {style}", SHEET, inks=(ink,))
    with pikepdf.open(path) as document:
        assert len(document.pages) == 1
    assert (picture(path).mean(axis=2) < 200).mean() < (0.18 if ink == "full" else 0.08)


def test_the_family_of_a_project_is_looked_up_whatever_its_capitals(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    copy(next((FONTS / "rye").glob("*.ttf")), tmp_path / "fonts" / "x.ttf")
    project(tmp_path, "theme: plain\ntitle_font: RYE", SHEET)
    library = Project(tmp_path).library
    assert look_of(library, library.games["fog"], "plain").style.title.family == "Rye"
