"""Files and folders that are meant as others: what is missing follows from their names."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Mapping, Sequence

from printgen.content.models.base import Model
from printgen.content.parsing import ParsedEntry
from printgen.content.project_files import ProjectFiles
from printgen.problems import Position, Problem, nearest


def report_no_game(files: ProjectFiles, folder: os.DirEntry[str], parts: Iterable[str]) -> None:
    """Report a folder without `game.yaml`, and which of its `parts` may be meant as this file."""
    near = nearest("game.yaml", parts)
    hint = f"did you mean to name '{near}' 'game.yaml'?" if near else ""
    files.report(folder, "game-missing", "no game.yaml in this folder", hint)


def report_folder(
    files: ProjectFiles,
    path: os.DirEntry[str],
    known: Sequence[str],
    parts: Container[str],
    declared: Mapping[str, Position],
) -> tuple[str, ...]:
    """Report an unknown folder. Returns the folder that is meant if this one is missing among the
    `parts` of the game; with the unknown one, if the name of a `declared` kind may be the mistake.
    """
    meant = nearest(path.name, known)
    meant = "" if meant in parts else meant
    if place := declared.get(meant):
        message = f"the folder '{path.name}' has no kind, and the kind '{meant}' no folder"
        hint = f"give both one name: that of the folder, or of the kind at {place}"
        files.report(path, "folder-unknown", message, hint)
        return meant, path.name
    # If the folder with a similar name is there, its name would hide that a game may declare kinds.
    hint = f"known: {', '.join(sorted(known))}; others are `kinds:` of game.yaml"
    hint = f"did you mean '{meant}'?" if meant else hint
    files.report(path, "folder-unknown", f"unknown folder '{path.name}'", hint)
    return (meant,) if meant else ()


def report_texts(files: ProjectFiles, listed: Sequence[os.DirEntry[str]]) -> bool:
    """Report the files of a folder of entries if all are `.txt`: they are spreadsheets under a
    wrong name. Returns whether they are.
    """
    if not listed or not all(file.name.endswith(".txt") for file in listed):
        return False
    for file in listed:
        hint = f"save it as '{file.name.removesuffix('.txt')}.csv'"
        files.report(file, "file-unknown", f"'{file.name}' is no file of entries", hint)
    return True


def faults_of(parsed: ParsedEntry, kind: str, models: Mapping[str, type[Model]]) -> list[Problem]:
    """The faults of an entry in the folder of a kind: a single one if all its keys are those of
    another kind. `models` are those of all kinds of the game.
    """
    data: object = parsed.source.data
    for step in parsed.root:
        data = data.get(step) if isinstance(data, dict) else None
    own = models.get(kind)
    if not parsed.problems or not isinstance(data, dict) or not own or data.keys() <= _keys(own):
        return parsed.problems
    meant = [name for name, model in models.items() if name != kind and _fits(data, model)]
    if len(meant) != 1:
        return parsed.problems
    message = f"this is no entry of {kind}: its keys are those of {meant[0]}"
    place = parsed.source.at(parsed.root, key=True)
    return [Problem(place, "key-unknown", message, f"move it to the folder {meant[0]}/")]


def _keys(model: type[Model]) -> set[str]:
    return {field.alias or name for name, field in model.model_fields.items()}


def _fits(keys: Iterable[str], model: type[Model]) -> bool:
    """Whether a model has all these keys, and requires no other one."""
    fields = model.model_fields.items()
    needed = {field.alias or name for name, field in fields if field.is_required()}
    return needed <= set(keys) <= _keys(model)
