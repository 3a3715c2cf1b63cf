"""The HTML of book sections, normalised for screens."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

from printgen.extras.ebooks.markup import normalise


def test_heads_of_tables_in_chapters_have_a_scope() -> None:
    table = fromstring(
        "<table><thead><tr><th></th><th>Range</th></tr></thead>"
        "<tbody><tr><th>Colt</th><td>8</td></tr>"
        '<tr><th scope="rowgroup">Rifles</th><td>24</td></tr></tbody></table>'
    )
    normalise([("chapter_guns", [table])], {})
    scopes = [head.get("scope") for head in table.iter("th")]
    assert scopes == ["col", "col", "row", "rowgroup"]
