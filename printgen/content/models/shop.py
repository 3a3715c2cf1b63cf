"""The shop page of a game, as `game.yaml` declares it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints
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


# The downloads that printgen makes besides those of the products.
Download = Literal["web", "book-html", "epub", "vendor", "tabletop", "vassal"]


class Shop(Model):
    """The shop page of a game."""

    short: Annotated[ShopText, AfterValidator(_short)] = Field(
        description="One line that says what the game is, below the title of the shop page."
    )
    about: ShopText = Field(
        description=(
            "The description on the shop page: paragraphs separated by blank lines, and list "
            "items that begin with `- `."
        )
    )
    tags: UniqueList[Tag] = Field(
        default=[], description="The words by which the game is found in the shop."
    )
    players: ShopText | None = Field(
        default=None, description="How many play and how long, such as `1 player, half an hour`."
    )
    needs: ShopText | None = Field(
        default=None, description="What a player needs besides the files, such as dice and a ruler."
    )
    free: bool = Field(
        default=False,
        description="Whether the game may not be sold: the shop guide then says to set no price.",
    )
    ai: Annotated[ShopText, AfterValidator(_ai_disclosure)] | None = Field(
        default=None,
        description=(
            "What generative AI was used for, for the disclosure that shops ask for. Left out: "
            "none was used."
        ),
    )
    leave_out: UniqueList[Download] = Field(
        default=[],
        description=(
            "Downloads that the page does not offer, of those that no product asks for: `web` (the "
            "page for browsers), `book-html` and `epub` (the books), `vendor` (card printers), "
            "`tabletop` (Tabletop Simulator) and `vassal`."
        ),
    )
