"""Faces as values: equal for equal cards, with equal parts, and the same after a round trip."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from runners import results_of

from printgen.layout.faces import (
    SMALL,
    Face,
    Part,
    decode,
    encode,
    pack_glyphs,
    parts_of,
    unpack_glyphs,
)
from printgen.layout.jobs import Job, JobRunner
from printgen.layout.runners import BATCH, local_runner
from printgen.project import Folders


@pytest.fixture(scope="module")
def alone(deck_runner: JobRunner, deck_jobs: list[Job]) -> list[Face]:
    """Each face of the deck, laid out alone."""
    return list(_faces(deck_runner, deck_jobs, alone=True))


def _faces(runner: JobRunner, jobs: list[Job], alone: bool = False) -> Iterator[Face]:
    groups = [[job] for job in jobs] if alone else [jobs]
    for group in groups:
        for result in results_of(runner, group):
            assert result.faults == []
            assert result.face
            yield result.face


def test_a_face_is_the_same_alone_and_in_a_batch(
    deck_runner: JobRunner, deck_jobs: list[Job], alone: list[Face]
) -> None:
    fronts = [job for job in deck_jobs if job.format == deck_jobs[0].format]
    assert 1 < len(fronts) <= BATCH["face"]
    # The worker lays out the first job; meanwhile, the others gather to a batch.
    first, *batch = _faces(deck_runner, [deck_jobs[-1], *fronts])
    assert batch == alone[: len(fronts)]
    assert first == alone[-1]
    # In another order, in the same warm worker.
    assert list(_faces(deck_runner, fronts[::-1])) == batch[::-1]


@pytest.mark.slow
@pytest.mark.usefixtures("started_workers")
def test_a_face_is_the_same_in_a_new_worker(
    pristine: Path, deck_jobs: list[Job], alone: list[Face]
) -> None:
    """The other worker is forked: tests may lay out in forked workers."""
    with local_runner(Folders(pristine), 2) as runner:
        assert list(_faces(runner, deck_jobs[2:5])) == alone[2:5]


def test_faces_share_the_parts_that_they_draw(alone: list[Face]) -> None:
    drawn = [{part.digest for part in parts_of(face.form)} for face in alone]
    one, two, five = drawn[0], drawn[1], drawn[4]
    pictures = {
        part.digest for part in parts_of(alone[1].form) if b"/Subtype /Image" in part.source[0]
    }
    assert len(pictures) == 1
    assert pictures <= five
    assert not pictures & one
    # The drawing of the leaf.
    assert one & two & five
    assert len({face.form.digest for face in alone}) == len(alone)


# --- parts ------------------------------------------------------------------------------------


def _part(source: list[bytes], links: list[Part | str], stream: bytes | None) -> Part:
    return Part.of([*source, *[b""] * (len(links) + 1 - len(source))], links, stream)


SIZES = st.sampled_from([0, 1, SMALL - 1, SMALL, 3 * SMALL])
STREAMS = st.none() | st.builds(bytes.__mul__, st.binary(min_size=1, max_size=1), SIZES)
PARTS: st.SearchStrategy[Part] = st.recursive(
    st.builds(_part, st.just([b"<<>>"]), st.just([]), STREAMS),
    lambda inner: st.builds(
        _part,
        st.just([b"<</A "]),
        st.lists(inner | st.sampled_from(["ABCDEF", "FEDCBA"]), min_size=1, max_size=3),
        STREAMS,
    ),
    max_leaves=8,
)


def _kept(value: object, found: dict[bytes, bytes]) -> bytes:
    """A value as bytes; the big parts in it are added to `found`, without those in them."""
    content, parts = encode(value)
    for digest, part in parts.items():
        found[digest] = _kept(part, found)
    return content


@settings(max_examples=60)
@given(st.lists(PARTS, max_size=3))
def test_values_are_the_same_after_a_round_trip(parts: list[Part]) -> None:
    faces = [Face(1.0, 2.0, part, ()) for part in parts]
    found: dict[bytes, bytes] = {}
    content = _kept(faces, found)

    def find(digest: bytes) -> Part:
        part: Part = decode(found[digest], find)
        return part

    assert decode(content, find) == faces
    big = {
        inner.digest
        for part in parts
        for inner in parts_of(part)
        if inner.stream is not None and len(inner.stream) >= SMALL
    }
    assert set(found) == big
    assert all(len(kept) < 12 * SMALL for kept in (content, *found.values()))


def test_a_missing_part_is_an_error() -> None:
    content, parts = encode([Part.of([b""], [], b"x" * SMALL)])
    assert len(parts) == 1
    nothing: dict[bytes, Part] = {}
    with pytest.raises(KeyError):
        decode(content, nothing.__getitem__)


@settings(max_examples=60)
@given(st.lists(PARTS, max_size=4))
def test_equal_digests_mean_equal_parts(parts: list[Part]) -> None:
    found: dict[bytes, Part] = {}
    for top in parts:
        for part in parts_of(top):
            assert found.setdefault(part.digest, part) == part
            # What a part links to comes before it.
            assert all(isinstance(link, str) or link.digest in found for link in part.links)


@pytest.mark.slow
@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 70_000), st.integers(0, 3000), st.text(max_size=3))))
def test_packed_glyphs(glyphs: list[tuple[int, int, str]]) -> None:
    assert unpack_glyphs(pack_glyphs(glyphs)) == sorted(glyphs)
