"""The reference of keys."""

from __future__ import annotations

from types import ModuleType

import pytest
import yaml
from doc_scripts import doc_script
from helpers import ROOT


@pytest.fixture(scope="module")
def reference() -> ModuleType:
    return doc_script("reference")


@pytest.fixture(scope="module")
def since() -> ModuleType:
    return doc_script("since")


@pytest.mark.parametrize("name", ["game", "products", "entries", "theme-keys"])
def test_the_reference_is_up_to_date(name: str, reference: ModuleType) -> None:
    page = ROOT / "docs" / "en" / "reference" / f"{name}.md"
    assert page.read_text("utf-8") == reference.page(name), "run `python docs/reference.py`"


def test_every_key_has_a_description(reference: ModuleType) -> None:
    assert reference.undescribed() == []


def test_the_releases_know_only_keys_that_exist(reference: ModuleType, since: ModuleType) -> None:
    known = {key for keys in since.releases().values() for key in keys}
    assert known <= set(reference.all_keys()), "rename keys in docs/since.yaml, too"


def test_a_key_that_no_release_had_is_new(since: ModuleType, reference: ModuleType) -> None:
    first, *_, last = {**since.releases(), "9.9": frozenset({"Game.facts"})}
    assert since.since("Game.title") == ""
    assert since.since("Game.unheard_of").startswith("New after ")
    later = since.written({first: {"Game.title"}, last: {"Game.facts", "Label.no"}})
    assert yaml.safe_load(later) == {
        first: {"Game": ["title"]},
        last: {"Game": ["facts"], "Label": ["no"]},
    }


def test_a_row_of_the_reference(reference: ModuleType) -> None:
    rows = reference.page("products").splitlines()
    (row,) = (each for each in rows if each.startswith("| `holds` |"))
    assert row == (
        "| `holds` | id or list of id; **required** | The product whose cards go into the box, or "
        "a list of such products. The number of their cards and their size give that of the box. "
        "Such as `deck`. |"
    )
    (row,) = (each for each in rows if each.startswith("| `sheet_thickness` |"))
    assert row.startswith("| `sheet_thickness` | number, 0 to 0.5; default `0.1` | ")
    assert "| `tab` | length, 5 to 30 mm; default `10` | " in "\n".join(rows)


def test_two_models_of_one_name_are_refused(reference: ModuleType) -> None:
    with pytest.raises(ValueError, match="two models are named Marker"):
        reference.add_models({"Marker": {"type": "object"}}, {"Marker": {"type": "string"}})
