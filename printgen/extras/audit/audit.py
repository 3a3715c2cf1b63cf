"""The audit of a game: verdicts on a sample of its mutants, kept in the store, and as text."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from printgen.content.library import Library
from printgen.content.results import result_key
from printgen.extras.audit.trials import Trials
from printgen.extras.audit.verdicts import Judge, Verdict
from printgen.products.target import game_of
from printgen.project import Folders
from printgen.rules.workers import ParallelMap, Shipped
from printgen.store import Store, cache_folder

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
    count = len(_judge(str(folders.root), game, version).mutants)
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
    found: tuple[int, dict[int, Verdict]] = pickle.loads(kept) if kept else (0, {})  # noqa: S301
    return found


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
    return Judge(Trials(Folders(Path(root)), Store(cache_folder())), game)


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
