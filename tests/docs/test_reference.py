"""The reference of keys."""

from __future__ import annotations

from types import ModuleType

import pytest
from doc_scripts import doc_script
from helpers import ROOT


@pytest.fixture(scope="module")
def reference() -> ModuleType:
    return doc_script("reference")


@pytest.mark.parametrize("name", ["game", "products", "entries"])
def test_the_reference_is_up_to_date(name: str, reference: ModuleType) -> None:
    page = ROOT / "docs" / "en" / "reference" / f"{name}.md"
    assert page.read_text("utf-8") == reference.page(name), "run `python docs/reference.py`"


def test_every_key_has_a_description(reference: ModuleType) -> None:
    assert reference.undescribed() == []


def test_a_row_of_the_reference(reference: ModuleType) -> None:
    rows = reference.page("products").splitlines()
    (row,) = (each for each in rows if each.startswith("| `holds` |"))
    cells = row.split(" | ")
    assert cells[1:3] == ["id", "required"]
    assert cells[3] == (
        "The product whose cards go into the box. Their number and size give that of the box. "
        "Such as `deck` |"
    )
    (row,) = (each for each in rows if each.startswith("| `sheet_thickness` |"))
    assert row.startswith("| `sheet_thickness` | number, 0 to 0.5 | `0.1` | ")
