"""The codes of faces as plain values; `face_codes` draws them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code: its rows of modules, `1` for a dark one, and the words that say what it is."""

    rows: tuple[str, ...]
    alt: str
