"""Studies: questions about the arithmetic of a game.

`check` only prepares a question: it resolves names and estimates the cost. The answer is computed
on demand.
"""

from __future__ import annotations

from printgen.analysis.budget import Budget, Computation
from printgen.analysis.resolve import ComputationError
from printgen.analysis.study_results import StudyResult
from printgen.content.budget import spared
from printgen.content.library import Entry, Library
from printgen.content.models.study import Study
from printgen.mechanics.table import QUESTIONS


def prepare(library: Library, study: Entry[Study]) -> Computation:
    """The computation that answers a study. Raises ComputationError."""
    names = [name for name in QUESTIONS if getattr(study.value, name) is not None]
    if len(names) != 1:
        raise ComputationError(f"expected exactly one question: {_listed(list(QUESTIONS))}")
    name = names[0]
    try:
        return QUESTIONS[name].prepare(library, study.game, getattr(study.value, name))
    except ComputationError as error:
        raise error.within(name) from None


def answer(library: Library, study: Entry[Study]) -> StudyResult:
    """The answer of a study, rounded to its `digits`; computed once.

    Raises ComputationError if the study is invalid or takes too long.
    """
    answers: dict[tuple[str, str], StudyResult] = library.memo.setdefault("answers", {})
    key, digits = (study.game, study.id), study.value.digits
    if key not in answers:
        found = exact_answer(library, study)
        answers[key] = found if digits is None else found.rounded(digits)
    return answers[key]


def exact_answer(library: Library, study: Entry[Study]) -> StudyResult:
    """The answer of a study, not rounded; computed once. Raises as `answer`."""
    answers: dict[tuple[str, str], StudyResult] = library.memo.setdefault("exact answers", {})
    key = study.game, study.id
    if key not in answers:
        if key in overlong(library):
            raise ComputationError("the study takes too long to compute", silent=True)
        computation = prepare(library, study)
        with spared():
            answers[key] = computation()
    return answers[key]


def overlong(library: Library) -> dict[tuple[str, str], ComputationError]:
    """The studies of all games that exceed the budget, alone or together with earlier ones, by
    game and id. Invalid studies cost nothing.
    """
    if "overlong" not in library.memo:
        found, budget = {}, Budget()
        for content in library.games.values():
            for name, study in content.studies.items():
                try:
                    computation = prepare(library, study)
                except ComputationError:
                    continue
                try:
                    budget.take(computation)
                except ComputationError as error:
                    found[content.id, name] = error
        library.memo["overlong"] = found
    known: dict[tuple[str, str], ComputationError] = library.memo["overlong"]
    return known


def _listed(names: list[str]) -> str:
    quoted = [f"`{name}`" for name in names]
    return ", ".join(quoted[:-1]) + f" or {quoted[-1]}"
