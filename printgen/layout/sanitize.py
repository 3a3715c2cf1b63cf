"""Sanitise the HTML of a project's templates: keep only allowed elements and attributes.

A template may be untrusted, and browsers and e-readers open its output. Scripts, external resources
and positioning are removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree.ElementTree import Element

from printgen.content.styles import safe_attribute
from printgen.layout.jobs import Fault, Job, JobResult
from printgen.layout.templates import TemplateFiller
from printgen.project import RESOURCE_BASE_URL

SVG = "{http://www.w3.org/2000/svg}"

_XLINK = "{http://www.w3.org/1999/xlink}"

# Trees are walked recursively, and no author nests this deep.
MAX_DEPTH = 80

MAX_SPAN = 100


# Letters, digits and marks of any script.
_ID = re.compile(r"""[^\W\d](?:[\w.-]|[^\x00-\x7f\s])*""")

_PLAIN_VALUE = re.compile(r"[\w\s.,%'\"#+-]*")

_LINK = re.compile(r"(?:https?://|mailto:)[^\s\"'<>\\^`{|}]+", re.IGNORECASE | re.ASCII)

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


class TooDeep(ValueError):
    """Elements are nested more than MAX_DEPTH deep."""


def sanitize_job(filler: TemplateFiller, job: Job, result: JobResult) -> None:
    """Add the HTML of a job to the result as sanitised elements. Raises TemplateFault."""
    try:
        result.tree = sanitize_html(filler.fill(job, 0).html)
    except TooDeep as error:
        result.faults.append(Fault("layout-limit", f"{job.name}: {error}"))


def sanitize_html(html: str) -> list[Element]:
    """The sanitised elements of an HTML fragment; ids are kept.

    HTML tags have no namespace, SVG tags have theirs. Raises TooDeep.
    """
    import tinyhtml5

    document = tinyhtml5.parse("<!doctype html>" + html, namespace_html_elements=False)
    body = next(document.iter("body"), Element("body"))
    return _sanitized(body)


def sanitize_elements(elements: Iterable[Element]) -> list[Element]:
    """Elements that were sanitised in a process that a stranger may have taken over."""
    body = Element("body")
    body.extend(elements)
    return _sanitized(body)


def _sanitized(body: Element) -> list[Element]:
    holder, loose = Element("div"), Element("span")
    _add_content(body, holder, 0)
    loose.text, holder.text = holder.text, None
    return [loose, *holder] if (loose.text or "").strip() else list(holder)


def sanitize_svg(source: Element) -> Element | None:
    """The sanitised root of an SVG file; None when the root is not `svg`."""
    if source.tag != f"{SVG}svg":
        return None
    holder = Element("div")
    _add_element(source, holder, 0)
    return holder[0] if len(holder) else None


def _add_content(source: Element, target: Element, depth: int) -> None:
    """Append the sanitised content of an element to another."""
    if depth > MAX_DEPTH:
        raise TooDeep(f"elements are nested more than {MAX_DEPTH} deep")
    _add_text(target, source.text)
    for child in source:
        if isinstance(child.tag, str):
            _add_element(child, target, depth)
        _add_text(target, child.tail)


def _add_element(source: Element, target: Element, depth: int) -> None:
    """Append an element to another if it is allowed, or else its content."""
    name, is_svg = source.tag.removeprefix(SVG), source.tag.startswith(SVG)
    if name in (SVG_ELEMENTS if is_svg else HTML_ELEMENTS):
        made = Element(source.tag)
        made.attrib.update(_attributes(name, is_svg, source.attrib))
        if name == "img" and "src" not in made.attrib:
            _add_text(target, made.get("alt"))
            return
        target.append(made)
        _add_content(source, made, depth + 1)
    elif (
        name.partition(":")[0] not in DROPPED_WITH_CONTENT
        and not is_svg
        and not source.tag.startswith("{")
    ):
        _add_content(source, target, depth + 1)


def _add_text(target: Element, text: str | None) -> None:
    """Append text to an element."""
    if not text:
        return
    text = _CONTROLS.sub("", text)
    if len(target):
        target[-1].tail = (target[-1].tail or "") + text
    else:
        target.text = (target.text or "") + text


def _attributes(name: str, is_svg: bool, given: dict[str, str]) -> dict[str, str]:
    known = (
        SVG_ATTRIBUTES if is_svg else GLOBAL_ATTRIBUTES | ELEMENT_ATTRIBUTES.get(name, frozenset())
    )
    kept = {}
    for key, raw in given.items():
        plain = "href" if key in (f"{_XLINK}href", "xlink:href") else key
        value = _CONTROLS.sub("", raw)
        if plain == "style":
            value = _sanitize_style(value)
        elif plain == "id":
            value = value if _ID.fullmatch(value) else ""
        elif plain == "role":
            value = value if value in ROLES else ""
        elif plain not in known | ARIA_ATTRIBUTES or not _is_harmless(plain, value, is_svg):
            continue
        if value or plain == "alt":
            kept[plain] = value
    return kept


def _is_harmless(key: str, value: str, is_svg: bool) -> bool:
    """Whether the value of an allowed attribute is allowed."""
    if key in ("src", "data-under"):
        return all(part.startswith(RESOURCE_BASE_URL) for part in value.split(" "))
    if key == "href":
        return value.startswith("#") or (not is_svg and _LINK.fullmatch(value) is not None)
    if key in ("colspan", "rowspan", "span"):
        return value.isdecimal() and 1 <= int(value[:9]) <= MAX_SPAN
    return not is_svg or key in ARIA_ATTRIBUTES or safe_attribute(value)


def _sanitize_style(value: str) -> str:
    """The allowed properties of a style attribute."""
    kept = []
    for part in value.split(";"):
        key, _, words = (piece.strip() for piece in part.partition(":"))
        key = key.lower()
        known = key in STYLE_PROPERTIES or (key == "display" and words.lower() in DISPLAYS)
        if known and words and _PLAIN_VALUE.fullmatch(words):
            kept.append(f"{key}: {words}")
    return "; ".join(kept)


# --------------------------------------------------------------------------------------------------
# Elements and attributes allowed in the HTML and SVG of a project's templates and drawings.


def _names(*lines: str) -> frozenset[str]:
    return frozenset(name for line in lines for name in line.split())


HTML_ELEMENTS = _names(
    "a abbr aside b blockquote br caption cite code col colgroup dd dfn div dl dt em figcaption",
    "figure footer h1 h2 h3 h4 h5 h6 header hr i img kbd li mark nav ol p pre q s section small",
    "span strong sub sup table tbody td tfoot th thead tr u ul var wbr",
)

SVG_ELEMENTS = _names(
    "circle clipPath defs desc ellipse g line linearGradient path pattern polygon polyline",
    "radialGradient rect stop svg symbol text title tspan use",
)

# Elements dropped with their content; any other unknown element is replaced by its content.
DROPPED_WITH_CONTENT = _names(
    "animate applet audio base button canvas dialog embed feImage foreignObject form frame",
    "frameset head iframe image input link map marquee math menu meta noembed noframes noscript",
    "object option param picture plaintext portal script select set slot source style template",
    "textarea title track video xmp",
)


# Attributes of every HTML element, of some, and of SVG.
GLOBAL_ATTRIBUTES = _names("class dir lang style title")

ELEMENT_ATTRIBUTES = {
    "a": _names("href data-near data-far"),
    "img": _names("src alt width height data-under"),
    "ol": _names("start reversed type"),
    "li": _names("value"),
    "td": _names("colspan rowspan headers"),
    "th": _names("colspan rowspan headers scope abbr"),
    "col": _names("span"),
    "colgroup": _names("span"),
}

ARIA_ATTRIBUTES = _names("aria-label aria-hidden aria-labelledby")

ROLES = _names("img note none presentation group list listitem")

SVG_ATTRIBUTES = _names(
    "class clip-path clip-rule clipPathUnits cx cy d dominant-baseline dx dy fill fill-opacity",
    "fill-rule font-family font-size font-style font-weight fx fy gradientTransform gradientUnits",
    "height href letter-spacing offset opacity patternTransform patternUnits points",
    "preserveAspectRatio r rx ry stop-color stop-opacity stroke stroke-dasharray",
    "stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity",
    "stroke-width style text-anchor textLength transform vector-effect viewBox width word-spacing",
    "x x1 x2 y y1 y2",
)

# Properties of a style attribute: typography and size, never position.
STYLE_PROPERTIES = _names(
    "font-family font-size font-style font-weight height letter-spacing line-height max-height",
    "max-width text-align vertical-align white-space width",
)

DISPLAYS = _names("block inline inline-block")
