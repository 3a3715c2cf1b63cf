"""Numbers in PDF syntax."""

from __future__ import annotations


def written(values: tuple[float, ...], digits: int = 4) -> bytes:
    """Numbers in PDF syntax."""
    return b" ".join((f"{v:.{digits}f}".rstrip("0").rstrip(".") or "0").encode() for v in values)
