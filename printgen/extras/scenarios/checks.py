"""Checks of scenarios: their forces, their maps, their turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.profile import Profile
from printgen.content.models.scenario import Force, Scenario
from printgen.content.stat_types import NotedSymbol, StatValue, StatValueError, bound_exceeded
from printgen.extras.scenarios import table_plans
from printgen.problems import did_you_mean
from printgen.rules.check import Findings, check, lacking, unknown
from printgen.rules.expressions import ExpressionError, Missing, evaluate, names, parse, questions
from printgen.rules.resolve import (
    TOTAL,
    ComputationError,
    Counts,
    fact_number,
    forces,
    names_in,
    roster_forces,
)
from printgen.rules.stat_values import stat_blocks_of


@check("force-count")
def force_count(content: GameContent, library: object) -> Findings:
    """The counts of forces and tallies are whole numbers, or expressions over one variable of the
    game. A scenario has the same variable in all of its counts.
    """
    for scenario in content.scenarios.values():
        counts = Counts(content, scenario.value)
        failed = False
        for index, force in forces(scenario.value):
            for message, hint in _miscounted(counts, force.count, tally=False):
                failed = True
                yield scenario.finding(message, "forces", index, "count", hint=hint)
        for index, tally in enumerate(scenario.value.tallies):
            if failed and TOTAL in names_in(tally.count):
                continue  # reported at the force
            for message, hint in _miscounted(counts, tally.count, tally=True):
                yield scenario.finding(message, "tallies", index, "count", hint=hint)


def _miscounted(counts: Counts, expression: int | str, *, tally: bool) -> Iterator[tuple[str, str]]:
    """The faults of a count, as messages and hints."""
    if isinstance(expression, int):
        return
    known = {*counts.content.game.variables, *([TOTAL] if tally else ())}
    wrong = ""
    try:
        tree = parse(expression)
        for function, about in questions(tree):
            wrong = f"{function}({about}) is about the traits of a profile, not a count"
            yield wrong, ""
        for name in names(tree):
            if name not in known:
                wrong = f"no variable '{name}'"
                yield wrong, did_you_mean(name, known)
            elif name not in (TOTAL, counts.variable):
                wrong = f"this count has the variable '{name}', others have '{counts.variable}'"
                yield wrong, "use one variable per scenario"
        if not wrong:
            counts.of(expression)
    except ExpressionError as error:
        yield str(error), error.hint


def _forces(content: GameContent) -> Iterator[tuple[Entry[Scenario], int, Force]]:
    for scenario in content.scenarios.values():
        for index, force in forces(scenario.value):
            yield scenario, index, force


@check("force-unknown")
def force_unknown(content: GameContent, library: Library) -> Findings:
    """The profile, the traits, the side and the terrain of a force exist; so does its roster."""
    for scenario, index, force in _forces(content):
        here: tuple[str | int, ...] = ("forces", index)
        wanted: list[tuple[str, str, tuple[str | int, ...]]] = [
            ("profiles", force.profile, ("profile",))
        ]
        wanted += [("traits", name, ("traits", n)) for n, name in enumerate(force.traits)]
        for key, raw in force.stats.items():
            if isinstance(raw, NotedSymbol) and raw.trait:
                wanted.append(("traits", raw.trait, ("stats", key, "trait")))
        for kind, reference, path in wanted:
            yield from lacking(library, scenario, kind, reference, *here, *path, needs=True)
        sides, grounds = scenario.value.sides, content.game.terrains
        for key, name, known in (("side", force.side, sides), ("terrain", force.terrain, grounds)):
            if name:
                yield from unknown(scenario, key, name, [*known], *here, key)
    for scenario in content.scenarios.values():
        for index, listed in roster_forces(scenario.value):
            path = ("forces", index, "roster")
            yield from lacking(library, scenario, "rosters", listed.roster, *path, needs=True)
            if listed.side:
                sides = scenario.value.sides
                yield from unknown(scenario, "side", listed.side, sides, "forces", index, "side")


@check("force-plan")
def force_plan(content: GameContent, library: Library) -> Findings:
    """The action plan of a force exists. If one force of a side has a plan, of its own or of its
    profile, then all forces of this side have one. In a game with plans, so have forces without a
    side.
    """
    for scenario in content.scenarios.values():
        unplayed = {
            force.side
            for _, force in forces(scenario.value)
            if (content.plans and not force.side) or _acts(library, content.id, force)
        }
        for index, force in forces(scenario.value):
            path = ("forces", index)
            if force.plan:
                yield from lacking(library, scenario, "plans", force.plan, *path, "plan")
            known = library.find("profiles", content.id, force.profile)
            if known and force.side in unplayed and not _acts(library, content.id, force):
                message = f"'{force.profile}' has no action plan"
                hint = "add a plan to the force or to its profile"
                yield scenario.finding(message, *path, "profile", hint=hint)


def _acts(library: Library, game: str, force: Force) -> bool:
    """Whether a force or its profile names an action plan."""
    profile = library.find("profiles", game, force.profile)
    return bool(force.plan or (profile and profile.value.plan))


@check("force-stats")
def force_stats(content: GameContent, library: Library) -> Findings:
    """The stats that a force changes are stats of its profile, of the right type and in range. The
    derived stats that follow from them are in range too.
    """
    for scenario, index, force in _forces(content):
        profile = library.find("profiles", content.id, force.profile)
        if profile is None or not force.stats:
            continue
        for path, message, hint in _misfits(library, profile, force):
            here: tuple[str | int, ...] = ("forces", index, "stats", *path)
            yield scenario.finding(message, *here, hint=hint, key=True)


def _misfits(
    library: Library, profile: Entry[Profile], force: Force
) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """The faults of the stats of a force: path, message, hint."""
    changed = list(stat_blocks_of(library, profile, force.stats, force.traits))
    stats = [(block, key, stat) for block in changed for key, stat in block.line.stats.items()]
    known = {key: stat for _, key, stat in stats}
    for key in force.stats:
        if key not in known:
            yield (key,), f"no stat '{key}'", did_you_mean(key, known)
    for block, key, stat in stats:
        if key not in force.stats:
            continue
        if stat.derived:
            yield (key,), f"the stat '{key}' is derived", "remove it"
            continue
        value = block.parse(key)
        if isinstance(value, StatValueError):
            yield (key,), f"not a valid {key}", f"expected {value}"
        elif value and (bound := bound_exceeded(stat, value)):
            yield (key,), f"{key} is {force.stats[key]}", bound
    for block, key, stat in stats:
        value = block.parse(key) if stat.derived else None
        if isinstance(value, StatValue) and (bound := bound_exceeded(stat, value)):
            yield (), f"the derived stat {key} becomes {block.values[key]}", bound


@check("terrain-barred")
def terrain_barred(content: GameContent, library: Library) -> Findings:
    """The terrain of a force does not bar it. For example, a wood can bar units in close order."""
    for scenario, index, force in _forces(content):
        terrain = content.game.terrains.get(force.terrain or "")
        profile = library.find("profiles", content.id, force.profile)
        if not (terrain and terrain.bars and profile):
            continue
        message = f"'{force.profile}' cannot enter '{force.terrain}'"
        for block in stat_blocks_of(library, profile, force.stats, force.traits):
            try:
                barred = bool(evaluate(parse(terrain.bars), block.facts))
            except Missing:
                continue
            except ExpressionError as error:
                barred, message = True, f"cannot evaluate the `bars` of the terrain: {error}"
            if barred:
                path, hint = ("forces", index, "terrain"), f"it bars {terrain.bars}"
                yield scenario.finding(message, *path, hint=hint)
                break


@check("scenario-reference")
def scenario_reference(content: GameContent, library: Library) -> Findings:
    """The map, the tables and the action plans of a scenario exist."""
    for scenario in content.scenarios.values():
        if scenario.value.map:
            yield from lacking(library, scenario, "maps", scenario.value.map, "map")
        for kind in ("tables", "plans"):
            for index, reference in enumerate(getattr(scenario.value, kind)):
                yield from lacking(library, scenario, kind, reference, kind, index)


@check("scenario-map")
def scenario_map(content: GameContent, library: Library) -> Findings:
    """The units on the map of a scenario match its forces: the same number per profile and side.
    Maps without units are not compared.
    """
    for scenario in content.scenarios.values():
        chart = content.of_kind("maps").get(scenario.value.map or "")
        if chart is None or not chart.value.units:
            continue
        # An unknown profile is counted under no name: it is reported elsewhere.
        named = {unit.profile for unit in chart.value.units}
        named |= {force.profile for _, force in forces(scenario.value)}
        if any(library.lacks("profiles", content.id, name) for name in named):
            continue
        # So is an unknown side.
        if any(unit.side and unit.side not in chart.value.sides for unit in chart.value.units):
            continue
        try:
            wanted = _numbers(content, scenario.value)
        except ExpressionError:
            continue
        units = Counter((unit.side, unit.profile) for unit in chart.value.units)
        for side, profile in sorted({*units, *wanted}, key=str):
            on_map, listed = units[side, profile], wanted[side, profile]
            if on_map != listed:
                whose = f" of '{side}'" if side else ""
                message = f"{on_map} '{profile}'{whose} on the map, {listed} under `forces`"
                numbered = forces(scenario.value)
                found = [n for n, f in numbered if (f.side, f.profile) == (side, profile)]
                where = ("forces", found[0], "count") if len(found) == 1 else ("map",)
                yield scenario.finding(message, *where, hint=f"see {chart.at('units')}")


def _numbers(content: GameContent, scenario: Scenario) -> Counter[tuple[str | None, str]]:
    """The number of miniatures per side and profile, for the least value of the variable."""
    counts = Counts(content, scenario)
    found: Counter[tuple[str | None, str]] = Counter()
    for _, force in forces(scenario):
        found[force.side, force.profile] += counts.of(force.count)[0]
    return found


@check("scenario-turns")
def scenario_turns(content: GameContent, library: Library) -> Findings:
    """The turns of a scenario are a whole number, or an expression over the facts of the game that
    comes to 1 or more.
    """
    for scenario in content.scenarios.values():
        wanted = scenario.value.turns
        if wanted is None:
            continue
        try:
            turns = fact_number(library, content, wanted)
        except ComputationError as error:
            yield scenario.finding(str(error), "turns", hint=error.hint)
            continue
        if turns < 1:
            yield scenario.finding(f"the turns come to {turns}", "turns", hint="1 or more")


CHECKS = (
    force_count,
    force_unknown,
    force_plan,
    force_stats,
    terrain_barred,
    scenario_reference,
    scenario_map,
    scenario_turns,
    *table_plans.CHECKS,
)
