"""The reference sheet of the plain theme."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from helpers import built, starter, words_in

PRODUCTS = """
reference:
  title: {{any: Quick reference}}
  output: sheet
  template: reference
  languages: [en]
  papers: [a4]
{more}
"""


def sheet(root: Path, more: str = "") -> Path:
    """The sheet of the starter game, with more keys in the product."""
    starter(root)
    (root / "content/fog/products.yaml").write_text(PRODUCTS.format(more=more), "utf-8")
    (path,) = built(root, "fog/reference").glob("fog/*.pdf")
    return path


def test_the_sheet_has_its_own_title(tmp_path: Path) -> None:
    assert "Quick reference" in words_in(sheet(tmp_path), 0)


@pytest.mark.slow
def test_stat_lines_are_those_of_the_profiles_of_the_product(tmp_path: Path) -> None:
    found = [
        [name in words_in(sheet(tmp_path / str(at), more), 0) for name in ("Captain", "Sailor")]
        for at, more in enumerate(("", "  profiles: all", "  profiles: [sailor]"))
    ]
    assert found == [[False, False], [True, True], [False, True]]


def test_the_sheet_is_one_page_of_large_type(tmp_path: Path) -> None:
    path = sheet(tmp_path, "  profiles: all")
    with pypdfium2.PdfDocument(path) as document:
        assert len(document) == 1
    # A range of dice is not broken.
    assert "1–2" in words_in(path, 0)
