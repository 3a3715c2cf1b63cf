"""Problems of content: their positions, their output formats, and their groups by cause. Only the
CLI prints them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher, get_close_matches
from typing import Literal

from printgen.quoting import for_github, for_github_property, for_json, for_url

Severity = Literal["error", "warning"]


# The maximum number of names to search for a suggestion: more would take too long per problem.
MAX_NAMES = 2_000

# The least likeness (0 to 1) of a name to a word that may mean it.
_SIMILAR = 0.6


@dataclass(frozen=True, order=True, slots=True)
class Position:
    """A place in a file: the file relative to the project, line and column counted from 1.

    `cell` names the cell of a spreadsheet, such as `Cards!B3`: line and column are its own.
    """

    file: str
    line: int = 1
    column: int = 1
    cell: str = ""

    def __str__(self) -> str:
        return _visible(f"{self.file}:{self.cell or f'{self.line}:{self.column}'}")


@dataclass(frozen=True, slots=True)
class Subject:
    """What a problem is about: an entry, a constraint, a study or another name of a game.

    `kind` is a folder of entries, or `chapters` (by language), `counters`, `fonts`, `rules`,
    `stats`, `styles` or `values`. Without a `name`, it is all of the kind. `place` is where it is
    declared, or what has the most similar name.
    """

    kind: str
    game: str
    name: str = ""
    place: Position | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault of the content. `code` names the check (see `printgen list checks`).

    `also` is a second position of the fault, such as the first of two duplicate keys. The fault
    `breaks` one subject and `needs` another to be sound; see `gather`. `follows` is the
    position of the problem that it follows from, if this is known.
    """

    position: Position
    code: str
    message: str
    hint: str = ""
    severity: Severity = "error"
    also: Position | None = None
    breaks: Subject | None = None
    needs: Subject | None = None
    follows: Position | None = None

    def __str__(self) -> str:
        kind = "warning: " if self.severity == "warning" else ""
        hint = f" ({self.hint})" if self.hint else ""
        return _visible(f"{self.position}: {self.code}: {kind}{self.message}{hint}")


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault found by a check, without the code and severity of the check."""

    position: Position
    message: str
    hint: str = ""
    breaks: Subject | None = None
    needs: Subject | None = None
    also: Position | None = None

    def problem(self, code: str, severity: Severity = "error") -> Problem:
        """The finding as a problem of the check `code`."""
        place, message, hint = self.position, self.message, self.hint
        return Problem(place, code, message, hint, severity, self.also, self.breaks, self.needs)


def as_errors(problems: Iterable[Problem]) -> list[Problem]:
    """The problems with their warnings as errors, as `--strict` has them."""
    return [replace(problem, severity="error") for problem in problems]


def as_warnings(problems: Iterable[Problem]) -> list[Problem]:
    """The problems with their errors as warnings, as drafts have them."""
    return [replace(problem, severity="warning") for problem in problems]


class PlacementError(ValueError):
    """Content does not fit its page. `problem` is at the entry."""

    def __init__(self, problem: Problem):
        super().__init__(problem.message)
        self.problem = problem


def finding(problem: Problem) -> Finding:
    """A problem without code and severity, for a check that reports problems of a parser."""
    return Finding(
        problem.position,
        problem.message,
        problem.hint,
        problem.breaks,
        problem.needs,
        problem.also,
    )


def shorten(text: str, length: int = 40) -> str:
    """Text cut to `length` characters, for a message."""
    return text if len(text) <= length else text[: length - 1] + "…"


def _visible(text: str) -> str:
    """`text` on one line, with line breaks and control characters escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def sort_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Problems without duplicates, sorted by position."""
    return sorted(dict.fromkeys(problems), key=lambda p: (p.position, p.code, p.message))


def has_errors(problems: Iterable[Problem]) -> bool:
    """Whether any problem stops a build."""
    return any(problem.severity == "error" for problem in problems)


# Words of other programs, and the ones that printgen has instead.
_SYNONYMS = {
    "number": "integer",
    "int": "integer",
    "float": "decimal",
    "double": "decimal",
    "string": "text",
    "str": "text",
    "bool": "choice",
    "boolean": "choice",
    "enum": "choice",
    "list": "references",
    "picture": "image",
    "copies": "quantities",
    "quantity": "quantities",
    "color": "colour",
    "colors": "colours",
    "required": "optional",
    "default": "optional",
}


# Words that may mean several of the names that printgen has, such as `die` and `roll`.
_OF_SEVERAL = frozenset({"dice"})

# Names whose likeness to a word (0 to 1) differs by less are about as near to it.
_ABOUT_AS_NEAR = 0.05


def did_you_mean(word: str, known: Iterable[str], few: int = 12) -> str:
    """A hint with the known word that is clearly most similar to `word`, or else with all words if
    they are few.
    """
    names = sorted(set(known))
    listed = "known: " + ", ".join(names) if 0 < len(names) <= few else ""
    if (usual := _SYNONYMS.get(word.lower())) in names:
        return f"did you mean '{usual}'?"
    if len(same := [name for name in names if _numbered(name) == _numbered(word)]) == 1:
        return f"did you mean '{same[0]}'?"
    if listed and (word.lower() in _OF_SEVERAL or _are_about_as_near(word, names)):
        return listed
    if near := nearest(word, names):
        return f"did you mean '{near}'?"
    return listed


# Zeros in front of a number.
_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")


def _numbered(name: str) -> str:
    """A name without the zeros in front of its numbers: `card_06` and `card_6` are one."""
    return _ZEROS.sub("", name)


def _are_about_as_near(word: str, names: list[str]) -> bool:
    """Whether the two names that are most similar to a word are about as similar, and the first
    does not begin with it.
    """
    near = get_close_matches(word, names, n=2, cutoff=_SIMILAR)
    if near and near[0].startswith(word):
        return False
    likeness = [SequenceMatcher(None, name, word).ratio() for name in near]
    return len(near) == 2 and likeness[0] - likeness[1] < _ABOUT_AS_NEAR


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word most similar to `word`; none if no word is similar, or if they are many."""
    names = sorted(known)
    near = get_close_matches(word, names, n=1, cutoff=_SIMILAR) if len(names) <= MAX_NAMES else []
    return near[0] if near else ""


def as_text(problems: Iterable[Problem]) -> str:
    """One line per problem in the format of compilers, which editors understand."""
    return "\n".join(map(str, problems))


def as_json(problems: Iterable[Problem]) -> str:
    """A JSON list of objects with file, line, column, severity, code, message and hint.

    Problems of spreadsheets also have their cell. A problem that follows from another one has its
    place (`follows`).
    """
    return for_json([_record(problem) for problem in problems])


def _record(problem: Problem) -> dict[str, object]:
    record: dict[str, object] = {
        "file": problem.position.file,
        "line": problem.position.line,
        "column": problem.position.column,
        "severity": problem.severity,
        "code": problem.code,
        "message": problem.message,
        "hint": problem.hint,
    }
    if problem.position.cell:
        record["cell"] = problem.position.cell
    if problem.also:
        record["also"] = str(problem.also)
    if problem.follows:
        record["follows"] = str(problem.follows)
    return record


def as_github(problems: Iterable[Problem]) -> str:
    """Workflow commands of GitHub Actions, shown as annotations of a change. Their title is the
    code, and the cell of a problem of a spreadsheet.
    """
    return "\n".join(map(_github_line, problems))


def _github_line(problem: Problem) -> str:
    position = problem.position
    text = problem.message + (f" ({problem.hint})" if problem.hint else "")
    where = f"file={for_github_property(position.file)},line={position.line},col={position.column}"
    title = for_github_property(f"{problem.code} {position.cell}".rstrip())
    return f"::{problem.severity} {where},title={title}::{for_github(text)}"


def as_sarif(problems: Iterable[Problem]) -> str:
    """A SARIF 2.1.0 log with one run."""
    problems = list(problems)
    run = {
        "tool": {
            "driver": {
                "name": "printgen",
                "rules": [{"id": code} for code in sorted({p.code for p in problems})],
            }
        },
        "results": [_sarif_result(problem) for problem in problems],
    }
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    return for_json(log)


def _sarif_result(problem: Problem) -> dict[str, object]:
    position = problem.position
    return {
        "ruleId": problem.code,
        "level": problem.severity,
        "message": {"text": problem.message + (f" ({problem.hint})" if problem.hint else "")},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": for_url(position.file)},
                    "region": {"startLine": position.line, "startColumn": position.column},
                }
            }
        ],
    }


FORMATS = {"text": as_text, "json": as_json, "github": as_github, "sarif": as_sarif}


# --------------------------------------------------------------------------------------------------
# Problems gathered under their causes: what to mend comes first, what follows from it is counted.
#
# A problem follows from another one that breaks what it needs: an entry, a chapter, a constraint.
# A warning that compares two lines, such as those of a translation, follows from an error on the
# other one. Problems that are alike, or that need the same thing which nothing breaks, are one
# mistake if they are many.


# Fewer problems are listed one by one; so are fewer that name different things in one file.
MANY, VERY_MANY = 3, 20

# What differs in problems that are alike: names in quotes, and numbers.
_DETAIL = re.compile(r"'[^']*'|[0-9]+")

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
    if they are many; so are very many of one file that say the same of different names.
    """
    found: dict[object, list[Problem]] = {}
    for problem in problems:
        same = problem.needs or (problem.code, problem.message, problem.hint)
        found.setdefault((same, problem.severity), []).append(problem)
    for first, *others in _folded(found.values()):
        place = first.needs.place if first.needs else None
        if len(others) + 1 < MANY:
            yield from map(Group, (first, *others))
        elif place:
            # A hint with the place itself leads to the first text instead.
            hint = f"see {first.position}" if first.hint == f"see {place}" else first.hint
            yield Group(replace(first, position=place, hint=hint, needs=None), (first, *others))
        else:
            yield Group(first, tuple(others), alike=True)


def _folded(groups: Iterable[list[Problem]]) -> Iterator[list[Problem]]:
    """Groups of problems; very many in one file whose messages and hints differ in names or in
    signs to write are one group.
    """
    found: dict[object, list[list[Problem]]] = {}
    for group in groups:
        first = group[0]
        words = _DETAIL.sub("", first.message), _DETAIL.sub("", first.hint)
        signs = tuple(part.encode("ascii", "ignore") for part in words)
        key = first.position.file, first.code, first.severity, signs, first.needs is None
        found.setdefault(key, []).append(group)
    for alike in found.values():
        if len(alike) < VERY_MANY or alike[0][0].needs:
            yield from alike
        else:
            yield [problem for group in alike for problem in group]


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
