"""Checks of worked examples."""

from __future__ import annotations

from dataclasses import replace

from printgen.analysis.resolve import ComputationError
from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library
from printgen.content.subjects import entry_subject
from printgen.mechanics.examples import parts, resolve_part
from printgen.mechanics.table import EXAMPLES


@check("example-shape")
def example_shape(content: GameContent, library: Library) -> Findings:
    """A worked example has one kind, or a list of steps with one kind each. It can be computed: the
    entries that it names exist, and its dice and cards have the faces that it gives.
    """
    for example in content.examples.values():
        value = example.value
        mixed = [name for name in EXAMPLES if value.steps and getattr(value, name) is not None]
        if mixed:
            message = f"an example has either `steps` or `{mixed[0]}`, not both"
            yield example.finding(message, mixed[0], key=True)
        for path, part in parts(value):
            try:
                resolve_part(library, example.game, part)
            except ComputationError as error:
                if not error.silent:
                    where = (*path, *error.path)
                    yield example.finding(str(error), *where, hint=error.hint)


@check("example-wrong")
def example_wrong(content: GameContent, library: Library) -> Findings:
    """The claims of a worked example are what the rules compute."""
    for example in content.examples.values():
        for path, part in parts(example.value):
            try:
                found = resolve_part(library, example.game, part)
            except ComputationError:
                continue
            for wrong in found.wrong_claims():
                here = (*path, found.kind, *wrong.path)
                needs = entry_subject(library, "examples", example.game, example.id)
                yield example.finding(wrong.message, *here, needs=replace(needs, place=None))
