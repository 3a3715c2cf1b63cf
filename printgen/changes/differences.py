"""What differs between two values of a model: by path, with the items of lists matched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from pydantic import BaseModel

from printgen.content.models.text import Text

# Keys of models, names of items of lists, and numbers of those without a name, from 1.
Step = str | int | Text
Path = tuple[Step, ...]

# The fields that name an item of a list.
_NAMES = ("name", "title", "label", "entry", "profile", "mark", "step")


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that is another one. None is for one that is not there."""

    path: Path
    old: object
    new: object


def differences(
    old: object, new: object, hidden: frozenset[str] = frozenset(), path: Path = ()
) -> Iterator[Difference]:
    """What differs between two values, without the fields of models that are `hidden`."""
    if old == new and not isinstance(old, Text):
        return
    if isinstance(old, Text) and isinstance(new, Text):
        if old != new:
            yield Difference(path, old, new)
        for key in old.parts.keys() | new.parts.keys():
            yield from differences(old.parts.get(key), new.parts.get(key), hidden, (*path, key))
    elif isinstance(old, BaseModel) and isinstance(new, BaseModel):
        for name in dict.fromkeys([*type(new).model_fields, *type(old).model_fields]):
            if name not in hidden:
                pair = getattr(old, name, None), getattr(new, name, None)
                yield from differences(*pair, hidden, (*path, name))
    elif isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys([*new, *old]):
            yield from differences(old.get(key), new.get(key), hidden, (*path, str(key)))
    elif isinstance(old, list) and isinstance(new, list):
        yield from _of_lists(old, new, hidden, path)
    else:
        yield Difference(path, old, new)


def _of_lists(
    old: Sequence[object], new: Sequence[object], hidden: frozenset[str], path: Path
) -> Iterator[Difference]:
    if all(isinstance(item, str | int | float) for item in [*old, *new]):
        before, after = Counter(map(str, old)), Counter(map(str, new))
        yield from (Difference(path, item, None) for item in (before - after).elements())
        yield from (Difference(path, None, item) for item in (after - before).elements())
        return
    matcher = SequenceMatcher(None, [*map(repr, old)], [*map(repr, new)], autojunk=False)
    for operation, i, j, k, end in matcher.get_opcodes():
        if operation == "equal":
            continue
        for one, other, number in _pairs(old[i:j], new[k:end], i, k):
            item = other if one is None else one
            yield from differences(one, other, hidden, (*path, _name(item, number)))


def _pairs(
    old: Sequence[object], new: Sequence[object], first_old: int, first_new: int
) -> Iterator[tuple[object, object, int]]:
    """The items of two runs that belong together, by their names, or else in order; with numbers
    from 1.
    """
    taken: set[int] = set()
    names = [_name(item, 0) for item in old]
    rest: list[int] = []
    for number, item in enumerate(new):
        name = _name(item, 0)
        same = [n for n, each in enumerate(names) if name and each == name and n not in taken]
        if same:
            taken.add(same[0])
            yield old[same[0]], item, first_new + number + 1
        else:
            rest.append(number)
    left = [number for number in range(len(old)) if number not in taken]
    for number, other in zip(rest, left, strict=False):
        yield old[other], new[number], first_new + number + 1
    for number in rest[len(left) :]:
        yield None, new[number], first_new + number + 1
    for other in left[len(rest) :]:
        yield old[other], None, first_old + other + 1


def _name(item: object, number: int) -> Step:
    """The name of an item of a list, or else its number."""
    if isinstance(item, Text):
        return number
    for key in _NAMES:
        value = item.get(key) if isinstance(item, Mapping) else getattr(item, key, None)
        if isinstance(value, Text | str):
            return value
    if isinstance(item, Mapping):
        # A row of a table is named by its first cell.
        first = next(iter(item.values()), None)
        if isinstance(first, Text) and len(item) > 1:
            return first
    return number
