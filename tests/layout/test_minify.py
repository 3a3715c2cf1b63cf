"""Minified content streams: truncated numbers, merged glyph adjustments, nothing else."""

from __future__ import annotations

import pytest

from printgen.layout.content_streams import minify


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        (b"12.345678 -0.000123 m", b"12.345 -0.000 m"),
        (b"1 0.1234 0.9999 rg", b"1 0.123 0.999 rg"),
        (b"/a0.0705 gs", b"/a0.0705 gs"),
        (b"10 20.5 30 40 re", b"10 20.5 30 40 re"),
        # A matrix scales all that follows: its numbers are not truncated.
        (b"0.038333 0 0 -0.038333 12.34567 841.889764 cm", None),
        (b"0.038333 0 0 1 0 0 cm\n0.12345 0.12345 l", b"0.038333 0 0 1 0 0 cm\n0.123 0.123 l"),
        (b"0.12345 0.12345 l\n1 0 0 1 0.98765 0 cm", b"0.123 0.123 l\n1 0 0 1 0.98765 0 cm"),
        (b"[<0102>0<0304>12.5<>-2.5<05>] TJ", b"[<01020304>10<05>] TJ"),
    ],
)
def test_content_streams_are_minified(written: bytes, kept: bytes | None) -> None:
    assert minify(written) == (kept or written)
