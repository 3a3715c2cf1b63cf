"""The French pages of the reference, and the glossary."""

from __future__ import annotations

from types import ModuleType

import pytest
from doc_scripts import doc_script
from helpers import ROOT


@pytest.fixture(scope="module")
def french() -> ModuleType:
    return doc_script("french")


@pytest.fixture(scope="module")
def glossary() -> ModuleType:
    return doc_script("glossary")


def test_the_french_pages_are_up_to_date(french: ModuleType) -> None:
    for name in french.french_words():
        page = ROOT / "docs" / "fr" / "reference" / f"{name}.md"
        assert page.read_text("utf-8") == french.page(name), "run `python docs/french.py`"


def test_every_english_page_has_a_french_one(french: ModuleType) -> None:
    names = {path.stem for path in (ROOT / "docs" / "en" / "reference").glob("*.md")}
    assert names == {*french.french_words(), "glossary"}


def test_every_section_and_no_other_has_french_words(french: ModuleType) -> None:
    for name, said in french.french_words().items():
        above = [part.title for part in french.parts(french.english(name)) if part.level == 2]
        if name != "checks":
            assert sorted(said["sections"]) == sorted(above), name


def test_examples_are_no_sections(french: ModuleType) -> None:
    text = "# A\n\n## B c.d\n\n~~~markdown\n## Seeing\n~~~\n\n| `k`, `l` | v |\n"
    assert french.parts(text) == [french.Part(2, "B c.d", "b-cd", ["`k`"])]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_glossary_is_up_to_date(lang: str, glossary: ModuleType) -> None:
    page = ROOT / "docs" / lang / "reference" / "glossary.md"
    assert page.read_text("utf-8") == glossary.page(lang), "run `python docs/glossary.py`"


def test_the_glossary_has_each_word_once(glossary: ModuleType) -> None:
    for lang in ("en", "fr"):
        terms = [word["term"][lang] for word in glossary.words()]
        assert len(terms) == len(set(terms))
    assert "| fond perdu | bleed | " in glossary.page("fr")
