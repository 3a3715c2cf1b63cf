"""The accents and the styles of the plain theme, on pages."""

from __future__ import annotations

from contextlib import closing
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pikepdf
import pypdfium2
import pytest
from helpers import built, near, starter

from printgen.content import new
from printgen.content.models.base import ACCENTS, DEFAULT_ACCENT
from printgen.content.new import copy_theme
from printgen.products import products_model
from printgen.project import TEMPLATES, Folders
from printgen.rules.mechanic import KINDS
from printgen.typography.print_limits import contrast_with_white

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
    path = deck(tmp_path, "theme: plain\naccent: wine\nstyle: classic", inks=("low",))
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
