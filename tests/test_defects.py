"""A sample of the defects of `make defects`: of each class of texts, and of photos, on cards."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from defect_bench import grounds
from defect_kinds import BENCHES, TEXTS
from defects import Verdict, alone, table, together
from ground_defects import of_files, of_texts

pytestmark = pytest.mark.slow

CARDS = replace(BENCHES[0], products={"cards": BENCHES[0].products["cards"]})

# Photos of the sample: one that is too coarse, and some that are damaged.
PHOTOS = ("60 pixels", "JPEG with a hole", "PNG with a wrong checksum")


def test_a_sample_of_defects_is_named_at_the_very_place() -> None:
    with grounds(CARDS) as ground:
        texts = list(of_texts(ground, "cards", random.Random(3), 2))
        found = list(together(ground, texts))
        photos = [each for each in of_files(ground) if each.medium == "cards"]
        found += [alone(ground, each) for each in photos if each.name in PHOTOS]
    assert [(verdict.name, verdict.problems) for verdict in found if not verdict.named] == []
    assert len(found) >= 20
    assert {verdict.kind for verdict in found} == {*TEXTS, "photo"}


def test_the_table_counts_by_class_and_medium() -> None:
    found = [Verdict("photo", "cards", "a", True), Verdict("photo", "books", "b", False)]
    _, photo, total = table(found).splitlines()
    assert photo.split() == ["photo", "1", "of", "1", "0", "of", "1", "1", "of", "2"]
    assert total.split() == ["all", "1", "of", "1", "0", "of", "1", "1", "of", "2"]
