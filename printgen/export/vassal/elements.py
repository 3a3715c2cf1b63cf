"""Elements of the build file: each names the class of VASSAL that it configures."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from printgen.export.vassal.encoding import Trait, flag, piece

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
