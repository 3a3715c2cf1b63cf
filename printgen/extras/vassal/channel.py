"""The modules of a game for VASSAL, one for each language, and how to open them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printgen.content.library import GameContent, Library
from printgen.content.models.page_products import BookProduct
from printgen.extras.exports.channels import (
    Channel,
    ChannelFile,
    ExportError,
    ReadmeLine,
    Step,
    ai_line,
    languages_of,
    readme,
)
from printgen.extras.vassal.boards import game_maps, played_plans
from printgen.extras.vassal.decks import piece_products
from printgen.extras.vassal.module import GameModule
from printgen.layout.jobs import JobRunner
from printgen.problems import PlacementError
from printgen.products.target import game_title


def vassal_channels(library: Library, game: str, runner: JobRunner) -> Iterator[Channel]:
    """The modules of a game that is played with maps, counters or decks, for its shop page."""
    content = library.games[game]
    langs = [lang for lang in content.game.languages if _has_pieces(library, content, lang)]
    if langs:
        yield vassal_channel(library, game, runner, langs)


def _has_pieces(library: Library, content: GameContent, lang: str) -> bool:
    """Whether a module has more than charts, books and dice."""
    return bool(
        game_maps(library, content)
        or played_plans(content)
        or piece_products(content, lang)
        or content.game.suits
    )


def vassal_channel(library: Library, game: str, runner: JobRunner, langs: Sequence[str]) -> Channel:
    """The modules of a game in languages, each with a README in its language."""

    def files() -> Iterator[ChannelFile]:
        for lang in langs:
            module = _module(library, game, runner, lang)
            yield ChannelFile(_file_name(game, lang), module, "", lang)
        for lang in langs:
            yield ChannelFile(f"README.{lang}.txt", _readme(library, game, lang, langs), "", lang)

    return Channel("vassal", "vassal", files)


def _file_name(game: str, lang: str) -> str:
    return f"{game}.{lang}.vmod"


def _module(library: Library, game: str, runner: JobRunner, lang: str) -> bytes:
    try:
        return GameModule(library, library.games[game], lang, runner).file()
    except PlacementError as error:
        raise ExportError([error.problem]) from error


def _readme(library: Library, game: str, lang: str, langs: Sequence[str]) -> bytes:
    """How to open a module, in its language."""
    content = library.games[game]
    files = [_file_name(game, each) for each in langs]
    values = {"files": ", ".join(files), "file": _file_name(game, lang)}
    title = f"{game_title(content, lang)} – VASSAL"
    has_books = any(lang in languages_of(library, b) for b in content.products_of(BookProduct))
    lines = _readme_lines(has_books)
    return readme(library, lang, title, lines, values, ai_line(library, content, lang))


def _readme_lines(has_books: bool) -> Iterator[ReadmeLine]:
    yield "vmod_what"
    yield from (Step("vmod_step_get"), Step("vmod_step_open"), Step("vmod_step_begin"))
    yield "vmod_play"
    if has_books:
        yield "vmod_books"
    yield "vmod_others"
