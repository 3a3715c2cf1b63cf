"""Problems of content, with their positions, and their output formats. Only the CLI prints them."""

from __future__ import annotations

from collections.abc import Iterable
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
    `breaks` one subject and `needs` another to be sound; see `printgen/causes.py`. `follows` is the
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
    if listed and (word.lower() in _OF_SEVERAL or _are_about_as_near(word, names)):
        return listed
    if near := nearest(word, names):
        return f"did you mean '{near}'?"
    return listed


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
