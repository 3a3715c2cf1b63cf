"""Drawings (SVG) as pixels, by resvg: those that WeasyPrint does not draw as a browser does.

resvg gets a drawing that needs nothing else: the pictures that it shows are written into it, so
that no other file is read, and the rules of style sheets into its elements: it knows few selectors.
"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import lru_cache
from math import ceil, sqrt
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from printgen.content.drawing_features import (
    GAP,
    declarations,
    font_parts,
    href,
    local_name,
    named_families,
    plain_transform,
    style_sheets,
)
from printgen.content.drawings import drawn_sum
from printgen.layout.as_browsers import GRADIENTS, UNITS, as_browsers_draw, number
from printgen.project import FONTS
from printgen.reading import read_whole, walk
from printgen.typography.fonts import GENERIC, MAX_FONT_BYTES, family_of

SVG = "http://www.w3.org/2000/svg"

# Properties that a style may set, and that are attributes for resvg.
_GEOMETRY = frozenset(["x", "y", "width", "height", "cx", "cy", "r", "rx", "ry"])

_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)")

# Times that variables are replaced in the values of variables.
_DEEP = 20

# Characters of a value with variables.
_LONG = 10_000

# Steps of filters that take long: the number of others that take as long. Each pixel of the second
# is one of all others within a radius, here as large as the drawing.
_SLOW = {"feTurbulence": 150, "feMorphology": 6000}

_LAYER = re.compile(r"\b(?:mask|filter|opacity|clip-path|mix-blend-mode|isolation)\b")

# Loads the picture that a drawing shows by its address; None if it cannot be shown.
Load = Callable[[str], tuple[bytes, str] | None]


def drawn_pixels(
    root: Element,
    size: tuple[float, float],
    pixels: tuple[int, int],
    load: Load,
) -> bytes:
    """A drawing as PNG: drawn into a box of `size` (CSS pixels), and of so many `pixels`. Raises
    ValueError.
    """
    # Loaded when a drawing needs it: most games have none.
    from resvg_py import svg_to_bytes

    drawing = standalone(root, size, load)
    _scale_reliefs(drawing, pixels)
    return svg_to_bytes(
        svg_string=ElementTree.tostring(drawing, encoding="unicode"),
        width=pixels[0],
        height=pixels[1],
        # Units such as mm are measured by it.
        dpi=96,
        skip_system_fonts=True,
        font_files=font_files(),
        languages=["en"],
        font_family=GENERIC["sans-serif"],
        serif_family=GENERIC["serif"],
        sans_serif_family=GENERIC["sans-serif"],
        cursive_family=GENERIC["cursive"],
        fantasy_family=GENERIC["fantasy"],
        monospace_family=GENERIC["monospace"],
    )


def font_files() -> list[str]:
    """The font files of pages."""
    folders = [FONTS]
    if settings := os.environ.get("FONTCONFIG_FILE"):
        folders.append(Path(settings).parent / "fonts")
    found = (
        f"{at}/{name}" for folder in folders for at, _, names in walk(folder) for name in names
    )
    return sorted(path for path in found if path.lower().endswith((".ttf", ".otf")))


def _face(name: str) -> tuple[str, str]:
    """A family as resvg knows it, which tells capitals apart and has few generic names; and the
    weight, if `name` is that of one weight, such as `Noto Sans Light`.
    """
    family = family_of(name)
    family, weight = _faces(tuple(font_files())).get(family.lower(), (family, ""))
    return family.replace("'", ""), weight


@lru_cache(1)
def _faces(files: tuple[str, ...]) -> Mapping[str, tuple[str, str]]:
    """The families of font files by their names in lower case, with the weight of those names that
    stand for one weight.
    """
    import uharfbuzz

    names, found = uharfbuzz.OTNameIdPredefined, dict[str, tuple[str, str]]()
    for file in files:
        face = uharfbuzz.Face(read_whole(Path(file), MAX_FONT_BYTES))
        family = face.get_name(names.TYPOGRAPHIC_FAMILY) or face.get_name(names.FONT_FAMILY)
        if not family:
            continue
        found[family.lower()] = family, ""
        if (one := face.get_name(names.FONT_FAMILY)) and one != family:
            weight = uharfbuzz.Font(face).get_style_value(uharfbuzz.StyleTag.WEIGHT)
            found.setdefault(one.lower(), (family, f"{weight:g}"))
    return found


def layers(root: Element) -> int:
    """How many pictures as large as a drawing are made to draw it, at most: one for each part that
    is masked, clipped, filtered or mixed, and for each step of a filter, as often as it is drawn.
    Slow steps count as more.
    """
    width, height = drawing_size(root)
    return 1 + drawn_sum(root, lambda each: _layers_of(each, sqrt(width * height)))


def _layers_of(element: Element, side: float) -> int:
    text = " ".join((*element.keys(), element.get("style", "")))
    name = local_name(element)
    steps = _SLOW.get(name, name.startswith("fe"))
    if name == "feMorphology":
        radius = max(0.0, *map(number, re.split(GAP, element.get("radius", "").strip())))
        steps = ceil(steps * min(0.5, radius / side))
    # Each pixel is a sum of so many others.
    steps += len(element.get("kernelMatrix", "")) // 4
    return steps + bool(_LAYER.search(text))


def standalone(root: Element, size: tuple[float, float], load: Load) -> Element:
    """A drawing that needs nothing else: neither style sheets nor other files."""
    drawing = deepcopy(root)
    _apply_styles(drawing)
    as_browsers_draw(drawing)
    for key in ("display", "systemLanguage"):
        # Browsers show the outermost drawing all the same.
        drawing.attrib.pop(key, None)
    _leave_out_hidden(drawing)
    for element in drawing.iter():
        if isinstance(element.tag, str) and "}" not in element.tag:
            element.tag = f"{{{SVG}}}{element.tag}"
        if local_name(element) in ("image", "feImage") and (link := href(element)):
            if link.startswith(("#", "data:")):
                continue
            for key in [key for key in element.attrib if key.rpartition("}")[2] == "href"]:
                del element.attrib[key]
            if picture := load(link):
                content, kind = picture
                element.set("href", f"data:{kind};base64,{b64encode(content).decode()}")
        # Octaves of noise after the tenth are finer than paper shows.
        if len(octaves := element.get("numOctaves", "").strip()) > 1:
            element.set("numOctaves", "10" if octaves.isdecimal() else "0")
        if local_name(element) in ("rect", "circle", "ellipse"):
            # Browsers draw none there.
            none = [f"{marker}:none" for marker in ("marker-start", "marker-mid", "marker-end")]
            element.set("style", ";".join([*filter(None, [element.get("style")]), *none]))
    if "viewBox" not in drawing.attrib:
        width, height = (_pixels(drawing.get(side, "")) for side in ("width", "height"))
        drawing.set("viewBox", f"0 0 {width or size[0]:g} {height or size[1]:g}")
        drawing.set("preserveAspectRatio", "none")
    for side, length in zip(("width", "height"), size, strict=True):
        drawing.set(side, f"{length:.6f}")
    for key in ("x", "y"):
        drawing.attrib.pop(key, None)
    return drawing


def _scale_reliefs(drawing: Element, pixels: tuple[int, int]) -> None:
    """Make the heights of lit reliefs as large as their pixels: resvg measures slopes in these."""
    box = [float(each) for each in drawing.get("viewBox", "").replace(",", " ").split()[2:]]
    scale = min(side / length for side, length in zip(pixels, box, strict=True))
    for element in drawing.iter():
        if local_name(element) in ("feDiffuseLighting", "feSpecularLighting"):
            height = number(element.get("surfaceScale", "1"))
            element.set("surfaceScale", f"{height * scale:g}")


# Parts that are drawn only by others, and not if they are hidden themselves.
_PARTS = GRADIENTS | {"pattern", "clipPath", "mask", "marker", "filter"}


def _leave_out_hidden(drawing: Element) -> None:
    """Take the ids from parts that are hidden: resvg would draw them where others name them."""
    hidden = [each for each in drawing.iter() if _is_hidden(each)]
    for part in {part for each in hidden for part in each.iter() if local_name(part) in _PARTS}:
        part.attrib.pop("id", None)


def _is_hidden(element: Element) -> bool:
    style = dict(declarations(element.get("style", "")))
    if style.get("display", element.get("display")) == "none":
        return True
    return local_name(element) == "defs" and "en" not in element.get("systemLanguage", "en")


def drawing_size(root: Element) -> tuple[float, float]:
    """The width and height of a drawing (CSS pixels), or those of its `viewBox`."""
    box = [float(each) for each in root.get("viewBox", "").replace(",", " ").split()[2:]]
    width, height = (_pixels(root.get(side, "")) for side in ("width", "height"))
    if len(box) == 2 and min(box) > 0:
        width = width or (height * box[0] / box[1] if height else box[0])
        return width, height or width * box[1] / box[0]
    return width or 300, height or 150


_LENGTH = re.compile(r"\s*\+?([\d.]+(?:e[+-]?\d+)?)\s*([a-z]*)\s*", re.IGNORECASE)


def _pixels(length: str) -> float | None:
    """A length in CSS pixels; None if there is none."""
    found = _LENGTH.fullmatch(length)
    unit = UNITS.get(found[2].lower()) if found else None
    return float(found[1]) * unit if found and unit else None


# --- style sheets ---------------------------------------------------------------------------------


def _apply_styles(drawing: Element) -> None:
    """Write what rules and variables set into the `style` of each element."""
    sheets = list(style_sheets(drawing))
    texts = ["".join(each.itertext()) for each in sheets]
    import cssselect2
    import tinycss2

    matcher = cssselect2.Matcher()
    for text in texts:
        for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
            if rule.type == "qualified-rule":
                try:
                    selectors = cssselect2.compile_selector_list(rule.prelude)
                except cssselect2.SelectorError:
                    continue
                for selector in selectors:
                    if selector.pseudo_element is None:
                        matcher.add_selector(selector, _declared(rule.content))
    variables: dict[Element, dict[str, str]] = {}
    for wrapper in cssselect2.ElementWrapper.from_xml_root(drawing).iter_subtree():
        element = wrapper.etree_element
        rules = [declared for *_, declared in matcher.match(wrapper)]
        rules.append(_declared(element.get("style", "")))
        values: dict[str, str] = {}
        for important in (False, True):
            for name, value, weight in (each for rule in rules for each in rule):
                if weight == important:
                    values.pop(name, None)
                    values[name] = value
        family = values.get("font-family", element.get("font-family", ""))
        if weight := next((_face(each)[1] for each in named_families(family)), ""):
            values["font-weight"] = weight
        above = variables.get(wrapper.parent.etree_element, {}) if wrapper.parent else {}
        own = {name: value for name, value in values.items() if name.startswith("--")}
        known = variables[element] = above | own
        for key in _DROPPED:
            element.attrib.pop(key, None)
        for key, value in element.items():
            if key != "style":
                element.set(key, _plain_value(key, _replaced(value, known)))
        style = []
        for name, value in values.items():
            if not name.startswith("--") and name not in _DROPPED:
                value = _plain_value(name, _replaced(value, known))
                if name in _GEOMETRY:
                    element.set(name, value)
                else:
                    style.append(f"{name}:{value}")
        if style:
            element.set("style", ";".join(style))
    for each in sheets:
        each.text = ""


# Names of sizes of type, in CSS pixels.
_SIZES = {"xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24}
_SIZES |= {"xx-large": 32, "xxx-large": 48}

# Properties that browsers follow no more.
_DROPPED = ("kerning",)

_KEYWORDS = ("inherit", "initial", "unset", "revert")

_COLOURS = ("fill", "stroke", "color", "stop-color", "flood-color", "lighting-color")


def _plain_value(name: str, value: str) -> str:
    """The value of a property as all versions of SVG write it."""
    if name == "transform":
        return plain_transform(value)
    if name == "font-family" and value not in _KEYWORDS:
        return ",".join(f"'{_face(each)[0]}'" for each in named_families(value)) or value
    if name == "font-size":
        value = str(_SIZES.get(value, value))
    if name in ("font-size", "stroke-width") and value.startswith("-"):
        return "inherit"
    if name == "font-weight" and value.isdecimal() and 1 <= int(value[:5]) <= 1000:
        # Between two weights, the heavier one.
        return str(min(900, -(-int(value) // 100) * 100))
    if name == "baseline-shift":
        # Half of the height of a line, as in Chromium.
        return {"super": "65%", "sub": "-65%"}.get(value, value)
    # What has two commas is older, and resvg knows it.
    if name in _COLOURS and "(" in value and value.count(",") != 2 and "url(" not in value:
        from tinycss2.color4 import parse_color

        if colour := parse_color(value):
            *channels, alpha = colour.to("srgb")
            return f"rgba({','.join(str(round(each * 255)) for each in channels)},{alpha:g})"
    return value


def _declared(style: object) -> list[tuple[str, str, bool]]:
    """The declarations of a rule or a style attribute: property, value, whether it is important."""
    import tinycss2

    return [
        (name, value, each.important)
        for each in tinycss2.parse_blocks_contents(style)
        if each.type == "declaration"
        for name, value in font_parts(
            each.name if each.name.startswith("--") else each.lower_name,
            tinycss2.serialize(each.value).strip(),
        )
    ]


def _replaced(value: str, variables: Mapping[str, str]) -> str:
    """A value with the values of its variables; as it is if it has none."""
    for _ in range(_DEEP):
        if "var(" not in value:
            break
        if len(value) > _LONG:
            return ""
        value = _VARIABLE.sub(lambda m: variables.get(m[1], (m[2] or "").strip()), value)
    return value
