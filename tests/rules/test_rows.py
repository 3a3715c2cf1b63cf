"""Which rows a product prints, and in which order."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from functools import cmp_to_key
from pathlib import Path
from random import Random
from typing import Any

import pytest
from helpers import all_words_in, built, messages
from small_projects import write

from printgen import Project
from printgen.content.models.products import FacesProduct
from printgen.content.spreadsheets import reading
from printgen.rules.rosters import printed_entries

GAME = "title: {en: Spells, fr: Sorts}\nlanguages: [en, fr]\n"
HEADER = ["Name_en", "Name_fr", "School", "Level", "Cost", "Copies"]


def sheet(rows: list[list[str]]) -> str:
    """A CSV file of spells."""
    stream = io.StringIO()
    csv.writer(stream).writerows([HEADER, *rows])
    return stream.getvalue()


SPELLS = sheet([
    ["Fire bolt", "Éclair", "Fire", "1", "3", ""],
    ["Zombie", "Zombie", "Ritual", "1", "2", ""],
    ["Ants", "Fourmis", "fire", "2", "10", "2"],
    ["Ärger", "Colère", " Water", "1", "", ""],
    ["Nothing", "Rien", "", "", "", ""],
])  # fmt: skip


def spells(root: Path, rows: str, **products: str) -> Project:
    """A game whose products, each with keys of its own, have one sheet as their source."""
    faces = "faces: {front: {corner: [cost, level], body: school}}"
    listed = "".join(
        f"{name}: {{title: {{any: {name}}}, output: cards, source: c.csv, {faces}{keys}}}\n"
        for name, keys in products.items()
    )
    files = {"game.yaml": GAME, "c.csv": rows, "products.yaml": listed}
    write(root, {f"content/s/{name}": text for name, text in files.items()})
    write(root, {"printgen.yaml": ""})
    return Project(root)


def ids(project: Project, product: str, lang: str = "en") -> list[str]:
    """The entries on the cards of a product."""
    value = project.library.games["s"].products[product].value
    assert isinstance(value, FacesProduct)
    return [each.entry.id for each in printed_entries(project.library, "s", value, lang)]


def chosen(root: Path, condition: str) -> list[str]:
    """The entries that meet a condition."""
    project = spells(root, SPELLS, deck=f", where: '{condition}'")
    assert [each for each in project.check() if each.severity == "error"] == []
    return ids(project, "deck")


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ('level == 1 and school != "ritual"', ["fire-bolt", "arger"]),
        # In any case, with spaces around.
        ('school == "FIRE" or school == "water"', ["fire-bolt", "ants", "arger"]),
        # A value that is missing equals nothing, and is neither less nor more.
        ("cost != 3", ["zombie", "ants", "arger", "nothing"]),
        ("cost < 5 or cost >= 5", ["fire-bolt", "zombie", "ants"]),
        ('cost == ""', ["arger", "nothing"]),
        ("not school", ["nothing"]),
        # It cannot be computed with.
        ("cost - cost == 0", ["fire-bolt", "zombie", "ants"]),
        ("1 < level + 1 < 3 and cost", ["fire-bolt", "zombie"]),
        ('(school == "fire") == (level < 2)', ["fire-bolt", "nothing"]),
        ('kind == "deck" and name != "Ants"', ["fire-bolt", "zombie", "arger", "nothing"]),
    ],
)
def test_conditions_choose_rows(tmp_path: Path, condition: str, expected: list[str]) -> None:
    assert chosen(tmp_path, condition) == expected


def test_conditions_agree_with_python(tmp_path: Path) -> None:
    tests: dict[str, Callable[[Any, Any], bool]] = {
        'school == "a" and not level == 2': lambda school, level: school == "a" and level != 2,
        "level > 1": lambda school, level: level is not None and level > 1,
        'school != "b" or level <= 2': lambda s, n: s != "b" or (n is not None and n <= 2),
        "level % 2 == 1 if level else school": lambda s, n: n % 2 == 1 if n else bool(s),
    }
    random = Random(7)
    rows = [(random.choice([None, "a", "b"]), random.choice([None, 0, 1, 2, 3])) for _ in range(60)]
    text = sheet([
        [f"N{n}", "", school or "", "" if level is None else str(level), "1", ""]
        for n, (school, level) in enumerate(rows)
    ])  # fmt: skip
    products = {f"p{n}": f", where: '{test}'" for n, test in enumerate(tests)}
    project = spells(tmp_path, text, **products)
    for product, holds in zip(products, tests.values(), strict=True):
        expected = [f"n{n}" for n, row in enumerate(rows) if holds(*row)]
        assert ids(project, product) == expected
        assert 0 < len(expected) < len(rows)


def test_choices_are_compared_by_option_and_by_words(tmp_path: Path) -> None:
    field = "{type: choice, options: {low: {any: Low}, high: {any: High}}, optional: true}"
    files = {
        "game.yaml": "title: S\nlanguages: [en]\nkinds:\n  units:\n    label: Unit\n    fields:\n"
        f"      rank: {field}\n      boss: {{type: yes-no, optional: true}}\n"
        "      move: {type: length, optional: true}\n",
        "units/u.yaml": "entries:\n  a: {name: A, rank: high, boss: no, move: 20 cm}\n"
        '  b: {name: B, rank: low, boss: yes, move: 6"}\n  c: {name: C}\n',
        "products.yaml": "".join(
            f"p{n}: {{title: P{n}, output: cards, entries: {{units: all}}, "
            f"faces: {{front: {{title: name}}}}, {keys}}}\n"
            for n, keys in enumerate((
                "where: 'rank == \"High\"'", "where: rank == high", "where: rank < high",
                "where: not boss", "where: 'boss == \"yes\"'", "sort: rank", "sort: -rank",
                "sort: move", "where: 'rank != \"high\"', group: rank, sort: -name",
            ))
        ),
    }  # fmt: skip
    write(tmp_path, {f"content/s/{name}": text for name, text in files.items()})
    write(tmp_path, {"printgen.yaml": ""})
    project = Project(tmp_path)
    assert [each for each in project.check() if each.severity == "error"] == []
    found = ["".join(ids(project, f"p{n}")) for n in range(9)]
    assert found == ["a", "a", "b", "ac", "b", "bac", "abc", "bac", "bc"]


def test_words_are_compared_as_they_are_written(tmp_path: Path) -> None:
    rows = sheet([["Don't {sun} -- 'now'", "", "*Fire*", "1", "", ""], ["B", "", "", "", "", ""]])
    project = spells(tmp_path, rows, deck=""", where: 'name == "Don''t {sun} -- ''now''"'""")
    assert ids(project, "deck") == ["don-t-sun-now"]


def test_options_of_two_stat_lines_are_not_confused(tmp_path: Path) -> None:
    """Each stat line numbers its options by itself."""
    choice = "{type: choice, label: {any: L}, options: {%s}}"
    files = {
        "game.yaml": "title: S\nlanguages: [en]\nstat_lines:\n"
        f"  one: {{label: O, stats: {{side: {choice % 'red: R'}}}}}\n"
        f"  two: {{label: T, stats: {{hue: {choice % 'blue: B, red: R'}}}}}\n",
        "profiles/p.yaml": "name: P\nstats: {one: {side: red}, two: {hue: red}}\n",
        "profiles/q.yaml": "name: Q\nstats: {one: {side: red}, two: {hue: blue}}\n",
        "products.yaml": "".join(
            f"p{n}: {{title: P{n}, output: cards, profiles: all, faces: {{front: {{}}}}, "
            f"where: '{where}'}}\n"
            for n, where in enumerate(['hue == "red"', "hue == red", "hue < red", "side == red"])
        ),
    }  # fmt: skip
    write(tmp_path, {f"content/s/{name}": text for name, text in files.items()})
    write(tmp_path, {"printgen.yaml": ""})
    project = Project(tmp_path)
    found = [ids(project, f"p{n}") for n in range(4)]
    assert found == [["p"], ["p"], ["q"], ["p", "q"]]


def test_rows_are_sorted_by_size_and_by_alphabet(tmp_path: Path) -> None:
    project = spells(
        tmp_path,
        SPELLS,
        names=", sort: name",
        cost=", sort: cost",
        dear=", sort: [level, -cost, name]",
        some=", except: [ants, s/zombie], sort: -name",
        groups=", group: school, sort: -cost",
    )
    assert [each for each in project.check() if each.severity == "error"] == []
    assert ids(project, "names") == ["ants", "arger", "fire-bolt", "nothing", "zombie"]
    # Colère, Éclair, Fourmis, Rien, Zombie.
    assert ids(project, "names", "fr") == ["arger", "fire-bolt", "ants", "nothing", "zombie"]
    assert ids(project, "cost") == ["zombie", "fire-bolt", "ants", "arger", "nothing"]
    assert ids(project, "dear") == ["fire-bolt", "zombie", "arger", "ants", "nothing"]
    assert ids(project, "some") == ["nothing", "fire-bolt", "arger"]
    assert ids(project, "groups") == ["ants", "fire-bolt", "zombie", "arger", "nothing"]


def test_orders_agree_with_comparisons(tmp_path: Path) -> None:
    random = Random(3)
    rows: list[tuple[str, int | None]] = [
        (random.choice(["Card 2", "Card 10", "card 1", "Ça", ""]), random.choice([None, *range(3)]))
        for _ in range(40)
    ]
    text = sheet([
        [f"N{n}", "", school, "" if level is None else str(level), "1", ""]
        for n, (school, level) in enumerate(rows)
    ])  # fmt: skip
    order = ["Ça", "card 1", "Card 2", "Card 10", ""]

    def compare(one: int, other: int) -> int:
        (first, left), (second, right) = rows[one], rows[other]
        if left != right:
            if left is None or right is None:
                return 1 if left is None else -1
            return right - left
        return order.index(first) - order.index(second)

    project = spells(tmp_path, text, deck=", sort: [-level, school]")
    expected = sorted(range(len(rows)), key=cmp_to_key(compare))
    assert ids(project, "deck") == [f"n{n}" for n in expected]


def test_products_of_one_sheet_read_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, names = reading.read_cards, []

    def counted(file: str, *arguments: object) -> object:
        names.append(file)
        return read(file, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(reading, "read_cards", counted)
    project = spells(tmp_path, SPELLS, low=", where: level == 1", high=", where: level != 1")
    assert [each for each in project.check() if each.severity == "error"] == []
    assert (ids(project, "low"), ids(project, "high")) == (
        ["fire-bolt", "zombie", "arger"],
        ["ants", "nothing"],
    )
    assert names == ["content/s/c.csv"]
    # Another sheet, or another reading of it, is another kind.
    assert [*project.library.games["s"].declared] == ["low"]
    other = spells(tmp_path, SPELLS, low="", high=", columns: {School: '-'}")
    assert [*other.library.games["s"].declared] == ["low", "high"]
    # A wrong cell is one problem.
    wrong = spells(tmp_path, SPELLS.replace(",10,2", ",10,two"), low="", high="")
    (found,) = [each for each in wrong.check() if each.severity == "error"]
    assert str(found.position) == "content/s/c.csv:F4"


def test_columns_that_choose_rows_are_read(tmp_path: Path) -> None:
    """No warning that nothing prints them, and one for a column that nobody reads."""
    rows = SPELLS.replace("Cost,Copies", "Cost,Copies,Set,Box,Lid,Odd")
    rows = "\r\n".join(
        line + (",a,b,c,d" if n > 0 else "") for n, line in enumerate(rows.strip().splitlines())
    )
    keys = ", where: 'set == \"a\"', group: box, sort: -lid"
    found = messages(spells(tmp_path, rows, deck=keys).check())
    (warning,) = [each for each in found if "no face prints" in each]
    assert "the column 'Odd'" in warning


@pytest.mark.slow
def test_a_changed_condition_prints_other_cards(tmp_path: Path) -> None:
    project = spells(tmp_path, SPELLS, deck=", where: level == 1, sort: name")
    words = all_words_in(built(project, "s/deck") / "s/deck.fr.a4.pdf")
    assert "Éclair" in words and "Fourmis" not in words
    assert words.index("Colère") < words.index("Éclair")
    project = spells(tmp_path, SPELLS, deck=", where: level == 2")
    words = all_words_in(built(project, "s/deck") / "s/deck.fr.a4.pdf")
    assert "Éclair" not in words and "Fourmis" in words


CHOICES = """
title: Choices
languages: [en]
kinds:
  cards:
    label: Card
    fields:
      school: {type: choice, options: {water: Water, fire: Fire}}
      fire: {type: integer}
      a: {type: choice, options: {low: Low, high: High}}
      b: {type: choice, options: {high: High, low: Low}}
"""
CHOSEN = """
entries:
  aa: {name: A, school: fire, fire: 0, a: low, b: low}
  bb: {name: B, school: water, fire: 1, a: low, b: high}
  cc: {name: C, school: fire, fire: 1, a: high, b: high}
"""


@pytest.mark.parametrize(
    ("where", "wanted"),
    [
        ('school == "fire"', ["aa", "cc"]),
        ("school == fire", ["aa", "cc"]),
        ("fire == 1", ["bb", "cc"]),
        ("b >= low", ["aa"]),
        ("b > high", ["aa"]),
        ("a > low", ["cc"]),
        ("low < a", ["cc"]),
    ],
)
def test_an_option_is_that_of_the_field_it_is_compared_with(
    tmp_path: Path, where: str, wanted: list[str]
) -> None:
    deck = (
        "d: {title: D, output: cards, entries: {cards: all}, faces: {front: {body: school}}, "
        f"where: '{where}'}}\n"
    )
    files = {"game.yaml": CHOICES, "cards/c.yaml": CHOSEN, "products.yaml": deck}
    write(tmp_path, {f"content/s/{name}": text for name, text in files.items()})
    write(tmp_path, {"printgen.yaml": ""})
    project = Project(tmp_path)
    assert messages(project.check()) == []
    assert ids(project, "d") == wanted


def test_decimals_of_a_sheet_are_sorted_by_their_size(tmp_path: Path) -> None:
    rows = "Name,Cost\n" + "".join(f"N{n},{n}\n" for n in ("0.5", "10.5", "-2", "0.25", "3"))
    deck = "d: {title: D, output: cards, source: c.csv, faces: {front: {body: cost}}, sort: cost}\n"
    files = {"game.yaml": "title: S\nlanguages: [en]\n", "c.csv": rows, "products.yaml": deck}
    write(tmp_path, {f"content/s/{name}": text for name, text in files.items()})
    write(tmp_path, {"printgen.yaml": ""})
    assert ids(Project(tmp_path), "d") == ["n-2", "n0-25", "n0-5", "n3", "n10-5"]
