"""`printgen new`: a small complete game to start from."""

from __future__ import annotations

import csv
import io
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import yaml

from printgen.content.load import load
from printgen.content.models.base import Model
from printgen.content.models.products import Products
from printgen.content.names import valid_name
from printgen.extra import extra_file
from printgen.extras.editing.files import Edit, edited
from printgen.extras.editing.yaml_texts import LOADER, value_end
from printgen.extras.starters.schema import write_schemas
from printgen.problems import did_you_mean
from printgen.project import (
    MARKER,
    PART,
    STARTER_LANGUAGES,
    STARTERS,
    TEMPLATE_SUFFIX,
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


def copy_theme(folders: Folders, name: str, templates: Sequence[str] = ()) -> list[str]:
    """Copy the plain theme into `templates/<name>` of a project, and `templates` of printgen that
    it lacks, such as `book-entries`, into a theme that is new or there. Returns the files made.

    Raises ProjectError for an invalid name, for a theme of printgen, for an existing folder without
    `templates`, and for a template that printgen lacks or the theme has.
    """
    if not valid_name(name):
        raise ProjectError(f"'{name}' is not a name: lower-case letters, digits and hyphens")
    if (TEMPLATES / name).is_dir():
        raise ProjectError(f"'{name}' is a theme of printgen: choose another name")
    target = folders.templates / name
    if not target.resolve().is_relative_to(folders.root):
        raise ProjectError(f"{target} leads out of the project")
    found = [_template(each) for each in templates]
    if target.is_dir() and templates:
        return _copy_templates(folders, target, found)
    if target.exists() or target.is_symlink():
        raise ProjectError(f"{target} already exists")
    part = target.with_name(f".{name}{PART}")
    with _making(target):
        # What a killed command left.
        _remove(part)
        try:
            shutil.copytree(TEMPLATES / "plain", part)
            for path in found:
                shutil.copyfile(path, part / path.name)
            part.rename(target)
        except OSError:
            shutil.rmtree(part, ignore_errors=True)
            raise
    return sorted(folders.relative(path) for path in target.rglob("*"))


def _template(name: str) -> Path:
    """The template of printgen that books, cards and sheets have unless a theme has its own."""
    file = name.removesuffix(TEMPLATE_SUFFIX) + TEMPLATE_SUFFIX
    homes = (TEMPLATES / "plain", TEMPLATES / "_shared")
    for home in homes:
        path = home / file
        if path.is_file() and path.parent == home:
            return path
    if added := extra_file(f"plain/{file}") or extra_file(f"_shared/{file}"):
        return added
    known = [
        each.name.removesuffix(TEMPLATE_SUFFIX) for home in homes for each in home.glob("*.j2")
    ]
    hint = did_you_mean(name, known)
    raise ProjectError(f"printgen has no template '{name}'" + (f" ({hint})" if hint else ""))


def _copy_templates(folders: Folders, theme: Path, found: Sequence[Path]) -> list[str]:
    """Copy templates into a theme that is there. None of them may replace a file."""
    targets = {path: theme / path.name for path in found}
    for to in targets.values():
        if to.exists() or to.is_symlink():
            raise ProjectError(f"{to} already exists")
    with _making(theme):
        for path, to in targets.items():
            shutil.copyfile(path, to)
    return sorted(folders.relative(to) for to in targets.values())


def check_new(folder: Path) -> None:
    """Raise ProjectError when `folder` is a file or holds something."""
    with _making(folder):
        if not folder.exists() or (folder / PART).is_dir():
            return
        if not folder.is_dir() or any(folder.iterdir()):
            raise ProjectError(f"{folder} already exists and is not empty")


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
    existed, part, moved = folder.exists(), folder / PART, list[Path]()
    with _making(folder):
        folder.mkdir(parents=True, exist_ok=True)
        _remove(part)
        try:
            made = _write(part, kinds, products, kind, languages, paper)
            for path in sorted(part.iterdir()):
                # Only a killed command can have left something of this name.
                _remove(folder / path.name)
                moved.append(path.rename(folder / path.name))
            part.rmdir()
        except (OSError, ProjectError):
            with suppress(OSError):
                for path in (*moved, part) if existed else (folder,):
                    _remove(path)
            raise
    return made


def _write(
    part: Path,
    kinds: Mapping[str, type[Model]],
    products: type[Products],
    kind: str,
    languages: Sequence[str],
    paper: str,
) -> list[str]:
    """Write the starter into a new folder; the files made, relative to it."""
    shutil.copytree(STARTERS / kind, part)
    folders = Folders(part.resolve())
    keep_languages(folders.root, languages)
    with (folders.root / MARKER).open("a", encoding="utf-8") as marker:
        marker.write(_PAPER.format(paper=paper))
    library, _ = load(folders, kinds, products)
    write_schemas(library)
    (folders.root / ".gitignore").write_text("/out/\n", encoding="utf-8")
    made = (path for path in folders.root.rglob("*") if path.is_file())
    return sorted(path.relative_to(folders.root).as_posix() for path in made)


@contextmanager
def _making(place: Path) -> Iterator[None]:
    """Turn an OSError into a ProjectError about what could not be made."""
    try:
        yield
    except OSError as error:
        raise ProjectError(f"cannot make {place}: {_words(error)}") from error


def _words(error: OSError) -> str:
    """What happened. shutil gathers several errors into one that has no `strerror`: the first."""
    gathered = error.args[0] if isinstance(error, shutil.Error) and error.args else None
    if isinstance(gathered, list) and gathered:
        return re.sub(r"^\[Errno \d+\] ", "", str(gathered[0][-1]))
    return error.strerror or str(error)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


# --- A game in several languages to one in some of them, with its comments and its layout ---------


# `rules.fr.md`, and the name of a column such as `text_fr`.
_FILE = re.compile(r"(?P<name>.+)\.(?P<lang>[a-z]{2})\.md")

_COLUMN = re.compile(r"(?P<name>.+)_(?P<lang>[a-z]{2})")


def keep_languages(root: Path, languages: Sequence[str]) -> None:
    """Rewrite the project in `root` in these languages alone.

    Files of other languages are deleted; the README of the first language becomes `README.md`.
    Raises OSError.
    """
    for path in sorted(root.rglob("*.md")):
        found = _FILE.fullmatch(path.name)
        if found and found["lang"] not in languages:
            path.unlink()
    (root / f"README.{languages[0]}.md").rename(root / "README.md")
    for path in sorted((root / "content").rglob("*")):
        if path.suffix in (".yaml", ".csv"):
            reduce = yaml_in if path.suffix == ".yaml" else table_in
            path.write_text(reduce(path.read_text(encoding="utf-8"), languages), encoding="utf-8")


def table_in(text: str, languages: Sequence[str]) -> str:
    """The text of a CSV file with the columns of these languages.

    With one language, its columns lose the suffix: `text_en` becomes `text`.
    """
    header, *rows = csv.reader(io.StringIO(text))
    names: dict[int, str] = {}
    for place, column in enumerate(header):
        found = _COLUMN.fullmatch(column)
        if not found or found["lang"] in languages:
            names[place] = found["name"] if found and len(languages) == 1 else column
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(names.values())
    writer.writerows([row[place] for place in names] for row in rows)
    return stream.getvalue()


def yaml_in(text: str, languages: Sequence[str]) -> str:
    """YAML text with its texts in these languages, and with them as its `languages`.

    With one language, a text by language becomes plain: `{fr: Nuit, en: Night}` is `Night`.
    """
    root = yaml.compose(text, Loader=LOADER)
    return edited(text, [*_edits(text, root, languages), *_declared(text, root, languages)])


def _declared(text: str, root: yaml.Node | None, languages: Sequence[str]) -> Iterator[Edit]:
    """The list of languages of a game."""
    for key, value in root.value if isinstance(root, yaml.MappingNode) else ():
        if key.value == "languages":
            listed = f"[{', '.join(languages)}]"
            start, end = value.start_mark.index, value.end_mark.index
            yield Edit("", start, text[start:end], listed)


def _edits(text: str, node: yaml.Node | None, languages: Sequence[str]) -> Iterator[Edit]:
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _edits(text, item, languages)
    elif isinstance(node, yaml.MappingNode):
        if _by_language(node):
            yield from _reduced(text, node, languages)
            return
        for _, value in node.value:
            yield from _edits(text, value, languages)


def _by_language(node: yaml.MappingNode) -> bool:
    """Whether a mapping is a text by language."""
    return all(
        key.value in STARTER_LANGUAGES and isinstance(value, yaml.ScalarNode)
        for key, value in node.value
    )


def _reduced(text: str, node: yaml.MappingNode, languages: Sequence[str]) -> Iterator[Edit]:
    kept = [(key, value) for key, value in node.value if key.value in languages]
    if len(kept) == len(node.value) > 1 or not kept:
        return
    last = node.end_mark.index if node.flow_style else value_end(text, node.value[-1][1])
    start = node.start_mark.index
    value = kept[0][1]
    words = text[value.start_mark.index : value_end(text, value)]
    before = text[:start].rstrip()
    moved = "\n" in text[len(before) : start] and before.endswith(":")
    if moved:
        # The text moves up to its key, and the lines of a block move to the left.
        start, words = len(before), " " + _dedented(words, node, text[: len(before)])
    yield Edit("", start, text[start:last], words)


def _dedented(words: str, node: yaml.MappingNode, before: str) -> str:
    line = before[before.rfind("\n") + 1 :]
    extra = node.start_mark.column - (len(line) - len(line.lstrip(" -")))
    return re.sub(rf"(?m)^ {{{extra}}}", "", words)
