"""Proposals: numbers in texts that seem to be values of entries, and the marks that bind them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from printgen.content.editing.files import (
    LINE_END,
    Edit,
    apply,
    decoded,
    line_start,
    span_edit,
)
from printgen.content.library import Library
from printgen.content.limits import MAX_TEXT_BYTES
from printgen.extras.audit.trials import Trials
from printgen.extras.audit.verdicts import Judge, UnboundClaim
from printgen.problems import Position
from printgen.products.target import game_of
from printgen.project import Folders


@dataclass(frozen=True, slots=True)
class Proposal:
    """A number in a text that seems to state a value: the position of the value, or that of a text
    that quotes it.
    """

    claim: UnboundClaim
    like: Position

    def __str__(self) -> str:
        claim = self.claim
        return f"{claim.position}: '{claim.words}' seems to be as at {self.like} ({claim.how})"


def proposals(library: Library, game: str) -> list[Proposal]:
    """The numbers in the texts of a game that seem to state its values, each once. Raises
    ComputationError for an unknown game.
    """
    game_of(library, game)
    judge = Judge(Trials(library.folders, library.store), game)
    found: dict[tuple[Position, str], Proposal] = {}
    for mutant in judge.mutants:
        for claim in judge.claims(mutant):
            key = claim.position, claim.words
            if key not in found or (claim.binding and not found[key].claim.binding):
                found[key] = Proposal(claim, mutant.position)
    for claim, like in judge.like_quotes():
        found.setdefault((claim.position, claim.words), Proposal(claim, like))
    return sorted(found.values(), key=lambda proposal: proposal.claim.position)


def write(folders: Folders, found: Iterable[Proposal]) -> list[Proposal]:
    """Write the marks of proposals into the files; returns those that were written. A number that
    is not on its line exactly once is left alone. Raises ProjectError.
    """
    written = []
    for proposal in found:
        if edit := _edit(folders, proposal.claim):
            apply(folders, [edit])
            written.append(proposal)
    return written


def _edit(folders: Folders, claim: UnboundClaim) -> Edit | None:
    """The edit that writes the mark of a claim; None if its words are not on its line exactly once,
    or in no file of text.
    """
    file, line = claim.position.file, claim.position.line - 1
    if not claim.binding or not file.endswith((".md", ".yaml", ".yml")):
        return None
    text = decoded(folders.read(file, MAX_TEXT_BYTES))
    written = LINE_END.split(text[line_start(text, line) :], maxsplit=1)[0]
    words = r"\s+".join(map(re.escape, claim.words.split()))
    places = list(re.finditer(rf"(?<![\w\[]){words}(?![\w\]])", written))
    if len(places) != 1:
        return None
    # Double quotes would end a text of YAML.
    mark = claim.binding if file.endswith(".md") else claim.binding.replace('"', "")
    return span_edit(file, text, line, *places[0].span(), mark)
