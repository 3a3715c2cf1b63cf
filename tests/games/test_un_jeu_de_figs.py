"""Un Jeu de Figs: the values of the source, its studies, and the pages of its cards and sheets."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from demo_games import asked, changed, game, rows, table
from helpers import Store, all_words_in, page_sizes, without_markup, wrong_letters

from printgen import Project
from printgen.content.library import Entry, Library
from printgen.content.models.table import Table
from printgen.views.studies import study_view
from printgen.views.tables import table_view

GAME = "un-jeu-de-figs"


def test_every_figure_can_strike(project: Project) -> None:
    content = game(project, GAME)
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
    tables = game(project, GAME).tables
    # The source's lists, and panic, which it gives elsewhere.
    assert modifiers(tables["melee-modifiers"]) == {1: 5, -1: 4, -2: 1}
    assert modifiers(tables["shooting-modifiers"]) == {1: 2, 2: 1, -1: 3, -2: 3}


# --- studies ---------------------------------------------------------------------------------


def wounded(gap: int) -> Fraction:
    """The chance that an attack takes life, when the Defence is above the Power by `gap`.

    A first 6 is thrown again: each 6 that follows adds one; a first 1 likewise takes one off.
    """
    chance = Fraction(0)
    for die in range(1, 7):
        if die not in (1, 6):
            chance += Fraction(1, 6) * (die > gap)
            continue
        # How many times more the same number comes up.
        for more in range(40):
            strength = die + more if die == 6 else die - more
            chance += Fraction(1, 6) * Fraction(5, 6) * Fraction(1, 6) ** more * (strength > gap)
    return chance


def test_the_odds_of_a_wound(library: Library) -> None:
    odds = asked(library, GAME, "odds")
    for gap, row in table(odds).items():
        assert abs(row["all"] - wounded(int(gap))) < Fraction(1, 6**30)
    power_defence = table(asked(library, GAME, "power-defence"))
    modifiers = table(asked(library, GAME, "modifiers"))
    for power, row in power_defence.items():
        for defence, chance in row.items():
            assert abs(chance - wounded(int(defence) - int(power))) < Fraction(1, 6**30)
        if power in modifiers:
            assert modifiers[power]["0"] == row["6"]
            assert modifiers[power]["-1"] == row["7"]


def test_losses(library: Library) -> None:
    losses = table(asked(library, GAME, "losses"))
    # A point more to lose is a point more to get through, which is what the chapter says.
    assert losses["2"]["2"] == losses["1"]["3"] == Fraction(1, 2)
    means = table(asked(library, GAME, "mean-loss"))
    for power, row in means.items():
        for defence, mean in row.items():
            gap = int(defence) - int(power)
            assert abs(mean - sum(wounded(gap + more) for more in range(40))) < Fraction(1, 6**30)


def test_examples_stand_beside_their_gap(library: Library) -> None:
    rows = study_view(library, library.games[GAME].studies["odds"], "en")["rows"]
    beside = {row["key"]: row["beside"] for row in rows}
    assert all(beside.values())
    # A pistol (4) at a human (6); a truncheon (3) at the Creature (8), which is larger.
    assert beside["2"] == "Pistol against the Watchman"
    assert beside["6"] == "Truncheon against the Creature, which is larger"


def test_examples_follow_their_profiles(tmp_path: Path) -> None:
    before, after = (
        'move: 4", defence: 7, mind: 6, life: 3',
        'move: 4", defence: 8, mind: 6, life: 3',
    )
    library = changed(tmp_path, GAME, "profiles/3-collection.yaml", before, after)
    told = [p.message for p in Project(tmp_path).check() if p.code == "study-invalid"]
    assert told == ["duplicate case for the gap 6"]
    assert library.games[GAME].profiles["mummy"].value.stats["figure"]["defence"] == 8


def test_nerve(library: Library) -> None:
    nerve = table(asked(library, GAME, "nerve"))
    for mettle in range(1, 6):
        assert nerve[f"D6+{mettle}"]["7"] == Fraction(mettle, 6)


# --- pages -----------------------------------------------------------------------------------


def test_a_deck_has_two_sides_of_a4_and_the_letters_of_its_fonts(store: Store) -> None:
    path = store.product(GAME, "profile-cards", "fr")
    sizes = page_sizes(path)
    assert len(sizes) % 2 == 0
    assert set(sizes) == {(210, 297)}
    assert wrong_letters(path) == []


def test_the_reference_is_one_page_with_every_modifier(project: Project, store: Store) -> None:
    content, path = game(project, GAME), store.product(GAME, "reference", "fr")
    assert len(page_sizes(path)) == 1
    text = without_markup(all_words_in(path))
    for name in ("melee-modifiers", "shooting-modifiers", "events"):
        table = table_view(content, content.tables[name], "fr")
        for row in table["rows"]:
            assert without_markup(list(row.values())[-1]) in text, row
