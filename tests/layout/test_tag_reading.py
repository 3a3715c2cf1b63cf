"""HTML as the structure of a PDF."""

from __future__ import annotations

from typing import cast

import pytest
import weasyprint

from printgen.layout.tag_nodes import Content, Node
from printgen.layout.tag_reading import read_structure
from printgen.layout.weasyprint import TextBox


def structure(body: str, style: str = "") -> Node:
    html = f"<html lang=en><style>{style}</style><body>{body}"
    return read_structure(weasyprint.HTML(string=html).render().pages)


def outline(node: Node) -> str:
    """An element and those in it, as `P(Span)`."""
    inner = " ".join(map(outline, node.nodes()))
    return f"{node.role}({inner})" if inner else node.role


def words(node: Node) -> str:
    return "".join(cast(TextBox, content.box).text for content in node.contents())


@pytest.mark.parametrize(
    ("html", "roles"),
    [
        ("<div>a</div><div>b</div>", "P P"),
        ("<div>a<p>b</p>c</div>", "P P P"),
        ("<section><p>a</section>", "Sect(P)"),
        ("<h2>a</h2><h5>b</h5><h3>c</h3><h2>d</h2>", "H1 H2 H2 H1"),
        ("<p role=heading aria-level=3>a</p><p>b", "H1 P"),
        ("<ul><li>a<ol><li>b</ol></ul>", "L(LI(Lbl LBody(L(LI(Lbl LBody)))))"),
        ("<dl><dt>a<dd>b<dd>c<dt>d<dd>e</dl>", "L(LI(Lbl LBody LBody) LI(Lbl LBody))"),
        ("<figure><img alt='a' src='x.png'><figcaption>b</figcaption></figure>", "Sect(P Caption)"),
        ("<p>a <i lang=fr>b</i>", "P(Span)"),
        ("<p>a <i>b</i>", "P"),
        ("<p aria-hidden=true>a</p><p>b", "P"),
        ("<p>a<svg viewBox='0 0 1 1' aria-label=b></svg>", "P(Figure)"),
        ("<p>a<svg viewBox='0 0 1 1'><title>b</title></svg>", "P(Figure)"),
        ("<p>a<svg viewBox='0 0 1 1'></svg>", "P"),
        ("<table role=presentation><tr><td>a<td><p>b</table>", "P P"),
        ("<p><a href='http://a.net'>b</a>", "P(Link)"),
        ("<p></p><ul></ul><p>a", "P"),
        ("<div>a<span style='display: inline-block'><p>b</p></span>c</div>", "P P P"),
    ],
)
def test_roles(html: str, roles: str) -> None:
    assert " ".join(map(outline, structure(html).nodes())) == roles


def test_contents_are_lists_of_references() -> None:
    links = [f"<span role=listitem><a href='http://a.net/{n}'>{n}</a></span>" for n in "bc"]
    html = (
        "<section role=doc-toc><h1>a</h1><div role=listitem><p><a href='http://a.net'>d</a></p>"
        f"<p role=list>{'<span aria-hidden=true> · </span>'.join(links)}</p></div></section>"
    )
    item = "TOCI(Reference(Link))"
    entry = f"TOCI(P(Reference(Link)) TOC({item} {item}))"
    assert outline(structure(html)) == f"Document(Sect(H1 TOC({entry})))"


def test_headers_of_tables_say_what_they_are_for() -> None:
    html = (
        "<table><thead><tr><th><th>a<th scope=row>b</thead>"
        "<tbody><tr><td role=rowheader>c<td>d<td>e<tr><th>f<td colspan=2>g</tbody></table>"
    )
    cells = [node for node in structure(html).all() if node.role in ("TH", "TD")]
    scopes = ["", "Column", "Row", "Row", "", "", "Row", ""]
    assert [cell.scope for cell in cells] == scopes
    assert cells[-1].columns == 2


def test_rows_have_the_same_number_of_cells() -> None:
    html = "<table><tr><td rowspan=3>a<td>b<td>c<tr><td>d<tr><td colspan=2>e</table>"
    rows = [node for node in structure(html).all() if node.role == "TR"]
    assert [[cell.columns for cell in row.nodes()] for row in rows] == [[1, 1, 1], [1, 1], [2]]


def test_an_element_on_two_pages_is_one() -> None:
    html = "<p>a<br>b<br>c<br>d</p>"
    style = "@page { size: 40mm 26mm; margin: 5mm } p { margin: 0; font-size: 12pt }"
    (paragraph,) = structure(html, style + "p { orphans: 1; widows: 1 }").nodes()
    contents = [kid for kid in paragraph.kids if isinstance(kid, Content)]
    assert words(paragraph) == "abcd"
    assert len({content.page for content in contents}) > 1


def test_ornaments_of_styles_are_silent() -> None:
    style = (
        "@page { @bottom-right { content: counter(page) } }"
        "h1::before { content: '❦' } h2::before { content: 'IV ' }"
        "p::after { content: leader('.') }"
    )
    root = structure("<h1>a</h1><h2>b</h2><p>c", style)
    assert [words(node) for node in root.nodes()] == ["a", "IV b", "c"]


def test_languages_and_abbreviations() -> None:
    root = structure("<p>a <i lang=fr>b</i> <abbr title='see dee'>cd</abbr></p><p lang=fr>e")
    (first, second) = root.nodes()
    assert [(span.lang, span.expansion) for span in first.nodes()] == [("fr", ""), ("", "see dee")]
    assert second.lang == "fr"


def test_labels_of_lists() -> None:
    lists = structure("<ol><li>a</ol><ul><li>b</ul>").nodes()
    assert [node.numbering for node in lists] == ["Decimal", "Disc"]


def test_a_link_has_its_words() -> None:
    html = "<p><a href='http://a.net'>b  c</a> <a href='http://a.net' aria-label='d, p. 3'>3</a>"
    links = [node for node in structure(html).all() if node.role == "Link"]
    assert [link.label for link in links] == ["b c", "d, p. 3"]
