"""Verdicts on mutants: caught by a check, or survived because a text states the old value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printgen.analysis.claims import Claim, Subject, claims, claims_like_quotes, subjects
from printgen.analysis.sentences import BOUND, SentenceIndex
from printgen.content.library import GameContent
from printgen.problems import Position, shorten
from printgen.reports.audit.bindings import binding
from printgen.reports.audit.mutants import Mutant
from printgen.reports.audit.trials import Trials


@dataclass(frozen=True, slots=True)
class UnboundClaim:
    """A place that still states the value before the change: its position, the words of the number,
    its sentence, and the mark that binds it; the mark is empty if the value is in a text too.
    """

    position: Position
    words: str
    sentence: str
    binding: str

    @property
    def how(self) -> str:
        """What binds the number, for users."""
        return self.binding or "declare a fact in game.yaml, and quote it in both places"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A mutant, and what became of it. `code` is the check that found it; `claims` are the texts
    that state the old value and did not change with it.
    """

    what: str
    position: Position
    old: str
    new: str
    code: str
    claims: tuple[UnboundClaim, ...]

    @property
    def survived(self) -> bool:
        """Whether a text states the old value, and no check says so."""
        return not self.code and bool(self.claims)


@dataclass
class Judge:
    """Judges the mutants of a game."""

    trials: Trials
    game: str

    def __post_init__(self) -> None:
        self.content: GameContent = self.trials.library.games[self.game]
        self.mutants = self.trials.mutants(self.game)
        self._texts = self.trials.texts(self.game)
        self._unbound = SentenceIndex.of(self.content)
        # A quote that no check reports is as wrong as an unbound number.
        self._stated = SentenceIndex.of(self.content, quoted=True)

    def verdict(self, number: int) -> Verdict:
        """The verdict on a mutant, by its number."""
        mutant = self.mutants[number]
        problem = self.trials.problem(mutant, self._texts[mutant.site.entry.source.file])
        code = problem.code if problem else ""
        found = () if problem else tuple(self._claims(mutant, self._stated))
        old, new = shorten(mutant.old), shorten(mutant.new)
        return Verdict(mutant.what, mutant.position, old, new, code, found)

    def claims(self, mutant: Mutant) -> Iterator[UnboundClaim]:
        """The texts that state the value before a change, and that no quote binds to it."""
        yield from self._claims(mutant, self._unbound)

    def _claims(self, mutant: Mutant, index: SentenceIndex) -> Iterator[UnboundClaim]:
        seen = set()
        for subject in _subjects(self.content, mutant):
            for claim in claims(index, subject, mutant.site.home):
                if claim.position not in seen:
                    seen.add(claim.position)
                    words, lang = claim.stated.words, claim.sentence.lang
                    mark = binding(self.trials.library, mutant.site, words, lang)
                    yield _unbound_claim(claim, mark)

    def like_quotes(self) -> Iterator[tuple[UnboundClaim, Position]]:
        """The numbers in sentences that resemble one that quotes a value, and its position."""
        for quoting, quote, claim in claims_like_quotes(self._unbound):
            stat = f' stat="{quote.stat}"' if quote.stat else ""
            mark = f'[{claim.stated.words}]{{.is of="{quote.of}"{stat}}}'
            yield _unbound_claim(claim, mark), quoting.position


def _unbound_claim(claim: Claim, mark: str) -> UnboundClaim:
    text = " ".join(claim.sentence.text.replace(BOUND, "…").split())
    return UnboundClaim(claim.position, claim.stated.words, shorten(text), mark)


def _subjects(content: GameContent, mutant: Mutant) -> Iterator[Subject]:
    site = mutant.site
    if mutant.what == "row":
        return
    number = mutant.number
    yield from subjects(content, site.entry, site.texts, number, site.row, site.stat)
