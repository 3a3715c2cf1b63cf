"""The PO files of a game brought up to date: with its texts as they are now, and with the
translations of the PO files and of the project, of which none is lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256

from printgen.content.library import Library
from printgen.translation.catalogues import Catalogues, folder_of, header
from printgen.translation.matching import Matches, kind_of
from printgen.translation.notes import Notes
from printgen.translation.po import FUZZY, LEFT, STATE, Catalogue, Message
from printgen.translation.unit import CHAPTERS, Unit


def digest_of(text: str) -> str:
    """A short digest of a translation, by which a later edit of it is known."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10] if text else ""


def merged(
    library: Library, game: str, source: str, known: Catalogues, units: Iterable[Unit]
) -> Catalogues:
    """The catalogues of a game with its texts. `known` are those that it has."""
    units = list(units)
    matches = Matches(units, known.messages())
    result = Catalogues(known.lang)
    content = library.games[game]
    notes, title = Notes(library, content, source), content.game.title
    name = title[title.language_for(source, content.first_language)]
    for kind in dict.fromkeys((*(unit.kind for unit in units), *known.files)):
        old = known.files.get(kind)
        path = folder_of(library.folders, game, known.lang) / f"{kind}.po"
        fields = header(" ".join(name.split()), source, known.lang, old.header if old else {})
        new = Catalogue(library.folders.relative(path), fields, old.comments if old else [])
        new.messages += [_message(u, matches.of(u), notes) for u in units if u.kind == kind]
        new.messages += [
            _obsolete(m) for m in matches.left if kind_of(m.context) == kind and m.text
        ]
        if new.messages:
            result.files[kind] = new
    return result


def _obsolete(message: Message) -> Message:
    return replace(message, obsolete=True, notes=[], places=[])


def _message(unit: Unit, old: Message | None, notes: Notes) -> Message:
    """The message of a text, from the one that it had."""
    new = Message(unit.key, unit.source, comments=list(old.comments) if old else [])
    new.flags = [flag for flag in old.flags if flag != FUZZY] if old else []
    fuzzy, state = False, digest_of(unit.text)
    if old and unit.kind == CHAPTERS and not unit.text:
        # The blocks of the chapter and of its translation differ: it is there, but where?
        state = old.state
    if old is None:
        new.text = unit.text
    elif is_renewed(unit, old):
        new.text = unit.text
        if old.text not in ("", unit.text) and digest_of(old.text) != old.state:
            # The translator has changed it too: that is for the import to tell.
            fuzzy = old.is_fuzzy or is_old(unit, old)
            new.text, state = old.text, old.state
    else:
        new.text = old.text or _printed(unit, old)
        fuzzy = bool(new.text) and is_old(unit, old)
    if fuzzy:
        new.flags.insert(0, FUZZY)
        new.previous = old.previous if old and old.is_fuzzy else old.source if old else None
        if new.previous == new.source:
            new.previous = None
    name = LEFT if old and is_left(unit, old) else STATE
    new.notes = [*notes.of(unit), *([f"{name}{state}"] if state else [])]
    new.places = [_place(unit)]
    return new


def _printed(unit: Unit, old: Message) -> str:
    """The translation of the project; none for a paragraph that was never translated, which has
    the words of the source.
    """
    return "" if is_left(unit, old) else unit.text


def is_left(unit: Unit, message: Message) -> bool:
    """Whether a chapter has the words of the source, as it is not translated there; they may be
    those that the source had earlier.
    """
    if unit.kind != CHAPTERS or message.text:
        return False
    known = unit.text in (unit.source, message.source)
    return known or bool(message.left and digest_of(unit.text) == message.left)


def is_old(unit: Unit, message: Message) -> bool:
    """Whether a translation was made of other words than the text has now."""
    if message.is_fuzzy:
        return unit.source != message.previous
    return unit.source != message.source


def is_renewed(unit: Unit, message: Message) -> bool:
    """Whether the translation of the project was edited there since its message was written. A
    message that has lost its notes does not tell.
    """
    known = unit.text and message.notes and not is_left(unit, message)
    return bool(known) and digest_of(unit.text) != message.state


def _place(unit: Unit) -> str:
    at = unit.at
    where = f"{at.file}:{at.cell or at.line}"
    # A name with spaces stands between marks of its own, as in the files of gettext.
    return f"\u2068{where}\u2069" if " " in where else where
