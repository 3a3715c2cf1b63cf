"""Searches and waves, compared with every sequence of dice and lots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printgen.extras.dice.chances import mean
from printgen.extras.enemy.search import (
    ANY,
    FOE,
    MAX_MARKERS,
    MAX_ROLLS,
    MAX_THINGS,
    NOTHING,
    Found,
    Search,
    last_arrival,
    next_arrival,
    rounds,
    search_chances,
)

SABRE, REVOLVER = 0, 1


def told(total: int) -> int:
    """The outcome in the table of clues."""
    return FOE if total <= 6 else {7: SABRE, 8: REVOLVER}.get(total, ANY)


def clues(faces: int = 8, markers: int = 5, lots: bool = True) -> Search:
    """The search of the first episode: a D8 and the clues found already."""
    rows = []
    for known in range(markers):
        many = Counter(told(face + known) for face in range(1, faces + 1))
        rows.append(tuple((outcome, Fraction(n, faces)) for outcome, n in many.items()))
    return Search(2, tuple(rows), lots)


def dug(
    search: Search, rolls: tuple[int, ...], order: tuple[int, ...]
) -> tuple[list[int | None], list[int]]:
    """The marker that finds each thing, and the foes up to each marker; lots follow `order`."""
    found: list[int | None] = [None] * search.things
    foes, by_lot = [0], False
    for number, rolled in enumerate(rolls, 1):
        left = search.markers - number + 1
        by_lot = by_lot or (search.lots and found.count(None) == left == search.things)
        outcome = ANY if by_lot else rolled
        foes.append(foes[-1] + (outcome == FOE))
        if outcome in (FOE, NOTHING):
            continue
        if outcome == ANY or found[outcome] is not None:
            outcome = next((thing for thing in order if found[thing] is None), -1)
        if outcome >= 0:
            found[outcome] = number
    return found, foes


def tree(search: Search) -> Iterator[tuple[Fraction, list[int | None], list[int]]]:
    """Every course of a search, with its chance."""
    orders = list(permutations(range(search.things)))
    for path in product(*search.outcomes):
        chance = Fraction(1)
        for _, share in path:
            chance *= share
        for order in orders:
            found, foes = dug(search, tuple(outcome for outcome, _ in path), order)
            yield chance / len(orders), found, foes


def counted(search: Search, when: Callable[[list[int | None]], int | None]) -> Found:
    """The distribution of `when` over the tree."""
    markers: Counter[int] = Counter()
    met: Counter[int] = Counter()
    for chance, found, foes in tree(search):
        number = when(found)
        if number is not None and chance:
            markers[number] += chance  # type: ignore[assignment]
            met[foes[number]] += chance  # type: ignore[assignment]
    return Found(dict(markers), dict(met))  # type: ignore[arg-type]


def first(found: list[int | None]) -> int | None:
    return min((number for number in found if number), default=None)


def last(found: list[int | None]) -> int | None:
    return None if None in found else max(number for number in found if number)


def same(mine: Found, theirs: Found) -> bool:
    def bare(chances: dict[int, Fraction]) -> dict[int, Fraction]:
        return {value: chance for value, chance in chances.items() if chance}

    pairs = ((mine.markers, theirs.markers), (mine.foes, theirs.foes))
    return all(bare(one) == bare(other) for one, other in pairs)


@pytest.mark.parametrize("lots", [True, False])
def test_the_cemetery_search_matches_the_tree(lots: bool) -> None:
    search = clues(lots=lots)
    found = search_chances(search)
    assert same(found.first, counted(search, first))
    assert same(found.last, counted(search, last))
    assert same(found.things[SABRE], counted(search, lambda order: order[SABRE]))
    assert same(found.things[REVOLVER], counted(search, lambda order: order[REVOLVER]))


def test_chances_computed_by_hand() -> None:
    found = search_chances(clues())
    # The first clue: faces 7 and 8 of 8. The second: faces 6 to 8 give totals 7 to 9.
    assert found.first.markers[1] == Fraction(2, 8)
    assert found.first.markers[2] == Fraction(6, 8) * Fraction(3, 8)
    # After three zombies, lots give a weapon.
    assert found.first.markers[4] == Fraction(6, 8) * Fraction(5, 8) * Fraction(4, 8)
    assert found.first.chance == 1
    assert found.first.by(4) == 1
    assert found.things[SABRE] == found.things[REVOLVER]
    # Without lots, all five markers may not be enough.
    assert search_chances(clues(lots=False)).first.chance < 1


@st.composite
def searches(draw: st.DrawFn) -> Search:
    things = draw(st.integers(1, 3))
    markers = draw(st.integers(things, 4))
    kinds = [ANY, FOE, NOTHING, *range(things)]
    rows = []
    for _ in range(markers):
        many = Counter(draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=4)))
        whole = many.total()
        rows.append(tuple((outcome, Fraction(n, whole)) for outcome, n in many.items()))
    return Search(things, tuple(rows), draw(st.booleans()))


@given(searches())
@settings(max_examples=60, deadline=None)
def test_any_search_matches_the_tree(search: Search) -> None:
    found = search_chances(search)
    assert same(found.first, counted(search, first))
    assert same(found.last, counted(search, last))
    assert same(found.things[0], counted(search, lambda f: f[0]))
    for part in (found.first, found.last, *found.things):
        assert sum(part.foes.values()) == part.chance <= 1
        chances = [part.by(number) for number in range(search.markers + 1)]
        assert chances == sorted(chances)
    assert found.last.chance <= min(part.chance for part in found.things) <= found.first.chance


@pytest.mark.parametrize(
    ("things", "markers"), [(0, 5), (MAX_THINGS + 1, 9), (2, 1), (2, MAX_MARKERS + 1)]
)
def test_searches_out_of_range_are_refused(things: int, markers: int) -> None:
    with pytest.raises(ValueError, match="must be"):
        search_chances(Search(things, (((FOE, Fraction(1)),),) * markers))


def test_the_largest_search_is_solved() -> None:
    rows = tuple((outcome, Fraction(1, 7)) for outcome in (0, 1, 2, 3, ANY, FOE, NOTHING))
    found = search_chances(Search(MAX_THINGS, (rows,) * MAX_MARKERS))
    assert 0 < found.last.chance < found.first.chance == 1


# --- waves ------------------------------------------------------------------------------------

DIE = [Fraction(min(6, 1 + counter), 6) for counter in range(6)]


def rolled(faces: tuple[int, ...]) -> int:
    """The number of the roll of a D6 that brings the first soldier, with a growing counter."""
    return next(number for number, face in enumerate(faces, 1) if face + number - 1 >= 6)


def test_the_next_arrival_matches_enumerated_rolls() -> None:
    many = Counter(rolled(faces) for faces in product(range(1, 7), repeat=6))
    assert next_arrival(DIE) == {number: Fraction(n, 6**6) for number, n in sorted(many.items())}


@cache
def turns(counter: int, left: int, moves: int, pace: int) -> Fraction:
    """The mean number of turns, including the moves so far, by a tree of single dice."""
    if not left:
        return Fraction(-(-moves // pace))
    whole = Fraction()
    for face in range(1, 7):
        comes = face + counter >= 6
        after = (0, left - 1) if comes else (counter + 1, left)
        whole += turns(*after, moves + 1, pace) / 6
    return whole


@pytest.mark.parametrize("pace", [1, 2, 3, 7])
@pytest.mark.parametrize("count", [1, 2, 5])
def test_mean_rounds_match_a_tree_of_rolls(count: int, pace: int) -> None:
    assert rounds(last_arrival(next_arrival(DIE), [count])[count], pace) == turns(0, count, 0, pace)


chances = st.lists(st.fractions(0, 1, max_denominator=9), max_size=5)


@given(chances, st.integers(1, 6), st.integers(1, 6))
@settings(deadline=None)
def test_means_of_waits_add_up(before: list[Fraction], count: int, pace: int) -> None:
    single = next_arrival([*before, Fraction(1)])
    ends = last_arrival(single, range(count + 1))
    assert list(ends) == list(range(count + 1))
    assert all(sum(end.values()) == 1 for end in ends.values())
    # Means of independent waits add up; rounds of several moves are fewer.
    assert mean(ends[count]) == count * mean(single) == rounds(ends[count], 1)
    assert rounds(ends[count], pace + 1) <= rounds(ends[count], pace)
    assert mean(ends[count]) / pace <= rounds(ends[count], pace) < mean(ends[count]) / pace + 1


@pytest.mark.parametrize("wrong", [[], [Fraction(1, 2)], [Fraction(1), Fraction(1, 2)]])
def test_an_arrival_must_become_certain(wrong: list[Fraction]) -> None:
    with pytest.raises(ValueError, match="must be 1"):
        next_arrival(wrong)


def test_the_number_of_rolls_is_limited() -> None:
    single = next_arrival([*[Fraction(0)] * 59, Fraction(1)])
    assert last_arrival(single, [MAX_ROLLS // 60]) == {MAX_ROLLS // 60: {MAX_ROLLS: 1}}
    with pytest.raises(ValueError, match="more than"):
        last_arrival(single, [1, MAX_ROLLS // 60 + 1])


def test_the_mean_of_no_chances_is_refused() -> None:
    with pytest.raises(ValueError, match="never"):
        mean({})
