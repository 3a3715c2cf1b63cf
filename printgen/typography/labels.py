"""The fixed words of templates and sheets, from `labels.yaml` of the themes, and how `{names}` in
them are filled in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import overload

from markupsafe import Markup, escape
from pydantic_core import PydanticCustomError

from printgen.content.models.text import Text
from printgen.content.source import read_file
from printgen.extra import extras
from printgen.problems import Problem
from printgen.project import OWN_THEMES, TEMPLATES, Folders, OutsideProject
from printgen.typography.text import typeset


def label_files(folders: Folders, theme: str) -> list[Path]:
    """The label files of extras and of a theme; later files override earlier ones."""
    found = [file for each in extras() if (file := each.folder / "labels.yaml").is_file()]
    for name in ("_shared", theme):
        for root, home in ((TEMPLATES, OWN_THEMES), (folders.templates, folders)):
            try:
                found.append(home.inside(root, f"{name}/labels.yaml"))
            except (OutsideProject, FileNotFoundError):
                continue
    return list(dict.fromkeys(found))


def read_labels(folders: Folders, path: Path) -> tuple[dict[str, Text], list[Problem]]:
    """The valid labels of a file, and the problems of the others."""
    return _read(folders.relative(path), path, *_version(path))


def _version(path: Path) -> tuple[int, int]:
    """The size of a file and the time of its last change; zeros if it cannot be read."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_size, found.st_mtime_ns


@lru_cache(maxsize=128)
def _read(
    shown: str, path: Path, _size: int, _changed: int
) -> tuple[dict[str, Text], list[Problem]]:
    source, problems = read_file(shown, path)
    if source is None:
        return {}, problems
    if not isinstance(source.data, dict):
        return {}, [Problem(source.at(), "labels-invalid", "expected a mapping (key: text)")]
    texts: dict[str, Text] = {}
    for key, value in source.data.items():
        try:
            texts[key] = Text.read(value)
        except PydanticCustomError as error:
            problems.append(Problem(source.at((key,)), "labels-invalid", error.message()))
    return texts, problems


def merged_labels(folders: Folders, theme: str) -> Mapping[str, Text]:
    """The labels of a theme in all languages: later files override earlier ones or add to them."""
    return _merged(_versions(folders, theme))


def labels(folders: Folders, theme: str, lang: str) -> dict[str, str]:
    """The labels of a theme in a language; English for labels without a translation."""
    return dict(_typeset(_versions(folders, theme), lang))


# A file: its name in problems, its path, and its version.
_File = tuple[str, Path, int, int]


def _versions(folders: Folders, theme: str) -> tuple[_File, ...]:
    paths = label_files(folders, theme)
    return tuple((folders.relative(path), path, *_version(path)) for path in paths)


# Cached: every chart, map and page reads the labels of its theme.
@lru_cache(maxsize=64)
def _merged(files: tuple[_File, ...]) -> dict[str, Text]:
    found: dict[str, Text] = {}
    for file in files:
        for key, text in _read(*file)[0].items():
            whole = not text.keys().isdisjoint(("", "any"))
            found[key] = text if whole else Text({**found.get(key, {}), **text})
    return found


# Cached too: typesetting takes longer than reading.
@lru_cache(maxsize=64)
def _typeset(files: tuple[_File, ...], lang: str) -> dict[str, str]:
    texts = _merged(files).items()
    return {key: typeset(text[text.language_for(lang, "en")], lang) for key, text in texts}


# --- words with names in braces, such as `{count} cards`, and the values of these names -----------
#
# Projects write such words. `str.format` would let them read attributes, and ask for any width.


# The name of a value.
NAME = re.compile(r"\{([a-z_]\w*)\}", re.ASCII | re.IGNORECASE)

# How often one name gets its value. More would let a short text grow without limit.
MOST_TIMES = 4


@overload
def fill(words: Markup, /, **values: object) -> Markup: ...
@overload
def fill(words: str, /, **values: object) -> str: ...
def fill(words: str, /, **values: object) -> str:
    """Words with the values of their names. Unknown names and other braces stay as they are.

    Values in HTML are escaped. A name gets its value MOST_TIMES at most.
    """
    html = isinstance(words, Markup)
    texts = {name: escape(value) if html else str(value) for name, value in values.items()}
    left = dict.fromkeys(texts, MOST_TIMES)

    def value(match: re.Match[str]) -> str:
        if not left.get(match[1]):
            return match[0]
        left[match[1]] -= 1
        return texts[match[1]]

    filled = NAME.sub(value, words)
    return Markup(filled) if html else filled  # noqa: S704 - values are escaped
