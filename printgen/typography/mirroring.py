"""Style sheets for languages that are written from right to left: left and right change places.

A sheet that names `rtl` has rules for such languages itself, and stays as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache

from printgen.typography.language import language

# What is no declaration, whatever it says: comments, strings and addresses.
_KEPT = re.compile(r"""/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|url\([^)]*\)""", re.DOTALL)
_PLACE = re.compile("\ue010([0-9]+)\ue010")

_SIDE = re.compile(r"(?<![\w-])(?:left|right)(?![\w-])")
_IN_NAME = re.compile(r"(?<![^-])(?:left|right)(?![^-])")
_OF_PAGE = re.compile(r"@page[^{]*|@(?:top|bottom)-(?:left|right)\b|@(?:left|right)-")
_DECLARATION = re.compile(r"(?<![\w-])([a-z-]+)(\s*:\s*)([^:;{}]+)(?=[;}])")

# Properties whose values name sides, and those whose four values are of four sides.
_NAMING = re.compile(r"text-align|float|clear|background|object-position|transform-origin")
_OF_SIDES = re.compile(r"(?:scroll-)?(?:margin|padding)|inset|border-(?:width|style|color)")
_VALUE = re.compile(r"(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+")


def mirrored(style: str, lang: str) -> str:
    """A style sheet as a language needs it; its lines are the same."""
    return _mirrored(style) if language(lang).right_to_left and "rtl" not in style else style


@lru_cache(64)
def _mirrored(style: str) -> str:
    kept = _KEPT.findall(style)
    numbers = iter(range(len(kept)))
    bare = _KEPT.sub(lambda _: f"\ue010{next(numbers)}\ue010", style)
    bare = _OF_PAGE.sub(lambda match: _other_side(re.compile("left|right"), match[0]), bare)
    bare = _DECLARATION.sub(_declaration, bare)
    return _PLACE.sub(lambda match: kept[int(match[1])], bare)


def _other_side(pattern: re.Pattern[str], words: str) -> str:
    return pattern.sub(lambda match: "right" if match[0] == "left" else "left", words)


def _declaration(match: re.Match[str]) -> str:
    name, colon, value = match.groups()
    if name.startswith("--"):
        return match[0]
    if _NAMING.match(name):
        value = _other_side(_SIDE, value)
    values = _VALUE.findall(value)
    sides = [each for each in values if not each.startswith("!")]
    end = [*values[len(sides) :], ""] if value != value.rstrip() else values[len(sides) :]
    if name == "border-radius" and len(sides) in (2, 3, 4) and "/" not in sides:
        four = [*sides, sides[1]] if len(sides) == 3 else (sides * 2)[:4]
        value = " ".join([four[1], four[0], four[3], four[2], *end])
    elif _OF_SIDES.fullmatch(name) and len(sides) == 4:
        value = " ".join([sides[0], sides[3], sides[2], sides[1], *end])
    return f"{_other_side(_IN_NAME, name)}{colon}{value}"
