"""Elements and attributes allowed in the HTML and SVG of a project's templates and drawings."""

from __future__ import annotations


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
