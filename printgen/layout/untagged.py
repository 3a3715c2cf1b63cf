"""Faces without marked content, for files whose formats have no tags."""

from __future__ import annotations

import re
import zlib
from dataclasses import replace

from printgen.layout.faces import Face, Part
from printgen.layout.minify import without_marks

_LENGTH = re.compile(rb"/Length \d+")


def untagged(face: Face) -> Face:
    """A face that draws the same, without its structure."""
    if face.form.stream is None:
        return face
    content = zlib.compress(without_marks(zlib.decompress(face.form.stream)), 9)
    source = [_LENGTH.sub(b"/Length %d" % len(content), piece) for piece in face.form.source]
    return replace(face, form=Part.of(source, list(face.form.links), content), tags=None)
