"""What an output kind hands to the build: batches to lay out, and how to make the file of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from printgen.library import GameContent, Library
from printgen.outputs.targets import Target
from printgen.render.layout import Batch, Result
from printgen.render.view import say


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """How this user prints. `offset` (mm, right and down) moves the backs; `duplex` overrides."""

    offset: tuple[float, float] = (0.0, 0.0)
    duplex: str | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """The work for one target. `finish` takes the results of `batches` in their order."""

    target: Target
    batches: list[Batch]
    finish: Callable[[Sequence[Result]], bytes]


def deck_title(library: Library, target: Target) -> str:
    """The title of the game and of the product, as plain text."""
    content = library.games[target.game]
    parts = (content.game.title, content.products[target.product].value.title)
    return " – ".join(words(say(part, target.lang, content)) for part in parts)


def author(content: GameContent, lang: str) -> str:
    """The names of the credits, as plain text."""
    return ", ".join(words(say(credit.name, lang, content)) for credit in content.game.credits)


def words(html: str) -> str:
    """Typeset HTML as plain text."""
    return Markup(html).striptags()  # noqa: S704 - it was made by `typeset`
