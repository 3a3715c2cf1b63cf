"""Which drawings (SVG) WeasyPrint draws as a browser does.

The tables list what it was seen to draw alike: elements, attributes and properties with their
values. A drawing with anything else is no plain one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree.ElementTree import Element

from printgen.content.drawing_features import (
    COMMENT,
    FLAT,
    GAP,
    NUMBER,
    POSITIVE,
    RULE,
    TRANSFORM,
    declarations,
    href,
    local_name,
    names,
    style_sheets,
    values,
)

_UNIT = r"(?:px|pt|pc|mm|cm|in)?"
_COLOUR = r"#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-zA-Z]+|rgb\(\s*\d+\s*(?:,\s*\d+\s*){2}\)"
_PART = r"url\((['\"]?)#(?P<id>[\w.-]+)\1\)"
_NEXT = r"(?:[\s,]+|(?=-))"
_ARC = (
    rf"[Aa](?:\s*(?:{NUMBER}{_NEXT}){{3}}[01]{GAP}[01]{_NEXT}"
    rf"{NUMBER}{_NEXT}{NUMBER}(?:{GAP})?)+"
)
_LENGTH_OF_DASH = rf"(?=[\d.]*[1-9]){POSITIVE}"
_LENGTH, _SIZE = f"{NUMBER}{_UNIT}", f"{POSITIVE}{_UNIT}"


# The values of properties and attributes that WeasyPrint draws as a browser does, by name.
_PLAIN_OF = values(
    ("cx cy", _LENGTH),
    ("x y x1 y1 x2 y2", f"{_LENGTH}|{NUMBER}%"),
    ("r rx ry", _SIZE),
    ("width height", f"{_SIZE}|{POSITIVE}%"),
    ("d", rf"(?:[MmLlHhVvCcSsQqTtZz]|{_ARC}|{NUMBER}|[\s,])*+"),
    ("points", rf"(?:{NUMBER}{GAP}{NUMBER}(?:{GAP}|$))*"),
    ("transform gradientTransform", TRANSFORM),
    ("offset", f"{POSITIVE}%?"),
    ("fx fy", f"{NUMBER}"),
    ("spreadMethod", "pad"),
    ("gradientUnits", "userSpaceOnUse|objectBoundingBox"),
    ("clipPathUnits", "userSpaceOnUse"),
    ("viewBox", rf"{NUMBER}(?:{GAP}{NUMBER}){{3}}"),
    ("preserveAspectRatio", r"none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max)(?:\s+meet)?"),
)
_PLAIN = values(
    ("fill", f"{_COLOUR}|{_PART}"),
    ("stroke stop-color color", _COLOUR),
    ("opacity fill-opacity", POSITIVE),
    ("stroke-opacity stop-opacity", r"1(?:\.0*)?"),
    ("stroke-width", _SIZE),
    ("stroke-dasharray", rf"none|{_LENGTH_OF_DASH}(?:{GAP}{_LENGTH_OF_DASH})*"),
    ("stroke-dashoffset", _LENGTH),
    ("stroke-linecap", "butt|round|square"),
    ("stroke-linejoin", "miter|round|bevel"),
    ("stroke-miterlimit", POSITIVE),
    ("fill-rule clip-rule", "nonzero|evenodd"),
    ("clip-path", f"none|{_PART}"),
    ("display", "none|inline|block"),
    ("font-family", "[^()]*"),
    ("font-size", _SIZE),
    ("font-weight", "normal|bold|[1-9]00"),
    ("font-style", "normal|italic"),
    ("text-anchor", "start|middle|end"),
)

# Properties without effect on paper, those of editors, and one that `undrawn` names.
_WITHOUT_EFFECT = names(
    "id class lang version baseProfile role tabindex focusable cursor pointer-events type",
    "media shape-rendering text-rendering color-rendering image-rendering enable-background",
    "style color-interpolation requiredFeatures requiredExtensions contentScriptType",
    "contentStyleType zoomAndPan line-height solid-color solid-opacity font-specification",
    "color-interpolation-filters nodetypes docname xmlns vector-effect",
)

# Values that are as good as none, also of properties that are not listed.
_INITIAL = re.compile(
    r"\s*(?:normal|none|auto|start|baseline|visible|0|nonzero|isolate-none|medium|100%|lr-tb|ltr"
    r"|srgb|inline|butt|miter|currentcolor|fill)\s*",
    re.IGNORECASE,
)
_INITIAL_OF = names(
    "mix-blend-mode isolation mask filter marker marker-start marker-mid marker-end",
    "overflow clip vector-effect paint-order letter-spacing word-spacing text-decoration",
    "text-decoration-line text-decoration-style text-transform font-variant",
    "font-variant-caps font-variant-ligatures font-variant-position font-variant-numeric",
    "font-variant-alternates font-variant-east-asian font-feature-settings",
    "font-variation-settings font-stretch font-kerning font-size-adjust baseline-shift",
    "dominant-baseline alignment-baseline writing-mode direction unicode-bidi",
    "text-orientation white-space text-indent text-align shape-padding shape-margin",
    "inline-size visibility transform-origin transform-box glyph-orientation-vertical",
    "kerning will-change transition animation fill-rule mask-type backdrop-filter",
    "offset-path rotate scale translate perspective dx dy",
)

_COLOURS = frozenset(("fill", "stroke", "stop-color", "color"))
_REFERENCE = re.compile(_PART)

# A point that is a line: its caps would be lost, and a line without caps would be seen.
_POINT = re.compile(rf"M\s*({NUMBER}{GAP}{NUMBER})(?:\s*L\s*\1)+\s*(?:[MmZz]|$)")

# A path that goes on after it is closed.
_GOES_ON = re.compile(r"[Zz][\s,]*[^MmZz\s,]")

_SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
_STRAIGHT = _SHAPES - {"circle", "ellipse"}
_TEXTS = frozenset(("text", "tspan"))
_DRAWN = _SHAPES | _TEXTS | {"textPath", "a", "image", "svg", "use", "g", "switch", "foreignObject"}
_GRADIENTS = frozenset(("linearGradient", "radialGradient"))

# Elements that draw nothing where they are.
_UNSEEN = _GRADIENTS | names(
    "defs symbol clipPath mask pattern marker filter metadata title desc style script namedview",
)

# What a selector is made of that all renderers read in the same way.
_SELECTOR = re.compile(r"(?:(?!svg\b)[\w.#,\s-])*")


def is_plain(root: Element) -> bool:
    """Whether WeasyPrint draws a drawing as a browser does."""
    elements = list(root.iter())
    parts = {each.get("id", ""): each for each in reversed(elements)}
    has_text = any(local_name(each) == "text" for each in elements)
    if "viewBox" not in root.attrib and any("%" in v for e in elements for v in e.attrib.values()):
        return False
    sheets = ["".join(each.itertext()) for each in style_sheets(root)]
    if not all(map(_is_plain_sheet, sheets)):
        return False
    space = root.tag.removesuffix(local_name(root))
    # WeasyPrint's circles are a little too long for dashes.
    dashed = [each for each in elements if "dasharray" in f"{each.get('style')} {[*each.attrib]}"]
    if not all(local_name(each) in _STRAIGHT and "rx" not in each.attrib for each in dashed) or any(
        "dasharray" in sheet for sheet in sheets
    ):
        return False
    # WeasyPrint paints with hidden parts.
    hidden = {part for each in elements if _hides(each) for part in each.iter()}
    # What is drawn, and as what.
    waiting, known = [(root, "root")], set[tuple[Element, str]]()
    painted = [("fill", target) for sheet in sheets for _, target in _parts(sheet)]
    is_clipped = any("evenodd" in each.get("clip-rule", each.get("style", "")) for each in elements)
    while waiting:
        element, role = waiting.pop()
        name = local_name(element)
        if (element, role) in known or (role == "part" and (name in _UNSEEN or not name)):
            continue
        known.add((element, role))
        if name in _DRAWN and element.tag.removesuffix(name) != space:
            return False
        if not _is_plain_element(element, name, role):
            return False
        for kind, target in [*_references(element, name), *painted]:
            part = parts.get(target)
            if (
                (is_clipped and kind == "clip")
                or part is None
                or (kind != "part" and part in hidden)
                or not _is_used(kind, name, local_name(part), has_text)
            ):
                return False
            waiting.append((part, kind))
        painted = []
        waiting += [(each, "part") for each in element if role != "fill"]
    return True


def _hides(part: Element) -> bool:
    """Whether an element hides what is in it."""
    style = f"display:{part.get('display')};{part.get('style')}"
    return "systemLanguage" in part.attrib or ("display", "none") in declarations(style)


def _is_plain_sheet(sheet: str) -> bool:
    """Whether all renderers read a style sheet in the same way."""
    sheet = COMMENT.sub("", sheet)
    return not RULE.sub("", sheet).strip() and all(
        _SELECTOR.fullmatch(selector)
        and all(_is_plain_value(*each) for each in declarations(style))
        for selector, style in RULE.findall(sheet)
    )


def _is_plain_element(element: Element, name: str, role: str) -> bool:
    """Whether an element is one that WeasyPrint draws, with all that it has."""
    for key, value in element.items():
        space, _, attribute = key.rpartition("}")
        if attribute == "style":
            if not all(_is_plain_value(*each) for each in declarations(value)):
                return False
        elif attribute == "href":
            if name != "use" or value.strip() != href(element):
                return False
        elif space or attribute.startswith(("data-", "aria-")):
            if attribute in ("space", "base"):
                return False
        elif attribute in _PLAIN_OF:
            if not _PLAIN_OF[attribute].fullmatch(value) or _vanishes(attribute, value):
                return False
        elif not _is_plain_value(attribute, value):
            return False
    within = {local_name(each) for each in element}
    if role == "root":
        root = {"opacity", "display", "transform", "clip-path"} & element.attrib.keys()
        return name == "svg" and not root
    if role == "stop":
        return True
    if role == "fill":
        return _is_plain_gradient(element)
    if role == "clip":
        (shape, *others) = [each for each in element if local_name(each)] or [element]
        used = {"transform", "clip-path", "clip-rule", "style"} & {*element.attrib, *shape.attrib}
        return not others and local_name(shape) in _SHAPES and not used
    if name in _SHAPES:
        return not within & _DRAWN and _is_whole(name, element)
    if name == "use":
        return not {"width", "height"} & element.attrib.keys()
    if name == "g":
        return True
    # Elements of editors and others: WeasyPrint draws what is in them.
    return name not in _DRAWN and not any(local_name(each) in _DRAWN for each in element.iter())


def _is_plain_value(name: str, value: str) -> bool:
    """Whether WeasyPrint draws a property with a value as a browser does."""
    if name.startswith("-") or name in _WITHOUT_EFFECT:
        return True
    if name in _INITIAL_OF and _INITIAL.fullmatch(value):
        return True
    values = _PLAIN.get(name)
    if values is None or not values.fullmatch(value):
        return False
    return not value.isalpha() or name not in _COLOURS or value == "none" or _is_colour(value)


def _is_colour(name: str) -> bool:
    """Whether a word names a colour."""
    import tinycss2.color3

    return isinstance(tinycss2.color3.parse_color(name), tinycss2.color3.RGBA)


def _parts(style: str) -> Iterator[tuple[str, str]]:
    """The properties of a style that name parts of the drawing, and their ids."""
    for _, body in RULE.findall(style) or [("", style)]:
        for name, value in declarations(body):
            if found := _REFERENCE.fullmatch(value):
                yield name, found["id"]


def _references(element: Element, name: str) -> Iterator[tuple[str, str]]:
    """The parts that an element draws, and as what."""
    if name == "use":
        target = href(element).removeprefix("#")
        yield "part", target if target.isascii() else ""
    styles = [(key, value) for key, value in element.items() if key in ("fill", "clip-path")]
    for key, value in [*styles, *declarations(element.get("style", ""))]:
        if found := _REFERENCE.fullmatch(value):
            yield "clip" if key == "clip-path" else key, found["id"]


def _is_used(kind: str, user: str, part: str, has_text: bool) -> bool:
    """Whether WeasyPrint draws a part as an element uses it."""
    if kind == "fill":
        return part in _GRADIENTS and (user in _SHAPES or not has_text)
    if kind == "clip":
        return part == "clipPath" and user in (_SHAPES | {"g"})
    return part in (_SHAPES | {"g"})


def _is_plain_gradient(gradient: Element) -> bool:
    """Whether WeasyPrint paints a gradient as a browser does."""
    stops = [each for each in gradient if local_name(each)]
    offsets = [_share(each.get("offset", "")) for each in stops]
    ends = ("r",) if local_name(gradient) == "radialGradient" else ("x1", "y1", "x2", "y2")
    absolute = gradient.get("gradientUnits") == "userSpaceOnUse"
    return (
        len(stops) > 1
        and all(a is not None and b is not None and a < b for a, b in pairwise(offsets))
        and all(
            local_name(each) == "stop" and _is_plain_element(each, "stop", "stop") for each in stops
        )
        and all(key in gradient.attrib or not (absolute or key == "r") for key in ends)
        and not any("%" in value for value in gradient.attrib.values() if absolute)
        and _share(gradient.get("r", "1")) != 0
    )


def _is_whole(name: str, shape: Element) -> bool:
    """Whether a shape has what WeasyPrint needs to draw it."""
    if name == "rect":
        radii = [each for each in (shape.get("rx"), shape.get("ry")) if each is not None]
        sizes = [_size(shape.get(side, "")) for side in ("width", "height")] if radii else []
        numbers = [_size(each) for each in radii]
        return None not in (*numbers, *sizes) and all(
            2 * radius <= side for radius in numbers if radius for side in sizes if side
        )
    if name == "ellipse":
        return "rx" in shape.attrib and "ry" in shape.attrib
    path = shape.get("d", "")
    return name != "path" or (
        re.match(r"\s*[Mm]|\s*$", path) is not None
        and not _GOES_ON.search(path)
        and not _POINT.search(path)
    )


def _vanishes(name: str, value: str) -> bool:
    """Whether a transform leaves nothing to see: WeasyPrint draws it without it."""
    return "transform" in name.lower() and FLAT.search(value) is not None


def _size(text: str) -> float | None:
    """A number without a unit; None for another text. Sizes in per cent have no round corners."""
    try:
        return float(text)
    except ValueError:
        return None


def _share(text: str) -> float | None:
    """A number or a percentage, as a share of 1; None for another text."""
    number = _size(text.removesuffix("%"))
    return number and number / (100 if text.endswith("%") else 1)
