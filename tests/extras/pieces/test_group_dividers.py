"""Dividers for the groups of entries: one for each value of a field."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import all_words_in, built, messages
from small_projects import write

from printgen import Project
from printgen.content.models.products import FacesProduct
from printgen.rules.rosters import group_sizes, printed_entries

GAME = """
title: {en: Beasts, fr: Bêtes}
languages: [en, fr]
kinds:
  beasts:
    label: {en: Beast, fr: Bête}
    plural: {en: Beasts, fr: Bêtes}
    fields:
      suit:
        type: choice
        options: {sun: {en: Sun, fr: Soleil}, moon: {en: Moon, fr: Lune}, star: {any: Star}}
        optional: true
      level: {type: integer, label: {en: Level, fr: Niveau}}
  events: {label: {en: Event, fr: Événement}, fields: {level: {type: integer}}}
"""

BEASTS = """
entries:
  rat: {name: Rat, suit: moon, level: 1, copies: 3}
  owl: {name: Owl, suit: sun, level: 2}
  yak: {name: Yak, level: 10, copies: 0}
  emu: {name: Emu, suit: moon, level: 2}
"""


def dividers(root: Path, keys: str) -> Project:
    """The dividers of four beasts and an event."""
    product = f"d: {{title: D, output: dividers, papers: [a4], inks: [full], {keys}}}\n"
    files = {
        "game.yaml": GAME,
        "beasts/b.yaml": BEASTS,
        "events/storm.yaml": "{name: Storm, level: 2}\n",
        "products.yaml": product,
    }
    write(root, {f"content/b/{name}": text for name, text in files.items()})
    write(root, {"printgen.yaml": ""})
    return Project(root)


def groups(project: Project) -> list[tuple[str, int]]:
    """The first entry of each group, and its number of cards."""
    product = project.library.games["b"].products["d"].value
    assert isinstance(product, FacesProduct)
    sizes = group_sizes(project.library, "b", product, "en")
    printed = printed_entries(project.library, "b", product)
    return [(each.entry.id, sizes[each.kind, f"b/{each.entry.id}"]) for each in printed]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        # In the order of the options; the beast without a suit has no divider.
        ("entries: {beasts: all}, group: suit", [("owl", 1), ("rat", 4)]),
        # By size. Of the yak, there are no copies.
        ("entries: {beasts: all}, group: level", [("rat", 3), ("owl", 2)]),
        ("entries: {beasts: all}, group: level, where: level < 9, except: [owl]",
         [("rat", 3), ("emu", 1)]),
        ("entries: {beasts: all, events: all}, group: kind", [("rat", 5), ("storm", 1)]),
    ],
)  # fmt: skip
def test_each_value_has_a_divider(
    tmp_path: Path, keys: str, expected: list[tuple[str, int]]
) -> None:
    project = dividers(tmp_path, keys)
    assert [each for each in project.check() if each.severity == "error"] == []
    assert groups(project) == expected


def test_dividers_show_values_and_numbers_of_cards(tmp_path: Path) -> None:
    project = dividers(tmp_path, "entries: {beasts: all}, group: suit")
    out = built(project, "b/d")
    words = all_words_in(out / "b/d.fr.a4.pdf")
    assert "Lune" in words and "4 cartes" in words and "1 carte" in words and "Rat" not in words
    words = all_words_in(out / "b/d.en.a4.pdf")
    assert words.index("Sun") < words.index("Moon") and "4 cards" in words
    # A number alone would say nothing.
    built(dividers(tmp_path, "entries: {beasts: all}, group: level"), "b/d")
    assert "Niveau 2" in all_words_in(out / "b/d.fr.a4.pdf")
    built(dividers(tmp_path, "entries: {beasts: all, events: all}, group: kind"), "b/d")
    words = all_words_in(out / "b/d.en.a4.pdf")
    assert "Beasts" in words and "Event" in words
    # Faces of one's own show the first entry of a value.
    keys = "entries: {beasts: all}, group: suit, faces: {front: {title: suit, body: name}}"
    built(dividers(tmp_path, keys), "b/d")
    words = all_words_in(out / "b/d.en.a4.pdf")
    assert "Moon" in words and "Rat" in words and "Emu" not in words and "cards" not in words


def test_another_number_of_cards_is_printed(tmp_path: Path) -> None:
    out = built(dividers(tmp_path, "entries: {beasts: all}, group: suit"), "b/d")
    path = tmp_path / "content/b/beasts/b.yaml"
    path.write_text(path.read_text().replace("copies: 3", "copies: 8"))
    built(Project(tmp_path), "b/d")
    assert "9 cards" in all_words_in(out / "b/d.en.a4.pdf")


def test_cards_on_which_texts_go_on_are_counted(tmp_path: Path) -> None:
    dividers(tmp_path, "entries: {beasts: all}, group: suit")
    files = tmp_path / "content/b"
    text = "rules: {en: " + "Turn all cards of the table face up and draw one. " * 70 + "}"
    for name, old, new in (
        ("game.yaml", "      level: {type: integer, label", "      rules: {optional: true}\n      "
         "level: {type: integer, label"),
        ("beasts/b.yaml", "suit: moon, level: 1,", f"suit: moon, level: 1, {text},"),
    ):  # fmt: skip
        path = files / name
        path.write_text(path.read_text().replace(old, new))
    with (files / "products.yaml").open("a") as products:
        products.write(
            "c: {title: C, output: cards, entries: {beasts: all}, faces: {front: {body: rules}}}\n"
        )
    out = built(Project(tmp_path), "b/d")
    # Three copies of four cards, and another beast.
    assert "13 cards" in all_words_in(out / "b/d.en.a4.pdf")


def test_groups_without_values_are_a_problem(tmp_path: Path) -> None:
    keys = "entries: {beasts: [yak]}, group: suit"
    assert any("no entry has a suit" in each for each in messages(dividers(tmp_path, keys).check()))


def test_values_that_are_sorted_alike_have_a_divider_each(tmp_path: Path) -> None:
    rows = "Name,Grade\n" + "".join(
        f"N{n},{grade}\n" for n, grade in enumerate(["C", "C+", "C", "Côte", "Cote"])
    )
    products = (
        "c: {title: C, output: cards, source: c.csv, faces: {front: {body: grade}}}\n"
        "d: {title: D, output: dividers, entries: {c: all}, group: grade}\n"
    )
    files = {"game.yaml": "title: S\nlanguages: [en]\n", "c.csv": rows, "products.yaml": products}
    write(tmp_path, {f"content/s/{name}": text for name, text in files.items()})
    write(tmp_path, {"printgen.yaml": ""})
    project = Project(tmp_path)
    value = project.library.games["s"].products["d"].value
    assert isinstance(value, FacesProduct)
    assert sorted(group_sizes(project.library, "s", value, "en").values()) == [1, 1, 1, 2]
