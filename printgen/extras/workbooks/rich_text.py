"""Bold and italic words of a cell as the marks `**` and `*`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby


@dataclass(slots=True)
class Run:
    """Words of a cell in one style."""

    text: str
    bold: bool = False
    italic: bool = False


def marked(runs: Sequence[Run]) -> str:
    """The text of runs with marks. Asterisks that are written beside marks keep their sign."""
    if not any(run.bold or run.italic for run in runs):
        return "".join(run.text for run in runs)
    letters = [
        (sign, run.bold and not sign.isspace(), run.italic and not sign.isspace())
        for run in runs
        for sign in run.text
    ]
    _join_words(letters)
    _spare_edges(letters)
    out, opened = list[str](), list[str]()
    groups = [
        (style, "".join(each[0] for each in group))
        for style, group in groupby(letters, key=lambda each: each[1:])
    ]
    for number, (style, words) in enumerate(groups):
        wanted = {sign for sign, on in zip(_SIGNS, style, strict=True) if on}
        while not wanted.issuperset(opened):
            out.append(opened.pop())
        # What lasts longer is opened first.
        new = sorted(wanted.difference(opened), key=lambda s: -_length(groups[number:], s))
        bare = words.lstrip() if new else words
        out += [words[: len(words) - len(bare)], *new, bare.replace("*", "\\*")]
        opened += new
    return "".join(out + opened[::-1])


def are_marks(words: str, text: str) -> bool:
    """Whether the marks in the words are read as such: beside some punctuation, none are."""
    # Imported here: few sheets have such words.
    from markdown_it import MarkdownIt

    inline = MarkdownIt("commonmark").parseInline(words)[0].children or ()
    return sum(token.content.count("*") for token in inline) == text.count("*")


_SIGNS = "**", "*"


def _length(groups: Sequence[tuple[tuple[bool, ...], str]], sign: str) -> int:
    """How many groups from the first one on have the style of a mark."""
    style = _SIGNS.index(sign)
    return next((n for n, (on, _) in enumerate(groups) if not on[style]), len(groups))


def _join_words(letters: list[tuple[str, bool, bool]]) -> None:
    """Give the spaces between words of one style this style: `**two words**`."""
    start = 0
    while start < len(letters):
        if not letters[start][0].isspace():
            start += 1
            continue
        end = start
        while end < len(letters) and letters[end][0].isspace():
            end += 1
        gap = "".join(sign for sign, _, _ in letters[start:end])
        if start and end < len(letters) and "\n" not in gap:
            (_, *left), (_, *right) = letters[start - 1], letters[end]
            bold, italic = (a and b for a, b in zip(left, right, strict=True))
            for number in range(start, end):
                letters[number] = letters[number][0], bold, italic
        start = end


def _spare_edges(letters: list[tuple[str, bool, bool]]) -> None:
    """Take punctuation out of marks that would stand between a letter and it: they are none."""
    for numbers in (range(len(letters)), range(len(letters) - 1, -1, -1)):
        after = [" ", " "]
        for number in numbers:
            sign, bold, italic = letters[number]
            is_sign = not sign.isalnum()
            bold = bold and not (is_sign and after[0].isalnum())
            italic = italic and not (is_sign and after[1].isalnum())
            letters[number] = sign, bold, italic
            after = ["" if bold else sign, "" if italic else sign]
