"""What is in a drawing (SVG), and the parts that no renderer draws: print would lack them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

# Numbers are atomic: what does not match is found in linear time.
POSITIVE = r"(?>\+?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)"
NUMBER = rf"(?:-(?=[\d.]))?{POSITIVE}"
GAP = r"[\s,]+"
_STEPS = (
    rf"matrix\s*\(\s*{NUMBER}(?:{GAP}{NUMBER}){{5}}\s*\)",
    rf"(?:translate|scale)\s*\(\s*{NUMBER}(?:{GAP}{NUMBER})?\s*\)",
    rf"rotate\s*\(\s*{NUMBER}(?:{GAP}{NUMBER}{GAP}{NUMBER})?\s*\)",
    rf"skew[XY]\s*\(\s*{NUMBER}\s*\)",
)
# A transform that leaves nothing to see.
FLAT = re.compile(r"scale\s*\([^)]*(?<![\d.])0*\.?0*(?=[\s,)])|matrix\s*\(\s*0[\s,]+0[\s,]")
TRANSFORM = rf"\s*(?:(?:{'|'.join(_STEPS)})[\s,]*)*"

# The rules of a style sheet, and comments.
RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def names(*lines: str) -> frozenset[str]:
    """A set of names, from lines of them."""
    return frozenset(name for line in lines for name in line.split())


def values(*lines: tuple[str, str]) -> Mapping[str, re.Pattern[str]]:
    """Patterns of values by each of the names before them."""
    return {
        name: re.compile(rf"\s*(?:{values})\s*")
        for names, values in lines
        for name in names.split()
    }


def local_name(element: Element) -> str:
    """The name of an element without its namespace; empty for a comment."""
    return str(element.tag).rpartition("}")[2] if isinstance(element.tag, str) else ""


def href(element: Element) -> str:
    """What an element refers to; empty for nothing."""
    links = [value for key, value in element.items() if key.rpartition("}")[2] == "href"]
    return element.get("href", links[0] if links else "").strip()


def style_sheets(root: Element) -> Iterator[Element]:
    """The style sheets of a drawing."""
    for each in root.iter():
        if local_name(each) == "style" and each.get("type", "") in ("", "text/css"):
            yield each


def plain_transform(value: str) -> str:
    """A transform of a style sheet as attributes have it: without units."""
    return re.sub(r"(?<=\d)(?:px|deg)\b", "", value)


def declarations(style: str) -> Iterator[tuple[str, str]]:
    """The properties and values of a style attribute, or of a rule; those of a font one by one."""
    for part in COMMENT.sub("", style).split(";"):
        name, colon, value = part.partition(":")
        if colon:
            yield from font_parts(name.strip(), value.strip())


_WIDTHS = "(?:ultra-|extra-|semi-)?(?:condensed|expanded)"

# The short form of a font: its properties by their names, `_` for `-`; the height of lines has no
# effect in drawings.
_FONT = re.compile(
    r"(?:(?:normal|(?P<font_style>italic|oblique)|(?P<font_variant>small-caps)"
    r"|(?P<font_weight>bold(?:er)?|lighter|[1-9]\d{0,2}|1000)"
    rf"|(?P<font_stretch>{_WIDTHS}))\s+)*"
    r"(?P<font_size>[\d.]+(?:[a-z]+|%)|(?:x{1,3}-)?(?:small|large)|medium|smaller|larger)"
    r"(?:\s*/\s*[\w.%]+)?(?:\s+|(?=[\"']))(?P<font_family>[^\s!].*)",
    re.IGNORECASE | re.DOTALL,
)


def font_parts(name: str, value: str) -> Iterator[tuple[str, str]]:
    """A property and its value; for the short form `font`, the properties that it sets."""
    found = _FONT.fullmatch(value) if name == "font" else None
    if found is None:
        yield name, value
    else:
        for part, given in found.groupdict("normal").items():
            yield part.replace("_", "-"), given
        yield "font-kerning", "auto"


def named_families(value: str) -> list[str]:
    """The families that a `font-family` names, in their order."""
    import tinycss2

    found = [""]
    for part in tinycss2.parse_component_value_list(value.partition("!")[0], skip_comments=True):
        if part.type in ("ident", "string"):
            found[-1] += part.value
        elif part.serialize() == ",":
            found.append("")
        else:
            found[-1] += " " if part.type == "whitespace" else part.serialize()
    return [each.strip() for each in found if each.strip()]


# --- what no renderer draws ----------------------------------------------------------------------


# Elements that are left out, and what to do.
_LEFT_OUT = {
    "foreignObject": "write the words in <text>",
    "script": "save the drawing without it, as it looks in the end",
    "flowRoot": "flowed text: in Inkscape, choose Text > Convert to Text",
    "tref": "write the words in <text>",
    "animateMotion": "save the drawing without it, where it shall be",
    "set": "save the drawing without it, as it shall be",
    "animate": "set the attribute itself, as it shall be",
}

_NOT_ZERO = r"-?(?=[\d.]*[1-9])[\d.]+\D*"
_EXPONENT = r"(?:\d?[1-9]|[1-9]0|1[01]\d|12[0-8])(?:\.\d*)?"

# No value: browsers pass over words such as `false`, which some programs write.
_NO_CLIP = r"(?!.*-box)[\w-]+"

# Attributes of elements that are not followed, with the values that change nothing.
_NOT_FOLLOWED_ON = {
    "tspan": values(
        ("opacity", "1"),
        ("mask filter", "none"),
        ("clip-path", _NO_CLIP),
        ("writing-mode", "inherit|lr-tb"),
        ("paint-order", "normal"),
        ("space", "preserve"),
    ),
    "root": values(("clip-path", _NO_CLIP)),
    "text": values(("baseline-shift", "(?!sub|super).*"), ("textLength", r"(?!0*\.?0*\s*$).*")),
    "textPath": values(
        ("path", " *"), ("opacity", "1"), ("mask filter", "none"), ("clip-path", _NO_CLIP)
    ),
    "pattern": values(("patternUnits patternContentUnits", "userSpaceOnUse|objectBoundingBox")),
    "feGaussianBlur": values(("stdDeviation", r"(?!.*(?<![\d.])\d{4}).*")),
    "symbol": values(("transform", "none")),
    "mask": values(("mask", "none")),
    "feTurbulence": values(("stitchTiles", "noStitch")),
    "feColorMatrix": values(("values", r"\d{1,3}(?:\.\d*)?|\.\d+|.*[\s,].*")),
    "feConvolveMatrix": values(("bias", "0"), ("divisor", _NOT_ZERO)),
    "feSpecularLighting": values(("specularExponent", _EXPONENT)),
    "feSpotLight": values(("specularExponent", _EXPONENT), ("limitingConeAngle", _NOT_ZERO)),
}

# Properties that are not followed, except for values that change nothing.
_NOT_FOLLOWED = values(
    ("vector-effect", "none"),
    (
        "text-transform offset-path backdrop-filter mask-image -webkit-mask-image perspective",
        "none",
    ),
    ("font-variant font-variant-caps font-feature-settings", "normal"),
    ("white-space", "normal|nowrap|pre"),
    ("direction", "ltr"),
    ("inline-size rotate scale translate", "auto|none|0"),
    ("transform-box", "view-box"),
    ("color-interpolation", "auto|sRGB"),
    ("animation animation-name", "none"),
    ("clip-path", rf"{_NO_CLIP}|url\(.*\)"),
    ("d", "none"),
    ("letter-spacing word-spacing", r"(?!-\d{3})[^%]*"),
    # A dash without a gap: browsers do not draw all corners of it.
    ("stroke-dasharray", rf"(?!{POSITIVE}{GAP}0*\.?0+$).*"),
    # CSS has no length without a unit.
    ("filter", r"(?!.*blur\(\s*[\d.]+\s*\)).*"),
    ("points", r"[-+\d.eE\s,]*"),
)

# Where `rotate` is an attribute of letters, `scale` one of filters and `d` that of paths.
_OTHER_ATTRIBUTES = frozenset(("rotate", "scale", "d"))

# Functions and units of CSS that are not computed.
_NOT_COMPUTED = re.compile(
    r"(?<![\w-])(?:calc|min|max|clamp|env|attr|color-mix|light-dark|oklch|oklab|lch|lab|hwb|color)\(|"
    r"(?<=\d)(?:vw|vh|vmin|vmax|rem|ex|ch|lh|rlh|ic|cap|vi|vb|[Qq]|dvh|dvw|svh|svw)(?![\w-])"
)

_TRANSFORMS = ("transform", "gradientTransform", "patternTransform")

# Parts that filters show. Those that show each other in turn take time that grows with a power.
_MAX_SHOWN = 3

# Attributes that are no values of CSS.
_PLAIN_TEXT = names(
    "id class d href style lang unicode-range content",
)

_AT_RULE = re.compile(
    r"@(?!(?:charset|namespace|keyframes|-webkit-keyframes|import|font-face)\b)[\w-]+"
)


@dataclass(frozen=True, slots=True)
class Undrawn:
    """A part of a drawing that no renderer draws: what is wrong, as the end of a sentence about the
    drawing, a hint, and how the part is written.
    """

    reason: str
    hint: str
    written: str


def undrawn(root: Element) -> Iterator[Undrawn]:
    """The parts of a drawing that would be missing in print, or look unlike those of a browser."""
    for element in root.iter():
        for child in element:
            name = local_name(child)
            # Browsers, too, leave out what needs an extension; attributes have a value at rest.
            passed = child.get("requiredExtensions") or child.get("attributeName") in element.attrib
            # Inkscape leaves flowed text without words behind.
            is_empty = name == "flowRoot" and not "".join(child.itertext()).strip()
            if name in _LEFT_OUT and not passed and not is_empty:
                yield Undrawn(f"has <{name}>, which is not drawn", _LEFT_OUT[name], f"<{name}")
        yield from _unfollowed(declarations(element.get("style", "")))
        followed = _NOT_FOLLOWED_ON.get("root" if element is root else local_name(element), {})
        for key, value in [*element.items(), *declarations(element.get("style", ""))]:
            plain = key.rpartition("}")[2]
            if plain in followed and not followed[plain].fullmatch(value):
                reason = f"has '{plain}' on <{local_name(element)}>, which is not drawn"
                yield Undrawn(reason, "do without it", value)
        attributes = [(k, v) for k, v in element.items() if k not in _OTHER_ATTRIBUTES]
        yield from _unfollowed(attributes)
    yield from _filters(root)
    yield from _text_paths(root)
    yield from _words(root)
    yield from _markers(root)
    shown = [each for each in root.iter() if local_name(each) == "feImage"]
    if sum(href(each).startswith("#") for each in shown) > _MAX_SHOWN:
        reason = f"shows parts of itself in more than {_MAX_SHOWN} <feImage>"
        yield Undrawn(reason, "draw them in the drawing itself", "<feImage")
    for sheet in style_sheets(root):
        text = COMMENT.sub("", "".join(sheet.itertext()))
        if found := _AT_RULE.search(text):
            reason = f"has {found[0]} in its style, which is not followed"
            yield Undrawn(reason, "write its rules without it", found[0])
        for _, style in RULE.findall(text):
            yield from _unfollowed(declarations(style))


# A line of text that runs down, and signs that stand elsewhere in it.
_DOWN = ("tb", "vertical")
_SIGNS = re.compile("[、。，．]")

# Places of letters that no renderer finds in text that runs down.
_LINES = ("dominant-baseline", "alignment-baseline")
_USUAL = ("auto", "baseline", "inherit", "alphabetic", "central", "middle")


def _words(root: Element) -> Iterator[Undrawn]:
    """Words that would stand elsewhere, or have another line."""
    above = {child: parent for parent in root.iter() for child in parent}
    for text in root.iter():
        if local_name(text) != "text":
            continue
        around = [text]
        while around[-1] in above:
            around.append(above[around[-1]])
        inside = [each for each in text.iter() if each is not text]
        given = [pair for each in (*around, *inside) for pair in _given(each)]
        words = "".join(text.itertext())
        hint = "convert the text to paths"
        if any(name == "writing-mode" and value.startswith(_DOWN) for name, value in given):
            if any(name in _LINES and value not in _USUAL for name, value in given):
                yield Undrawn("moves text that runs down, which is not drawn", hint, "<text")
            elif any("rotate" in each.attrib for each in (text, *inside)):
                yield Undrawn("turns letters that run down, which is not drawn", hint, "<text")
            elif _SIGNS.search(words):
                reason = "has signs in text that runs down, which would stand elsewhere"
                yield Undrawn(reason, hint, "<text")
        if "textLength" in text.attrib and any("textLength" in each.attrib for each in inside):
            reason = "has 'textLength' inside 'textLength', which is not drawn"
            yield Undrawn(reason, "write one of them", "textLength")
        if any(local_name(each) == "textPath" for each in inside) and any(
            name in ("letter-spacing", "word-spacing") and re.search("[1-9]", value)
            for name, value in given
        ):
            yield Undrawn("spaces the letters of <textPath>, which is not drawn", hint, "<textPath")
        for group in around[1:]:
            lines = [v for k, v in _given(group) if k == "text-decoration" and v != "none"]
            painted = (name for each in (text, *inside) for name, _ in _given(each))
            if lines and any(name in ("fill", "stroke") for name in painted):
                reason = f"has a line ('{lines[0][:40]}') in the colour of a group"
                yield Undrawn(reason, "write text-decoration at the <text>", "text-decoration")
                break


def _given(element: Element) -> list[tuple[str, str]]:
    """The properties of an element, as attributes and in its style."""
    return [*element.items(), *declarations(element.get("style", ""))]


def _markers(root: Element) -> Iterator[Undrawn]:
    """Markers that would be turned elsewhere, and those where no point is."""
    above = {child: parent for parent in root.iter() for child in parent}
    turned = {
        each.get("id")
        for each in root.iter()
        if local_name(each) == "marker" and each.get("orient", "").startswith("auto")
    }
    sheets = "".join("".join(each.itertext()) for each in style_sheets(root))
    rules = [
        (set(re.findall(r"[\w-]+|\*", selector)), [*declarations(style)])
        for selector, style in RULE.findall(COMMENT.sub("", sheets))
        if "marker" in style
    ]
    for shape in root.iter():
        name, path = local_name(shape), shape.get("d", "")
        if name not in ("path", "polygon"):
            continue
        set_here = dict[str, str]()
        around: Element | None = shape
        while around is not None:
            words = {"*", local_name(around), around.get("id"), *around.get("class", "").split()}
            styles = [pair for selector, style in rules if words & selector for pair in style]
            for key, value in [*_given(around), *styles]:
                if key.startswith("marker") and value != "none":
                    set_here.setdefault(key, value)
            around = above.get(around)
        if "marker" in set_here:
            set_here = dict.fromkeys(
                ("marker-start", "marker-mid", "marker-end"), set_here["marker"]
            )
        turning = {
            key for key, value in set_here.items() if turned.intersection(REFERENCE.findall(value))
        }
        closed = name == "polygon" or "z" in path.lower()
        goes_on = "z" in path.lower().rstrip("z \n\t")
        hint = "draw the markers as shapes"
        if (closed and turning & {"marker-start", "marker-end"}) or (set_here and goes_on):
            reason = "has markers on a closed path, which point elsewhere in print"
            yield Undrawn(reason, hint, path or "marker")
        elif "marker-mid" in set_here and re.search("[aA]", path):
            reason = "has 'marker-mid' on a path with arcs, which is drawn within these, too"
            yield Undrawn(reason, hint, path)


def _text_paths(root: Element) -> Iterator[Undrawn]:
    """Words along a path that would stand elsewhere."""
    parts = {element.get("id"): local_name(element) for element in root.iter()}
    for text in root.iter():
        paths = [each for each in text if local_name(each) == "textPath"]
        if local_name(text) != "text" or not paths:
            continue
        others = [text.text, *(each.tail for each in text)]
        others += ["".join(each.itertext()) for each in text if each not in paths]
        shape = parts.get(href(paths[0]).removeprefix("#"))
        if any(other and other.strip() for other in others):
            reason, hint = "has words beside <textPath>", "write them in a <text> of their own"
        elif any("rotate" in each.attrib for each in text.iter()):
            reason, hint = "turns letters of <textPath>", "convert the text to paths"
        elif shape not in ("path", None):
            reason, hint = f"has <textPath> along <{shape}>", "convert that to a path"
        else:
            continue
        yield Undrawn(f"{reason}, which is not drawn", hint, "<textPath")


def _filters(root: Element) -> Iterator[Undrawn]:
    """Filters of what is turned or skewed, which would be drawn upright, and those that are lost:
    what has one would be, too.
    """
    ids = {element.get("id") for element in root.iter()}
    above = {child: parent for parent in root.iter() for child in parent}
    for element in root.iter():
        if local_name(element) == "filter" and href(element)[1:] in ids - {element.get("id"), None}:
            reason = "has 'href' on <filter>, which is not drawn"
            yield Undrawn(reason, "write its steps in the filter", href(element))
        if element.get("primitiveUnits", _USER) != _USER and not all(map(_scales, element)):
            reason = "has 'primitiveUnits' on <filter>, which is not drawn"
            yield Undrawn(reason, "do without it", "primitiveUnits")
        if local_name(element) == "feConvolveMatrix":
            matrix = re.findall(NUMBER, element.get("kernelMatrix", ""))
            if matrix and abs(sum(map(float, matrix))) < _NO_SUM:
                reason = "finds edges by a matrix whose sum is 0: their width is that of a pixel"
                yield Undrawn(reason, "draw the edges", "<feConvolveMatrix")
        filtered = element.get("filter") or dict(declarations(element.get("style", ""))).get(
            "filter"
        )
        if filtered and filtered != "none":
            lost = [each for each in REFERENCE.findall(filtered) if each not in ids]
            if lost:
                yield Undrawn(f"has no filter '{lost[0]}'", "check the id", filtered)
            around: Element | None = element
            while around is not None and not _TURN.search(around.get("transform", "")):
                around = above.get(around)
            if around is not None:
                reason = f"has the filter '{filtered[:40]}' on a part that is turned or skewed"
                yield Undrawn(reason, "turn the picture, or do without the filter", filtered)


_USER = "userSpaceOnUse"

# As good as 0, for sums of decimal numbers.
_NO_SUM = 1e-6

# Steps of filters whose sizes may be shares of what has the filter.
_REGION = names("x y width height")
_SCALED = names(
    "feOffset feMorphology feGaussianBlur feMerge feColorMatrix feComposite feTurbulence"
)


def _scales(step: Element) -> bool:
    """Whether a step of a filter is drawn in shares of what has the filter."""
    return not step.attrib.keys() & _REGION and local_name(step) in _SCALED | {""}


REFERENCE = re.compile(r"url\(\s*[\"']?#([^\"')]+)")

# A transform that does not keep rectangles upright.
_TURN = re.compile(
    rf"rotate|skew|matrix\s*\(\s*{NUMBER}{GAP}(?!0+\.?0*{GAP}){NUMBER}|"
    rf"matrix\s*\(\s*{NUMBER}{GAP}{NUMBER}{GAP}(?!0+\.?0*{GAP}){NUMBER}"
)


def _unfollowed(style: Iterable[tuple[str, str]]) -> Iterator[Undrawn]:
    """The declarations that are not followed."""
    for name, value in style:
        shown, values = f"{name}: {value[:40]}", _NOT_FOLLOWED.get(name)
        found = None if name in _PLAIN_TEXT or name.startswith("{") else _NOT_COMPUTED.search(value)
        if values and not values.fullmatch(value.removesuffix("!important")):
            hint = "in your drawing program, convert it to paths or shapes"
            yield Undrawn(f"uses '{shown}', which is not drawn", hint, name)
        elif found:
            reason = f"uses '{found[0]}' in '{shown}', which is not computed"
            yield Undrawn(reason, "write the value itself", found[0])
        elif name in _TRANSFORMS and (not _is_transform(value) or _is_flat(name, value)):
            reason = f"uses '{shown}', which is not drawn"
            yield Undrawn(reason, "write it as matrix(…)", value)


def _is_flat(name: str, value: str) -> bool:
    """Whether the colours of a gradient or the tiles of a pattern have no size."""
    return name != "transform" and FLAT.search(value) is not None


def _is_transform(value: str) -> bool:
    """Whether a transform is one of drawings, whose functions are fewer than those of CSS."""
    value = plain_transform(value)
    return value == "none" or re.fullmatch(TRANSFORM, value) is not None
