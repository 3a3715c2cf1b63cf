"""Worked examples against independent recomputation: dice, cards and counts by brute force."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from case_files import CASES, check_case, read_case
from helpers import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

from printgen import Project
from printgen.content.library import Library
from printgen.content.source import read_source
from printgen.extras.examples.checks import parts, resolve_part
from printgen.extras.examples.kinds import ExampleKind, example_kinds
from printgen.extras.examples.model import EXAMPLE, Example
from printgen.extras.examples.views import example_view
from printgen.extras.power_attack.attack import critical_bonus
from printgen.extras.power_attack.study import above
from printgen.rules.mechanic import KINDS
from printgen.rules.resolve import ComputationError

HOME = CASES / "examples"
BROKEN = sorted(HOME.glob("*.yaml"))
SOUND = sorted((HOME / "ok").glob("*.yaml"))
GAME = "t"
FACE = st.integers(1, 6)
CARDS = ("ace", "2", "3", "9", "10", "queen", "king")
SUITS = ("club", "spade", "heart", "diamond")
DECK = [f"{rank} {suit}" for rank in CARDS for suit in SUITS]


@cache
def library() -> Library:
    return Project(HOME / "base").library


def worked(kind: str, **situation: Any) -> Any:
    """The result of a situation in the game of the cases."""
    part = EXAMPLE.model_validate({"title": "T", kind: situation})
    found = resolve_part(library(), GAME, part)
    assert found.kind == kind
    return found.result


@pytest.mark.parametrize("path", [*BROKEN, *SOUND], ids=lambda p: str(p.relative_to(HOME)))
def test_case(path: Path, tmp_path: Path, update_cases: bool) -> None:
    check_case(path, HOME / "base", tmp_path, update=update_cases)


def test_every_kind_of_example_has_cases() -> None:
    elsewhere = {"fight", "journey"}  # in tests/cases, beside the quest of its game
    for folder, word in ((HOME, "wrong"), (HOME, "shape"), (HOME / "ok", "wrong")):
        shown = {p.stem.partition(".")[2] for p in folder.glob(f"example-{word}.*.yaml")}
        assert {name.replace("_", "-") for name in example_kinds()} == shown | elsewhere


def test_the_example_model_has_a_field_for_each_kind() -> None:
    assert set(example_kinds()) == set(KINDS["examples"].model_fields) - set(Example.model_fields)


# --- dice -------------------------------------------------------------------------------------


@given(st.lists(st.integers(-1, 8), min_size=1, max_size=6))
def test_rolls_of_an_open_ended_die(dice: list[int]) -> None:
    shown = "".join(str(face) if face >= 0 else "x" for face in dice)
    six, one = re.fullmatch(r"(6+)[1-5]", shown), re.fullmatch(r"(1+)[2-6]", shown)
    if six or one or re.fullmatch("[2-5]", shown):
        right = len(six[1]) - 1 if six else 1 - len(one[1]) if one else 0
        assert critical_bonus(dice) == right
    else:
        with pytest.raises(ComputationError):
            critical_bonus(dice)


@given(FACE, st.integers(-20, 20), st.integers(-3, 3), st.integers(1, 9))
def test_an_attack_of_one_die(face: int, extra: int, guard: int, life: int) -> None:
    dice = [face, 3] if face in (1, 6) else [face]
    found = worked(
        "attack",
        attacker="goon",
        target="goon",
        weapon="pistol",
        table="shooting",
        extra=[{"trait": "run-up", "by": extra}],
        guard=guard,
        life=life,
        dice=dice,
    )
    # The pistol has Power 4, the goon Defence 6 and Size 2, which gives no modifier.
    beyond = 4 + extra + face - (6 + guard)
    assert (found.power, found.strength) == (4 + extra, 4 + extra + face)
    assert (found.lost, found.left) == (max(0, beyond), min(life, max(0, life - max(0, beyond))))
    assert found.eliminated == (beyond >= life)


@pytest.mark.parametrize("gap", range(-2, 10))
def test_chances_of_attacks_match_the_odds(gap: int) -> None:
    # Every roll of up to seven dice; the chance of longer ones is below the tolerance.
    wounds = 0.0
    for first in range(1, 7):
        for run in range(6):
            for last in range(1, 7):
                dice = [first, *[first] * run, last] if first in (1, 6) else [first]
                ends = last != first if first in (1, 6) else run == 0 and last == 1
                if ends and first + critical_bonus(dice) > gap:
                    wounds += 6.0 ** -len(dice)
    assert wounds == pytest.approx(float(above(gap)), abs=6.0**-6)


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["goon", "dog", "idol"]), FACE), min_size=2, max_size=8),
    st.integers(0, 7),
    st.booleans(),
)
def test_the_highest_totals_take_a_shot_into_a_melee(
    figures: list[tuple[str, int]], aimed: int, still: bool
) -> None:
    aimed %= len(figures)
    sizes = {"goon": 2, "dog": 1, "idol": 4}
    totals = [sizes[who] + die for who, die in figures]
    totals[aimed] += 3 if still else 2
    found = worked(
        "melee_shot",
        still=still,
        figures=[
            {"profile": who, "die": die, "aimed": number == aimed}
            for number, (who, die) in enumerate(figures)
        ],
    )
    assert [scored.total for scored in found] == totals
    hit = {number for number, total in enumerate(totals) if all(total >= t for t in totals)}
    assert {number for number, scored in enumerate(found) if scored.hit} == hit


@given(st.lists(st.tuples(st.sampled_from(["heavy", "light"]), st.integers(1, 100)), max_size=4))
def test_the_best_cover_counts(behind: list[tuple[str, int]]) -> None:
    found = worked(
        "cover",
        target="goon",
        table="shooting",
        light="Light",
        heavy="Heavy",
        behind=[{"kind": kind, "share": share} for kind, share in behind],
    )
    heavy = any(kind == "heavy" and share > 50 for kind, share in behind)
    light = any(kind == "heavy" or share > 50 for kind, share in behind)
    assert found.cover == ("heavy" if heavy else "light" if light else "none")
    assert found.modifier == (-2 if heavy else -1 if light else 0)


FACES = ("nine", "ten", "jack", "queen", "king", "ace")
SHAPES = {
    (1, 1, 1, 1, 1): "nothing",
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two-pairs",
    (3, 2): "full",
}
HAND = st.lists(st.sampled_from(FACES), min_size=5, max_size=5)


def strength(dice: list[str]) -> tuple[Any, ...]:
    """The rank of a hand: its kind, then its faces by count."""
    counts = Counter(dice)
    order = sorted(counts, key=lambda face: (counts[face], FACES.index(face)), reverse=True)
    shape = tuple(counts[face] for face in order)
    return shape, tuple(FACES.index(face) for face in order)


@given(HAND, HAND)
def test_hands_are_recognised_from_dice(first: list[str], second: list[str]) -> None:
    rolls = {"winner": {"pot": 0, "dice": first}, "loser": {"pot": 0, "dice": second}}
    hands = [SHAPES.get(tuple(sorted(Counter(d).values(), reverse=True))) for d in (first, second)]
    columns, rows = ("pair", "two-pairs", "full"), ("nothing", "pair", "two-pairs")
    wins = strength(first) > strength(second)
    if hands[0] in columns and hands[1] in rows and wins:
        found = worked("lookup", table="conflicts", rolls=rolls)
        assert [found.winner, found.loser] == hands
        # The damage matrix of the game.
        damage: dict[object, list[int | str]] = {
            "nothing": [1, 2, 3],
            "pair": [0, 1, 2],
            "two-pairs": ["*", 0, 3],
        }
        assert found.damage == damage[hands[1]][columns.index(hands[0])]
    else:
        with pytest.raises(ComputationError):
            worked("lookup", table="conflicts", rolls=rolls)


# --- cards ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("protected", "red"), list(product([False, True], ["heart", "diamond"])))
def test_cards_that_parry_an_attack(protected: bool, red: str) -> None:
    for rank in CARDS:
        found = worked(
            "parry",
            attack=f"{rank} {red}",
            by="melee",
            target="guards" if protected else "pikes",
            hand=DECK[:20],
        )
        more = worked(
            "parry",
            attack=f"{rank} {red}",
            by="melee",
            target="guards" if protected else "pikes",
            hand=[*DECK[20:], "joker"],
        )
        suits = {"heart", "diamond"} if protected else {red}
        above = CARDS[CARDS.index(rank) + 1 :]
        right = [card for card in DECK if card.split()[1] in suits and card.split()[0] in above]
        assert [*found.parries, *more.parries] == [*right, "joker"]


TROOPS: dict[str, Callable[[str], set[str]]] = {
    "pikes": lambda suit: {suit},
    "bakers": lambda suit: (
        {"heart", "diamond"} if suit in ("heart", "diamond") else {"club", "spade"}
    ),
    "rabble": lambda suit: set(SUITS),
}


@pytest.mark.parametrize(("unit", "lost"), list(product(TROOPS, range(3))))
def test_the_lowest_card_that_answers_a_threat(unit: str, lost: int) -> None:
    for rank, suit in product(CARDS, SUITS):
        answers = [
            card
            for card in DECK
            if worked(
                "morale",
                unit=unit,
                cohesion_lost=lost,
                threats=[{"card": f"{rank} {suit}", "answer": card}],
            )
            .exchanges[0]
            .answered
        ]
        high = CARDS[CARDS.index(rank) + lost :]
        right = [c for c in DECK if c.split()[1] in TROOPS[unit](suit) and c.split()[0] in high]
        assert answers == right
        found = worked(
            "morale", unit=unit, cohesion_lost=lost, threats=[{"card": f"{rank} {suit}"}]
        )
        assert found.exchanges[0].least == (high[0] if high else "joker")
        assert (found.costs, found.left) == (1, 3 - lost - 1)


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(CARDS), st.sampled_from([*CARDS, None])), min_size=1, max_size=8
    ),
    st.integers(0, 2),
    st.sampled_from(["pikes", "guards"]),
)
def test_a_chain_of_threats_costs_cohesion(
    chain: list[tuple[str, str | None]], lost: int, unit: str
) -> None:
    threats = [
        {"card": f"{card} club"} | ({"answer": f"{answer} club"} if answer else {})
        for card, answer in chain
    ]
    most = min(2 if unit == "guards" else 1, 3 - lost)
    costs = 0
    for card, answer in chain:
        if costs < most:
            held = answer and CARDS.index(answer) >= CARDS.index(card) + lost + costs
            costs += not held
    found = worked("morale", unit=unit, cohesion_lost=lost, threats=threats)
    assert (found.costs, found.left) == (costs, 3 - lost - costs)


@pytest.mark.parametrize(("enemies", "friends"), list(product(range(1, 7), range(6))))
def test_losses_depend_on_adjacent_units(enemies: int, friends: int) -> None:
    situation = {"target": "pikes", "enemies": enemies, "friends": friends}
    if enemies + friends > 6:
        with pytest.raises(ComputationError):
            worked("losses", **situation)
        return
    found = worked("losses", **situation)
    lost = 1 + max(0, enemies - friends)
    assert (found.lost, found.left, found.breaks) == (lost, max(0, 4 - lost), lost >= 4)


@pytest.mark.parametrize(("left", "faces"), [(2, 6), (3, 6), (5, 10), (7, 8)])
def test_drawn_figures_are_equally_likely(left: int, faces: int) -> None:
    picked: Counter[int] = Counter()
    for roll in range(1, faces + 1):
        draw = {"roll": roll, "acts": [{"possible": [True]}]}
        try:
            found = worked(
                "activation", card="king heart", pile=9, waiting=["soul"] * left, draws=[draw]
            )
        except ComputationError:
            continue
        picked[found.draws[0].place] += 1
    assert set(picked) == set(range(1, left + 1))
    assert len(set(picked.values())) == 1


# --- arbitrary values -------------------------------------------------------------------------

WRONG: list[Any] = [None, -1, 0, 7, 10**9, "", "joker", "x" * 99, [], {}, True, [9] * 30]


def every_path(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    return [path, *(deeper for key, item in items for deeper in every_path(item, (*path, key)))]


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = changed(data[path[0]], path[1:], value)
    return copy


def sound_examples() -> list[dict[str, Any]]:
    found = []
    for path in SOUND:
        for name, text in read_case(path).files.items():
            source, _ = read_source(name, text.encode())
            assert source
            found.append(source.data)
    return found


@pytest.mark.parametrize("data", sound_examples(), ids=lambda data: str(data["title"]))
def test_wrong_values_never_raise_other_exceptions(data: dict[str, Any]) -> None:
    for path in every_path(data)[1:]:
        for value in WRONG:
            try:
                example = EXAMPLE.model_validate(changed(data, path, value))
            except ValueError:
                continue
            for _, part in parts(example):
                try:
                    found = resolve_part(library(), GAME, part)
                except ComputationError:
                    continue
                list(found.wrong_claims())


@pytest.mark.slow
def test_a_situation_is_resolved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two checks and the view of each language share the result of each situation."""
    calls: Counter[int] = Counter()

    def counted(kind: ExampleKind[Any, Any]) -> ExampleKind[Any, Any]:
        def resolve(library: Library, game: str, situation: Any) -> Any:
            calls[id(situation)] += 1
            return kind.resolve(library, game, situation)

        return replace(kind, resolve=resolve)

    for name, kind in example_kinds().items():
        monkeypatch.setitem(example_kinds(), name, counted(kind))
    fresh = Project(ROOT).library
    examples = [e for content in fresh.games.values() for e in content.of_kind("examples").values()]
    for example in examples:
        for lang in ("fr", "en"):
            example_view(fresh, example, lang)
    assert set(calls.values()) == {1}
    assert len(calls) == sum(len(parts(example.value)) for example in examples)
