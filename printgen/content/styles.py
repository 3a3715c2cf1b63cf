"""Styles of a project: those that browsers and e-readers get, which fetch nothing, and faults of
any.

A style sheet is parsed, and written again from the tokens that are allowed. So no escape, comment
or unclosed string is left that a browser reads in another way, and what is new in CSS is refused
until it is listed here. In SVG, attributes are styles too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from printgen.problems import shorten

if TYPE_CHECKING:
    from tinycss2 import ast


def _names(*lines: str) -> frozenset[str]:
    return frozenset(name for line in lines for name in line.split())


# Functions of values, of transforms, shapes, filters and gradients: none takes an address.
_VALUE_FUNCTIONS = _names(
    "abs acos asin atan atan2 attr blur brightness calc circle clamp color color-mix",
    "conic-gradient contrast cos counter counters cubic-bezier drop-shadow ellipse env exp",
    "fit-content grayscale hsl hsla hue-rotate hwb hypot inset invert lab lch light-dark linear",
    "linear-gradient log matrix matrix3d max min minmax mod oklab oklch opacity path perspective",
    "polygon pow radial-gradient rect rem repeat repeating-conic-gradient",
    "repeating-linear-gradient repeating-radial-gradient",
    "rgb rgba rotate rotate3d rotatex rotatey rotatez round saturate scale scale3d scalex scaley",
    "scalez sepia sign sin skew skewx skewy sqrt steps tan translate translate3d translatex",
    "translatey translatez var xywh",
)

# Functions of selectors and of conditions.
_HEAD_FUNCTIONS = _names(
    "calc dir has is lang not nth-child nth-last-child nth-last-of-type nth-of-type part selector",
    "style where",
)

_VALUE_LITERALS, _HEAD_LITERALS = frozenset("+-*/,"), frozenset("+-*/,.:<>=~|^$&")

_AT_RULES = {"media", "supports", "container", "layer", "keyframes", "-webkit-keyframes", "page"}

# Properties of old browsers that run what they name.
_RUNNING = {"behavior", "-ms-behavior", "-moz-binding"}

# A name without escapes, and a unit.
_NAME = re.compile(r"-{0,2}(?:[A-Za-z_]|[^\x00-\x7f])(?:[\w-]|[^\x00-\x7f])*|--")
_UNIT = re.compile("[a-z]+", re.IGNORECASE)

# An address of a part of the page itself, of a file of the theme, and of a picture that it is.
_PART = re.compile(r"#[\w-]+", re.ASCII)
_INSIDE = re.compile(r"[\w-][\w./-]*")
_DATA = re.compile(r"data:image/(?:svg\+xml|png|jpeg|webp)[;,]")

# A function in an attribute of SVG, and the address of another part of the drawing.
_CALL = re.compile(r"([^\s(),;:]*)\(")
_OWN_PART = re.compile(r"""url\(\s*(["']?)#[\w.-]+\1\s*\)""", re.IGNORECASE)

# Characters of all written addresses: those of pages hold their pictures.
MAX_PLACED = 30_000_000

# Maps an address in a style sheet, a path or `data:…`, to the one that is written; None if there is
# no picture.
Place = Callable[[str], str | None]


class Refused(NamedTuple):
    """What is left out of a style sheet: its line and column from 1, and why."""

    line: int
    column: int
    message: str


@dataclass(slots=True)
class SafeStyle:
    """A style sheet that fetches nothing but the places of its addresses; the fonts that it names,
    by family, weight and whether italic; and what was left out.
    """

    css: str = ""
    fonts: list[tuple[str, int, bool]] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)


def safe_style(text: str, place: Place) -> SafeStyle:
    """The allowed rules of a style sheet. Raises RecursionError if brackets are nested too deep."""
    import tinycss2

    writer = _Writer(place)
    written = writer.rules(tinycss2.parse_stylesheet(text, skip_comments=True))
    # It may be in a `style` element, which nothing in it may close.
    writer.made.css = "".join(f"{rule}\n" for rule in written).replace("</", "< /")
    return writer.made


def safe_attribute(value: str) -> bool:
    """Whether an attribute of SVG, which is a style, names nothing outside of its drawing."""
    if "\\" in value:
        return False
    names = _CALL.findall(_OWN_PART.sub("", value)) if "(" in value else ()
    return all(not name or name.lower() in _VALUE_FUNCTIONS for name in names)


class _NotAllowed(Exception):
    """Why something is left out."""


class _Writer:
    """Writes the allowed rules of a style sheet."""

    def __init__(self, place: Place):
        self.made, self.place, self.left = SafeStyle(), place, MAX_PLACED

    def rules(self, nodes: Iterable[ast.Node]) -> Iterator[str]:
        """The allowed ones of some rules and declarations."""
        for node in nodes:
            try:
                if node.type == "declaration":
                    yield self._declaration(node)
                elif node.type == "qualified-rule":
                    yield f"{self._head(node.prelude)} {{ {self._block(node.content)} }}"
                elif node.type == "at-rule" and (written := self._at_rule(node)):
                    yield written
            except _NotAllowed as why:
                name = "this rule" if node.type == "qualified-rule" else _shown(node)
                message = f"{name} is left out: {why}"
                self.made.refused.append(Refused(node.source_line, node.source_column, message))

    def _block(self, content: list[ast.Node]) -> str:
        """The declarations of a rule, and the rules in it."""
        import tinycss2

        return "\n".join(self.rules(tinycss2.parse_blocks_contents(content, skip_comments=True)))

    def _at_rule(self, rule: ast.Node) -> str:
        name, content = rule.lower_at_keyword, rule.content
        if name == "font-face" and content is not None:
            self._note_font(content)
            return ""
        if name == "charset":
            return ""
        if content is None or name not in _AT_RULES:
            raise _NotAllowed("it is not allowed")
        head = f"@{name} {self._head(rule.prelude)}".strip()
        return f"{head} {{ {self._block(content)} }}"

    def _head(self, prelude: list[ast.Node]) -> str:
        """A selector, or the condition of an at-rule."""
        import tinycss2

        self._check(prelude, _HEAD_FUNCTIONS, _HEAD_LITERALS)
        return str(tinycss2.serialize(prelude)).strip()

    def _declaration(self, node: ast.Node) -> str:
        import tinycss2

        if node.lower_name in _RUNNING or not _NAME.fullmatch(node.name):
            raise _NotAllowed("it is not allowed")
        self._check(node.value, _VALUE_FUNCTIONS, _VALUE_LITERALS)
        value = tinycss2.serialize(node.value).strip()
        return f"{node.name}: {value}{' !important' if node.important else ''};"

    def _check(self, nodes: list[ast.Node], functions: Set[str], literals: Set[str]) -> None:
        """Check tokens, and place the addresses of values. Raises _NotAllowed."""
        import tinycss2

        for index, node in enumerate(nodes):
            if functions is _VALUE_FUNCTIONS and _is_url(node):
                placed = tinycss2.serializer.serialize_string_value(self._address(node)).replace(
                    "<", "%3c"
                )
                nodes[index] = tinycss2.parse_one_component_value(f'url("{placed}")')
            elif node.type == "function":
                name = node.lower_name
                if name not in functions or (name == "attr" and not _names_one(node.arguments)):
                    raise _NotAllowed(f"{shorten(node.name)}() is not allowed")
                self._check(node.arguments, functions, literals)
            elif node.type in ("() block", "[] block"):
                self._check(node.content, functions, literals)
            elif node.type == "string":
                node.representation = node.representation.replace("<", "\\3c ")
            elif not _is_plain(node, literals):
                escaped = node.type in ("ident", "hash", "dimension")
                raise _NotAllowed(f"{'an escape' if escaped else node.type} is not allowed in it")

    def _address(self, node: ast.Node) -> str:
        """The written address of a url token or function. Raises _NotAllowed."""
        parts = [node] if node.type == "url" else node.arguments
        parts = [part for part in parts if part.type != "whitespace"]
        address = parts[0].value if len(parts) == 1 and parts[0].type in ("url", "string") else ""
        if _PART.fullmatch(address):
            return address
        known = _INSIDE.fullmatch(address) or _DATA.match(address)
        placed = self.place(address) if known else None
        if placed is None:
            raise _NotAllowed(f"'{shorten(address)}' is no picture of the theme")
        self.left -= len(placed)
        if self.left < 0:
            raise _NotAllowed("the pictures of the style are too large")
        return placed

    def _note_font(self, content: list[ast.Node]) -> None:
        import tinycss2

        descriptors = {}
        for found in tinycss2.parse_blocks_contents(content):
            if found.type == "declaration":
                descriptors[found.lower_name] = tinycss2.serialize(found.value).strip(" \"'")
                if found.lower_name == "src":
                    line, column = found.source_line, found.source_column
                    message = "'src' is left out: screens get the fonts of printgen, by name"
                    self.made.refused.append(Refused(line, column, message))
        family, weight = descriptors.get("font-family"), descriptors.get("font-weight", "400")
        if family and weight.isdecimal():
            italic = descriptors.get("font-style") == "italic"
            self.made.fonts.append((family, int(weight[:4]), italic))


def _shown(node: ast.Node) -> str:
    """A declaration or an at-rule in a message."""
    at_rule = node.type == "at-rule"
    return f"@{shorten(node.at_keyword)}" if at_rule else f"'{shorten(node.name)}'"


def _is_url(node: ast.Node) -> bool:
    return bool(node.type == "url" or (node.type == "function" and node.lower_name == "url"))


def _names_one(arguments: list[ast.Node]) -> bool:
    """Whether arguments are one name: others may turn an attribute into an address."""
    return [part.type for part in arguments if part.type != "whitespace"] == ["ident"]


def _is_plain(node: ast.Node, literals: Set[str]) -> bool:
    """Whether a token without parts is allowed."""
    if node.type == "ident":
        return _NAME.fullmatch(node.value) is not None
    if node.type == "hash":
        return _NAME.fullmatch(f"a{node.value}") is not None
    if node.type == "dimension":
        return _UNIT.fullmatch(node.unit) is not None
    if node.type == "literal":
        return bool(node.value in literals)
    return bool(node.type in ("whitespace", "number", "percentage", "unicode-range"))


# --------------------------------------------------------------------------------------------------
# Faults of style sheets that make their rules fall away: open rules, comments and declarations.


# A comment, a string, an escape, or a mark between rules and declarations. A string ends with its
# line at the latest, as in CSS.
_TOKEN = re.compile(
    r"""
    /\*.*?(?:\*/|\Z) | \\.
    | (?P<quote>["'])(?:\\.|(?!(?P=quote))[^\\\n])*(?:(?P=quote)|(?P<unclosed>))
    | url\([^()"'\s]*\) | \([^(){}"']*\) | [{};]
    """,
    re.S | re.X,
)


class StyleFault(NamedTuple):
    """A fault of a style sheet, and its place in the text."""

    at: int
    message: str


def style_faults(style: str) -> Iterator[StyleFault]:
    """The faults of a style sheet, in order; an open rule last, where its selector begins."""
    # Open rules: the place of each, and its selector or at-rule.
    opened, start, words, place = list[tuple[int, str]](), 0, "", 0
    unclosed: tuple[int, str] | None = None
    for token in _TOKEN.finditer(style):
        more = style[start : token.start()]
        if not words:
            words = more.lstrip()
            place = token.start() - len(words)
        else:
            words += more
        start, mark = token.end(), token[0]
        if mark.startswith("/*"):
            if not mark.endswith("*/") or len(mark) < 4:
                yield StyleFault(token.start(), "this comment has no */")
            continue
        if mark not in "{};":
            if token["unclosed"] is not None:
                yield StyleFault(token.start(), f"the string {shorten(mark)} has no closing quote")
            words += mark
            continue
        head, words = words.strip(), ""
        if mark != "{" and opened and _lacks_colon(head):
            yield StyleFault(place, f"'{shorten(head)}' has no colon")
        if mark == "{":
            if opened and not unclosed and not opened[-1][1].startswith("@"):
                unclosed = opened[-1]
            opened.append((place, head))
        elif mark == "}" and opened:
            opened.pop()
        elif mark == "}":
            yield StyleFault(start - 1, "this } closes no rule")
    if opened:
        # A rule inside a style rule shows that the outer one was not closed.
        place, head = unclosed or opened[-1]
        yield StyleFault(place, f"the rule '{shorten(head)}' has no }}")


def _lacks_colon(declaration: str) -> bool:
    return bool(declaration) and ":" not in declaration and not declaration.startswith("@")
