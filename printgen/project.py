"""How pages name files."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

# An address that exists nowhere: only `resources.Resources` knows what lies behind it.
RESOURCE_BASE_URL = "https://printgen.invalid/"


MARKER = "printgen.yaml"

TEMPLATE_SUFFIX = ".html.j2"


_HERE = Path(__file__).resolve().parent

# In a wheel the two folders lie inside the package; in a checkout, beside it.
_DATA = _HERE / "data" if (_HERE / "data").is_dir() else _HERE.parent


TEMPLATES = _DATA / "templates"

FONTS = _DATA / "fonts"

STARTER = _HERE / "starter"


class ProjectError(Exception):
    """The environment cannot work: no project here, or a folder that cannot be used."""


class OutsideProject(Exception):
    """A path in the content leads out of the project."""


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders of one project. `root` is real: no symlink is left in it."""

    root: Path

    @property
    def content(self) -> Path:
        """The games, a folder each."""
        return self.root / "content"

    @property
    def templates(self) -> Path:
        """The project's own themes, which come before those of printgen."""
        return self.root / "templates"

    @property
    def out(self) -> Path:
        """What is built."""
        return self.root / "out"

    def relative(self, path: Path) -> str:
        """`path` as it is written in problems."""
        if path.is_relative_to(self.root):
            path = path.relative_to(self.root)
        # A name that is not UTF-8 is written so that it can be printed.
        return path.as_posix().encode("utf-8", "backslashreplace").decode()

    def inside(self, base: Path, name: str) -> Path:
        """The real path of the file `name`, written relative to `base`.

        Raises OutsideProject when it leads out of the project, be it by `..`, as an absolute
        path or through a symlink, and FileNotFoundError when there is no such file.
        """
        if not name or "\0" in name or name.startswith(("/", "~")) or "\\" in name or ":" in name:
            raise OutsideProject(name)
        try:
            real = (base / name).resolve(strict=True)
        except (RuntimeError, OSError) as error:
            # `..` out of the project must not tell whether a file exists there.
            if not _lexically_inside(self.root, base, name):
                raise OutsideProject(name) from None
            raise FileNotFoundError(name) from error
        if not real.is_relative_to(self.root):
            raise OutsideProject(name)
        if not real.is_file():
            raise FileNotFoundError(name)
        return real


def _lexically_inside(root: Path, base: Path, name: str) -> bool:
    return Path(os.path.normpath(base / name)).is_relative_to(root)


def find_project(start: Path) -> Folders:
    """The project that `start` lies in: the nearest folder upward that has `printgen.yaml`.

    Raises ProjectError when there is none.
    """
    try:
        here = start.resolve(strict=True)
    except (OSError, RuntimeError):
        raise ProjectError(f"there is no folder {start}") from None
    for folder in (here, *here.parents):
        if (folder / MARKER).is_file():
            return Folders(folder)
    raise ProjectError(
        f"no {MARKER} in {here} or above it: 'printgen new DIR' makes a project, '-C DIR' names one"
    )


def find_template_file(folders: Folders, name: str) -> Path | None:
    """The file `name` of a theme: the project's own, else printgen's; None when there is none."""
    for root, home in ((folders.templates, folders), (TEMPLATES, Folders(TEMPLATES.resolve()))):
        try:
            return home.inside(root, name)
        except (OutsideProject, FileNotFoundError):
            continue
    return None
