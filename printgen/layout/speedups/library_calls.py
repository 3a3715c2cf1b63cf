"""Faster versions of functions of libraries, with the same results.

WeasyPrint's `size` imports a module for each number of a drawing; tinyhtml5 compiles a pattern for
each word of a document, because its cache never has the key that it looks for. With both, an
illustrated book is laid out in five sixths of the time.

cffi parses a C type together with all declarations of WeasyPrint, which takes 3 ms. WeasyPrint
writes the length of an array into its type, so that each font of each PDF has new types. With one
type for all lengths, a batch of cards is laid out in four fifths of the time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

# The C types that every worker uses.
C_TYPES = (
    "FcChar8 **",
    "FcResult *",
    "PangoFcFontMap *",
    "PangoLogAttr[]",
    "PangoRectangle *",
    "char[]",
    "char[4]",
    "hb_codepoint_t[]",
    "hb_tag_t[100]",
    "unsigned int *",
)

_ARRAY = re.compile(r"(\w+)\[(\d+)\]")

Size = Callable[[str | None, float | None, float | None], float]


class Patterns(dict[tuple[Iterable[str], bool], re.Pattern[str]]):
    """Patterns of one or more characters: those of a set, or all others, by (set, in the set)."""

    def __missing__(self, key: tuple[Iterable[str], bool]) -> re.Pattern[str]:
        characters, inside = key
        escaped = "".join(f"\\x{ord(character):02x}" for character in characters)
        self[key] = re.compile(f"[{'' if inside else '^'}{escaped}]+")
        return self[key]


def fast_size(size: Size) -> Size:
    """WeasyPrint's `size` with a shortcut for plain numbers, which are nearly all values."""

    def faster(
        string: str | None,
        font_size: float | None = None,
        percentage_reference: float | None = None,
    ) -> float:
        if not string:
            return 0
        try:
            return float(string)
        except ValueError:
            return size(string, font_size, percentage_reference)

    return faster


def fast_new(allocate: Callable[[str, Any], Any]) -> Callable[..., Any]:
    """cffi's `new` with one type for full arrays of all lengths."""

    def faster(name: str, values: Any = None) -> Any:
        array = name.endswith("]") and _ARRAY.fullmatch(name)
        if array and isinstance(values, list | tuple) and len(values) == int(array[2]):
            name = f"{array[1]}[]"
        return allocate(name, values)

    return faster


def install() -> None:
    """Replace the functions in this process, and parse the C types. May be called again."""
    from tinyhtml5 import inputstream
    from weasyprint import svg
    from weasyprint.svg import utils
    from weasyprint.text.ffi import ffi

    if not isinstance(inputstream.characters_until_regex, Patterns):
        inputstream.characters_until_regex = Patterns()
        svg.size = utils.size = fast_size(utils.size)
        ffi.new = fast_new(ffi.new)
        for name in C_TYPES:
            ffi.typeof(name)
