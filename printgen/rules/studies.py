"""Studies: questions about the arithmetic of a game, and the checks of them."""

from __future__ import annotations

from printgen.content.budget import MAX_STUDY_SECONDS, allowed
from printgen.content.library import Entry, GameContent, Library
from printgen.content.models.study import Study
from printgen.problems import Finding, did_you_mean
from printgen.rules.check import Findings, check
from printgen.rules.mechanic import questions
from printgen.rules.resolve import ComputationError, resolve_entry
from printgen.rules.study_results import Budget, Computation, StudyResult

# --- studies: questions about the arithmetic of a game --------------------------------------------
#
# `check` only prepares a question: it resolves names and estimates the cost. The answer is
# computed on demand.


def prepare(library: Library, study: Entry[Study]) -> Computation:
    """The computation that answers a study. Raises ComputationError."""
    names = [name for name in questions() if getattr(study.value, name) is not None]
    if len(names) != 1:
        raise ComputationError(f"expected exactly one question: {_listed(list(questions()))}")
    name = names[0]
    try:
        return questions()[name].prepare(library, study.game, getattr(study.value, name))
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
        with allowed(MAX_STUDY_SECONDS, "study", *key):
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
        for game, name, limit in library.given_up.studies:
            found[game, name] = ComputationError(f"this takes more than {limit} to compute")
        library.memo["overlong"] = found
    known: dict[tuple[str, str], ComputationError] = library.memo["overlong"]
    return known


def _listed(names: list[str]) -> str:
    quoted = [f"`{name}`" for name in names]
    return ", ".join(quoted[:-1]) + f" or {quoted[-1]}"


# --- checks of studies ----------------------------------------------------------------------------


@check("study-invalid")
def study_invalid(content: GameContent, library: Library) -> Findings:
    """A study has one question, and the rules of its game can answer it."""
    for name, study in content.studies.items():
        try:
            computation = prepare(library, study)
            if (content.id, name) not in overlong(library):
                computation.trial()
        except ComputationError as error:
            if error.place:
                yield Finding(error.place, f"the study '{name}': {error}", error.hint)
            elif not error.silent:
                yield study.finding(str(error), *error.path, hint=error.hint)


@check("study-overlong")
def study_overlong(content: GameContent, library: Library) -> Findings:
    """A study takes at most 20 million steps to compute, and all studies of a project together 60
    million: some seconds, and about a minute.
    """
    found = overlong(library)
    for name, study in content.studies.items():
        if error := found.get((content.id, name)):
            yield study.finding(str(error), key=True, hint=error.hint)


def study_value(library: Library, content: GameContent, key: str, lang: str) -> str:
    """The value named `study row column`, as printed. Raises ComputationError."""
    name, row, column, *more = [*key.split(), "", "", ""]
    if not column or more[0]:
        raise ComputationError(
            "a key names a study, a row and a column", hint='key="study row column"'
        )
    study = resolve_entry(library, "studies", content.id, name)
    try:
        found = answer(library, study)
    except ComputationError as error:
        # The study is reported at its own place.
        error.silent = True
        raise
    try:
        return found.format_number(found.value(row, column), lang)
    except KeyError as error:
        known = [*(series.key for series in found.series), *found.keys]
        hint = did_you_mean(error.args[0], known) or ", ".join(known[:12])
        raise ComputationError(
            f"no row or column '{error.args[0]}' in the study", hint=hint
        ) from error
