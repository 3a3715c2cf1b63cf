"""Drawings that repeat their parts."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printgen.content import drawings
from printgen.content.drawings import excess_fault, repeats_too_often

# The parts that each part of a drawing repeats, all of them later ones.
DRAWINGS = st.lists(st.lists(st.integers(1, 3), max_size=3), min_size=1, max_size=6)


def drawing(uses: list[list[int]]) -> ElementTree.Element:
    """A drawing whose part N uses the parts N + 1 and so on."""
    parts = [
        f'<g id="p{number}">'
        + "".join(f'<use href="#p{number + step}"/>' for step in steps)
        + "</g>"
        for number, steps in enumerate(uses)
    ]
    return ElementTree.fromstring(f"<svg><defs>{''.join(parts)}</defs><use href='#p0'/></svg>")


def drawn(uses: list[list[int]]) -> int:
    """The number of elements that are drawn: those of the file, and what the uses repeat."""

    def part(number: int) -> int:
        if number >= len(uses):
            return 0
        return 1 + sum(1 + part(number + step) for step in uses[number])

    return 2 + sum(part(number) for number in range(len(uses))) + 1 + part(0)


@given(DRAWINGS, st.integers(3, 60))
def test_repeated_parts_are_counted(uses: list[list[int]], limit: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawings, "MAX_DRAWN", limit)
        assert repeats_too_often(drawing(uses)) == (drawn(uses) > limit)


def test_parts_that_use_themselves_are_no_endless_count() -> None:
    loop = '<svg><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></svg>'
    assert not repeats_too_often(ElementTree.fromstring(loop))


@pytest.mark.parametrize(("depth", "refused"), [(1, False), (6, False), (12, True)])
def test_patterns_in_patterns_draw_their_content_several_times(depth: int, refused: bool) -> None:
    patterns = "".join(
        f'<pattern id="p{number}"><rect style="fill: url(#p{number + 1})"/></pattern>'
        for number in range(depth)
    )
    text = f'<svg>{patterns}<rect fill="url(#p0)"/></svg>'
    assert repeats_too_often(ElementTree.fromstring(text)) == refused


def test_many_patterns_side_by_side_repeat_little() -> None:
    patterns = "".join(f'<pattern id="p{n}"><path class="ink"/></pattern>' for n in range(40))
    styles = "".join(f".c{n} {{ fill: url(#p{n}) }}" for n in range(40))
    shapes = "".join(f'<rect class="c{n}"/>' for n in range(40))
    text = f"<svg><style>.ink {{ fill: none }} {styles}</style>{patterns}{shapes}</svg>"
    assert not repeats_too_often(ElementTree.fromstring(text))


@pytest.mark.parametrize(("points", "refused"), [(1_000, False), (200_000, True)])
def test_markers_are_drawn_at_each_point(points: int, refused: bool) -> None:
    line = f'<polyline marker-mid="url(#m)" points="{"1,1 " * points}"/>'
    text = f'<svg><marker id="m"><path/></marker>{line}</svg>'
    assert repeats_too_often(ElementTree.fromstring(text)) == refused


@pytest.mark.parametrize(("points", "refused"), [(200_000, False), (600_000, True)])
def test_paths_have_a_limit_together(points: int, refused: bool) -> None:
    half = f'<path d="M0 0{"1 " * (points * 2 // 2)}"/>'
    fault = excess_fault(ElementTree.fromstring(f"<svg>{half}{half}</svg>"))
    assert (fault is not None) == refused
    if fault:
        assert "paths of more than 2,000,000 characters" in fault.reason
