"""The accent colour of a game: one with a name, or any other."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Annotated

from pydantic import AfterValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from printgen.problems import did_you_mean

# White type on each has a contrast of 4.5 or more. They differ by hue and by lightness: they are
# distinct in greyscale, and to readers who are blind to red or green.
ACCENTS = MappingProxyType({"sea": "#0f5671", "wine": "#69182c", "ochre": "#926213"})

# The accent of the plain theme for a game without one.
DEFAULT_ACCENT = ACCENTS["sea"]

_COLOUR = "^#[0-9a-fA-F]{6}$"


def _colour(text: str) -> str:
    if text in ACCENTS:
        return ACCENTS[text]
    if re.fullmatch(_COLOUR, text):
        return text
    near = did_you_mean(text, ACCENTS)
    others = f'{", ".join(ACCENTS)}, or a colour such as "#a1b2c3"'
    hint = near if near.startswith("did") else others
    context = {"message": f"'{text[:40]}' is not valid", "hint": hint}
    raise PydanticCustomError("accent", "{message}", context)


# A colour, also by its name. Its value is `#rrggbb`.
Accent = Annotated[
    str,
    AfterValidator(_colour),
    WithJsonSchema({"anyOf": [{"enum": list(ACCENTS)}, {"type": "string", "pattern": _COLOUR}]}),
]
