"""An extra is one folder: without it, and those that need it, games that do not use it still build.

The modules below the plug, which reach no extra (`test_layers.py`), stay imported in the process
that checks the games, with the files and answers that they know.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module, reload
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from fork_server import ForkServer, forget_printgen
from forks import in_child
from helpers import ROOT, real
from layers import LAYERS
from read_once import files_read_once

import printgen
from printgen import Project
from printgen.content.library import GameContent
from printgen.content.models.game import _game_model
from printgen.extra import OWN, extras
from printgen.extras.examples.checks import parts
from printgen.project import STARTERS
from printgen.store import Store, user_store

pytestmark = pytest.mark.slow

PACKAGE = Path(printgen.__file__).parent
# A product of each game that builds in a second.
SHEETS = {
    "deathly-thrones": "hero-sheet",
    "furia-cartese": "blank-army-sheet",
    "un-jeu-de-figs": "reference",
    "dracula-america": "awakening",
    "storm": "tokens",
}
# What has patterns, without the extra that draws them: flat grounds.
PATTERNED = ("deck", "box", "rules")


BELOW = frozenset(LAYERS[: LAYERS.index("rules")]) - {"extra"}


class Answers(Store):
    """The answers of studies, in memory: those of other tests, and new ones. Problems are found
    anew.
    """

    def __init__(self) -> None:
        super().__init__(None)
        self.known: dict[str, bytes] = {}
        self.of_others = user_store()

    def __bool__(self) -> bool:
        return True

    def read(self, kind: str, key: str) -> bytes | None:
        if kind == "results" and key not in self.known:
            value = self.of_others.read(kind, key)
            if value is not None:
                self.known[key] = value
        return self.known.get(key) if kind == "results" else None

    def close(self) -> None:
        """Leave the file with the answers of others, which no child may have open."""
        self.of_others.finish()
        self.of_others = Store(None)

    def write(self, kind: str, key: str, value: bytes) -> None:
        if kind == "results":
            self.known[key] = value


def _plug_anew(plug: ModuleType) -> None:
    """Give the modules that stay imported the plug of the package that is imported anew."""
    anew = import_module(plug.__name__)
    for name, module in [*sys.modules.items()]:
        for word, value in vars(plug).items() if name.startswith("printgen.") else ():
            if callable(value) and vars(module).get(word) is value:
                setattr(module, word, vars(anew)[word])
    _game_model.cache_clear()
    # It has the directives of extras.
    reload(sys.modules["printgen.content.directives"])


def check_and_build(
    home: Path, games: Project, server: ForkServer, products: Sequence[str] = ()
) -> None:
    """With the package of `home`, check all games, then build products of the starter, or one sheet
    of a game without errors.

    Runs in a child: it imports printgen anew, and keeps the libraries that it uses.
    """
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(home))
    plug = sys.modules["printgen.extra"]
    forget_printgen(keep=BELOW)
    _plug_anew(plug)
    names = ("printgen", "printgen.press.build", "printgen.layout.runners", "printgen.layout.pool",
             "printgen.press.checking")  # fmt: skip
    package, build, runners, pool, checking = map(import_module, names)
    vars(pool)["new_process"] = partial(server.new_process, fresh=True)
    vars(checking)["new_process"] = partial(server.new_checks, fresh=True)
    project = package.Project(games.folders.root, games.store)
    errors: dict[str, list[str]] = {}
    for problem in project.check():
        if problem.severity == "error":
            game = problem.position.file.split("/")[1]
            errors.setdefault(game, []).append(problem.message)
    sheet = next(f"{game}/{sheet}" for game, sheet in SHEETS.items() if game not in errors)
    targets = [f"storm/{product}" for product in products] or [sheet]
    with runners.open_runner(project.folders, 1) as runner:
        report = build.build(project.library, project.targets(targets, langs=["en"]), runner)
    found = {
        "files": [
            module.__file__
            for name, module in sys.modules.items()
            if name.startswith("printgen") and {*name.split(".")[1:2]}.isdisjoint(BELOW)
        ],
        "errors": errors,
        "built": [file.size for file in report.built],
    }
    (home / "found.json").write_text(json.dumps(found))


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """A project with all games of the repository, whose files and answers the children know."""
    # Imported once, before the forks.
    import weasyprint  # noqa: F401

    names = sorted(path.name for path in (ROOT / "content").iterdir())
    with files_read_once():
        answers = Answers()
        root = real(tmp_path_factory.mktemp("project"), *names)
        # A game that uses none of the extras with keys.
        shutil.copytree(STARTERS / "deck" / "content" / "storm", root / "content" / "storm")
        project = Project(root, answers)
        assert project.check() == []
        answers.close()
        yield project


def copy_without(name: str, home: Path) -> None:
    """Copy the package to `home`, without the folder of an extra."""

    def skipped(folder: str, names: list[str]) -> list[str]:
        return [name] if Path(folder).name == "extras" else []

    # Bytecode is copied too: it stays valid, which saves two seconds per process.
    shutil.copytree(PACKAGE, home / "printgen", ignore=skipped)
    for each in ("templates", "fonts"):
        (home / each).symlink_to(ROOT / each)


def lost_with(name: str) -> set[str]:
    """An extra, and those that need it."""
    lost = {name}
    while more := {each.name for each in extras() if lost & {*each.needs}} - lost:
        lost |= more
    return lost


def fields(content: GameContent) -> Iterator[str]:
    """The keys, the kinds of entries, the questions, the kinds of example, the output kinds and the
    directives that a game uses.
    """
    yield from content.game.model_fields_set
    yield from (kind for kind, entries in content.added.items() if entries)
    for study in content.studies.values():
        yield from study.value.model_fields_set
    for example in content.of_kind("examples").values():
        for _, part in parts(example.value):
            yield from part.model_fields_set
    for product in content.products.values():
        yield product.value.output
    for chapter in content.chapters.values():
        # A box is an output kind and a directive.
        yield from (f":::{{{directive.name}}}" for directive in chapter.directives)


@pytest.mark.parametrize("name", OWN)
def test_an_extra_can_be_removed(
    name: str, games: Project, tmp_path: Path, fork_server: ForkServer
) -> None:
    lost = lost_with(name)
    removed = [each for each in extras() if each.name in lost]
    outputs = {output for each in removed for output in each.output_kinds}
    keys = {
        key
        for each in removed
        for key in (
            *each.questions,
            *each.examples,
            *each.kinds,
            *each.game_keys,
            *(f":::{{{directive}}}" for directive in each.directives),
        )
    }
    users = {
        name
        for name, content in games.library.games.items()
        if not (keys | outputs).isdisjoint(fields(content))
    }
    # No game has an index.
    assert users or not keys
    copy_without(name, tmp_path)
    log = tmp_path / "log"
    products = PATTERNED if name == "ornaments" else ()
    assert in_child(partial(check_and_build, tmp_path, games, fork_server, products), log) == 0, (
        log.read_text()
    )
    found: dict[str, Any] = json.loads((tmp_path / "found.json").read_text())
    assert all(Path(file).is_relative_to(tmp_path) for file in found["files"])
    assert set(found["errors"]) == users
    named = "|".join(sorted(each.strip(":{}") for each in keys | outputs))
    reported = re.compile(
        rf"(unknown (key|folder)|no directive) '({named})'|'({named})' is not allowed here"
    )
    for messages in found["errors"].values():
        assert any(reported.search(message) for message in messages), messages
    assert found["built"] and min(found["built"]) > 1000
