"""Sheets of scenarios with a map: the map leaves room for the words."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from small_maps import tiny

from printgen import Project

MAP = "flat_to_flat: 20 mm\norientation: pointy-top\ncolumns: 9\nrows: 12\n"


def battle(root: Path, rules: int, pages: str = "") -> Project:
    """A sheet of a scenario with a map, and with some rules."""
    tiny(root, MAP)
    game = root / "content" / "g"
    (game / "scenarios").mkdir()
    lines = "".join(
        f"  - Rule {n} is as long as a line and a half of a column.\n" for n in range(rules)
    )
    (game / "scenarios" / "s.yaml").write_text(f"title: S\nmap: m\nrules:\n{lines}")
    (game / "products.yaml").write_text(
        f"s: {{title: S, output: sheet, template: scenario, scenario: s, papers: [a4]{pages}}}\n"
    )
    return Project(root)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "pages"), [(4, 1), (16, 1), (80, 2)])
def test_the_map_shrinks_where_that_saves_a_page(tmp_path: Path, rules: int, pages: int) -> None:
    project = battle(tmp_path, rules)
    report = project.build(inks=["full"])
    assert report.problems == []
    with pypdfium2.PdfDocument(tmp_path / report.built[0].target.path) as document:
        assert len(document) == pages
        # What comes below the map begins on its page.
        assert "Rule 0" in document[0].get_textpage().get_text_range()


@pytest.mark.slow
@pytest.mark.sees("face-overflow")
def test_a_sheet_of_one_page_names_its_map(tmp_path: Path) -> None:
    (problem,) = battle(tmp_path, 150, ", pages: 1").build(inks=["full"]).problems
    assert problem.code == "face-overflow"
    assert ", of which its map takes 2" in problem.message
    assert problem.message.endswith("% at its smallest size")
