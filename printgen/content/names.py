"""Ids of games and entries."""

from __future__ import annotations

import re

from printgen.problems import Position, Problem

MAX_NAME = 60

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def valid_name(name: str) -> bool:
    """Whether a name is a valid id."""
    return _ID.fullmatch(name) is not None and len(name) <= MAX_NAME


def invalid_name(position: Position, name: str) -> Problem:
    """The problem of a name that is not a valid id."""
    hint = "use lower-case letters, digits and hyphens, at most 60"
    return Problem(position, "name-invalid", f"invalid name '{name}'", hint)
