"""The uploads that a game is offered as, and the files of each.

A shop tells programs by their names: it takes an upload for one of Windows where `win` is anywhere
in its name. Names of channels hold none of those words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from printgen.library import Library
from printgen.outputs.targets import Target

PLATFORMS = ("win", "linux", "mac", "osx", "android", "darwin")


@dataclass(frozen=True, slots=True)
class Piece:
    """A file of a channel: its name there, and its content, or where it was built; what product and
    language it is, where it is of one alone.
    """

    name: str
    content: bytes | Path
    product: str = ""
    lang: str = ""
    target: Target | None = None


@dataclass(frozen=True, slots=True)
class Channel:
    """An upload. `pieces` makes its files one by one; `kind` is what its words are called by."""

    id: str
    kind: str
    pieces: Callable[[], Iterator[Piece]]


# What an upload is, in the order in which a page offers it.
KINDS = (
    "web", "book-screen", "book-print", "booklet", "book-html", "epub", "quest-sheets",
    "play-sheets", "cards", "maps", "cards-mpc", "cards-tgc", "cards-drivethru", "tabletop",
)  # fmt: skip


def channels(library: Library, game: str, targets: Iterable[Target]) -> list[Channel]:
    """What a game has to offer, in order. The files of `targets` are built already."""
    grouped: dict[tuple[str, str], list[Target]] = {}
    for target in targets:
        grouped.setdefault(channel_of(library, target), []).append(target)
    found = [_built(library, *names, group) for names, group in grouped.items()]
    return sorted(found, key=lambda channel: (KINDS.index(channel.kind), channel.id))


def channel_of(library: Library, target: Target) -> tuple[str, str]:
    """The channel that a target belongs to, and its kind."""
    product = library.games[target.game].products[target.product].value
    if target.output == "book" and target.edition == "booklet":
        return f"booklet-{target.paper}", "booklet"
    if target.output == "book":
        return f"book-{target.edition}", f"book-{target.edition}"
    if target.output == "cards":
        return f"cards-{target.paper}", "cards"
    kind = "maps" if target.output == "hexmap" else "play-sheets"
    kind = "quest-sheets" if getattr(product, "quest", None) else kind
    return kind, kind


def _built(library: Library, id: str, kind: str, targets: list[Target]) -> Channel:
    """Files that were built, each called by the game too."""

    def pieces() -> Iterator[Piece]:
        for target in targets:
            path = library.folders.root / target.path
            yield Piece(f"{target.game}-{path.name}", path, target.product, target.lang, target)

    return Channel(id, kind, pieces)
