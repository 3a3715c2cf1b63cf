"""Checks: generators of findings about one game, each with its code and its page of the manual."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import cleandoc
from typing import Literal

from printgen.content.library import GameContent, Library
from printgen.problems import Finding, Problem, Severity

Findings = Iterator[Finding]

Apart = Literal["", "files", "chapters"]


@dataclass(frozen=True, slots=True)
class Check:
    """A rule about content: its code, the severity of its problems, and how to find them.

    A check of `single` profiles finds the problems of a profile whichever other profiles there are.
    A check of parts `apart` reads them one by one, and beyond them only `game.yaml` and
    `products.yaml`: parts are all files of entries, and chapters with their translations; or
    chapters only, which it may compare with all entries.
    """

    code: str
    severity: Severity
    find: Callable[[GameContent, Library], Findings]
    single: bool
    apart: Apart

    @property
    def manual(self) -> str:
        """The text of the rule: the docstring of its generator."""
        return cleandoc(self.find.__doc__ or "")

    def __call__(self, content: GameContent, library: Library) -> Iterator[Problem]:
        """The problems of one game."""
        for finding in self.find(content, library):
            yield finding.problem(self.code, self.severity)


def check(
    code: str, severity: Severity = "error", *, single: bool = False, apart: Apart = ""
) -> Callable[[Callable[[GameContent, Library], Findings]], Check]:
    """Declare a generator as the check `code`. Its docstring is the rule's page of the manual."""
    return lambda find: Check(code, severity, find, single, apart)
