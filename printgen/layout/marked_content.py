"""Marked content of streams: what belongs to the structure of a page, and what is decoration."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from weasyprint.pdf.stream import Stream

from printgen.layout.minify import join_parts, without_marks
from printgen.layout.weasyprint_types import PdfObject

# The beginning of marked content with its number, if any; its end; and a drawn form.
_TOKEN = re.compile(
    rb"^(?:/\w+\s+(?:<</MCID (\d+)>>\s+BDC|BMC)|(EMC)|/(\S+) Do)$", re.MULTILINE
)

_NUMBER = re.compile(rb"<</MCID (\d+)>>\s+BDC$", re.MULTILINE)

_ARTIFACT = b"/Artifact BMC"


def absorb_groups(stream: PdfObject) -> dict[str, list[int]]:
    """The numbers of the marked contents in each transparency group that a page draws, by name.

    A group is one content: its own marks are removed.
    """
    found = {}
    for name, group in _groups(stream):
        content = join_parts(group.stream)
        numbers = [int(number) for number in _NUMBER.findall(content)]
        for inner in absorb_groups(group).values():
            numbers += inner
        group.stream = [without_marks(content)]
        found[name] = sorted(numbers)
    return found


def _groups(stream: PdfObject) -> Iterator[tuple[str, PdfObject]]:
    """The groups that a stream draws; its pages may share the resources that name them."""
    drawn = {match[3] for match in _TOKEN.finditer(join_parts(stream.stream)) if match[3]}
    for name, item in (stream._resources.get("XObject") or {}).items():
        if isinstance(item, Stream) and name.encode() in drawn:
            yield name, item


def settle_marks(
    stream: PdfObject, placed: Collection[int], groups: dict[str, list[int]]
) -> None:
    """Write the marks of a page: contents in its structure have the numbers `placed`, all others
    are decoration.
    """
    marker = _Marker(placed, groups)
    stream.stream = [_TOKEN.sub(marker.write, join_parts(stream.stream))]


class _Marker:
    """Writes the marks of one stream."""

    def __init__(self, placed: Collection[int], groups: dict[str, list[int]]):
        self._placed, self._groups = placed, groups
        self._inside = False

    def write(self, match: re.Match[bytes]) -> bytes:
        """A token as it is written."""
        number, end, form = match.groups()
        if form is not None:
            return match[0] if self._inside else self._form(form)
        self._inside = not end
        return end or self._begin(None if number is None else int(number))

    def _begin(self, number: int | None) -> bytes:
        if number is None or number not in self._placed:
            return _ARTIFACT
        return b"/Span <</MCID %d>> BDC" % number

    def _form(self, name: bytes) -> bytes:
        numbers = self._groups.get(name.decode())
        return b"%s\n/%s Do\nEMC" % (self._begin(numbers[0] if numbers else None), name)
