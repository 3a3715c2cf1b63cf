"""Files and folders that are meant as others: what is missing follows from their names."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Sequence

from printgen.content.project_files import ProjectFiles
from printgen.problems import nearest


def report_no_game(files: ProjectFiles, folder: os.DirEntry[str], parts: Iterable[str]) -> None:
    """Report a folder without `game.yaml`, and which of its `parts` may be meant as this file."""
    near = nearest("game.yaml", parts)
    hint = f"did you mean to name '{near}' 'game.yaml'?" if near else ""
    files.report(folder, "game-missing", "no game.yaml in this folder", hint)


def report_folder(
    files: ProjectFiles, path: os.DirEntry[str], known: Sequence[str], parts: Container[str]
) -> str:
    """Report an unknown folder. Returns the folder that is meant if this one is missing among the
    `parts` of the game, or an empty text.
    """
    meant = nearest(path.name, known)
    meant = "" if meant in parts else meant
    # If the folder with a similar name is there, its name would hide that a game may declare kinds.
    hint = f"known: {', '.join(sorted(known))}; others are `kinds:` of game.yaml"
    hint = f"did you mean '{meant}'?" if meant else hint
    files.report(path, "folder-unknown", f"unknown folder '{path.name}'", hint)
    return meant


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
