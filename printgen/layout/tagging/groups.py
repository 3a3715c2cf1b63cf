"""Transparent groups are one content each: a form that is drawn on many sheets has no marks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from weasyprint.pdf.stream import Stream

from printgen.layout.minify import join_parts, without_marks
from printgen.layout.weasyprint_parts import stream_resources
from printgen.layout.weasyprint_types import PdfObject

# The beginning and the end of marked content, and a drawn form.
_TOKEN = re.compile(
    rb"^(?:/\w+\s+(?:<</MCID \d+>>\s+BDC|BMC)|(?P<end>EMC)|/(?P<form>\S+) Do)$", re.MULTILINE
)

_NUMBER = re.compile(rb"<</MCID (\d+)>>\s+BDC$", re.MULTILINE)


def absorb_groups(stream: PdfObject) -> set[int]:
    """Make one marked content of each group that a page draws. The numbers of the contents that are
    now in the first one of their group.
    """
    groups = {name: _numbers(group) for name, group in _groups(stream)}
    if any(groups.values()):
        marker = _Marker(groups)
        stream.stream = [_TOKEN.sub(marker.write, join_parts(stream.stream))]
    return {number for numbers in groups.values() for number in numbers[1:]}


def _numbers(group: PdfObject) -> list[int]:
    """The numbers of the contents in a group, whose marks are removed."""
    content = join_parts(group.stream)
    numbers = [int(number) for number in _NUMBER.findall(content)]
    for _, inner in _groups(group):
        numbers += _numbers(inner)
    group.stream = [without_marks(content)]
    return sorted(numbers)


def _groups(stream: PdfObject) -> Iterator[tuple[str, PdfObject]]:
    """The groups that a stream draws; pages may share the resources that name them."""
    forms = {
        n: f for n, f in (stream_resources(stream).get("XObject") or {}).items() if _is_group(f)
    }
    if forms:
        drawn = {match["form"] for match in _TOKEN.finditer(join_parts(stream.stream))}
        yield from ((name, form) for name, form in forms.items() if name.encode() in drawn)


def _is_group(form: PdfObject) -> bool:
    return isinstance(form, Stream)


class _Marker:
    """Marks the groups that a stream draws outside of other marks."""

    def __init__(self, groups: dict[str, list[int]]):
        self._groups, self._inside = groups, False

    def write(self, match: re.Match[bytes]) -> bytes:
        """A token as it is written."""
        form = match["form"]
        if form is None:
            self._inside = not match["end"]
            return match[0]
        numbers = self._groups.get(form.decode())
        if self._inside or numbers is None:
            return match[0]
        begin = b"/Span <</MCID %d>> BDC" % numbers[0] if numbers else b"/Artifact BMC"
        return b"%s\n%s\nEMC" % (begin, match[0])
