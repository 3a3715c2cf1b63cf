"""Worked examples: the rules applied to each situation, once per library, and their checks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pydantic import BaseModel

from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.base import Model
from printgen.content.models.scenario import Scenario
from printgen.content.models.text import Quote
from printgen.content.places import entry_subject
from printgen.extras.examples.kinds import example_kinds
from printgen.extras.examples.lookup import WrongClaim
from printgen.extras.examples.model import Example, Part
from printgen.problems import Subject, did_you_mean
from printgen.rules.check import Findings, check
from printgen.rules.quoted_values import disagreement
from printgen.rules.quotes import place_of_value
from printgen.rules.resolve import ComputationError, forces


@dataclass(frozen=True, slots=True)
class ResolvedPart:
    """A situation of one kind, and the result of the rules."""

    kind: str
    situation: Model
    result: object

    def wrong_claims(self) -> Iterator[WrongClaim]:
        """The claims of the situation that differ from the result."""
        return example_kinds()[self.kind].wrong(self.situation, self.result)


def parts(example: Example) -> list[tuple[tuple[str | int, ...], Part]]:
    """The situations of an example with their paths: its steps, or the example itself."""
    if example.steps:
        return [(("steps", number), step) for number, step in enumerate(example.steps)]
    return [((), example)]


def resolve_part(library: Library, game: str, part: Part) -> ResolvedPart:
    """The result of the rules, computed once per library. Raises ComputationError."""
    # The part is kept with its outcome: an id is unique only while its object exists.
    known: dict[tuple[str, int], tuple[Part, ResolvedPart | ComputationError]]
    known = library.memo.setdefault("examples", {})
    key = (game, id(part))
    if key not in known:
        known[key] = (part, _resolve(library, game, part))
    outcome = known[key][1]
    if isinstance(outcome, ComputationError):
        raise outcome.with_traceback(None)
    return outcome


def _resolve(library: Library, game: str, part: Part) -> ResolvedPart | ComputationError:
    kinds = [name for name in example_kinds() if getattr(part, name) is not None]
    if len(kinds) != 1:
        listed = ", ".join(f"`{name}`" for name in example_kinds())
        return ComputationError("expected exactly one kind of example, or `steps`", hint=listed)
    (kind,) = kinds
    situation: Model = getattr(part, kind)
    try:
        result = example_kinds()[kind].resolve(library, game, situation)
        return ResolvedPart(kind, situation, result)
    except ComputationError as error:
        return error.within(kind)


# --- checks of worked examples --------------------------------------------------------------------


@check("example-shape")
def example_shape(content: GameContent, library: Library) -> Findings:
    """A worked example has one kind, or a list of steps with one kind each. It can be computed: the
    entries that it names exist, and its dice and cards have the faces that it gives.
    """
    for example in content.of_kind("examples").values():
        value = example.value
        kinds = example_kinds() if value.steps else ()
        mixed = [name for name in kinds if getattr(value, name) is not None]
        if mixed:
            message = f"an example has either `steps` or `{mixed[0]}`, not both"
            yield example.finding(message, mixed[0], key=True)
        for path, part in parts(value):
            try:
                resolve_part(library, example.game, part)
            except ComputationError as error:
                if not error.silent:
                    yield example.finding(str(error), *path, *error.path, hint=error.hint)


@check("example-wrong")
def example_wrong(content: GameContent, library: Library) -> Findings:
    """The claims of a worked example are what the rules compute."""
    for example in content.of_kind("examples").values():
        for path, part in parts(example.value):
            try:
                found = resolve_part(library, example.game, part)
            except ComputationError:
                continue
            for wrong in found.wrong_claims():
                here = (*path, found.kind, *wrong.path)
                needs = entry_subject(library, "examples", example.game, example.id)
                yield example.finding(wrong.message, *here, needs=replace(needs, place=None))


@check("example-assumption")
def example_assumption(content: GameContent, library: Library) -> Findings:
    """What a worked example relies on is true (`assumes:`). The profiles that it names take part in
    its `scenario`, as forces or as units of its map. Each of its `values` is the value of the
    entry, the fact or the game that `of` and `stat` name, as in quoted values.
    """
    for example in content.of_kind("examples").values():
        if example.value.assumes:
            yield from _absent(library, example)
            # The values that are not as an example assumes.
            for index, assumed in enumerate(example.value.assumes.values):
                here = ("assumes", "values", index)
                quote = Quote(str(assumed.value), assumed.of, assumed.stat)
                try:
                    right = disagreement(library, content.id, quote, content.first_language)
                except ComputationError as error:
                    if not error.silent:
                        yield example.finding(str(error), *here, hint=error.hint)
                    continue
                if right is not None:
                    place = place_of_value(library, content.id, quote)
                    needs = Subject("values", content.id, quote.key, place)
                    message = f"the value is {right}, not {assumed.value}"
                    yield example.finding(message, *here, "value", hint=f"see {place}", needs=needs)


def _absent(library: Library, example: Entry[Example]) -> Findings:
    """The profiles of an example that take no part in its scenario."""
    name = example.value.assumes.scenario if example.value.assumes else None
    if name is None:
        return
    scenario = library.find("scenarios", example.game, name)
    if scenario is None:
        hint = library.suggest("scenarios", example.game, name)
        needs = entry_subject(library, "scenarios", example.game, name)
        message = f"no scenario '{name}'"
        yield example.finding(message, "assumes", "scenario", hint=hint, needs=needs)
        return
    present = dict(_participants(library, scenario))
    for path, part in parts(example.value):
        for kind in example_kinds():
            for found, reference in _strings(getattr(part, kind), (*path, kind)):
                profile = library.find("profiles", example.game, reference)
                if profile and id(profile) not in present:
                    hint = did_you_mean(reference, present.values())
                    message = f"'{reference}' takes no part in the scenario '{name}'"
                    yield example.finding(message, *found, hint=hint)


def _participants(library: Library, scenario: Entry[Scenario]) -> Iterator[tuple[int, str]]:
    """The identities of the profiles in a scenario or on its map, each with its reference."""
    named = [(scenario, force.profile) for _, force in forces(scenario.value)]
    chart = library.find("maps", scenario.game, scenario.value.map or "")
    named += [(chart, unit.profile) for unit in chart.value.units] if chart else []
    for entry, reference in named:
        if profile := library.find("profiles", entry.game, reference):
            yield id(profile), reference


def _strings(
    value: object, path: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The strings in a situation with their paths."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, BaseModel):
        for name in value.model_fields_set:
            yield from _strings(getattr(value, name), (*path, name))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from _strings(item, (*path, place))


CHECKS = (example_shape, example_wrong, example_assumption)
