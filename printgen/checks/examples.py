"""Checks of worked examples."""

from __future__ import annotations

from printgen.analysis.resolve import ComputationError
from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library
from printgen.mechanics.examples import parts, work
from printgen.mechanics.table import EXAMPLES


@check("example-shape")
def example_shape(content: GameContent, library: Library) -> Findings:
    """A worked example is of one kind, or has steps that are, and can be computed: what it names
    exists, and dice and cards have the faces that it says.
    """
    for example in content.examples.values():
        value = example.value
        mixed = [name for name in EXAMPLES if value.steps and getattr(value, name) is not None]
        if mixed:
            message = f"an example with `steps` has no `{mixed[0]}` of its own"
            yield example.finding(message, mixed[0], key=True)
        for path, part in parts(value):
            try:
                work(library, example.game, part)
            except ComputationError as error:
                if not error.silent:
                    where = (*path, *error.path)
                    yield example.finding(str(error), *where, hint=error.hint)


@check("example-wrong")
def example_wrong(content: GameContent, library: Library) -> Findings:
    """What a worked example claims is what the rules compute."""
    for example in content.examples.values():
        for path, part in parts(example.value):
            try:
                name, found = work(library, example.game, part)
            except ComputationError:
                continue
            for wrong in EXAMPLES[name].wrong(getattr(part, name), found):
                here = (*path, name, *wrong.path)
                yield example.finding(wrong.message, *here)
