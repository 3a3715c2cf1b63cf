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
from printgen.rules.answers import Answer, Unanswerable
from printgen.rules.studies import attack, dice, duels, parry, poker, quests, rounds

# What computes the answer to a question whose names are resolved.
Computation = Callable[[], Answer]
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
        raise Unanswerable(str(error), name, *error.path, hint=error.hint) from error


def answer(library: Library, study: Entry[Study]) -> Answer:
    """The answer of a study that is known to be sound, with the digits that the study wants."""
    found = prepare(library, study)()
    return found if study.value.digits is None else found.rounded(study.value.digits)


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
            yield study.problem("study-invalid", str(error), *error.path, hint=error.hint)


def figure_wrong(content: GameContent, library: Library) -> Iterator[Problem]:
    """A figure that a chapter quotes (`[34 %]{.odds key="study row column"}`) is what the study
    gives.
    """
    answers: dict[str, Answer] = {}
    for chapter in content.chapters.values():
        for figure in chapter.figures:
            try:
                right = _quoted(library, content, figure.key, chapter.lang, answers)
            except Unanswerable as error:
                yield Problem(figure.position, "figure-wrong", str(error), error.hint)
                continue
            if _bare(figure.words) != _bare(right):
                message = f"the figure is {right}, not {figure.words}"
                yield Problem(figure.position, "figure-wrong", message)


def _bare(words: str) -> str:
    """Words without spaces, and with one kind of minus."""
    return "".join(words.split()).replace("-", "−")


def _quoted(
    library: Library, content: GameContent, key: str, lang: str, answers: dict[str, Answer]
) -> str:
    """The figure that `study row column` names, as it is printed. Raises Unanswerable.

    `answers` has those that were computed before.
    """
    name, row, column, *more = [*key.split(), "", "", ""]
    if not column or more[0]:
        raise Unanswerable("a figure is named by a study, a row and a column", hint='key="a b c"')
    study = library.find("studies", content.id, name)
    if study is None:
        hint = library.suggest("studies", content.id, name)
        raise Unanswerable(f"no study '{name}'", hint=hint)
    if name not in answers:
        answers[name] = answer(library, study)
    found = answers[name]
    try:
        return found.written(found.value(row, column), lang)
    except KeyError as error:
        known = [*(series.key for series in found.series), *found.keys]
        hint = did_you_mean(error.args[0], known) or ", ".join(known[:12])
        raise Unanswerable(f"the study has no '{error.args[0]}'", hint=hint) from error
