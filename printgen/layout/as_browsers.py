"""What resvg draws in another way than browsers, written so that it draws the same."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import dataclass
from unicodedata import bidirectional
from xml.etree.ElementTree import Element

from printgen.content.drawing_features import GAP, NUMBER, declarations, href, local_name

GRADIENTS = frozenset(("linearGradient", "radialGradient"))

# CSS pixels of units.
UNITS = {"": 1.0, "px": 1.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6}
UNITS |= {"pt": 96 / 72, "pc": 16.0, "em": 16.0, "ex": 8.0}


def as_browsers_draw(drawing: Element) -> None:
    """Rewrite a drawing without style sheets."""
    _choose_paints(drawing)
    _widen_markers(drawing)
    _count_spaces(drawing)
    _keep_beyond_regions(drawing)


def number(text: str) -> float:
    """A number; 0 for another text."""
    try:
        return float(text)
    except ValueError:
        return 0.0


_NAMED = re.compile(r"\s*(url\(\s*[\"']?#([^\"')]+)[\"']?\s*\))\s*(\S.*)?")


def _choose_paints(drawing: Element) -> None:
    """Take from paints the colours for want of a gradient: where it has no stops, nothing is
    painted, and what is no paint is as good as missing.
    """
    parts = {each.get("id"): each for each in drawing.iter() if each.get("id")}

    def chosen(value: str) -> str:
        found = _NAMED.fullmatch(value)
        part = parts.get(found[2]) if found and found[3] else None
        if found is None or part is None or local_name(part) == "pattern" or "icc" in value:
            return value
        if local_name(part) not in GRADIENTS:
            return found[3]
        return value if href(part) or any(map(local_name, part)) else found[1]

    for element in drawing.iter():
        for name in ("fill", "stroke"):
            if "url(" in element.get(name, ""):
                element.set(name, chosen(element.get(name, "")))
        if "url(" in (style := element.get("style", "")):
            pairs = [
                (k, chosen(v) if k in ("fill", "stroke") else v) for k, v in declarations(style)
            ]
            element.set("style", ";".join(f"{name}:{value}" for name, value in pairs))


def _widen_markers(drawing: Element) -> None:
    """Make the boxes of markers as long and as wide as these: what is beside a box is drawn."""
    for marker in drawing.iter():
        box = [number(each) for each in re.split(GAP, marker.get("viewBox", "").strip())]
        align = marker.get("preserveAspectRatio", "xMidYMid")
        if local_name(marker) != "marker" or len(box) != 4 or "slice" in align or align == "none":
            continue
        sides = [number(marker.get(key, "3")) for key in ("markerWidth", "markerHeight")]
        if min(*sides, *box[2:]) <= 0:
            continue
        scale = min(side / length for side, length in zip(sides, box[2:], strict=True))
        for axis, letter in enumerate("xY"):
            more = sides[axis] / scale - box[2 + axis]
            before = {"Min": 0.0, "Max": 1.0}.get(align[align.find(letter) + 1 :][:3], 0.5)
            box[axis] -= more * before
            box[2 + axis] += more
        marker.set("viewBox", " ".join(f"{each:g}" for each in box))


def _count_spaces(drawing: Element) -> None:
    """Move words that end at a place, or have their middle there, by the spaces that browsers count
    as parts of them: that of spaced letters after the last one, and those of `dx` inside them.
    """

    def walk(element: Element, spacing: str, anchor: str, size: float, mode: str) -> None:
        style = dict(declarations(element.get("style", "")))
        mode = style.get("writing-mode", element.get("writing-mode", mode))
        spacing = style.get("letter-spacing", element.get("letter-spacing", spacing))
        anchor = style.get("text-anchor", element.get("text-anchor", anchor))
        type_size = style.get("font-size", element.get("font-size", ""))
        size = _length(type_size, size) or size
        space = _length(spacing, size) or 0.0
        axis = "dy" if mode.startswith(("tb", "vertical")) else "dx"
        moves = [
            _length(each, size) or 0.0 for each in re.split(GAP, element.get(axis, "").strip())
        ]
        name = local_name(element)
        if name == "text" or (name == "tspan" and {"x", "y"} & element.attrib.keys()):
            chunks.append(_Chunk(element, axis, {"middle": 0.5, "end": 1.0}.get(anchor, 0.0)))
        if chunks and name in ("text", "tspan"):
            chunks[-1].inside += sum(moves if chunks[-1].has_words else moves[1:])
        for words, child in [(element.text, None), *((each.tail, each) for each in element)]:
            if child is not None:
                walk(child, spacing, anchor, size, mode)
            if chunks and words and words.strip():
                to_left = any(bidirectional(sign) in ("R", "AL") for sign in words)
                chunks[-1].has_words, chunks[-1].last = True, 0.0 if to_left else space

    chunks = list[_Chunk]()
    walk(drawing, "", "", 16, "")
    for chunk in chunks:
        if moved := chunk.share * (chunk.last + chunk.inside):
            first, *others = re.split(GAP, chunk.start.get(chunk.axis, "0").strip())
            chunk.start.set(chunk.axis, " ".join([f"{number(first) - moved:g}", *others]))


@dataclass
class _Chunk:
    """Words that are placed together: the element that places them, the name of its moves along the
    line, the share of them that is before their place, and the spaces that browsers count, too.
    """

    start: Element
    axis: str
    share: float
    has_words: bool = False
    last: float = 0.0
    inside: float = 0.0


def _length(text: str, size: float) -> float | None:
    """A length that may depend on the size of type, in CSS pixels; None for another text."""
    found = _SPACING.fullmatch(text.strip())
    if found is None:
        return None
    return float(found[1]) * (size if found[2] == "em" else UNITS[found[2] or ""])


# A length that does not depend on others, except on the size of type.
_SPACING = re.compile(rf"({NUMBER})(px|pt|pc|mm|cm|in|em)?")


def _keep_beyond_regions(drawing: Element) -> None:
    """Let filters blur what is beyond their regions, and clip the result: browsers do so."""
    wider = dict[str, tuple[str, str]]()
    above = {child: parent for parent in drawing.iter() for child in parent}
    for part in [each for each in drawing.iter() if local_name(each) == "filter"]:
        name, steps = part.get("id"), [each for each in part if local_name(each)]
        units = part.get("filterUnits", "")
        units = units if units == "userSpaceOnUse" else "objectBoundingBox"
        region = [_share(part.get(key, "-10%" if key in "xy" else "120%"), units) for key in _BOX]
        if not name or None in region or not steps or not _blurs_what_is_there(*steps):
            continue
        x, y, width, height = (side or 0.0 for side in region)
        shape = {key: f"{side:g}" for key, side in zip(_BOX, (x, y, width, height), strict=True)}
        clip = part.makeelement("clipPath", {"id": f"{name}-region", "clipPathUnits": units})
        clip.append(part.makeelement("rect", shape))
        wide = deepcopy(part)
        wide.set("id", f"{name}-wide")
        sides = (x - width, y - height, 3 * width, 3 * height)
        for key, side in zip(_BOX, sides, strict=True):
            wide.set(key, f"{side:g}")
        above[part].extend((clip, wide))
        wider[name] = f"url(#{name}-wide)", f"url(#{name}-region)"
    clips = [each for each in drawing.iter() if local_name(each) == "clipPath"]
    clipping = {part for each in clips for part in each.iter()}
    for element in drawing.iter():
        if element in clipping:
            # Filters have no effect there.
            continue
        style = {**element.attrib, **dict(declarations(element.get("style", "")))}
        found = _NAMED.fullmatch(style.get("filter", ""))
        if (
            found
            and found[2] in wider
            and not found[3]
            and style.get("clip-path", "none") == "none"
        ):
            shown, clip_path = wider[found[2]]
            written = f"{element.get('style', '')};filter:{shown};clip-path:{clip_path}"
            element.set("style", written.removeprefix(";"))


_BOX = ("x", "y", "width", "height")


def _blurs_what_is_there(first: Element, *others: Element) -> bool:
    """Whether a filter blurs what has it, and goes on with single pixels. The results of steps are
    cut, and some steps have a region of their own.
    """
    return (
        local_name(first) in ("feGaussianBlur", "feDropShadow")
        and first.get("in", "SourceGraphic") in ("SourceGraphic", "SourceAlpha")
        and all(local_name(each) in ("feMerge", "feColorMatrix", "feComposite") for each in others)
        and not any(key in each.attrib for each in (first, *others) for key in _BOX)
    )


def _share(text: str, units: str) -> float | None:
    """A coordinate of a region as a number; None if it depends on the size of the drawing."""
    if text.endswith("%"):
        return None if units == "userSpaceOnUse" else number(text[:-1]) / 100
    return number(text)
