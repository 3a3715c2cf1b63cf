"""The places that clients ask about."""

from __future__ import annotations

from lsprotocol import types

from printgen.content.library import GameContent
from printgen.extras.language_server.lines import character_at
from printgen.extras.language_server.mentions import Mention
from printgen.extras.language_server.names import mention_at
from printgen.extras.language_server.projects import EditedProject
from printgen.extras.language_server.server import Server


def place_in_game(
    server: Server, document: types.TextDocumentIdentifier, place: types.Position
) -> tuple[EditedProject, GameContent, str, int] | None:
    """The project, the game, the file and the character of a place; None outside games."""
    found = server.of_uri(document.uri)
    if found is None:
        return None
    project, file = found[0].project, found[1]
    content, lines = project.content(file), project.lines(file)
    if content is None or place.line >= len(lines):
        return None
    return project, content, file, character_at(lines[place.line], place.character)


def mention_of(
    server: Server, document: types.TextDocumentIdentifier, place: types.Position
) -> tuple[EditedProject, GameContent, str, Mention] | None:
    """The project, the game, the file and the mention at a place; None without a mention."""
    at = place_in_game(server, document, place)
    if at is None:
        return None
    project, content, file, column = at
    mention = mention_at(project, file, place.line, column)
    return (project, content, file, mention) if mention else None
