"""Laid-out faces as values: what a face draws and its codes, without the document it was laid out
in.
"""

from __future__ import annotations

import hashlib
import json
import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from printgen.layout.tags import Tag
from printgen.sealing.messages import ValueUnpickler

# --- laid-out faces as values: what a face draws, without the document it was laid out in ---------
#
# Equal faces have equal values, whatever was laid out with them. Parts that several faces draw,
# such as pictures and drawings, have equal digests, and are in a composed PDF once.


# Parts with less content than this (bytes) are kept in the faces that draw them.
SMALL = 1024


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Part:
    """A PDF object: its dictionary and its content stream.

    `source` is the dictionary in PDF syntax, split where it refers to another object: `links` has
    these objects in order, a part or the name of a font. Without a `stream`, it is a dictionary
    alone.
    """

    digest: bytes
    source: tuple[bytes, ...]
    links: tuple[Part | str, ...]
    stream: bytes | None

    @classmethod
    def of(cls, source: list[bytes], links: list[Part | str], stream: bytes | None = None) -> Part:
        """A part with its digest."""
        sha = hashlib.sha256()
        for piece in source:
            sha.update(b"%d:" % len(piece) + piece)
        for link in links:
            sha.update(link.encode() if isinstance(link, str) else link.digest)
        sha.update(b"-" if stream is None else b"+" + stream)
        return cls(sha.digest(), tuple(source), tuple(links), stream)

    # Dataclasses with slots are pickled slowly.
    def __reduce__(self) -> tuple[object, ...]:
        return Part, (self.digest, self.source, self.links, self.stream)


@dataclass(frozen=True, slots=True)
class FaceFont:
    """The glyphs that a face uses of a font, packed by `pack_glyphs`.

    `name` is the name of the font in the parts of a face, `program` the digest of its file, and
    `variations` are its values on the axes of a variable font. A `hollow` font prints nothing: its
    glyphs are drawn as pictures.
    """

    name: str
    base_font: str
    program: str
    variations: tuple[tuple[str, float], ...]
    hollow: bool
    glyphs: bytes

    def __reduce__(self) -> tuple[object, ...]:
        return FaceFont, (
            self.name,
            self.base_font,
            self.program,
            self.variations,
            self.hollow,
            self.glyphs,
        )


# A glyph: its id, its advance width (thousandths of an em) and its text.
Glyph = tuple[int, int, str]


def pack_glyphs(glyphs: Iterable[Glyph]) -> bytes:
    """Glyphs as bytes, in the order of their ids: a deck has many faces with few glyphs each."""
    return json.dumps(sorted(glyphs), separators=(",", ":")).encode()


def unpack_glyphs(content: bytes) -> list[Glyph]:
    """The glyphs of `pack_glyphs`."""
    return [(glyph, width, text) for glyph, width, text in json.loads(content)]


@dataclass(frozen=True, slots=True)
class Face:
    """A laid-out face: a form XObject with its size in points, and the fonts of its parts.

    `tags` is the structure of what it says; its content is marked in the form.
    """

    width: float
    height: float
    form: Part
    fonts: tuple[FaceFont, ...]
    tags: Tag | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return Face, (self.width, self.height, self.form, self.fonts, self.tags)


FindPart = Callable[[bytes], Part]


class _Encoder(pickle.Pickler):
    """Pickles a value without the big parts in it, which it collects."""

    def __init__(self, buffer: BytesIO, top: object):
        super().__init__(buffer, protocol=5)
        self.top = top
        self.parts: dict[bytes, Part] = {}

    def persistent_id(self, item: Any) -> bytes | None:
        """The digest of a big part; None for what is written as a whole."""
        if not isinstance(item, Part) or item is self.top:
            return None
        if item.stream is None or len(item.stream) < SMALL:
            return None
        self.parts[item.digest] = item
        return item.digest


def encode(value: object) -> tuple[bytes, dict[bytes, Part]]:
    """A value with faces, or a part, as bytes without the big parts in it; and these by digest.

    The big parts contain others in turn.
    """
    buffer = BytesIO()
    encoder = _Encoder(buffer, value)
    encoder.dump(value)
    return buffer.getvalue(), encoder.parts


class _Decoder(ValueUnpickler):
    """Unpickles a value, and finds the big parts in it."""

    def __init__(self, content: bytes, find: FindPart, kept: bool):
        super().__init__(content, kept)
        self.find = find

    def persistent_load(self, digest: Any) -> Part:
        return self.find(digest)


def decode(content: bytes, find: FindPart, kept: bool = False) -> Any:
    """The value of `encode`. `find` finds its big parts by digest; what it raises is raised.

    `kept` content was encoded by a process that is under printgen's control.
    """
    return _Decoder(content, find, kept).load()


def made_again(part: Part, share: Callable[[Part], Part], made: dict[int, Part]) -> Part:
    """A part of another process, with digests of its own: those that it came with may be wrong.

    `share` chooses one of equal parts; `made` are those that were made before, by identity. Raises
    TypeError and other exceptions for what is no part.
    """
    if id(part) not in made:
        links = [x if isinstance(x, str) else made_again(x, share, made) for x in part.links]
        pieces = [*part.source, *([] if part.stream is None else [part.stream])]
        if len(part.source) != len(links) + 1 or not all(type(each) is bytes for each in pieces):
            raise TypeError("no part of a face")
        made[id(part)] = share(Part.of([*part.source], links, part.stream))
    return made[id(part)]


def parts_of(top: Part) -> Iterator[Part]:
    """A part and all that it draws, each after the parts that it links to, perhaps repeatedly."""
    stack: list[tuple[Part, bool]] = [(top, False)]
    while stack:
        part, done = stack.pop()
        if done:
            yield part
            continue
        stack.append((part, True))
        stack += [(link, False) for link in reversed(part.links) if isinstance(link, Part)]


# --- the codes of faces as plain values; `face_codes` draws them ----------------------------------


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code: its rows of modules, `1` for a dark one, and the words that say what it is."""

    rows: tuple[str, ...]
    alt: str
