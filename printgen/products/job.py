"""What an output kind hands to the build: batches to lay out, and how to make the file of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from printgen.content.library import GameContent, Library
from printgen.layout.batch import LayoutBatch, LayoutResult
from printgen.products.target import Target
from printgen.typography.text import plain_words, say


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """How this user prints. `offset` (mm, right and down) moves the backs; `duplex` overrides."""

    offset: tuple[float, float] = (0.0, 0.0)
    duplex: str | None = None


@dataclass(frozen=True, slots=True)
class TargetBuild:
    """The work for one target: `count` batches, made when they are wanted, and what to do then.

    Jobs with equal `pages` have equal batches. `finish` writes a file from the results, which come
    in the order of the batches; it takes them one by one and keeps only what it needs.
    """

    target: Target
    pages: tuple[str, ...]
    count: int
    batches: Callable[[], Iterable[LayoutBatch]]
    finish: Callable[[Iterable[LayoutResult], Path], None]


def game_title(content: GameContent, lang: str) -> str:
    """The title of a game, as plain text."""
    return plain_words(say(content.game.title, lang, content))


def deck_title(library: Library, target: Target) -> str:
    """The title of the game and of the product, as plain text."""
    content = library.games[target.game]
    title = say(content.products[target.product].value.title, target.lang, content)
    return f"{game_title(content, target.lang)} – {plain_words(title)}"


def author(content: GameContent, lang: str) -> str:
    """The names of the credits, as plain text."""
    names = [say(credit.name, lang, content) for credit in content.game.credits]
    return ", ".join(map(plain_words, names))
