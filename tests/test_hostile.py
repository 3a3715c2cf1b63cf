"""A sample of the hostile inputs of `make hostile`: those of our own, mutations, fuzzed files."""

from __future__ import annotations

from itertools import islice

import pytest
from hostile import fuzzed_table, pairs, run, run_fuzzed, table
from hostile_inputs import mutations, own, sample

pytestmark = pytest.mark.slow

# Inputs that are known to be dangerous, and some by chance.
_FUZZED = (
    "YAML:laughs as a card", "YAML:stars as a card", "YAML:expression power",
    "YAML:folders in one another", "YAML:0", "YAML:1", "YAML:673", "CSV:quotes", "CSV:NUL", "CSV:0",
    "XLSX:text 18446744073709551616", "XLSX:4000000000 texts", "XLSX:0", "ODS:4000000000 rows",
    "ODS:999999999 spaces", "ODS:0", "PO:long text", "PO:unknown messages", "PO:0", "PNG:0",
    "JPEG:0", "WebP:0", "SVG:doubled uses", "SVG:nesting 20000",
    "SVG:open transform", "SVG:patterns in patterns",
    "SVG:many markers", "SVG:long text",
    "SVG:path without spaces", "SVG:0", "TTF:65,535 names",
    "TTF:0", "ZIP:overlap of many", "ZIP:1", "git:trees in trees, 1 wide and 3000 deep",
    "git:trees in trees, 16 wide and 6 deep", "git:0",
)  # fmt: skip


def test_a_sample_of_hostile_inputs_is_a_problem_or_is_printed() -> None:
    inputs = sample([*own(), *islice(mutations(1), 200)], 200, 1)
    verdicts = run(inputs, 20, 1)
    assert len(verdicts) == len(inputs) == 200
    assert [(each.name, each.wrong) for each in verdicts if each.wrong] == []
    assert table(verdicts).split()[-1] == "0"


def test_a_sample_of_fuzzed_files_is_read_without_harm_by_all_commands() -> None:
    readers = {name.partition(":")[0] for name in _FUZZED}
    # A process of its own reads each format in each of these.
    wanted = [*pairs(readers, ["check", "texts", "changes"]), *pairs(["SVG"], ["serve"])]
    wanted += pairs(["YAML"], ["lsp"])
    trials = run_fuzzed(wanted, 1000, 1, 1, _FUZZED)
    assert {(each.name.partition(":")[0], each.way) for each in trials} == set(wanted)
    assert [(each.way, each.name, each.wrong) for each in trials if each.wrong] == []
    assert {each.outcome for each in trials} == {"accepted", "problem"}
    assert fuzzed_table(trials)
