"""How far punctuation hangs into the margins of justified text.

The shares are those of our eye for the fonts that printgen has, near the ones that pdfTeX's users
set for Latin fonts.
"""

from __future__ import annotations

# Shares of a character's width that are outside the measure at the start and the end of a line.
LEFT = {"«": 0.4, "“": 0.5, "‘": 0.6, "„": 0.4, "(": 0.15, "[": 0.1, "–": 0.3, "—": 0.2}
RIGHT = {
    ".": 0.7, ",": 0.7, "-": 0.6, "‐": 0.6, "’": 0.6, "”": 0.5, "“": 0.5, "»": 0.4,
    ":": 0.5, ";": 0.45, "!": 0.25, "?": 0.15, ")": 0.15, "]": 0.1, "–": 0.35, "—": 0.25, "…": 0.3,
}  # fmt: skip


def hang_left(character: str, width: float) -> float:
    """How far a character protrudes into the margin at the start of a line."""
    return LEFT.get(character, 0.0) * width


def hang_right(character: str, width: float) -> float:
    """How far a character protrudes into the margin at the end of a line."""
    return RIGHT.get(character, 0.0) * width
