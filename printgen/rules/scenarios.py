"""Checks of scenarios: their forces, their action plans, the ground, and the plan of the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from printgen.library import Entry, GameContent, Library
from printgen.models import Profile
from printgen.problems import Problem, did_you_mean
from printgen.rules.constraints import flaws
from printgen.rules.expressions import ExpressionError, evaluate, names, parse
from printgen.rules.readings import StatError, blocks, read_stat
from printgen.scenario import (
    Circle,
    Edge,
    Feature,
    Figure,
    Force,
    Line,
    Marker,
    Rectangle,
    Scenario,
)

# The name, in a tally, of the number of all figures that stand under `forces` as data.
TOTAL = "total"
# Nobody puts more on a table.
MAX_COUNT = 10_000


def forces(scenario: Scenario) -> Iterator[tuple[int, Force]]:
    """The forces that are data, with their index."""
    for index, force in enumerate(scenario.forces):
        if isinstance(force, Force):
            yield index, force


def _forces(content: GameContent) -> Iterator[tuple[Entry[Scenario], int, Force]]:
    for scenario in content.scenarios.values():
        for index, force in forces(scenario.value):
            yield scenario, index, force


def count(expression: int | str, values: dict[str, int]) -> int:
    """How many an expression means for these values of the game's variables.

    Raises ExpressionError where it cannot be computed, or is no number of figures.
    """
    number = expression if isinstance(expression, int) else evaluate(parse(expression), values)
    if not 0 <= number <= MAX_COUNT:
        raise ExpressionError(f"{number} is no number of figures")
    return int(number)


def total(scenario: Scenario, values: dict[str, int]) -> int:
    """How many figures the forces have in all. Raises ExpressionError."""
    return sum(count(force.count, values) for _, force in forces(scenario))


def plan_unknown(content: GameContent, library: Library) -> Iterator[Problem]:
    """The action plan that a profile names exists."""
    for profile in content.profiles.values():
        plan = profile.value.plan
        if plan and library.lacks("plans", content.id, plan):
            hint = library.suggest("plans", content.id, plan)
            yield profile.problem("plan-unknown", f"no plan '{plan}'", "plan", hint=hint)


def force_unknown(content: GameContent, library: Library) -> Iterator[Problem]:
    """What a force names exists: its profile, its traits, its side, its terrain."""
    for scenario, index, force in _forces(content):
        here = ("forces", index)
        wanted: list[tuple[str, str, tuple[str | int, ...]]] = [
            ("profiles", force.profile, ("profile",))
        ]
        wanted += [("traits", name, ("traits", n)) for n, name in enumerate(force.traits)]
        for kind, reference, path in wanted:
            if library.lacks(kind, content.id, reference):
                hint = library.suggest(kind, content.id, reference)
                message = f"no {kind.removesuffix('s')} '{reference}'"
                yield scenario.problem("force-unknown", message, *here, *path, hint=hint)
        sides, grounds = scenario.value.sides, content.game.terrains
        for key, name, known in (("side", force.side, sides), ("terrain", force.terrain, grounds)):
            if name and name not in known:
                hint = did_you_mean(name, known)
                message = f"no {key} '{name}'"
                yield scenario.problem("force-unknown", message, *here, key, hint=hint)


def force_plan(content: GameContent, library: Library) -> Iterator[Problem]:
    """The action plan of a force exists: its own, or its profile's. Where one force of a side has a
    plan, all of that side have; so have, in a game with plans, those of no side.
    """
    for scenario in content.scenarios.values():
        unplayed = {
            force.side
            for _, force in forces(scenario.value)
            if (content.plans and not force.side) or _acts(library, content.id, force)
        }
        for index, force in forces(scenario.value):
            path = ("forces", index)
            if force.plan and library.lacks("plans", content.id, force.plan):
                hint = library.suggest("plans", content.id, force.plan)
                message = f"no plan '{force.plan}'"
                yield scenario.problem("force-plan", message, *path, "plan", hint=hint)
            known = library.find("profiles", content.id, force.profile)
            if known and force.side in unplayed and not _acts(library, content.id, force):
                message = f"nothing says how '{force.profile}' acts"
                hint = "give the force, or its profile, a plan"
                yield scenario.problem("force-plan", message, *path, "profile", hint=hint)


def _acts(library: Library, game: str, force: Force) -> str | None:
    """The action plan that a force names, or its profile does."""
    profile = library.find("profiles", game, force.profile)
    return force.plan or (profile.value.plan if profile else None)


def force_count(content: GameContent, library: Library) -> Iterator[Problem]:
    """The count of a force, and of a tally, is a number for all values of the game's variables."""
    for scenario in content.scenarios.values():
        value = scenario.value
        for index, force in forces(value):
            for message, hint in _miscounted(content, force.count):
                path = ("forces", index, "count")
                yield scenario.problem("force-count", message, *path, hint=hint)
        for index, tally in enumerate(value.tallies):
            for message, hint in _miscounted(content, tally.count, value):
                path = ("tallies", index, "count")
                yield scenario.problem("force-count", message, *path, hint=hint)


def _miscounted(
    content: GameContent, expression: int | str, scenario: Scenario | None = None
) -> Iterator[tuple[str, str]]:
    """What is wrong with a count: messages with hints. A tally is one of a `scenario`."""
    if isinstance(expression, int):
        return
    known = {*content.game.variables, *([TOTAL] if scenario else ())}
    try:
        unknown = [name for name in names(parse(expression)) if name not in known]
        for name in unknown:
            yield f"no variable '{name}'", did_you_mean(name, known)
        for values in settings(content) if not unknown else ():
            try:
                whole = {TOTAL: total(scenario, values)} if scenario else {}
            except ExpressionError:
                return  # told at the force
            count(expression, {**values, **whole})
    except ExpressionError as error:
        yield str(error), ""


def settings(content: GameContent) -> Iterator[dict[str, int]]:
    """Every way to set the game's variables to the values that are printed; 500 at most."""
    variables = content.game.variables
    for number, values in enumerate(product(*(v.values for v in variables.values()))):
        if number >= 500:
            return
        yield dict(zip(variables, values, strict=True))


def force_stats(content: GameContent, library: Library) -> Iterator[Problem]:
    """The stats that differ from a force's profile are stats of it, of their type and range."""
    for scenario, index, force in _forces(content):
        profile = library.find("profiles", content.id, force.profile)
        if profile is None or not force.stats:
            continue
        lines = [block.line for block in blocks(library, profile)]
        stats = {key: stat for line in lines for key, stat in line.stats.items()}
        for key, raw in force.stats.items():
            path = ("forces", index, "stats", key)
            stat = stats.get(key)
            if stat is None or stat.derived:
                message = f"'{key}' is derived" if stat else f"no stat '{key}'"
                hint = did_you_mean(key, stats)
                yield scenario.problem("force-stats", message, *path, hint=hint, key=True)
                continue
            try:
                numbers = read_stat(stat, raw).numbers
            except StatError as expected:
                message = f"this is not a value of {key}"
                yield scenario.problem("force-stats", message, *path, hint=f"expected {expected}")
                continue
            low = min(numbers, default=0), stat.min
            high = max(numbers, default=0), stat.max
            if (low[1] is not None and low[0] < low[1]) or (
                high[1] is not None and high[0] > high[1]
            ):
                yield scenario.problem("force-stats", f"{key} is {raw}", *path)


def terrain_invalid(content: GameContent, library: Library) -> Iterator[Problem]:
    """What a terrain bars is an expression over the stats of one of the game's stat lines."""
    for name, terrain in content.game.terrains.items():
        if not terrain.bars:
            continue
        lines = content.game.stat_lines.values()
        found = [list(flaws(terrain.bars, content, line)) for line in lines]
        if all(found):
            message, hint = min(found, key=len)[0] if found else ("the game has no stat line", "")
            path = ("terrains", name, "bars")
            yield content.entry.problem("terrain-invalid", message, *path, hint=hint)


def terrain_barred(content: GameContent, library: Library) -> Iterator[Problem]:
    """No force starts on a terrain that bars it, as difficult ground bars close order."""
    for scenario, index, force in _forces(content):
        terrain = content.game.terrains.get(force.terrain or "")
        profile = library.find("profiles", content.id, force.profile)
        if terrain and terrain.bars and profile and _barred(library, profile, force, terrain.bars):
            message = f"'{force.profile}' cannot stand on '{force.terrain}'"
            path = ("forces", index, "terrain")
            yield scenario.problem("terrain-barred", message, *path, hint=f"bars {terrain.bars}")


def _barred(library: Library, profile: Entry[Profile], force: Force, bars: str) -> bool:
    for block in blocks(library, profile, force.stats, force.traits):
        try:
            if evaluate(parse(bars), block.facts(block.values)):
                return True
        except (ExpressionError, StatError):
            continue
    return False


def scenario_reference(content: GameContent, library: Library) -> Iterator[Problem]:
    """The tables and action plans that are printed with a scenario exist."""
    for scenario in content.scenarios.values():
        for kind in ("tables", "plans"):
            for index, reference in enumerate(getattr(scenario.value, kind)):
                if library.lacks(kind, content.id, reference):
                    hint = library.suggest(kind, content.id, reference)
                    message = f"no {kind.removesuffix('s')} '{reference}'"
                    yield scenario.problem("scenario-reference", message, kind, index, hint=hint)


def layout_outside(content: GameContent, library: Library) -> Iterator[Problem]:
    """All that a table plan shows has its middle on the table, and is not larger than the table."""
    for scenario in content.scenarios.values():
        layout = scenario.value.layout
        for index, feature in enumerate(layout.features if layout else ()):
            assert layout is not None
            wide, high = layout.width, layout.height
            message = f"this lies outside the table of {wide:g} x {high:g} {layout.unit}"
            for path, (x, y) in _points(feature):
                if not (0 <= x <= wide and 0 <= y <= high):
                    here = ("layout", "features", index, *path)
                    yield scenario.problem("layout-outside", message, *here)
            if _extent(feature, wide, high) > max(wide, high):
                message = "this is larger than the table"
                yield scenario.problem("layout-outside", message, "layout", "features", index)


def _points(feature: Feature) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if isinstance(feature, Line):
        for index, point in enumerate(feature.points):
            yield ("points", index), point
    elif isinstance(feature, Rectangle | Circle | Marker | Figure):
        yield ("at",), feature.at


def _extent(feature: Feature, wide: float, high: float) -> float:
    """The largest measure of a feature."""
    if isinstance(feature, Rectangle):
        return max(feature.size)
    if isinstance(feature, Circle):
        return 2 * feature.radius
    if isinstance(feature, Line):
        return feature.width
    if isinstance(feature, Edge):
        across = high if feature.side in ("north", "south") else wide
        return feature.depth * max(wide, high) / across
    return 0.0
