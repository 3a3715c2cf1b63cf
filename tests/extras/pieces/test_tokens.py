"""Tokens as they are printed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers import all_words_in, colours, messages, printgen, shared, words_in
from piece_games import deck_plan, is_drawn, piece_game, stroked_paths

from printgen import Project
from printgen.imposition.plan import SheetPlan

PRODUCTS = """
round:
  title: {en: Events, fr: Événements}
  output: tokens
  entries: {events: all}
  papers: [a4]
  faces:
    front:
      {corner: cost, symbol: effect, band: {by: effect, colours: {oil: "#304020", fire: "#902010"}}}
    common_back: {icon: oil}
hexes:
  title: {en: Hexes, fr: Hexagones}
  output: tokens
  shape: hexagon
  size: 1.5 in
  marks: punchboard
  entries: {events: all}
  papers: [letter]
  inks: [full]
  faces: {front: {picture: art}, back: {body: text}}
"""


@pytest.fixture(scope="module")
def storm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(root: Path) -> None:
        assert (
            Project(piece_game(root, PRODUCTS)).build(jobs=1, inks=["full", "low"]).problems == []
        )

    return shared(tmp_path_factory, "tokens", make)


def plan_of(root: Path, product: str) -> SheetPlan:
    project = Project(root)
    (target,) = project.targets([f"storm/{product}"], langs=["en"], inks=["full"])
    return deck_plan(project, target)


@pytest.mark.parametrize(("product", "paper"), [("round", "a4"), ("hexes", "letter")])
def test_cut_lines_are_drawn_where_the_plan_has_them(storm: Path, product: str, paper: str) -> None:
    path, plan = storm / f"out/storm/{product}.en.{paper}.pdf", plan_of(storm, product)
    assert len(plan.sides[0].cuts) == 6
    drawn = stroked_paths(path, 0)
    assert all(is_drawn(cut, drawn) for cut in plan.sides[0].cuts)
    assert not any(is_drawn(cut, stroked_paths(path, 1)) for cut in plan.sides[0].cuts)


def test_a_token_has_its_colour_up_to_the_bleed_and_no_further(storm: Path) -> None:
    first = plan_of(storm, "round").sides[0].placements[0]
    x, y = first.x + first.width / 2, first.y + first.height / 2
    image = colours(storm / "out/storm/round.en.a4.pdf", 0, 10)
    for direction in ((1, 0), (0, -1), (-0.7071, 0.7071)):
        for radius, inside in ((11.8, True), (14.2, True), (14.8, False)):
            column, row = (
                round(10 * (c + radius * d)) for c, d in zip((x, y), direction, strict=True)
            )
            close = np.abs(image[row, column] - (0x30, 0x40, 0x20)).max() < 12
            assert close == inside, (direction, radius)


def test_words_and_symbols_are_in_both_languages_and_inks(storm: Path) -> None:
    for lang, words in (("en", "Great Wave"), ("fr", "Grande Vague")):
        for ink in ("", ".low-ink"):
            path = storm / f"out/storm/round.{lang}.a4{ink}.pdf"
            assert words in " ".join(all_words_in(path).split())
            assert words_in(path, 0).count("♦") == words_in(path, 1).count("♦") - 1 == 5
    low = colours(storm / "out/storm/round.en.a4.low-ink.pdf", 0, 4)
    full = colours(storm / "out/storm/round.en.a4.pdf", 0, 4)
    assert (low < 200).mean() < 0.2 * (full < 200).mean()


def test_a_few_tokens_are_printed_alone(storm: Path) -> None:
    done = printgen(
        storm, "build", "storm/round", "--lang", "en", "--ink", "full", "--only", "elmo",
        "--copies", "elmo=3", "--sides", "front", "--gutter", "8",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    words = all_words_in(storm / "out/storm/round.en.a4.print.pdf")
    assert words.count("Elmo") == 3 and "Wave" not in words


@pytest.mark.parametrize(
    ("name", "initial"), [("Hedge Pike", "H"), ("The Wasp", "W"), ("L’Ours brun", "O")]
)
def test_the_initial_is_that_of_the_first_word(tmp_path: Path, name: str, initial: str) -> None:
    root = piece_game(
        tmp_path, "heroes: {title: Heroes, output: tokens, size: 32 mm, papers: [a4]}\n"
    )
    (root / "content/storm/profiles").mkdir()
    (root / "content/storm/profiles/ann.yaml").write_text(f'name: {{any: "{name}"}}\n', "utf-8")
    assert Project(root).build(langs=["en"], jobs=1).problems == []
    words = words_in(tmp_path / "out/storm/heroes.en.a4.pdf", 0)
    assert words.split()[0] == initial


def test_profiles_need_no_faces(tmp_path: Path) -> None:
    root = piece_game(
        tmp_path, "heroes: {title: Heroes, output: tokens, size: 32 mm, papers: [a4]}\n"
    )
    (root / "content/storm/profiles").mkdir()
    (root / "content/storm/profiles/ann.yaml").write_text("name: Ann Bold\n")
    assert Project(root).build(langs=["en"], jobs=1).problems == []
    words = words_in(tmp_path / "out/storm/heroes.en.a4.pdf", 0)
    assert {"Ann", "Bold", "A"} <= set(words.split())


def test_a_token_may_have_no_title(tmp_path: Path) -> None:
    products = (
        "t:\n  title: Tokens\n  output: tokens\n  entries: {events: all}\n  papers: [a4]\n"
        "  faces: {front: {title: none, corner: cost}}\n"
    )
    assert Project(piece_game(tmp_path, products)).build(langs=["en"], jobs=1).problems == []
    assert "Wave" not in words_in(tmp_path / "out/storm/t.en.a4.pdf", 0)


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ("9 mm", "'9 mm' is out of range (10 to 150 mm)"),
        ("7 in", "'7 in' is out of range (10 to 150 mm)"),
        ("wide", "expected a length, such as 25 mm, 2.5 cm or 1 in"),
        ("true", "expected a length, such as 25 mm, 2.5 cm or 1 in"),
    ],
)
def test_sizes_out_of_range_are_named(tmp_path: Path, size: str, message: str) -> None:
    products = f"t:\n  title: T\n  output: tokens\n  entries: {{events: all}}\n  size: {size}\n"
    problems = messages(Project(piece_game(tmp_path, products)).check())
    assert problems == [f"content/storm/products.yaml:5:9: value-shape: {message}"]


def test_a_token_that_fits_no_paper_is_reported_at_the_paper(tmp_path: Path) -> None:
    products = (
        "t:\n  title: T\n  output: tokens\n  entries: {events: all}\n  size: 150\n  papers: [a5]\n"
    )
    (problem,) = Project(piece_game(tmp_path, products)).build(langs=["en"], inks=["full"]).problems
    assert (problem.code, problem.position.line) == ("product-paper", 6)
    assert "a token of 150 x 150 mm does not fit" in problem.message
