"""`printgen new`: a small complete game to start from."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from printgen.content.load import load
from printgen.content.models.base import Model
from printgen.content.models.products import Products
from printgen.content.one_language import keep_languages
from printgen.content.schema import write_schemas
from printgen.project import (
    MARKER,
    STARTER_LANGUAGES,
    STARTERS,
    TEMPLATES,
    Folders,
    ProjectError,
)

# What `create` adds to the marker of the project.
_PAPER = """
# The paper that `printgen build` prepares the sheets for: a name (see `printgen list papers`) or a
# size such as 330 x 483 mm.
paper: {paper}
"""


def copy_theme(folders: Folders, name: str) -> list[str]:
    """Copy the plain theme into `templates/<name>` of a project. Returns the files made.

    Raises ProjectError for an invalid name, for a theme of printgen and for an existing folder.
    """
    if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name):
        raise ProjectError(f"'{name}' is not a name: lower-case letters, digits and hyphens")
    if (TEMPLATES / name).is_dir():
        raise ProjectError(f"'{name}' is a theme of printgen: choose another name")
    target = folders.templates / name
    if not target.resolve().is_relative_to(folders.root):
        raise ProjectError(f"{target} leads out of the project")
    try:
        shutil.copytree(TEMPLATES / "plain", target)
    except FileExistsError:
        raise ProjectError(f"{target} already exists") from None
    except OSError as error:
        raise ProjectError(f"cannot make {target}: {error.strerror or error}") from error
    return sorted(folders.relative(path) for path in target.rglob("*"))


def check_new(folder: Path) -> None:
    """Raise ProjectError when `folder` is a file or holds something."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise ProjectError(f"{folder} already exists and is not empty")
    except OSError as error:
        raise ProjectError(f"cannot make {folder}: {error.strerror or error}") from error


def create(
    folder: Path,
    kinds: Mapping[str, type[Model]],
    products: type[Products],
    kind: str,
    languages: Sequence[str] = STARTER_LANGUAGES,
    paper: str = "a4",
) -> list[str]:
    """Write the starter of a kind into `folder`, which is new or empty. Returns the files made.

    The game is in `languages`, some of STARTER_LANGUAGES; the first is its first language. `paper`
    is the default paper of the project.

    Raises ProjectError when the folder holds something or cannot be written.
    """
    check_new(folder)
    try:
        shutil.copytree(STARTERS / kind, folder, dirs_exist_ok=True)
        folders = Folders(folder.resolve())
        keep_languages(folders.root, languages)
        with (folders.root / MARKER).open("a", encoding="utf-8") as marker:
            marker.write(_PAPER.format(paper=paper))
        library, _ = load(folders, kinds, products)
        write_schemas(library)
        (folders.root / ".gitignore").write_text("/out/\n", encoding="utf-8")
    except OSError as error:
        # shutil gathers several errors into one that has no `strerror`.
        raise ProjectError(f"cannot make {folder}: {error.strerror or error}") from error
    made = (path for path in folders.root.rglob("*") if path.is_file())
    return sorted(path.relative_to(folders.root).as_posix() for path in made)
