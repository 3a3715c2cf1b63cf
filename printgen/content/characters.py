"""Characters that content must not hold, and those that print nothing."""

from __future__ import annotations

import re
from typing import NamedTuple

# Control characters except tab and line feed, bidirectional controls, private use (the renderer
# uses some of these itself) and noncharacters.
UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff\ufffe\uffff]"
)

# Characters without a meaning of their own.
_PRIVATE_USE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]")

# Not allowed in YAML; and the Unicode line separators, which editors do not count as line ends.
FORBIDDEN_IN_YAML = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)

# Marks that are printed on the letter before them.
_MARKS = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0"

# Spaces, controls, joiners, fillers, the blank Braille cell, variation selectors, private use, and
# marks: none is printed by itself.
_INVISIBLE = (
    "\\s\x00-\x20\x7f-\xa0\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202f\u205f-\u206f\u2800\u3164\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\ufff0-\ufffb"
    "\ue000-\uf8ff\U0001d173-\U0001d17a\U000e0000-\U0010ffff" + _MARKS
)
_VISIBLE = re.compile(f"[^{_INVISIBLE}]")

# What is visible, and no mark of Markdown.
_PRINTED = re.compile(f"[^{_INVISIBLE}*_~`]")

# Flags of countries and of regions, which are printed, and then what is not.
_FAULTS = re.compile(
    "[\U0001f1e6-\U0001f1ff]{2}|\U0001f3f4[\U000e0030-\U000e007a]+\U000e007f"
    "|(?P<turning>[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069])"
    "|(?P<control>[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufff0-\ufffb\ufffe\uffff"
    "\U000e0000-\U000e007f])"
    "|(?P<lost>\ufffd)"
    "|(?P<boxed>[\u20dd-\u20e2\u20e4]|(?<![0-9#*\ufe0f])\u20e3|[\U0001f1e6-\U0001f1ff])"
    f"|(?P<stacked>[{_MARKS}]{{3,}})"
)

# What is wrong with a character, by the group that finds it, and a hint.
_REASONS = {
    "turning": ("turns the order of the letters around it", "delete it: Hebrew needs none"),
    "control": ("cannot be printed", "delete it"),
    "lost": ("stands for a letter that was lost", "write the letter again"),
    "boxed": ("is no flag or key by itself", "use a picture: `icons:` of game.yaml"),
}


class CharacterFault(NamedTuple):
    """What is wrong with a character of a text, where it is in the text, and a hint."""

    at: int
    message: str
    hint: str


def code_point(character: str) -> str:
    """A character in the notation `U+200E`."""
    return f"U+{ord(character):04X}"


def is_visible(words: str) -> bool:
    """Whether a text has a character that is printed."""
    return bool(words.strip()) if words.isascii() else _VISIBLE.search(words) is not None


def names_something(words: str) -> bool:
    """Whether a name has a character that is printed, and that is no mark of Markdown."""
    return _PRINTED.search(words) is not None


def invisible_characters(words: str) -> str:
    """The characters that are not printed, as the end of a message."""
    found = dict.fromkeys(code_point(each) for each in words if not each.isascii())
    return f" ({', '.join([*found][:3])})" if found else ""


def private_use(words: str) -> CharacterFault | None:
    """The first character of a text that is a letter or a sign in some fonts alone."""
    found = None if words.isascii() else _PRIVATE_USE.search(words)
    if found is None:
        return None
    message = f"the character {code_point(found[0])} has a meaning in a font of its own only"
    hint = "print it as an icon: `icons:` of game.yaml"
    return CharacterFault(found.start(), message, hint)


def character_fault(words: str) -> CharacterFault | None:
    """The first character of a text that would not be printed as it is meant."""
    if words.isascii() and words.isprintable():
        return None
    found = next((each for each in _FAULTS.finditer(words) if each.lastgroup), None)
    if found is None:
        return None
    if found.lastgroup == "stacked":
        message = f"{len(found[0])} accents are on one letter: they are printed over other words"
        return CharacterFault(found.start(), message, "write at most two")
    reason, hint = _REASONS[found.lastgroup or ""]
    return CharacterFault(found.start(), f"the character {code_point(found[0])} {reason}", hint)
