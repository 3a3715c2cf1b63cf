"""The blocks of a text of an entry: each of its lines is a paragraph, but for lists, tables, rules
and headings in Markdown.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

BlockKind = Literal["paragraph", "list", "table", "rule", "heading"]


class Block(NamedTuple):
    """A block of a text: its kind, its lines as written, and the place of the first one."""

    kind: BlockKind
    words: str
    at: int


_RULE = re.compile(r" {0,3}([-*_])(?: *\1){2,} *$")
_HEADING = re.compile(r"#{1,6} +(?=[^\W\d_])")
TABLE_RULE = re.compile(r" *\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$")

_BAR = re.compile(r"(?<!\\)\|")

# The bullets that word processors and keyboards write, two of them in fonts of Word's own, and the
# other signs of items. Behind a bullet may be no space.
_BULLETS = "•▪●◦‣\uf0b7\uf0a7"
_ITEM_SIGNS = f"[-*+–·{_BULLETS}]"

# An item of a list: its indent, and its sign or its number. A sign after a sign is none.
_SPACES = rf"(?:[ \u00a0]+|(?<=[{_BULLETS}]))"
_ITEM = re.compile(
    rf"( *)(?:({_ITEM_SIGNS})|(\d{{1,4}})([.)])){_SPACES}(?=\S)(?!{_ITEM_SIGNS} |\d{{1,4}}[.)] )"
)
_SIGNS = re.compile(rf" *(?:{_ITEM_SIGNS}|\d{{1,4}}[.)]) +(?:{_ITEM_SIGNS}|\d{{1,4}}[.)]) ")

# The signs of items as the parser reads them: a dash stays one, as it may begin what somebody says.
DASHED = "+"
_PARSED = {"*": "*", "–": DASHED}

# The deepest indent of a list, which the parser reads.
_DEEPEST = 24

# Signs that a block has somewhere.
_OF_BLOCKS = re.compile(rf"[|#_]|{_ITEM_SIGNS}|\d[.)]")


@cache
def block_parser() -> MarkdownIt:
    """The parser of lists and tables."""
    parser = MarkdownIt("zero", {"html": False}).enable(["list", "table"])
    # It drops what is nested deeper.
    parser.options["maxNesting"] = 10 * _DEEPEST
    return parser


def parsed(block: Block) -> list[Token]:
    """The tokens of a list or a table."""
    return block_parser().parse(_aligned(block.words) if block.kind == "list" else block.words)


def _aligned(words: str) -> str:
    """A list whose inner items begin where the words of the item around them do: people indent them
    by two spaces, below `10. ` too, which the parser reads as the end of the list.
    """
    lines, around = list[str](), list[tuple[int, int]]()
    for line in map(_with_sign, words.split("\n")):
        indent, item = len(line) - len(line.lstrip()), _ITEM.match(line)
        if item:
            # What is indented by less than two spaces is beside an item, not in it.
            while around and indent < around[-1][0] + 2:
                around.pop()
            begins = around[-1][1] if around else indent
            around.append((indent, begins + item.end() - indent))
        else:
            begins = around[-1][1] if around else indent
        lines.append(" " * begins + line.lstrip() if line else line)
    return "\n".join(lines)


def _with_sign(line: str) -> str:
    """A line of a list; an item with a sign and a space that the parser reads."""
    item = _ITEM.match(line)
    if item is None or not item[2]:
        return line
    sign = _PARSED.get(item[2], "-")
    return f"{item[1]}{sign} {line[item.end() :]}"


def read_blocks(text: str) -> list[Block]:
    """The blocks of a text, without empty lines. A sign begins the items of a list if several lines
    have it: that of one line is that of a negative number, or of a note.
    """
    written = text.splitlines(keepends=True)
    lines = [line.expandtabs(4).rstrip() for line in written]
    marked = _OF_BLOCKS.search(text) is not None
    signs = _signs(lines) if marked else frozenset[str]()
    found, number, at = list[Block](), 0, 0
    while number < len(lines):
        kind: BlockKind = "paragraph"
        end = number + 1
        if marked:
            kind, end = _block(lines, number, signs)
        if lines[number]:
            found.append(Block(kind, "\n".join(lines[number:end]), at))
        at += sum(map(len, written[number:end]))
        number = end
    return found


def _signs(lines: list[str]) -> frozenset[str]:
    """The signs that begin several lines."""
    counts = Counter(match[2] for line in lines if (match := _ITEM.match(line)) and match[2])
    return frozenset(sign for sign, count in counts.items() if count > 1)


def _block(lines: list[str], number: int, signs: frozenset[str]) -> tuple[BlockKind, int]:
    """The kind of the block that begins at a line, and the line after it."""
    line = lines[number]
    if _RULE.match(line):
        return "rule", number + 1
    if _HEADING.match(line):
        return "heading", number + 1
    if (end := _table_end(lines, number)) > number:
        return "table", end
    if (end := _list_end(lines, number, signs)) > number:
        return "list", end
    return "paragraph", number + 1


def _table_end(lines: list[str], number: int) -> int:
    """The line after the table that begins at a line; the line itself if none begins."""
    head = lines[number]
    rule = lines[number + 1] if number + 1 < len(lines) else ""
    if "|" not in head or not TABLE_RULE.match(rule) or len(head) - len(head.lstrip()) > 3:
        return number
    end = number + 2
    # The parser drops what is in a row beyond its columns.
    while end < len(lines) and "|" in lines[end] and _cells(lines[end]) <= _cells(head):
        end += 1
    tokens = block_parser().parse("\n".join(lines[number:end]))
    # Its head may have more cells than its rule, and is a line of words then.
    whole = tokens and tokens[0].type == "table_open" and tokens[-1].type == "table_close"
    return end if whole else number


def _cells(row: str) -> int:
    """The number of cells of a row."""
    return len(_BAR.findall(row.strip().removeprefix("|").removesuffix("|"))) + 1


def _list_end(lines: list[str], number: int, signs: frozenset[str]) -> int:
    """The line after the list that begins at a line; the line itself if none begins."""
    first = _ITEM.match(lines[number])
    if not first or len(first[1]) > 1 or (first[2] and first[2] not in signs):
        return number
    count, end = 1, number + 1
    for place in range(number + 1, len(lines)):
        line = lines[place]
        indent = len(line) - len(line.lstrip())
        if not line:
            continue
        if _SIGNS.match(line) or indent > _DEEPEST:
            break
        if indent < 2:
            item = _ITEM.match(line)
            if not item or (item[2], item[4]) != (first[2], first[4]):
                break
            if first[3] and int(item[3]) != int(first[3]) + count:
                break
            count += 1
        end = place + 1
    # The number of one line may begin a sentence.
    return end if first[2] or count > 1 else number
