"""Problems gathered under their causes: what to mend comes first, what follows from it is counted.

A problem follows from another one that breaks what it needs: an entry, a chapter, a constraint. A
warning that compares two lines, such as those of a translation, follows from an error on the other
one. Problems that are alike, or that need the same thing which nothing breaks, are one mistake if
they are many.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from printgen.problems import Position, Problem, Subject, sort_problems

# Fewer problems are listed one by one.
MANY = 3

# The kinds of what a text quotes: when it is mended, the text is.
_QUOTED = ("values", "studies")

# A hint that suggests a name, and the names in a message.
_SUGGESTION = re.compile(r"did you mean '(.+)'\?")
_NAME = re.compile(r"[\w-]+")

# The places that a text names of the problems of a group.
_PLACES = 3


@dataclass(frozen=True, slots=True)
class Group:
    """A cause, and the problems that follow from it or, if they are `alike`, that equal it.

    The cause of many problems with one name is where the name is declared: it is none of them.
    """

    cause: Problem
    others: tuple[Problem, ...] = ()
    alike: bool = False

    def __str__(self) -> str:
        if not self.others:
            return str(self.cause)
        places = [str(other.position) for other in self.others if not self._hidden(other)]
        if not places:
            return str(self.cause)
        count, rest = len(places), len(places) - _PLACES
        noun = "problem" if count == 1 else "problems"
        verb = "follows" if count == 1 else "follow"
        which = "more like it" if self.alike else f"{noun} that {verb} from it"
        more = f" and {rest} others" if rest > 1 else f", {places[-1]}" if rest == 1 else ""
        listed = ", ".join(places[:_PLACES])
        return f"{self.cause}\n  and {count} {which}: {listed}{more}"

    def _hidden(self, other: Problem) -> bool:
        """Whether a problem says the same of the same place, such as a header of a sheet, or
        follows from the cause on the same line.
        """
        if self.alike:
            return str(other) == str(self.cause)
        return _line(other.position) == _line(self.cause.position)


def gather(problems: Iterable[Problem]) -> list[Group]:
    """Problems in groups: errors before warnings, causes before what may follow from others."""
    ordered = sort_problems(problems)
    broken: dict[Subject, Problem] = {}
    for problem in ordered:
        if problem.breaks and problem.severity == "error":
            broken.setdefault(problem.breaks, problem)
    at_line = {_line(p.position): p for p in reversed(ordered) if p.severity == "error"}
    at_place = {p.position: p for p in reversed(ordered) if p.severity == "error"}
    followers: dict[Problem, list[Problem]] = {}
    for problem in ordered:
        root = _root(_beside(problem, at_line), broken)
        followers.setdefault(_at_value(root, at_place), []).append(problem)
    groups, single = list[Group](), list[Problem]()
    for cause, found in followers.items():
        others = tuple(problem for problem in found if problem != cause)
        if others:
            groups.append(Group(cause, others))
        else:
            single.append(cause)
    return _in_order([*groups, *_alike(single)])


def in_order(groups: Iterable[Group]) -> list[Problem]:
    """The problems of groups: each cause, then the others with the place of the cause."""
    found: list[Problem] = []
    for group in groups:
        found.append(group.cause)
        found += [replace(other, follows=group.cause.position) for other in group.others]
    return found


def _line(position: Position) -> tuple[str, int]:
    return position.file, position.line


def _beside(problem: Problem, at_line: Mapping[tuple[str, int], Problem]) -> Problem:
    """The error that is on the line with which a warning compares its own, or on its own line; else
    the problem.
    """
    if problem.severity == "error" or not problem.also:
        return problem
    beside = at_line.get(_line(problem.also)) or at_line.get(_line(problem.position))
    return beside or problem


def _at_value(problem: Problem, at_place: Mapping[Position, Problem]) -> Problem:
    """The error at the value that a text quotes; else the problem."""
    if problem.needs and problem.needs.kind == "values" and problem.needs.place:
        return at_place.get(problem.needs.place, problem)
    return problem


def _root(problem: Problem, broken: Mapping[Subject, Problem]) -> Problem:
    """The problem that a problem follows from in the end; itself if it follows from none."""
    root, seen = problem, {problem}
    while root.needs:
        cause = next((broken[each] for each in _wider(root.needs) if each in broken), None)
        if cause is None:
            break
        if cause in seen:
            return problem
        seen.add(cause)
        root = cause
    return root


def _wider(subject: Subject) -> Iterator[Subject]:
    """A subject, the chapters of a heading (`fr#luck`), and all of its kind."""
    yield subject
    yield replace(subject, name=subject.name.partition("#")[0])
    yield replace(subject, name="")


def _alike(problems: Iterable[Problem]) -> Iterator[Group]:
    """Problems that need the same subject, or that differ in their place only, as one group each
    if they are many.
    """
    found: dict[object, list[Problem]] = {}
    for problem in problems:
        same = problem.needs or (problem.code, problem.message, problem.hint)
        found.setdefault((same, problem.severity), []).append(problem)
    for first, *others in found.values():
        place = first.needs.place if first.needs else None
        if len(others) + 1 < MANY:
            yield from map(Group, (first, *others))
        elif place:
            # A hint with the place itself leads to the first text instead.
            hint = f"see {first.position}" if first.hint == f"see {place}" else first.hint
            yield Group(replace(first, position=place, hint=hint, needs=None), (first, *others))
        else:
            yield Group(first, tuple(others), alike=True)


def _in_order(groups: Iterable[Group]) -> list[Group]:
    """Groups by rank and position, but a name that is missing comes after the similar name that is
    unknown in its file.
    """
    ranked = [(group, _rank(group)) for group in groups]
    misspelt: dict[tuple[object, ...], Position] = {}
    for group, rank in ranked:
        if meant := _SUGGESTION.fullmatch(group.cause.hint):
            place = group.cause.position
            misspelt.setdefault((*rank[:2], place.file, meant[1]), place)

    def key(item: tuple[Group, tuple[object, ...]]) -> tuple[object, ...]:
        cause, rank = item[0].cause, item[1]
        names = [] if cause.hint else _NAME.findall(cause.message)
        keys = [(*rank[:2], cause.position.file, name) for name in names]
        before = [misspelt[each] for each in keys if each in misspelt]
        return *rank[:2], max([cause.position, *before]), bool(before), *rank[2:]

    return [group for group, _ in sorted(ranked, key=key)]


def _rank(group: Group) -> tuple[object, ...]:
    cause = group.cause
    follows, effects = cause.needs is not None, group.others and not group.alike
    rank = 0 if effects or cause.breaks else 2 if follows else 1
    if cause.needs and cause.needs.kind in _QUOTED and not effects:
        rank = 3
    return cause.severity == "warning", rank, cause.position, cause.code, cause.message
