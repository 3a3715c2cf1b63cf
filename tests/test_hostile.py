"""A sample of the hostile inputs of `make hostile`: those of our own, and mutations."""

from __future__ import annotations

from itertools import islice

from hostile import run, table
from hostile_inputs import mutations, own, sample


def test_a_sample_of_hostile_inputs_is_a_problem_or_is_printed() -> None:
    inputs = sample([*own(), *islice(mutations(1), 200)], 200, 1)
    verdicts = run(inputs, 20, 1)
    assert len(verdicts) == len(inputs) == 200
    assert [(each.name, each.wrong) for each in verdicts if each.wrong] == []
    assert table(verdicts).split()[-1] == "0"
