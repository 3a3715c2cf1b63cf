"""Studies: questions put to the arithmetic of a game.

A question is prepared first (names resolved, sizes judged: what `check` needs) and computed when
somebody wants the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from printgen.library import Entry, GameContent, Library
from printgen.models.study import Study
from printgen.problems import Problem, did_you_mean
from printgen.rules.answers import Answer
from printgen.rules.effort import Budget, Computation
from printgen.rules.named import Unanswerable, find
from printgen.rules.studies import attack, dice, duels, parry, poker, quests, rounds

# Each takes the library, the id of the game and the question. Raises Unanswerable.
QUESTIONS: dict[str, Callable[[Library, str, Any], Computation]] = {
    "dice": dice.dice,
    "hands": poker.hands,
    "guts": poker.guts,
    "duel": duels.duel,
    "quest": quests.quest,
    "search": rounds.search,
    "waves": rounds.waves,
    "parry": parry.parry,
    "attack": attack.attack,
}


def prepare(library: Library, study: Entry[Study]) -> Computation:
    """What computes the answer of a study. Raises Unanswerable."""
    asked = [name for name in QUESTIONS if getattr(study.value, name) is not None]
    if len(asked) != 1:
        raise Unanswerable(f"a study asks one question: {_listed(list(QUESTIONS))}")
    name = asked[0]
    try:
        return QUESTIONS[name](library, study.game, getattr(study.value, name))
    except Unanswerable as error:
        raise error.within(name) from None


def answer(library: Library, study: Entry[Study]) -> Answer:
    """The answer of a study, with the digits that the study wants; computed once.

    Raises Unanswerable for a study that is not sound, and for one that takes too long.
    """
    answers: dict[tuple[str, str], Answer] = library.memo.setdefault("answers", {})
    key, digits = (study.game, study.id), study.value.digits
    if key not in answers:
        if key in overlong(library):
            raise Unanswerable("the study takes too long to compute", silent=True)
        found = prepare(library, study)()
        answers[key] = found if digits is None else found.rounded(digits)
    return answers[key]


def overlong(library: Library) -> dict[tuple[str, str], Unanswerable]:
    """The studies of all games that take too long, by game and id: each by itself, or with those
    before it. Studies that are not sound take nothing.
    """
    if "overlong" not in library.memo:
        found, budget = {}, Budget()
        for content in library.games.values():
            for name, study in content.studies.items():
                try:
                    asked = prepare(library, study)
                except Unanswerable:
                    continue
                try:
                    budget.take(asked)
                except Unanswerable as error:
                    found[content.id, name] = error
        library.memo["overlong"] = found
    known: dict[tuple[str, str], Unanswerable] = library.memo["overlong"]
    return known


def _listed(names: list[str]) -> str:
    quoted = [f"`{name}`" for name in names]
    return ", ".join(quoted[:-1]) + f" or {quoted[-1]}"


# --- checks ----------------------------------------------------------------------------------


def study_invalid(content: GameContent, library: Library) -> Iterator[Problem]:
    """A study asks one question, one that the rules of its game can answer."""
    for study in content.studies.values():
        try:
            prepare(library, study)
        except Unanswerable as error:
            if not error.silent:
                yield study.problem("study-invalid", str(error), *error.path, hint=error.hint)


def study_overlong(content: GameContent, library: Library) -> Iterator[Problem]:
    """A study takes no more than some seconds to compute, and all studies of a project together no
    more than a minute or so.
    """
    found = overlong(library)
    for name, study in content.studies.items():
        if error := found.get((content.id, name)):
            yield study.problem("study-overlong", str(error), key=True, hint=error.hint)


def figure_wrong(content: GameContent, library: Library) -> Iterator[Problem]:
    """A figure that a chapter quotes (`[34 %]{.odds key="study row column"}`) is what the study
    gives.
    """
    for chapter in content.chapters.values():
        for figure in chapter.figures:
            try:
                right = _quoted(library, content, figure.key, chapter.lang)
            except Unanswerable as error:
                if not error.silent:
                    yield Problem(figure.position, "figure-wrong", str(error), error.hint)
                continue
            if _bare(figure.words) != _bare(right):
                message = f"the figure is {right}, not {figure.words}"
                yield Problem(figure.position, "figure-wrong", message)


def _bare(words: str) -> str:
    """Words without spaces, and with one kind of minus."""
    return "".join(words.split()).replace("-", "−")


def _quoted(library: Library, content: GameContent, key: str, lang: str) -> str:
    """The figure that `study row column` names, as it is printed. Raises Unanswerable."""
    name, row, column, *more = [*key.split(), "", "", ""]
    if not column or more[0]:
        raise Unanswerable("a figure is named by a study, a row and a column", hint='key="a b c"')
    study = find(library, "studies", content.id, name)
    found = answer(library, study)
    try:
        return found.written(found.value(row, column), lang)
    except KeyError as error:
        known = [*(series.key for series in found.series), *found.keys]
        hint = did_you_mean(error.args[0], known) or ", ".join(known[:12])
        raise Unanswerable(f"the study has no '{error.args[0]}'", hint=hint) from error
