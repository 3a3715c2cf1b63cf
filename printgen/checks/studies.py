"""Checks of studies."""

from __future__ import annotations

from printgen.analysis.resolve import ComputationError, resolve_entry
from printgen.content.check import Findings, check
from printgen.content.library import GameContent, Library
from printgen.mechanics.studies import answer, overlong, prepare
from printgen.problems import Finding, did_you_mean


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
    """A study takes a few seconds to compute at most, and all studies of a project together about a
    minute.
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
