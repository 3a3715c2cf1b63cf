"""Proofs of decks by the command: what is named, and the sheets."""

from __future__ import annotations

from pathlib import Path
from subprocess import CompletedProcess

import numpy as np
import pikepdf
import pytest
from cli_runs import run_printgen
from helpers import pixels, words_in
from PIL import Image
from small_projects import write
from sound_files import pdf_faults

from printgen.extras.colours.vision import DEUTAN, GREY, NORMAL, PROTAN, difference
from printgen.extras.exports.card_pictures import DeckCard
from printgen.extras.proof.cuts import Shift, Tally
from printgen.extras.proof.deck import SHOWN, Proof, ProofFace, sampled, uneven_borders
from printgen.extras.proof.edges import EDGES, NearCut
from printgen.extras.proof.sheet import as_cut, as_seen
from printgen.paper import Size
from printgen.problems import Position
from printgen.products.card_faces import Cut

GAME = """
title: {en: Frames, fr: Cadres}
languages: [en, fr]
kinds:
  beasts: {label: {en: Beast, fr: Bête}, fields: {art: {type: image}}}
"""

BEASTS = """
entries:
  owl: {name: {en: Owl, fr: Chouette}, art: owl.svg, copies: 2}
  fox: {name: {en: Fox, fr: Renard}, art: fox.svg}
  elk: {name: {en: Elk, fr: Élan}, art: elk.svg}
"""

PRODUCTS = """
deck:
  title: {en: Deck, fr: Paquet}
  output: cards
  entries: {beasts: all}
  faces:
    front: {picture: {from: art, fit: full}, title: none}
    common_back: {picture: back.svg}
"""


def art(border: float, ground: str, more: str = "") -> str:
    """A picture of a face with its bleed, in a border of a width in mm from the cut."""
    at = 3 + border
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 69 94">'
        f'<rect width="69" height="94" fill="#22303c"/><rect x="{at}" y="{at}" '
        f'width="{69 - 2 * at}" height="{94 - 2 * at}" fill="{ground}"/>{more}</svg>'
    )


MARK = '<rect x="4.2" y="30" width="4" height="6" fill="#d88c2a"/>'


def project(root: Path, elk: str = art(5.5, "#d5e9c6"), border: float = 3.0) -> Path:
    return write(
        root,
        {
            "printgen.yaml": "",
            "content/frames/game.yaml": GAME,
            "content/frames/products.yaml": PRODUCTS,
            "content/frames/beasts/beasts.yaml": BEASTS,
            "content/frames/images/owl.svg": art(border, "#f2e3b3"),
            "content/frames/images/fox.svg": art(border, "#e9cfa6"),
            "content/frames/images/elk.svg": elk,
            "content/frames/images/back.svg": art(-3, "#0f5671"),
        },
    )


def proof(root: Path, *more: str) -> CompletedProcess[str]:
    return run_printgen("proof", "frames/deck", "--jobs", "1", "--no-cache", *more, cwd=root)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, CompletedProcess[str]]:
    """A proof in both languages, with the colours in one command."""
    root = project(tmp_path_factory.mktemp("proof"))
    return root, proof(root, "--vision")


def folder(made: tuple[Path, CompletedProcess[str]]) -> Path:
    return made[0] / "out/frames/proof"


def test_proofs_are_files_of_their_deck(made: tuple[Path, CompletedProcess[str]]) -> None:
    assert made[1].returncode == 0
    names = sorted(path.name for path in folder(made).iterdir())
    assert names == [
        "deck-vision.en.a4.pdf",
        "deck-vision.fr.a4.pdf",
        "deck.en.a4.pdf",
        "deck.fr.a4.pdf",
    ]
    said = [line.split()[0] for line in made[1].stdout.splitlines()]
    assert sorted(said) == [f"out/frames/proof/{name}" for name in names]


def test_borders_are_named_with_their_figures(made: tuple[Path, CompletedProcess[str]]) -> None:
    (line,) = [line for line in made[1].stderr.splitlines() if "border of" in line]
    assert line == (
        "content/frames/products.yaml:7:5: border-uneven: warning: the border of 3.0 mm on all "
        "four sides of 3 fronts, such as 'owl', is 2.0 and 4.0 mm wide when the cut is 1 mm off "
        "(a border looks even from 5 mm on; without one, nothing shows)"
    )


@pytest.mark.parametrize(
    ("lang", "title", "border", "each"),
    [
        ("en", "Frames – Deck", "A border of 3.0 mm (all around) on 3 fronts", "Each card"),
        ("fr", "Cadres – Paquet", "Cadre de 3,0 mm (tout autour) sur 3 rectos", "Chaque carte"),
    ],
)
def test_the_sheet_says_what_happens(
    made: tuple[Path, CompletedProcess[str]], lang: str, title: str, border: str, each: str
) -> None:
    path = folder(made) / f"deck.{lang}.a4.pdf"
    first, second = (" ".join(words_in(path, page).split()) for page in (0, 1))
    assert title in first
    assert border in first.replace("\u00a0", " ").replace("\u202f", " ")
    assert each in second
    assert "1 mm" in second
    assert "2 mm" in second
    assert pdf_faults(path) == ""
    with pikepdf.open(path) as pdf:
        assert str(pdf.Root.Lang) == lang
        assert len(pdf.pages) == 2


def test_the_colours_are_in_five_columns(made: tuple[Path, CompletedProcess[str]]) -> None:
    path = folder(made) / "deck-vision.en.a4.pdf"
    words = " ".join(words_in(path, 0).split())
    for name in ("Normal sight", "(deutan)", "(protan)", "(tritan)", "Printed in black"):
        assert name in words
    assert pdf_faults(path) == ""
    assert pixels(path, 0, 1.0).min() < 60


@pytest.mark.slow
def test_the_same_deck_gives_the_same_bytes(
    made: tuple[Path, CompletedProcess[str]], tmp_path: Path
) -> None:
    root = project(tmp_path)
    assert proof(root, "--lang", "en").returncode == 0
    name = "out/frames/proof/deck.en.a4.pdf"
    assert (root / name).read_bytes() == (made[0] / name).read_bytes()


@pytest.mark.sees("border-uneven", "cut-near")
def test_a_drawing_near_the_cut_is_named_at_its_card(tmp_path: Path) -> None:
    root = project(tmp_path, elk=art(-3, "#d5e9c6", MARK))
    done = proof(root, "--lang", "fr", "--paper", "letter")
    assert done.returncode == 0
    assert (root / "out/frames/proof/deck.fr.letter.pdf").exists()
    (line,) = [line for line in done.stderr.splitlines() if "cut-near" in line]
    assert line == (
        "content/frames/beasts/beasts.yaml:5:8: cut-near: warning: a drawing is 1.2 mm from the "
        "left edge: a cut that is 2 mm off cuts into it (keep 3 mm clear of the cut, or go on "
        "into the bleed)"
    )


@pytest.mark.spares("border-uneven", "cut-near")
def test_a_deck_without_borders_is_sound(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "printgen.yaml": "",
            "content/words/game.yaml": "title: Words\nlanguages: [en]\n"
            "kinds: {rules: {label: Rule, fields: {text: {}}}}\n",
            "content/words/products.yaml": "deck:\n  title: Deck\n  output: cards\n"
            "  entries: {rules: all}\n"
            "  faces: {front: {body: text}}\n",
            "content/words/rules/rules.yaml": "entries: {go: {name: Go, text: Two steps.}}\n",
        },
    )
    done = run_printgen("proof", "words", "--jobs", "1", "--no-cache", cwd=tmp_path)
    assert done.returncode == 0
    assert "warning" not in done.stderr
    sheet = tmp_path / "out/words/proof/deck.en.a4.pdf"
    assert "No border will look uneven" in " ".join(words_in(sheet, 0).split())


def test_a_drawn_frame_is_named_on_all_cards_over_any_picture(tmp_path: Path) -> None:
    stripes = "".join(f'<path d="M0 {y}h69v2h-69z" fill="#d88c2a"/>' for y in range(0, 94, 4))
    root = project(tmp_path, elk=art(-3, "#101010", stripes), border=-3)
    products = root / "content/frames/products.yaml"
    products.write_text(PRODUCTS.replace("title: none}", "title: none, frame: line}"))
    done = proof(root, "--lang", "en")
    (line,) = [line for line in done.stderr.splitlines() if "border of" in line]
    assert "the border of 3.0 mm on all four sides of all 4 fronts is" in line
    # A single one is no plural.
    when = "title: none, when: [{if: name == 'Elk', frame: line}]}"
    products.write_text(PRODUCTS.replace("title: none}", when))
    done = proof(root, "--lang", "en")
    assert "on all four sides of the front of 'elk' is 2.0 and" in done.stderr
    words = " ".join(words_in(root / "out/frames/proof/deck.en.a4.pdf", 0).split())
    assert "(all around) on 1 front:" in words.replace("\u00a0", " ")


def test_too_little_bleed_is_said_on_the_sheet(tmp_path: Path) -> None:
    root = project(tmp_path)
    products = root / "content/frames/products.yaml"
    products.write_text(PRODUCTS.replace("output: cards", "output: cards\n  bleed: 0.5"))
    assert proof(root, "--lang", "fr").returncode == 0
    words = " ".join(words_in(root / "out/frames/proof/deck.fr.a4.pdf", 0).split())
    assert "Le fond perdu de 0,5 mm est trop étroit" in words.replace("\u00a0", " ")


def test_a_game_without_decks_and_an_unknown_deck_are_refused(tmp_path: Path) -> None:
    root = project(tmp_path)
    done = run_printgen("proof", "frames/dek", cwd=root)
    assert done.returncode == 2
    assert "did you mean 'frames/deck'?" in done.stderr
    done = run_printgen("proof", "frames", "--lang", "de", cwd=root)
    assert done.returncode == 1
    assert "'frames' has no decks in these languages" in done.stderr
    assert not (root / "out").exists()


def test_an_error_in_a_card_stops_the_proof(tmp_path: Path) -> None:
    root = project(tmp_path)
    (root / "content/frames/images/owl.svg").unlink()
    done = proof(root)
    assert done.returncode == 1
    assert "image-missing" in done.stderr
    assert not (root / "out/frames").exists()


# --- parts of proofs ------------------------------------------------------------------------------


def card(name: str, quantity: int = 1) -> DeckCard:
    return DeckCard(1, name, Position("cards.yaml"), name, "", quantity)


def known(*faces: ProofFace) -> Proof:
    cut = Cut(Size(40, 56), 3.0)
    return Proof(cut, 0.0, [*faces], len(faces), len(faces), [], Tally(0, 0, 0))


def bordered(name: str, width: float, quantity: int = 1) -> ProofFace:
    near = NearCut(tuple((edge, width) for edge in EDGES), (), ())
    return ProofFace(card(name, quantity), "front", quantity, near, None)


def test_borders_of_nearly_one_width_are_one_group() -> None:
    faces = [bordered("a", 1.74), bordered("b", 1.76, 3), bordered("c", 3.0), bordered("d", 5.0)]
    groups = uneven_borders(known(*faces))
    found = [(round(group.width, 2), group.cards, group.whole) for group in groups]
    assert found == [(1.75, 4, False), (3.0, 1, False)]
    assert uneven_borders(known(*faces[:2]))[0].whole


@pytest.mark.parametrize("count", [0, 1, 59, 60, 61, 319, 20_000])
def test_samples_are_even(count: int) -> None:
    found = sampled(count, 60)
    assert found == sorted(set(found))
    assert len(found) == min(count, 60)
    assert all(0 <= number < count for number in found)
    steps = np.diff(found)
    assert not len(steps) or steps.max() - steps.min() <= 1


def picture() -> Image.Image:
    """A face of 40 x 56 mm with 3 mm of bleed: red at the left, blue at the top, else grey."""
    found = np.full((62 * SHOWN, 46 * SHOWN, 3), 128, dtype=np.uint8)
    found[: 5 * SHOWN] = (0, 0, 255)
    found[:, : 5 * SHOWN] = (255, 0, 0)
    return Image.fromarray(found)


@pytest.mark.parametrize(
    ("x", "red", "white"),
    [(0, 2.0, 0.0), (1, 1.0, 0.0), (2, 0.0, 0.0), (-2, 4.0, 0.0), (-4, 5.0, 1.0)],
)
def test_a_shifted_cut_shows_what_is_there(x: float, red: float, white: float) -> None:
    face = ProofFace(card("a"), "front", 1, NearCut((), (), ()), picture())
    seen = np.asarray(as_cut(face, known(face), Shift(x, 0), Size(400, 560))).astype(int)
    row = seen[300]
    is_white = row.min(axis=1) > 250
    is_red = (row[:, 0] > 200) & (row[:, 1] < 60)
    assert is_white.sum() / 10 == pytest.approx(white, abs=0.25)
    assert is_red.sum() / 10 == pytest.approx(red, abs=0.25)


def test_a_turned_cut_is_turned_about_the_middle() -> None:
    face = ProofFace(card("a"), "front", 1, NearCut((), (), ()), picture())
    seen = np.asarray(as_cut(face, known(face), Shift(0, 0, 2.0), Size(400, 560))).astype(int)
    red = (seen[:, :, 0] > 200) & (seen[:, :, 1] < 60)
    upper, lower = red[120].sum() / 10, red[520].sum() / 10
    # Turned clockwise by 2 degrees, the left edge goes inwards at the top.
    assert upper - lower == pytest.approx(-40 * np.tan(np.radians(2.0)), abs=0.3)
    assert as_cut(face, known(face), Shift(0, 0, 0), Size(400, 560)).size == (400, 560)


def test_pictures_are_seen_as_colours_are() -> None:
    colours = ["#b22222", "#228b22", "#1f4f8f", "#c0c0c0"]
    rows = [[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in colours]
    strip = Image.fromarray(np.array([rows], dtype=np.uint8))
    for vision in (DEUTAN, PROTAN, GREY):
        found = np.asarray(as_seen(strip, vision))[0].tolist()
        seen = [f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in found]
        for one, shown in zip(colours, seen, strict=True):
            for other, of_other in zip(colours, seen, strict=True):
                expected = difference(one, other, vision)
                assert difference(shown, of_other, NORMAL) == pytest.approx(expected, abs=0.8)
    assert as_seen(strip, NORMAL) is strip
