"""The modules of a game for VASSAL, one for each language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printgen.content.library import Library
from printgen.export import ExportError
from printgen.export.channel import Channel, ChannelFile
from printgen.export.vassal.module import GameModule
from printgen.layout.jobs import Engine
from printgen.problems import PlacementError


def vassal_channel(library: Library, game: str, engine: Engine, langs: Sequence[str]) -> Channel:
    """The modules of a game in languages."""

    def files() -> Iterator[ChannelFile]:
        for lang in langs:
            yield ChannelFile(f"{game}.{lang}.vmod", _module(library, game, engine, lang), "", lang)

    return Channel("vassal", "vassal", files)


def _module(library: Library, game: str, engine: Engine, lang: str) -> bytes:
    try:
        return GameModule(library, library.games[game], lang, engine).file()
    except PlacementError as error:
        raise ExportError([error.problem]) from error
