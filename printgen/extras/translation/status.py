"""The PO files of a game, brought up to date with its texts: notes for translators, which message
belongs to which text, and which of two translations is newer; how far translations are; and checks
of which texts have changed since they were translated.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import partial
from typing import get_args, get_origin

from pydantic import BaseModel

from printgen.content.images import PICTURES
from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.models.base import descriptions
from printgen.content.models.page_products import BookProduct
from printgen.content.models.products import FacesProduct
from printgen.content.names import valid_name
from printgen.content.source import Path
from printgen.content.spreadsheets.header import alternatives
from printgen.extras.editing.files import apply, whole_edit
from printgen.extras.translation.po import (
    FUZZY,
    LEFT,
    STATE,
    Catalogue,
    Catalogues,
    Message,
    catalogue_text,
    digest_of,
    folder_of,
    header,
    known_catalogues,
    languages_of,
    read_catalogues,
    same_messages,
)
from printgen.extras.translation.units import CHAPTERS, LABELS, Unit, units
from printgen.problems import Finding, shorten
from printgen.rules.chapters import chapter_names
from printgen.rules.check import Findings, check

# The most products that a note names.
_MOST_PRODUCTS = 5

# The picture of a card for a card printer, such as `01-front-owl.png`.
_FRONT = re.compile(r"[0-9]+-front-(?P<id>[a-z0-9-]+)\.png")


class Notes:
    """The notes of the texts of a game, with the pictures of cards that have been built."""

    def __init__(self, library: Library, content: GameContent, source: str):
        self._content = content
        self._cards = dict[str, str]()
        out = library.folders.out / content.id
        for path in sorted(out.glob(f"cards-*/*.{source}/*-front-*.png")):
            if found := _FRONT.fullmatch(path.name):
                self._cards.setdefault(found["id"], library.folders.relative(path))

    def of(self, unit: Unit) -> list[str]:
        """What a text is, in sentences."""
        if unit.chapter and unit.segment:
            books = [
                book.id
                for book in self._content.products_of(BookProduct)
                if unit.chapter.name in chapter_names(self._content, book.value)
            ]
            found = [f"Chapter {unit.chapter.name}, {unit.segment.what}"]
            return [*found, *_printed_by(books)]
        entry, kind, path = unit.entry, unit.kind, unit.path
        if entry is None:
            return []
        if kind == LABELS:
            return [f"Word that templates print: {path[0]}"]
        found = list(_of_entry(self._content, kind, entry, path))
        # The pictures of the game that the entry names, by their paths in the project.
        for name in type(entry.value).model_fields:
            each = getattr(entry.value, name, None)
            if isinstance(each, str) and each.lower().endswith(PICTURES) and ".." not in each:
                found.append(f"content/{self._content.id}/{each}")
        # Cards of figures, plans, and entries of the kinds that the game declares.
        if kind in ("profiles", "plans", "traits", *self._content.game.kinds):
            found += [f"Picture: {self._cards[entry.id]}"] if entry.id in self._cards else []
        return found


def _of_entry(content: GameContent, kind: str, entry: AnyEntry, path: Path) -> Iterator[str]:
    first = content.first_language
    name = entry.name[entry.name.language_for(first, first)]
    whose = "" if kind == "game" else f"{kind}/{entry.id} “{' '.join(name.split())}”, "
    yield f"{whose}{'.'.join(map(str, path))}"
    if path[0] == "terms":
        yield "A term of the game. Its plural and its other forms are in game.yaml."
    elif said := _description(type(entry.value), path):
        yield said
    declared = content.game.kinds.get(kind)
    if declared and (field := declared.fields.get(str(path[0]))) and field.lines:
        yield f"At most {field.lines} lines on the card."
    printed = []
    for product in content.products_of(FacesProduct):
        value = product.value
        named = {"profiles": value.profiles, "plans": value.plans, **value.entries}.get(kind)
        alone = kind == "profiles" and named is None and not value.plans and not value.entries
        if named == "all" or alone or (named and entry.id in named):
            printed.append(product.id)
    yield from _printed_by(printed)


def _printed_by(products: list[str]) -> list[str]:
    """The products that print a text."""
    return [f"Printed by: {', '.join(products[:_MOST_PRODUCTS])}"] if products else []


def _description(model: type[BaseModel], path: Path) -> str:
    """What the last field on a path is, from its model."""
    said, found = "", list[object]([model])
    for step in path:
        inner = [pair for each in found for pair in _inside(each, step)]
        said = next((text for text, _ in inner if text), said)
        found = [each for _, annotation in inner for each in alternatives(annotation)]
    return " ".join(said.split())


def _inside(found: object, step: str | int) -> Iterator[tuple[str, object]]:
    if isinstance(found, type) and issubclass(found, BaseModel):
        for name, info in found.model_fields.items():
            if step in (name, info.alias):
                yield descriptions(found).get(name, ""), info.annotation
    elif get_origin(found) in (dict, list):
        yield "", get_args(found)[-1]


# --------------------------------------------------------------------------------------------------
# The PO files of a game brought up to date: with its texts as they are now, and with the
# translations of the PO files and of the project, of which none is lost.


def update(
    library: Library, game: str, source: str, lang: str, given: Catalogues | None = None
) -> tuple[Catalogues, list[str]]:
    """Bring the PO files of a game in a language up to date, with the translations of others that
    are `given`. Returns the catalogues, and the names of the files that were written. A file with
    problems stays as it is: a message that cannot be read would be lost.

    Raises ProjectError.
    """
    known = read_catalogues(library.folders, game, lang)
    faulty = {problem.position.file for problem in known.problems}
    old = _joined(known, given) if given else known
    new = merged(library, game, source, old, units(library, game, source, lang))
    edits = []
    for kind, catalogue in new.files.items():
        there = known.files.get(kind)
        same = there is not None and same_messages(there, catalogue)
        if not same and catalogue.file not in faulty:
            text = catalogue_text(catalogue)
            edits.append(whole_edit(library.folders, catalogue.file, text))
    apply(library.folders, edits)
    new.problems = known.problems
    return new, [edit.file for edit in edits]


def _joined(known: Catalogues, given: Catalogues) -> Catalogues:
    """Catalogues with the messages of others in place of their own."""
    messages = {message.context: message for message in known.messages()}
    for message in given.messages():
        kind = kind_of(message.context)
        new = message.text or message.context not in messages
        # A file of another game, or of no game, stays where it is.
        if new and not message.obsolete and valid_name(kind):
            messages[message.context] = message
    result = Catalogues(known.lang)
    headers = {c.file: c for c in (*known.files.values(), *given.files.values())}
    last = next(reversed(headers.values()))
    for message in messages.values():
        kind = kind_of(message.context)
        if kind not in result.files:
            own = known.files.get(kind) or Catalogue("", {})
            fields = {**own.header, **last.header}
            result.files[kind] = replace(own, header=fields, messages=[])
        result.files[kind].messages.append(message)
    return result


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
            replace(m, obsolete=True, notes=[], places=[])
            for m in matches.left
            if kind_of(m.context) == kind and m.text
        ]
        if new.messages:
            result.files[kind] = new
    return result


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
        # A paragraph that was never translated has the words of the source.
        new.text = old.text or ("" if is_left(unit, old) else unit.text)
        fuzzy = bool(new.text) and is_old(unit, old)
    if fuzzy:
        new.flags.insert(0, FUZZY)
        new.previous = old.previous if old and old.is_fuzzy else old.source if old else None
        if new.previous == new.source:
            new.previous = None
    name = LEFT if old and is_left(unit, old) else STATE
    new.notes = [*notes.of(unit), *([f"{name}{state}"] if state else [])]
    where = f"{unit.at.file}:{unit.at.cell or unit.at.line}"
    # A name with spaces stands between marks of its own, as in the files of gettext.
    new.places = [f"\u2068{where}\u2069" if " " in where else where]
    return new


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


# --- which message of a PO file belongs to which text of a game -----------------------------------


# How alike two texts are that are taken for one that was edited and moved.
_ALIKE = 0.6

# Comparing longer texts letter by letter, and more pairs of texts, takes too long; and so does
# comparing more letters with each other in all texts of a game.
_COMPARED, _MOST_PAIRS, _MOST_LETTERS = 400, 40_000, 100_000_000


class Matches:
    """The messages of texts. `left` are the messages that belong to no text."""

    def __init__(self, units: Sequence[Unit], messages: Iterable[Message]):
        self._found: dict[str, Message] = {}
        self.left = list(messages)
        # A key that has its text still; then texts that moved, those that were edited, and those
        # of an entry that has another name now.
        known = {message.context: message for message in self.left}
        same = ((unit, known[unit.key]) for unit in units if unit.key in known)
        self._take((u, m) for u, m in same if u.source in (m.source, m.previous))
        for pairs in (_moved, _edited, partial(_moved, anywhere=True)):
            left = [unit for unit in units if unit.key not in self._found]
            self._take(pairs(left, self.left))

    def of(self, unit: Unit) -> Message | None:
        """The message of a text."""
        return self._found.get(unit.key)

    def _take(self, pairs: Iterable[tuple[Unit, Message]]) -> None:
        taken = set[int]()
        for unit, message in pairs:
            if unit.key not in self._found and id(message) not in taken:
                self._found[unit.key] = message
                taken.add(id(message))
        self.left = [message for message in self.left if id(message) not in taken]


def _moved(
    units: Sequence[Unit], messages: Sequence[Message], anywhere: bool = False
) -> Iterator[tuple[Unit, Message]]:
    """Texts of the same group that have another key now; `anywhere`, those of all groups whose
    messages have a translation.
    """
    known: dict[tuple[str, str], list[Message]] = {}
    for message in messages:
        if message.text or not anywhere:
            group = "" if anywhere else group_of(message.context)
            known.setdefault((group, message.source), []).append(message)
    for unit in units:
        if found := known.get(("" if anywhere else unit.group, unit.source)):
            yield unit, found.pop(0)


def _edited(units: Sequence[Unit], messages: Sequence[Message]) -> Iterator[tuple[Unit, Message]]:
    """Texts of the same group with other words: with the same key, unless another one is more
    like it.
    """
    groups: dict[str, list[Message]] = {}
    for message in messages:
        groups.setdefault(group_of(message.context), []).append(message)
    wanted: dict[str, list[Unit]] = {}
    for unit in units:
        wanted.setdefault(unit.group, []).append(unit)
    work = _Work(_MOST_LETTERS)
    for group, members in wanted.items():
        yield from _alike(members, groups.get(group, []), work)


@dataclass(slots=True)
class _Work:
    """The comparisons of letters that are left."""

    left: int

    def score(self, unit: Unit, message: Message) -> float:
        """How alike two texts are; 0 if there are too many to compare."""
        one, two = unit.source[:_COMPARED], message.source[:_COMPARED]
        if self.left <= 0:
            return 0
        self.left -= len(one) + len(two)
        matcher = SequenceMatcher(None, one, two, False)
        if matcher.real_quick_ratio() < _ALIKE or matcher.quick_ratio() < _ALIKE:
            return 0
        self.left -= len(one) * len(two)
        return matcher.ratio()


def _alike(
    units: Sequence[Unit], messages: Sequence[Message], work: _Work
) -> Iterator[tuple[Unit, Message]]:
    known = {message.context: message for message in messages}
    if len(units) == len(messages) and all(unit.key in known for unit in units):
        yield from ((unit, known[unit.key]) for unit in units)
        return
    if len(units) * len(messages) <= _MOST_PAIRS:
        scored = [
            (work.score(unit, message), -a, -b)
            for a, unit in enumerate(units)
            for b, message in enumerate(messages)
        ]
        # The most alike ones first.
        yield from (
            (units[-a], messages[-b])
            for score, a, b in sorted(scored, reverse=True)
            if score >= _ALIKE
        )
    yield from ((unit, known[unit.key]) for unit in units if unit.key in known)


def group_of(context: str) -> str:
    """The group of a key: see `Unit.group`."""
    if context.startswith("chapters/"):
        return context.partition("#")[0]
    name, _, path = context.partition(":")
    steps = ("*" if step.isdecimal() else step for step in path.split("."))
    return f"{name}:{'.'.join(steps)}"


def kind_of(context: str) -> str:
    """The kind of a key, which is the name of its PO file."""
    return group_of(context).partition(":")[0].partition("/")[0]


# What a text may be, in the order of tables: printed in the language; translated in the PO files,
# and not imported; translated from other words; or none of these.
STATES = ("translated", "waiting", "fuzzy", "untranslated")


@dataclass(slots=True)
class Status:
    """The number of texts of a language in each state, and of their words, by kind."""

    lang: str
    source: str
    texts: dict[str, Counter[str]] = field(default_factory=dict)
    words: Counter[str] = field(default_factory=Counter)

    @property
    def all(self) -> Counter[str]:
        """The number of texts in each state."""
        return sum(self.texts.values(), Counter())


def statuses(library: Library, game: str) -> list[Status]:
    """How far each language of a game is besides the one that is translated."""
    content = library.games[game]
    listed = (*content.game.languages, *languages_of(library.folders, game))
    found = []
    for lang in dict.fromkeys(listed):
        known = read_catalogues(library.folders, game, lang)
        source = known.source_language or content.first_language
        if lang == source:
            continue
        texts = units(library, game, source, lang)
        matches = Matches(texts, (m for m in known.messages() if not m.obsolete))
        result = Status(lang, source)
        for unit in texts:
            state = _state(unit, matches.of(unit))
            result.texts.setdefault(unit.kind, Counter())[state] += 1
            result.words[state] += len(unit.source.split())
        found.append(result)
    return found


def _state(unit: Unit, message: Message | None) -> str:
    if message is None:
        return "translated" if unit.text else "untranslated"
    if is_left(unit, message):
        return "untranslated"
    if unit.text and is_renewed(unit, message):
        return "translated"
    if message.text and is_old(unit, message):
        return "fuzzy"
    if message.text and message.text != unit.text and digest_of(message.text) != message.state:
        return "waiting"
    if unit.kind == CHAPTERS and message.text:
        return "translated"
    return "translated" if unit.text else "untranslated"


def status_record(library: Library, game: str) -> dict[str, object]:
    """The status of a game's languages as data for scripts."""
    languages = [
        {
            "language": status.lang,
            "source": status.source,
            **_counts(status.all),
            "words": _counts(status.words),
            "kinds": {kind: _counts(counts) for kind, counts in status.texts.items()},
        }
        for status in statuses(library, game)
    ]
    return {"game": game, "languages": languages}


def _counts(found: Counter[str]) -> dict[str, int]:
    return {"all": sum(found.values()), **{state: found[state] for state in STATES}}


# --- checks: which texts have changed since their translations ------------------------------------


_Found = list[tuple[Unit, Message]]


@check("po-syntax", "warning")
def po_syntax(content: GameContent, library: Library) -> Findings:
    """The PO files of a game, in `texts/`, can be read: they are UTF-8 and have at most 10 MB and
    50,000 messages, each message has a `msgid` and a `msgstr`, and no context comes twice (a
    warning; `printgen texts` leaves out a message that cannot be read, and names it).
    """
    for lang in languages_of(library.folders, content.id):
        for problem in known_catalogues(library, content, lang).problems:
            yield Finding(problem.position, problem.message, problem.hint)


@check("translation-old", "warning")
def translation_old(content: GameContent, library: Library) -> Findings:
    """A text and its translation belong together: the text has not changed since its translation
    came from a PO file of `texts/` (a warning). It ends when the translation is changed, too, or is
    no longer marked as fuzzy in the PO file, and is imported.
    """
    for known, found in _translations(content, library):
        for unit, message in found:
            fuzzy = message.is_fuzzy or unit.source != message.source
            if not unit.text or is_left(unit, message) or not fuzzy:
                continue
            if is_renewed(unit, message) or not is_old(unit, message):
                continue
            before = message.previous if message.is_fuzzy else message.source
            was = f": it was '{shorten(before)}'" if before and before != unit.source else ""
            said = f"the text in {known.source_language or content.first_language} has changed{was}"
            hint = f"renew the translation, or see {message.at}"
            yield Finding(unit.there, said, hint, also=unit.at)


@check("translation-left", "warning")
def translation_left(content: GameContent, library: Library) -> Findings:
    """A chapter that `printgen texts import` has written has no paragraphs in the language of the
    source (a warning). They are those without a translation in the PO files of `texts/`.
    """
    for known, found in _translations(content, library):
        for unit, message in found:
            if unit.text and is_left(unit, message):
                source = known.source_language or content.first_language
                said = f"the {unit.what} is still in {source}"
                yield Finding(unit.there, said, f"translate {message.at}", also=unit.at)


def _translations(content: GameContent, library: Library) -> Iterator[tuple[Catalogues, _Found]]:
    """The PO files of a game in each of its languages, with its texts and their messages."""
    for lang in languages_of(library.folders, content.id):
        known = known_catalogues(library, content, lang)
        source = known.source_language or content.first_language
        if lang in content.game.languages and lang != source:
            key = "translations", content.id, lang
            yield known, library.remember(key, partial(_matched, library, content, known, source))


def _matched(library: Library, content: GameContent, known: Catalogues, source: str) -> _Found:
    texts = units(library, content.id, source, known.lang)
    matches = Matches(texts, (m for m in known.messages() if not m.obsolete))
    return [(unit, message) for unit in texts if (message := matches.of(unit))]


CHECKS = (po_syntax, translation_old, translation_left)
