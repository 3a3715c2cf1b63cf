"""Values that are one of some names, which are known when the program runs."""

from __future__ import annotations

from collections.abc import Collection

from pydantic.config import JsonDict
from pydantic_core import PydanticKnownError


def known_name(known: Collection[str], name: str) -> str:
    """A name that is known. Raises PydanticKnownError for another one."""
    if name not in known:
        expected = " or ".join(f"'{each}'" for each in known)
        raise PydanticKnownError("literal_error", {"expected": expected})
    return name


def list_names(known: Collection[str], schema: JsonDict) -> None:
    """Add the known names to a JSON Schema."""
    schema["enum"] = list(known)
