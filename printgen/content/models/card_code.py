"""The code on the cards of a deck: the address that a phone opens."""

from __future__ import annotations

import re
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from printgen.content.limits import MAX_CODE_URL
from printgen.content.models.base import Model

# What is replaced in an address.
ID, LANG = "{id}", "{lang}"

# The characters of an address (RFC 3986, 2), after the places above are taken out.
_ADDRESS = re.compile(r"[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]*")


def _fault(message: str, hint: str = "such as https://example.org/cards.html") -> Exception:
    return PydanticCustomError("address", "{message}", {"message": message, "hint": hint})


def _valid_address(text: str) -> str:
    if len(text) > MAX_CODE_URL:
        message = f"the address has {len(text)} characters (at most {MAX_CODE_URL})"
        raise _fault(message, "the code of a long address is large")
    if not text.startswith(("http://", "https://")):
        raise _fault("an address begins with https:// or http://")
    bare = text.replace(ID, "").replace(LANG, "")
    if "{" in bare or "}" in bare:
        raise _fault("unknown words in braces", "{id} and {lang} are replaced")
    if wrong := _ADDRESS.sub("", bare):
        raise _fault(f"an address has no '{wrong[0]}'", "write it as your browser copies it")
    try:
        parts = urlsplit(bare)
        named = bool(parts.hostname) and parts.username is None and (parts.port or 1) > 0
    except ValueError:
        named = False
    if not named:
        raise _fault("the address has no valid name of a site")
    if "#" in text and ID not in text:
        raise _fault("an address with # says where the id is", f"such as …#{ID}")
    return text


CodeUrl = Annotated[str, AfterValidator(_valid_address)]


class CardCode(Model):
    """A QR code on each card, with an address of its own."""

    url: CodeUrl = Field(
        description=(
            "The address, such as `https://example.org/cards.{lang}.html`. `{id}` is the id of the "
            "card, `{lang}` the language; without `{id}`, `#` and the id follow."
        )
    )
    face: Literal["front", "back"] | None = Field(
        default=None,
        description=(
            "The side with the code. Left out: the back, or the front of cards without a back of "
            "their own."
        ),
    )

    def address(self, id: str, lang: str) -> str:
        """The address of a card."""
        url = self.url if ID in self.url else f"{self.url}#{ID}"
        return url.replace(LANG, lang).replace(ID, id)
