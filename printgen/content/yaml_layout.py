"""Mistakes in YAML that the parser does not name: a `#` in a text without quotes, a line that is
not aligned with its neighbours, quotes that are no quotes.
"""

from __future__ import annotations

import re

# A message and a hint, and the place to mend (line and column from 0).
Known = tuple[tuple[str, str], tuple[int, int]]

# A comment after a value, such as the rest of a text without quotes. Quoted texts are skipped.
_COMMENT = re.compile(r"""("[^"]*"|'[^']*'|[^"'#]|(?<=\S)#)*?(?<=\s)(#)""")

_UNQUOTED_COMMENT = (
    "the rest of the line, from #, is a comment",
    "quote text that contains a #, and colours",
)

# Quotation marks that begin and end a text and that YAML reads as a part of it.
_TYPED = re.compile(r"[“„«].*[”“»]", re.DOTALL)

_IN_QUOTES = (
    "the quotation marks around the text are printed",
    'use straight quotes: "…"; to print them, write "“…”"',
)

# A curly quote where a text begins. Texts in straight quotes are skipped.
_CURLY = re.compile(r"""(?<=\s)("[^"]*"|'[^']*')|(?:[\[{]|[:,-]\s)\s*([“„«‘])""")

_CURLY_QUOTES = (
    "“ ” are no quotes of YAML: the text ends at the next comma, colon or brace",
    'write straight quotes: "…"',
)

# What the parser says of a text that a curly quote begins.
_ENDED_TOO_SOON = ("did not find expected", "mapping values are not allowed")

_NO_DASH = ("a list item without its dash", "start list items with `- `")

# What the parser says after the end of a value.
_NEXT_LINE = ("did not find expected key", "did not find expected '-'", "<document start>")

# What the parser says of a mapping or a list on one line that does not end.
_OPEN = ("did not find expected ',' or '}'", "did not find expected ',' or ']'", "node content")


def indentation(lines: list[str], number: int) -> int:
    """The number of spaces at the start of a line; 0 after the last line."""
    line = lines[number] if number < len(lines) else ""
    return len(line) - len(line.lstrip(" "))


def unquoted_comment(
    detail: str, lines: list[str], start: tuple[int, int], found: tuple[int, int]
) -> Known | None:
    """The `#` that ends a line in the middle of a mapping or list on one line; the parser stopped
    at `found` in what begins at `start`. Comments between items are right.
    """
    if not any(words in detail for words in _OPEN):
        return None
    first = max(0, min(start[0], found[0] - 1))
    for number in range(first, min(found[0] + 1, len(lines))):
        comment = _COMMENT.match(lines[number])
        before = lines[number][: comment.start(2)].strip() if comment else ""
        if comment and before and before[-1] not in ",{[":
            place = number, comment.start(2)
            return (_UNQUOTED_COMMENT, place) if place <= found else None
    return None


def curly_quotes(
    detail: str, lines: list[str], start: tuple[int, int], found: tuple[int, int]
) -> Known | None:
    """The curly quote that begins a text on a line where the parser stopped, or began."""
    if not any(words in detail for words in _ENDED_TOO_SOON):
        return None
    for number in dict.fromkeys((found[0], start[0])):
        line = lines[number] if number < len(lines) else ""
        quotes = [each for each in _CURLY.finditer(line) if each[2]]
        before = [each for each in quotes if (number, each.start(2)) <= found]
        if before:
            return _CURLY_QUOTES, (number, before[-1].start(2))
    return None


def extra_bracket(detail: str, lines: list[str], line: int, column: int) -> Known | None:
    """A bracket that closes nothing, where the parser expected a new line."""
    bracket = lines[line][column : column + 1] if line < len(lines) else ""
    if not bracket or bracket not in "}]" or not any(words in detail for words in _NEXT_LINE):
        return None
    message = f"a {bracket} that closes nothing"
    hint = f"delete it, or quote text that ends with {bracket}"
    return (message, hint), (line, column)


def missing_dash(detail: str, lines: list[str], line: int) -> Known | None:
    """The first line of an item without its dash, above one with a dash that is aligned with it."""
    own = indentation(lines, line)
    if "did not find expected key" not in detail or not lines[line:] or not _is_item(lines[line]):
        return None
    first = None
    for number in range(line - 1, -1, -1):
        words = lines[number].strip()
        if words and not words.startswith("#") and indentation(lines, number) <= own:
            if indentation(lines, number) < own or _is_item(lines[number]):
                break
            first = number
    return None if first is None else (_NO_DASH, (first, own))


def less_indented(detail: str, lines: list[str], line: int) -> Known | None:
    """The item of a list that is indented less than those above it."""
    own = indentation(lines, line)
    if "did not find expected key" not in detail or not lines[line:] or not _is_item(lines[line]):
        return None
    items = []
    for number in range(line - 1, -1, -1):
        words = lines[number].strip()
        if words and not words.startswith("#"):
            if indentation(lines, number) <= own:
                break
            if _is_item(lines[number]):
                items.append(number)
    outer = min((indentation(lines, number) for number in items), default=0)
    alike = [n for n in items if indentation(lines, n) == outer and _alike(lines[n], lines[line])]
    # Below a key with a list of its own, an item unlike those of that list may be right.
    if not items or (own and not alike):
        return None
    message = "the list item is indented less than those above it"
    return (message, f"indent it by {outer} spaces"), (line, own)


def _alike(*items: str) -> bool:
    """Whether items are all mappings on one line, or none of them is."""
    return len({item.lstrip(" -").startswith("{") for item in items}) == 1


def _is_item(line: str) -> bool:
    return line.lstrip().startswith("- ")


def misaligned(detail: str, lines: list[str], line: int, column: int) -> Known | None:
    """A line that is indented by fewer spaces than the line above, and by others than all above."""
    own = indentation(lines, line)
    if "did not find expected key" not in detail or line >= len(lines) or column != own:
        return None
    above = [n for n in range(line) if lines[n].strip() and not lines[n].lstrip().startswith("#")]
    if not above or own >= indentation(lines, above[-1]):
        return None
    levels = {indentation(lines, n) for n in above}
    # The key of a list item begins after its dash.
    levels |= {n + 2 for n in levels}
    if own in levels:
        return None
    before = indentation(lines, above[-1])
    spaces = "1 space" if own == 1 else f"{own} spaces"
    message = f"the line is indented by {spaces}, the line above by {before}"
    return (message, "align it with its neighbours"), (line, own)


def odd_quotes(text: str) -> tuple[str, str] | None:
    """What is odd about the quotes of an unquoted text: a message and a hint."""
    if text[-1:] in "”“»" and _TYPED.fullmatch(text) and not any(c in text[1:-1] for c in "“”«»"):
        return _IN_QUOTES
    return None
