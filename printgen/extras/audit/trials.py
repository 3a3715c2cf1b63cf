"""Trials of mutants: what a check of the project says of each, without writing a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from printgen.content.library import Library
from printgen.content.limits import MAX_YAML_BYTES
from printgen.content.load import load
from printgen.content.project_files import ReadFile
from printgen.extras.audit.mutants import Mutant, mutants
from printgen.problems import Problem
from printgen.products import products_model
from printgen.project import Folders
from printgen.rules.check import Check
from printgen.rules.checks import all_checks
from printgen.rules.incremental import Links, concerned, links_of
from printgen.rules.mechanic import KINDS
from printgen.store import Store

# The checks that find most mutants, which come first: a trial ends with the first problem.
_FIRST = ("quoted-value-wrong", "example-wrong", "table-row", "constraint-broken")

# Checks of what no mutant changes.
_NOT_CONCERNED = """
    font-unknown label-missing label-placeholder theme-invalid theme-unknown product-template
    labels-invalid image-missing image-invalid icon-invalid icon-unknown text-language
    text-unbalanced mark-open mark-broken text-encoding text-character translation-missing
    translation-structure translation-marks
    chapter-text chapter-heading directive-unknown directive-unclosed heading-duplicate
    chapter-language product-format product-language imprint-incomplete font-invalid
    picture-broken style-refused
"""

_WITHOUT = frozenset(_NOT_CONCERNED.split())


@dataclass
class Trials:
    """Tries mutants of a project. The files and their problems are read once."""

    folders: Folders
    store: Store
    _read: dict[str, ReadFile] = field(default_factory=dict)

    @cached_property
    def library(self) -> Library:
        """The library without a change."""
        return self._load({})[0]

    @cached_property
    def _known(self) -> set[tuple[str, str, str]]:
        library, problems = self._load({})
        for content in library.games.values():
            problems += [problem for check in _checks() for problem in check(content, library)]
        return set(map(_same, problems))

    def texts(self, game: str) -> dict[str, str]:
        """The texts of the YAML files of a game, by their names in positions."""
        files = {entry.source.file for entry in self.library.games[game].entries()}
        return {
            file: _text(self.folders.read(file, MAX_YAML_BYTES))
            for file in files
            if file.endswith((".yaml", ".yml"))
        }

    def mutants(self, game: str) -> list[Mutant]:
        """All mutants of a game, in the order of its files."""
        return list(mutants(self.library.games[game], self.texts(game)))

    def problem(self, mutant: Mutant, text: str) -> Problem | None:
        """The first new problem that a check of the project with a mutant finds. `text` is the file
        without it.
        """
        entry = mutant.site.entry
        edits = {entry.source.file: mutant.apply(text).encode()}
        library, problems = self._load(edits)
        found = chain(problems, self._problems(library, entry.game))
        return next((problem for problem in found if _same(problem) not in self._known), None)

    def _load(self, edits: dict[str, bytes]) -> tuple[Library, list[Problem]]:
        return load(self.folders, KINDS, products_model(), self.store, self._read, edits)

    def _problems(self, library: Library, game: str) -> Iterator[Problem]:
        """The problems of a game, and of those that it concerns."""
        if game in library.games:
            for name in sorted(concerned({game}, self._links), key=lambda name: name != game):
                for check in _checks():
                    yield from check(library.games[name], library)

    @cached_property
    def _links(self) -> Links:
        return links_of(self.library)


def _checks() -> list[Check]:
    checks = [check for check in all_checks() if check.code not in _WITHOUT]
    return sorted(checks, key=lambda check: check.code not in _FIRST)


def _same(problem: Problem) -> tuple[str, str, str]:
    """What tells a problem from others, wherever lines have moved."""
    return problem.position.file, problem.code, problem.message


def _text(content: bytes) -> str:
    text = content.decode("utf-8-sig", errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")
