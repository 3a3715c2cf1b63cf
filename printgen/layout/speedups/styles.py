"""Faster versions of WeasyPrint's functions that read styles, with the same results.

WeasyPrint computes for each box and each piece of text again what depends on the style only, and
boxes of equal elements share their style. Here such values are kept with the style: the lengths of
a box, the Pango layout without text, the key of its font. A style that WeasyPrint copies, to change
it, starts without kept values.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, wraps
from types import SimpleNamespace

from weasyprint import draw
from weasyprint.css import (
    PAGE_MARGIN_BOXES,
    AnonymousStyle,
    ComputedStyle,
)
from weasyprint.css.computed_values import PHYSICAL_FUNCTIONS
from weasyprint.css.properties import INHERITED, INITIAL_NOT_COMPUTED, INITIAL_VALUES
from weasyprint.draw.border import draw_border
from weasyprint.formatting_structure.boxes import Box
from weasyprint.layout import percent
from weasyprint.layout.page import make_margin_boxes
from weasyprint.text import line_break
from weasyprint.text.ffi import ffi, gobject, pango

from printgen.layout.speedups.imports import declare_more
from printgen.layout.weasyprint import Private, font_key, replace_font_key

Function = Callable[..., Private]

# Their computed values depend on more than the cascade.
_SPECIAL = {"display", "float", "page", "position"}
_SPECIAL |= {name for name in INITIAL_VALUES if name.startswith("text_decoration_")}

_INHERITED = frozenset(INHERITED - _SPECIAL - PHYSICAL_FUNCTIONS.keys())

_INITIAL = frozenset(INITIAL_VALUES.keys() - INHERITED - INITIAL_NOT_COMPUTED - _SPECIAL)

# The logical properties that set a physical one, such as margin-inline-start for margin-left.
_LOGICAL = {
    name: frozenset(function(block="ttb", inline=inline) for inline in ("ltr", "rtl"))
    for name, function in PHYSICAL_FUNCTIONS.items()
}

# WeasyPrint makes these elsewhere.
_AREAS = {"footnote", "note-area"}

# The `content` of margin boxes that are not generated.
_EMPTY = ("normal", "inhibit", "none")

_SIDES = ("top", "right", "bottom", "left")

_LENGTHS = (
    *(f"margin_{side}" for side in _SIDES),
    *(f"padding_{side}" for side in _SIDES),
    *(f"{limit}{axis}" for limit in ("", "min_", "max_") for axis in ("width", "height")),
)


def fast_missing(missing: Function) -> Function:
    """`ComputedStyle.__missing__` with a shortcut for properties that no rule sets."""

    @wraps(missing)
    def faster(style: Private, key: str) -> object:
        cascaded = style.cascaded
        if key not in cascaded:
            if key in _INITIAL:
                if key not in _LOGICAL or cascaded.keys().isdisjoint(_LOGICAL[key]):
                    value = style[key] = INITIAL_VALUES[key]
                    return value
            elif key in _INHERITED and style.parent_style is not None:
                value = style[key] = style.parent_style[key]
                return value
        return missing(style, key)

    return faster


def fast_copy(copy: Function) -> Function:
    """`copy` of a style, whose lengths are not kept: WeasyPrint changes lengths of copies."""

    @wraps(copy)
    def faster(style: Private) -> object:
        copied = copy(style)
        copied.kept_lengths = None
        return copied

    return faster


def fast_percentages(resolve: Function) -> Function:
    """`resolve_percentages` with a shortcut for boxes whose lengths are no percentages."""

    @wraps(resolve)
    def faster(box: Private, containing_block: object) -> None:
        kept = box.style.__dict__
        if "kept_lengths" not in kept:
            kept["kept_lengths"] = _lengths(box.style, resolve)
        if kept["kept_lengths"] is None:
            resolve(box, containing_block)
        else:
            box.__dict__.update(kept["kept_lengths"])

    return faster


def _lengths(style: Private, resolve: Function) -> dict[str, object] | None:
    """The lengths of all boxes of a style; None if they depend on other boxes."""
    absolute = all(
        value == "auto" or getattr(value, "unit", None) == "px"
        for value in map(style.__getitem__, _LENGTHS)
    )
    if not absolute or style["border_collapse"] == "collapse":
        return None
    box = SimpleNamespace(style=style)
    resolve(box, (0, 0))
    del box.style
    return vars(box)


def fast_setup(setup: Function) -> Function:
    """`Layout.setup` that copies a Pango layout of the same style."""

    @wraps(setup)
    def faster(layout: Private, style: Private) -> None:
        kept = style.__dict__.get("kept_layout")
        if kept is None:
            setup(layout, style)
            values = {"language", "ascent", "underline_position", "underline_thickness"}
            values |= {"strikethrough_position", "strikethrough_thickness"}
            found = {name: value for name, value in vars(layout).items() if name in values}
            style.kept_layout = _copied(layout.layout), found
            return
        layout.style = style
        layout.first_line_direction = 0
        layout.layout = _copied(kept[0])
        layout.__dict__.update(kept[1])

    return faster


def _copied(layout: Private) -> object:
    """A copy of a Pango layout."""
    return ffi.gc(pango.pango_layout_copy(layout), gobject.g_object_unref)


def fast_font_key(font_key: Function) -> Function:
    """`_font_style_cache_key` that is kept with the style."""

    @wraps(font_key)
    def faster(style: Private, include_size: bool = False) -> object:
        name = "kept_size_key" if include_size else "kept_font_key"
        kept = style.__dict__
        if name not in kept:
            kept[name] = font_key(style, include_size)
        return kept[name]

    return faster


def fast_flow(in_flow: Function) -> Function:
    """`Box.is_in_normal_flow` with two look-ups in place of up to eight."""

    @wraps(in_flow)
    def faster(box: Private) -> bool:
        style = box.style
        return style["float"] == "none" and style["position"] in ("relative", "static")

    return faster


def fast_margins(margin_boxes: Function) -> Function:
    """`make_margin_boxes` that makes no boxes for pages without content in their margins."""
    names = [f"@{name}" for name in PAGE_MARGIN_BOXES - _AREAS]

    @wraps(margin_boxes)
    def faster(context: Private, page: Private, state: object) -> Private:
        styles = (context.style_for(page.page_type, name) for name in names)
        if any(style is not None and style["content"] not in _EMPTY for style in styles):
            return margin_boxes(context, page, state)
        return ()

    return faster


def fast_border(draw_border: Function) -> Function:
    """`draw_border` that returns at once for boxes without borders, which are nearly all boxes."""

    @wraps(draw_border)
    def faster(stream: Private, box: Private) -> None:
        if (
            box.border_top_width
            or box.border_right_width
            or box.border_bottom_width
            or box.border_left_width
            or _has_rules(box.style)
        ):
            draw_border(stream, box)

    return faster


def _has_rules(style: Private) -> bool:
    """Whether boxes of a style may have a border image, or rules between columns."""
    kept = style.__dict__
    if "kept_rules" not in kept:
        columns = style["column_width"] != "auto" or style["column_count"] != "auto"
        kept["kept_rules"] = columns or style["border_image_source"][0] != "none"
    rules: bool = kept["kept_rules"]
    return rules


@cache
def install() -> None:
    """Replace the functions in this process. May be called again."""
    declare_more()
    Box.is_in_normal_flow = fast_flow(Box.is_in_normal_flow)
    ComputedStyle.__missing__ = fast_missing(ComputedStyle.__missing__)
    for kind in (ComputedStyle, AnonymousStyle):
        kind.copy = fast_copy(kind.copy)
    _replace(percent.resolve_percentages, fast_percentages)
    _replace(make_margin_boxes, fast_margins)
    draw.draw_border = fast_border(draw_border)
    line_break.Layout.setup = fast_setup(line_break.Layout.setup)
    replace_font_key(fast_font_key(font_key()))


def _replace(slow: Function, make: Callable[[Function], Function]) -> None:
    """Replace a function in all modules of WeasyPrint's layout that import it."""
    fast = make(slow)
    for name, module in list(sys.modules.items()):
        users = vars(module) if name.startswith("weasyprint.layout") else {}
        if users.get(slow.__name__) is slow:
            users[slow.__name__] = fast
