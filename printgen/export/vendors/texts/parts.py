"""Read the dictionaries of a face's parts, and write changed parts."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence

import pikepdf
from pikepdf import Dictionary, Name

from printgen.layout.faces import Part

# A link of a part in its dictionary, as a name: its index in the links.
_LINK = re.compile(rb"/@(\d+)")

_SHOWS = re.compile(rb"(?<![^\s\])>])(?:Tj|TJ)(?!\S)")


def dictionary_of(part: Part) -> pikepdf.Object:
    """The dictionary of a part, with its links as names that `link_of` understands."""
    pieces = [part.source[0]]
    for number, piece in enumerate(part.source[1:]):
        pieces += [b"/@%d " % number, piece]
    return pikepdf.Object.parse(b"".join(pieces))


def link_of(part: Part, value: object) -> Part | str | None:
    """What a value of a part's dictionary links to; None for other values."""
    match = _LINK.fullmatch(str(value).encode()) if isinstance(value, pikepdf.Name) else None
    return part.links[int(match[1])] if match else None


def content_of(part: Part) -> bytes:
    """The content of a form."""
    return zlib.decompress(part.stream or b"")


def is_form(part: Part) -> bool:
    """Whether a part is a form."""
    return part.stream is not None and Name.Form == dictionary_of(part).get("/Subtype")


def resources_of(form: Part) -> Part:
    """The resources of a form, as a part of their own."""
    value = dictionary_of(form).get("/Resources", Dictionary())
    linked = link_of(form, value)
    return linked if isinstance(linked, Part) else part_of(value, form.links)


def shows_text(form: Part) -> bool:
    """Whether a form shows text, or a form in it does."""
    if _SHOWS.search(content_of(form)):
        return True
    resources = resources_of(form)
    return any(isinstance(p, Part) and is_form(p) and shows_text(p) for p in resources.links)


def part_of(
    dictionary: pikepdf.Object, links: Sequence[Part | str], content: bytes | None = None
) -> Part:
    """A part of a dictionary whose links are names; of a form, if it has content."""
    stream = None
    if content is not None:
        stream = zlib.compress(content, 9)
        dictionary.Filter, dictionary.Length = Name.FlateDecode, len(stream)
    pieces = _LINK.split(dictionary.unparse())
    used = [links[int(number)] for number in pieces[1::2]]
    return Part.of(pieces[::2], used, stream)
