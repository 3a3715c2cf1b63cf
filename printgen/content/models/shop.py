"""The shop page of a game, as `game.yaml` declares it."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, StringConstraints
from pydantic_core import PydanticCustomError

from printgen.content.characters import UNPRINTABLE, code_point
from printgen.content.models.base import Model, UniqueList
from printgen.content.models.text import Text

MAX_SHORT = 140


def _short(text: Text) -> Text:
    for words in text.values():
        # A block scalar ends with a line end.
        if len(words) > MAX_SHORT or "\n" in words.strip():
            message = "one line of at most {most} characters"
            raise PydanticCustomError("short", message, {"most": MAX_SHORT})
    return text


# Ways to write that no generative AI was used.
_NONE = {"no", "non", "none", "nothing", "rien", "aucune", "false", "-"}


def _printable(text: Text) -> Text:
    for words in text.values():
        if found := UNPRINTABLE.search(words):
            message = "the character {code} cannot be printed"
            raise PydanticCustomError("unprintable", message, {"code": code_point(found[0])})
    return text


ShopText = Annotated[Text, AfterValidator(_printable)]


def _ai_disclosure(text: Text) -> Text:
    if any(words.strip(" .!").casefold() in _NONE for words in text.values()):
        message = "omit `ai` if no generative AI was used"
        raise PydanticCustomError("ai", message)
    return text


Tag = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+([ -][a-z0-9]+)*$", max_length=30)]


class Shop(Model):
    """The shop page of a game.

    `short` is one line. `about` has paragraphs separated by blank lines; list items start with
    `- `. `tags` are search terms. `ai` discloses the use of generative AI. `free` games may not be
    sold.
    """

    short: Annotated[ShopText, AfterValidator(_short)]
    about: ShopText
    tags: UniqueList[Tag] = []
    players: ShopText | None = None
    needs: ShopText | None = None
    free: bool = False
    ai: Annotated[ShopText, AfterValidator(_ai_disclosure)] | None = None
