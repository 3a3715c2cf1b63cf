"""The elements of a module, how VASSAL writes lists of values, and the words of modules."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, tostring

from printgen.content.library import Library
from printgen.typography.labels import labels
from printgen.typography.text import plain_words

# --- how VASSAL writes lists of values, and the pieces of a module and of a saved game ------------
#
# A list has a separator. In a value, the separator has a backslash before it. A value with a
# backslash at one of its ends, or with quotes at both, is in quotes. Lists may be values of lists.


# Between the commands of a saved game.
COMMANDS = "\x1b"

_TRAITS = "\t"


def sequence(separator: str, values: Iterable[object]) -> str:
    """Values as one text, from which VASSAL reads the same values."""
    return separator.join(_value(separator, str(value)) for value in values)


def _value(separator: str, value: str) -> str:
    escaped = value.replace(separator, f"\\{separator}")
    ends = value[:1], value[-1:]
    return f"'{escaped}'" if "\\" in ends or ends == ("'", "'") else escaped


def flag(value: bool) -> str:
    """A truth value."""
    return "true" if value else "false"


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait of a piece, or the piece beneath all traits: what it is, and its state."""

    type: str
    state: str = ""


def piece(traits: Sequence[Trait], id: str = "null") -> str:
    """A piece as the command that adds it. The innermost trait, the piece itself, is the last."""
    type, state = traits[-1].type, traits[-1].state
    for trait in reversed(traits[:-1]):
        type = sequence(_TRAITS, [trait.type, type])
        state = sequence(_TRAITS, [trait.state, state])
    return "+/" + sequence("/", [id, type, state])


# --- elements of the build file: each names the class of VASSAL that it configures ----------------


MODULE = "VASSAL.build.module."
WIDGET = "VASSAL.build.widget."
MAP = MODULE + "map."
BOARD = MAP + "boardPicker."
GRID = BOARD + "board."

# The oldest VASSAL that modules are for.
VASSAL_VERSION = "3.5.0"

Value = str | int | float | bool


def element(kind: str, /, **attributes: Value) -> Element:
    """An element with its attributes."""
    return Element(kind, {key: _text(value) for key, value in attributes.items()})


def add(parent: Element, kind: str, /, **attributes: Value) -> Element:
    """A new element in another one."""
    return SubElement(parent, kind, {key: _text(value) for key, value in attributes.items()})


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return flag(value)
    return repr(value) if isinstance(value, float) else str(value)


def add_slot(
    parent: Element, name: str, number: int, traits: Sequence[Trait], kind: str = "PieceSlot"
) -> None:
    """A place of a piece in the palette or in a deck."""
    slot = add(parent, WIDGET + kind, entryName=name, gpid=number, width=0, height=0)
    slot.text = piece(traits)


def document(root: Element) -> bytes:
    """The bytes of a file in XML."""
    content: bytes = tostring(root, encoding="UTF-8", xml_declaration=True)
    return content


# --- the words of a module, in its language -------------------------------------------------------


# The labels of modules, without `vassal_` in front.
_WORDS = (
    "charts", "choose", "clone", "delete", "dice", "down", "draw", "empty", "field", "flip",
    "gather", "hand", "joker", "left", "map", "pack", "pieces", "ranks", "retire", "return",
    "right", "ruler", "shuffle", "side", "table", "turned", "up",
)  # fmt: skip


def module_words(library: Library, theme: str, lang: str) -> dict[str, str]:
    """The labels of modules in a language, by their names without `vassal_`."""
    found = labels(library.folders, theme, lang)
    return {word: safe_name(plain_words(found[f"vassal_{word}"])) for word in _WORDS}


def safe_name(text: str) -> str:
    """A name without control characters. VASSAL loses a backslash at the end of a name: a space
    follows it.
    """
    bare = "".join(" " if unicodedata.category(c) == "Cc" else c for c in text)
    return f"{bare} " if bare.endswith("\\") else bare
