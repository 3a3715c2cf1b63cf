"""What modules and saved games of VASSAL say, read as its engine reads them."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile


def split(separator: str, text: str) -> list[str]:
    """The values of a list: a separator after a backslash is part of a value, and so is all between
    quotes at both ends of one.
    """
    values, value = [], ""
    for number, character in enumerate(text):
        if character != separator:
            value += character
        elif number and text[number - 1] == "\\":
            value = value[:-1] + separator
        else:
            values.append(value)
            value = ""
    return [_unquoted(each) for each in [*values, value]]


def _unquoted(value: str) -> str:
    quoted = len(value) > 1 and value.startswith("'") and value.endswith("'")
    return value[1:-1] if quoted else value


@dataclass(frozen=True)
class ReadPiece:
    """A piece: its id, and the types and states of its traits, split, the outermost first."""

    id: str
    types: list[list[str]]
    states: list[list[str]]

    def trait(self, name: str) -> tuple[list[str], list[str]]:
        """The type and the state of the only trait with a name."""
        (found,) = [n for n, each in enumerate(self.types) if each[0] == name]
        return self.types[found], self.states[found]

    @property
    def name(self) -> str:
        """The name of the piece."""
        return self.trait("piece")[0][4]


def read_piece(command: str) -> ReadPiece:
    """The piece that a command adds."""
    plus, id, type, state = split("/", command)
    assert plus == "+"
    types, states = [], []
    while len(parts := split("\t", type)) > 1:
        outer, rest = split("\t", state)
        types.append(split(";", parts[0]))
        states.append(split(";", outer))
        type, state = parts[1], rest
    return ReadPiece(id, [*types, split(";", type)], [*states, split(";", state)])


def commands(saved: bytes) -> list[str]:
    """The commands of a saved game."""
    text = ZipFile(BytesIO(saved)).read("savedGame").decode("ascii")
    assert text.startswith("!VCSK")
    key = int(text[5:7], 16)
    plain = bytes(byte ^ key for byte in bytes.fromhex(text[7:])).decode()
    return split("\x1b", plain)


class ReadModule:
    """A module: its files, and its build file."""

    def __init__(self, content: bytes):
        self.packed = ZipFile(BytesIO(content))
        self.files = {name: self.packed.read(name) for name in self.packed.namelist()}
        self.root = ElementTree.fromstring(self.files["buildFile.xml"])

    def all(self, kind: str) -> list[Any]:
        """The elements of a class, by the end of its name."""
        return [each for each in self.root.iter() if each.tag.endswith(f".{kind}")]

    def slots(self) -> list[ReadPiece]:
        """The pieces of the palette and of decks."""
        found = [*self.all("PieceSlot"), *self.all("CardSlot")]
        return [read_piece(slot.text) for slot in found]
