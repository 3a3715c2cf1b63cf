"""Two texts as one, with the words that are gone and those that are new."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Literal, TypedDict

# Words, spaces and other characters.
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")

# Below this share of equal words, a text is new as a whole.
_ALIKE = 0.25

# Equal words that are shown beside a change, and in a gap that is not shortened.
_AROUND, _GAP = 14, 34

# Longer texts are compared paragraph by paragraph at best: they are shown as a whole.
_MAX_TOKENS = 6_000

_DOTS = "…"


class Mark(TypedDict):
    """Words of two texts: in both, in the old one, or in the new one."""

    kind: Literal["same", "gone", "new"]
    words: str


def marked_words(old: str, new: str) -> list[Mark]:
    """The words of two texts in order. Long parts that are the same are shortened."""
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    if len(before) + len(after) > _MAX_TOKENS:
        return _marks([("gone", old), ("new", new)])
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return _marks([("gone", old), ("new", new)])
    parts: list[tuple[str, str]] = []
    for operation, i, j, k, end in matcher.get_opcodes():
        if operation == "equal":
            first, last = not parts, j == len(before) and end == len(after)
            parts.append(("same", _shortened(before[i:j], first, last)))
        else:
            parts += [("gone", "".join(before[i:j])), ("new", "".join(after[k:end]))]
    return _joined(_marks(parts))


def _marks(parts: list[tuple[str, str]]) -> list[Mark]:
    found: list[Mark] = []
    for kind, words in parts:
        if words and kind in ("same", "gone", "new"):
            found.append({"kind": kind, "words": words})  # type: ignore[typeddict-item]
    return found


def _joined(marks: list[Mark]) -> list[Mark]:
    """Marks without spaces or single signs between changes: these are part of one change."""
    found: list[Mark] = []
    for number, mark in enumerate(marks):
        between = 0 < number < len(marks) - 1
        if mark["kind"] == "same" and between and not re.search(r"\w", mark["words"]):
            found += [{"kind": "gone", "words": mark["words"]}]
            found += [{"kind": "new", "words": mark["words"]}]
        else:
            found.append(mark)
    return _sorted_runs(found)


def _sorted_runs(marks: list[Mark]) -> list[Mark]:
    """Between two parts that are the same, first all that is gone, then all that is new."""
    found: list[Mark] = []
    gone = new = ""
    for mark in [*marks, Mark(kind="same", words="")]:
        if mark["kind"] == "gone":
            gone += mark["words"]
        elif mark["kind"] == "new":
            new += mark["words"]
        else:
            found += _marks([("gone", gone), ("new", new), ("same", mark["words"])])
            gone = new = ""
    return found


def _shortened(tokens: list[str], first: bool, last: bool) -> str:
    """The words beside a change; the others are dots."""
    if len(tokens) <= (_AROUND if first or last else _GAP):
        return "".join(tokens)
    begin = "" if first else "".join(tokens[:_AROUND]).rstrip()
    end = "" if last else "".join(tokens[-_AROUND:]).lstrip()
    spaced = f" {_DOTS} " if begin and end else _DOTS
    return f"{begin}{spaced}{end}"
