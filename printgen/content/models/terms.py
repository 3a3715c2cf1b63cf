"""The vocabulary of a game."""

from __future__ import annotations

from typing import Annotated

from pydantic import Discriminator, Field, StringConstraints, Tag

from printgen.content.models.base import Id, Model
from printgen.content.names import LANGUAGE

# The words of a term: one word or a few.
Words = Annotated[str, StringConstraints(pattern=r"\w", min_length=1, max_length=80)]

# Other words for a term.
OtherWords = Annotated[list[Words], Field(max_length=30)]

# A language, or `any` for all of them.
_Language = Annotated[str, StringConstraints(pattern=f"^({LANGUAGE}|any)$")]


class TermWords(Model):
    """A term in one language."""

    term: Words = Field(description="The term itself, as texts write it.")
    forms: OtherWords = Field(
        default=[], description="Other forms of the term, such as its plural."
    )
    avoid: OtherWords = Field(
        default=[], alias="not", description="Words that no text has instead of the term."
    )
    index: Words | None = Field(
        default=None,
        description="The entry of the term in the index of books, if that is another text.",
    )


def _form(term: object) -> str:
    """How a term is written: as plain words, as one mapping, or by language."""
    if isinstance(term, TermWords) or (isinstance(term, dict) and _KEYS.intersection(term)):
        return "one"
    return "languages" if isinstance(term, dict) else "words"


_KEYS = {"term", "forms", "not", "index"}

# Words without a language are a term in the game's first language.
Term = Annotated[
    Annotated[Words, Tag("words")]
    | Annotated[TermWords, Tag("one")]
    | Annotated[dict[_Language, Words | TermWords], Tag("languages")],
    Discriminator(_form),
]

Terms = Annotated[dict[Id, Term], Field(max_length=1_000)]
