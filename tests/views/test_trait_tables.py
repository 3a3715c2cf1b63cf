"""Traits with stats, such as weapons, as a table: in books and on the reference sheet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers import all_words_in, built, shared
from runners import runner_of
from small_projects import found, write

from printgen import Project
from printgen.extras.ebooks.ebook import web_book
from printgen.extras.language_server.mentions import folders
from printgen.views.directives import Edition, directive_view

GAME = """title: {en: Roofs, fr: Toits}
languages: [en, fr]
theme: plain
trait_kinds:
  weapon:
    label: {en: Weapon, fr: Arme}
    plural: {en: Weapons, fr: Armes}
    stats:
      range: {label: {en: Range, fr: Portée}, type: length, optional: true}
      dice: {label: {en: Dice, fr: Dés}}
      damage: {label: {en: Damage, fr: Dégâts}, signed: true, optional: true}
      fame: {label: {en: Fame, fr: Gloire}, optional: true}
  skill: {label: {en: Skill, fr: Capacité}}
"""
TRAITS = """entries:
  claw: {name: {en: Claw, fr: Griffe}, kind: weapon, values: {dice: 2, damage: -1}}
  hook:
    name: {en: Hook, fr: Crochet}
    kind: weapon
    values: {range: 4", dice: 1}
    text: {en: It holds on., fr: Il tient bon.}
  deaf: {name: {en: Deaf, fr: Sourd}, kind: skill, text: {en: It sleeps on., fr: Il dort.}}
"""
PRODUCTS = """
aid: {title: {en: Aid, fr: Aide}, output: sheet, template: reference, papers: [a4], inks: [full]}
book: {title: {en: Rules, fr: Règles}, output: book, cover: false, inks: [full]}
"""
CHAPTER = "# {}\n\n[](trait:hook)\n\n:::{{traitlines}} weapon\n"
FILES = {
    "printgen.yaml": "",
    "content/roofs/game.yaml": GAME,
    "content/roofs/products.yaml": PRODUCTS,
    "content/roofs/traits/traits.yaml": TRAITS,
    "content/roofs/chapters/01-cats.en.md": CHAPTER.format("Weapons"),
    "content/roofs/chapters/01-cats.fr.md": CHAPTER.format("Armes"),
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, "trait-tables", lambda folder: built(write(folder, FILES)))


@pytest.mark.parametrize(
    ("lang", "rows"),
    [
        ("en", ["Weapon Range Dice Damage", "Claw – 2 −1", "Hook 4″ 1 – It holds on."]),
        ("fr", ["Arme Portée Dés Dégâts", "Griffe – 2 −1", "Crochet 4″ 1 – Il tient bon."]),
    ],
)
@pytest.mark.parametrize("product", ["aid.{}.a4", "book.{}.screen"])
def test_weapons_are_a_table_with_a_column_for_each_stat(
    root: Path, product: str, lang: str, rows: list[str]
) -> None:
    words = " ".join(all_words_in(root / f"out/roofs/{product.format(lang)}.pdf").split())
    assert [row for row in rows if row not in words] == [], words
    # Nobody has any fame; on the sheet, skills are still a list.
    assert "Fame" not in words
    assert "Gloire" not in words
    assert ("Deaf." in words or "Sourd." in words) == product.startswith("aid")


def test_books_for_the_web_have_the_table_and_references_lead_to_its_rows(root: Path) -> None:
    project = Project(root)
    with runner_of(project) as runner:
        page = web_book(project.library, "roofs", "book", "en", runner).decode()
    (target,) = set(re.findall(r'href="#(trait_hook[^"]*)"', page))
    assert re.search(rf'<tr id="{target}"><th[^>]*>Hook', page)


def test_traits_of_several_kinds_share_columns(root: Path) -> None:
    library = Project(root).library
    view = directive_view(library, Edition("roofs", "en", "full"), "traitlines", "skill claw")
    table = view["traitlines"]
    assert table["label"] == table["plural"] == ""
    assert [column["key"] for column in table["columns"]] == ["dice", "damage"]
    assert [row["cells"] for row in table["rows"]] == [["–", "–"], ["2", "−1"]]


def test_editors_and_checks_know_its_traits(root: Path, tmp_path: Path) -> None:
    content = Project(root).library.games["roofs"]
    assert folders("traitlines", content) == folders("traits", content) == ("traits",)
    chapters = {
        f"content/roofs/chapters/01-cats.{lang}.md": ":::{traitlines} weapom\n"
        for lang in ("en", "fr")
    }
    codes = {code for code, _ in found(write(tmp_path, {**FILES, **chapters}))}
    assert "directive-argument" in codes
