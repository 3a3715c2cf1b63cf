"""What becomes of a mutant: whether a check fails, or a text still states the old value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.models.text import Quote, Text
from printgen.content.source import Path
from printgen.extras.audit.mutants import Mutant, Site
from printgen.extras.audit.trials import Trials
from printgen.problems import Position, shorten
from printgen.rules.quoted_values import disagreement
from printgen.rules.resolve import ComputationError, reference_to
from printgen.rules.sentences import BOUND, Sentence, SentenceIndex, Stated, stated, stems

# --- how a number of a text is bound to a value of an entry ---------------------------------------


def binding(library: Library, site: Site, words: str, lang: str) -> str:
    """The words with the mark that binds them to the value of a site: `[4 inches]{.is of="zombie"
    stat="move"}`; empty if they are bound with a fact only, because no path leads to the value.
    """
    if "" not in site.texts:
        return ""
    whole = reference_to(library.games[site.entry.game], site.entry)
    for of in (site.entry.id, whole):
        for stat in _paths(site):
            quote = Quote(words, of, stat)
            if _agrees(library, site.entry.game, quote, lang):
                return f'[{words}]{{.is of="{of}" stat="{stat}"}}'
    return ""


def _agrees(library: Library, game: str, quote: Quote, lang: str) -> bool:
    try:
        return disagreement(library, game, quote, lang) is None
    except ComputationError:
        return False


def _paths(site: Site) -> list[str]:
    """The paths that may lead to a value, the shortest first."""
    steps = [str(step + 1) if isinstance(step, int) else step for step in site.path]
    whole = ".".join(steps)
    return [steps[-1], ".".join(steps[-2:]), whole] if steps[0] in ("stats", "values") else [whole]


# --------------------------------------------------------------------------------------------------
# Claims: numbers in texts that seem to state a value of an entry, and are not bound to it.


# Words that sentences about the same rule have in common, at least.
_COMMON = 3


@dataclass(frozen=True, slots=True)
class Subject:
    """What a value is about, in a language: the number, the stem of what it counts or its unit, and
    the stems of the names of its entry, its row and its stat. `in_text` tells that the value is in
    a text.
    """

    lang: str
    number: Decimal
    noun: str
    entry: frozenset[str]
    row: frozenset[str]
    stat: frozenset[str]
    in_text: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """A number in a sentence that seems to state a value."""

    sentence: Sentence
    stated: Stated

    @property
    def position(self) -> Position:
        """The line of the number in a chapter, or the position of its text."""
        start = self.sentence.position
        if self.sentence.home:
            return start
        return replace(start, line=start.line + self.sentence.text.count("\n", 0, self.stated.at))


def subjects(
    content: GameContent,
    entry: AnyEntry,
    words: Mapping[str, str],
    number: Decimal,
    row: Text | None = None,
    stat: Text | None = None,
) -> Iterator[Subject]:
    """What a number of an entry is about, in each language of its game. `words` are the texts that
    state it by language, or the value under the key "".
    """
    first = content.first_language
    title = getattr(entry.value, "name", None) or getattr(entry.value, "title", None)
    for lang in content.game.languages:
        text = words.get(lang) or words.get("any") or words.get("", "")
        nouns = [s.noun for s in stated(text, lang) if abs(s.number) == abs(number)]
        named, about, what = (_stems(name, lang, first) for name in (title, row, stat))
        noun = nouns[0] if nouns else ""
        yield Subject(lang, number, noun, named, about, what, in_text="" not in words)


def _stems(name: Text | None, lang: str, first: str) -> frozenset[str]:
    return stems(name[name.language_for(lang, first)]) if name else frozenset()


def claims(index: SentenceIndex, subject: Subject, home: tuple[str, Path]) -> Iterator[Claim]:
    """The claims of a value, except in its own text."""
    is_about = _states_text if subject.in_text else _states_value
    for sentence, number in index.with_number(subject.lang, subject.number):
        if sentence.home != home and is_about(subject, sentence, number):
            yield Claim(sentence, number)


def _states_value(subject: Subject, sentence: Sentence, number: Stated) -> bool:
    """Whether a sentence names the row or the entry, and what the value is."""
    names = subject.row or subject.entry
    if not names or not names <= sentence.stems:
        return False
    unit = subject.noun and subject.noun == number.noun
    return bool(unit or (subject.stat - names) & sentence.stems)


def _states_text(subject: Subject, sentence: Sentence, number: Stated) -> bool:
    """Whether a sentence has the same number of the same things, and names the row or the entry."""
    if not subject.noun or subject.noun != number.noun:
        return False
    things = {subject.noun}
    named = subject.entry - things
    return bool((subject.row - things) & sentence.stems) or (
        bool(named) and named <= sentence.stems
    )


def claims_like_quotes(index: SentenceIndex) -> Iterator[tuple[Sentence, Quote, Claim]]:
    """The numbers of sentences that resemble one that quotes a value, with that sentence and its
    quote: the same number of the same things, and other words in common.
    """
    for quoting, quote in index.quoting:
        for said in stated(quote.words, quoting.lang):
            for sentence, number in index.with_number(quoting.lang, said.number):
                common = (sentence.stems & quoting.stems) - {said.noun}
                same_things = bool(said.noun) and said.noun == number.noun
                if same_things and len(common) >= _COMMON and not _same_text(sentence, quoting):
                    yield quoting, quote, Claim(sentence, number)


def _same_text(one: Sentence, two: Sentence) -> bool:
    return one.home == two.home if one.home else one.position == two.position


# --- verdicts on mutants: caught by a check, or survived because a text states the old value ------


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
