"""Chart drawings as SVG."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from helpers import dice, shared
from sample_results import drawn, sample

from printgen import Project
from printgen.content.library import Library
from printgen.extras.charts.views import study_chart_view
from printgen.extras.reports.report import chart_svg


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, "dice", dice)


@pytest.fixture(scope="module")
def library(root: Path) -> Library:
    project = Project(root)
    assert project.problems == []
    return project.library


def test_an_svg_chart_is_self_contained(library: Library) -> None:
    view = study_chart_view(library, library.games["fog"].studies["hands"], "fr")
    svg = chart_svg(view)
    tree = ElementTree.fromstring(svg)
    space = "{http://www.w3.org/2000/svg}"
    assert tree.findtext(f"{space}title") == view["alt"]
    texts = ["".join(t.itertext()) for t in tree.iter(f"{space}text")]
    assert texts[0] == "Toutes les mains"
    assert any("En jouant au mieux." in text for text in texts)
    families = {g.get("font-family") for g in tree.iter(f"{space}g")} - {None}
    assert all(", " not in str(family) for family in families)
    assert "<image" not in svg
    assert "href" not in svg


def test_low_ink_charts_are_black_lines_on_white(library: Library) -> None:
    answer = sample(["a", "b"], {n: [0.3, 0.6] for n in ("x", "y", "z", "u")})
    svg = chart_svg(drawn(library, answer, "bars"), "low")
    colours = set(re.findall(r'(?:fill|stroke)="([^"]+)"', svg))
    assert colours <= {"#000", "#fff", "none", "#8a8378"}
    # Only text is filled with black.
    black = re.findall(r'<path [^>]*fill="#000"[^>]*>', svg)
    assert black == []
