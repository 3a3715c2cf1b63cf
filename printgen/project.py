"""Folders and files of a project, and of printgen itself."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

from printgen.reading import read_whole

# The base URL of files in pages. It does not exist: `resources.Resources` resolves it.
RESOURCE_BASE_URL = "https://printgen.invalid/"

# How the URL of a picture begins that is in no file, but in its URL.
INLINE_JPEG = "data:image/jpeg;base64,"


def resource_name(url: str) -> str:
    """The name of a file by its URL below RESOURCE_BASE_URL: "templates/plain/style.css"."""
    return unquote(url.removeprefix(RESOURCE_BASE_URL).partition("?")[0].partition("#")[0])


def picture_resource(game: str, name: str) -> str:
    """The URL of a picture of a game, below RESOURCE_BASE_URL; empty without a name."""
    return f"content/{game}/{quote(name)}" if name else ""


MARKER = "printgen.yaml"

TEMPLATE_SUFFIX = ".html.j2"

# The end of the names of files and folders that are not finished: the next command replaces them.
PART = ".printgen-part"

# The folder of the styles of a theme, in the folder of the theme.
STYLE_FOLDER = "styles"


_HERE = Path(__file__).resolve().parent

# Templates and fonts are inside the package in a wheel, beside it in a checkout.
_DATA = _HERE / "data" if (_HERE / "data").is_dir() else _HERE.parent


TEMPLATES = _DATA / "templates"

FONTS = _DATA / "fonts"

# The games of `printgen new`, one folder for each kind.
STARTERS = _HERE / "starters"

STARTER_KINDS = ("deck", "monsters", "playing-cards", "skirmish", "quest", "hex", "roll-and-write")

# The languages that all of them are written in.
STARTER_LANGUAGES = ("en", "fr")


class ProjectError(Exception):
    """No project was found, or a folder cannot be used."""


class OutsideProject(OSError):
    """A path in the content is outside the project."""


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders of a project. `root` is a real path, without symlinks.

    `origin` names where the files of a temporary folder come from.
    """

    root: Path
    origin: str = ""

    @property
    def scope(self) -> str:
        """A part of the keys of results that are kept for this project alone.

        The pictures, fonts and templates of a stranger's project may take over the process that
        reads them: what such a process has made must never be in another project. A copy of a
        project makes its results anew.
        """
        return self.origin or str(self.root)

    @property
    def content(self) -> Path:
        """The games, one folder each."""
        return self.root / "content"

    @property
    def templates(self) -> Path:
        """The project's own themes, which override those of printgen."""
        return self.root / "templates"

    @property
    def out(self) -> Path:
        """The built files."""
        return self.root / "out"

    @property
    def editions(self) -> Path:
        """The kept editions of games, one file each."""
        return self.root / "editions"

    def relative(self, path: Path | str) -> str:
        """`path` relative to the project, as shown in problems."""
        # Runs for every file: without Path objects.
        name, root = str(path), str(self.root)
        name = "." if name == root else name.removeprefix(f"{root.rstrip('/')}/")
        # Escape bytes that are not UTF-8, so that the name can be printed.
        return name.encode("utf-8", "backslashreplace").decode()

    def inside(self, base: Path, name: str) -> Path:
        """The real path of the file `name`, which is relative to `base`.

        Raises OutsideProject when it is outside the project, by `..`, an absolute path or a
        symlink, and FileNotFoundError when the file does not exist or is no regular file.
        """
        real = self._real(base, name)
        if not os.path.isfile(real):  # noqa: PTH113
            raise FileNotFoundError(name)
        return Path(real)

    def read(self, name: str, limit: int) -> bytes:
        """The content of the regular file `name` of the project, which has at most `limit` bytes.

        Raises OSError: OutsideProject as `inside` does, NotRegularFile, FileTooBig.
        """
        return read_whole(self._real(self.root, name), limit)

    def _real(self, base: Path, name: str) -> str:
        """The real path inside the project of what `name` is. Raises as `inside` does."""
        if not name or "\0" in name or name.startswith(("/", "~")) or "\\" in name or ":" in name:
            raise _outside(name)
        # Runs for every picture: without Path objects. Most themes of projects lack most files: to
        # ask for one is faster than to resolve its path.
        try:
            os.stat(f"{base}/{name}")  # noqa: PTH116
            real = os.path.realpath(f"{base}/{name}", strict=True)
        except OSError as error:
            # Do not reveal whether a file exists outside the project.
            if not _lexically_inside(self.root, base, name):
                raise _outside(name) from None
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name) from error
        if not real.startswith(f"{str(self.root).rstrip('/')}/"):
            raise _outside(name)
        return real


def _outside(name: str) -> OutsideProject:
    return OutsideProject(errno.EPERM, "the file is outside the project", name)


def _lexically_inside(root: Path, base: Path, name: str) -> bool:
    found, home = os.path.normpath(f"{base}/{name}"), str(root)
    return found == home or found.startswith(f"{home.rstrip('/')}/")


def find_project(start: Path) -> Folders:
    """The project that contains `start`: the nearest folder upward with `printgen.yaml`.

    Raises ProjectError when there is none, or when that is no file.
    """
    try:
        here = start.resolve(strict=True)
    except (OSError, RuntimeError):
        raise ProjectError(f"folder not found: {start}") from None
    for folder in (here, *here.parents):
        if (folder / MARKER).is_file():
            return Folders(folder)
        if (folder / MARKER).exists():
            raise ProjectError(f"{folder / MARKER} is a folder or a pipe, not a file")
    raise ProjectError(
        f"no {MARKER} in {here} or above it: 'printgen new DIR' makes a project, '-C DIR' names one"
    )


# Home of printgen's own themes.
OWN_THEMES = Folders(TEMPLATES.resolve())


def find_template_file(folders: Folders, name: str) -> Path | None:
    """The file `name` of a theme: the project's own, else printgen's; None when there is none."""
    for root, home in ((folders.templates, folders), (TEMPLATES, OWN_THEMES)):
        try:
            return home.inside(root, name)
        except (OutsideProject, FileNotFoundError):
            continue
    return None
