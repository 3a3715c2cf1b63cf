"""Drawings across words, on pixels whose values are known, on faces and on covers of books."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from defect_kinds import own_theme
from helpers import starter
from layout_projects import laid_out

from printgen import Project
from printgen.layout.crossings import Line, crossed_shares, is_crossed
from printgen.layout.seen_words import SCALE, Floats
from printgen.problems import Problem

# Four letters of 10 by 16 pixels, 4 apart, in a picture of 80 by 40.
LEFT = [8, 22, 36, 50]
BOXES = np.array([[x, 12, x + 10, 28] for x in LEFT]) / SCALE
LINE = Line("word", (6 / SCALE, 10 / SCALE, 62 / SCALE, 30 / SCALE))


def pictures(ground: Floats) -> tuple[Floats, Floats, Floats]:
    """A page, its ground, and its text alone: an upright stroke in the middle of each letter."""
    text = np.ones((40, 80), np.float32)
    for x in LEFT:
        text[12:28, x + 4 : x + 6] = 0
    return np.minimum(ground, text), ground, text


def white() -> Floats:
    return np.ones((40, 80), np.float32)


def test_a_stroke_across_letters_is_found() -> None:
    ground = white()
    for x in range(80):
        ground[10 + x // 4 : 13 + x // 4, x] = 0.2
    assert (crossed_shares(BOXES, *pictures(ground)) > 0.1).all()
    assert is_crossed(LINE, BOXES, *pictures(ground))
    # The letters of another line.
    assert not is_crossed(Line("other", (100.0, 0.0, 120.0, 20.0)), BOXES, *pictures(ground))


def test_light_type_on_a_dark_ground_is_as_dark_on_light() -> None:
    ground = white() * 0
    ground[:, ::4] = 0.9
    text = pictures(white())[-1]
    assert is_crossed(LINE, BOXES, np.maximum(ground, 1 - text), ground, text)
    assert not is_crossed(LINE, BOXES, 1 - text, white() * 0, text)


def test_outlines_of_letters_are_not_across() -> None:
    page, ground, text = pictures(white())
    for x in LEFT:
        page[12:28, x + 2 : x + 8] = 0
    assert not is_crossed(LINE, BOXES, page, ground, text)


def test_a_drawing_as_light_as_the_ground_takes_parts_of_letters_away() -> None:
    page, ground, text = pictures(white())
    page[18:24] = 1
    assert is_crossed(LINE, BOXES, page, ground, text)


@pytest.mark.parametrize("ground", ["texture", "rule", "two colours", "beside", "rim"])
def test_grounds_rules_and_neighbours_are_not_across(ground: str) -> None:
    drawn = white()
    if ground == "texture":
        drawn = (0.75 + 0.25 * np.random.default_rng(7).random((40, 80))).astype(np.float32)
    elif ground == "rule":
        drawn[20:22] = 0
    elif ground == "two colours":
        drawn[:, :35] = 0.5
    elif ground == "beside":
        drawn[:, 64:] = 0
    else:
        drawn[:12] = drawn[28:] = 0
    assert not is_crossed(LINE, BOXES, *pictures(drawn))


BARS = "".join(
    f'<path d="M{n} 0l3 6" stroke="#8e2417" stroke-width=".5"/>' for n in range(0, 40, 2)
)
VINE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 6" width="40mm"'
    f' preserveAspectRatio="none">{BARS}</svg>'
)

# What each card of the starter has at its words, by its name.
FRONT = f"""
<div class="safe" style="font-size: 12pt">
{{% if card.name == 'The Captain' %}}
  <div style="position: absolute; left: 0; top: 1mm">{VINE}</div>
  <p style="position: absolute; left: 0; top: 1mm">{{{{ card.name }}}}</p>
{{% elif card.name == 'The Drowned Man' %}}
  <div style="position: absolute; left: 0; top: 1mm">{VINE}</div>
  <p style="position: relative; background: #fff">{{{{ card.name }}}}</p>
{{% else %}}
  <p>{{{{ card.name }}}}</p><div style="padding-top: 1mm">{VINE}</div>
{{% endif %}}
</div>
{{% if card.name == 'The Harpooner' %}}<p style="position: absolute; left: 4mm; top: 70mm">Near</p>
{{% endif %}}
"""


def of(problems: list[Problem], code: str) -> list[str]:
    return [str(problem) for problem in problems if problem.code == code]


@pytest.mark.sees("text-crossed")
@pytest.mark.sees("text-edge")
def test_cards_with_words_under_a_drawing_or_at_the_cut_are_named(tmp_path: Path) -> None:
    results, problems = laid_out(tmp_path, FRONT)
    assert all(result.face for result in results)
    (crossed,) = of(problems, "text-crossed")
    assert crossed.startswith("content/fog/profiles/captain.yaml")
    assert "a drawing is across 'The Captain'" in crossed
    assert "warning" in crossed
    (near,) = of(problems, "text-edge")
    assert "'Near' is less than 3 mm from the cut" in near
    assert len(problems) == 2


@pytest.mark.spares("text-crossed")
@pytest.mark.spares("text-edge")
def test_words_on_a_panel_and_at_the_safe_distance_are_sound(tmp_path: Path) -> None:
    front = f"""<div class="safe" style="font-size: 12pt">
      <div style="position: absolute; left: 0; top: 1mm">{VINE}</div>
      <p style="position: relative; background: #fff">{{{{ card.name }}}}</p></div>"""
    results, problems = laid_out(tmp_path, front)
    assert all(result.face for result in results)
    assert problems == []


@pytest.mark.slow
def test_a_cover_with_words_over_its_drawing_is_named(tmp_path: Path) -> None:
    root = starter(tmp_path)
    style = own_theme(root) / "book.css"
    drawing = style.with_name("art") / "cover.svg"
    drawing.parent.mkdir()
    drawing.write_text(VINE, "utf-8")
    rules = """.book .cover .cover-plate { background: none !important } .book .cover .cover-art
      { left: 0; top: 0; width: 100%; height: 100%; max-height: none; object-fit: fill }"""
    style.write_text(f"{style.read_text('utf-8')} {rules}", "utf-8")
    report = Project(root).build(["fog/rulebook"], langs=["en"], jobs=1)
    (crossed,) = of(report.problems, "text-crossed")
    assert "fog/rulebook (en), page 1: a drawing is across" in crossed
