"""The audit of a game: what becomes of its mutants, the score, and proposals that bind numbers.

A mutant is caught if a check fails; it survives if a text still states the old value.
"""

from __future__ import annotations

import pickle
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path

from printgen.content.editing.files import LINE_END, Edit, apply, decoded, line_start, span_edit
from printgen.content.library import Library
from printgen.content.limits import MAX_TEXT_BYTES
from printgen.content.models.text import Quote, Text
from printgen.content.results import result_key
from printgen.extras.audit.mutants import Mutant, Site, Trials
from printgen.problems import Position, shorten
from printgen.products.target import game_of
from printgen.project import Folders
from printgen.rules.quoted_values import disagreement
from printgen.rules.resolve import ComputationError, reference_to
from printgen.rules.sentences import BOUND, Sentence, SentenceIndex, Stated, stated, stems
from printgen.rules.workers import ParallelMap, Shipped
from printgen.store import Store, cache_folder

# --- how a number of a text is bound to a value of an entry ---------------------------------------


def _binding(library: Library, site: Site, words: str, lang: str) -> str:
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


# --- verdicts on mutants: caught by a check, or survived because a text states the old value ------


# Words that sentences about the same rule have in common, at least.
_COMMON = 3


@dataclass(frozen=True, slots=True)
class Claim:
    """A number in a text that seems to state a value of an entry, and is not bound to it: its
    position, its words, its sentence, and the mark that binds it; the mark is empty if the value is
    in a text too.
    """

    position: Position
    words: str
    sentence: str
    binding: str

    @classmethod
    def of(cls, sentence: Sentence, number: Stated, mark: str = "") -> Claim:
        """The claim of a sentence. Its position is the line of the number in a chapter, or that of
        the text.
        """
        start, line = sentence.position, sentence.text.count("\n", 0, number.at)
        position = start if sentence.home else replace(start, line=start.line + line)
        text = " ".join(sentence.text.replace(BOUND, "…").split())
        return cls(position, number.words, shorten(text), mark)

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
    claims: tuple[Claim, ...]

    @property
    def survived(self) -> bool:
        """Whether a text states the old value, and no check says so."""
        return not self.code and bool(self.claims)


class Judge:
    """Judges the mutants of a game."""

    def __init__(self, folders: Folders, store: Store, game: str):
        self.trials = Trials(folders, store, game)
        self._content = self.trials.library.games[game]
        self._unbound = SentenceIndex.of(self._content)
        # A quote that no check reports is as wrong as an unbound number.
        self._stated = SentenceIndex.of(self._content, quoted=True)

    def verdict(self, number: int) -> Verdict:
        """The verdict on a mutant, by its number."""
        mutant = self.trials.mutants[number]
        problem = self.trials.problem(mutant)
        code = problem.code if problem else ""
        found = () if problem else tuple(self._claims(mutant, self._stated))
        old, new = shorten(mutant.old), shorten(mutant.new)
        return Verdict(mutant.what, mutant.position, old, new, code, found)

    def claims(self, mutant: Mutant) -> Iterator[Claim]:
        """The texts that state the value before a change, and that no quote binds to it."""
        yield from self._claims(mutant, self._unbound)

    def like_quotes(self) -> Iterator[tuple[Claim, Position]]:
        """The numbers in sentences that resemble one that quotes a value, and its position: the
        same number of the same things, and other words in common.
        """
        for quoting, quote in self._unbound.quoting:
            stat = f' stat="{quote.stat}"' if quote.stat else ""
            for own in stated(quote.words, quoting.lang):
                for sentence, number in self._unbound.with_number(quoting.lang, own.number):
                    common = (sentence.stems & quoting.stems) - {own.noun}
                    same_things = bool(own.noun) and own.noun == number.noun
                    if same_things and len(common) >= _COMMON and not _same_text(sentence, quoting):
                        mark = f'[{number.words}]{{.is of="{quote.of}"{stat}}}'
                        yield Claim.of(sentence, number, mark), quoting.position

    def _claims(self, mutant: Mutant, index: SentenceIndex) -> Iterator[Claim]:
        """The claims of the value of a mutant, except in its own text."""
        seen = set()
        for lang in self._content.game.languages if mutant.what != "row" else ():
            states = self._subject(mutant, lang)
            for sentence, number in index.with_number(lang, mutant.number):
                if sentence.home == mutant.site.home or not states(sentence, number):
                    continue
                claim = Claim.of(sentence, number)
                if claim.position not in seen:
                    seen.add(claim.position)
                    mark = _binding(self.trials.library, mutant.site, number.words, lang)
                    yield replace(claim, binding=mark)

    def _subject(self, mutant: Mutant, lang: str) -> Callable[[Sentence, Stated], bool]:
        """Whether a number of a sentence seems to state the value of a mutant."""
        site, first = mutant.site, self._content.first_language
        value = site.entry.value
        title = getattr(value, "name", None) or getattr(value, "title", None)
        text = site.texts.get(lang) or site.texts.get("any") or site.texts.get("", "")
        same = (s.noun for s in stated(text, lang) if abs(s.number) == abs(mutant.number))
        # What the value counts, or its unit.
        noun = next(same, "")
        entry, row, stat = (_stems(name, lang, first) for name in (title, site.row, site.stat))

        def states_value(sentence: Sentence, number: Stated) -> bool:
            """Whether a sentence names the row or the entry, and what the value is."""
            names = row or entry
            if not names or not names <= sentence.stems:
                return False
            return bool((noun and noun == number.noun) or (stat - names) & sentence.stems)

        def states_text(sentence: Sentence, number: Stated) -> bool:
            """Whether it has the same number of the same things, and names the row or the entry."""
            named = entry - {noun}
            if not noun or noun != number.noun:
                return False
            return bool((row - {noun}) & sentence.stems or (named and named <= sentence.stems))

        return states_value if "" in site.texts else states_text


def _stems(name: Text | None, lang: str, first: str) -> frozenset[str]:
    return stems(name[name.language_for(lang, first)]) if name else frozenset()


def _same_text(one: Sentence, two: Sentence) -> bool:
    return one.home == two.home if one.home else one.position == two.position


# --- the audit of a game: verdicts on a sample of its mutants, kept in the store ------------------


# Mutants of a call of a worker.
_BATCH = 8


@dataclass(frozen=True, slots=True)
class Batch:
    """Mutants of a game, by number, for one call of a worker."""

    game: str
    numbers: tuple[int, ...]
    project: Shipped


@dataclass(frozen=True, slots=True)
class Audit:
    """The verdicts on mutants of a game; `mutants` are all that there are."""

    game: str
    mutants: int
    verdicts: tuple[Verdict, ...]

    @property
    def survivors(self) -> list[Verdict]:
        """The mutants that no check found although a text states the old value."""
        return [verdict for verdict in self.verdicts if verdict.survived]

    @property
    def score(self) -> float:
        """The share of mutants that did not survive, in percent; 100 without mutants."""
        tried = len(self.verdicts)
        return 100 * (1 - len(self.survivors) / tried) if tried else 100.0

    @property
    def found_by(self) -> dict[str, int]:
        """How many mutants each check found first."""
        codes = Counter(verdict.code for verdict in self.verdicts if verdict.code)
        return dict(codes.most_common())

    @property
    def printed(self) -> int:
        """How many mutants change what is printed from the data, and contradict no text."""
        return sum(not verdict.code and not verdict.claims for verdict in self.verdicts)

    def record(self) -> dict[str, object]:
        """The audit as plain data, for JSON."""
        return {
            "game": self.game,
            "mutants": self.mutants,
            "tried": len(self.verdicts),
            "found_by": self.found_by,
            "printed": self.printed,
            "score": round(self.score, 1),
            "survivors": [asdict(verdict) for verdict in self.survivors],
        }


def audit(
    library: Library,
    game: str,
    spread: ParallelMap,
    *,
    sample: int | None = None,
    seed: int = 1,
    anywhere: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Audit:
    """Try mutants of a game: all, or a sample. Those that were tried on the same files are taken
    from the store. `anywhere` sends the files of the project with each batch.

    Raises ComputationError for an unknown game.
    """
    game_of(library, game)
    folders, store = library.folders, library.store
    version = library.content_hash
    count = len(_judge(str(folders.root), game, version).trials.mutants)
    numbers = range(count)
    chosen = sorted(random.Random(seed).sample(numbers, min(sample or count, count)))  # noqa: S311
    known = _known(library, game)[1]
    missing = [number for number in chosen if number not in known]
    project = Shipped.of(folders, version, anywhere and bool(missing))
    batches = list(_batches(project, game, missing))
    done = len(chosen) - len(missing)
    try:
        for batch, verdicts in zip(batches, spread(try_batch, batches), strict=True):
            known |= dict(zip(batch.numbers, verdicts, strict=True))
            done += len(verdicts)
            if progress:
                progress(done, len(chosen))
    finally:
        if missing and store:
            store.write("result", _key(library, game), pickle.dumps((count, known)))
    return Audit(game, count, tuple(known[number] for number in chosen))


def known_audit(library: Library, game: str) -> Audit | None:
    """The mutants of a game that were tried on the same files; None if none were."""
    count, known = _known(library, game)
    return Audit(game, count, tuple(known[number] for number in sorted(known))) if known else None


def _known(library: Library, game: str) -> tuple[int, dict[int, Verdict]]:
    """The number of mutants and the verdicts that the store has; none without a store."""
    store = library.store
    kept = store.read("result", _key(library, game)) if store else None
    result: tuple[int, dict[int, Verdict]] = pickle.loads(kept) if kept else (0, {})  # noqa: S301
    return result


def _key(library: Library, game: str) -> str:
    return result_key(library.store, "audit", library.content_hash, game)


def _batches(project: Shipped, game: str, numbers: Sequence[int]) -> Iterator[Batch]:
    for start in range(0, len(numbers), _BATCH):
        yield Batch(game, tuple(numbers[start : start + _BATCH]), project)


def try_batch(batch: Batch) -> list[Verdict]:
    """The verdicts on a batch, in a worker."""
    judge = _judge(str(batch.project.folders.root), batch.game, batch.project.version)
    return [judge.verdict(number) for number in batch.numbers]


@lru_cache(maxsize=1)
def _judge(root: str, game: str, version: str) -> Judge:
    """The judge of a game, until its files change."""
    return Judge(Folders(Path(root)), Store(cache_folder()), game)


# --- audits as text for a terminal ----------------------------------------------------------------


# Places listed for a survivor.
_MOST = 4


def audit_lines(audit: Audit) -> list[str]:
    """The survivors of an audit, and its score."""
    caught = ", ".join(f"{count} {code}" for code, count in audit.found_by.items())
    lines = [line for verdict in audit.survivors for line in _survivor(verdict)]
    return [
        *lines,
        f"{audit.game}: {audit.score:.1f} % of {len(audit.verdicts)} mutants were caught"
        f" ({audit.mutants} in all)",
        f"  found by a check: {caught or 'none'}",
        f"  printed from the data alone: {audit.printed}",
        f"  survived: {len(audit.survivors)}",
    ]


def _survivor(verdict: Verdict) -> Iterator[str]:
    change = f"'{verdict.old}' as '{verdict.new}'"
    if verdict.what == "row":
        change = f"without the row '{verdict.old}'"
    yield f"{verdict.position}: {change} is not noticed; these texts are bound to nothing:"
    for claim in verdict.claims[:_MOST]:
        yield f"    {claim.position}: {claim.words} ({claim.sentence})"
        yield f"        {claim.how}"
    if len(verdict.claims) > _MOST:
        yield f"    and {len(verdict.claims) - _MOST} more"


# --- proposals: numbers in texts that seem to be values of entries, and the marks that bind them --


@dataclass(frozen=True, slots=True)
class Proposal:
    """A number in a text that seems to state a value: the position of the value, or that of a text
    that quotes it.
    """

    claim: Claim
    like: Position

    def __str__(self) -> str:
        claim = self.claim
        return f"{claim.position}: '{claim.words}' seems to be as at {self.like} ({claim.how})"


def proposals(library: Library, game: str) -> list[Proposal]:
    """The numbers in the texts of a game that seem to state its values, each once. Raises
    ComputationError for an unknown game.
    """
    game_of(library, game)
    judge = Judge(library.folders, library.store, game)
    found: dict[tuple[Position, str], Proposal] = {}
    for mutant in judge.trials.mutants:
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


def _edit(folders: Folders, claim: Claim) -> Edit | None:
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
