"""How VASSAL writes lists of values, and the pieces of a module and of a saved game.

A list has a separator. In a value, the separator has a backslash before it. A value with a
backslash at one of its ends, or with quotes at both, is in quotes. Lists may be values of lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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
