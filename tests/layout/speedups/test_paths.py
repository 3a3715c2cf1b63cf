"""Paths are written as WeasyPrint writes them."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pydyf
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from weasyprint.svg import SVG, TAGS
from weasyprint.svg.utils import PointError

from printgen.layout.speedups import paths

numbers = st.one_of(
    st.integers(-999, 999).map(str),
    st.floats(-99, 99, allow_nan=False).map(lambda n: f"{n:.4g}"),
    st.sampled_from(["0", "-0", "+3", ".5", "5.", "1e2", "-1.5e-1", "00", "-.25"]),
)
commands = st.builds(
    lambda letter, found, gap: letter + gap.join(found),
    st.sampled_from("mMlLhHvVcCsSzZ") | st.sampled_from("mMlLhHvVcCsSzZqQtTaAx%-"),
    st.lists(numbers, max_size=12),
    st.sampled_from([" ", ",", " , ", "\n"]),
)
path_texts = st.lists(commands, max_size=6).map("".join) | st.text("mMlczZsh0123. ,-e", max_size=12)


def drawn(path: object, text: str, **attributes: str) -> object:
    """The content stream of a path, and the number of points kept for markers."""
    element = ElementTree.Element("svg", {"viewBox": "0 0 9 9", "d": text, **attributes})
    drawing = SVG(element, None, None)
    drawing.inner_width = drawing.inner_height = drawing.inner_diagonal = 9
    drawing.stream = pydyf.Stream()
    try:
        path(drawing, drawing.tree, 16)  # type: ignore[operator]
    except PointError:
        # WeasyPrint draws the part before the fault.
        pass
    except (ValueError, IndexError, UnboundLocalError, TypeError) as error:
        return type(error)
    return drawing.stream.data, len(drawing.tree.vertices) if attributes else 0


@given(path_texts)
@example("M1 2c3 4 5 6 7 8s1 2 3 4zm5 5 6 6zl1 1")
@example("M0 0zZl3 3h4v5z")
@example("M5-5.5.5L.5.5-1")
@example("M1 1l2 2zs1 2 3 4")
@example("m1e1-2E-1h1h")
@example("s0 0 0 0")
@example("")
def test_paths_are_those_of_weasyprint(text: str) -> None:
    paths.install()
    fast = TAGS["path"]
    # WeasyPrint never ends when characters follow `z` that are no command.
    assume(not re.search(r"[zZ][\s,]*[^achlmqstvzACHLMQSTVZ\s,]", text))
    assert drawn(fast, text) == drawn(fast.__wrapped__, text)


@pytest.mark.parametrize("name", ["marker", "marker-end"])
def test_paths_with_markers_keep_their_points(name: str) -> None:
    paths.install()
    fast, text = TAGS["path"], "M1 2c3 4 5 6 7 8l9 9z"
    found = drawn(fast, text, **{name: "url(#a)"})
    assert found == drawn(fast.__wrapped__, text, **{name: "url(#a)"})
    assert found[1] > 4  # type: ignore[index]
