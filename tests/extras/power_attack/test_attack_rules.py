"""Attacks of the play aid are those of `extras/power_attack/`, in node."""

from __future__ import annotations

import random
from typing import Any

import pytest
from aid_pages import by_node

from printgen import Project
from printgen.extras.power_attack.attack import (
    FACES,
    critical_bonus,
    resolve_attack,
    resolve_melee_shot,
)
from printgen.extras.power_attack.model import AttackExample, MeleeShotExample
from printgen.extras.power_attack.study import loses, mean_loss
from printgen.extras.power_attack.tool import attack_data

GAME, RULES, ATTACKS = "un-jeu-de-figs", ("power_attack/rules",), 2_000


def data_of(project: Project) -> Any:
    found = attack_data(project.library, GAME)
    assert found is not None
    return found


def test_all_chances_are_the_exact_ones(demo_project: Project) -> None:
    gaps, lives = list(range(-40, 60)), [1, 2, 5, 12]
    ask = """given.gaps.map((gap) => given.lives.map((life) => {
      const weapon = {power: 3, shoots: false};
      const target = {stats: {defence: 5}};
      const attack = {weapon, target, places: [], extra: 2 - gap, panicked: false};
      const {wound, out, mean} = AttackRules.chances(given.data, attack, life);
      return [wound, out, mean];
    }))"""
    data = data_of(demo_project)
    found = by_node(RULES, ask, {"data": data, "gaps": gaps, "lives": lives})
    for gap, rows in zip(gaps, found, strict=True):
        for life, row in zip(lives, rows, strict=True):
            wanted = [loses(gap, 1), loses(gap, life), mean_loss(gap)]
            assert row == pytest.approx([float(one) for one in wanted], rel=1e-12)


def test_chances_beyond_the_tables_are_those_at_their_ends(demo_project: Project) -> None:
    ask = """given.gaps.map((gap) => AttackRules.chances(given.data, {weapon: {power: 0},
      target: {stats: {defence: gap}}, places: [], extra: 0, panicked: false}, 1).wound)"""
    given = {"data": data_of(demo_project), "gaps": [-500, 500]}
    assert by_node(RULES, ask, given) == [1, pytest.approx(0, abs=1e-12)]


def test_a_test_of_nerve_and_a_bet() -> None:
    ask = "given.map((least) => AttackRules.atLeast(least, 6))"
    wanted = [1, 1, 1, 4 / 6, 0.5, 1 / 6, 0, 0]
    assert by_node(RULES, ask, [-3, 0, 1, 3, 4, 6, 7, 9]) == wanted


def rolled(dice: random.Random) -> list[int]:
    """A roll with its rerolls, with many criticals."""
    faces = [dice.choice([1, 1, 2, 3, 4, 5, 6, 6])]
    while faces[0] in (1, FACES) and faces[-1] == faces[0]:
        faces.append(dice.choice([faces[0], dice.randint(1, FACES)]))
    return faces


def test_attacks_are_resolved_as_worked_examples_are(demo_project: Project) -> None:
    library, data, dice = demo_project.library, data_of(demo_project), random.Random(5)
    profiles = library.games[GAME].profiles
    asked, expected = [], []
    for _ in range(ATTACKS):
        attacker, target = dice.choice(data["figures"]), dice.choice(data["figures"])
        number = dice.randrange(len(attacker["weapons"]))
        weapon = attacker["weapons"][number]
        band = dice.choice([*weapon["ranges"], *weapon["ranges"]] or [{"band": ""}])["band"]
        faces, life, panicked = rolled(dice), dice.randint(1, 6), dice.random() < 0.3
        [trait] = [
            t
            for t in library.traits_of(profiles[attacker["id"]])
            if t.value.name["en"] == weapon["name"]["en"]
        ]
        distance = {"": None, "short": 1, "medium": 0, "long": 0}[band]
        if band in ("medium", "long"):
            reach = {one["band"]: one["to"] for one in weapon["ranges"]}
            short = int(str(reach["short"]).rstrip("″"))
            distance = short + 1 if band == "medium" else 2 * short + 1
        found = resolve_attack(
            library,
            GAME,
            AttackExample(
                attacker=attacker["id"],
                target=target["id"],
                weapon=trait.id,
                table="shooting-modifiers" if weapon["shoots"] else "melee-modifiers",
                distance=distance,
                dice=faces,
                life=life,
                guard=data["numbers"]["panic_defence"] if panicked else 0,
            ),
        )
        asked.append((attacker["id"], target["id"], number, band, faces, life, panicked))
        expected.append(
            [
                *(found.power, found.defence, found.critical, found.strength),
                *(found.lost, found.left, found.eliminated, critical_bonus(faces)),
            ]
        )
    ask = """given.asked.map(([attacker, target, number, band, dice, life, panicked]) => {
      const figure = (id) => given.data.figures.find((one) => one.id === id);
      const attack = {attacker: figure(attacker), target: figure(target), band, panicked, extra: 0};
      attack.weapon = attack.attacker.weapons[number];
      attack.places = AttackRules.listed(given.data, attack).own;
      const done = AttackRules.result(given.data, attack, dice, life);
      return [AttackRules.power(given.data, attack), AttackRules.defence(given.data, attack),
        done.critical, done.strength, done.lost, done.left, done.out, done.points];
    })"""
    assert by_node(RULES, ask, {"data": data, "asked": asked}) == expected


def test_ticks_exclude_their_rivals(demo_project: Project) -> None:
    blows = data_of(demo_project)["blows"]
    raised = [place for place, row in enumerate(blows) if "raised" in row["text"]["en"]]
    ask = """given.taps.reduce((before, place) =>
      AttackRules.ticked(given.rows, before, place), [])"""
    assert by_node(RULES, ask, {"rows": blows, "taps": [0, *raised]}) == [0, raised[1]]


def test_rolls_end_as_soon_as_they_must() -> None:
    ask = """given.map((dice) => {
      const left = [...dice];
      return AttackRules.roll(() => left.shift(), 6);
    })"""
    rolls = [[3, 6], [6, 6, 6, 2, 6], [1, 1, 5, 1], [1, 6, 6], [6, 1, 1]]
    assert by_node(RULES, ask, rolls) == [[3], [6, 6, 6, 2], [1, 1, 5], [1, 6], [6, 1]]


def test_the_data_are_those_of_the_profiles(demo_project: Project) -> None:
    data = data_of(demo_project)
    assert [one["id"] for one in data["figures"]] == list(demo_project.library.games[GAME].profiles)
    assert data["numbers"] == {"faces": 6, "nerve": 7, "bet": 3, "panic_defence": -2}
    assert {name: band["by"] for name, band in data["bands"].items()} == {
        "short": 0,
        "medium": -1,
        "long": -2,
    }
    assert data["witness"] == "6″"
    [taser] = [w for f in data["figures"] for w in f["weapons"] if w["name"]["en"] == "Stun gun"]
    assert taser["harmless"]
    assert taser["ranges"] == [{"band": "short", "to": "3″"}]
    assert attack_data(demo_project.library, "zombstone") is None


def test_what_follows_an_attack(demo_project: Project) -> None:
    data = data_of(demo_project)
    ask = """given.cases.map(([lost, life, heroism, harmless, ...steps]) => {
      const target = {life, heroism, panicked: false};
      const result = {lost, left: Math.max(0, life - lost), out: lost >= life};
      let state = AttackRules.after(result, target, harmless);
      for (const [what, die] of steps) {
        if (what === "keep") state = AttackRules.keep(state);
        else if (what === "bet") state = AttackRules.bet(given.data, state, target, die);
        else state = AttackRules.test(given.data, state, 3, die);
      }
      return [state.stage, state.lost, state.left, state.out, state.panicked, state.heroism];
    })"""
    keep, won, lost = ("keep", 0), ("bet", 3), ("bet", 2)
    cases: list[tuple[list[Any], list[Any]]] = [
        ([0, 2, 1, False], ["failed", 0, 2, False, False, 1]),
        ([1, 2, 1, True], ["effect", 0, 2, False, False, 1]),
        ([1, 2, 0, False], ["test", 1, 1, False, False, 0]),
        ([2, 2, 0, False], ["done", 2, 0, True, False, 0]),
        ([1, 2, 1, False], ["wounded", 1, 1, False, False, 1]),
        ([1, 2, 1, False, keep], ["test", 1, 1, False, False, 1]),
        ([1, 2, 1, False, keep, ("test", 4)], ["done", 1, 1, False, False, 1]),
        ([1, 2, 1, False, keep, ("test", 3)], ["done", 1, 1, False, True, 1]),
        # A bet that is won cancels the loss; it brings panic only if the loss was deadly.
        ([1, 2, 1, False, won], ["done", 0, 2, False, False, 0]),
        ([2, 2, 1, False, won], ["done", 0, 2, False, True, 0]),
        # A lost bet leaves the wound, with panic and without a test.
        ([1, 2, 1, False, lost], ["done", 1, 1, False, True, 0]),
        ([2, 2, 2, False, lost], ["done", 2, 0, True, True, 1]),
    ]
    given = {"data": data, "cases": [case for case, _ in cases]}
    found = by_node(RULES, ask, given)
    assert found == [wanted for _, wanted in cases]


def test_shots_into_a_melee_hit_as_in_worked_examples(demo_project: Project) -> None:
    library, data, dice = demo_project.library, data_of(demo_project), random.Random(6)
    asked, expected = [], []
    for _ in range(400):
        names = [dice.choice(data["figures"])["id"] for _ in range(dice.randint(2, 6))]
        faces = [dice.randint(1, FACES) for _ in names]
        aimed, still = dice.randrange(len(names)), dice.random() < 0.5
        figures = [
            {"profile": name, "die": die, "aimed": number == aimed}
            for number, (name, die) in enumerate(zip(names, faces, strict=True))
        ]
        example = MeleeShotExample.model_validate({"still": still, "figures": figures})
        found = resolve_melee_shot(library, GAME, example)
        asked.append((names, faces, aimed, still))
        expected.append([[score.total, score.hit] for score in found])
    ask = """given.asked.map(([names, faces, aimed, still]) => AttackRules.melee(given.data,
      names.map((name) => given.data.figures.find(({id}) => id === name)), faces, aimed, still)
      .map(({total, hit}) => [total, hit]))"""
    assert by_node(RULES, ask, {"data": data, "asked": asked}) == expected
