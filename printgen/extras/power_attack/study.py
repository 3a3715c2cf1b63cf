"""The attack question: exact chances of an exploding die against a Defence."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from printgen.content.library import GameContent, Library
from printgen.content.models.profile import Stat
from printgen.content.models.text import Text
from printgen.extras.power_attack.model import AttackCase, AttackQuestion
from printgen.rules.mechanic import Question
from printgen.rules.resolve import ComputationError, resolve_entry, resolve_name
from printgen.rules.stat_values import stat_blocks_of
from printgen.rules.study_results import (
    Computation,
    Label,
    Series,
    StudyResult,
    Unit,
    number_label,
    number_labels,
)

# --- exact chances of an exploding die against a Defence ------------------------------------------
#
# An attack rolls one die and adds its Power; the target loses life equal to the excess over its
# Defence. The highest and the lowest face are rerolled: each repeat of the highest adds one, each
# repeat of the lowest subtracts one, and any other face ends the roll without effect. The roll is
# unbounded, and its tails are geometric. `gap` is Defence minus Power, with all modifiers.


# Beyond these limits, chances have too many digits to be useful.
MAX_GAP, MAX_FACES = 400, 100


def above(gap: int, faces: int = 6) -> Fraction:
    """The chance that the die with its criticals exceeds `gap`.

    Within the faces, it is the share of the faces above `gap`. To exceed f + n, where f is the
    highest face, takes n + 2 rolls of f: f^-(n + 2). Below the lowest face it is symmetric.
    """
    if not 2 <= faces <= MAX_FACES or abs(gap) > MAX_GAP:
        raise ValueError(f"no chances for {faces} faces and a gap of {gap}")
    if gap >= faces:
        return Fraction(1, faces ** (gap - faces + 2))
    if gap >= 1:
        return Fraction(faces - gap, faces)
    return 1 - Fraction(1, faces ** (2 - gap))


def loses(gap: int, points: int, faces: int = 6) -> Fraction:
    """The chance to lose at least `points` points of life; 1 is the chance of a wound."""
    return above(gap + points - 1, faces)


def mean_loss(gap: int, faces: int = 6) -> Fraction:
    """The mean loss of life: the sum of the chances to lose at least 1, 2, 3… points.

    Beyond the faces the sum is geometric: 1/f² + 1/f³ + … = 1 / (f (f - 1)).
    """
    if gap >= faces:
        return above(gap, faces) * Fraction(faces, faces - 1)
    within = sum((above(value, faces) for value in range(gap, faces)), Fraction())
    return within + Fraction(1, faces * (faces - 1))


# --- the attack question of studies ---------------------------------------------------------------


# The key of the only column of a question with gaps but without points.
ALL = "all"


def attack(library: Library, game: str, question: AttackQuestion) -> Computation:
    """The chance of a wound or the mean loss: by gap, or by Power, Defence and modifiers."""
    content = library.games[game]
    power, defence = _stats(content, question)
    if question.gives == "mean" and question.points:
        raise ComputationError("`points` requires `gives: chance`", "points")
    if question.gaps:
        for key in ("powers", "defences", "modifiers"):
            if getattr(question, key):
                raise ComputationError(f"`{key}` cannot be combined with `gaps`", key)
        cases = _cases(library, content, question)
        if question.points and cases:
            raise ComputationError("`cases` cannot be combined with `points`", "cases")
        # Defence minus Power, in every language of the game.
        texts, first = {}, content.first_language
        for lang in content.game.languages:
            one, other = (text[text.language_for(lang, first)] for text in (defence, power))
            texts[lang] = f"{one} − {other}"
        gap = Label(Text(texts), content.id)
        return Computation(lambda: _by_gap(question, gap, cases))
    if question.cases or question.points:
        path = "cases" if question.cases else "points"
        raise ComputationError(f"`{path}` requires `gaps`", path)
    if not question.powers or not question.defences:
        raise ComputationError("give `gaps`, or `powers` and `defences`")
    if question.modifiers and len(question.defences) > 1:
        raise ComputationError("`modifiers` requires a single Defence", "defences", 1)
    labels = Label(power, content.id), Label(defence, content.id)
    return Computation(lambda: _by_power(question, *labels))


def _by_gap(question: AttackQuestion, gap: Label, cases: dict[int, Label]) -> StudyResult:
    """By gap, Defence minus Power. With points, the gaps are columns, and the rows the chance to
    lose at least each number of points; else they are rows, each with its example case beside it.
    """
    gaps, faces = question.gaps, question.faces
    if question.points:
        rows = (
            (str(n), number_label(n), [loses(each, n, faces) for each in gaps])
            for n in question.points
        )
        return StudyResult.of("chance", gap, "points_at_least", number_labels(gaps), rows)
    unit, value = _values(question)
    return StudyResult(
        unit,
        Label(word="attack"),
        gap,
        (ALL,),
        (Label(word="mean_loss" if unit == "mean" else "wound_chance"),),
        tuple(Series(str(n), number_label(n), (value(n),), cases.get(n)) for n in gaps),
        beside=Label(word="for_example") if cases else None,
    )


def _by_power(question: AttackQuestion, power: Label, defence: Label) -> StudyResult:
    """By Power (rows) and Defence, or modifiers against a single Defence (columns)."""
    signed, (first, *_) = bool(question.modifiers), question.defences
    columns = question.modifiers or question.defences
    gaps = [first - column if signed else column for column in columns]
    unit, value = _values(question)
    rows = ((str(n), number_label(n), [value(gap - n) for gap in gaps]) for n in question.powers)
    across = "modifier" if signed else defence
    return StudyResult.of(unit, across, power, number_labels(columns, signed), rows)


def _values(question: AttackQuestion) -> tuple[Unit, Callable[[int], Fraction]]:
    """The unit of the answer, and its value by gap."""
    if question.gives == "mean":
        return "mean", lambda gap: mean_loss(gap, question.faces)
    return "chance", lambda gap: loses(gap, 1, question.faces)


def _stats(content: GameContent, question: AttackQuestion) -> tuple[Text, Text]:
    """The labels of Power, a stat of trait kinds, and of Defence, a stat of stat lines."""
    sources = {
        "power": [kind.stats for kind in content.game.trait_kinds.values()],
        "defence": [line.stats for line in content.game.stat_lines.values()],
    }
    found = []
    for what, blocks_of in sources.items():
        known: dict[str, Stat] = {key: stat for stats in blocks_of for key, stat in stats.items()}
        key = getattr(question, what)
        found.append(resolve_name(known, key, "stat", what).label)
    return found[0], found[1]


def _cases(library: Library, content: GameContent, question: AttackQuestion) -> dict[int, Label]:
    """The example case of each gap: the case whose attack and target have that gap."""
    found: dict[int, Label] = {}
    for place, case in enumerate(question.cases):
        gap = _gap(library, content, question, case, place)
        if gap not in question.gaps:
            raise ComputationError(f"the gap of this case, {gap}, is not in `gaps`", "cases", place)
        if gap in found:
            raise ComputationError(f"duplicate case for the gap {gap}", "cases", place)
        found[gap] = Label(case.text, content.id)
    return found


def _gap(
    library: Library, content: GameContent, question: AttackQuestion, case: AttackCase, place: int
) -> int:
    here = ("cases", place)
    trait = resolve_entry(library, "traits", content.id, case.attack, *here, "attack")
    profile = resolve_entry(library, "profiles", content.id, case.target, *here, "target")
    power = trait.value.values.get(question.power)
    if not isinstance(power, int):
        raise ComputationError(f"'{case.attack}' has no {question.power}", *here, "attack")
    for block in stat_blocks_of(library, profile):
        defence = block.values.get(question.defence)
        if isinstance(defence, int):
            return defence - power - case.modifier
    raise ComputationError(f"'{case.target}' has no {question.defence}", *here, "target")


ATTACK = Question(AttackQuestion, attack)
