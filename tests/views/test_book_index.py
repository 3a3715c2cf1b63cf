"""The index of a book: terms, and the entries that the book shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_projects import write

from printgen import Project
from printgen.content.models.page_products import BookProduct
from printgen.views.book import book_view
from printgen.views.book_entries import IndexTermView, article_last
from printgen.views.directives import Edition

GAME = """title: {en: Fog}
languages: [en]
credits: [{role: {en: Author}, name: {any: A. B.}}]
licence: {en: Free}
stat_lines: {crew: {label: {en: Crew}, stats: {move: {name: {en: Move}, label: {en: Mov}}}}}
trait_kinds: {skill: {label: {en: Skill}}}
"""
TABLE = """title: {en: Weather}
columns: {name: {en: Name}, text: {en: Result}}
rows: [{name: {en: One}, text: {en: Nothing.}}]
"""
FIRST = """# Crew {#crew}

:::{profile} captain

A [pistol]{.term} is loud, and so is a [bell]{.term}.
"""
SECOND = """# Arms {#arms}

:::{traits} pistol

:::{table} weather
"""


def index(root: Path, options: str, more: dict[str, str] | None = None) -> dict[str, IndexTermView]:
    book = f"book: {{title: {{en: B}}, output: book, {options}}}\n"
    files = {
        "printgen.yaml": "",
        "content/fog/game.yaml": GAME,
        "content/fog/products.yaml": book,
        "content/fog/profiles/captain.yaml": "name: {en: The Captain}\n"
        "stats: {crew: {move: 4}}\ntraits: [pistol, loud]\n",
        "content/fog/traits/all.yaml": "entries:\n"
        "  pistol: {kind: skill, name: {en: Pistol}, text: {en: Bang.}}\n"
        "  loud: {kind: skill, name: {en: Loud}, text: {en: Bang.}}\n",
        "content/fog/tables/weather.yaml": TABLE,
        "content/fog/chapters/01-crew.en.md": FIRST,
        "content/fog/chapters/02-arms.en.md": SECOND,
        **{f"content/fog/{name}": words for name, words in (more or {}).items()},
    }
    project = Project(write(root, files))
    assert project.check() == []
    (product,) = project.library.games["fog"].products_of(BookProduct)
    view = book_view(project.library, Edition("fog", "en", "full"), product.value)
    return {str(term["words"]): term for letter in view["index"] for term in letter["terms"]}


def test_traits_and_profiles_of_a_numbered_book_are_in_its_index(tmp_path: Path) -> None:
    terms = index(tmp_path, "numbered: true")
    assert [*terms] == ["Bell", "Captain, The", "Loud", "Pistol"]
    # The trait has a passage of its own, and is a marked word: one term.
    assert terms["Pistol"]["anchors"] == ["trait_pistol", "term_01-crew_0"]
    assert terms["Pistol"]["main"] == ["trait_pistol"]
    assert terms["Pistol"]["chapters"] == ["Arms", "Crew"]
    # One that only a profile has leads there.
    assert terms["Loud"]["anchors"] == ["profile_captain"]
    assert terms["Loud"]["main"] == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("numbered: false", []),
        ("numbered: false, index: true", ["Bell", "Pistol"]),
        ("index_entries: [tables]", ["Bell", "Pistol", "Weather"]),
        ("numbered: true, index_entries: []", ["Bell", "Pistol"]),
        ("numbered: true, index: false", []),
    ],
)
def test_a_book_chooses_what_is_in_its_index(
    tmp_path: Path, options: str, words: list[str]
) -> None:
    assert [*index(tmp_path, options)] == words


@pytest.mark.parametrize(
    ("lang", "title", "printed"),
    [
        ("en", "The Mummy", "Mummy, The"),
        ("en", "An old well", "Old well, An"),
        ("en", "Theft", "Theft"),
        ("en", "La Bicocca", "La Bicocca"),
        ("fr", "La Momie", "Momie (La)"),
        ("fr", "L’Idole borgne", "Idole borgne (L’)"),
        ("fr", "Les", "Les"),
        ("de", "Die Mumie", "Die Mumie"),
    ],
)
def test_articles_follow_the_names_of_entries(lang: str, title: str, printed: str) -> None:
    assert article_last(title, lang) == printed


def test_a_weapon_leads_to_all_profiles_that_have_it(tmp_path: Path) -> None:
    more = {
        "profiles/mate.yaml": "name: {en: Mate}\nstats: {crew: {move: 3}}\ntraits: [loud]\n",
        "chapters/03-mate.en.md": "# The mate {#mate}\n\n:::{profile} mate\n",
    }
    terms = index(tmp_path, "numbered: true", more)
    assert terms["Loud"]["anchors"] == ["profile_captain", "profile_mate"]


def test_texts_of_scenarios_mark_terms(tmp_path: Path) -> None:
    scenario = "title: {en: Mill}\nrules:\n- {en: 'The [wheels]{.term key=Wheel} turn.'}\n"
    more = {
        "scenarios/mill.yaml": scenario,
        "chapters/03-mill.en.md": "# Mill {#mill}\n\n:::{scenario} mill\n",
    }
    found = index(tmp_path, "index: true", more)["Wheel"]
    assert found["chapters"] == ["Mill"]
    project = Project(tmp_path)
    (product,) = project.library.games["fog"].products_of(BookProduct)
    view = book_view(project.library, Edition("fog", "en", "full"), product.value)
    (rule,) = view["chapters"][2]["pieces"][1]["scenario"]["rules"]
    assert str(rule) == f'<span class="term" id="{found["anchors"][0]}"></span>The wheels turn.'
