"""What in a drawing nobody draws as a browser does, and what is near to it and drawn."""

from __future__ import annotations

from xml.etree import ElementTree

from printgen.content.drawing_features import undrawn

MARKER = '<marker id="m" orient="auto"><path d="M0 0h9v9z"/></marker>'

# Parts of drawings, and words of what is wrong with them.
UNDRAWN = {
    "<flowRoot><flowRegion><rect/></flowRegion><flowPara>Words</flowPara></flowRoot>": "<flowRoot>",
    '<text textLength="0">Words</text>': "'textLength' on <text>",
    '<text style="baseline-shift:super">Words</text>': "'baseline-shift' on <text>",
    '<text><tspan paint-order="stroke">Words</tspan></text>': "'paint-order' on <tspan>",
    '<text letter-spacing="5%">Words</text>': "'letter-spacing: 5%'",
    '<text font-size="2ex">Words</text>': "'ex' in",
    '<path id="p"/><text>More <textPath href="#p">words</textPath></text>': "beside <textPath>",
    '<path id="p"/><text><textPath href="#p">a</textPath><tspan>b</tspan></text>': "beside",
    '<path id="p"/><text rotate="9"><textPath href="#p">a</textPath></text>': "turns letters",
    '<rect id="p"/><text><textPath href="#p">a</textPath></text>': "along <rect>",
    '<filter><feSpotLight limitingConeAngle="0"/></filter>': "'limitingConeAngle' on",
    '<filter><feSpecularLighting specularExponent="0.5"/></filter>': "'specularExponent' on",
    '<filter><feSpecularLighting specularExponent="256"/></filter>': "'specularExponent' on",
    '<filter><feConvolveMatrix bias=".5" kernelMatrix="1"/></filter>': "'bias' on",
    '<filter><feConvolveMatrix divisor="0" kernelMatrix="1"/></filter>': "'divisor' on",
    '<filter><feColorMatrix type="saturate" values="99999"/></filter>': "'values' on",
    '<filter><feImage href="#p"/></filter>' * 4: "more than 3 <feImage>",
    '<rect filter="blur(4)"/>': "'filter: blur(4)'",
    '<mask mask="url(#m)"/>': "'mask' on <mask>",
    '<linearGradient gradientTransform="matrix(0 0 0 0 0 0)"/>': "'gradientTransform: matrix",
    '<pattern patternTransform="scale(0)"/>': "'patternTransform: scale(0)'",
    '<polygon points="1 2 3 4 five"/>': "'points: 1 2 3 4 five'",
    f'{MARKER}<path d="M1 2L3 4L5 6z" marker-start="url(#m)"/>': "on a closed path",
    f'{MARKER}<g style="marker-end:url(#m)"><polygon points="1 2 3 4 5 6"/></g>': "on a closed",
    f'<style>.a {{ marker: url(#m) }}</style>{MARKER}<path class="a" d="M1 2h3z"/>': "on a closed",
    f'{MARKER}<path d="M1 2h3v4zM9 9h4" marker-mid="url(#n)"/>': "on a closed path",
    f'{MARKER}<path d="M1 2a9 9 0 1 1 9 9" marker-mid="url(#n)"/>': "on a path with arcs",
    '<filter id="f"/><filter href="#f"/>': "'href' on <filter>",
    '<path stroke-dasharray="30 0"/>': "'stroke-dasharray: 30 0'",
    '<filter><feConvolveMatrix kernelMatrix="-1 -1 -1 -1 8 -1 -1 -1 -1"/></filter>': "is 0",
    '<filter><feGaussianBlur stdDeviation="2000"/></filter>': "'stdDeviation' on",
    '<filter primitiveUnits="objectBoundingBox"><feFlood/></filter>': "'primitiveUnits' on",
    '<filter primitiveUnits="objectBoundingBox"><feOffset x="0"/></filter>': "'primitiveUnits' on",
    '<pattern patternUnits="user"/>': "'patternUnits' on <pattern>",
    '<text style="font: small-caps 12px/1.2 Rye">Words</text>': "'font-variant: small-caps'",
    '<text letter-spacing="-500">Words</text>': "'letter-spacing: -500'",
    '<g letter-spacing="2"><text><textPath href="#p">a</textPath></text></g>': "spaces the letters",
    '<text textLength="90">a <tspan textLength="40">b</tspan></text>': "inside 'textLength'",
    '<text style="writing-mode:vertical-rl" rotate="9">Words</text>': "turns letters that run down",
    '<g writing-mode="tb"><text dominant-baseline="hanging">Words</text></g>': "moves text that",
    '<text writing-mode="tb">\u5c71\u3001\u5ddd</text>': "has signs in text that runs down",
    '<g text-decoration="underline"><text fill="red">Words</text></g>': "in the colour of a group",
}
DRAWN = (
    "<flowRoot><flowRegion><rect/></flowRegion><flowPara> </flowPara></flowRoot>",
    '<text textLength="10mm">Words</text>',
    '<text><tspan baseline-shift="super" style="baseline-shift:sub">Words</tspan></text>',
    '<text><tspan paint-order="normal" xml:space="preserve">Words</tspan></text>',
    '<text letter-spacing=".05em" font-size="2em">Words</text>',
    '<path id="p"/><text> <textPath href="#p">a <tspan dy="1">b</tspan></textPath> </text>',
    '<filter><feSpotLight limitingConeAngle="-30.5" specularExponent="1"/></filter>',
    '<filter><feSpecularLighting specularExponent="128"/></filter>',
    '<filter><feConvolveMatrix bias="0" divisor="0.5" kernelMatrix="1"/></filter>',
    '<filter><feColorMatrix type="hueRotate" values="180"/><feImage href="#p"/></filter>',
    '<rect style="filter:blur(4px)"/>',
    '<linearGradient gradientTransform="matrix(0 1 -1 0 0 0)"/>',
    '<pattern patternTransform="scale(0.5)"/>',
    '<g transform="scale(0)"><polygon points="-1.5e1,2 +3-4"/></g>',
    f'{MARKER}<path d="M1 2L3 4L5 6z" marker-mid="url(#m)"/><path d="M1 2h3zm4 4h3"/>',
    f'{MARKER}<path d="M1 2a9 9 0 1 1 9 9" marker-end="url(#m)"/>',
    f'{MARKER}<path d="M1 2L3 4L5 6z" marker-start="url(#n)" marker-end="none"/>',
    '<filter id="f" href="#f"/><filter href="#none"/><text textLength="inherit">Words</text>',
    '<path stroke-dasharray="0 8"/><path stroke-dasharray="8 0 1 2"/>',
    '<filter><feConvolveMatrix kernelMatrix="0 -1 0 -1 5 -1 0 -1 0"/></filter>',
    '<filter><feGaussianBlur stdDeviation="0.12345 250"/></filter>',
    '<filter primitiveUnits="objectBoundingBox"><feOffset dx=".1"/></filter>',
    '<text style="font: italic 700 12px/1.2 Rye" font-stretch="condensed">Words</text>',
    '<text letter-spacing="-2" text-anchor="end">Words</text>',
    '<text style="clip-path: false">a <tspan clip-path="false">b</tspan></text>',
    '<text writing-mode="tb" dominant-baseline="central">\u5c71\u5ddd</text>',
    '<text fill="red" text-decoration="underline">a <tspan fill="blue">b</tspan></text>',
)


def found(content: str, head: str = "") -> list[str]:
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{content}</svg>'
    return [each.reason for each in undrawn(ElementTree.fromstring(drawing))]


def test_what_is_not_drawn_is_named() -> None:
    for content, words in UNDRAWN.items():
        reasons = found(content)
        assert len(reasons) == 1, content
        assert words in reasons[0]
    assert found("<rect/>", 'clip-path="url(#c)"')


def test_what_is_drawn_is_not() -> None:
    for content in DRAWN:
        assert found(content) == [], content
    assert found('<svg clip-path="url(#c)"/>') == []
