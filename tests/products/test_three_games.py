"""Dracula America, Furia Cartese and Un Jeu de Figs: their figures against their sources, what is
computed against a reckoning of its own, and the pages of their cards and sheets.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from helpers import POINTS, ROOT, built, real, shared, words_in, wrong_letters

from printgen import Project
from printgen.content.library import Entry, GameContent
from printgen.content.models import Table
from printgen.views.profiles import profile_view
from printgen.views.scenarios import scenario_view
from printgen.views.tables import table_view

LANGS = ("fr", "en")
every_language = pytest.mark.parametrize("lang", LANGS)


@pytest.fixture(scope="module")
def project() -> Project:
    return Project(ROOT)


def game(project: Project, name: str) -> GameContent:
    return project.library.games[name]


def rows(table: Entry[Table], lang: str = "en") -> list[list[str]]:
    """The cells of a table, as words."""
    value = table.value
    return [[row[key][row[key].language_for(lang, "fr")] for key in row] for row in value.rows]


# --- Dracula America --------------------------------------------------------------------------


def forces(project: Project, name: str, scenario: str) -> dict[str, Any]:
    content = game(project, name)
    return scenario_view(project.library, content.scenarios[scenario], "en")


def test_the_zombies_are_as_many_as_the_players_figures(project: Project) -> None:
    view = forces(project, "dracula-america", "awakening")
    (william, zombies) = view["forces"]
    assert william["counts"] == [1] * len(view["variable"]["values"])
    assert zombies["counts"] == view["variable"]["values"]
    assert zombies["plan"]["id"] == "fighter"
    assert william["plan"]["id"] == "william"


def test_the_soldiers_are_one_more_than_the_players_figures(project: Project) -> None:
    view = forces(project, "dracula-america", "sinews-of-war")
    figures = view["variable"]["values"]
    soldiers = [f for f in view["forces"] if f["profile"]["id"] == "soldier"]
    totals = [sum(column) for column in zip(*(f["counts"] for f in soldiers), strict=True)]
    assert totals == [number + 1 for number in figures]
    assert {force["plan"]["id"] for force in view["forces"]} == {"shooter"}


@pytest.mark.parametrize("scenario", ["awakening", "sinews-of-war"])
def test_the_enemys_pile_is_half_its_figures_and_a_card_a_boss(
    project: Project, scenario: str
) -> None:
    view = forces(project, "dracula-america", scenario)
    enemies = [sum(column) for column in zip(*(f["counts"] for f in view["forces"]), strict=True)]
    last = view["tallies"][-1]
    # Half, rounded up, and one boss in each episode.
    assert last["counts"] == [-(-number // 2) + 1 for number in enemies]


def test_the_table_of_the_pile(project: Project) -> None:
    for figures, *cards in rows(game(project, "dracula-america").tables["pile"]):
        for number in map(int, figures.split("–")):
            assert [int(card) for card in cards] == [-(-number // 2) + boss for boss in range(3)]


def test_every_card_of_the_pack_is_worth_something(project: Project) -> None:
    table = rows(game(project, "dracula-america").tables["values"])
    worth = {
        card: (figures, activations)
        for cards, figures, activations in table
        for card in re.findall(r"Ace|King|Queen|Jack|Joker|10|[2-9]", cards)
    }
    high = dict.fromkeys(["Ace", "King", "Queen", "Jack", "10", "9"], ("1", "2"))
    low = {str(n): ("2", "1") for n in range(2, 9)}
    assert {card: (f[:1], a[:1]) for card, (f, a) in worth.items() if card != "Joker"} == high | low
    assert "Joker" in worth


def test_the_plans_have_as_many_actions_as_the_source(project: Project) -> None:
    plans = game(project, "dracula-america").plans
    counts = {name: len(plan.value.actions) for name, plan in plans.items()}
    assert counts == {"fighter": 6, "shooter": 8, "vigilance": 3, "william": 3}


def test_what_was_agreed_about_the_licence(project: Project) -> None:
    content = game(project, "dracula-america").game
    assert content.licence is not None
    assert "CC BY-NC-ND" in content.licence["en"]
    assert any("LeRatierBretonnien" in "".join(credit.name.values()) for credit in content.credits)


# --- Furia Cartese ----------------------------------------------------------------------------

# What the source says of each troop type: arm, order, attributes.
TROOPS = {
    "artillery": ("artillery", None, set()),
    "gendarmes": ("cavalry", "close", {"impetuous"}),
    "sipahis": ("cavalry", "loose", set()),
    "stradioti": ("cavalry", "loose", set()),
    "mounted-shooters": ("cavalry", "loose", {"shooters", "skirmishers"}),
    "massed-arquebusiers": ("infantry", "close", {"shooters", "volley", "fieldworks"}),
    "arquebusiers": ("infantry", "loose", {"shooters"}),
    "janissaries": ("infantry", "loose", {"shooters"}),
    "pikemen": ("infantry", "close", {"pikes"}),
    "tercio": ("infantry", "close", {"pikes", "shooters"}),
    "forlorn-hope": ("infantry", "loose", {"skirmishers"}),
}


def cells(project: Project, name: str) -> dict[str, Any]:
    content = game(project, "furia-cartese")
    view = profile_view(project.library, content.profiles[name], "en")
    return {key: cell["value"] for key, cell in view["blocks"]["unit"]["by_key"].items()}


@pytest.mark.parametrize("name", TROOPS)
def test_troops_are_what_the_source_says(project: Project, name: str) -> None:
    arm, order, attributes = TROOPS[name]
    unit = game(project, "furia-cartese").profiles[name]
    given = unit.value.stats["unit"]
    assert given["arm"] == arm
    assert order in (None, given["order"])
    assert {trait.id for trait in project.library.traits_of(unit)} >= attributes
    # Nobody has typed in what is derived.
    assert set(given) == {"arm", "order"}


@pytest.mark.parametrize("name", TROOPS)
def test_life_and_move_follow_from_arm_and_order(project: Project, name: str) -> None:
    arm, order, attributes = TROOPS[name]
    life = {"artillery": 1, "cavalry": 2, "infantry": 4 if order == "close" else 3}[arm]
    move = {"artillery": 0, "cavalry": 3, "infantry": 2}[arm]
    shot = 1 if "shooters" in attributes else 0
    reach = 3 if arm == "artillery" else 2 if "volley" in attributes else shot
    found = cells(project, name)
    assert (found["life"], found["move"], found["reach"]) == (life, move, reach)


def test_each_army_has_twelve_units_and_one_general(project: Project) -> None:
    view = forces(project, "furia-cartese", "poggio-secco")
    assert len(view["sides"]) == 2
    for side in view["sides"]:
        army = [force for force in view["forces"] if force["side"] == side]
        assert sum(force["counts"][0] for force in army) == 12
        generals = [f for f in army if "general" in {trait["id"] for trait in f["traits"]}]
        assert [force["counts"] for force in generals] == [[1]]


# --- Un Jeu de Figs ---------------------------------------------------------------------------


def test_every_figure_can_strike(project: Project) -> None:
    content = game(project, "un-jeu-de-figs")
    assert len(content.profiles) >= 6
    for profile in content.profiles.values():
        kinds = [trait.value.kind for trait in project.library.traits_of(profile)]
        assert "melee" in kinds, profile.id


def modifiers(table: Entry[Table]) -> dict[int, int]:
    """How many situations a list has for each modifier."""
    found: dict[int, int] = {}
    for mod, *_ in rows(table):
        number = int(mod.replace("−", "-"))
        found[number] = found.get(number, 0) + 1
    return found


def test_the_modifiers_of_power(project: Project) -> None:
    tables = game(project, "un-jeu-de-figs").tables
    # The source's lists, and panic, which it gives elsewhere.
    assert modifiers(tables["melee-modifiers"]) == {1: 5, -1: 4, -2: 1}
    assert modifiers(tables["shooting-modifiers"]) == {1: 2, 2: 1, -1: 3, -2: 3}


# --- pages ------------------------------------------------------------------------------------

GAMES = ("dracula-america", "furia-cartese", "un-jeu-de-figs")


# Each is made in one language, or in those that a test compares with what it has to say.
MADE = {
    "fr": (
        "dracula-america/awakening",
        "dracula-america/enemy-cards",
        "furia-cartese/army-sheet",
        "furia-cartese/counters",
        "furia-cartese/reference",
        "un-jeu-de-figs/profile-cards",
        "un-jeu-de-figs/reference",
    ),
    "en": (
        "dracula-america/reference",
        "dracula-america/sinews-of-war",
        "furia-cartese/army-sheet",
        "furia-cartese/blank-army-sheet",
        "furia-cartese/unit-cards",
        "un-jeu-de-figs/reference",
        "un-jeu-de-figs/scenario",
    ),
}


def make(root: Path) -> None:
    real(root, *GAMES)
    for lang, names in MADE.items():
        built(root, *names, papers=["a4"], inks=["full"], langs=[lang])


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, "three-games", make) / "out"


def made(out: Path, name: str) -> Path:
    """The file of a product that is made in one language."""
    (lang,) = (lang for lang, names in MADE.items() if name in names)
    return out / f"{name}.{lang}.a4.pdf"


def plain_text(path: Path) -> str:
    with pikepdf.Pdf.open(path) as pdf:
        count = len(pdf.pages)
    return " ".join(words_in(path, page) for page in range(count))


@pytest.mark.parametrize(("scenario", "lang"), [("awakening", "fr"), ("sinews-of-war", "en")])
def test_a_scenario_sheet_prints_all_of_it(
    project: Project, out: Path, scenario: str, lang: str
) -> None:
    content = game(project, "dracula-america")
    view = scenario_view(project.library, content.scenarios[scenario], lang)
    text = bare(plain_text(made(out, f"dracula-america/{scenario}")))
    texts = [*view["setup"], *view["rules"], *view["objectives"], view["ending"]]
    texts += [feature["label"] for feature in view["layout"]["legend"]]
    texts += [cell for table in view["tables"] for row in table["rows"] for cell in row.values()]
    texts += [action for plan in view["plans"] for action in plan["actions"]]
    missing = [words for words in map(bare, texts) if words not in text]
    assert missing == []


def bare(words: str) -> str:
    """Words without markup, spaces and hyphens, which line breaks change."""
    return (
        re.sub(r"<[^>]+>|[\s\u00ad\u2010\ufffe\uffff-]", "", str(words))
        .replace("&#39;", "'")
        .lower()
    )


def test_the_enemys_cards_print_their_plans(project: Project, out: Path) -> None:
    text = bare(plain_text(made(out, "dracula-america/enemy-cards")))
    for plan in game(project, "dracula-america").plans.values():
        for action in plan.value.actions:
            assert bare(action["fr"].replace("**", "")) in text


@pytest.mark.parametrize(
    "name",
    [
        "dracula-america/enemy-cards",
        "furia-cartese/counters",
        "furia-cartese/unit-cards",
        "un-jeu-de-figs/profile-cards",
    ],
)
def test_decks_have_two_sides_of_a4(out: Path, name: str) -> None:
    with pikepdf.Pdf.open(made(out, name)) as pdf:
        assert len(pdf.pages) % 2 == 0
        for page in pdf.pages:
            width, height = (float(v) / POINTS for v in page.mediabox[2:])
            assert sorted((round(width), round(height))) == [210, 297]


@every_language
def test_an_army_sheet_names_every_unit(project: Project, out: Path, lang: str) -> None:
    content = game(project, "furia-cartese")
    view = scenario_view(project.library, content.scenarios["poggio-secco"], lang)
    path = out / f"furia-cartese/army-sheet.{lang}.a4.pdf"
    text = bare(plain_text(path))
    assert [name for f in view["forces"] if (name := bare(f["name"])) not in text] == []
    with pikepdf.Pdf.open(path) as pdf:
        assert len(pdf.pages) == 2


@every_language
def test_the_reference_of_figs_is_one_page_with_every_modifier(
    project: Project, out: Path, lang: str
) -> None:
    content, path = game(project, "un-jeu-de-figs"), out / f"un-jeu-de-figs/reference.{lang}.a4.pdf"
    with pikepdf.Pdf.open(path) as pdf:
        assert len(pdf.pages) == 1
    text = bare(plain_text(path))
    for name in ("melee-modifiers", "shooting-modifiers", "events"):
        table = table_view(content, content.tables[name], lang)
        for row in table["rows"]:
            assert bare(list(row.values())[-1]) in text, row


@pytest.mark.parametrize("deck", ["furia-cartese/unit-cards", "un-jeu-de-figs/profile-cards"])
def test_cards_have_the_letters_of_their_fonts(out: Path, deck: str) -> None:
    """Accents too, which the subsets of the batches have at numbers of their own."""
    assert wrong_letters(made(out, deck)) == []
