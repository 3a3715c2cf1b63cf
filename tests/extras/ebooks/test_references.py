"""References on screens: the section of their target, and no page."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring, tostring

import pytest

from printgen.extras.ebooks.markup import normalise

HEAD = '<h1 id="there">There</h1>'


def shown(link: str) -> str:
    part: list[Element] = list(fromstring(f"<div>{HEAD}<p>{link}</p></div>"))
    normalise([("chapter_01-a", part)], {})
    return tostring(part[1], "unicode").removeprefix("<p>").removesuffix("</p>")


@pytest.mark.parametrize(
    ("given", "printed"),
    [
        ('id="ref_01-a_1" data-near="(1.1)" data-far="(1.1, p. #)"', "it\u00a0(1.1)"),
        ('id="ref_01-a_1" data-near=" " data-far="(p. #)"', "it"),
        ('id="ref_01-a_1" data-far="(p. #)"', "it"),
        ("", "it"),
    ],
)
def test_a_reference_prints_its_section(given: str, printed: str) -> None:
    link = f'<a class="ref" href="#there" {given}>{{}}</a>'
    assert shown(link.format("it")) == f'<a class="ref" href="#there">{printed}</a>'
    marked = shown(link.format("<b>it</b>"))
    assert marked == f'<a class="ref" href="#there"><b>it</b>{printed.removeprefix("it")}</a>'
