"""Digests of the results of jobs."""

from __future__ import annotations

import hashlib

from printgen.layout.jobs import JobResult


def result_digest(result: JobResult) -> str:
    """A digest of the pages of a result; equal for equal pages."""
    made = hashlib.sha256(result.pdf + repr(result.tags).encode())
    if result.face is not None:
        made.update(result.face.form.digest + repr(result.face.tags).encode())
        for font in result.face.fonts:
            other = font.name, font.base_font, font.program, font.variations, font.hollow
            made.update(f"{other} {len(font.glyphs)} ".encode())
            made.update(font.glyphs)
    return made.hexdigest()[:40]
