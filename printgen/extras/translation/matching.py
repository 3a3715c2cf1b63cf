"""Which message of a PO file belongs to which text of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from printgen.extras.translation.po import Message
from printgen.extras.translation.units import Unit

# How alike two texts are that are taken for one that was edited and moved.
_ALIKE = 0.6

# Comparing longer texts letter by letter, and more pairs of texts, takes too long; and so does
# comparing more letters with each other in all texts of a game.
_COMPARED, _MOST_PAIRS, _MOST_LETTERS = 400, 40_000, 100_000_000


class Matches:
    """The messages of texts. `left` are the messages that belong to no text."""

    def __init__(self, units: Sequence[Unit], messages: Iterable[Message]):
        self._units = units
        self._found: dict[str, Message] = {}
        self.left = list(messages)
        # A key that has its text still; then texts that moved, and those that were edited.
        self._take(_by_key(units, self.left))
        self._take(_moved(self._open(), self.left))
        self._take(_edited(self._open(), self.left))
        self._take(_elsewhere(self._open(), self.left))

    def of(self, unit: Unit) -> Message | None:
        """The message of a text."""
        return self._found.get(unit.key)

    def _open(self) -> list[Unit]:
        return [unit for unit in self._units if unit.key not in self._found]

    def _take(self, pairs: Iterator[tuple[Unit, Message]]) -> None:
        taken = set[int]()
        for unit, message in pairs:
            if unit.key not in self._found and id(message) not in taken:
                self._found[unit.key] = message
                taken.add(id(message))
        self.left = [message for message in self.left if id(message) not in taken]


def _by_key(units: Sequence[Unit], messages: Sequence[Message]) -> Iterator[tuple[Unit, Message]]:
    known = {message.context: message for message in messages}
    for unit in units:
        message = known.get(unit.key)
        if message and unit.source in (message.source, message.previous):
            yield unit, message


def _moved(units: Sequence[Unit], messages: Sequence[Message]) -> Iterator[tuple[Unit, Message]]:
    """Texts of the same group that have another key now."""
    known: dict[tuple[str, str], list[Message]] = {}
    for message in messages:
        known.setdefault((group_of(message.context), message.source), []).append(message)
    for unit in units:
        if found := known.get((unit.group, unit.source)):
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
        yield from _most_alike(units, messages, work)
    yield from ((unit, known[unit.key]) for unit in units if unit.key in known)


def _most_alike(
    units: Sequence[Unit], messages: Sequence[Message], work: _Work
) -> Iterator[tuple[Unit, Message]]:
    """Texts that are much alike, the most alike ones first."""
    scored = [
        (work.score(unit, message), -a, -b)
        for a, unit in enumerate(units)
        for b, message in enumerate(messages)
    ]
    for score, a, b in sorted(scored, reverse=True):
        if score >= _ALIKE:
            yield units[-a], messages[-b]


def _elsewhere(
    units: Sequence[Unit], messages: Sequence[Message]
) -> Iterator[tuple[Unit, Message]]:
    """Texts of an entry that has another name now."""
    known: dict[str, list[Message]] = {}
    for message in messages:
        if message.text:
            known.setdefault(message.source, []).append(message)
    for unit in units:
        if found := known.get(unit.source):
            yield unit, found.pop(0)


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
