"""Fewer styles: WeasyPrint computes styles that few documents use.

Its own style sheet has rules for the markers and notes of all elements: six styles per element.
Here such a style is computed when it is used. Elements in drawings have styles and boxes that
WeasyPrint drops, because drawings have styles of their own. Here they have none.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache, wraps
from types import SimpleNamespace

from weasyprint.css import StyleFor, declaration_precedence
from weasyprint.formatting_structure import build
from weasyprint.html import UA_STYLESHEET

from printgen.layout.weasyprint import Private, cascaded_styles

Function = Callable[..., Private]

_ON_DEMAND = {"footnote-call", "footnote-marker", "marker"}
_ON_DEMAND |= {"note-call", "note-marker", "note-callback"}

# Their rules in WeasyPrint's own style sheet: value and weight of each property.
_RULES: dict[str | None, dict[str, tuple[object, object]]] = {}

# The selectors of these rules.
TAKEN: list[tuple[Private, ...]] = []

_SVG_PREFIX = "{http://www.w3.org/2000/svg}"
_SVG = f"{_SVG_PREFIX}svg"


def fast_styles(styles: Function) -> Function:
    """`StyleFor` without the elements in drawings, which have styles of their own."""

    @wraps(styles)
    def faster(found: Private, html: Private, *others: object, **options: object) -> None:
        found.kept_source = html
        seen = SimpleNamespace(
            etree_element=html.etree_element,
            base_url=html.base_url,
            wrapper_element=SimpleNamespace(
                iter_subtree=lambda: _outside_drawings(html.wrapper_element)
            ),
        )
        styles(found, seen, *others, **options)

    return faster


def _outside_drawings(wrapper: Private) -> Iterator[Private]:
    """The elements of a document in tree order, without those in drawings."""
    yield wrapper
    if wrapper.etree_element.tag != _SVG:
        for child in wrapper.iter_children():
            yield from _outside_drawings(child)


def fast_boxes(boxes: Function) -> Function:
    """`element_to_box` without boxes for the elements in drawings, which WeasyPrint drops."""

    @wraps(boxes)
    def faster(element: Private, style_for: Function, *others: object) -> object:
        tag = element.tag
        if isinstance(tag, str) and tag.startswith(_SVG_PREFIX) and not style_for(element):
            return []
        return boxes(element, style_for, *others)

    return faster


def fast_set(set_styles: Function) -> Function:
    """`StyleFor.set_computed_styles` with the rules that `install` takes from WeasyPrint's own
    style sheet.
    """

    @wraps(set_styles)
    def faster(
        found: Private,
        element: Private,
        parent: Private,
        root: Private = None,
        pseudo_type: str | None = None,
        **others: Private,
    ) -> None:
        if pseudo_type in _RULES:
            cascaded, key = cascaded_styles(found), (element, pseudo_type)
            cascaded[key] = {**_RULES[pseudo_type], **cascaded.get(key, {})}
        set_styles(found, element, parent, root=root, pseudo_type=pseudo_type, **others)

    return faster


def fast_call(call: Function) -> Function:
    """`StyleFor.__call__` that computes styles of markers and notes when they are used.

    WeasyPrint's own style sheet has six rules for such pseudo-elements of all elements.
    """

    @wraps(call)
    def faster(found: Private, element: Private, pseudo_type: str | None = None) -> object:
        style = call(found, element, pseudo_type)
        if style is None and pseudo_type in _RULES:
            html = found.kept_source
            found.set_computed_styles(
                element,
                parent=element,
                root=html.etree_element,
                pseudo_type=pseudo_type,
                base_url=html.base_url,
            )
            del cascaded_styles(found)[element, pseudo_type]
            style = call(found, element, pseudo_type)
        return style

    return faster


def _take_rules() -> None:
    """Take the rules for pseudo-elements of all elements from WeasyPrint's own style sheet."""
    matcher = UA_STYLESHEET.matcher
    for entry in matcher.other_selectors.copy():
        _, specificity, _, pseudo_type, (declarations, layer) = entry
        if pseudo_type in _ON_DEMAND and layer is None:
            weight = (declaration_precedence("user agent", False), math.inf, specificity)
            rules = _RULES.setdefault(pseudo_type, {})
            rules |= {name: (value, weight) for name, value, _ in declarations}
            matcher.other_selectors.remove(entry)
            TAKEN.append(entry)


@cache
def install() -> None:
    """Replace the functions in this process. May be called again."""
    _take_rules()
    StyleFor.__init__ = fast_styles(StyleFor.__init__)
    StyleFor.__call__ = fast_call(StyleFor.__call__)
    StyleFor.set_computed_styles = fast_set(StyleFor.set_computed_styles)
    build.element_to_box = fast_boxes(build.element_to_box)
