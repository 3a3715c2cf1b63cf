"""Lists of icons in books, with what each is called."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import all_words_in, words_in
from small_projects import write

from printgen import Project
from printgen.typography.text import plain_words
from printgen.views.entries import icons_view

GAME = """title: {en: Beasts, fr: Bêtes}
languages: [en, fr]
credits: [{role: {en: Author, fr: Autrice}, name: {any: A. B.}}]
licence: {en: Free, fr: Libre}
icons: {fire: "☀", deep-sea: "≋", life: "♥", paw: "◆", spell: "▲", wound: "✖", "🐾": images/p.svg}
terms: {paw: {en: tiny paw, fr: patte}}
counters: {wound: {label: {en: Wound, fr: Blessure}, symbol: ✖, max: 3}}
trait_kinds: {spell: {label: {en: spell, fr: sort}}}
stat_lines: {f: {label: {any: F}, stats: {life: {label: {en: HP, fr: PV}}}}}
kinds:
  spells:
    label: {en: Spell, fr: Sort}
    fields:
      element: {type: choice, options: {Fire: {en: Fire, fr: Feu}, Deep_Sea: {any: "*Deep*"}}}
"""
CHAPTER = "# Signs\n\n:::{icons}\n\n:::{icons} paw fire\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {
        "printgen.yaml": "",
        "content/g/game.yaml": GAME,
        "content/g/images/p.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
        '<rect width="9" height="9"/></svg>',
        "content/g/products.yaml": "rules: {title: {any: Rules}, output: book, cover: false}\n",
        "content/g/chapters/01-signs.en.md": CHAPTER,
        "content/g/chapters/01-signs.fr.md": CHAPTER,
    }
    return write(tmp_path, files)


def test_icons_are_called_as_what_has_their_name(root: Path) -> None:
    content = Project(root).library.games["g"]
    found = {
        lang: [plain_words(each["label"]) for each in icons_view(content, [], lang)]
        for lang in ("en", "fr")
    }
    assert found == {
        "en": ["Fire", "Deep", "HP", "Tiny paw", "Spell", "Wound"],
        "fr": ["Feu", "Deep", "PV", "Patte", "Sort", "Blessure"],
    }
    view = icons_view(content, ["deep-sea", "fire"], "fr")
    assert [each["label"] for each in view] == ["<em>Deep</em>", "Feu"]
    assert "≋" in view[0]["icon"]


def test_a_book_has_the_list(root: Path) -> None:
    report = Project(root).build(langs=["fr"], inks=["full"], jobs=1)
    assert report.problems == []
    words = all_words_in(root / "out/g/rules.fr.screen.pdf").split()
    assert words.count("Feu") == words.count("Patte") == 2
    assert words.count("Blessure") == 1


EVERY = ["Feu", "Deep", "PV", "Patte", "Sort", "Blessure"]
PRODUCT = """help:
  title: {any: Help}
  output: cards
  source: h.csv
  faces: {front: {body: text, legend: %s}}
"""


@pytest.mark.parametrize(
    ("legend", "named"),
    [
        ("all", ["Feu", "Deep", "PV", "Patte", "Sort", "Blessure"]),
        ("[paw, fire]", ["Patte", "Feu"]),
    ],
)
def test_a_card_has_the_list_below_its_body(root: Path, legend: str, named: list[str]) -> None:
    (root / "content/g/products.yaml").write_text(PRODUCT % legend)
    (root / "content/g/h.csv").write_text("Name,Text_en,Text_fr\nHelp,Signs:,Signes :\n")
    for chapter in (root / "content/g/chapters").iterdir():
        chapter.unlink()
    report = Project(root).build(langs=["fr"], inks=["full"], papers=["a4"], jobs=1)
    assert report.problems == []
    words = words_in(root / "out/g/help.fr.a4.pdf", 0).split("Signes")[1].split()
    assert [word for word in words if word in EVERY] == named
