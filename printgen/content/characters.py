"""Characters that content must not hold."""

from __future__ import annotations

import re

# Control characters except tab and line feed, bidirectional controls, private use (the renderer
# uses some of these itself) and noncharacters.
UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff\ufffe\uffff]"
)

# Not allowed in YAML; and the Unicode line separators, which editors do not count as line ends.
FORBIDDEN_IN_YAML = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)


def code_point(character: str) -> str:
    """A character in the notation `U+200E`."""
    return f"U+{ord(character):04X}"
